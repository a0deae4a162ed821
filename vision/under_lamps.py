"""What lamps do to a deck's colours, as it is kept with the deck: plain values, so lists load at once."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class UnderLamps:
    """Faces of two colours, and how far ahead of the right one the wrong one came under the worst lamp."""

    one: str
    other: str
    ahead: float
