"""The page inside a bundle: the whole game for people, without a companion, a network or a script."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from string import Formatter

import pytest

import mobile_web
from companion.cli.watched_story import THE_TABLE_IS_RIGHT
from companion.games.conclave.conclave import Corner
from companion.journal.bundle import open_bundle, pack_bundle
from companion.journal.bundle_pictures import Pictures
from companion.journal.bundle_style import STYLE
from companion.journal.bundle_words import CATALOGUES
from companion.journal.corrections import StartsAt
from companion.journal.journal import Journal
from companion.watching.recorder import CORNER_SEEN, READ_ANEW, WITHDRAWN
from tests.companion.journal.tables import hidden_setup, simulated

VOID = {"meta", "input", "br", "img", "path", "rect", "circle", "stop", "image", "polygon"}


class Balanced(HTMLParser):
    """Notes tags that are not closed as they were opened, and every address the page asks for."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, _tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    journal = Journal(tmp_path_factory.mktemp("journal"))
    setup, commands, _ = simulated(3)
    story = journal.start(setup, "Ana <script>alert(1)</script>")
    for command in commands:
        story = journal.record(story, command, "Ana").story
    story = journal.open_dispute(story, "Ben", "<img src=x onerror=alert(2)>")
    story = journal.settle_dispute(story, "judge", "it stands & holds", upheld=True)
    return page_of(journal, story.game_id)


def page_of(journal: Journal, game: str) -> str:
    return open_bundle(pack_bundle(game, journal.store.entries(game), {})).page.decode()


def test_the_page_is_whole_and_asks_for_nothing_from_elsewhere(page: str) -> None:
    parser = Balanced()
    parser.feed(page)
    assert parser.wrong == []
    assert parser.open == []
    assert all(address.startswith(("#", "data:", "evidence/")) for address in parser.addresses)
    assert "<script" not in page
    assert "default-src 'none'" in page


def test_what_people_typed_is_shown_and_never_obeyed(page: str) -> None:
    assert "&lt;img src=x onerror=alert(2)&gt;" in page
    assert "Ana &lt;script&gt;" in page
    assert "<img src=x" not in page


def test_the_page_tells_verdicts_rulings_corrections_and_the_tally_in_both_languages(page: str) -> None:
    for said in (
        "The Emissary is",
        "El Emisario es",
        "emissary-counts",
        "judge upholds",
        "El juez confirma",
    ):
        assert said in page
    assert "<span class='won'>" in page
    assert "it stands &amp; holds" in page
    assert page.count('<span lang="en">') == page.count('<span lang="es">')


def test_a_game_that_is_not_over_and_whose_cards_are_unknown_has_a_page(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    story = journal.start(hidden_setup(), "Ana")
    page = page_of(journal, story.game_id)
    assert "The game is not over: this is turn 1." in page
    assert "Nothing was corrected and nothing disputed." in page


def test_a_drawn_card_is_not_shown(tmp_path: Path) -> None:
    """The entries hold it; who looks at the page must not see a hand by chance."""
    journal = Journal(tmp_path)
    setup, commands, _ = simulated(3)
    story = journal.start(setup, "Ana")
    for command in commands[:2]:
        story = journal.record(story, command, "Ana").story
    hand = {str(card) for player in story.game.position.players for card in player.hand}
    laid = {str(card) for card in story.game.position.conclave.cards if card}
    zone = {str(card) for player in story.game.position.players for card in player.zone.followers}
    shown = set(re.findall(r">((?:be|bl|pu|or|re|gr)[CGW][1-5])<", page_of(journal, story.game_id)))
    assert shown <= laid | zone
    assert hand - laid - zone


@pytest.mark.parametrize("reason", [READ_ANEW, WITHDRAWN, CORNER_SEEN, THE_TABLE_IS_RIGHT])
def test_what_the_program_enters_by_itself_is_said_in_words(tmp_path: Path, reason: str) -> None:
    journal = Journal(tmp_path)
    story = journal.start(hidden_setup(), "host")
    story = journal.correct(story, StartsAt(Corner.TOP_RIGHT), "camera", reason)
    page = page_of(journal, story.game_id)
    assert reason not in page
    for language, author in (("en", "by the camera"), ("es", "por la cámara")):
        assert author in page
        assert CATALOGUES[language][f"reason.{reason}"] in page


def test_both_languages_say_the_same_things() -> None:
    assert set(CATALOGUES["en"]) == set(CATALOGUES["es"])
    for key, words in CATALOGUES["en"].items():
        facts = {name for _, name, _, _ in Formatter().parse(words) if name}
        assert facts == {name for _, name, _, _ in Formatter().parse(CATALOGUES["es"][key]) if name}, key


def test_the_page_has_the_colours_of_the_phones_pages() -> None:
    phones = (Path(str(mobile_web.__file__)).parent / "static" / "css" / "theme.css").read_text(
        encoding="utf-8"
    )
    names = ("ground", "panel", "line", "ink", "ink-soft", "gold", "link", "danger", "good", "alarm")
    for name in names:
        wanted = re.findall(rf"--{name}: (#[0-9a-f]+);", phones)
        assert re.findall(rf"--{name}: (#[0-9a-f]+);", STYLE) == wanted, name


def test_pictures_beyond_what_a_page_can_carry_are_linked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.journal.bundle_pictures.MOST_PICTURE_BYTES", 10)
    pictures = Pictures({"a" * 64: b"\xff\xd8\xff" + bytes(5), "b" * 64: b"\xff\xd8\xff" + bytes(5)})
    assert pictures._source("a" * 64).startswith("data:image/jpeg;base64,")
    assert pictures._source("b" * 64) == f"evidence/{'b' * 64}.jpg"
