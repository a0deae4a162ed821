"""Cards that differ by a small numeral on a disc that they share."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Picture
from vision.cell_images import HEIGHT_PX, WIDTH_PX, ReducedFrame, straight_corners
from vision.close_look import FINE_SIZE, CloseLook

BLURS_PX = (0.8, 1.8)


def on_a_disc(value: int) -> Picture:
    """A pale card, its numeral 3.5 mm high, white on a dark disc."""
    card = np.full((4 * HEIGHT_PX, 4 * WIDTH_PX, 3), 190, np.uint8)
    cv2.circle(card, (55, 640), 34, (25, 25, 25), -1, cv2.LINE_AA)
    cv2.putText(card, str(value), (43, 653), cv2.FONT_HERSHEY_DUPLEX, 1.2, (230, 230, 230), 3, cv2.LINE_AA)
    return np.asarray(cv2.resize(card, FINE_SIZE, interpolation=cv2.INTER_AREA), np.uint8)


def kept(value: int) -> Picture:
    return np.asarray(
        cv2.resize(on_a_disc(value), (WIDTH_PX, HEIGHT_PX), interpolation=cv2.INTER_AREA), np.uint8
    )


def test_a_numeral_on_a_shared_disc_is_told_though_seen_softly_and_a_pixel_off() -> None:
    """The disc is the same on all cards: compared as a whole, it outweighs the numeral."""
    pictures = np.stack([kept(value) for value in range(1, 6)])
    look = CloseLook(pictures, pictures, BLURS_PX)
    for shown in range(5):
        soft = cv2.GaussianBlur(on_a_disc(shown + 1), (0, 0), 1.2).astype(np.float32) * 0.6
        noisy = soft + np.random.default_rng(shown).normal(0, 4, soft.shape)
        frame = ReducedFrame(np.clip(noisy, 0, 255).astype(np.uint8), np.zeros(2), 1)
        corners = straight_corners(*FINE_SIZE) + np.array((1.3, -0.7))
        others = [other for other in range(5) if other != shown]
        behind = look.tell_apart(frame, corners, [shown, *others], (0, 1))
        assert behind[1:].max() < -0.2


def test_what_shows_at_the_rim_is_no_difference() -> None:
    """A card cut out a little off shows a strip of the table: that tells no cards apart."""
    pictures = np.stack([kept(1), kept(2)])
    pictures[1, :3] = 20
    places = CloseLook(pictures, pictures, BLURS_PX).between(0, 1)
    assert places
    assert all(top > HEIGHT_PX // 2 for (_, top, _, _), _ in places)
