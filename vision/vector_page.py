"""A page of rectangles, lines and words in millimetres, written as a PDF."""

from __future__ import annotations

from dataclasses import dataclass, field

_POINTS_A_MM = 72 / 25.4


@dataclass(frozen=True, slots=True)
class PageSize:
    """The size of a sheet of paper."""

    width_mm: float
    height_mm: float


PAPERS = {"a4": PageSize(210.0, 297.0), "letter": PageSize(215.9, 279.4)}


@dataclass(frozen=True, slots=True)
class VectorPage:
    """Collects what is drawn; positions count from the top left corner, rightwards and downwards."""

    size: PageSize
    _drawing: list[str] = field(default_factory=list)

    def fill(
        self, left_mm: float, top_mm: float, width_mm: float, height_mm: float, grey: float = 0.0
    ) -> None:
        """Fill a rectangle, from black 0 to white 1."""
        x, y = self._place(left_mm, top_mm + height_mm)
        size = f"{width_mm * _POINTS_A_MM:.4f} {height_mm * _POINTS_A_MM:.4f}"
        self._drawing.append(f"{grey:.3f} g {x} {y} {size} re f")

    def line(self, start_mm: tuple[float, float], end_mm: tuple[float, float], dashed: bool = False) -> None:
        """Draw a thin line."""
        pattern = "[3 3] 0 d" if dashed else "[] 0 d"
        (x1, y1), (x2, y2) = self._place(*start_mm), self._place(*end_mm)
        self._drawing.append(f"{pattern} 0.5 w 0.3 G {x1} {y1} m {x2} {y2} l S")

    def text(self, left_mm: float, base_mm: float, words: str, size_points: float = 9.0) -> None:
        """Write one line of words; `base_mm` is where the letters stand."""
        x, y = self._place(left_mm, base_mm)
        escaped = words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        self._drawing.append(f"BT 0 g /F1 {size_points:g} Tf {x} {y} Td ({escaped}) Tj ET")

    def _place(self, left_mm: float, top_mm: float) -> tuple[str, str]:
        return f"{left_mm * _POINTS_A_MM:.4f}", f"{(self.size.height_mm - top_mm) * _POINTS_A_MM:.4f}"

    def to_pdf(self) -> bytes:
        """The whole document. The same drawing gives the same bytes."""
        drawing = "\n".join(self._drawing).encode("cp1252")
        box = f"[0 0 {self.size.width_mm * _POINTS_A_MM:.3f} {self.size.height_mm * _POINTS_A_MM:.3f}]"
        font = "/Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding"
        fonts = "/Resources << /Font << /F1 5 0 R >> >>"
        page = f"/Type /Page /Parent 2 0 R /MediaBox {box} /Contents 4 0 R {fonts}"
        # Viewers that heed this preference do not shrink the page, which would shrink the markers.
        catalog = "/Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >>"
        return _assemble(
            [
                f"<< {catalog} >>".encode(),
                b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
                f"<< {page} >>".encode(),
                b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawing), drawing),
                f"<< {font} >>".encode(),
            ]
        )


def _assemble(objects: list[bytes]) -> bytes:
    content = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(content))
        content += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table_at = len(content)
    content += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    content += b"".join(b"%010d 00000 n \n" % place for place in places)
    content += b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table_at)
    return bytes(content)
