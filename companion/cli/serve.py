"""`conclave serve`: the companion at the table, for every phone in the room."""

from __future__ import annotations

import argparse

from companion.cli.data_folder import add_data_option, data_folder

DEFAULT_PORT = 8765
PORTS_TRIED = 10
SLOWEST, FASTEST = 0.1, 100.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "--port",
        type=port_number,
        help=f"the port to listen on ({DEFAULT_PORT}, or the next free one)",
    )
    parser.add_argument(
        "--https-port",
        type=port_number,
        help="the port for encrypted connections, which the cameras of phones need (the next free one)",
    )
    parser.add_argument(
        "--host", default="0.0.0.0", help="the address to listen on; 127.0.0.1 keeps phones out (%(default)s)"
    )
    add_data_option(parser)
    parser.add_argument(
        "--camera", metavar="SOURCE", help="a camera number, address, video or folder of stills to watch"
    )
    parser.add_argument("--deck", help="the deck on the table (the last one chosen on a page, or house)")
    parser.add_argument(
        "--demo",
        action="store_true",
        help="play the recorded game, seen as by a camera, until another is begun",
    )
    parser.add_argument(
        "--speed",
        type=speed_number,
        default=1.0,
        help="how many times faster than it was filmed a video or the recorded game is shown (%(default)g)",
    )


def port_number(text: str) -> int:
    """A port as it is typed."""
    port = int(text)
    if not 0 < port < 2**16:
        raise ValueError(text)
    return port


port_number.__name__ = "port"  # argparse names the type in its error


def speed_number(text: str) -> float:
    """A speed as it is typed."""
    speed = float(text)
    if not SLOWEST <= speed <= FASTEST:
        raise ValueError(text)
    return speed


speed_number.__name__ = f"speed from {SLOWEST:g} to {FASTEST:g}"


def ports_to_try(wanted: int | None, usual: int = DEFAULT_PORT) -> tuple[int, ...]:
    """The port that was asked for, or the usual one and those after it."""
    return (wanted,) if wanted else tuple(range(usual, min(usual + PORTS_TRIED, 2**16)))


def run(arguments: argparse.Namespace) -> int:
    """Serve until somebody stops it."""
    from companion.cli.deck_shelf import chosen_deck
    from companion.cli.serving import Wishes, serve

    data = data_folder(arguments.data)
    return serve(
        Wishes(
            host=arguments.host,
            ports=ports_to_try(arguments.port),
            https_ports=ports_to_try(arguments.https_port, (arguments.port or DEFAULT_PORT) + 1),
            data=data,
            demo=arguments.demo and arguments.camera is None,
            camera=arguments.camera,
            deck=arguments.deck or chosen_deck(data),
            speed=arguments.speed,
        )
    )
