"""What the bare table looks like in this very frame, and how much of a cell looks like it.

The table is seen in the gaps between cards and around them. A colour belongs to it if it is found along many
of the cells' sides, most of all beside cards that are seen well: a hand, a cup or a sheet of paper would hide
those. How often the colours of the table itself are found again, its grain, pattern and noise included, is
the measure for a cell.
"""

from __future__ import annotations

from dataclasses import dataclass, fields

import numpy as np

from vision.arrays import Floats, Mask, Picture, Points
from vision.cell_images import homographies, through

TAPS, SPOT = 24, 6  # pixels looked at along a line, and how many of them make a spot of one colour
ALONG = np.linspace(0.12, 0.88, TAPS)[:, None]  # of a side, or of a cell
LINES = np.linspace(0.12, 0.88, 4)  # down and across a cell
NEAREST, FARTHEST = 0.02, 0.09  # of a card's width: how far beside a side the table is looked at
DARKEST = 6.0  # levels added before colours are compared: black on black tells nothing
SHADE, TINT = 0.15, 0.05  # how far colours of one thing differ, as logarithms
DARKER = (0.0, 0.9)  # how much darker the same thing may be: in full light, in a shadow
OWN_EVERY = 2  # of the table's spots that are compared with the others
FAINTEST = 0.02
SURELY_A_CARD = 0.6  # of a cell that is explained
HARDLY_TRUSTED = 0.15
FAR = 4.0  # widths of a card from which on sides count alike
WORST, TABLES_WORST = 0.25, 0.25
"""The share of a cell's spots that are strangest, and of the table's own as well."""
LEAST_LIKE = -4.0
UNIT = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
OUTWARDS = np.array([[0.0, -1.0], [1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]])
SIDE_LINES = np.stack([(1 - ALONG) * UNIT[side] + ALONG * UNIT[(side + 1) % 4] for side in range(4)])
CELL_LINES = np.stack(
    [np.column_stack([ALONG, 0 * ALONG + line]) for line in LINES]
    + [np.column_stack([0 * ALONG + line, ALONG]) for line in LINES]
)


@dataclass(frozen=True, slots=True, eq=False)
class Bareness:
    """For each cell how like the table it is, as logarithms, 0 for what the table itself is.

    `whole` is the mean over the cell and `worst` where it is least like it; `shaded` and `worst_shaded` are
    the same if a shadow may lie on it.
    """

    whole: Floats
    worst: Floats
    shaded: Floats
    worst_shaded: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Gaps:
    """Lines beside the cells' sides (cells x sides x taps x 2, in pixels), and each cell's trust in them."""

    lines: Points
    trust: Floats

    @classmethod
    def beside(cls, quads: Points, explained: Floats) -> Gaps:
        """The gaps around cells; those around a card that is explained are the table's."""
        return cls.along(lines_beside(quads), explained)

    @classmethod
    def along(cls, lines: Points, explained: Floats) -> Gaps:
        """The same, their lines laid already."""
        return cls(lines, np.where(explained >= SURELY_A_CARD, 1, HARDLY_TRUSTED).astype(np.float32))

    def moved_to(self, quads: Points) -> Gaps:
        """The same gaps where their cells lie now."""
        return Gaps(lines_beside(quads), self.trust)


def lines_beside(quads: Points) -> Points:
    """Lines beside the sides of each quad: quads x sides x taps x 2."""
    return _laid(SIDE_LINES + _out(quads)[..., None, None] * OUTWARDS[:, None], quads)


@dataclass(frozen=True, slots=True, eq=False)
class SeenGaps:
    """Colours beside the cells' sides (cells x sides x spots x 3), and how far they are found beside others.

    It does not depend on what lies in the cells, so that it can be seen before they are looked at.
    """

    lines: Points
    colours: Floats
    found: Floats

    @classmethod
    def along(cls, frame_bgr: Picture, lines: Points) -> SeenGaps:
        """What a frame shows along lines beside the cells' sides."""
        colours = _colours(frame_bgr, lines)
        own = colours.reshape(len(colours), -1, 3)[:, ::OWN_EVERY]
        return cls(lines, colours, _found(own.reshape(-1, 3), _places(colours)))


def look_for_table(
    frame_bgr: Picture, quads: Points, gaps: Gaps, asked: Mask, seen: SeenGaps | None = None
) -> Bareness:
    """Compare the cells that are asked about with the gaps; what is not asked about is like nothing.

    `seen` is what the frame shows along the gaps' lines, if somebody looked already.
    """
    like = np.full((len(fields(Bareness)), len(quads)), LEAST_LIKE, np.float32)
    if not asked.any():
        return Bareness(*like)
    few = quads[asked]
    width_px = float(np.median(np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)))
    seen = seen or SeenGaps.along(frame_bgr, gaps.lines)
    table = TableTop(seen, gaps.lines.mean(axis=2) / width_px, gaps.trust)
    lines = _laid(np.broadcast_to(CELL_LINES, (len(few), *CELL_LINES.shape)), few)
    cells, middles = _colours(frame_bgr, lines).reshape(len(few), -1, 3), few.mean(axis=1) / width_px
    like[:, asked] = table.compared(cells, middles)
    return Bareness(*like)


@dataclass(frozen=True, slots=True, eq=False)
class TableTop:
    """What was seen beside the cells' sides, where that is, and each cell's trust in it.

    Where it is is counted in widths of a card (cells x sides x 2).
    """

    seen: SeenGaps
    sides: Points
    trust: Floats

    def compared(self, cells: Floats, middles: Points) -> list[Floats]:
        """How like the table cells are (cells x spots x 3), on the whole and where they are least so.

        First in full light, then where a shadow may lie on them.
        """
        own, found = self.seen.found, _found(cells.reshape(-1, 3), _places(self.seen.colours))
        usual = self._shares(own, (len(self.trust), own.shape[1] // len(self.trust)), self.sides.mean(axis=1))
        shown = self._shares(found, cells.shape[:2], middles)
        compared = []
        for table, shares in zip(usual, shown, strict=True):
            middle, low = _below(table, self.trust, (0.5, TABLES_WORST))
            order = np.sort(shares, axis=1)
            worst = order[:, : round(WORST * order.shape[1])].mean(axis=1)
            compared += [_beside(order.mean(axis=1), middle), _beside(worst, low)]
        return compared

    def _shares(self, found: Floats, shape: tuple[int, ...], middles: Points) -> Floats:
        """The share of sides along which the colour of each spot is found (shades x cells x spots).

        What lies over a cell may lie over its neighbours' sides too: far ones count for more.
        """
        apart = middles[:, None] - self.sides.reshape(-1, 2)
        counts = np.minimum(np.vecdot(apart, apart), FAR**2) * np.repeat(self.trust, self.sides.shape[1])
        counts /= counts.sum(axis=1, keepdims=True)
        by_cell = found.reshape(len(DARKER), *shape, -1)
        share: Floats = np.matmul(by_cell, counts[:, :, None].astype(np.float32))[..., 0]
        return share


def _places(colours: Floats) -> Floats:
    """Colours beside sides (cells x sides x spots x 3) as spots x sides x 3."""
    return colours.reshape(-1, *colours.shape[2:]).transpose(1, 0, 2)


def _found(spots: Floats, places: Floats) -> Floats:
    """How surely the colour of each spot is found along each side (shades x spots x sides)."""
    found: Floats = np.exp(np.float32(-0.5) * _apart(spots, places))
    return found


def _apart(spots: Floats, places: Floats) -> Floats:
    """How far each spot is from the nearest place of each side, as a square (shades x spots x sides)."""
    nearest = np.full((len(DARKER), len(spots), places.shape[1]), np.inf, np.float32)
    shade, tint = spots[:, :1] / np.float32(SHADE), spots[:, 1:] / np.float32(TINT)
    own = np.vecdot(tint, tint)[:, None]
    for place in places:
        theirs = place[:, 1:] / np.float32(TINT)
        tints = (own + np.vecdot(theirs, theirs)) - 2 * tint @ theirs.T
        brighter = shade - place[:, 0] / np.float32(SHADE)
        for least, darker in zip(nearest, DARKER, strict=True):
            # Between as bright and so much darker is no difference at all.
            within = np.minimum(np.maximum(brighter, np.float32(-darker / SHADE)), 0) if darker else 0
            off = brighter - within
            off *= off
            off += tints
            np.minimum(least, off, out=least)
    return np.maximum(nearest, 0)


def _out(quads: Points) -> Points:
    """How far beside each side to look, half way to the next card at most, as a share of the extent."""
    following = np.roll(quads, -1, axis=1)
    middles, lengths = (quads + following) / 2, np.linalg.norm(following - quads, axis=2)
    ways = middles - quads.mean(axis=1, keepdims=True)
    reach = np.linalg.norm(ways, axis=2)
    ways /= reach[..., None]
    apart = middles.reshape(-1, 2) - middles[:, :, None]  # cells x sides x other sides x 2
    ahead = np.vecdot(apart, ways[:, :, None])
    beside = np.abs(apart[..., 0] * ways[:, :, None, 1] - apart[..., 1] * ways[:, :, None, 0])
    facing = ways @ ways.reshape(-1, 2).T < -0.7
    # A side faces one of another cell; its own cell's lies behind it.
    faced = facing & (beside < 0.5 * lengths[..., None]) & (ahead > -0.5 * reach[..., None])
    gap = np.where(faced, ahead, np.inf).min(axis=2)
    width_px = float(np.median(lengths.min(axis=1)))
    return np.asarray(np.clip(gap / 2, NEAREST * width_px, FARTHEST * width_px) / (2 * reach))


def _laid(unit: Points, quads: Points) -> Points:
    """Lines across a unit square (cells x lines x taps x 2) laid over each of the quads."""
    return through(homographies(UNIT, quads), unit.reshape(len(quads), -1, 2)).reshape(unit.shape)


def _colours(frame_bgr: Picture, lines: Points) -> Floats:
    """Shade and tints of spots along lines of pixels, as logarithms."""
    height, width = frame_bgr.shape[:2]
    places = np.clip(np.rint(lines), 0, (width - 1, height - 1)).astype(np.intp)
    levels = frame_bgr[places[..., 1], places[..., 0]].astype(np.float32)
    spots = levels.reshape(*levels.shape[:-2], TAPS // SPOT, SPOT, 3).mean(axis=-2)
    logs = np.log(spots + np.float32(DARKEST))
    tints = logs[..., ::2] - logs[..., 1:2]
    return np.concatenate([logs.mean(axis=-1, keepdims=True), tints], axis=-1)


def _below(values: Floats, trust: Floats, shares: tuple[float, ...]) -> list[float]:
    """The values (cells x any) below which these shares of them lie, each cell counted as it is trusted."""
    order = np.argsort(values, axis=None)
    below = np.cumsum(np.repeat(trust, values.shape[1])[order])
    return [float(values.flat[order[np.searchsorted(below, share * below[-1])]]) for share in shares]


def _beside(share: Floats, usual: float) -> Floats:
    beside: Floats = np.log((share + np.float32(FAINTEST)) / np.float32(usual + FAINTEST))
    return beside
