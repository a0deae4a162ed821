"""What may lie in a cell and is no card of any deck taught: playing cards, beer mats, notes, blank cards."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from models.training.scenes import prints
from models.training.scenes.arrays import Picture, as_picture, as_plane
from models.training.scenes.codes import ALL_CODES, COLOURS
from models.training.scenes.deck import Deck
from models.training.scenes.foreign import foreign_picture
from models.training.scenes.grain import fractal

SIZE_PX = (240, 373)
FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_SCRIPT_SIMPLEX,
)


def _colour(rng: np.random.Generator, low: float = 20, high: float = 240) -> tuple[int, int, int]:
    blue, green, red = rng.uniform(low, high, 3)
    return int(blue), int(green), int(red)


def _sheet(colour: tuple[int, int, int]) -> Picture:
    return np.full((SIZE_PX[1], SIZE_PX[0], 3), colour, np.uint8)


def blank_card(rng: np.random.Generator) -> Picture:
    """A card with nothing on it, or one line around the rim."""
    sheet = _sheet((245, 248, 248) if rng.random() < 0.5 else _colour(rng))
    if rng.random() < 0.4:
        cv2.rectangle(sheet, (14, 14), (225, 358), _colour(rng), int(rng.integers(1, 9)), cv2.LINE_AA)
    return sheet


def playing_card(rng: np.random.Generator) -> Picture:
    """White, a rank in two corners, pips in columns."""
    sheet = _sheet((246, 248, 248))
    ink = (30, 30, 200) if rng.random() < 0.5 else (25, 25, 25)
    rank = "A23456789JQK"[int(rng.integers(12))]
    font = FONTS[int(rng.integers(len(FONTS)))]
    for _ in range(2):
        cv2.putText(sheet, rank, (12, 48), font, 1.4, ink, 3, cv2.LINE_AA)
        sheet = np.ascontiguousarray(sheet[::-1, ::-1])
    columns = ((120,), (75, 165), (70, 120, 170))[int(rng.integers(3))]
    for x in columns:
        for y in np.linspace(80, 295, int(rng.integers(1, 5))).astype(int):
            _pip(sheet, (x, int(y)), int(rng.integers(14, 24)), ink)
    return sheet


def _pip(sheet: Picture, at: tuple[int, int], size: int, ink: tuple[int, int, int]) -> None:
    x, y = at
    if ink[2] > 100:
        outline = [[x, y - size], [x + size * 3 // 4, y], [x, y + size], [x - size * 3 // 4, y]]
        cv2.fillPoly(sheet, [np.array(outline, np.int32)], ink, cv2.LINE_AA)
    else:
        for dx, dy in ((-size // 2, 0), (size // 2, 0), (0, -size // 2)):
            cv2.circle(sheet, (x + dx, y + dy), size // 2, ink, -1, cv2.LINE_AA)


def beer_mat(rng: np.random.Generator) -> Picture:
    """Board with rings, a name and a star."""
    sheet = _sheet(_colour(rng, 120, 250))
    middle = (120 + int(rng.normal(0, 8)), 186 + int(rng.normal(0, 12)))
    for radius in sorted(rng.uniform(20, 118, int(rng.integers(2, 6))), reverse=True):
        thickness = -1 if rng.random() < 0.5 else int(rng.integers(2, 12))
        cv2.circle(sheet, middle, int(radius), _colour(rng), thickness, cv2.LINE_AA)
    word = "".join("ABELNORSTU"[int(i)] for i in rng.integers(0, 10, int(rng.integers(4, 8))))
    cv2.putText(sheet, word, (25, middle[1]), FONTS[int(rng.integers(4))], 1.3, _colour(rng), 4, cv2.LINE_AA)
    return sheet


def picture_card(rng: np.random.Generator) -> Picture:
    """A photograph or painting without number or animal, perhaps with a caption."""
    ground = fractal(
        rng, (SIZE_PX[1], SIZE_PX[0]), (float(rng.uniform(2, 12)), float(rng.uniform(2, 9))), 5, 0.7
    )
    low, high = as_plane(_colour(rng, 0, 150)), as_plane(_colour(rng, 90, 255))
    share = np.clip(0.5 + 0.35 * ground, 0, 1)[..., None]
    sheet = as_picture(np.clip(low + share * (high - low), 0, 255))
    for _ in range(int(rng.integers(0, 6))):
        at = (int(rng.integers(240)), int(rng.integers(373)))
        axes = (int(rng.integers(8, 80)), int(rng.integers(8, 80)))
        cv2.ellipse(sheet, at, axes, float(rng.uniform(0, 180)), 0, 360, _colour(rng), -1, cv2.LINE_AA)
    if rng.random() < 0.5:
        cv2.rectangle(sheet, (16, 290), (224, 356), (235, 240, 240), -1)
        cv2.putText(sheet, "Lorem ipsum", (24, 320), FONTS[0], 0.8, (40, 40, 40), 1, cv2.LINE_AA)
    return sheet


def written_note(rng: np.random.Generator) -> Picture:
    """A page of a book, or a note with lines scrawled on it."""
    if rng.random() < 0.5:
        return as_picture(cv2.resize(prints.page(rng, (480, 746)), SIZE_PX, interpolation=cv2.INTER_AREA))
    sheet = _sheet(_colour(rng, 180, 250))
    for y in range(40, 350, int(rng.integers(22, 60))):
        steps = (
            np.cumsum(rng.normal(0, 5, (30, 2)), axis=0) * (0.2, 1)
            + np.c_[np.linspace(20, 220, 30), np.full(30, y)]
        )
        cv2.polylines(sheet, [steps.astype(np.int32)], False, (120, 40, 30), 2, cv2.LINE_AA)
    return sheet


def screen(rng: np.random.Generator) -> Picture:
    """A phone, or part of a keyboard."""
    if rng.random() < 0.6:
        return prints.phone_screen(rng, SIZE_PX)
    return as_picture(prints.keyboard(rng, (746, 480))[:373, :240])


def striped_cloth(rng: np.random.Generator) -> Picture:
    """A folded napkin: stripes or checks."""
    y, x = np.mgrid[0:373, 0:240].astype(np.float32)
    turn, pitch = rng.uniform(0, np.pi), rng.uniform(8, 60)
    wave = np.sin((x * np.cos(turn) + y * np.sin(turn)) * 2 * np.pi / pitch)
    if rng.random() < 0.5:
        wave = wave * np.sin((x * np.sin(turn) - y * np.cos(turn)) * 2 * np.pi / pitch)
    low, high = as_plane(_colour(rng)), as_plane(_colour(rng))
    return as_picture(low + np.clip(wave * 2 + 0.5, 0, 1)[..., None] * (high - low))


def domino(rng: np.random.Generator) -> Picture:
    """Two halves with dots."""
    sheet = _sheet((235, 240, 240) if rng.random() < 0.5 else (30, 30, 34))
    ink = (25, 25, 25) if int(sheet[0, 0, 0]) > 100 else (235, 235, 235)
    cv2.line(sheet, (20, 186), (220, 186), ink, 6, cv2.LINE_AA)
    for top in (0, 186):
        for _ in range(int(rng.integers(0, 7))):
            at = (60 + 60 * int(rng.integers(3)), top + 40 + 52 * int(rng.integers(3)))
            cv2.circle(sheet, at, 18, ink, -1, cv2.LINE_AA)
    return sheet


def ticket(rng: np.random.Generator) -> Picture:
    """A tram ticket or a banknote: guilloche, a sum, a code."""
    sheet = _sheet(_colour(rng, 150, 240))
    ink = _colour(rng, 20, 150)
    y = np.arange(373)
    for phase in np.linspace(0, 2 * np.pi, int(rng.integers(4, 12))):
        x = 120 + rng.uniform(40, 110) * np.sin(y / rng.uniform(12, 40) + phase)
        cv2.polylines(sheet, [np.c_[x, y].astype(np.int32)], False, ink, 1, cv2.LINE_AA)
    for index in range(28):
        if rng.random() < 0.5:
            cv2.rectangle(sheet, (40 + index * 6, 310), (43 + index * 6, 350), (20, 20, 20), -1)
    cv2.putText(sheet, str(int(rng.integers(10, 999))), (40, 90), FONTS[1], 2.0, ink, 5, cv2.LINE_AA)
    return sheet


Drawing = Callable[[np.random.Generator], Picture]
TRAINED_THINGS: tuple[Drawing, ...] = (
    *(blank_card, playing_card, beer_mat, picture_card, written_note, screen, striped_cloth),
)
UNTRAINED_THINGS: tuple[Drawing, ...] = (domino, ticket, foreign_picture, foreign_picture, blank_card)
"""What only the report shows: two kinds of ours, the compositor's strange cards, and blank ones."""


def deck_of_things(seed: int, things: tuple[Drawing, ...]) -> Deck:
    """Things in the place of cards, so that the compositor lays them into cells; codes mean nothing here."""
    rng = np.random.default_rng([seed, 7007])

    def draw() -> Picture:
        return things[int(rng.integers(len(things)))](rng)

    kinds = [draw() for _ in range(30)]
    return Deck(
        name=f"things-{seed}",
        faces={code: kinds[index % len(kinds)] for index, code in enumerate(ALL_CODES)},
        backs={colour: draw() for colour in COLOURS},
        corner_radius_mm=float(rng.uniform(0.0, 4.0)),
    )
