from __future__ import annotations

import re

import pytest

from calibration.house_deck.cards import CARD_HEIGHT_MM, CARD_WIDTH_MM, HouseCard, house_cards
from calibration.house_deck.face import draw_face
from calibration.house_deck.pdf import PdfDocument
from calibration.house_deck.sheets import FORM_BOX, PAPERS, deck_pdf
from tests.calibration.house_deck.pdf_reading import PrintedPage, content_of, read_objects, read_pages

PAPER_MM = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}


@pytest.fixture(scope="module", params=PAPERS)
def printed(request: pytest.FixtureRequest) -> tuple[str, bytes]:
    name = str(request.param)
    return name, deck_pdf(PAPERS[name])


@pytest.fixture(scope="module")
def pages(printed: tuple[str, bytes]) -> list[PrintedPage]:
    return read_pages(printed[1])


def test_the_sheets_are_of_the_paper_asked_for(printed: tuple[str, bytes], pages: list[PrintedPage]) -> None:
    for page in pages:
        assert (page.width_mm, page.height_mm) == pytest.approx(PAPER_MM[printed[0]], abs=0.01)


def test_every_card_is_printed_once(pages: list[PrintedPage]) -> None:
    faces = [name for page in pages[::2] for name in page.placed.values()]
    assert sorted(faces) == sorted(card.code for card in house_cards())


def test_every_card_has_its_magics_back_behind_it(pages: list[PrintedPage]) -> None:
    """Flipped about the long edge, x becomes the paper's width less x and y stays."""
    for front, behind in zip(pages[::2], pages[1::2], strict=True):
        assert len(front.placed) == len(behind.placed) == 9
        for (x, y), face in front.placed.items():
            flipped = [
                name
                for (back_x, back_y), name in behind.placed.items()
                if abs(front.width_mm - x - CARD_WIDTH_MM - back_x) < 0.01 and abs(back_y - y) < 0.01
            ]
            assert flipped == [f"{face[:2]}-back"], face


def test_cards_lie_apart_and_on_the_paper(pages: list[PrintedPage]) -> None:
    for page in pages:
        for x, y in page.placed:
            assert 4 < x < page.width_mm - CARD_WIDTH_MM - 4
            assert 4 < y < page.height_mm - CARD_HEIGHT_MM - 4
            near = [
                (u, v)
                for u, v in page.placed
                if abs(u - x) < CARD_WIDTH_MM + 1.9 and abs(v - y) < CARD_HEIGHT_MM + 1.9
            ]
            assert near == [(x, y)]


def test_each_sheet_says_how_to_print_and_cut_it(pages: list[PrintedPage]) -> None:
    for number, page in enumerate(pages):
        assert f"sheet {number // 2 + 1} of 8, {'backs' if number % 2 else 'faces'}" in page.text
        assert "100 %" in page.text
        assert "56 x 87 mm" in page.text


def test_every_cut_has_a_mark_at_both_ends(printed: tuple[str, bytes]) -> None:
    """Three columns and three rows have twelve cuts."""
    objects = read_objects(printed[1])
    page = next(body for body in objects.values() if b"/Type /Page " in body)
    content = content_of(objects[int(re.findall(rb"/Contents (\d+)", page)[0])])
    assert len(re.findall(r"0\.15 w 1 J 1 j \S+ \S+ m \S+ \S+ l S", content)) == 24


def test_the_drawings_are_vectors(printed: tuple[str, bytes]) -> None:
    """No picture is embedded, and each form draws curves."""
    objects = read_objects(printed[1])
    assert not any(b"/Subtype /Image" in body for body in objects.values())
    forms = [body for body in objects.values() if b"/Subtype /Form /BBox [-3 -3 59 90]" in body]
    assert len(forms) == 72 + 6
    assert all(content_of(form).count(" c ") > 200 for form in forms)


def test_everything_a_page_draws_with_is_in_the_resources(printed: tuple[str, bytes]) -> None:
    objects = read_objects(printed[1])
    resources = objects[3].decode()
    for body in objects.values():
        if b"/Length" in body and b"/Group" not in body:
            for name in set(re.findall(r"/(\w[\w-]*) (?:gs|sh|Do)\b", content_of(body))):
                assert f"/{name} " in resources


def test_the_same_drawing_prints_the_same_bytes() -> None:
    """No dates and no random identifiers, so that a printed deck can be compared with the next release's."""

    def printed_once() -> bytes:
        document = PdfDocument()
        document.add_form("puG5", draw_face(HouseCard("pu", "G", 5)), FORM_BOX)
        document.add_page(210, 297, "/puG5 Do")
        return document.to_bytes()

    assert printed_once() == printed_once()
