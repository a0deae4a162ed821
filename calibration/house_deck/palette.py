"""The deck's inks.

The six Magics lie far apart in lightness as well as in hue, so that they stay apart in greyscale, for people who
confuse red and green or blue and green, and under a warm bulb. Parchment is close to white on purpose: every card
carries its own white reference.
"""

from __future__ import annotations

from dataclasses import dataclass

from calibration.house_deck.shapes import Colour, rgb

INK = rgb("1c1620")
PARCHMENT = rgb("f8f4ea")
PARCHMENT_SHADE = rgb("e4d9c3")
GOLD = rgb("e6b84f")
GOLD_LIGHT = rgb("fbe6a4")
GOLD_DEEP = rgb("94651c")
BONE = rgb("f3ead6")
BONE_SHADE = rgb("c9b48e")


@dataclass(frozen=True, slots=True)
class MagicInks:
    """The tones of one Magic: its own colour and what light and shadow make of it."""

    base: Colour
    light: Colour
    pale: Colour
    deep: Colour
    night: Colour
    letter: str


# The letters are the initials of the Latin names Terra, Ventus, Mens, Sapientia, Amor, Natura: six different ones,
# the same as the Spanish initials (Tierra, Viento, Mente, Sabiduría, Amor y guerra, Naturaleza). English initials
# would give Wind and Wisdom one W, which is also the Wild Boar's letter.
MAGICS = {
    "be": MagicInks(rgb("dcc08c"), rgb("efdcb4"), rgb("fbf1d8"), rgb("9a7a4a"), rgb("3f3020"), "T"),
    "bl": MagicInks(rgb("3a9ae2"), rgb("86c9f4"), rgb("dcf2fd"), rgb("1b5ea6"), rgb("0e2748"), "V"),
    "pu": MagicInks(rgb("5b2a96"), rgb("9463cf"), rgb("dcc3f5"), rgb("3a1766"), rgb("1c0b35"), "M"),
    "or": MagicInks(rgb("f58d0a"), rgb("ffbb4d"), rgb("ffe9b8"), rgb("b9560a"), rgb("4a2008"), "S"),
    "re": MagicInks(rgb("b0122a"), rgb("e2505a"), rgb("fac6bf"), rgb("750a22"), rgb("330510"), "A"),
    "gr": MagicInks(rgb("17844f"), rgb("5cbb78"), rgb("cdeec4"), rgb("0c5437"), rgb("06271d"), "N"),
}
