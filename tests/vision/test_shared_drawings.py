"""Cards that share a drawing are learned together, whatever their photographs did to each."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Picture
from vision.cell_images import HEIGHT_PX, WIDTH_PX, CellImage
from vision.references import DeckReferences
from vision.shared_drawings import learned_together
from vision.table_reading import read_cells

VALUES = (1, 2, 3, 4, 5)
NUMERAL = np.s_[4:26, 46:68]


def printed(value: int) -> Picture:
    """A drawing with rays to its edges, the value small and once."""
    card = np.full((2 * HEIGHT_PX, 2 * WIDTH_PX, 3), (150, 90, 60), np.uint8)
    for angle in range(0, 360, 40):
        cv2.ellipse(card, (112, 190), (400, 400), 0, angle, angle + 20, (190, 150, 130), -1, cv2.LINE_AA)
    cv2.ellipse(card, (112, 200), (60, 40), 25, 0, 360, (30, 20, 20), -1, cv2.LINE_AA)
    cv2.putText(card, str(value), (104, 40), cv2.FONT_HERSHEY_DUPLEX, 0.7, (245, 245, 245), 1, cv2.LINE_AA)
    return card


def photographed(picture: Picture, rng: np.random.Generator) -> Picture:
    """The card cut out a little off, under a shade of its own, with noise."""
    height, width = picture.shape[:2]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    way = cv2.getPerspectiveTransform(corners, corners + rng.normal(0, 1.8, (4, 2)).astype(np.float32))
    laid = cv2.warpPerspective(picture, way, (width, height), borderMode=cv2.BORDER_REPLICATE)
    shade = 1 + rng.normal(0, 0.08) * np.linspace(-0.5, 0.5, width)[None, :, None]
    soft = cv2.GaussianBlur(laid, (0, 0), 1.5).astype(np.float32) * shade
    return np.asarray(np.clip(np.rint(soft + rng.normal(0, 2, laid.shape)), 0, 255), np.uint8)


def sized(picture: Picture) -> Picture:
    return np.asarray(cv2.resize(picture, (WIDTH_PX, HEIGHT_PX), interpolation=cv2.INTER_AREA), np.uint8)


def apart(one: Picture, other: Picture) -> Floats:
    """How far two pictures are apart, pixel by pixel."""
    return np.asarray(np.abs(one.astype(int) - other).mean(axis=2), np.float32)


def test_cards_of_one_drawing_keep_only_their_numerals_to_themselves() -> None:
    rng = np.random.default_rng(3)
    seen = [sized(photographed(printed(value), rng)) for value in VALUES]
    learned, kinds = learned_together(seen, np.arange(len(VALUES)))
    assert kinds.tolist() == list(range(len(VALUES)))
    elsewhere = np.ones((HEIGHT_PX, WIDTH_PX), bool)
    elsewhere[NUMERAL] = False
    elsewhere[:6] = elsewhere[-6:] = elsewhere[:, :6] = elsewhere[:, -6:] = False  # a card's own edges
    before, after = apart(seen[0], seen[3]), apart(learned[0], learned[3])
    assert after[elsewhere].mean() < 0.3 * before[elsewhere].mean()
    assert after[NUMERAL].mean() > 0.7 * before[NUMERAL].mean()


def test_several_pictures_of_a_card_become_one() -> None:
    rng = np.random.default_rng(4)
    seen = [sized(photographed(printed(value), rng)) for value in (1, 1, 1, 2, 2, 2)]
    learned, kinds = learned_together(seen, np.array([0, 0, 0, 1, 1, 1]))
    assert kinds.tolist() == [0, 1]
    plain = sized(printed(1))
    assert apart(learned[0], plain).mean() < 0.8 * np.mean([apart(one, plain) for one in seen[:3]])


def test_a_picture_like_no_other_stays_as_it_is() -> None:
    lone = np.random.default_rng(1).integers(0, 256, (HEIGHT_PX, WIDTH_PX, 3), dtype=np.uint8)
    seen = [sized(printed(1)), lone]
    learned, kinds = learned_together(seen, np.array([0, 0]))
    assert kinds.tolist() == [0, 0]
    assert all(np.array_equal(one, other) for one, other in zip(learned, seen, strict=True))


def test_pictures_drawn_by_a_program_stay_as_they_are() -> None:
    """They lie over each other already; sliding them about would only soften them."""
    seen = [sized(printed(value)) for value in VALUES]
    learned, _ = learned_together(seen, np.arange(len(VALUES)))
    assert all(np.array_equal(one, other) for one, other in zip(learned, seen, strict=True))


def test_cards_of_one_drawing_and_two_colours_keep_their_colours() -> None:
    """Light may be tinted a little, but orange is no red in another light."""
    rng = np.random.default_rng(8)
    two = [printed(1), (printed(2) * np.array([1.0, 0.8, 1.0])).astype(np.uint8)]
    seen = [sized(photographed(picture, rng)) for picture in two]
    learned, _ = learned_together(seen, np.arange(2))
    assert all(np.array_equal(one, other) for one, other in zip(learned, seen, strict=True))


def test_small_numerals_are_read_by_a_deck_taught_from_one_photo_of_each_card() -> None:
    """No two teaching photos were cut out alike: over the whole card that outweighs the numeral."""
    rng = np.random.default_rng(6)
    faces = {f"X{value}": [photographed(printed(value), rng)] for value in VALUES}
    deck = DeckReferences.prepare(faces, {})
    frame = np.full((420, 700, 3), (60, 90, 120), np.uint8)
    cells = []
    for index, value in enumerate(VALUES):
        left, top = 20 + 135 * index, 100
        frame[top : top + HEIGHT_PX, left : left + WIDTH_PX] = sized(printed(value))
        x, y = left - 0.5, top - 0.5
        corners = np.array([[x, y], [x + WIDTH_PX, y], [x + WIDTH_PX, y + HEIGHT_PX], [x, y + HEIGHT_PX]])
        cells.append(CellImage(0, index, corners))
    noisy = np.clip(cv2.GaussianBlur(frame, (0, 0), 0.8) + rng.normal(0, 6, frame.shape), 0, 255)
    reading = read_cells(noisy.astype(np.uint8), cells, deck)
    assert [cell.code for cell in reading] == list(faces)
