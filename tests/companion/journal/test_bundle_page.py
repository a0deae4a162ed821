"""The page inside a bundle: the whole game for people, without a companion, a network or a script."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from string import Formatter

import pytest

import mobile_web
from companion.art.magic_signs import LETTERS
from companion.cli.watched_story import THE_TABLE_IS_RIGHT
from companion.games.conclave.components import BROTHERHOOD_CODES, COLOUR_CODES, Brotherhood, Mage, Magic
from companion.games.conclave.conclave import Corner
from companion.games.conclave.words.catalogue import say_mage
from companion.journal.bundle import open_bundle, pack_bundle
from companion.journal.bundle_cards import short_name
from companion.journal.bundle_pictures import Pictures
from companion.journal.bundle_style import STYLE
from companion.journal.bundle_words import CATALOGUES
from companion.journal.corrections import StartsAt
from companion.journal.counting import CountBegun, ZoneSaid
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
    position, shown = story.game.position, page_of(journal, story.game_id)
    hands = {card for player in position.players for card in player.hand if isinstance(card, Mage)}
    laid = {card for card in position.conclave.cards if isinstance(card, Mage)}
    zones = {card for player in position.players for card in player.zone.followers}
    unseen = [say_mage("en", card) for card in hands - laid - zones]
    assert unseen
    assert [name for name in unseen if name in shown] == []
    assert all(f">{short_name(str(card))}<" in shown for card in laid), "so a card that lies open is shown"


def test_no_card_is_named_by_a_code_or_shown_by_its_colour_alone(page: str) -> None:
    """Sign, letter and name stand wherever a Magic does: on the board and in the piles."""
    text = re.sub(r"<(style|code).*?</\1>|<[^>]+>", " ", page, flags=re.DOTALL)
    assert re.findall(r"\b(?:be|bl|pu|or|re|gr)[CGW][1-5]\b", text) == []
    for code, letter in LETTERS.items():
        assert f'<symbol id="art-magic-{code}"' in page
        assert f"#art-magic-{code}'/></svg><span class='letter' aria-hidden='true'>{letter}</span>" in page
    coloured = re.findall(r"class='(?:card|pile) (?:be|bl|pu|or|re|gr)[^>]*>(.{30})", page)
    assert len(coloured) > 50
    assert all("sign" in beginning for beginning in coloured)
    assert "<span class='won'><span lang=\"en\">controls</span>" in page


def test_the_magics_and_brotherhoods_are_called_as_on_the_phones() -> None:
    folder = Path(str(mobile_web.__file__)).parent / "static" / "words"
    for language, words in CATALOGUES.items():
        phones = json.loads((folder / f"{language}.json").read_text(encoding="utf-8"))
        for magic in Magic:
            assert words[f"magic.{magic.value}"] == phones[f"magic.{COLOUR_CODES[magic]}"]
        for kind in Brotherhood:
            assert words[f"brotherhood.{kind.value}"] == phones[f"brotherhood.{BROTHERHOOD_CODES[kind]}"]


def test_what_people_said_of_a_zone_stands_in_words(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    story = journal.count(journal.start(hidden_setup(), "host"), CountBegun(), "host")
    answers = (
        ("card-0.1", "puG5"),
        ("card-0.2", "not-in-zone"),
        ("missing-reC1-0", "in-zone"),
        ("count", "7"),
    )
    page = page_of(journal, journal.count(story, ZoneSaid("Ana", answers), "Ana").game_id)
    for said in (
        "the purple Gazelle 5",
        "not in the zone",
        "the red Crow 1: it is there",
        "these are all, 7 in number",
        "el Cuervo rojo 1: está ahí",
    ):
        assert said in page, said
    assert "not-in-zone" not in page
    assert "puG5" not in page


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
