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
NEAR, FAR = 0.5, 4.0  # widths of a card: up to where sides show the same, from where on they count alike
WORST, TABLES_WORST = 0.25, 0.25
"""The share of a cell's spots that are strangest, and of the table's own as well."""
LEAST_LIKE = -4.0
SMOOTH, LEAST_FOUND = 0.1, 1e-14
"""The share of the table's spots that are smoothest; nothing is farther from a colour than 8 errors."""
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
    the same if a shadow may lie on it. `smoother` is the share of the cell that is smoother than nine in ten
    spots of the table, `farther` how much farther its colours are from the nearest of the table than those
    of the table among each other: a thing that has the colour of the table has hardly its grain as well.
    """

    whole: Floats
    worst: Floats
    shaded: Floats
    worst_shaded: Floats
    smoother: Floats
    farther: Floats


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

    `rough` is how rough the spots are. Nothing of it depends on what lies in the cells: it can be seen before
    they are looked at.
    """

    lines: Points
    colours: Floats
    found: Floats
    rough: Floats

    @classmethod
    def along(cls, frame_bgr: Picture, lines: Points) -> SeenGaps:
        """What a frame shows along lines beside the cells' sides."""
        levels = _levels(frame_bgr, lines)
        colours = _colours(levels)
        own = colours.reshape(len(colours), -1, 3)[:, ::OWN_EVERY]
        return cls(lines, colours, _found(own.reshape(-1, 3), _places(colours)), _roughness(levels))


@dataclass(frozen=True, slots=True, eq=False)
class SeenCells:
    """Some cells (`which`), how surely their spots are found beside all sides, and how rough those are.

    `found` is shades x cells x spots x sides. As with gaps, nothing of it depends on what lies elsewhere.
    """

    which: Mask
    found: Floats
    rough: Floats

    @classmethod
    def among(cls, frame_bgr: Picture, quads: Points, which: Mask, seen: SeenGaps) -> SeenCells:
        """What a frame shows of some of the cells."""
        few = quads[which]
        levels = _levels(frame_bgr, _laid(np.broadcast_to(CELL_LINES, (len(few), *CELL_LINES.shape)), few))
        found = _found(_colours(levels).reshape(-1, 3), _places(seen.colours))
        spots = levels.shape[1] * levels.shape[2]
        found = found.reshape(len(DARKER), len(few), spots, found.shape[-1])
        return cls(which, found, _roughness(levels).reshape(len(few), spots))

    def of(self, asked: Mask) -> tuple[Floats, Floats]:
        """What was found of some of them, and how rough that is."""
        some = asked[self.which]
        return self.found[:, some], self.rough[some]


def look_for_table(
    frame_bgr: Picture,
    quads: Points,
    gaps: Gaps,
    asked: Mask,
    seen: tuple[SeenGaps, SeenCells | None] | None = None,
) -> Bareness:
    """Compare the cells that are asked about with the gaps; what is not asked about is like nothing.

    `seen` is what the frame shows along the gaps' lines and in some of the cells, if somebody looked already.
    """
    like = np.full((len(fields(Bareness)), len(quads)), LEAST_LIKE, np.float32)
    like[-2:] = 0
    if not asked.any():
        return Bareness(*like)
    width_px = float(np.median(np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)))
    along, cells = seen or (SeenGaps.along(frame_bgr, gaps.lines), None)
    if cells is None or not cells.which[asked].all():
        cells = SeenCells.among(frame_bgr, quads, asked, along)
    table = TableTop(along, gaps.lines.mean(axis=2) / width_px, gaps.trust)
    middles, (found, rough) = quads[asked].mean(axis=1) / width_px, cells.of(asked)
    like[:, asked] = [*table.compared(found, middles), table.smoother(rough), table.farther(found)]
    return Bareness(*like)


@dataclass(frozen=True, slots=True, eq=False)
class TableTop:
    """What was seen beside the cells' sides, where that is, and each cell's trust in it.

    Where it is is counted in widths of a card (cells x sides x 2).
    """

    seen: SeenGaps
    sides: Points
    trust: Floats

    def compared(self, found: Floats, middles: Points) -> list[Floats]:
        """How like the table cells are, on the whole and where they are least so, by where they are found.

        First in full light, then where a shadow may lie on them.
        """
        usual, shown = self._shares(self._own, self.sides.mean(axis=1)), self._shares(found, middles)
        compared = []
        for table, shares in zip(usual, shown, strict=True):
            middle, low = _below(table, self.trust, (0.5, TABLES_WORST))
            order = np.sort(shares, axis=1)
            worst = order[:, : round(WORST * order.shape[1])].mean(axis=1)
            compared += [_beside(order.mean(axis=1), middle), _beside(worst, low)]
        return compared

    def smoother(self, rough: Floats) -> Floats:
        """The share of each cell's spots (cells x spots) that are smoother than nearly all of the table."""
        smooth = np.quantile(self.seen.rough[self._trusted], SMOOTH)
        share: Floats = (rough < smooth).mean(axis=1, dtype=np.float32)
        return share

    def farther(self, found: Floats) -> Floats:
        """How much farther from the table's colours each cell's are than the table's own, as a logarithm."""
        trusted, sides = np.repeat(self._trusted, self.sides.shape[1]), self.sides.reshape(-1, 2)
        # Two cards side by side show the same piece of the table between them.
        others = (np.linalg.norm(sides[:, None] - sides, axis=2) > NEAR) & trusted
        spots = self._own[0].reshape(len(sides), -1, len(sides))
        own = np.where(others[:, None], spots, 0)[trusted].max(axis=2)
        theirs, usual = np.median(_off(found[0][..., trusted].max(axis=2)), axis=1), np.median(_off(own))
        farther: Floats = np.log((theirs + np.float32(FAINTEST)) / np.float32(usual + FAINTEST))
        return farther

    @property
    def _own(self) -> Floats:
        """How surely the table's own spots are found along each side: shades x cells x spots x sides."""
        return self.seen.found.reshape(len(DARKER), len(self.trust), -1, self.seen.found.shape[-1])

    @property
    def _trusted(self) -> Mask:
        """The cells beside which the table is surely seen, or all of them if there are hardly any."""
        trusted: Mask = self.trust > HARDLY_TRUSTED
        return trusted if np.count_nonzero(trusted) > 1 else np.ones_like(trusted)

    def _shares(self, found: Floats, middles: Points) -> Floats:
        """The share of sides along which the colour of each spot is found (shades x cells x spots).

        What lies over a cell may lie over its neighbours' sides too: far ones count for more.
        """
        apart = middles[:, None] - self.sides.reshape(-1, 2)
        counts = np.minimum(np.vecdot(apart, apart), FAR**2) * np.repeat(self.trust, self.sides.shape[1])
        counts /= counts.sum(axis=1, keepdims=True)
        share: Floats = np.matmul(found, counts[:, :, None].astype(np.float32))[..., 0]
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
    points = unit.reshape(len(quads), unit.shape[1] * TAPS, 2)
    return through(homographies(UNIT, quads), points).reshape(unit.shape)


def _levels(frame_bgr: Picture, lines: Points) -> Floats:
    """What a frame shows along lines of pixels, in spots: lines x spots x pixels x 3."""
    height, width = frame_bgr.shape[:2]
    places = np.clip(np.rint(lines), 0, (width - 1, height - 1)).astype(np.intp)
    levels = frame_bgr[places[..., 1], places[..., 0]].astype(np.float32)
    return levels.reshape(*levels.shape[:-2], TAPS // SPOT, SPOT, 3)


def _colours(levels: Floats) -> Floats:
    """Shade and tints of spots, as logarithms."""
    logs = np.log(levels.mean(axis=-2) + np.float32(DARKEST))
    tints = logs[..., ::2] - logs[..., 1:2]
    return np.concatenate([logs.mean(axis=-1, keepdims=True), tints], axis=-1)


def _roughness(levels: Floats) -> Floats:
    """How much shade changes from pixel to pixel of each spot, as a square."""
    steps = np.diff(np.log(levels.mean(axis=-1) + np.float32(DARKEST)), axis=-1)
    rough: Floats = np.vecdot(steps, steps)
    return rough


def _off(found: Floats) -> Floats:
    """How far off a colour is that is found so surely, in what is usual among colours of one thing."""
    off: Floats = np.sqrt(np.float32(-2) * np.log(np.maximum(found, np.float32(LEAST_FOUND))))
    return off


def _below(values: Floats, trust: Floats, shares: tuple[float, ...]) -> list[float]:
    """The values (cells x any) below which these shares of them lie, each cell counted as it is trusted."""
    order = np.argsort(values, axis=None)
    below = np.cumsum(np.repeat(trust, values.shape[1])[order])
    return [float(values.flat[order[np.searchsorted(below, share * below[-1])]]) for share in shares]


def _beside(share: Floats, usual: float) -> Floats:
    beside: Floats = np.log((share + np.float32(FAINTEST)) / np.float32(usual + FAINTEST))
    return beside
