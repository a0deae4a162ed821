"""Every word of the pages stands in both catalogues, and no page speaks without them."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from companion.cli.camera_source import AUTHOR as CAMERA
from companion.cli.checkups.words import CATALOGUES
from companion.cli.demo_film import AUTHOR as DEMO
from companion.cli.finder_reasons import REASONS, reason_code
from companion.cli.photo_worker import UNKNOWN_REASON
from companion.games.conclave.components import COLOUR_CODES, Magic
from companion.server.refusals import no_game, not_allowed, stale, unknown_code
from companion.server.roles import Role
from companion.table.photographed import PhotoTrouble

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "mobile_web"
ENGLISH, SPANISH = (
    json.loads((PAGES / "static" / "words" / f"{language}.json").read_text(encoding="utf-8"))
    for language in ("en", "es")
)
SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in sorted(PAGES.glob("static/js/*.js"))}
HTML = {path.name: path.read_text(encoding="utf-8") for path in sorted(PAGES.rglob("*.html"))}
LITERAL = re.compile(r"""(?:\bt|reasonField|button|quiet|fileButton|\[)\(?\s*"([a-z][\w.-]*\.[\w.-]+)\"""")
CHOSEN = re.compile(r"""[?:]\s*"([a-z]+(?:\.[\w-]+)+)\"""")
FAMILY = re.compile(r"""\bt\(\s*`([^`]*)`""")


def keys_used() -> tuple[set[str], set[str]]:
    """Keys written out in pages and scripts, and patterns of those that are put together."""
    text = "\n".join(SCRIPTS.values())
    written = set(LITERAL.findall(text)) | set(CHOSEN.findall(text))
    for page in HTML.values():
        written |= set(re.findall(r'data-words(?:-label)?="([^"]+)"', page))
    families = {
        re.sub(r"\\\$\\\{[^}]*\\\}", "[^.]*(?:\\\\..*)?", re.escape(family))
        for family in FAMILY.findall(text)
    }
    return written, families


def test_both_catalogues_have_the_same_keys_and_facts() -> None:
    assert ENGLISH.keys() == SPANISH.keys()
    for key, words in ENGLISH.items():
        assert set(re.findall(r"\{\w+\}", words)) == set(re.findall(r"\{\w+\}", SPANISH[key])), key


def test_whatever_is_counted_has_words_for_one_and_for_more() -> None:
    """Found by `t` in words.js, as the language counts."""
    for catalogue in (ENGLISH, SPANISH):
        counted = {key for key, words in catalogue.items() if "{count}" in words and not key.endswith(".one")}
        assert len(counted) > 25
        assert {key for key in counted if f"{key}.one" not in catalogue} == set()
    assert not re.findall(r"=== 1 \? t\(|=== 1 \? \"", "\n".join(SCRIPTS.values()))


def test_words_with_facts_are_never_asked_for_without() -> None:
    """A page that forgets them stands still."""
    bare = set(re.findall(r"""\bt\("([a-z][\w.-]*)"\)""", "\n".join(SCRIPTS.values())))
    assert len(bare) > 100
    assert {key for key in bare if "{" in ENGLISH[key]} == set()


def test_every_key_that_is_used_has_words() -> None:
    written, families = keys_used()
    assert written - ENGLISH.keys() == set()
    for family in families:
        assert any(re.fullmatch(family, key) for key in ENGLISH), family


def test_every_key_is_used() -> None:
    written, families = keys_used()
    written |= {f"{key}.one" for key in ENGLISH if f"{key}.one" in ENGLISH}  # chosen by a count
    unused = {
        key for key in ENGLISH.keys() - written if not any(re.fullmatch(family, key) for family in families)
    }
    assert unused == set()


def test_what_the_server_can_say_has_words() -> None:
    for code in COLOUR_CODES.values():
        assert {f"magic.{code}", f"colour.{code}", f"letter.{code}"} <= ENGLISH.keys()
    assert len({ENGLISH[f"letter.{code}"] for code in COLOUR_CODES.values()}) == len(Magic)
    assert {f"role.{role.value}" for role in Role} <= ENGLISH.keys()
    rooms = ("server", "cli")
    source = "\n".join(
        path.read_text() for room in rooms for path in (ROOT / "companion" / room).glob("*.py")
    )
    codes = set(re.findall(r'(?:Refused\(|return |status, code = )\d{3}, "([a-z-]+)"', source))
    codes |= {one.code for one in (not_allowed(""), unknown_code(), no_game(), stale(0, 1))}
    assert {f"error.{code}" for code in codes} - ENGLISH.keys() == set()


def test_every_reason_of_the_finder_has_a_code_with_words() -> None:
    for reason in reasons_of_the_finder():
        code = reason_code(reason)
        assert code is not None, reason
        assert f"check.reason.{code}" in ENGLISH
        assert f"reason.{code}" in CATALOGUES["es"]
    assert {f"check.reason.{code}" for code in (*REASONS.values(), UNKNOWN_REASON)} <= ENGLISH.keys()


def reasons_of_the_finder() -> list[str]:
    """How each reason begins that vision gives for finding no lattice."""
    source = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "vision").glob("*.py")))
    found = re.findall(r'NotFound\(\s*f?"([^"{]+)', source)
    found += re.findall(r'^NOTHING_IN_VIEW = "([^"]+)"', source, flags=re.MULTILINE)
    found += re.findall(r'def _too_small.*?return \(\s*f"([^"{]+)', source, flags=re.DOTALL)
    assert len(found) > len(set(REASONS.values()))
    return found


def test_every_trouble_with_a_photo_and_every_author_has_words() -> None:
    assert {f"error.{trouble.value}" for trouble in PhotoTrouble} <= ENGLISH.keys()
    authors = {*(role.value for role in Role), CAMERA, DEMO}
    assert {f"author.{author}" for author in authors} <= ENGLISH.keys()
    listed = re.search(r"const NAMELESS = (\[.*?\]);", SCRIPTS["story.js"])
    assert listed is not None
    assert set(json.loads(listed[1])) == authors


@pytest.mark.parametrize("name", SCRIPTS)
def test_no_page_shows_what_the_server_says_in_english_alone(name: str) -> None:
    """Codes travel; the facts beside them are for logs and programs."""
    assert not re.findall(r"\.fact\b|\.detail\b|\.message\b|, one\.damaged\)", SCRIPTS[name])


class Visible(HTMLParser):
    """Collects text that a page shows without a catalogue."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert not {name for name, _ in attrs if name.startswith("on") or name == "style"}, tag
        if tag not in ("meta", "link", "img", "input", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if data.strip() and not set(self.open) & {"title", "noscript", "script"}:
            self.found.append(data.strip())


@pytest.mark.parametrize("name", HTML)
def test_a_page_holds_no_words_and_no_inline_code_of_its_own(name: str) -> None:
    page = Visible()
    page.feed(HTML[name])
    assert [text for text in page.found if not text.startswith(("/", "$"))] == []


@pytest.mark.parametrize("name", [*HTML, *SCRIPTS])
def test_nothing_comes_from_outside(name: str) -> None:
    text = {**HTML, **SCRIPTS}[name]
    assert not re.findall(r"""["'(]\s*(?:https?:)?//(?!www\.w3\.org/2000/svg)[a-z]""", text)
    assert "innerHTML" not in text


def test_the_art_is_that_of_the_house_deck() -> None:
    from calibration.house_deck.page_art import page_art  # noqa: PLC0415 - it draws with numpy

    assert (PAGES / "static" / "art.svg").read_text(encoding="utf-8") == page_art()
