"""Where the colours of a table lie beside those of the deck."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from tests.vision.drawn_cards import SIZE_PX, cells, place
from vision.arrays import Floats, Indices, Mask, Picture
from vision.cell_images import quads_of
from vision.confidence import card_confidence, has_a_sure_colour, is_its_colour
from vision.evidence import Evidence, gather
from vision.hues import HuePlane, SeenHues, see_hues
from vision.ink_contrast import ContrastPictures
from vision.references import DeckReferences
from vision.table_reading import decide

LIE = np.array([(0.6, -0.25), (0.45, 0.25), (-0.37, 0.65), (0.0, 0.88), (-0.39, -0.44)], np.float32)
PATCHES, PRINTED = 60, 12
TWICE = np.repeat(np.arange(5), 2)
ALL = np.ones(10, bool)


def contrast(lie: Floats) -> ContrastPictures:
    """Cards whose colour is printed on some of their patches and lies there."""
    colour = np.zeros((2, len(lie), PATCHES), np.float32)
    colour[:, :, :PRINTED] = lie.T[:, :, None]
    return ContrastPictures.of(np.zeros((len(lie), PATCHES), np.float32), colour)


def plane() -> HuePlane:
    """Five colours of one card each, and a back."""
    back = np.zeros((1, 2), np.float32)
    grounds = np.array([0, 1, 2, 3, 4, 0])
    return HuePlane.of(contrast(np.concatenate([LIE, back])), np.arange(6), grounds, 5)


def seen(lie: Floats, codes: Indices, cards: Mask) -> SeenHues:
    return see_hues(plane(), contrast(lie), codes, cards)


def test_colours_that_a_lamp_moves_together_are_still_themselves() -> None:
    """Paler by a third, a little turned and a little aside."""
    turn = 0.65 * np.array([[0.99, -0.08], [0.08, 0.99]], np.float32)
    moved = seen(LIE[TWICE] @ turn + np.float32(0.02), TWICE, ALL)
    assert moved.table.trusted
    assert moved.of(TWICE).max() < 2
    assert moved.ahead(TWICE).min() > 4


def test_a_colour_that_was_never_taught_lies_beside_all_others_however_many_cards_have_it() -> None:
    """All cards that are taken for one of the colours are of another."""
    lie = LIE[TWICE].copy()
    lie[4:6] = (-0.1, 0.9)
    off = seen(lie, TWICE, ALL).of(TWICE)
    assert off[4:6].min() > 2.5
    assert np.delete(off, (4, 5)).max() < 2


def test_colours_that_hardly_stand_out_say_nothing() -> None:
    """Cards tinted all over stand out here and fall behind there: where they lie tells nothing."""
    tinted = contrast(LIE).colour.copy()
    tinted[:, :, : PRINTED // 2] *= -1
    plane = HuePlane.of(ContrastPictures.of(tinted[0], tinted), np.arange(5), np.arange(5), 5)
    found = see_hues(plane, contrast(LIE[::-1][TWICE]), TWICE, ALL)
    assert not found.of(TWICE).any()
    assert not found.ahead(TWICE).any()


def test_a_few_cards_settle_nothing() -> None:
    few = seen(LIE[:3], np.arange(3), np.ones(3, bool))
    assert not few.table.trusted


def test_what_was_seen_of_the_whole_table_serves_for_one_of_its_cells() -> None:
    whole = seen(0.6 * LIE[TWICE], TWICE, ALL)
    lie, one = 0.6 * LIE[3:4], np.array([3])
    again = see_hues(plane(), contrast(lie), one, np.ones(1, bool), whole.table)
    assert again.table.trusted
    assert again.of(one)[0] < 1
    assert again.ahead(one)[0] > 4


def test_a_card_painted_in_other_colours_lies_where_its_own_picture_does() -> None:
    """Much red on a card of the first colour: it is taught so, and it lies there on the table."""
    painted = LIE[0] + np.array((-0.35, 0.3), np.float32)
    pictures = contrast(np.concatenate([LIE, LIE[:1], painted[None]]))
    deck = HuePlane.of(pictures, np.arange(7), np.array([0, 1, 2, 3, 4, 0, 0]), 7)
    lie, codes = np.concatenate([LIE[TWICE], painted[None]]), np.append(TWICE, 6)
    assert see_hues(deck, contrast(lie), codes, np.append(ALL, True)).of(codes)[-1] < 1
    plain = see_hues(deck, contrast(lie), np.append(TWICE, 5), np.append(ALL, True))
    assert plain.of(np.append(TWICE, 5))[-1] > 2


def test_a_back_is_of_no_colour() -> None:
    codes = np.append(TWICE, 5)
    found = seen(np.concatenate([LIE[TWICE], [(2.0, 2.0)]]).astype(np.float32), codes, np.append(ALL, True))
    assert found.of(codes)[-1] == 0
    assert found.ahead(codes)[-1] == 0


INKS = {
    "bl": (190, 104, 48),
    "pu": (150, 58, 120),
    "or": (36, 130, 232),
    "re": (44, 40, 196),
    "gr": (66, 140, 52),
    "be": (128, 178, 205),
}
SHOWN = [["blX", "puY", "orX", "reY"], ["grX", "beY", "blY", "puX"], ["orY", "reX", "grY", "beX"]]


def framed(code: str) -> Picture:
    """A white card whose colour is a thin frame alone."""
    card = np.full((SIZE_PX[1], SIZE_PX[0], 3), 245, np.uint8)
    cv2.rectangle(card, (8, 8), (SIZE_PX[0] - 9, SIZE_PX[1] - 9), INKS[code[:2]], 5)
    turn = 20.0 if code[2] == "X" else 100.0
    cv2.ellipse(card, (84, 120), (36, 60), turn, 0.0, 360.0, (50, 50, 50), -1, cv2.LINE_AA)
    return card


def table_of_frames(light: tuple[float, float, float]) -> Picture:
    rng = np.random.default_rng(5)
    frame = np.full((760, 740, 3), (60, 90, 120), np.float32) + rng.normal(0, 4, (760, 740, 3))
    for row, line in enumerate(SHOWN):
        for column, code in enumerate(line):
            (left, top), (right, bottom) = place(row, column)[[0, 2]].astype(int)
            card = cv2.resize(framed(code), (right - left, bottom - top), interpolation=cv2.INTER_AREA)
            frame[top:bottom, left:right] = card
    lit = cv2.GaussianBlur(frame, (0, 0), 0.8) * np.array(light) + rng.normal(0, 2, frame.shape)
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


def read_without(colour: str) -> tuple[Evidence, Indices, Mask]:
    """A table read by a deck that lacks a colour: what was chosen, and which cells show that colour."""
    codes = [code for line in SHOWN for code in line]
    taught = {code: [framed(code)] for code in sorted(codes) if code[:2] != colour}
    deck = DeckReferences.prepare(taught, {})
    evidence = gather(table_of_frames((0.8, 0.9, 1.0)), quads_of(cells(SHOWN)), deck)
    chosen = decide(evidence.scores(), np.ones(len(codes), bool), deck).chosen
    strange = np.array([code[:2] == colour for code in codes])
    names = [deck.codes[kind] for kind in chosen]
    assert all(name == code for name, code, other in zip(names, codes, strange, strict=True) if not other)
    return evidence, chosen, strange


def test_cards_of_a_colour_that_was_never_taught_are_doubted_and_the_others_are_not() -> None:
    """Red ones would be taken for orange ones."""
    evidence, chosen, strange = read_without("re")
    assert is_its_colour(evidence, chosen)[strange].max() < 0.5
    assert is_its_colour(evidence, chosen)[~strange].min() > 0.9


def test_colours_in_thin_frames_are_sure_where_all_cards_of_a_table_agree() -> None:
    evidence, chosen, _ = read_without("none")
    assert evidence.hues.table.trusted
    assert has_a_sure_colour(evidence, chosen).mean() > 0.8


def test_a_deck_of_which_every_colour_was_taught_has_no_strange_ones() -> None:
    """One that was taught under another light lies aside on every table."""
    evidence, chosen, strange = read_without("re")
    whole = replace(evidence, hues=replace(evidence.hues, complete=True))
    assert is_its_colour(whole, chosen)[strange].min() > 0.9


def test_colours_whose_own_pictures_are_scattered_say_nothing() -> None:
    """Cards tinted all over, each in its own way: other readers know them, and are not to be doubted here."""
    kinds, rng = np.repeat(np.arange(5), 6), np.random.default_rng(4)
    near = contrast(LIE[kinds] + rng.normal(0, 0.004, (30, 2)).astype(np.float32))
    far = contrast(LIE[kinds] + rng.normal(0, 0.15, (30, 2)).astype(np.float32))
    codes = np.arange(30)
    assert HuePlane.of(near, codes, kinds, 30).telling
    assert not HuePlane.of(far, codes, kinds, 30).telling


def test_a_strange_colour_is_asked_about_and_still_called_likely() -> None:
    """Glare, blur and hands change the colours of many cards that are right: a doubt is no denial."""
    evidence, chosen, strange = read_without("re")
    calm = replace(evidence, hues=replace(evidence.hues, complete=True))
    doubted, undoubted = (card_confidence(one, one.scores(), chosen)[strange] for one in (evidence, calm))
    assert (doubted < 0.86).all()
    assert (doubted > 0.8 * undoubted).all()
