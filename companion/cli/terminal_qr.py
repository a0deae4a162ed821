"""A QR code in the terminal, dark on light whatever the terminal's own colours are."""

from __future__ import annotations

QUIET = 2  # squares of margin; phones need some, terminals have little room
DARK_ON_LIGHT, AS_BEFORE = "\x1b[30;107m", "\x1b[0m"
BLOCKS = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def terminal_qr(squares: list[list[bool]], *, colours: bool) -> str:
    """Two rows of squares a line. Without colours the terminal is taken to be light on dark."""
    width = len(squares) + 2 * QUIET
    blank = [[False] * width for _ in range(QUIET)]
    rows = [*blank, *([False] * QUIET + row + [False] * QUIET for row in squares), *blank]
    if len(rows) % 2:
        rows.append([False] * width)
    lines = [
        "".join(BLOCKS[upper == colours, lower == colours] for upper, lower in zip(above, below, strict=True))
        for above, below in zip(rows[::2], rows[1::2], strict=True)
    ]
    if colours:
        lines = [f"{DARK_ON_LIGHT}{line}{AS_BEFORE}" for line in lines]
    return "\n".join(lines)
