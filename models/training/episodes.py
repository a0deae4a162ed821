"""Batches to learn from: a few decks at a time, references of cards hard to tell apart, and crops."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from models.training.crop_shards import NO_CODE, CropShard, Numbers
from models.training.disturb import DeckDisguise, disturbed
from models.training.quick_crops import quick_crop
from models.training.scenes.arrays import Picture
from vision.network_manifest import STATES

DECKS = 3
CARDS, BACKS, EMPTY, COVERED, OTHERS = 20, 2, 2, 2, 8
QUICK_SHARE = 0.4
FACES, BACK_REFERENCES = 16, 2
VALUES, ANIMALS, COLOURS = 5, 3, 6
SEEN_ENOUGH = 0.55
UNTAUGHT = 0.05
CARD, BACK, EMPTY_STATE, COVERED_STATE, OTHER = range(len(STATES))


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Images and their truth; references come first. `deck` and `code` are -1 where nothing is to be named.

    The heads for colour and value are not asked where a deck wears false colours or is seen in a mirror.
    """

    images: Picture
    reference: npt.NDArray[np.bool_]
    deck: Numbers
    code: Numbers
    state: Numbers
    turned: npt.NDArray[np.bool_]
    true_colour: npt.NDArray[np.bool_]
    true_value: npt.NDArray[np.bool_]
    untaught: npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class _Row:
    image: Picture
    reference: bool
    deck: int
    code: int
    state: int
    turned: bool
    true_colour: bool
    true_value: bool
    untaught: bool


def draw_batch(rng: np.random.Generator, decks: list[CropShard], things: list[CropShard]) -> Batch:
    """A few decks, each with its references and crops, and some things that are no cards."""
    rows: list[_Row] = []
    tables = next(shard for shard in _shuffled(rng, decks) if bool((shard.states == EMPTY_STATE).any()))
    for place, shard in enumerate(_shuffled(rng, decks)[:DECKS]):
        rows += _episode(rng, shard, place, tables.crops[tables.states == EMPTY_STATE])
    if things:
        rows += _things(rng, things[int(rng.integers(len(things)))])
    rows.sort(key=lambda row: not row.reference)
    columns = {
        field.name: np.stack([np.asarray(getattr(row, field.name)) for row in rows]) for field in fields(_Row)
    }
    images = columns.pop("image")
    return Batch(images=images, **columns)


def _shuffled(rng: np.random.Generator, shards: list[CropShard]) -> list[CropShard]:
    return [shards[index] for index in rng.permutation(len(shards)).tolist()]


def _episode(rng: np.random.Generator, shard: CropShard, place: int, tables: Picture) -> list[_Row]:
    faces = _alike_faces(rng, shard)
    backs = 90 + rng.permutation(COLOURS)[:BACK_REFERENCES]
    shown = np.concatenate([faces, backs])
    heads = dict(zip(shown.tolist(), (rng.random(len(shown)) < 0.5).tolist(), strict=True))
    disguise = DeckDisguise.draw(rng)

    def row(image: Picture, code: int, state: int, turned: bool, reference: bool) -> _Row:
        return _Row(
            image=disturbed(rng, disguise.worn_by(image), reference),
            reference=reference,
            deck=place,
            code=code,
            state=state,
            turned=turned,
            true_colour=disguise.true_colour,
            true_value=disguise.true_value,
            untaught=not reference and bool(rng.random() < UNTAUGHT),
        )

    rows = [
        row(
            _headed(shard.references[code], heads[code]), code, CARD if code < 90 else BACK, heads[code], True
        )
        for code in shown.tolist()
    ]
    for index in _picked(rng, shard, faces, backs):
        code, state = int(shard.codes[index]), int(shard.states[index])
        named = state in (CARD, BACK)
        turned = heads[code] if named else bool(rng.random() < 0.5)
        image = _headed(shard.crops[index], turned != bool(shard.turned[index]))
        rows.append(row(image, code if named else NO_CODE, state, turned, False))
    for code in _quick_codes(rng, shard, shown):
        reference = _headed(shard.references[code], heads[code])
        image = quick_crop(rng, reference, tables[int(rng.integers(len(tables)))])
        rows.append(row(image, code, CARD if code < 90 else BACK, heads[code], False))
    return rows


def _quick_codes(rng: np.random.Generator, shard: CropShard, shown: npt.NDArray[np.int64]) -> list[int]:
    """Cards to show by quick crops: some beside photographed ones, all where there are no photographs."""
    count = round(CARDS * QUICK_SHARE) if len(shard.crops) else CARDS + BACKS
    return [int(code) for code in rng.choice(shown, count)]


def _alike_faces(rng: np.random.Generator, shard: CropShard) -> npt.NDArray[np.int64]:
    """A dense block of colours, animals and values: every face has neighbours that differ in one thing."""
    animals, values = ((1, 5), (2, 5), (2, 4))[int(rng.integers(3))]
    colours = -(-FACES // (animals * values)) + 1
    codes = [
        int(colour * 15 + animal * 5 + value)
        for colour in rng.permutation(COLOURS)[:colours]
        for animal in rng.permutation(ANIMALS)[:animals]
        for value in rng.permutation(VALUES)[:values]
    ]
    known = [code for code in codes if shard.known[code]]
    return np.array(known[:FACES])


def _picked(
    rng: np.random.Generator, shard: CropShard, faces: npt.NDArray[np.int64], backs: npt.NDArray[np.int64]
) -> list[int]:
    seen = shard.visible >= SEEN_ENOUGH
    wishes = (
        (seen & (shard.states == CARD) & np.isin(shard.codes, faces), round(CARDS * (1 - QUICK_SHARE))),
        (seen & (shard.states == BACK) & np.isin(shard.codes, backs), BACKS),
        (shard.states == EMPTY_STATE, EMPTY),
        (shard.states == COVERED_STATE, COVERED),
    )
    return [int(index) for fits, count in wishes for index in rng.permutation(np.flatnonzero(fits))[:count]]


def _things(rng: np.random.Generator, shard: CropShard) -> list[_Row]:
    indices = rng.permutation(np.flatnonzero(shard.states == OTHER))[:OTHERS]
    disguise = DeckDisguise.draw(rng)
    return [
        _Row(
            image=disturbed(rng, disguise.worn_by(shard.crops[index]), False),
            reference=False,
            deck=-1,
            code=NO_CODE,
            state=OTHER,
            turned=False,
            true_colour=False,
            true_value=False,
            untaught=False,
        )
        for index in indices.tolist()
    ]


def _headed(image: Picture, turn: bool) -> Picture:
    return image[::-1, ::-1] if turn else image
