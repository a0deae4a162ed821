"""The marks of the three Brotherhoods: small heads in one ink, for the corners. Box from -5 to 5."""

from __future__ import annotations

from calibration.house_deck.geometry import Outline, Placing, Point, circle, polygon, spline
from calibration.house_deck.shapes import Colour, Drawing, Fill, placed

CROW = spline(
    "-5.4,1.3! -2.6,-1.4 -1.2,-3.4 1.4,-4.2 3.8,-2.6 4.4,0.6 5.0,4.6! 3.3,3.6! 2.6,5.2! 1.2,3.8! 0,5!"
    " -0.4,2.4 -1.4,1.2 -3.2,1.2"
) + circle((0.6, -1.5), 0.75)
GAZELLE = (
    spline(
        "0,5.2! -1.3,4.4 -1.5,2.8 -2.3,0.6 -2.2,-0.2! -4.8,-0.6! -4.3,-2 -2,-1.5! -1.3,-1.9! -2.6,-3.6"
        " -2.2,-5.6!"
        " -1.5,-3.8 -0.3,-2.2! 0.3,-2.2! 1.5,-3.8 2.2,-5.6! 2.6,-3.6 1.3,-1.9! 2,-1.5! 4.3,-2 4.8,-0.6!"
        " 2.2,-0.2!"
        " 2.3,0.6 1.5,2.8 1.3,4.4"
    )
    + circle((-1.15, 0.4), 0.5)
    + circle((1.15, 0.4), 0.5)
)
WILD_BOAR = (
    spline(
        "0,5! -2.2,4.6 -2.6,3.4! -4.4,3.0 -4.9,0.4! -3.7,1.6 -3.2,1.2! -3.6,-1.2 -5,-4.4! -2.4,-3.2"
        " -1.2,-3.6!"
        " -0.7,-5! 0,-3.8! 0.7,-5! 1.2,-3.6! 2.4,-3.2 5,-4.4! 3.6,-1.2 3.2,1.2! 3.7,1.6 4.9,0.4! 4.4,3.0"
        " 2.6,3.4!"
        " 2.2,4.6"
    )
    + circle((-0.8, 3.3), 0.55)
    + circle((0.8, 3.3), 0.55)
    + polygon("-2.4,-0.9 -0.7,0.3 -2.1,0.2")
    + polygon("2.4,-0.9 0.7,0.3 2.1,0.2")
)

MARKS: dict[str, Outline] = {"C": CROW, "G": GAZELLE, "W": WILD_BOAR}


def mark(animal: str, centre: Point, size_mm: float, colour: Colour) -> Drawing:
    """A Brotherhood's mark."""
    return placed([Fill(MARKS[animal], colour)], Placing(centre, size_mm / 10))
