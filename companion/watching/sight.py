"""Sees the table frame by frame: where the cells lie, which rest, and what those that changed show now."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.watching.bare_places import BarePlaces
from companion.watching.closer_look import Closeness, is_same_place, placed
from companion.watching.pace import Cadence, Pace, film_at
from companion.watching.reached_cells import ReachedCells
from vision.cell_motion import CellMotion
from vision.cell_watch import CellWatch
from vision.frame import Frame
from vision.grid_finder import find_lattice
from vision.lattice import FindSettings, Lattice, NotFound, Points
from vision.tracking import Following, LatticeTracker

CLOSER_AFTER_READS = (1, 4)
CLOSER_AT_MOST = 3
ANEW_AFTER_READS = (3, 6)  # the reads before which somebody would be asked
CHECK_EVERY_SECONDS = 60.0
DRIFT_AT_MOST = 0.1  # of a card's width: a search that differs by more is not believed
ANEW_AT_MOST = 2  # searches for one cell: they cost as much as all else in half a second


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """One frame's view of the lattice: None while it is out of sight, and then why.

    `due` are the cells to read now, and `closeness` says whether some of them have been read before in vain.
    `touched` are all cells that changed since they were last sure, `restless` those in which something moves,
    `vacant` those in which the search found no card, while nothing has moved there since.
    """

    lattice: Lattice | None
    reason: str = ""
    due: tuple[int, ...] = ()
    closeness: Closeness = Closeness.GLANCE
    touched: tuple[int, ...] = ()
    restless: tuple[int, ...] = ()
    vacant: tuple[int, ...] = ()


def _seen_now(frame: Frame, lattice: Lattice, due: tuple[int, ...]) -> Lattice:
    """The lattice with what this frame says of the cells that are due: the tracker looks at them seldom."""
    if not due:
        return lattice
    presences = CellWatch(lattice, FindSettings()).measure(frame.frame_bgr, lattice, list(due))
    cells = list(lattice.cells)
    for index, presence in zip(due, presences, strict=True):
        cells[index] = replace(cells[index], occupied=bool(presence > 0.5), presence=float(presence))
    return replace(lattice, cells=tuple(cells))


class FilmSight:
    """Follows the lattice through a film; a cell is due once what moved in it has come to rest."""

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._cadence = Cadence()
        self._tracker = LatticeTracker(patience=pace.following)
        self._motion = CellMotion(pace.motion)
        self._bare = BarePlaces()
        self._reached = ReachedCells(pace)
        self._reads: dict[int, int] = {}  # of each cell since it came to rest
        self._closer: dict[int, int] = {}  # closer looks at each cell since it was last sure
        self._anew: dict[int, int] = {}  # searches of the whole frame for its sake
        self._has_changed = False  # cards may lie there that the tracker does not know
        self._vacant: tuple[int, ...] = ()
        self._checked_at: float | None = None

    def look(self, frame: Frame) -> Look:
        """Take in one frame."""
        self._keep_pace(frame.captured_seconds)
        small = self._tracker.reduced(frame.frame_bgr)
        followed = self._tracker.follow(frame.frame_bgr, small)
        lattice = followed.lattice
        if lattice is None:
            return Look(None, followed.reason)
        every = tuple(range(len(lattice.cells)))
        if followed.following is Following.HELD:
            return Look(lattice, followed.reason, touched=every, restless=every)
        if followed.following is Following.FOUND:
            self._motion.forget()
            self._reads.clear()
            self._reached.found_anew()
            self._vacant = tuple(index for index in every if not lattice.cells[index].occupied)
        scale = small.shape[1] / frame.width_px
        # At the places: samples stay the same when a card is seen to lie a little beside its own.
        self._motion.look(small, scale, placed(lattice))
        self._bare.look(small, scale, lattice)
        self._reached.look(small, scale, lattice)
        touched, at_rest = self._motion.touched, set(self._motion.at_rest)
        for index in every:
            if self._motion.rested_frames[index] == 0:
                self._reads[index] = 0
        due = tuple(index for index in touched if index in at_rest and self._is_due(index))
        restless = tuple(index for index in every if index not in at_rest)
        if self._has_changed and not restless:
            self._has_changed = False
            self._tracker.anchor_here()
        if followed.following is not Following.FOUND:
            moved = {index for index in every if self._motion.rested_frames[index] == 0}
            self._vacant = tuple(index for index in self._vacant if index not in moved)
        if not restless and not due:
            self._check(frame, lattice)
        closeness = self._closeness(due, calm=not restless)
        return Look(_seen_now(frame, lattice, due), "", due, closeness, touched, restless, self._vacant)

    def was_read(self, index: int, *, believed: bool) -> None:
        """A cell was read; once it is believed it is left alone until it changes."""
        self._reads[index] = self._reads.get(index, 0) + 1
        if believed:
            self._closer.pop(index, None)
            self._anew.pop(index, None)
            self._motion.note_read(index)
            self._has_changed = True

    def looks_as_before(self, index: int) -> bool:
        """Whether a cell looks again as when it was last sure."""
        return self._motion.looks_as_known(index)

    def is_bare(self, index: int) -> None:
        """Surely nothing lies in a cell now."""
        self._bare.note(index)

    def looks_bare(self, index: int) -> bool:
        """Whether a cell looks as it did when surely nothing lay there."""
        return self._bare.looks_bare(index, self._pace.motion)

    def note_peace(self, *, is_peaceful: bool) -> None:
        """Say whether nothing moves now and every cell is known."""
        self._reached.note(is_peaceful=is_peaceful)

    @property
    def reached(self) -> frozenset[int] | None:
        """The cells over which something reaches in from outside; None if nobody can say."""
        reached = self._reached.reached
        return None if reached is None else frozenset(one for one in reached if not self.looks_bare(one))

    def lies_at(self, outlines: Mapping[int, Points]) -> None:
        """Cards were seen to lie here in the last frame, a little beside where the lattice had them."""
        self._tracker.put_cells(outlines)

    def search_again(self) -> None:
        """Forget the lattice: it may have been found before all cards were laid."""
        self._tracker = LatticeTracker(patience=self._pace.following)

    def _keep_pace(self, seconds: float) -> None:
        """Be as patient in seconds whatever the number of frames that come."""
        rate = self._cadence.step(seconds)
        if rate is not None:
            self._pace = film_at(rate)
            self._motion.settings, self._tracker.patience = self._pace.motion, self._pace.following
            self._reached.pace = self._pace

    def _check(self, frame: Frame, followed: Lattice) -> None:
        """Search once a minute while all lies still: each change of cards moves what is followed a little."""
        now = frame.captured_seconds
        if self._checked_at is None:
            self._checked_at = now
        if abs(now - self._checked_at) < CHECK_EVERY_SECONDS:
            return
        self._checked_at = now
        found = find_lattice(frame.frame_bgr)
        if not isinstance(found, NotFound) and is_same_place(found, followed, DRIFT_AT_MOST):
            self._tracker.correct(found)

    def _closeness(self, due: tuple[int, ...], *, calm: bool) -> Closeness:
        """How closely to look at cards that were read in vain; too costly for every time."""
        anew = [index for index in due if self._is_time(index, ANEW_AFTER_READS, self._anew, ANEW_AT_MOST)]
        if calm and anew and not (self.reached or frozenset()).issuperset(anew):
            _count(self._anew, anew)
            return Closeness.ANEW
        closer = [
            index for index in due if self._is_time(index, CLOSER_AFTER_READS, self._closer, CLOSER_AT_MOST)
        ]
        _count(self._closer, closer)
        return Closeness.CLOSELY if closer else Closeness.GLANCE

    def _is_time(self, index: int, after_reads: tuple[int, ...], spent: dict[int, int], at_most: int) -> bool:
        return self._reads.get(index, 0) in after_reads and spent.get(index, 0) < at_most

    def _is_due(self, index: int) -> bool:
        reads, waits = self._reads.get(index, 0), self._pace.read_again_after_frames
        rested = self._motion.rested_frames[index] - self._pace.motion.rest_frames
        if reads < len(waits):
            return rested >= waits[reads]
        return (rested - waits[-1]) % waits[-1] == 0


def _count(spent: dict[int, int], cells: list[int]) -> None:
    for index in cells:
        spent[index] = spent.get(index, 0) + 1


class StillSight:
    """Looks at stills: each is searched and read as a whole.

    A still whose lattice cannot be told, say with an outer row empty, is seen where the ones before lay.
    """

    def __init__(self) -> None:
        self._tracker = LatticeTracker()

    def look(self, frame: Frame) -> Look:
        """Take in one still."""
        followed = self._tracker.follow(frame.frame_bgr)
        lattice: Lattice | None = followed.lattice
        if followed.following is not Following.FOUND:
            found = find_lattice(frame.frame_bgr)
            if not isinstance(found, NotFound) and (lattice is None or is_same_place(found, lattice)):
                lattice = found
        if lattice is None:
            return Look(None, followed.reason)
        every = tuple(range(len(lattice.cells)))
        return Look(lattice, "", due=every)

    def was_read(self, index: int, *, believed: bool) -> None:
        """Every still is read in full: there is nothing to remember."""

    def looks_as_before(self, index: int) -> bool:  # noqa: ARG002  nothing is remembered
        """Every still is read in full."""
        return False

    def is_bare(self, index: int) -> None:
        """Every still is read in full: there is nothing to remember."""

    def looks_bare(self, index: int) -> bool:  # noqa: ARG002  nothing is remembered
        """Every still is read in full."""
        return False

    def note_peace(self, *, is_peaceful: bool) -> None:
        """Every still is read in full: there is nothing to remember."""

    @property
    def reached(self) -> frozenset[int] | None:
        """Stills show no hand that comes and goes."""
        return None

    def lies_at(self, outlines: Mapping[int, Points]) -> None:
        """Every still is searched by itself."""

    def search_again(self) -> None:
        """Every still is searched by itself."""


Sight = FilmSight | StillSight


def sight_for(pace: Pace) -> Sight:
    """The eyes for a film or for stills."""
    return StillSight() if pace.is_stills else FilmSight(pace)
