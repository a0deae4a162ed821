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
class Ambiguous:
    """Several courses fit equally well: somebody must say which."""

    courses: tuple[Course, ...]


@dataclass(frozen=True, slots=True)
class Unexplained:
    """No course fits; the nearest one, and the cells in which it does not."""

    nearest: Course
    misfits: tuple[Cell, ...]


Explanation = Explained | Ambiguous | Unexplained


def explain_layout(course: Course, layout: ConfirmedLayout) -> Explanation:
    """Look for every continuation of the course that fits the layout; only a single one is believed."""
    course = replace(course, laid=NOBODY)  # a refill half laid is looked at anew
    nearest, fewest = course, course.misfits(layout)
    fitting: list[Course] = []
    level = [course]
    while level:
        unfit = []
        for one in level:
            misfits = one.misfits(layout)
            if len(misfits) < len(fewest):
                nearest, fewest = one, misfits
            if misfits:
                unfit.append(one)
            else:
                fitting.append(one.settled_by(layout))
        level = [further for one in unfit for further in continuations(one, layout) if _is_short(further)]
    if len(fitting) > 1:
        return Ambiguous(tuple(fitting))
    return Explained(fitting[0]) if fitting else Unexplained(nearest, fewest)


def _is_short(course: Course) -> bool:
    return sum(isinstance(step.command, SendEmissary) for step in course.steps) <= EMISSARIES_AT_MOST
