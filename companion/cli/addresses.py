"""Under which addresses phones find this machine, the likeliest first."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

# A connectionless socket sends nothing: it only asks which interface would lead there. First towards the
# internet (addresses of documentation networks), then to where routers and the hotspots of phones and laptops
# usually are, which finds the other networks of a machine that is in several.
TOWARDS = (
    "203.0.113.1", "198.51.100.1", "192.0.2.1",
    "192.168.0.1", "192.168.1.1", "192.168.178.1", "10.0.0.1", "10.42.0.1", "172.16.0.1",
    "192.168.43.1", "192.168.49.1", "172.20.10.1", "192.168.137.1", "192.168.2.1",
)  # fmt: skip
HOME_NETWORKS = ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")
VIRTUAL_NETWORKS = ("172.17.0.0/16", "172.18.0.0/16", "192.168.56.0/24", "192.168.122.0/24")


def lan_addresses() -> tuple[str, ...]:
    """Every address of this machine that a phone in the room may reach."""
    return likeliest_first([*_towards_the_router(), *_by_name()])


def likeliest_first(found: Iterable[str]) -> tuple[str, ...]:
    """Real home networks before virtual ones; the way to the router wins among equals."""
    usable = [text for text in dict.fromkeys(found) if _usable(text)]
    return tuple(sorted(usable, key=_unlikeliness))


def likeliest(addresses: tuple[str, ...]) -> tuple[str, ...]:
    """Those http addresses that nothing sets apart from the first: more than one means doubt."""
    first = _unlikeliness(_name_in(addresses[0]))
    return tuple(one for one in addresses if _unlikeliness(_name_in(one)) == first)


def for_this_machine_alone(address: str) -> bool:
    """Whether no phone can open an http address."""
    return _name_in(address) in ("localhost", "127.0.0.1", "::1")


def in_url(name: str) -> str:
    """A name or address as it is written before a port."""
    return f"[{name}]" if ":" in name else name


def _name_in(address: str) -> str:
    return urlsplit(address).hostname or ""


def _usable(text: str) -> bool:
    address = ipaddress.ip_address(text)
    return not (address.is_loopback or address.is_link_local or address.is_unspecified)


def _unlikeliness(text: str) -> int:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return 0  # a name that somebody asked for
    if any(address in ipaddress.ip_network(network) for network in VIRTUAL_NETWORKS):
        return 2
    return 0 if any(address in ipaddress.ip_network(network) for network in HOME_NETWORKS) else 1


def _towards_the_router() -> Iterable[str]:
    for far_away in TOWARDS:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((far_away, 9))
                yield str(probe.getsockname()[0])
            except OSError:
                continue


def _by_name() -> Iterable[str]:
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)
    except OSError:
        return
    yield from (str(one[4][0]) for one in found)


def names_of_this_machine() -> tuple[str, ...]:
    """The names under which browsers may ask for it."""
    name = socket.gethostname().lower()
    return ("localhost", "127.0.0.1", "[::1]", name, f"{name}.local", *lan_addresses())
