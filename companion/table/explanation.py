"""Explains a layout by the rules: the one legal course of play that leads to what the table shows."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.games.conclave.commands import SendEmissary
from companion.games.conclave.conclave import Cell
from companion.table.course import NOBODY, Course, continuations
from companion.table.layout import ConfirmedLayout

EMISSARIES_AT_MOST = 2  # one turn may be missed while somebody stands in the light, not more


@dataclass(frozen=True, slots=True)
class Explained:
    """The one course of play that fits."""

    course: Course


@dataclass(frozen=True, slots=True)
class Unfinished:
    """The hands are in the middle of something that the rules allow: wait."""

    course: Course


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Several courses fit equally well: somebody must say which."""

    courses: tuple[Course, ...]


@dataclass(frozen=True, slots=True)
class Unexplained:
    """No course fits; the nearest one, and the cells in which it does not."""

    nearest: Course
    misfits: tuple[Cell, ...]


Explanation = Explained | Unfinished | Ambiguous | Unexplained


def explain_layout(course: Course, layout: ConfirmedLayout) -> Explanation:
    """Look for every continuation of the course that fits the layout; only a single one is believed.

    Where none fits but one would if the refill were further on, the course as far as it is certain is told.
    """
    course = replace(course, laid=NOBODY)  # a refill half laid is looked at anew
    nearest, fewest = course, course.misfits(layout)
    fitting: list[Course] = []
    unfinished: list[Course] = []
    level = [course]
    while level:
        unfit = []
        for one in level:
            misfits = one.misfits(layout)
            if len(misfits) < len(fewest):
                nearest, fewest = one, misfits
            if misfits:
                unfit.append(one)
                if one.refill_begun_early(layout):
                    unfinished.append(one.settled_by(layout))
            else:
                fitting.append(one.settled_by(layout))
        level = [further for one in unfit for further in continuations(one, layout) if _is_short(further)]
    if len(fitting) > 1:
        return Ambiguous(tuple(fitting))
    if fitting:
        return Explained(fitting[0])
    if unfinished:
        return Unfinished(unfinished[0] if len(unfinished) == 1 else course)
    return Unexplained(nearest, fewest)


def _is_short(course: Course) -> bool:
    return sum(isinstance(step.command, SendEmissary) for step in course.steps) <= EMISSARIES_AT_MOST
