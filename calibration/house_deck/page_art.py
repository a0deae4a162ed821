"""The deck's heads and plaques as one SVG: cards look alike on table and phone.

python -m calibration.house_deck.page_art mobile_web/static/art.svg
python -m calibration.house_deck.page_art --signs companion/art/signs.svg
"""

from __future__ import annotations

import argparse
from pathlib import Path

from calibration.house_deck.crow import crow_head
from calibration.house_deck.gazelle import gazelle_head
from calibration.house_deck.geometry import Outline
from calibration.house_deck.icons import plaque
from calibration.house_deck.palette import MAGICS
from calibration.house_deck.shapes import Clipped, Colour, Drawing, Fill, LinearGradient, Paint, Shape, Stroke
from calibration.house_deck.wild_boar import wild_boar_head
from calibration.whole_file import write_whole_file

BOXES = {"crow": "-19 -16 36 34", "gazelle": "-18 -29 36 42", "wild-boar": "-19 -18 38 36"}
INFLUENCE_DRAWN = 3  # neither the plainest nor the most adorned


def page_art() -> str:
    """Every head and plaque as a symbol."""
    inks = MAGICS["be"]
    heads = {
        "crow": crow_head(INFLUENCE_DRAWN),
        "gazelle": gazelle_head(inks, INFLUENCE_DRAWN),
        "wild-boar": wild_boar_head(inks, INFLUENCE_DRAWN),
    }
    writer = _Writer()
    symbols = [writer.symbol(name, BOXES[name], drawing) for name, drawing in heads.items()]
    return _whole([*symbols, *_plaques(writer)], writer)


def signs() -> str:
    """The plaques alone, for those who need no heads."""
    writer = _Writer()
    return _whole(_plaques(writer), writer)


def _plaques(writer: _Writer) -> list[str]:
    return [writer.symbol(f"magic-{code}", "-6 -6.4 12 12.8", plaque(code, (0, 0), 10)) for code in MAGICS]


def _whole(symbols: list[str], writer: _Writer) -> str:
    body = "\n".join(["<defs>", *writer.defs, "</defs>", *symbols])
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n{body}\n</svg>\n'


class _Writer:
    """Turns drawings into SVG; gradients and clips are kept apart and named."""

    def __init__(self) -> None:
        self.defs: list[str] = []
        self._names: dict[str, str] = {}

    def symbol(self, name: str, box: str, drawing: Drawing) -> str:
        shapes = "\n".join(self._shape(shape) for shape in drawing)
        return f'<symbol id="art-{name}" viewBox="{box}">\n{shapes}\n</symbol>'

    def _shape(self, shape: Shape) -> str:
        if isinstance(shape, Clipped):
            clip = self._define("clipPath", "", f'<path clip-rule="evenodd" d="{_path(shape.clip)}"/>')
            inner = "".join(self._shape(part) for part in shape.shapes)
            return f'<g clip-path="url(#{clip})">{inner}</g>'
        if isinstance(shape, Stroke):
            line = f'fill="none" {_ink("stroke", shape.colour)} stroke-width="{_number(shape.width_mm)}"'
            return f'<path d="{_path(shape.outline)}" {line} stroke-linecap="round" stroke-linejoin="round"/>'
        return f'<path fill-rule="evenodd" d="{_path(shape.outline)}" {self._paint(shape)}/>'

    def _paint(self, shape: Fill) -> str:
        paint = shape.paint
        if isinstance(paint, Colour):
            return _ink("fill", paint)
        return f'fill="url(#{self._gradient(paint)})"'

    def _gradient(self, paint: Paint) -> str:
        assert not isinstance(paint, Colour)
        stops = "".join(
            f'<stop offset="{_number(at)}" {_ink("stop", colour, "-color")}/>' for at, colour in paint.stops
        )
        if isinstance(paint, LinearGradient):
            (x1, y1), (x2, y2) = paint.start, paint.end
            where = f'x1="{_number(x1)}" y1="{_number(y1)}" x2="{_number(x2)}" y2="{_number(y2)}"'
            return self._define("linearGradient", where, stops)
        where = f'cx="{_number(paint.centre[0])}" cy="{_number(paint.centre[1])}" r="{_number(paint.radius)}"'
        return self._define("radialGradient", where, stops)

    def _define(self, kind: str, where: str, content: str) -> str:
        units = "" if kind == "clipPath" else ' gradientUnits="userSpaceOnUse"'
        body = f"{kind}{where}{content}"
        if body not in self._names:
            self._names[body] = f"art-{len(self._names)}"
            opening = f'<{kind} id="{self._names[body]}"{units} {where}'.rstrip()
            self.defs.append(f"{opening}>{content}</{kind}>")
        return self._names[body]


def _ink(name: str, colour: Colour, suffix: str = "") -> str:
    channels = "".join(f"{round(255 * channel):02x}" for channel in colour.channels)
    opacity = "" if colour.alpha >= 1 else f' {name}-opacity="{_number(colour.alpha)}"'
    return f'{name}{suffix}="#{channels}"{opacity}'


def _path(outline: Outline) -> str:
    words = []
    for contour in outline.contours:
        words.append(f"M{_pair(contour.start)}")
        for segment in contour.segments:
            points = [*(segment.handles or ()), segment.end]
            words.append(("C" if segment.handles else "L") + " ".join(map(_pair, points)))
        if contour.closed:
            words.append("Z")
    return "".join(words)


def _pair(point: tuple[float, float]) -> str:
    return f"{_number(point[0])},{_number(point[1])}"


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"


def main() -> None:
    """Write what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--signs", action="store_true", help="the six plaques alone")
    asked = parser.parse_args()
    write_whole_file(asked.file, (signs() if asked.signs else page_art()).encode())


if __name__ == "__main__":
    main()
