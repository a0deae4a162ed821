"""The network: where phones find this machine, and whether the port is free."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Sequence

from companion.cli.checkups.finding import Check, Finding, fine, note, problem, warning


def check_network(addresses: Sequence[str], ports: Sequence[int]) -> Iterator[Finding]:
    """Addresses for phones, and the first of these ports that is free."""
    free, trouble = _first_free(ports)
    if free is None:
        yield problem(Check.NETWORK, "network.no-port", port=ports[0], trouble=trouble)
    elif free != ports[0]:
        yield note(Check.NETWORK, "network.port-taken", port=ports[0], free=free)
    if not addresses:
        yield warning(Check.NETWORK, "network.none")
    elif free is not None:
        yield fine(Check.NETWORK, "network.fine", addresses=tuple(addresses), port=free)


def _first_free(ports: Sequence[int]) -> tuple[int | None, str]:
    from companion.cli.main import UsageError
    from companion.cli.serving import listen

    try:
        with listen("0.0.0.0", ports) as listening:
            return int(listening.getsockname()[1]), ""
    except (UsageError, OSError, socket.gaierror) as trouble:
        return None, str(trouble).rpartition(": ")[2]
