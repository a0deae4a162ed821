"""Cards that share a drawing are learned together, and what differs by chance is taken out.

A deck taught from photographs has cards that differ by a small numeral alone, and no two pictures of one
drawing are the same: each was cut out a little off, under a shade of its own. Over a whole card that
outweighs the numeral. So pictures of one drawing are laid over each other and brought to one light, and
everywhere but where they differ for certain each of them is given what they have in common.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np

from vision.alignment import SMALL_SIZE, slide_into_place
from vision.arrays import Floats, Indices, Picture, Points
from vision.cell_images import HEIGHT_PX, WIDTH_PX, ReducedFrame, lay_straight, straight_corners
from vision.registration import full_size
from vision.shapes import card_shapes

COARSE_PX = (28, 44)
GLANCE_PX = (14, 22)
SAME_DRAWING = (0.02, 0.1)
"""What share of a picture's contrast another of the same drawing may leave unexplained, and how far the tints
of the light on both may lie apart, as a logarithm."""
SAME_BY_NAME = (0.04, 0.4)
"""The same for pictures of cards that have everything but their digit in common by their names."""
SAME_CARD = (0.1, 0.5)
ALIKE_SHARE = 0.9  # of a picture's places that are looked at: a numeral may differ altogether
LIGHT_ROUNDS = 4
DOUBTED_AT = 4.0
DIMMEST = np.float32(0.05)
LAYING_ROUNDS = 3
STAYS_PX = 0.12  # what would move by less lies well enough: moving it would only soften it
SOFT_PX = 1.5
PERHAPS, CERTAIN = 2.5, 9.0  # times the usual difference
SURELY_HERE = 0.6  # of the strongest difference
GROWN_PX, FEATHERED_PX = 7, 1.2
EXACT = 0.4  # levels
FAINTEST = (1.5 / 255) ** 2
FARTHEST_OFF = 3 * 0.2**2
"""How far slopes may lie off once pictures are laid over each other: a fifth of a pixel, three channels."""
USUAL_ROUNDS = 10


def learned_together(
    pictures: Sequence[Picture], kinds: Indices, drawings: Indices | None = None
) -> tuple[list[Picture], Indices]:
    """Pictures and what card each shows, those of a card made one, chance taken out of all, at the full size.

    Pictures of a card that are too unlike to be one stay apart. `drawings` numbers the cards that may share
    a drawing: a dark figure on white is much the same in any colour, and its colour must not be lost.
    """
    sized = [full_size(picture) for picture in pictures]
    merged: list[Picture] = []
    of_kind: list[int] = []
    for kind in dict.fromkeys(kinds.tolist()):
        own = np.stack([sized[index] for index in np.flatnonzero(kinds == kind).tolist()])
        for group in groups_of(own, SAME_CARD) if len(own) > 1 else [np.zeros(1, np.intp)]:
            merged.append(
                _bytes(_evened(own[group])[0].mean(axis=0)) if len(group) > 1 else own[int(group[0])]
            )
            of_kind.append(kind)
    seen = np.stack(merged)
    may_share = None if drawings is None else drawings[of_kind]
    for group in groups_of(seen, SAME_DRAWING if drawings is None else SAME_BY_NAME, may_share):
        if len(group) > 1 and not _exact(seen[group]):
            seen[group] = _bytes(_cleaned(seen[group], keeps_tints=drawings is None))
    return list(seen), np.array(of_kind, np.intp)


def _exact(group: Picture) -> bool:
    """Whether pictures differ nowhere but in print, as those drawn by a program do: they need no cleaning."""
    return float(np.median(np.abs(group - group.mean(axis=0)))) < EXACT


def groups_of(
    pictures: Picture, likeness: tuple[float, float], may_share: Indices | None = None
) -> list[Indices]:
    """Pictures in groups of which each is explained by one of them, whatever the light on it."""
    coarse = _coarse(pictures, GLANCE_PX).reshape(len(pictures), -1, 3)
    alike = np.stack([_unexplained(coarse, one, likeness[1]) for one in coarse]) < likeness[0]
    alike &= alike.T
    if may_share is not None:
        alike &= may_share[:, None] == may_share[None]
    np.fill_diagonal(alike, val=True)
    left = np.ones(len(coarse), bool)
    groups = []
    while left.any():
        first = int(((alike & left).sum(axis=1) * left).argmax())
        groups.append(np.flatnonzero(alike[first] & left))
        left[groups[-1]] = False
    return groups


def _unexplained(pictures: Floats, one: Floats, tint: float) -> Floats:
    """The share of each picture's contrast that one of them does not account for under some sloping light.

    A light of a stronger tint accounts for nothing: it would be another colour.
    """
    planes = _planes(*GLANCE_PX).reshape(3, -1)
    off: Floats = np.zeros((len(pictures), len(one)), np.float32)
    light = []
    for channel in range(3):
        basis, wanted = planes * one[:, channel], pictures[..., channel]
        hold = np.float32(1e-3) * np.eye(3, dtype=np.float32)
        slopes = np.linalg.solve(basis @ basis.T + hold, basis @ wanted.T).T
        off += (wanted - slopes @ basis) ** 2
        light.append(np.log(np.maximum(slopes[:, 0], DIMMEST)))
    count = int(ALIKE_SHARE * off.shape[1])
    usual = np.partition(off, count, axis=1)[:, :count].mean(axis=1)
    contrast = ((pictures - pictures.mean(axis=1, keepdims=True)) ** 2).sum(axis=2).mean(axis=1)
    share: Floats = usual / (contrast + np.float32(1e-4))
    return np.asarray(np.where(np.ptp(light, axis=0) < tint, share, np.inf), np.float32)


def _cleaned(group: Picture, *, keeps_tints: bool) -> Floats:
    """Pictures of one drawing with what is common to all, each with its own numeral and, maybe, its tint."""
    even, lights = _evened(group)
    common = even.mean(axis=0)
    kept = _differing(even - common, common)[..., None]
    level = lights.mean(axis=(1, 2), keepdims=True) if keeps_tints else np.float32(1)
    cleaned: Floats = level * (common + kept * (even - common))
    return cleaned


def _evened(group: Picture) -> tuple[Floats, Floats]:
    """Pictures laid over each other and brought to the light usual among them, and the light of each."""
    straight = np.tile(straight_corners(WIDTH_PX, HEIGHT_PX), (len(group), 1, 1))
    corners, laid = straight, group
    for turn in range(LAYING_ROUNDS):
        even, lights = _under_one_light(laid)
        # Before the pictures lie over each other their mean is too soft to lay any of them by.
        common = even.mean(axis=0) if turn else even[0]
        corners = _laid_over(group, lights, common, corners)
        corners = corners - (corners - straight).mean(axis=0)  # what is common to all stays in the middle
        laid = group.copy()
        for index in np.flatnonzero(np.abs(corners - straight).max(axis=(1, 2)) > STAYS_PX).tolist():
            laid[index] = lay_straight(_frame(group[index]), corners[index][None], (WIDTH_PX, HEIGHT_PX))[0]
    return _under_one_light(laid)


def _under_one_light(group: Picture) -> tuple[Floats, Floats]:
    lights = _lights(group)
    lights = np.asarray(lights / lights.mean(axis=(0, 1, 2)), np.float32)
    even = np.asarray(group / np.float32(255) / np.maximum(lights, DIMMEST), np.float32)
    return even, lights


def _laid_over(group: Picture, lights: Floats, common: Floats, corners: Points) -> Points:
    """The corners by which each picture, its light evened, lies over what is common to all."""
    small = cv2.resize(common, SMALL_SIZE, interpolation=cv2.INTER_AREA)
    shape = card_shapes(np.clip(np.asarray(small, np.float32), 0, 1)[None])
    even = _bytes(np.asarray(group / np.float32(255) / np.maximum(lights, DIMMEST), np.float32))
    moved = corners.copy()
    for index, picture in enumerate(even):
        frame, own = _frame(picture), corners[index][None]
        cut = lay_straight(frame, own, SMALL_SIZE)
        moved[index] = slide_into_place(frame, own, cut, shape, np.zeros(1, np.intp))[0]
    return moved


def _frame(picture: Picture) -> ReducedFrame:
    return ReducedFrame(picture, np.zeros(2), 1)


def _lights(group: Picture) -> Floats:
    """The light, sloping across each card, under which all pictures of a group are most alike."""
    coarse = _coarse(group, COARSE_PX)
    common = coarse.mean(axis=0)
    for _ in range(2):
        slopes = _slopes(coarse, common)
        light = np.einsum("pyx,npc->nyxc", _planes(*COARSE_PX), slopes)
        common = np.median(coarse / np.maximum(light, DIMMEST), axis=0)
    lights: Floats = np.einsum("pyx,npc->nyxc", _planes(WIDTH_PX, HEIGHT_PX), slopes).astype(np.float32)
    return lights


def _slopes(pictures: Floats, common: Floats) -> Floats:
    """Each light as an even part and its slope across and down (n x 3 x channels), what differs doubted."""
    planes = _planes(*COARSE_PX).reshape(3, -1)
    basis = np.ascontiguousarray(planes * common.reshape(-1, 1, 3).transpose(2, 1, 0))
    wanted = np.ascontiguousarray(pictures.reshape(len(pictures), -1, 3).transpose(0, 2, 1))
    hold = np.float32(1e-3) * np.eye(3, dtype=np.float32)
    weight: Floats = np.ones_like(wanted)
    for _ in range(LIGHT_ROUNDS):
        weighted = basis * weight[..., None, :]
        held = weighted @ basis.transpose(0, 2, 1) + hold
        solved = np.linalg.solve(held, weighted @ wanted[..., None])[..., 0]
        off = (wanted - (solved[..., None, :] @ basis)[..., 0, :]) ** 2
        doubt = off / (np.float32(DOUBTED_AT) * np.median(off, axis=-1, keepdims=True) + np.float32(1e-6))
        weight = np.asarray(1 / (1 + doubt), np.float32)
    return np.ascontiguousarray(solved.transpose(0, 2, 1))


def _differing(own: Floats, common: Floats) -> Floats:
    """Where pictures differ for certain, 0 to 1: more than by noise, and by slopes that lie a little off."""
    energy = (own * own).sum(axis=3).mean(axis=0) * np.float32(len(own) / (len(own) - 1))
    energy = np.asarray(cv2.GaussianBlur(energy, (0, 0), SOFT_PX), np.float32)
    times = energy / _usual(energy, common)
    count, parts = cv2.connectedComponents((times > PERHAPS).astype(np.uint8))
    strongest = np.zeros(count, np.float32)
    np.maximum.at(strongest, np.asarray(parts, np.intp).ravel(), times.ravel())
    strongest[0] = 0  # all that does not differ
    # Cards that differ nowhere else differ where they do most: they are different cards.
    certain = (strongest > min(CERTAIN, SURELY_HERE * float(strongest.max())))[parts].astype(np.float32)
    grown = cv2.dilate(certain, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (GROWN_PX, GROWN_PX)))
    return np.asarray(cv2.GaussianBlur(grown, (0, 0), FEATHERED_PX), np.float32)


def _usual(energy: Floats, common: Floats) -> Floats:
    """How far pictures differ by chance: by even noise, and more where the drawing has edges."""
    grey = np.ascontiguousarray(common.mean(axis=2))
    across, down = (cv2.Sobel(grey, cv2.CV_32F, dx, 1 - dx, scale=1 / 8) for dx in (1, 0))
    slope = cv2.GaussianBlur(across * across + down * down, (0, 0), SOFT_PX).ravel().astype(np.float64)
    wanted = energy.ravel().astype(np.float64)
    noise, off = float(np.median(wanted)), FARTHEST_OFF / 2
    basis = np.stack([np.ones_like(slope), slope])
    for _ in range(USUAL_ROUNDS):
        usual = np.maximum(noise + off * slope, FAINTEST)
        weighted = basis / (usual * (usual + np.abs(wanted - usual)))
        noise, off = np.linalg.solve(weighted @ basis.T + 1e-12 * np.eye(2), weighted @ wanted)
        noise, off = max(noise, 0.0), min(max(off, 0.0), FARTHEST_OFF)
    usual = np.maximum(noise + off * slope, FAINTEST)
    return np.asarray(usual.reshape(energy.shape), np.float32)


@lru_cache(maxsize=4)
def _planes(width_px: int, height_px: int) -> Floats:
    """An even plane, one that rises across and one that rises down: 3 x height x width."""
    y, x = np.mgrid[0:height_px, 0:width_px].astype(np.float32) + np.float32(0.5)
    planes: Floats = np.stack([np.ones_like(x), x / width_px - 0.5, y / height_px - 0.5]).astype(np.float32)
    return planes


def _coarse(pictures: Picture, size_px: tuple[int, int]) -> Floats:
    small = [cv2.resize(picture, size_px, interpolation=cv2.INTER_AREA) for picture in pictures]
    return np.stack(small).astype(np.float32) / np.float32(255)


def _bytes(shown: Floats) -> Picture:
    return np.rint(255 * np.clip(shown, 0, 1)).astype(np.uint8)
