"""The Influence on a card's face: which numerals, how large, where and on what badge."""

from __future__ import annotations

import cv2
import numpy as np

from models.training.scenes.animals import hundredths, smooth_outline
from models.training.scenes.arrays import Colour, Plane, Points, as_plane
from models.training.scenes.deck_style import DeckStyle

STROKES: dict[int, tuple[str, ...]] = {
    1: ("30,25 54,6", "54,6 54,94", "28,94 78,94"),
    2: ("20,28 30,10 52,5 75,16 76,36 55,60 20,94", "20,94 82,94"),
    3: ("20,16 48,5 74,18 70,40 44,47", "44,47 74,55 78,78 50,95 18,84"),
    4: ("62,6 14,68", "14,68 86,68", "62,6 62,94"),
    5: ("76,7 28,7", "28,7 24,46", "24,46 50,38 76,50 78,76 52,95 18,86"),
}
HERSHEY = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
)


def number_mask(value: int, font: int, height_px: int) -> Plane:
    """The numeral's ink from 0 to 1; fonts 0 to 3 are drawn with a pen, the rest are engraved."""
    size = height_px * 2
    mask = np.zeros((size, size), np.uint8)
    if font < 4:
        pens = ((0.16, 0.16, 0.0), (0.24, 0.24, 0.0), (0.2, 0.05, 0.6), (0.1, 0.1, 0.0))
        for stroke in STROKES[value]:
            _pen(
                mask,
                np.asarray(hundredths(stroke)) * (0.7 * size, 0.9 * size) + (0.15 * size, 0.05 * size),
                pens[font],
                size,
            )
    else:
        face = HERSHEY[font - 4]
        weight = max(1, round(size * (0.04 + 0.03 * (font % 2))))
        (_, tall), _ = cv2.getTextSize(str(value), face, 1.0, 1)
        scale = 0.85 * size / tall
        (wide, tall), _ = cv2.getTextSize(str(value), face, scale, weight)
        cv2.putText(
            mask,
            str(value),
            ((size - wide) // 2, (size + tall) // 2),
            face,
            scale,
            (255,),
            weight,
            cv2.LINE_AA,
        )
    return as_plane(cv2.resize(mask, (height_px, height_px), interpolation=cv2.INTER_AREA)) / np.float32(255)


def place_number(face: Plane, style: DeckStyle, value: int, ink: Colour) -> None:
    """Lay the numeral at every place the style has for it."""
    height, width = face.shape[:2]
    size = round(width * style.number_share * (2.2 if style.number_places == "big" else 1))
    inset = round(width * 0.075) + size // 2
    top_left, bottom_right = (inset, inset), (width - inset, height - inset)
    places = {
        "corners": ((top_left, False), (bottom_right, True)),
        "four": (
            (top_left, False),
            ((width - inset, inset), False),
            ((inset, height - inset), True),
            (bottom_right, True),
        ),
        "top left": ((top_left, False),),
        "top": (((width // 2, inset), False),),
        "bottom": (((width // 2, height - inset), False),),
        "big": (((width // 2, height - inset), False),),
    }[style.number_places]
    mask = number_mask(value, style.font, size)
    for centre, turned in places:
        _stamp(face, style, mask[::-1, ::-1] if turned else mask, centre, ink)


def _stamp(face: Plane, style: DeckStyle, mask: Plane, centre: tuple[int, int], ink: Colour) -> None:
    size = mask.shape[0]
    top, left = max(0, centre[1] - size // 2), max(0, centre[0] - size // 2)
    under = float(face[top : top + size, left : left + size].mean())
    light_ink = style.number_ink == "white"
    badge: Colour = (26, 24, 24) if light_ink else (240, 244, 246)
    _badge(face, style.number_badge, centre, (size, badge))
    if style.number_badge != "none":
        under = float(np.mean(badge))
    colour = np.asarray(ink, np.float32) * 0.85 if style.number_ink == "ink" else np.full(3, 20, np.float32)
    if light_ink:
        colour = np.full(3, 245, np.float32)
    if abs(float(colour.mean()) - under) < 70:
        colour = np.full(3, 250 if under < 128 else 15, np.float32)
    box = face[top : top + size, left : left + size]
    part = mask[: box.shape[0], : box.shape[1], None]
    box += part * (colour - box)


def _badge(face: Plane, kind: str, centre: tuple[int, int], form: tuple[int, Colour]) -> None:
    size, colour = form
    half = round(size * 0.68)
    x, y = centre
    if kind == "disc":
        cv2.circle(face, centre, half, colour, -1, cv2.LINE_AA)
    elif kind == "box":
        cv2.rectangle(face, (x - half, y - half), (x + half, y + half), colour, -1, cv2.LINE_AA)
    elif kind == "shield":
        shield = (
            np.array([[-1, -1], [1, -1], [1, 0.3], [0.5, 0.9], [0, 1.15], [-0.5, 0.9], [-1, 0.3]]) * half
            + centre
        )
        cv2.fillPoly(face, [np.rint(shield).astype(np.int32)], colour, cv2.LINE_AA)


def _pen(mask: object, points: Points, pen: tuple[float, float, float], size: int) -> None:
    """Draw a stroke with an oval nib: broad one way, thin the other, held at an angle."""
    broad, thin, angle = pen
    curve = (
        smooth_outline(points, steps=16, closed=False)
        if len(points) > 2
        else np.linspace(points[0], points[1], 40)
    )
    axes = (max(1, round(broad * size / 2)), max(1, round(thin * size / 2)))
    for x, y in curve:
        cv2.ellipse(
            mask, (round(x), round(y)), axes, float(np.degrees(angle)), 0, 360, (255,), -1, cv2.LINE_AA
        )  # type: ignore[call-overload]
