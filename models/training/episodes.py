"""Batches to learn from: a few decks at a time, references of cards hard to tell apart, and crops."""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np
import numpy.typing as npt

from models.training.crop_shards import NO_CODE, CropShard, Numbers
from models.training.disturb import DeckDisguise, SharedTint, disturbed
from models.training.quick_crops import draw_balance, quick_crop
from models.training.scenes.arrays import Picture, Plane
from models.training.stamped_decks import stamped
from vision.network_manifest import STATES

CARDS, BACKS, EMPTY, COVERED, OTHERS = 20, 2, 3, 3, 6
QUICK_SHARE = 0.4
FACES, BACK_REFERENCES = 16, 2
VALUES, ANIMALS, COLOURS = 5, 3, 6
SEEN_ENOUGH = 0.55
WHOLLY_SEEN = 0.97
UNTAUGHT = 0.07
TAUGHT_BY_PHOTOGRAPHS, STAMPED = 0.45, 0.4
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
    mixed = _shuffled(rng, decks)
    pictured = next(shard for shard in mixed if bool((shard.states == EMPTY_STATE).any()))
    tables = pictured.crops[pictured.states == EMPTY_STATE]
    for place, shard in enumerate(_three_decks(mixed)):
        mean = place == 2 and bool(rng.random() < STAMPED)
        rows += Episode.draw(rng, stamped(rng, shard) if mean else shard, place, tables, not mean).rows()
    for shard in _shuffled(rng, things)[:2]:
        rows += _things(rng, shard, tables)
    rows.sort(key=lambda row: not row.reference)
    columns = {
        field.name: np.stack([np.asarray(getattr(row, field.name)) for row in rows]) for field in fields(_Row)
    }
    images = columns.pop("image")
    return Batch(images=images, **columns)


def _shuffled(rng: np.random.Generator, shards: list[CropShard]) -> list[CropShard]:
    return [shards[index] for index in rng.permutation(len(shards)).tolist()]


def _three_decks(mixed: list[CropShard]) -> list[CropShard]:
    """One with photographs, one without, and any third."""
    first = next(shard for shard in mixed if len(shard.crops))
    second = next((shard for shard in mixed if not len(shard.crops)), mixed[-1])
    third = next((shard for shard in mixed if shard is not first and shard is not second), first)
    return [first, second, third]


@dataclass(frozen=True, slots=True, eq=False)
class Episode:
    """One deck as it is taught, by flat pictures or by a photograph of each card, and as it is then seen."""

    rng: np.random.Generator
    shard: CropShard
    place: int
    tables: Picture
    numbered: bool
    disguise: DeckDisguise
    heads: dict[int, bool]
    photographed: bool
    teaching: tuple[Plane, SharedTint]
    playing: tuple[Plane, SharedTint]

    @classmethod
    def draw(
        cls, rng: np.random.Generator, shard: CropShard, place: int, tables: Picture, numbered: bool
    ) -> Episode:
        """Which cards are shown, which way up, and in what light; all that are seen at once share it."""
        shown = [
            *_alike_faces(rng, shard).tolist(),
            *(90 + rng.permutation(COLOURS)[:BACK_REFERENCES]).tolist(),
        ]
        photographed = bool(rng.random() < TAUGHT_BY_PHOTOGRAPHS)
        return cls(
            rng=rng,
            shard=shard,
            place=place,
            tables=tables,
            numbered=numbered,
            disguise=DeckDisguise.draw(rng),
            heads=dict(zip(shown, (rng.random(len(shown)) < 0.5).tolist(), strict=True)),
            photographed=photographed,
            teaching=(draw_balance(rng), SharedTint.draw(rng, True)),
            playing=(draw_balance(rng), SharedTint.draw(rng, False)),
        )

    def rows(self) -> list[_Row]:
        """The references, the photographed crops and the quick ones."""
        teachers = self._teachers() if self.photographed else {}
        rows = [self._reference(code, teachers) for code in self.heads]
        for index in _picked(self.rng, self.shard, np.array(list(self.heads)), set(teachers.values())):
            state = int(self.shard.states[index])
            named = state in (CARD, BACK)
            code = int(self.shard.codes[index]) if named else NO_CODE
            turned = self.heads[code] if named else bool(self.rng.random() < 0.5)
            image = _headed(self.shard.crops[index], turned != bool(self.shard.turned[index]))
            rows.append(self._row(image, code, state, turned))
        for code in _quick_codes(self.rng, self.shard, np.array(list(self.heads))):
            image = self._quick(code, self.playing[0])
            rows.append(self._row(image, code, _state_of(code), self.heads[code]))
        return rows

    def _teachers(self) -> dict[int, int]:
        """For some cards a photograph that shows them wholly."""
        shard = self.shard
        whole = (shard.visible >= WHOLLY_SEEN) & np.isin(shard.states, (CARD, BACK))
        return {
            int(shard.codes[index]): int(index)
            for index in self.rng.permutation(np.flatnonzero(whole))
            if int(shard.codes[index]) in self.heads
        }

    def _reference(self, code: int, teachers: dict[int, int]) -> _Row:
        head = self.heads[code]
        if code in teachers:
            index = teachers[code]
            image = _headed(self.shard.crops[index], head != bool(self.shard.turned[index]))
        elif self.photographed:
            image = self._quick(code, self.teaching[0])
        else:
            image = _headed(self.shard.references[code], head)
        return self._row(image, code, _state_of(code), head, reference=True)

    def _quick(self, code: int, balance: Plane) -> Picture:
        reference = _headed(self.shard.references[code], self.heads[code])
        return quick_crop(self.rng, reference, self.tables[int(self.rng.integers(len(self.tables)))], balance)

    def _row(self, image: Picture, code: int, state: int, turned: bool, reference: bool = False) -> _Row:
        worn = self.disguise.worn_by(image)
        tint = self.teaching[1] if reference else self.playing[1]
        return _Row(
            image=disturbed(self.rng, worn, reference and not self.photographed, tint),
            reference=reference,
            deck=self.place,
            code=code,
            state=state,
            turned=turned,
            true_colour=self.disguise.true_colour,
            true_value=self.disguise.true_value and self.numbered,
            untaught=not reference and bool(self.rng.random() < UNTAUGHT),
        )


def _state_of(code: int) -> int:
    return CARD if code < 90 else BACK


def _quick_codes(rng: np.random.Generator, shard: CropShard, shown: npt.NDArray[np.int64]) -> list[int]:
    """Cards to show by quick crops: some beside photographed ones, all where there are no photographs."""
    count = round(CARDS * QUICK_SHARE) if len(shard.crops) else CARDS + BACKS
    return [int(code) for code in rng.choice(shown, count)]


def _alike_faces(rng: np.random.Generator, shard: CropShard) -> npt.NDArray[np.int64]:
    """A dense block of colours, animals and values: all but one differ from another in one thing."""
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
    rng: np.random.Generator, shard: CropShard, shown: npt.NDArray[np.int64], teachers: set[int]
) -> list[int]:
    seen = (shard.visible >= SEEN_ENOUGH) & np.isin(shard.codes, shown)
    seen &= ~np.isin(np.arange(len(seen)), list(teachers))
    wishes = (
        (seen & (shard.states == CARD), round(CARDS * (1 - QUICK_SHARE))),
        (seen & (shard.states == BACK), BACKS),
        (shard.states == EMPTY_STATE, EMPTY),
        (shard.states == COVERED_STATE, COVERED),
    )
    return [int(index) for fits, count in wishes for index in rng.permutation(np.flatnonzero(fits))[:count]]


def _things(rng: np.random.Generator, shard: CropShard, tables: Picture) -> list[_Row]:
    """Some of the things a shard photographed, or quick crops of those it only has pictures of."""
    indices = rng.permutation(np.flatnonzero(shard.states == OTHER))[:OTHERS]
    images = [shard.crops[index] for index in indices.tolist()]
    if not images:
        images = [
            quick_crop(rng, shard.references[int(index)], tables[int(rng.integers(len(tables)))])
            for index in rng.integers(0, len(shard.references), OTHERS)
        ]
    disguise = DeckDisguise.draw(rng)
    return [
        _Row(
            image=disturbed(rng, disguise.worn_by(image), False),
            reference=False,
            deck=-1,
            code=NO_CODE,
            state=OTHER,
            turned=False,
            true_colour=False,
            true_value=False,
            untaught=False,
        )
        for image in images
    ]


def _headed(image: Picture, turn: bool) -> Picture:
    return image[::-1, ::-1] if turn else image
