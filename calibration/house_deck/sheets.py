"""The deck on paper: nine cards a sheet, crop marks, backs where a duplex printer puts them."""

from __future__ import annotations

from dataclasses import dataclass

from calibration.house_deck.back import draw_back
from calibration.house_deck.cards import CARD_HEIGHT_MM, CARD_WIDTH_MM, COLOURS, HouseCard, house_cards
from calibration.house_deck.face import draw_face
from calibration.house_deck.frame import BLEED_MM
from calibration.house_deck.geometry import polygon
from calibration.house_deck.pdf import PdfDocument
from calibration.house_deck.shapes import Drawing, Stroke, rgb

COLUMNS = 3
ROWS = 3
CARDS_A_SHEET = COLUMNS * ROWS
MARK_MM = 3.0
MARK_GAP_MM = 0.8
NOTE_MM = 2.6
FORM_BOX = (-BLEED_MM, -BLEED_MM, CARD_WIDTH_MM + BLEED_MM, CARD_HEIGHT_MM + BLEED_MM)


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet, and how much of each card's bleed it has room for."""

    width_mm: float
    height_mm: float
    bleed_mm: float

    @property
    def left_mm(self) -> float:
        """Where the first column's bleed begins."""
        return (self.width_mm - COLUMNS * self.pitch_x_mm) / 2

    @property
    def top_mm(self) -> float:
        """Where the first row's bleed begins."""
        return (self.height_mm - ROWS * self.pitch_y_mm) / 2

    @property
    def pitch_x_mm(self) -> float:
        """From one column to the next: neighbours' bleeds touch."""
        return CARD_WIDTH_MM + 2 * self.bleed_mm

    @property
    def pitch_y_mm(self) -> float:
        """From one row to the next."""
        return CARD_HEIGHT_MM + 2 * self.bleed_mm

    def corner(self, column: int, row: int) -> tuple[float, float]:
        """The top left corner of the card cut from that place."""
        x = self.left_mm + column * self.pitch_x_mm + self.bleed_mm
        return (x, self.top_mm + row * self.pitch_y_mm + self.bleed_mm)


PAPERS = {"a4": Paper(210.0, 297.0, 2.0), "letter": Paper(215.9, 279.4, 1.0)}


def deck_pdf(paper: Paper) -> bytes:
    """All 72 cards: each sheet of faces is followed by its backs."""
    document = PdfDocument()
    cards = house_cards()
    for card in cards:
        document.add_form(card.code, draw_face(card), FORM_BOX)
    for colour in COLOURS:
        document.add_form(f"{colour}-back", draw_back(colour), FORM_BOX)
    sheets = [cards[first : first + CARDS_A_SHEET] for first in range(0, len(cards), CARDS_A_SHEET)]
    for number, sheet in enumerate(sheets, 1):
        title = f"Conclave house deck, sheet {number} of {len(sheets)}"
        _add_side(document, paper, _faces(sheet), f"{title}, faces")
        _add_side(document, paper, _backs(sheet), f"{title}, backs")
    return document.to_bytes()


Placed = tuple[str, int, int]  # a form's name, its column and its row


def _faces(sheet: tuple[HouseCard, ...]) -> list[Placed]:
    return [(card.code, index % COLUMNS, index // COLUMNS) for index, card in enumerate(sheet)]


def _backs(sheet: tuple[HouseCard, ...]) -> list[Placed]:
    """The columns run the other way: the sheet is flipped about its long edge."""
    return [
        (f"{card.colour}-back", COLUMNS - 1 - column, row)
        for card, (_, column, row) in zip(sheet, _faces(sheet), strict=True)
    ]


def _add_side(document: PdfDocument, paper: Paper, places: list[Placed], title: str) -> None:
    bleed = paper.bleed_mm
    content = []
    for name, column, row in places:
        x, y = paper.corner(column, row)
        size = f"{-bleed:g} {-bleed:g} {paper.pitch_x_mm:g} {paper.pitch_y_mm:g}"
        content.append(f"q 1 0 0 1 {x:.3f} {y:.3f} cm {size} re W n /{name} Do Q")
    content.append(document.content(_crop_marks(paper)))
    note = "print both sides at 100 %, flip on the long edge, cut along the marks: 56 x 87 mm"
    content.append(_note(paper, f"{title} - {note}"))
    document.add_page(paper.width_mm, paper.height_mm, "\n".join(content))


def _crop_marks(paper: Paper) -> Drawing:
    right, bottom = paper.width_mm - paper.left_mm, paper.height_mm - paper.top_mm
    near, far = MARK_GAP_MM, MARK_GAP_MM + MARK_MM
    lines = []
    for column in range(COLUMNS):
        left = paper.corner(column, 0)[0]
        for x in (left, left + CARD_WIDTH_MM):
            lines += [
                [(x, paper.top_mm - near), (x, paper.top_mm - far)],
                [(x, bottom + near), (x, bottom + far)],
            ]
    for row in range(ROWS):
        top = paper.corner(0, row)[1]
        for y in (top, top + CARD_HEIGHT_MM):
            lines += [
                [(paper.left_mm - near, y), (paper.left_mm - far, y)],
                [(right + near, y), (right + far, y)],
            ]
    return tuple(Stroke(polygon(line, closed=False), 0.15, rgb("000000")) for line in lines)


def _note(paper: Paper, text: str) -> str:
    """Up the left margin, where the cutter's first cut takes it off."""
    x, y = paper.left_mm - MARK_GAP_MM - MARK_MM - 1.6, paper.height_mm - paper.top_mm - 8
    return f"BT /Note {NOTE_MM} Tf 0 -1 -1 0 {x:.3f} {y:.3f} Tm ({text}) Tj ET"
