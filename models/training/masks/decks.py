"""The decks of the tables the mask network learns from: drawn, painted, framed, and cards of any game."""

from __future__ import annotations

import numpy as np

from models.training.scenes.arrays import Picture
from models.training.scenes.codes import ALL_CODES, COLOURS
from models.training.scenes.deck import Deck
from models.training.scenes.deck_styles import illustrated_deck, style_deck
from models.training.scenes.foreign import foreign_picture

DECK_PX = 168
FACES = 16
MIX = ("drawn", "strange", "painted", "framed", "drawn", "painted", "strange", "framed", "drawn")


def deck_of(number: int, seed: int) -> Deck:
    """The deck of a number, of each kind in turn."""
    kind = MIX[number % len(MIX)]
    if kind == "drawn":
        return style_deck(seed, DECK_PX)
    if kind == "painted":
        return illustrated_deck(seed, DECK_PX)
    return framed_deck(seed) if kind == "framed" else strange_deck(seed)


def strange_deck(seed: int) -> Deck:
    """A deck of snapshots, pages, playing cards and plain colours: cards of any game."""
    rng = np.random.default_rng([seed, 616])
    plain = rng.random() < 0.2
    faces = {code: _strange_face(rng, plain=plain) for code in _some_codes(rng)}
    back = _strange_face(rng, plain=plain)
    return Deck(f"strange-{seed}", faces, {str(colour): back for colour in COLOURS}, {}, 3.0)


def framed_deck(seed: int) -> Deck:
    """A deck whose pictures stand in one plain border, mostly white: the picture's edge is not the card's."""
    rng = np.random.default_rng([seed, 617])
    border = round(float(rng.uniform(0.03, 0.12)) * DECK_PX)
    colour = float(rng.choice([12, 60, 225, 240, 248, 250])) + rng.uniform(-8, 5, 3)
    inner = style_deck(seed, DECK_PX) if rng.random() < 0.4 else illustrated_deck(seed, DECK_PX)
    foreign = rng.random() < 0.4
    faces = {}
    for code in _some_codes(rng):
        face = foreign_picture(rng, DECK_PX) if foreign else inner.faces[code].copy()
        faces[code] = _framed(face, border, colour)
    back = _framed(foreign_picture(rng, DECK_PX), border, colour)
    return Deck(f"framed-{seed}", faces, {str(colour): back for colour in COLOURS}, {}, 3.0)


def _some_codes(rng: np.random.Generator) -> list[str]:
    return [str(code) for code in rng.choice(ALL_CODES, FACES, replace=False)]


def _strange_face(rng: np.random.Generator, *, plain: bool) -> Picture:
    face = foreign_picture(rng, DECK_PX)
    if plain:
        face[:] = rng.integers(0, 256, 3)
    border = int(rng.choice([0, 0, 0, 4, 7, 12]))
    return _framed(face, border, rng.choice([12, 60, 235, 250]) + rng.uniform(-10, 5, 3)) if border else face


def _framed(
    face: Picture, border_px: int, colour: np.ndarray[tuple[int, ...], np.dtype[np.float64]]
) -> Picture:
    for strip in (face[:border_px], face[-border_px:], face[:, :border_px], face[:, -border_px:]):
        strip[:] = np.clip(colour, 0, 255)
    return face
