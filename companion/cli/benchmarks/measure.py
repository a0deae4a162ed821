"""One line of the performance table, and how a cost is measured on a noisy machine."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Measurement:
    """A figure beside its reference, both taken in the same run."""

    what: str
    unit: str
    measured: float
    against: str
    reference: float
    at_most: float | None = None  # the ratio that must not be exceeded
    at_least: float | None = None  # the ratio that must be reached

    @property
    def ratio(self) -> float:
        """Measured over reference."""
        return self.measured / self.reference

    @property
    def goal(self) -> str:
        """The goal in words; empty where there is none."""
        if self.at_most is not None:
            return f"at most {self.at_most:g}"
        return "" if self.at_least is None else f"at least {self.at_least:g}"

    @property
    def holds(self) -> bool:
        """Whether the goal is met."""
        low_enough = self.at_most is None or self.ratio <= self.at_most
        return low_enough and (self.at_least is None or self.ratio >= self.at_least)


@dataclass(frozen=True, slots=True)
class NotMeasured:
    """A row whose material is not here, and why."""

    what: str
    reason: str


def fastest_cpu_seconds(*works: Callable[[], object], rounds: int = 15) -> tuple[float, ...]:
    """The least processor time of each work over several rounds, taken in turns.

    Other work on the machine can only add to a round, and turns let it add to all alike.
    """
    return fastest_seconds(*works, rounds=rounds, clock=time.process_time)


def fastest_seconds(
    *works: Callable[[], object], clock: Callable[[], float], rounds: int = 15
) -> tuple[float, ...]:
    """The same by any clock."""
    taken = [[_seconds(work, clock) for work in works] for _ in range(rounds)]
    return tuple(min(times) for times in zip(*taken, strict=True))


def _seconds(work: Callable[[], object], clock: Callable[[], float]) -> float:
    begun = clock()
    work()
    return clock() - begun
