"""How a source is watched: a film moves and rests, a still is a deliberate view of the table."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from companion.table.confirmation import ConfirmationSettings
from vision.cell_motion import MotionSettings


@dataclass(frozen=True, slots=True)
class Pace:
    """How patient a watcher is. Seconds are those of the film, not of the clock on the wall."""

    is_stills: bool = False
    confirmation: ConfirmationSettings = field(default_factory=ConfirmationSettings)
    motion: MotionSettings = field(default_factory=MotionSettings)
    read_again_after_frames: tuple[int, ...] = (0, 1, 2, 4, 9, 20, 45, 90, 150)
    discrepancy_seconds: float = 3.0  # a card lifted to be looked at is back by then
    unfinished_seconds: float = 30.0  # a refill that stays half laid
    covered_seconds: float = 0.6
    hidden_reads: int = (
        7  # of a resting cell that shows nothing known, until somebody is asked: three seconds
    )
    lost_seconds: float = 1.0
    likely_from: float = 0.5  # how sure a look must be that what lay there lies there still
    guessed_from: float = 0.1  # what an unsure card is taken for until somebody says


FILM = Pace(
    confirmation=ConfirmationSettings(
        enough_evidence=3.2, like_frame_share=0.5, fewest_frames=1, ask_after_frames=5
    )
)
"""One very sure view of a cell that rests, or more of less sure ones; they differ by noise alone."""

STILLS = Pace(
    is_stills=True,
    confirmation=ConfirmationSettings(
        enough_evidence=2.19, like_frame_share=0.7, fewest_frames=1, ask_after_frames=1
    ),
    discrepancy_seconds=0.0,
    unfinished_seconds=float("inf"),  # how long a still lasts says nothing
    covered_seconds=0.0,
    lost_seconds=0.0,
)
"""One view of each moment, each for itself: what the reader accepts is believed, what it doubts is asked."""

SLOWEST_FILM = 4.0
"""Frames a second below which a film is a row of stills."""
REST_SECONDS = 0.17


def pace_at(frames_a_second: float) -> Pace:
    """The pace for a film that shows so many frames a second; 0 if nobody knows."""
    if not frames_a_second:
        return FILM
    if frames_a_second < SLOWEST_FILM:
        return STILLS
    frames = min(max(round(REST_SECONDS * frames_a_second), 1), 8)
    return replace(FILM, motion=replace(FILM.motion, rest_frames=frames))
