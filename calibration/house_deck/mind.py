"""Mind: an eye opens over the mage, and every ray of it is a thought that was somebody else's."""

from __future__ import annotations

from calibration.house_deck.cave import LIGHT_AT, hall, rays, sparks, stalactites
from calibration.house_deck.geometry import (
    Placing,
    around,
    circle,
    polygon,
    ring,
    spline,
)
from calibration.house_deck.palette import INK, MAGICS
from calibration.house_deck.shapes import Clipped, Drawing, Fill, Shape, Stroke, glow, outlined, placed, rgb

INKS = MAGICS["pu"]
ROSE = rgb("e78fd0")


def mind_setting() -> Drawing:
    """Rays from behind the head, rings of thought, and the eye at the top."""
    shapes: list[Shape] = [*hall(INKS)]
    thought = glow(LIGHT_AT, 46, INKS.pale.faint(0.6), INKS.light.faint(0.55), INKS.light.faint(0.25))
    shapes += rays(LIGHT_AT, 20, 3.6, thought)
    rings = (ring(LIGHT_AT, radius, radius - 0.45) for radius in (20.5, 27, 33.5))
    shapes += [Fill(outline, INKS.pale.faint(0.5)) for outline in rings]
    shapes += stalactites(INKS)
    shapes += _watching_eyes()
    shapes += sparks(INKS, "17,30,0.7 43,27,0.8 8,58,0.8 48,50,0.7 38,12,0.6 10,47,0.6")
    shapes += placed(_eye(), Placing((28.2, 12.6), 0.9))
    return tuple(shapes)


def _eye() -> Drawing:
    white = spline("-11,0! -6,-3.8 0,-5.2 6,-3.8 11,0! 6,3.6 0,4.8 -6,3.6")
    return (
        *outlined(white, INKS.pale, INK, 0.6),
        Clipped(
            white,
            (
                Fill(circle((0, -0.6), 4.4), glow((0, -0.6), 4.4, ROSE, INKS.light, INKS.deep)),
                Stroke(circle((0, -0.6), 4.4), 0.5, INK),
                *(
                    Stroke(
                        polygon([around((0, -0.6), 2, turn), around((0, -0.6), 4, turn)], closed=False),
                        0.3,
                        INKS.pale.faint(0.7),
                    )
                    for turn in range(0, 360, 30)
                ),
                Fill(circle((0, -0.6), 1.8), INK),
                Fill(circle((-1.3, -2), 0.9), rgb("ffffff")),
            ),
        ),
        Stroke(white, 0.6, INK),
        *(
            Stroke(
                polygon(
                    [
                        around((0, 4), 10.6 - abs(t) * 0.02, -90 + t),
                        around((0, 4), 13.2 - abs(t) * 0.02, -90 + t),
                    ],
                    closed=False,
                ),
                0.6,
                INKS.pale,
            )
            for t in (-44, -22, 0, 22, 44)
        ),
    )


def _watching_eyes() -> Drawing:
    small = spline("-3,0! 0,-1.8 3,0! 0,1.8")
    shapes: list[Shape] = []
    for x, y, turn in ((9.4, 41, -20), (45.6, 36.4, 24), (8.4, 52, 14), (41, 19.6, 30)):
        eye = (
            *outlined(small, INKS.pale, INK, 0.35),
            Fill(circle((0, 0), 1.15), INKS.base),
            Fill(circle((0, 0), 0.5), INK),
        )
        shapes += placed(eye, Placing((x, y), 0.85, turn))
    return tuple(shapes)


def mind_foreground() -> Drawing:
    """A cluster of glowing prisms."""
    prism = polygon("0,-7 1.8,-4.4 1.8,0 -1.8,0 -1.8,-4.4")
    facet = polygon("0,-7 1.8,-4.4 1.8,0 0.3,0 0.3,-4")
    shapes: list[Shape] = []
    for x, turn, scale in ((6.4, -14, 0.8), (11.6, 16, 0.7), (8.8, 2, 1.05)):
        shapes += placed(
            (*outlined(prism, ROSE, INK, 0.5), Fill(facet, INKS.light)), Placing((x, 77), scale, turn)
        )
    return tuple(shapes)
