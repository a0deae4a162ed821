"""Of many guesses where cards lie, those that the deck explains, each part of the photo by one card."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vision.alignment import SMALL_SIZE
from vision.arrays import Floats, Indices, Mask, Picture, Points
from vision.cell_images import (
    SMALL_WIDTH_PX,
    homographies,
    lay_straight,
    reduce_frame,
    straight_corners,
    through,
)
from vision.references import DeckReferences
from vision.visible_alignment import slide_visible
from vision.visible_parts import (
    BLOCK_PX,
    BLOCKS,
    TOP_PX,
    DeckBlocks,
    VisibleParts,
    agreement_with,
    visible_parts,
)

LOOKS = (
    (2, 2.5),
    (1, 4.0),
    (1, 5.0),
)  # blurs of the references, and lively blocks below which all hope is lost
LAST_LOOKS = (1, 2)
LEAST_EXPLAINED = 6.5  # lively blocks that only this card explains
LEAST_SHARE = 0.45  # of what a card seems to explain, that no other card explains better
REACH = (
    2.6  # of a card's width: cards whose middles are farther apart, even on a steep table, share no ground
)
SAME_PLACE = 0.1  # of a card's width: two cards' middles are never nearer, unless they are squared in a pile
DOUBTFUL = -0.5
NONE: Points = np.zeros((0, 4, 2))


@dataclass(frozen=True, slots=True, eq=False)
class ExplainedCards:
    """Cards by their corners in the card's own order, the likeliest picture, and what shows of each.

    `shows` is by blocks, cards x rows x columns, from 0 to 1; `explained` is how many lively blocks only
    this card explains; `visible` is the share of the card that shows.
    """

    corners: Points
    picture: Indices
    shows: Floats
    explained: Floats
    visible: Floats

    def __len__(self) -> int:
        return len(self.picture)

    def some(self, chosen: Indices) -> ExplainedCards:
        """Some of them."""
        return ExplainedCards(
            self.corners[chosen],
            self.picture[chosen],
            self.shows[chosen],
            self.explained[chosen],
            self.visible[chosen],
        )

    def show_at(self, places: Points) -> Mask:
        """Which places of the photo lie where one of the cards shows."""
        if len(self) == 0:
            return np.zeros(len(places), bool)
        ways = np.linalg.inv(homographies(straight_corners(*SMALL_SIZE), self.corners))
        return _taken(places, list(zip(ways, self.shows > 0, strict=True)))


@lru_cache(maxsize=4)
def deck_blocks(deck: DeckReferences) -> tuple[DeckBlocks, ...]:
    """The deck's pictures by blocks, at each of its blurs."""
    return tuple(DeckBlocks.of(deck, level) for level in deck.levels)


def explain_cards(
    frame_bgr: Picture, quads: Points, deck: DeckReferences, laid: Points = NONE
) -> ExplainedCards:
    """Lay each guess under the picture that explains most of it, and keep those that explain something.

    Those that were `laid` under their pictures before are compared once more, together with the new ones.
    """
    if len(quads) + len(laid) == 0:
        return ExplainedCards(
            quads, np.zeros(0, np.intp), np.zeros((0, *BLOCKS), np.float32), *(np.zeros(0, np.float32),) * 2
        )
    blocks = deck_blocks(deck)
    frame = reduce_frame(frame_bgr, np.concatenate([laid, quads]), SMALL_WIDTH_PX)
    for look, hopeless in LOOKS:
        if len(quads) == 0:
            break
        parts = visible_parts(lay_straight(frame, quads, SMALL_SIZE), blocks[look])
        hopeful = np.flatnonzero(parts.score > min(hopeless, float(parts.score.max())))
        if len(hopeful) == 0:
            hopeful = np.arange(1)  # one guess is kept to the end, where it is refused
        shows = np.clip(parts.agreement[hopeful], 0, 1)
        quads = slide_visible(frame, quads[hopeful], shows, deck.shapes, parts.picture[hopeful])
    quads = np.concatenate([laid, quads])
    cut = lay_straight(frame, quads, SMALL_SIZE)
    last = [visible_parts(cut, blocks[look]) for look in LAST_LOOKS]
    # Focus and shake are the camera's, so one blur is the right one for all.
    return _kept(quads, max(last, key=lambda parts: float(parts.score.sum())))


def explained_as(
    frame_bgr: Picture, cards: ExplainedCards, pictures: Indices, deck: DeckReferences
) -> Floats:
    """How much of what shows of each card another picture explains, as a share of what its own does."""
    frame = reduce_frame(frame_bgr, cards.corners, SMALL_WIDTH_PX)
    cut = lay_straight(frame, cards.corners, SMALL_SIZE)
    blocks = deck_blocks(deck)[LAST_LOOKS[0]]
    own, other = (
        (agreement_with(cut, named, blocks) * (cards.shows > 0)).sum((1, 2))
        for named in (cards.picture, pictures)
    )
    share: Floats = other / np.maximum(own, np.float32(1e-3))
    return share


def _kept(quads: Points, parts: VisibleParts) -> ExplainedCards:
    """The guesses taken greedily: what a better one explains is no longer there for the others."""
    ways = np.linalg.inv(homographies(straight_corners(*SMALL_SIZE), quads))
    places = through(homographies(straight_corners(*SMALL_SIZE), quads), _block_middles()[None])
    positive = np.clip(parts.agreement, 0, 1) * parts.worth
    shows = parts.shows.copy()
    kept: list[int] = []
    explained: list[float] = []
    middles, widths = quads.mean(1), np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
    for index in np.argsort(-parts.score):
        apart = np.linalg.norm(middles[kept] - middles[index], axis=1)
        if (apart < SAME_PLACE * widths[index]).any():
            continue
        near = [other for other, far in zip(kept, apart, strict=True) if far < REACH * widths[index]]
        others = [(ways[other], shows[other]) for other in near]
        taken = _taken(places[index], others).reshape(BLOCKS)
        own = float((positive[index] * ~taken).sum())
        if own < max(LEAST_EXPLAINED, LEAST_SHARE * float(positive[index].sum())):
            continue
        shows[index] &= ~taken
        kept.append(int(index))
        explained.append(own)
    chosen = np.array(kept, np.intp)
    return ExplainedCards(
        quads[chosen],
        parts.picture[chosen],
        (np.clip(parts.agreement, 0, 1) * shows)[chosen].astype(np.float32),
        np.array(explained, np.float32),
        _visible(quads[chosen], parts.agreement[chosen], shows[chosen]),
    )


def _visible(quads: Points, agreement: Floats, shows: Mask) -> Floats:
    """The share of each card that shows; where no other card lies, a block must be strange to be hidden."""
    share = np.zeros(len(quads), np.float32)
    whole = np.ones(BLOCKS, bool)
    onto = homographies(straight_corners(*SMALL_SIZE), quads)
    ways, places = np.linalg.inv(onto), through(onto, _block_middles()[None])
    middles, widths = quads.mean(1), np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
    for index in range(len(places)):
        far = np.linalg.norm(middles - middles[index], axis=1)
        near = [other for other in np.flatnonzero(far < REACH * widths[index]) if other != index]
        others = [(ways[other], whole) for other in near]
        alone = ~_taken(places[index], others).reshape(BLOCKS)
        share[index] = (shows[index] | (alone & (agreement[index] > DOUBTFUL))).mean()
    return share


def _block_middles() -> Points:
    rows, columns = BLOCKS
    y = TOP_PX + BLOCK_PX * (np.arange(rows) + 0.5) - 0.5
    x = BLOCK_PX * (np.arange(columns) + 0.5) - 0.5
    return np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)


def _taken(places: Points, others: list[tuple[Points, Mask]]) -> Mask:
    """Which places lie where another card shows."""
    rows, columns = BLOCKS
    taken = np.zeros(len(places), bool)
    for way, shows in others:
        there = through(way[None], places[None])[0]
        column = np.floor((there[:, 0] + 0.5) / BLOCK_PX).astype(int)
        row = np.floor((there[:, 1] + 0.5 - TOP_PX) / BLOCK_PX).astype(int)
        inside = (row >= 0) & (row < rows) & (column >= 0) & (column < columns)
        taken |= inside & shows[np.clip(row, 0, rows - 1), np.clip(column, 0, columns - 1)]
    return taken
