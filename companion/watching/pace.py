"""How a source is watched: a film moves and rests, a still is a deliberate view of the table."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from functools import cache
from statistics import median

from companion.table.confirmation import ConfirmationSettings
from vision.cell_motion import MotionSettings
from vision.tracking import FollowSettings


@dataclass(frozen=True, slots=True)
class Pace:
    """How patient a watcher is. Seconds are those of the film, not of the clock on the wall."""

    is_stills: bool = False
    confirmation: ConfirmationSettings = field(default_factory=ConfirmationSettings)
    motion: MotionSettings = field(default_factory=MotionSettings)
    following: FollowSettings = field(
        default_factory=lambda: FollowSettings(look_every_frames=5, search_every_frames=4)
    )
    read_again_after_frames: tuple[int, ...] = (0, 1, 2, 4, 9, 20, 45, 90, 150)
    discrepancy_seconds: float = 3.0  # a card lifted to be looked at is back by then
    unfinished_seconds: float = 30.0  # a refill that stays half laid
    covered_seconds: float = 0.6
    hidden_reads: int = (
        7  # of a resting cell that shows nothing known, until somebody is asked: three seconds
    )
    guess_reads: int = 4  # of an unsure card, until its likeliest one stands: half a second after it was laid
    card_reads: int = 6  # the same, of a cell that holds a card by the rules: a second and a half
    lost_seconds: float = 1.0
    likely_from: float = 0.5  # how sure a look must be that what lay there lies there still
    guessed_from: float = 0.1  # what an unsure card is taken for until somebody says
    frames_a_second: float = 15.0

    def frames(self, seconds: float) -> int:
        """How many frames come in so many seconds."""
        return round(seconds * self.frames_a_second)


FILM = Pace(
    confirmation=ConfirmationSettings(
        enough_evidence=3.2, like_frame_share=0.5, fewest_frames=1, ask_after_frames=5
    )
)
"""One very sure view of a cell that rests, or more of less sure ones; they differ by noise alone."""

STILLS = Pace(
    is_stills=True,
    confirmation=ConfirmationSettings(
        enough_evidence=3.47, like_frame_share=0.0, fewest_frames=1, ask_after_frames=1
    ),
    discrepancy_seconds=0.0,
    unfinished_seconds=float("inf"),  # how long a still lasts says nothing
    covered_seconds=0.0,
    card_reads=2,
    lost_seconds=0.0,
)
"""One view of each moment, each for itself: what the reader accepts is believed, what it doubts is asked."""

USUAL_RATE = 15.0
"""Frames a second for which `FILM` counts its frames."""
SLOWEST_FILM = 4.0
"""Frames a second below which a film is a row of stills."""
REST_SECONDS = 0.17
REST_FRAMES_AT_MOST = 8


def pace_at(frames_a_second: float) -> Pace:
    """The pace for a recording that shows so many frames a second; 0 if nobody knows."""
    if not frames_a_second:
        return FILM
    return STILLS if frames_a_second < SLOWEST_FILM else film_at(round(frames_a_second))


@cache
def film_at(frames_a_second: int) -> Pace:
    """The pace of a film: what is counted in frames lasts as long in seconds at any rate."""

    def frames(at_usual_rate: int) -> int:
        return round(at_usual_rate * frames_a_second / USUAL_RATE)

    rest = min(max(round(REST_SECONDS * frames_a_second), 1), REST_FRAMES_AT_MOST)
    usual = FILM.following
    return replace(
        FILM,
        frames_a_second=float(frames_a_second),
        motion=replace(FILM.motion, rest_frames=rest),
        following=replace(
            usual,
            held_frames=max(frames(usual.held_frames), 1),
            search_every_frames=max(frames(usual.search_every_frames), 1),
            look_every_frames=max(frames(usual.look_every_frames), 1),
        ),
        read_again_after_frames=tuple(frames(one) for one in FILM.read_again_after_frames),
    )


class Cadence:
    """How many frames a second really come: a camera in the dark gives fewer than it says."""

    def __init__(self) -> None:
        self._steps: deque[float] = deque(maxlen=15)
        self._last: float | None = None

    def step(self, seconds: float) -> int | None:
        """Take in the time of a frame; the rate of late, None while nobody knows."""
        if self._last is not None and seconds > self._last:
            self._steps.append(seconds - self._last)
        self._last = seconds
        return max(round(1 / median(self._steps)), 1) if len(self._steps) >= ENOUGH_STEPS else None


ENOUGH_STEPS = 5
