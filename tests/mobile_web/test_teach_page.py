"""Teaching a deck on a phone: guided, interrupted, resumed, corrected, tried out, and read with at once."""

from __future__ import annotations

import re
import string
from pathlib import Path

import cv2
import pytest
from playwright.sync_api import Browser, Page, expect

from calibration.teaching.remarks import WORDS, RemarkKind
from companion.server.roles import Role
from companion.server.teaching import TeachingTrouble
from tests.calibration.teaching.table_photos import grid_photo
from tests.companion.server.live import LiveServer, live_server
from tests.mobile_web.browser import assert_fit_for_all, choose, open_phone
from tests.mobile_web.test_words import ENGLISH
from vision.arrays import Picture

LONG_MS = 90_000
BLUE = (("blC1", "blC2", "blC4"), ("blG1", "blG2", "blG3"))
MIXED = (("reG2", "blC1", "grG1"), ("puC1", "blG2", "orG2"))
GUESSED_WRONG = {"row 0, column 0": "reG2", "row 1, column 2": "orG2"}
TABLE = (
    ("blC1", "reG2", None, "blG3"),
    (None, "blC4", "grG1", None),
    ("orG2", None, "blG2", "puC1"),
    ("blC2", "blG1", None, None),
)


def saved(folder: Path, name: str, picture: Picture) -> Path:
    path = folder / name
    cv2.imwrite(str(path), picture)
    return path


def teach_page(browser: Browser, live: LiveServer, locale: str = "en-US", scheme: str = "dark") -> Page:
    return open_phone(browser, live.link(Role.HOST).replace("/host#", "/teach#"), locale, scheme)


def begin(page: Page, name: str) -> None:
    page.locator("input[name=name]").fill(name)
    page.locator('[data-key="begin"]').click()
    expect(page.locator(".lesson h2")).to_have_text(name, timeout=LONG_MS)


def lay(page: Page, magic: str, lying: set[str]) -> None:
    """Tap away what does not lie there."""
    page.locator(f'[data-key="magic {magic}"]').click()
    for brotherhood in "CGW":
        for value in "12345":
            if f"{brotherhood}{value}" not in lying:
                page.locator(f'[data-key="lies {brotherhood}{value}"]').click()


def take(page: Page, photo: Path, number: int, cards: int) -> None:
    page.locator('[data-key="take"]').set_input_files(photo)
    words = f"Photo {number}: {cards} cards found"
    expect(page.locator(".understood h2")).to_have_text(words, timeout=LONG_MS)


def test_a_deck_is_taught_interrupted_corrected_and_read_with(browser: Browser, tmp_path: Path) -> None:
    with live_server(tmp_path / "data") as live:
        page = teach_page(browser, live)
        assert_fit_for_all(page)
        begin(page, "mine")
        lay(page, "bl", {"C1", "C2", "C4", "G1", "G2", "G3"})
        assert_fit_for_all(page)
        take(page, saved(tmp_path, "blue.jpg", grid_photo(BLUE, 3)), 1, 6)
        page.locator(".crop-place .crop").first.wait_for()
        assert_fit_for_all(page)
        page.context.close()
    with live_server(tmp_path / "data") as live:  # another day, another phone
        page = teach_page(browser, live)
        page.locator('[data-key="open mine"]').click()
        expect(page.locator(".lesson")).to_contain_text("6 kinds of card")
        answer_what_is_open(page, saved(tmp_path, "any.jpg", grid_photo(MIXED, 2)))
        page.locator('[data-key="finish"]').click()
        expect(page.get_by_role("heading", name="The deck is ready")).to_be_visible(timeout=LONG_MS)
        expect(page.locator(".alike-pairs li")).to_have_count(6)
        assert_fit_for_all(page)
        page.locator('[data-key="use it"]').click()
        expect(page.locator(".deck-list .badge").locator("..")).to_contain_text("mine")
        assert_fit_for_all(page)
        read_with_it(page, live, saved(tmp_path, "table.jpg", grid_photo(TABLE, 5, (0.85, 0.95, 1.1))))
        page.context.close()


def answer_what_is_open(page: Page, photo: Path) -> None:
    """Two cards are recognised; of four guesses two are put right one by one, and two are right."""
    page.locator('[data-key="any"]').click()
    take(page, photo, 2, 6)
    expect(page.locator(".understood .seen:not(.unsure)")).to_have_count(2)
    assert_fit_for_all(page)
    for place, card in GUESSED_WRONG.items():
        page.locator(f'[data-key="card 2 {place}"]').click()
        likely = page.locator(f'#sheet [data-key="candidate {card}"]')
        page.locator("#sheet .crop").wait_for()
        if likely.count():
            likely.click()
        else:
            choose(page, card)
        expect(page.locator("#sheet .sheet")).to_have_count(0)
    page.locator('[data-key="right 2"]').click()
    expect(page.locator(".lesson")).to_contain_text("10 kinds of card")


def read_with_it(page: Page, live: LiveServer, table: Path) -> None:
    """The deck on the table reads a photo of a Conclave at once."""
    seen = live.photos.read_now(table.read_bytes())
    expected = {(row, column): card for row, cards in enumerate(TABLE) for column, card in enumerate(cards)}
    assert {(cell.row, cell.column): cell.card for cell in seen.cells} == expected
    assert all(cell.accepted for cell in seen.cells)
    page.goto(f"{live.address}/check")
    page.locator("input[type=file]").first.set_input_files(table)
    page.locator('[data-key="spot 1,1"]').click(timeout=LONG_MS)
    expect(page.locator(".headline")).to_be_visible()
    page.locator('[data-key="spot 0,0"]').click()
    choose(page, "blC1")
    page.locator('[data-key="learn"]').click()
    expect(page.locator("#sheet")).to_contain_text("has learned 1 card.", timeout=LONG_MS)


def test_wrong_photos_are_said_in_spanish_and_taken_again(
    browser: Browser, live: LiveServer, tmp_path: Path
) -> None:
    page = teach_page(browser, live, "es-ES", "light")
    begin(page, "mia")
    lay(page, "bl", {"C1", "C2", "C4", "G1", "G2", "G3"})
    (tmp_path / "no.jpg").write_bytes(b"this is no photo")
    page.locator('[data-key="take"]').set_input_files(tmp_path / "no.jpg")
    expect(page.locator("#sheet")).to_contain_text("no es una foto", timeout=LONG_MS)
    page.locator('#sheet [data-key="close"]').click()
    cut_off = saved(tmp_path, "cut.jpg", grid_photo(BLUE, 3)[:, :-280])
    page.locator('[data-key="take"]').set_input_files(cut_off)
    expect(page.locator(".wrong.needed li").first).to_be_visible(timeout=LONG_MS)
    expect(page.locator(".next h2")).to_have_text("Haz otra vez la foto 1")
    assert_fit_for_all(page)
    page.locator('[data-key="again 1"]').set_input_files(saved(tmp_path, "blue.jpg", grid_photo(BLUE, 3)))
    expect(page.locator(".understood h2")).to_have_text("Foto 1: 6 cartas encontradas", timeout=LONG_MS)
    expect(page.locator(".wrong")).to_have_count(0)
    page.locator('[data-key="finish"]').click()
    expect(page.get_by_role("heading", name="La baraja está lista")).to_be_visible(timeout=LONG_MS)
    assert_fit_for_all(page)
    page.context.close()


def test_a_list_of_cards_can_be_said_and_decks_are_managed(
    browser: Browser, live: LiveServer, tmp_path: Path
) -> None:
    page = teach_page(browser, live)
    page.locator("select[name=which]").select_option("say")
    begin(page, "listed")
    for card in ("blC1", "blC2", "blC2"):
        page.locator(f'#sheet [data-key="count {card}"]').click()
    assert_fit_for_all(page)
    page.locator('[data-key="list done"]').click()
    expect(page.locator(".lesson")).to_contain_text("0 of 2 kinds of card")
    page.locator('[data-key="home"]').click()
    page.locator('[data-key="give up listed"]').click()
    page.get_by_role("button", name="Really forget").click()
    expect(page.locator(".lessons")).to_have_count(0)
    with page.expect_download() as downloaded:
        page.locator('[data-key="export house"]').click()
    packed = tmp_path / "house.deck.zip"
    downloaded.value.save_as(packed)
    page.locator('[data-key="import"]').set_input_files(packed)
    page.locator('[data-key="delete house-2"]').click(timeout=LONG_MS)
    page.get_by_role("button", name="Really delete?").click()
    expect(page.locator(".deck-list li")).to_have_count(1)
    page.locator('[data-key="import"]').set_input_files(saved(tmp_path, "no.jpg", grid_photo(BLUE, 3)))
    expect(page.locator("#sheet")).to_contain_text("no exported deck", timeout=LONG_MS)
    page.context.close()


def test_others_are_told_that_the_host_teaches(browser: Browser, live: LiveServer) -> None:
    page = open_phone(browser, live.link(Role.JUDGE).replace("/judge#", "/teach#"))
    expect(page.get_by_text("Only the host can teach decks")).to_be_visible()
    page.context.close()


@pytest.mark.parametrize("kind", RemarkKind)
def test_every_remark_of_the_teacher_has_words_for_pages(kind: RemarkKind) -> None:
    """The words use no fact that the remark does not carry."""
    used = set(re.findall(r"\{(\w+)\}", ENGLISH[f"teach.said.{kind.value}"]))
    assert used <= {name for _, name, _, _ in string.Formatter().parse(WORDS[kind]) if name}


@pytest.mark.parametrize("trouble", TeachingTrouble)
def test_every_refusal_of_the_teacher_has_words(trouble: TeachingTrouble) -> None:
    assert f"error.{trouble.value}" in ENGLISH
