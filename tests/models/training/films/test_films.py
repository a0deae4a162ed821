from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.games.conclave.components import Deck
from companion.games.conclave.conclave import CELLS, Cell
from companion.games.conclave.notation import mage
from models.training.films.film import Film, FilmWish
from models.training.films.game import FilmedGame, play_game
from models.training.films.habits import NAMES, Habits, parse_habits
from models.training.films.recorder import StillsRecorder, VideoRecorder
from models.training.films.truth import COVERED, EventTruth, FilmTruth, read_truth
from models.training.scenes.arrays import Picture
from models.training.scenes.codes import ALL_CODES
from tests.models.training.marker_deck import marker_deck

CARDS = Deck({mage(code): 1 for code in ALL_CODES})
SIZE = (480, 270)


def shot(seed: int, turns: int, habits: Habits, condition: str = "easy") -> tuple[list[Picture], FilmTruth]:
    """A small film and its truth."""
    wish = FilmWish(seed, condition, SIZE, 5.0, habits)
    film = Film(play_game(CARDS, 2, seed, turns), marker_deck(), wish)
    frames = list(film.shoot())
    return frames, film.truth()


@pytest.fixture(scope="module")
def plain() -> tuple[list[Picture], FilmTruth]:
    return shot(4, 3, Habits())


def after(truth: FilmTruth, frame: int) -> dict[Cell, str | None]:
    cells = truth.cells_at(frame)
    return {cell: cells[cell.row][cell.column] for cell in CELLS}


def cell_of(event: EventTruth) -> Cell:
    cell = event.facts["cell"]
    assert isinstance(cell, list)
    return Cell(*cell)


def test_the_same_wish_gives_the_same_film() -> None:
    first, truth = shot(4, 1, Habits())
    again, same = shot(4, 1, Habits())
    assert truth == same
    assert all(np.array_equal(one, other) for one, other in zip(first, again, strict=True))


def test_a_film_shows_the_game_that_the_rules_played(plain: tuple[list[Picture], FilmTruth]) -> None:
    """Folding the truth's events over the first frame's cells gives the last frame's cells."""
    _, truth = plain
    cells = after(truth, 0)
    for event in truth.events:
        if event.event == "emissary_sent":
            cells[cell_of(event)] = str(event.facts["card"])
        elif event.event in ("followers_taken", "conclave_refilled"):
            taken = event.event == "followers_taken"
            places, codes = event.facts["cells"], event.facts["cards"]
            for (row, column), code in zip(places, codes, strict=True):  # type: ignore[call-overload]
                cells[Cell(row, column)] = None if taken else code
    assert cells == after(truth, truth.frames - 1)


def test_an_event_is_so_from_its_frame_on(plain: tuple[list[Picture], FilmTruth]) -> None:
    """In the frame before, the Emissary does not lie there yet; once the hand has left, it is in sight."""
    _, truth = plain
    sent = [event for event in truth.events if event.event == "emissary_sent"]
    assert len(sent) == 3
    for event in sent:
        assert after(truth, event.frame - 1)[cell_of(event)] in (None, COVERED)
        assert after(truth, event.clear_frame)[cell_of(event)] == event.facts["card"]
        assert event.frame < event.clear_frame < event.frame + 2 * truth.fps


def test_the_truth_is_what_the_pixels_show(plain: tuple[list[Picture], FilmTruth]) -> None:
    """Where a card is laid the picture changes for good; in the other cells it does not."""
    frames, truth = plain
    event = next(event for event in truth.events if event.event == "emissary_sent")
    before, later = frames[0].astype(float), frames[event.clear_frame + 2].astype(float)
    changed = [cell for cell in CELLS if np.abs(later - before)[place(truth, cell)].mean() > 12]
    assert changed == [cell_of(event)]


def place(truth: FilmTruth, cell: Cell) -> tuple[slice, slice]:
    """A box in the middle of a cell, by the true quad alone."""
    quad = np.array(truth.views[0].quad, np.float32)
    unit = np.array([[0, 0], [4, 0], [4, 4], [0, 4]], np.float32)
    way = cv2.getPerspectiveTransform(unit, quad)
    x, y = cv2.perspectiveTransform(np.array([[[cell.column + 0.5, cell.row + 0.5]]]), way)[0][0]
    return slice(int(y) - 4, int(y) + 5), slice(int(x) - 4, int(x) + 5)


def test_hands_cover_cells_and_leave(plain: tuple[list[Picture], FilmTruth]) -> None:
    frames, truth = plain
    assert any(span.covered for span in truth.layouts)
    assert truth.layouts[0].covered == truth.layouts[-1].covered == ()
    assert len(frames) == truth.frames


def test_every_habit_can_be_filmed() -> None:
    """Whatever hands do beside playing, the game that is told stays the same one."""
    plain_game = play_game(CARDS, 2, 27, 7)
    wish = FilmWish(27, "easy", (160, 90), 3.0, Habits(**dict.fromkeys(NAMES, 0.4)))
    film = Film(plain_game, marker_deck(), wish)
    for _ in film.shoot():
        pass
    truth = film.truth()
    assert {one.habit for one in truth.habits} == set(NAMES)
    assert [event.facts["cell"] for event in truth.events if event.event == "emissary_sent"] == [
        [turn.sent.cell.row, turn.sent.cell.column] for turn in plain_game.turns if turn.sent
    ]
    assert after(truth, truth.frames - 1) == last_cells(plain_game)


def last_cells(game: FilmedGame) -> dict[Cell, str | None]:
    cells = {cell: None if game.opening[cell] is None else str(game.opening[cell]) for cell in CELLS}
    for turn in game.turns:
        if turn.sent:
            cells[turn.sent.cell] = str(turn.sent.mage)
        cells.update({cell: None for cell, _ in turn.followers})
        cells.update({cell: str(mage) for cell, mage in turn.refill})
    return cells


def test_habits_are_asked_for_by_name() -> None:
    assert parse_habits("lifted,leaning").lifted > 0
    assert parse_habits("lifted,leaning").withdrawn == 0
    with pytest.raises(ValueError, match="'sneezing' is no habit"):
        parse_habits("sneezing")


def test_the_truth_is_read_back_as_it_was_written(
    plain: tuple[list[Picture], FilmTruth], tmp_path: Path
) -> None:
    _, truth = plain
    path = tmp_path / "film.json"
    path.write_text(truth.to_json(), encoding="utf-8")
    again = read_truth(path)
    assert json.loads(again.to_json()) == json.loads(truth.to_json())
    assert again.cells_at(truth.frames - 1) == truth.cells_at(truth.frames - 1)
    with pytest.raises(IndexError, match="not 100000"):
        again.cells_at(100000)


def test_a_video_holds_every_frame(plain: tuple[list[Picture], FilmTruth], tmp_path: Path) -> None:
    frames, truth = plain
    path = tmp_path / "film.mp4"
    with VideoRecorder(path, truth.fps, SIZE) as recorder:
        for frame in frames:
            recorder.add(frame)
    capture = cv2.VideoCapture(str(path))
    count = 0
    while capture.read()[0]:
        count += 1
    assert count == truth.frames
    assert list(tmp_path.iterdir()) == [path]


def test_a_film_that_is_broken_off_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), VideoRecorder(tmp_path / "film.mp4", 5.0, SIZE):
        raise KeyboardInterrupt
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_is_no_video_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"film\.txt is no video"):
        VideoRecorder(tmp_path / "film.txt", 5.0, SIZE)


def test_stills_are_numbered_in_their_order(plain: tuple[list[Picture], FilmTruth], tmp_path: Path) -> None:
    frames, _ = plain
    with StillsRecorder(tmp_path / "stills") as recorder:
        for frame in frames[:3]:
            recorder.add(frame)
    names = sorted(path.name for path in (tmp_path / "stills").iterdir())
    assert names == ["frame-00000.jpg", "frame-00001.jpg", "frame-00002.jpg"]
