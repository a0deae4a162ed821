"""Many decks besides the house deck, so that what is learned is about cards and not about one deck."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

import cv2
import numpy as np

from models.training.scenes.animals import animal_mask
from models.training.scenes.arrays import Colour, Picture, Plane, as_picture, as_plane
from models.training.scenes.codes import ALL_CODES, ANIMALS, COLOURS
from models.training.scenes.deck import CARD_HEIGHT_MM, CARD_WIDTH_MM, Deck
from models.training.scenes.deck_style import DeckStyle
from models.training.scenes.style_grounds import GROUNDS
from models.training.scenes.style_numbers import place_number

BASE_INKS: dict[str, Colour] = {
    "be": (150, 190, 212),
    "bl": (175, 95, 40),
    "pu": (140, 50, 110),
    "or": (30, 130, 235),
    "re": (45, 40, 195),
    "gr": (70, 135, 50),
}
ILLUSTRATED = ("painterly", "landscape", "gradient", "rays", "parchment")
FRAMES = ("thin", "white", "borderless", "thick", "black", "double")


def draw_style(seed: int) -> DeckStyle:
    """The style of a seed."""
    rng = np.random.default_rng([seed, 9001])

    def pick(*choices: str) -> str:
        return choices[int(rng.integers(len(choices)))]

    ground, frame = pick(*GROUNDS), pick(*FRAMES)
    places = pick("corners", "corners", "four", "top left", "top", "bottom", "big")
    colourless = ground == "white" and frame in ("white", "borderless", "black")
    return DeckStyle(
        seed=seed,
        inks={code: _varied(rng, ink) for code, ink in BASE_INKS.items()},
        ground=ground,
        taste=float(rng.random()),
        frame=frame,
        drawing=int(rng.integers(3)),
        mirrored=bool(rng.random() < 0.5),
        animal_share=float(rng.uniform(0.5, 0.85)),
        animal_low=0.4 if places in ("bottom", "big") else float(rng.uniform(0.46, 0.58)),
        # Whatever the taste, a card must show its colour somewhere.
        animal_ink=pick("ink", "textured")
        if colourless
        else pick("ink", "dark", "white", "outline", "textured"),
        font=int(rng.integers(8)),
        number_share=float(rng.uniform(0.13, 0.24)),
        number_places=places,
        number_badge=pick("none", "disc", "box", "shield", "none"),
        number_ink=pick("ink", "dark", "white"),
    )


def illustrated_style(seed: int) -> DeckStyle:
    """A deck painted to its edges, its number small and printed once; in half of them drawings are shared."""
    rng = np.random.default_rng([seed, 9002])
    return replace(
        draw_style(seed),
        ground=ILLUSTRATED[int(rng.integers(len(ILLUSTRATED)))],
        frame="borderless",
        animal_share=float(rng.uniform(0.7, 0.95)),
        number_share=float(rng.uniform(0.09, 0.12)),
        number_places=("top left", "top", "bottom")[int(rng.integers(3))],
        shared_drawing=seed % 2 == 0,
    )


def draw_face(style: DeckStyle, code: str, width_px: int) -> Picture:
    """The face of a card in this style."""
    colour, animal, value = code[:2], code[2], int(code[3])
    drawing = 500 + list(ANIMALS).index(animal) if style.shared_drawing else ALL_CODES.index(code)
    rng = np.random.default_rng([style.seed, drawing])
    height_px = round(width_px * CARD_HEIGHT_MM / CARD_WIDTH_MM)
    ink = style.inks[colour]
    face = GROUNDS[style.ground](rng, (height_px, width_px), ink, style.taste)
    _lay_animal(face, style, animal, ink)
    _lay_frame(face, style.frame, ink)
    place_number(face, style, value, ink)
    return as_picture(np.clip(np.rint(face), 0, 255))


def draw_back(style: DeckStyle, colour: str, width_px: int) -> Picture:
    """A back that shows the colour: a pattern in its ink."""
    rng = np.random.default_rng([style.seed, 5000])
    height_px = round(width_px * CARD_HEIGHT_MM / CARD_WIDTH_MM)
    ink = np.asarray(style.inks[colour], np.float32)
    y, x = np.mgrid[0:height_px, 0:width_px].astype(np.float32) / np.float32(width_px)
    pitch = np.float32(rng.uniform(5, 16))
    kind = int(rng.integers(4))
    waves: list[Callable[[], Plane]] = [
        lambda: as_plane(np.sin((x + y) * pitch * np.pi) * np.sin((x - y) * pitch * np.pi)),
        lambda: as_plane(np.sin(np.hypot(x - 0.5, y - 0.78) * pitch * 2 * np.pi)),
        lambda: as_plane(np.sin(x * pitch * 2 * np.pi) * np.sin(y * pitch * 2 * np.pi)),
        lambda: as_plane(np.sin(np.arctan2(y - 0.78, x - 0.5) * np.float32(2 * int(pitch)))),
    ]
    share = np.clip(waves[kind]() * 3, -1, 1)[..., None] * 0.5 + 0.5
    back = as_plane(ink * (0.62 + 0.38 * share) + (1 - share) * np.float32(rng.uniform(0, 60)))
    _lay_frame(back, style.frame, style.inks[colour])
    return as_picture(np.clip(np.rint(back), 0, 255))


class _Drawn(Mapping[str, Picture]):
    """Pictures drawn when first asked for."""

    def __init__(self, codes: tuple[str, ...], draw: Callable[[str], Picture]) -> None:
        self._codes = codes
        self._draw = draw
        self._pictures: dict[str, Picture] = {}

    def __getitem__(self, code: str) -> Picture:
        if code not in self._codes:
            raise KeyError(code)
        if code not in self._pictures:
            self._pictures[code] = self._draw(code)
        return self._pictures[code]

    def __iter__(self) -> Iterator[str]:
        return iter(self._codes)

    def __len__(self) -> int:
        return len(self._codes)


def style_deck(seed: int, width_px: int = 392) -> Deck:
    """A whole deck of 90 kinds in the style of a seed; faces are drawn as they are needed."""
    return _deck_of(draw_style(seed), f"style-{seed}", width_px)


def illustrated_deck(seed: int, width_px: int = 392) -> Deck:
    """The same for an illustrated style."""
    return _deck_of(illustrated_style(seed), f"illustrated-{seed}", width_px)


def _deck_of(style: DeckStyle, name: str, width_px: int) -> Deck:
    return Deck(
        name=name,
        faces=_Drawn(ALL_CODES, lambda code: draw_face(style, code, width_px)),
        backs=_Drawn(tuple(COLOURS), lambda colour: draw_back(style, colour, width_px)),
        corner_radius_mm=float(np.random.default_rng([style.seed, 3]).uniform(1.5, 4.0)),
    )


def _varied(rng: np.random.Generator, ink: Colour) -> Colour:
    hls = as_plane(cv2.cvtColor(np.asarray([[ink]], np.uint8), cv2.COLOR_BGR2HLS))[0, 0]
    hue = (float(hls[0]) + rng.normal(0, 2.5)) % 180
    lightness = np.clip(float(hls[1]) * np.exp(rng.normal(0, 0.12)), 40, 225)
    strength = np.clip(float(hls[2]) * np.exp(rng.normal(0, 0.15)), 60, 255)
    varied = cv2.cvtColor(np.asarray([[[hue, lightness, strength]]], np.uint8), cv2.COLOR_HLS2BGR)[0, 0]
    return float(varied[0]), float(varied[1]), float(varied[2])


def _lay_animal(face: Plane, style: DeckStyle, animal: str, ink: Colour) -> None:
    height, width = face.shape[:2]
    size = round(width * style.animal_share)
    mask = animal_mask(animal, style.drawing, size, style.mirrored)
    top = min(max(0, round(height * style.animal_low - size / 2)), height - size)
    left = (width - size) // 2
    box = face[top : top + size, left : left + size]
    if style.animal_ink == "outline":
        grown = as_plane(cv2.dilate(mask, np.ones((max(3, size // 30),) * 2, np.uint8)))
        box += grown[..., None] * (np.float32(245) - box)
    colour = _animal_colour(style, ink, box, mask)
    paint = np.broadcast_to(colour, box.shape)
    if style.animal_ink == "textured":
        rng = np.random.default_rng(style.seed)
        fur = cv2.resize(rng.random((size // 3 + 1, size // 9 + 1), dtype=np.float32), (size, size))
        paint = paint * (0.55 + 0.7 * as_plane(fur))[..., None]
    box += mask[..., None] * (paint - box)


def _animal_colour(style: DeckStyle, ink: Colour, under: Plane, mask: Plane) -> Plane:
    """The wished ink, or one that stands out where the wished one would drown."""
    tone = np.asarray(ink, np.float32)
    wished = {"dark": tone * 0.25, "outline": tone * 0.25, "white": np.full(3, 244, np.float32)}
    colour = wished.get(style.animal_ink, tone * 0.8)
    ground = (under * mask[..., None]).sum(axis=(0, 1)) / np.maximum(mask.sum(), 1)
    if float(np.abs(colour - ground).max()) < 75:
        colour = tone * 0.2 if float(ground.mean()) > 115 else tone * 0.25 + 185
    return as_plane(colour)


def _lay_frame(face: Plane, frame: str, ink: Colour) -> None:
    height, width = face.shape[:2]
    rim = {"thin": 0.022, "white": 0.055, "borderless": 0, "thick": 0.075, "black": 0.045, "double": 0.05}[
        frame
    ]
    band = round(width * rim)
    if band == 0:
        return
    colour = {"white": (246.0, 248.0, 248.0), "black": (18.0, 18.0, 20.0)}.get(frame, ink)
    for strip in (face[:band], face[-band:], face[:, :band], face[:, -band:]):
        strip[:] = np.asarray(colour, np.float32)
    if frame == "double":
        inner = (band * 2, band * 2, width - band * 4, height - band * 4)
        cv2.rectangle(face, inner, tuple(ink), max(1, band // 3), cv2.LINE_AA)
