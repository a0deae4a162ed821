"""A small PDF writer: pages of true vectors, with gradients and transparency, from the standard library
alone.

Everything is in millimetres with y downwards; each page starts with the matrix that turns this into points.
The same drawings give the same bytes: no dates, no random identifiers.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field
from itertools import pairwise

from calibration.house_deck.geometry import Outline
from calibration.house_deck.shapes import (
    Clipped,
    Colour,
    Drawing,
    Fill,
    LinearGradient,
    RadialGradient,
    Shape,
    Stroke,
)

POINTS_A_MM = 72 / 25.4
FAR_MM = 1000.0

Gradient = LinearGradient | RadialGradient


@dataclass(slots=True)
class PdfDocument:
    """Collects objects and pages, then gives the whole file as bytes."""

    objects: list[bytes] = field(default_factory=lambda: [b"", b"", b""])  # catalogue, page tree, resources
    pages: list[int] = field(default_factory=list)
    states: dict[str, str] = field(
        default_factory=dict
    )  # what a name in the resources stands for -> the name
    shadings: dict[str, str] = field(default_factory=dict)
    forms: dict[str, int] = field(default_factory=dict)
    masks: dict[str, int] = field(default_factory=dict)

    def add_form(self, name: str, drawing: Drawing, box: tuple[float, float, float, float]) -> None:
        """A drawing that pages can place by name as often as they like."""
        content = "\n".join(self._shape(shape) for shape in drawing)
        self.forms[name] = self._stream(
            content, f"/Type /XObject /Subtype /Form /BBox [{_numbers(*box)}] /Resources 3 0 R"
        )

    def add_page(self, width_mm: float, height_mm: float, content: str) -> None:
        """A page whose content is written in millimetres."""
        scale = POINTS_A_MM
        matrix = f"{_numbers(scale, 0, 0, -scale, 0, height_mm * scale)} cm"
        stream = self._stream(f"{matrix}\n{content}", "")
        box = _numbers(0, 0, width_mm * scale, height_mm * scale)
        self.pages.append(
            self._object(
                f"<< /Type /Page /Parent 2 0 R /MediaBox [{box}] /Resources 3 0 R /Contents {stream} 0 R >>"
            )
        )

    def content(self, drawing: Drawing) -> str:
        """A drawing as page content."""
        return "\n".join(self._shape(shape) for shape in drawing)

    def to_bytes(self) -> bytes:
        """The file."""
        self.objects[0] = b"<< /Type /Catalog /Pages 2 0 R >>"
        kids = " ".join(f"{number} 0 R" for number in self.pages)
        self.objects[1] = f"<< /Type /Pages /Kids [{kids}] /Count {len(self.pages)} >>".encode()
        self.objects[2] = self._resources().encode()
        out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
        places = []
        for number, body in enumerate(self.objects, 1):
            places.append(len(out))
            out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
        table = len(out)
        out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1)
        out += b"".join(b"%010d 00000 n \n" % place for place in places)
        out += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(places) + 1, table)
        return bytes(out)

    def _resources(self) -> str:
        states = " ".join(f"/{name} {body}" for body, name in self.states.items())
        shadings = " ".join(f"/{name} {body}" for body, name in self.shadings.items())
        forms = " ".join(f"/{name} {number} 0 R" for name, number in self.forms.items())
        font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
        drawing = f"/ExtGState << {states} >> /Shading << {shadings} >> /XObject << {forms} >>"
        return f"<< {drawing} /Font << /Note {font} >> >>"

    def _object(self, body: str | bytes) -> int:
        self.objects.append(body if isinstance(body, bytes) else body.encode())
        return len(self.objects)

    def _stream(self, content: str, entries: str) -> int:
        packed = zlib.compress(content.encode(), 9)
        head = f"<< {entries} /Filter /FlateDecode /Length {len(packed)} >>".encode()
        return self._object(head + b"\nstream\n" + packed + b"\nendstream")

    def _shape(self, shape: Shape) -> str:
        if isinstance(shape, Clipped):
            inner = "\n".join(self._shape(part) for part in shape.shapes)
            return f"q {_path(shape.clip)} W* n\n{inner}\nQ"
        if isinstance(shape, Stroke):
            see_through = self._alpha(shape.colour)
            ink = f"{_numbers(*shape.colour.channels)} RG {_numbers(shape.width_mm)} w 1 J 1 j"
            return f"q {see_through}{ink} {_path(shape.outline)} S Q"
        if isinstance(shape.paint, Colour):
            ink = f"{_numbers(*shape.paint.channels)} rg"
            return f"q {self._alpha(shape.paint)}{ink} {_path(shape.outline)} f* Q"
        return self._shaded(shape, shape.paint)

    def _shaded(self, shape: Fill, paint: Gradient) -> str:
        alphas = {colour.alpha for _, colour in paint.stops}
        see_through = self._alpha(paint.stops[0][1]) if len(alphas) == 1 else self._soft_mask(paint)
        name = self._name(
            self.shadings, "S", _shading(paint, "/DeviceRGB", [_numbers(*c.channels) for _, c in paint.stops])
        )
        return f"q {_path(shape.outline)} W* n {see_through}/{name} sh Q"

    def _alpha(self, colour: Colour) -> str:
        if colour.alpha >= 1:
            return ""
        alpha = _numbers(colour.alpha)
        return f"/{self._name(self.states, 'A', f'<< /ca {alpha} /CA {alpha} >>')} gs "

    def _soft_mask(self, paint: Gradient) -> str:
        """A mask as bright as the gradient is opaque."""
        grey = _shading(paint, "/DeviceGray", [_numbers(colour.alpha) for _, colour in paint.stops])
        if grey not in self.masks:
            box = _numbers(-FAR_MM, -FAR_MM, FAR_MM, FAR_MM)
            group = "/Group << /S /Transparency /CS /DeviceGray >>"
            shading = f"/Resources << /Shading << /G {grey} >> >>"
            entries = f"/Type /XObject /Subtype /Form /BBox [{box}] {group} {shading}"
            self.masks[grey] = self._stream("/G sh", entries)
        state = f"<< /SMask << /Type /Mask /S /Luminosity /G {self.masks[grey]} 0 R >> >>"
        return f"/{self._name(self.states, 'A', state)} gs "

    @staticmethod
    def _name(names: dict[str, str], prefix: str, body: str) -> str:
        return names.setdefault(body, f"{prefix}{len(names)}")


def _shading(paint: Gradient, space: str, values: list[str]) -> str:
    at = [stop for stop, _ in paint.stops]
    if isinstance(paint, LinearGradient):
        place = f"/ShadingType 2 /Coords [{_numbers(*paint.start, *paint.end)}]"
    else:
        place = f"/ShadingType 3 /Coords [{_numbers(*paint.centre, 0, *paint.centre, paint.radius)}]"
    return f"<< {place} /ColorSpace {space} /Extend [true true] /Function {_blend(at, values)} >>"


def _blend(at: list[float], values: list[str]) -> str:
    """From colour to colour, one linear piece between two stops."""
    pieces = [
        f"<< /FunctionType 2 /Domain [0 1] /N 1 /C0 [{first}] /C1 [{second}] >>"
        for first, second in pairwise(values)
    ]
    if len(pieces) == 1:
        return pieces[0]
    encode = " ".join("0 1" for _ in pieces)
    return (
        f"<< /FunctionType 3 /Domain [0 1] /Bounds [{_numbers(*at[1:-1])}] /Encode [{encode}]"
        f" /Functions [{' '.join(pieces)}] >>"
    )


def _path(outline: Outline) -> str:
    words = []
    for contour in outline.contours:
        words.append(f"{_numbers(*contour.start)} m")
        for segment in contour.segments:
            if segment.handles is None:
                words.append(f"{_numbers(*segment.end)} l")
            else:
                first, second = segment.handles
                words.append(f"{_numbers(*first, *second, *segment.end)} c")
        if contour.closed:
            words.append("h")
    return " ".join(words)


def _numbers(*values: float) -> str:
    return " ".join(f"{value:.3f}".rstrip("0").rstrip(".") if value else "0" for value in values)
