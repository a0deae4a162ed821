"""The deck's inks.

The six Magics lie far apart in lightness as well as in hue, so that they stay apart in greyscale, for
people who confuse red and green or blue and green, and under a warm bulb. Parchment is close to white on
purpose: every card carries its own white reference.
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


# The letters are the initials of the Latin names Terra, Ventus, Mens, Sapientia, Amor and Natura. All differ,
# and they are the Spanish ones too (Tierra, Viento, Mente, Sabiduría, Amor y guerra, Naturaleza). English
# would give Wind and Wisdom one W, which is also the letter of the Wild Boar.
MAGICS = {
    "be": MagicInks(rgb("dfc8a0"), rgb("f0e2c6"), rgb("fbf4e3"), rgb("9a7f58"), rgb("3f3122"), "T"),
    "bl": MagicInks(rgb("42a2ea"), rgb("8ccdf6"), rgb("ddf2fd"), rgb("1b62ab"), rgb("0e2748"), "V"),
    "pu": MagicInks(rgb("4f2389"), rgb("8d5cc9"), rgb("dac0f5"), rgb("33135d"), rgb("190930"), "M"),
    "or": MagicInks(rgb("f58a06"), rgb("ffb94a"), rgb("ffe9b8"), rgb("b9560a"), rgb("4a2008"), "S"),
    "re": MagicInks(rgb("b8142c"), rgb("e5545e"), rgb("fbc8c1"), rgb("790b23"), rgb("330510"), "A"),
    "gr": MagicInks(rgb("14804c"), rgb("5aba77"), rgb("cdeec4"), rgb("0b5236"), rgb("06271d"), "N"),
}
