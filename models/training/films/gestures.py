"""What hands do over the table, as visits: lay, take, put straight, lift and put back, lean over."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from companion.games.conclave.conclave import Cell
from models.training.films.seat import Seat
from models.training.films.visit import Carry, Figure, Mark, Reach, Visit
from models.training.scenes.camera import Camera
from models.training.scenes.card import CardBody

GRIP_MM = 27.0  # from a card's middle to the finger tips that hold it
OVER_MM = 45.0  # how high a hand passes over the table
BEYOND_PX = 60.0  # a hand this far outside the picture has left it
CARD_BEYOND_MM = 75.0  # what a held card reaches further than the finger tips
LEANING_FROM_MM = 780.0


@dataclass(frozen=True, slots=True)
class Pace:
    """How long the parts of a visit take, in seconds."""

    least_way: float = 0.22
    way_a_metre: float = 0.75
    down: float = 0.13
    hold: float = 0.13
    lean: float = 0.8


@dataclass(frozen=True, slots=True)
class Stop:
    """A place where the fingers come down."""

    cell: Cell
    body: CardBody


class Gestures:
    """Makes visits for one camera."""

    def __init__(self, camera: Camera, pace: Pace | None = None) -> None:
        self._camera = camera
        self._pace = pace or Pace()

    def lay(
        self,
        seat: Seat,
        start: float,
        stops: list[Stop],
        figure: Figure = Figure.HAND,
        rest_seconds: float = 0.0,
    ) -> Visit:
        """Bring cards, lay them one after the other, and rest over the last before leaving."""
        reaches, downs = self._way(seat, start, [stop.body for stop in stops], rest_seconds)
        since = [start, *(down.seconds for down in downs[:-1])]
        return Visit(
            figure,
            seat,
            reaches,
            tuple(
                Carry(before, down.seconds, stop.body, _grip(stop.body, down))
                for stop, down, before in zip(stops, downs, since, strict=True)
            ),
            tuple(Mark(down.seconds, stop.cell, stop.body) for stop, down in zip(stops, downs, strict=True)),
        )

    def take(self, seat: Seat, start: float, stops: list[Stop], figure: Figure = Figure.HAND) -> Visit:
        """Take cards one after the other and leave with all of them."""
        reaches, downs = self._way(seat, start, [stop.body for stop in stops])
        hold, end = self._pace.hold, reaches[-1].seconds
        return Visit(
            figure,
            seat,
            reaches,
            tuple(
                Carry(down.seconds + hold, end, stop.body, _grip(stop.body, down))
                for stop, down in zip(stops, downs, strict=True)
            ),
            tuple(
                Mark(down.seconds + hold, stop.cell, None) for stop, down in zip(stops, downs, strict=True)
            ),
        )

    def put_anew(self, seat: Seat, start: float, stop: Stop, into: CardBody, lift_mm: float) -> Visit:
        """Touch a card and put it straight, or with some lift take it up, look at it and put it back."""
        (enter, over, down, held, *_), downs = self._way(seat, start, [stop.body])
        grip = _grip(stop.body, downs[0])
        back = Reach(held.seconds, into.x_mm - grip[0], into.y_mm - grip[1], 0.0)
        up = replace(held, seconds=held.seconds + 0.3, height_mm=lift_mm)
        looked = replace(up, seconds=up.seconds + (0.7 if lift_mm > 0 else 0.0))
        back = replace(back, seconds=looked.seconds + 0.3)
        leave = self._leave(seat, back)
        return Visit(
            Figure.HAND,
            seat,
            (enter, over, down, held, up, looked, back, *leave),
            (Carry(held.seconds, back.seconds, stop.body, grip),),
            (
                Mark(held.seconds, stop.cell, None, stays=True),
                Mark(back.seconds, stop.cell, into, stays=True),
            ),
        )

    def lay_and_take_back(self, seat: Seat, start: float, stop: Stop, wait_seconds: float) -> Visit:
        """Lay a card, let it lie with the fingers near, and take it away again."""
        (enter, over, down, held, *_), downs = self._way(seat, start, [stop.body])
        grip = _grip(stop.body, downs[0])
        again = replace(held, seconds=held.seconds + wait_seconds)
        return Visit(
            Figure.HAND,
            seat,
            (enter, over, down, held, again, *self._leave(seat, again)),
            (
                Carry(start, down.seconds, stop.body, grip),
                Carry(again.seconds, again.seconds + 10, stop.body, grip),
            ),
            (Mark(down.seconds, stop.cell, stop.body), Mark(again.seconds, stop.cell, None)),
        )

    def rest(self, seat: Seat, start: float, body: CardBody, seconds: float) -> Visit:
        """Come down upon a card, stay there for a while and leave again."""
        reaches, _ = self._way(seat, start, [body], seconds)
        return Visit(Figure.HAND, seat, reaches)

    def lean(self, seat: Seat, start: float, at_mm: tuple[float, float], seconds: float) -> Visit:
        """Somebody leans over the table for a while."""
        way = np.asarray(seat.outward(*at_mm)) * LEANING_FROM_MM
        away = Reach(start, at_mm[0] + float(way[0]), at_mm[1] + float(way[1]), 0.0)
        there = Reach(start + self._pace.lean, at_mm[0], at_mm[1], 0.0)
        until = replace(there, seconds=there.seconds + seconds)
        gone = replace(away, seconds=until.seconds + self._pace.lean)
        return Visit(Figure.PERSON, seat, (away, there, until, gone))

    def _way(
        self, seat: Seat, start: float, bodies: list[CardBody], rest_seconds: float = 0.0
    ) -> tuple[tuple[Reach, ...], list[Reach]]:
        """In, down at each card, and out again after a rest; and the moments the fingers touch down."""
        first = _over(seat, bodies[0])
        outside = self._outside(seat, first)
        reaches = [replace(outside, seconds=start)]
        downs = []
        for body in bodies:
            reaches.append(self._then(reaches[-1], _over(seat, body)))
            down = replace(reaches[-1], seconds=reaches[-1].seconds + self._pace.down, height_mm=0.0)
            downs.append(down)
            reaches += [down, replace(down, seconds=down.seconds + self._pace.hold)]
        reaches[-1] = replace(reaches[-1], seconds=reaches[-1].seconds + rest_seconds)
        return (*reaches, *self._leave(seat, reaches[-1])), downs

    def _leave(self, seat: Seat, last: Reach) -> tuple[Reach, ...]:
        up = replace(last, seconds=last.seconds + self._pace.down, height_mm=OVER_MM)
        return up, self._then(up, self._outside(seat, up))

    def _then(self, before: Reach, to: Reach) -> Reach:
        """The next reach, after as long as the way there takes."""
        metres = float(np.hypot(to.x_mm - before.x_mm, to.y_mm - before.y_mm)) / 1000
        seconds = self._pace.least_way + self._pace.way_a_metre * metres
        return replace(to, seconds=before.seconds + seconds)

    def _outside(self, seat: Seat, reach: Reach) -> Reach:
        """Where the hand has left the picture on its way back to the shoulder."""
        way = np.asarray(seat.outward(reach.x_mm, reach.y_mm))
        for distance in np.arange(60.0, 1600.0, 20.0):
            x, y = np.array([reach.x_mm, reach.y_mm]) + way * distance
            at = self._camera.project(np.array([[x, y, OVER_MM]]))[0]
            if not (
                -BEYOND_PX < at[0] < self._camera.width_px + BEYOND_PX
                and -BEYOND_PX < at[1] < self._camera.height_px + BEYOND_PX
            ):
                break
        x, y = np.array([reach.x_mm, reach.y_mm]) + way * (distance + CARD_BEYOND_MM)
        return Reach(reach.seconds, float(x), float(y), OVER_MM)


def _over(seat: Seat, body: CardBody) -> Reach:
    """Finger tips over a card, at its side towards the player."""
    way = seat.outward(body.x_mm, body.y_mm)
    return Reach(0.0, body.x_mm + way[0] * GRIP_MM, body.y_mm + way[1] * GRIP_MM, OVER_MM)


def _grip(body: CardBody, down: Reach) -> tuple[float, float]:
    return body.x_mm - down.x_mm, body.y_mm - down.y_mm
