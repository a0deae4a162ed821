"""Batches for the mask network: pieces of labelled tables, turned, resized, recoloured."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from models.training.masks.cloths import with_cloth
from models.training.masks.tables import CORE, NOT_TOLD, RIM, TABLE

PIECE_PX = 256
SCALES = (0.5, 1.2)
OTHER_CLOTH = 0.5  # of the pieces lie on a cloth that the compositor does not have
TEXT_BOX = 0.2  # of the pieces have cards of which a part is one plain box

Bytes = npt.NDArray[np.uint8]
Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Batch:
    """Pieces of frames, and for every second pixel the two marks and whether they are told."""

    frames: Bytes
    marks: Floats
    told: Floats


def load_tables(folder: Path) -> list[tuple[Bytes, Bytes]]:
    """All frames of a part with their labels."""
    tables = []
    for path in sorted(folder.glob("*.npz")):
        with np.load(path) as kept:
            count = len(kept.files) // 2
            tables += [(kept[f"frame{index}"], kept[f"labels{index}"]) for index in range(count)]
    return tables


def draw_batch(rng: np.random.Generator, tables: list[tuple[Bytes, Bytes]], count: int) -> Batch:
    """So many pieces of tables drawn at random."""
    pieces = [_piece(rng, *tables[int(rng.integers(len(tables)))]) for _ in range(count)]
    labels = np.stack([labels for _, labels in pieces])
    marks = np.stack([labels == CORE, (labels == CORE) | (labels == RIM)], axis=1).astype(np.float32)
    told = (labels != NOT_TOLD).astype(np.float32)[:, None]
    return Batch(np.stack([frame for frame, _ in pieces]), marks, told)


def _piece(rng: np.random.Generator, frame: Bytes, labels: Bytes) -> tuple[Bytes, Bytes]:
    scale = float(np.exp(rng.uniform(*np.log(SCALES))))
    angle = float(rng.choice([0, 90, 180, 270])) + float(rng.normal(0, 8))
    flip = -1.0 if rng.random() < 0.5 else 1.0
    size = np.array(frame.shape[1::-1], float)
    middle = size / 2 + rng.uniform(-0.35, 0.35, 2) * np.maximum(size - 0.6 * PIECE_PX / scale, 0)
    turn = cv2.getRotationMatrix2D((0, 0), angle, scale)[:, :2] @ np.diag([flip, 1.0])
    move = np.column_stack([turn, PIECE_PX / 2 - turn @ middle])
    border = cv2.BORDER_REFLECT_101
    if scale < 0.8:
        frame = np.asarray(cv2.GaussianBlur(frame, (0, 0), 0.35 / scale), np.uint8)
    piece = cv2.warpAffine(frame, move, (PIECE_PX, PIECE_PX), flags=cv2.INTER_LINEAR, borderMode=border)
    # The middle of every second pixel lies between two pixels of the piece.
    halved = 0.5 * move + np.array([[0, 0, -0.25]] * 2)
    half = cv2.warpAffine(labels, halved, (PIECE_PX // 2,) * 2, flags=cv2.INTER_NEAREST, borderMode=border)
    shown, shown_labels = np.asarray(piece, np.uint8), np.asarray(half, np.uint8)
    if rng.random() < TEXT_BOX:
        shown = _boxed(rng, shown, shown_labels)
    if rng.random() < OTHER_CLOTH:
        whole = cv2.warpAffine(labels, move, (PIECE_PX,) * 2, flags=cv2.INTER_NEAREST, borderMode=border)
        shown = with_cloth(rng, shown, np.asarray(whole) != TABLE)
    return _recoloured(rng, shown), shown_labels


def _boxed(rng: np.random.Generator, piece: Bytes, labels: Bytes) -> Bytes:
    """The piece with one end of every card's core painted in one colour, as a box for its text is."""
    boxed = piece.copy()
    colour = rng.choice([15, 200, 235, 250], 1) + rng.uniform(-15, 5, 3)
    share = float(rng.uniform(0.25, 0.6))
    cores, _ = cv2.findContours((labels == CORE).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for core in cores:
        if cv2.contourArea(core) < 60:
            continue
        corners = cv2.boxPoints(cv2.minAreaRect(core))
        if np.linalg.norm(corners[1] - corners[0]) > np.linalg.norm(corners[2] - corners[1]):
            corners = np.roll(corners, -1, axis=0)
        first, second, third, fourth = np.roll(corners, 2 * int(rng.integers(2)), axis=0)
        box = np.stack([first, second, second + share * (third - second), first + share * (fourth - first)])
        cv2.fillConvexPoly(boxed, np.rint(2 * box + 0.5).astype(np.int32), np.clip(colour, 0, 255).tolist())
    return boxed


def _recoloured(rng: np.random.Generator, piece: Bytes) -> Bytes:
    if rng.random() < 0.3:
        piece = piece[..., rng.permutation(3)]
    shown = piece.astype(np.float32) / 255
    shown = shown ** np.float32(np.exp(rng.normal(0, 0.25)))
    shown *= np.exp(rng.normal(0, 0.12, 3)).astype(np.float32) * np.float32(np.exp(rng.normal(0, 0.2)))
    if rng.random() < 0.25:
        shown = np.asarray(cv2.GaussianBlur(shown, (0, 0), float(rng.uniform(0.4, 1.6))), np.float32)
    if rng.random() < 0.4:
        shown += rng.normal(0, rng.uniform(0.005, 0.06), shown.shape).astype(np.float32)
    return np.asarray(np.clip(shown * 255, 0, 255), np.uint8)
