from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from calibration.deck_folder import DeckFolder, DeckNotFound, deck_names, find_deck
from calibration.deck_manifest import BrokenDeck

CARD = {"card": "puG5", "colour": "purple", "animal": "gazelle", "digit": 5, "count": 2, "images": ["a.png"]}
BACK = {"back": "puB?", "colour": "purple", "images": []}
MANIFEST = {
    "format": 1,
    "name": "mine",
    "game": "conclave",
    "card_mm": [56, 87],
    "cards": [CARD],
    "backs": [BACK],
}


def stored(folder: Path, **changes: object) -> Path:
    """A deck folder with one card, its manifest changed as asked; None leaves an entry out."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "a.png").write_bytes(b"not looked at before it is needed")
    changed = {key: value for key, value in {**MANIFEST, **changes}.items() if value is not None}
    (folder / "manifest.json").write_text(json.dumps(changed), encoding="utf-8")
    return folder


def test_a_deck_tells_its_cards_and_how_many_there_are(tmp_path: Path) -> None:
    deck = DeckFolder.load(stored(tmp_path))
    assert deck.name == "mine"
    assert dict(deck.counts) == {"puG5": 2}
    assert deck.backs[0].colour == "purple"


def test_the_house_deck_holds_one_of_each_of_72_cards() -> None:
    counts = find_deck("house").counts
    assert len(counts) == 72
    assert set(counts.values()) == {1}
    assert {back.code for back in find_deck("house").backs} == {
        f"{c}B?" for c in ("be", "bl", "pu", "or", "re", "gr")
    }


def test_counting_cards_needs_neither_opencv_nor_numpy() -> None:
    """The rules' commands must start at once."""
    program = (
        "import sys; from calibration.deck_folder import find_deck; assert"
        " find_deck('house').counts['puG5'] == 1;"
        " print([name for name in ('cv2', 'numpy') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(
    ("changes", "trouble"),
    [
        ({"format": 2}, "unknown format version 2"),
        ({"format": None}, "format is missing"),
        ({"format": "1"}, "format: expected int, got str"),
        ({"format": True}, "format: expected int, got bool"),
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"name": 7}, "name: expected str, got int"),
        ({"card_mm": [56]}, "card_mm: expected width and height"),
        ({"card_mm": [56, "87"]}, "card_mm: expected a number, got str"),
        ({"card_mm": [56, -87]}, "impossible card size"),
        ({"cards": []}, "no cards"),
        ({"cards": {}}, "cards: expected list, got dict"),
        ({"cards": ["puG5"]}, "expected dict, got str"),
        ({"cards": [{**CARD, "card": "piG5"}]}, "unknown card code 'piG5'"),
        ({"cards": [{**CARD, "card": "puG6"}]}, "unknown card code 'puG6'"),
        ({"cards": [{**CARD, "digit": 4}]}, "puG5: expected"),
        ({"cards": [{**CARD, "colour": "red"}]}, "puG5: expected"),
        ({"cards": [{**CARD, "count": 0}]}, "puG5: count must be 1 or more, got 0"),
        ({"cards": [{**CARD, "count": 1.5}]}, "count: expected int, got float"),
        ({"cards": [CARD, CARD]}, "duplicate label puG5"),
        ({"backs": [BACK, BACK]}, "duplicate label puB?"),
        ({"backs": [{**BACK, "back": "pu"}]}, "unknown back code 'pu'"),
        ({"backs": [{**BACK, "colour": "red"}]}, "puB?: expected colour purple, got 'red'"),
        ({"backs": [{**BACK, "images": ["b.png"]}]}, "puB?: missing file b.png"),
        ({"cards": [{**CARD, "images": ["b.png"]}]}, "puG5: missing file b.png"),
        ({"cards": [{**CARD, "images": ["../a.png"]}]}, "not a plain file name: '../a.png'"),
        ({"cards": [{**CARD, "images": ["/etc/hostname"]}]}, "not a plain file name"),
        ({"mistaken": [["puG5"]]}, "mistaken: expected two cards, got 1"),
        ({"mistaken": [["puG5", "beW1"]]}, "mistaken: no card 'beW1'"),
        ({"mistaken": {}}, "expected list, got dict"),
        ({"under_lamps": [["puG5", "puG5"]]}, "under_lamps: expected two cards and a number, got 2 values"),
        ({"under_lamps": [["puG5", "beW1", 3]]}, "under_lamps: no card 'beW1'"),
        ({"under_lamps": [["puG5", "puG5", "far"]]}, "under_lamps: expected a number, got str"),
        ({"under_lamps": [["puG5", "puG5", float("nan")]]}, "under_lamps: expected a number, got nan"),
        ({"cards": [{**CARD, "images": "a.png"}]}, "images: expected list, got str"),
    ],
)
def test_a_broken_manifest_is_refused_in_one_line(
    tmp_path: Path, changes: dict[str, object], trouble: str
) -> None:
    with pytest.raises(BrokenDeck) as refused:
        DeckFolder.load(stored(tmp_path, **changes))
    assert trouble in str(refused.value)
    assert str(tmp_path / "manifest.json") in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b"[" * 100_000])
def test_a_file_that_is_no_manifest_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "manifest.json").write_bytes(content)
    with pytest.raises(BrokenDeck):
        DeckFolder.load(tmp_path)


def test_a_folder_without_a_manifest_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BrokenDeck, match="No such file"):
        DeckFolder.load(tmp_path)


def test_a_taught_deck_is_found_in_the_data_directory(tmp_path: Path) -> None:
    stored(tmp_path / "decks" / "mine")
    assert deck_names(tmp_path) == ("house", "mine")
    assert find_deck("mine", tmp_path).counts["puG5"] == 2


def test_a_deck_nobody_knows_is_named_with_those_there_are() -> None:
    with pytest.raises(DeckNotFound, match="no deck named 'lost'; known decks: house"):
        find_deck("lost")


@pytest.mark.parametrize("name", ["", "..", "../house", "house/", "/tmp", "House", "a b"])
def test_a_name_never_leads_out_of_the_deck_folders(name: str, tmp_path: Path) -> None:
    with pytest.raises(DeckNotFound):
        find_deck(name, tmp_path)


def test_a_reference_that_is_no_image_is_refused_when_it_is_needed(tmp_path: Path) -> None:
    deck = DeckFolder.load(stored(tmp_path))
    with pytest.raises(BrokenDeck, match=r"a\.png: not an image"):
        deck.reference_images("puG5")


def test_an_unknown_code_has_no_references() -> None:
    with pytest.raises(KeyError, match="beC1"):
        find_deck("house").reference_images("beC1")
