from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

import calibration.kept_learning as kept
from calibration.deck_folder import DeckFolder, find_deck
from calibration.deck_writer import DeckContents, write_deck
from calibration.kept_learning import LEARNED_NAME, kept_learning, references_of
from calibration.whole_file import write_whole_file
from tests.vision.drawn_cards import INKS, face
from vision import learned_deck
from vision.arrays import Picture
from vision.learned_deck import LearnedDeck, learned_file, read_learned
from vision.strange_light import FAR_AHEAD
from vision.under_lamps import UnderLamps


def encoded(picture: Picture) -> bytes:
    return cv2.imencode(".png", picture)[1].tobytes()


def written(place: Path, digits: tuple[int, ...] = (1, 2, 3)) -> DeckFolder:
    """A deck of four colours whose numbers stand in the corners."""
    pictures = {f"{colour}C{digit}": [encoded(face(colour, digit))] for colour in INKS for digit in digits}
    return write_deck(place, "drawn", DeckContents((56, 87), pictures, {}, counted=True))


def times_learned(monkeypatch: pytest.MonkeyPatch) -> list[DeckFolder]:
    """The decks that were learned from now on."""
    learned: list[DeckFolder] = []
    learn = kept.learn_now

    def noted(deck: DeckFolder) -> LearnedDeck:
        learned.append(deck)
        return learn(deck)

    monkeypatch.setattr(kept, "learn_now", noted)
    return learned


def test_a_deck_is_learned_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    learned = times_learned(monkeypatch)
    first, second = references_of(written(tmp_path)), references_of(written(tmp_path))
    assert len(learned) == 1
    assert first.codes == second.codes
    np.testing.assert_array_equal(first.pictures, second.pictures)
    assert len(first.digits.places) == len(second.digits.places) > 0
    for one, other in zip(first.digits.places, second.digits.places, strict=True):
        assert (one.left_mm, one.planes, one.telling) == (other.left_mm, other.planes, other.telling)
        np.testing.assert_array_equal(one.levels[2].chance, other.levels[2].chance)


def test_a_deck_whose_pictures_changed_is_learned_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learned = times_learned(monkeypatch)
    references_of(written(tmp_path))
    assert references_of(written(tmp_path, (1, 2, 3, 4))).codes[3] == "blC4"
    assert len(learned) == 2
    assert kept_learning(written(tmp_path, (1, 2, 3, 4))) is not None


def test_what_other_code_learned_is_learned_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deck = written(tmp_path)
    references_of(deck)
    monkeypatch.setattr(learned_deck, "_teachers", lambda: "changed")
    assert kept_learning(deck) is None


@pytest.mark.parametrize("place", [3, 40, 200, -200, -1])
def test_a_damaged_file_is_never_believed(tmp_path: Path, place: int) -> None:
    deck = written(tmp_path)
    references_of(deck)
    file = bytearray((deck.folder / LEARNED_NAME).read_bytes())
    file[place] ^= 1
    (deck.folder / LEARNED_NAME).write_bytes(file)
    assert kept_learning(deck) is None
    references_of(deck)
    assert kept_learning(deck) is not None, "it is mended at the next load"


@pytest.mark.parametrize("content", [b"", b"x", learned_deck.FORM, learned_deck.FORM + 65 * b"0"])
def test_a_file_cut_short_is_never_believed(tmp_path: Path, content: bytes) -> None:
    deck = written(tmp_path)
    (deck.folder / LEARNED_NAME).write_bytes(content)
    assert kept_learning(deck) is None


def test_a_deck_in_a_folder_that_cannot_be_written_to_is_read_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: Path, _content: bytes) -> None:
        raise PermissionError(13, "not yours", str(path))

    deck = written(tmp_path)
    monkeypatch.setattr(kept, "write_whole_file", refused)
    assert references_of(deck).codes[0] == "blC1"
    assert not (deck.folder / LEARNED_NAME).exists()
    monkeypatch.setattr(kept, "write_whole_file", write_whole_file)
    references_of(deck)
    assert (deck.folder / LEARNED_NAME).exists()


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    learned = kept.learn_now(written(tmp_path))
    again = read_learned(learned_file(learned, "these pictures"), "these pictures")
    np.testing.assert_array_equal(learned.pictures, again.pictures)
    np.testing.assert_array_equal(learned.digits.shared, again.digits.shared)
    with pytest.raises(learned_deck.NotAsLearned):
        read_learned(learned_file(learned, "these pictures"), "others")


def test_the_house_deck_comes_with_what_is_learned_of_it() -> None:
    assert kept_learning(find_deck("house")) is not None, (
        "run `python -m calibration.house_deck.references learned`"
    )


def test_a_deck_remembers_which_colours_its_photos_mistake(tmp_path: Path) -> None:
    """Of which card they were said does not matter: a lamp moves all cards of a colour."""
    pictures = {f"{colour}C1": [encoded(face(colour, 1))] for colour in ("bl", "re", "or")}
    pictures["orC2"] = [encoded(face("or", 2))]
    contents = DeckContents(
        (56, 87), pictures, {}, counted=True, mistaken=(("reC1", "orC1"), ("orC1", "orC2"))
    )
    deck = references_of(write_deck(tmp_path, "drawn", contents))
    colours = dict(zip(deck.codes, deck.hues[0].of_code.tolist(), strict=True))
    assert deck.mistaken == (tuple(sorted((colours["reC1"], colours["orC2"]))),)
    assert references_of(written(tmp_path / "other")).mistaken == ()


def test_a_deck_remembers_how_far_lamps_make_its_colours_alike(tmp_path: Path) -> None:
    pictures = {f"{colour}C1": [encoded(face(colour, 1))] for colour in ("bl", "re", "or")}
    lamps = (UnderLamps("reC1", "orC1", 20.5),)
    contents = DeckContents((56, 87), pictures, {}, counted=True, under_lamps=lamps)
    stored = write_deck(tmp_path, "drawn", contents)
    assert DeckFolder.load(stored.folder).manifest.under_lamps == lamps
    deck = references_of(stored)
    red, orange = (deck.hues[0].of_code[deck.codes.index(code)] for code in ("reC1", "orC1"))
    assert deck.under_lamps is not None
    assert deck.under_lamps[red, orange] == np.float32(FAR_AHEAD + 10.25)
    assert np.count_nonzero(deck.under_lamps) == 2
    assert references_of(written(tmp_path / "other")).under_lamps is None
