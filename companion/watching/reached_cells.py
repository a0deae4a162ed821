"""Over which cells something reaches in from outside, told by the table as it last lay in peace."""

from __future__ import annotations

from companion.watching.pace import Pace
from vision.lattice import Image, Lattice
from vision.reaching import is_still, slots_reached
from vision.table_overview import Overview, look_from_above

PEACE_SECONDS = 0.8  # as long as a hand needs from the table's edge to a card, and longer
FOUND_ANEW_PX = 1  # of an overview: four millimetres
RENEWED_SECONDS = 4.0  # light drifts, things beside the cards are moved


class ReachedCells:
    """Keeps an overview of the table without hands, and compares what shows now with it.

    A hand that is just coming in is over the margin before it is over a cell. So a view is believed to be
    one of peace only once nothing has changed for a while after it.
    """

    def __init__(self, pace: Pace) -> None:
        self.pace = pace
        self._now: tuple[Image, float, Lattice] | None = None
        self._overview: Overview | None = None  # of this frame, once somebody asked
        self._peace: Overview | None = None
        self._candidate: Overview | None = None
        self._peaceful_frames = 0
        self._kept_frames = 0  # since the peace was last renewed
        self._slack_px = 0

    def look(self, small_bgr: Image, scale: float, lattice: Lattice) -> None:
        """Take in one frame, made smaller by a scale."""
        self._now, self._overview = (small_bgr, scale, lattice), None
        self._kept_frames += 1

    def found_anew(self) -> None:
        """The lattice was found again, perhaps a little beside where it lay in peace."""
        self._slack_px = FOUND_ANEW_PX

    def note(self, *, is_peaceful: bool) -> None:
        """Say whether in this frame nothing moves and every cell is known."""
        if not is_peaceful:
            self._candidate, self._peaceful_frames = None, 0
            self._kept_frames = self.pace.frames(RENEWED_SECONDS)
            return
        self._peaceful_frames += 1
        if self._candidate is None:
            if self._peace is None or self._kept_frames >= self.pace.frames(RENEWED_SECONDS):
                self._candidate, self._peaceful_frames = self._shown, 0
        elif self._peaceful_frames >= self.pace.frames(PEACE_SECONDS):
            if is_still(self._shown, self._candidate):
                self._peace, self._kept_frames, self._slack_px = self._candidate, 0, 0
            self._candidate = None

    @property
    def reached(self) -> frozenset[int] | None:
        """The cells over which something reaches now; None while nobody knows how the table lies in peace."""
        if self._peace is None or self._peace.colours.shape != self._shown.colours.shape:
            return None
        return slots_reached(self._shown, self._peace, self._slack_px)

    @property
    def _shown(self) -> Overview:
        if self._overview is None:
            if self._now is None:
                raise ValueError("no frame was looked at")
            self._overview = look_from_above(*self._now)
        return self._overview
