"""What is really in a film: every frame's cells, every event, every habit."""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeAlias

from companion.games.conclave.conclave import CELLS, SIDE, Cell

Grid: TypeAlias = tuple[tuple[str | None, ...], ...]
COVERED = "covered"


@dataclass(frozen=True, slots=True)
class LayoutSpan:
    """From this frame on, until the next span, these cards lie in the cells; some of them are covered."""

    first_frame: int
    cells: Grid
    covered: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class ViewSpan:
    """From this frame on the lattice has these outer corners in the picture."""

    first_frame: int
    quad: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class EventTruth:
    """One event: from which frame it is so, and from which frame no hand is over any cell any more."""

    event: str
    frame: int
    clear_frame: int
    facts: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class HabitTruth:
    """One habit and the frame in which it begins."""

    habit: str
    frame: int
    facts: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class FilmTruth:
    """All a watcher could be asked about the film."""

    seed: int
    condition: str
    deck: str
    players: tuple[str, ...]
    starting_corner: str
    width_px: int
    height_px: int
    fps: float
    frames: int
    views: tuple[ViewSpan, ...]
    layouts: tuple[LayoutSpan, ...]
    events: tuple[EventTruth, ...]
    habits: tuple[HabitTruth, ...]
    hands: tuple[tuple[int, int], ...]  # first and last frame of each while that something is over a cell

    def cells_at(self, frame: int) -> Grid:
        """The sixteen cells of a frame: a code, None for an empty cell, or `covered`."""
        index = bisect_right(self.layouts, frame, key=lambda span: span.first_frame) - 1
        if not 0 <= frame < self.frames or index < 0:
            raise IndexError(f"the film has frames 0 to {self.frames - 1}, not {frame}")
        span = self.layouts[index]
        return tuple(
            tuple(
                COVERED if (row, column) in span.covered else span.cells[row][column]
                for column in range(SIDE)
            )
            for row in range(SIDE)
        )

    def to_json(self) -> str:
        """The truth as one JSON object, a span or event a line."""
        fields = asdict(self)
        lists = {name: fields.pop(name) for name in ("views", "layouts", "events", "habits", "hands")}
        for name in ("events", "habits"):
            lists[name] = [{**_without_facts(one), **one["facts"]} for one in lists[name]]
        head = json.dumps(fields)[:-1]
        parts = [
            f"{json.dumps(name)}: [\n" + ",\n".join(json.dumps(one) for one in many) + "\n]"
            for name, many in lists.items()
        ]
        return ",\n".join([head, *parts]) + "}\n"


def read_truth(path: Path) -> FilmTruth:
    """The truth that a file holds."""
    fields = json.loads(path.read_text(encoding="utf-8"))
    return FilmTruth(
        **{
            **fields,
            "players": tuple(fields["players"]),
            "views": tuple(
                ViewSpan(one["first_frame"], tuple((x, y) for x, y in one["quad"])) for one in fields["views"]
            ),
            "layouts": tuple(
                LayoutSpan(
                    one["first_frame"],
                    tuple(tuple(row) for row in one["cells"]),
                    tuple((row, column) for row, column in one["covered"]),
                )
                for one in fields["layouts"]
            ),
            "events": tuple(
                EventTruth(one.pop("event"), one.pop("frame"), one.pop("clear_frame"), one)
                for one in fields["events"]
            ),
            "hands": tuple((first, last) for first, last in fields["hands"]),
            "habits": tuple(HabitTruth(one.pop("habit"), one.pop("frame"), one) for one in fields["habits"]),
        }
    )


class Witness:
    """Takes the layouts down while the film is shot."""

    def __init__(self) -> None:
        self.layouts: list[LayoutSpan] = []
        self.views: list[ViewSpan] = []
        self.hands: list[tuple[int, int]] = []

    def see(self, frame: int, codes: dict[Cell, str], covered: set[Cell], *, touched: bool) -> None:
        """Keep what lies in the cells if that is new, and whether a hand is over any of them."""
        if touched or covered:
            begun = self.hands.pop()[0] if self.hands and self.hands[-1][1] == frame - 1 else frame
            self.hands.append((begun, frame))
        rows = tuple(tuple(codes.get(Cell(row, column)) for column in range(SIDE)) for row in range(SIDE))
        hidden = tuple((cell.row, cell.column) for cell in CELLS if cell in covered)
        last = self.layouts[-1] if self.layouts else None
        if last is None or (last.cells, last.covered) != (rows, hidden):
            self.layouts.append(LayoutSpan(frame, rows, hidden))

    def see_view(self, frame: int, quad: tuple[tuple[float, float], ...]) -> None:
        """Keep where the lattice lies in the picture."""
        self.views.append(ViewSpan(frame, quad))

    def clear_from(self, frame: int, frames: int) -> int:
        """The first frame from here on in which nothing is over any cell; the film's end if there is none."""
        for first, last in self.hands:
            if first <= frame <= last:
                return min(last + 1, frames)
        return frame


def _without_facts(fields: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in fields.items() if name != "facts"}
