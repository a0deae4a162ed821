"""Writes the script of a film: from the turns of a game to visits of hands, and notes of what is true."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from companion.cli.resolve import verdict_fields
from companion.games.conclave.components import Mage
from companion.games.conclave.conclave import CELLS, NEIGHBOURS, Cell
from companion.games.conclave.events import EmissarySent
from models.training.films.game import FilmedGame, Turn
from models.training.films.gestures import Gestures, Stop
from models.training.films.habits import Habits
from models.training.films.seat import Seat
from models.training.films.stage import Stage
from models.training.films.visit import Figure, Visit
from models.training.scenes.card import CardBody

FIRST_SECONDS = 1.5  # of a still table, for the watcher to find it
REST_SECONDS = (1.0, 3.0)  # how long a hand rests over cards
LATER_HABITS = ("resting",)
LAST_SECONDS = 3.5  # of a still table, for the watcher to be sure or to ask


@dataclass(frozen=True, slots=True)
class Note:
    """Something true from a moment on: an event of the game, or a habit."""

    seconds: float
    name: str
    facts: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Script:
    """Everything that happens in a film."""

    opening: dict[Cell, CardBody]
    visits: tuple[Visit, ...]
    events: tuple[Note, ...]
    habits: tuple[Note, ...]
    bumps: tuple[float, ...]
    seconds: float


@dataclass(slots=True)
class Scriptwriter:
    """Writes turn after turn; `now` is the moment up to which everything is written."""

    stage: Stage
    seats: dict[str, Seat]
    gestures: Gestures
    habits: Habits
    rng: np.random.Generator
    now: float = FIRST_SECONDS
    lying: dict[Cell, CardBody] = field(default_factory=dict)
    visits: list[Visit] = field(default_factory=list)
    events: list[Note] = field(default_factory=list)
    done: list[Note] = field(default_factory=list)
    bumps: list[float] = field(default_factory=list)

    def write(self, game: FilmedGame) -> Script:
        """The script of a game."""
        for cell in CELLS:
            card = game.opening[cell]
            if card is not None:
                self.lying[cell] = self.stage.draw_body(self.rng, cell, str(card))
        opening = dict(self.lying)
        for turn in game.turns:
            self._turn(turn)
        return Script(
            opening,
            tuple(self.visits),
            tuple(sorted(self.events, key=lambda note: note.seconds)),
            tuple(self.done),
            tuple(self.bumps),
            self.now + LAST_SECONDS,
        )

    def _turn(self, turn: Turn) -> None:
        self._pause(0.5, 1.1)
        self._fidget(turn)
        if turn.given is not None:
            facts = {"player": turn.player, "magic": str(turn.given.magic), "receiver": turn.given.receiver}
            self._event("influence_given", self.now, facts)
            self._pause(0.4, 0.8)
        if turn.sent is None or turn.verdict is None:
            self._event("turn_passed", self.now, {"player": turn.player})
            return
        if self._does("withdrawn"):
            self._change_of_mind(turn.sent)
        leaning = self._does("leaning")
        start = self.now
        if leaning:
            self.now += 0.9
        self._send(turn, turn.sent)
        sent = self.now
        gone = self._take_and_refill(turn)
        if leaning:
            self._lean(turn, start, gone if self.rng.random() < 0.5 else sent)

    def _fidget(self, turn: Turn) -> None:
        """What hands do before the turn begins."""
        if self.lying and self._does("straightened"):
            self._put_anew(turn, "straightened", 0.0)
        if self.lying and self._does("lifted"):
            self._put_anew(turn, "lifted", 70.0)
        if self.lying and self._does("resting"):
            self._rest(turn)
        if self._does("bumped"):
            self.bumps.append(self.now)
            self._habit("bumped", self.now, None)
            self._pause(0.8, 1.2)

    def _put_anew(self, turn: Turn, habit: str, lift_mm: float) -> None:
        cell = list(self.lying)[int(self.rng.integers(len(self.lying)))]
        old = self.lying[cell]
        fresh = self.stage.draw_body(self.rng, cell, old.code)
        into = replace(old, x_mm=fresh.x_mm, y_mm=fresh.y_mm, angle_degrees=_near(fresh, old))
        visit = self.gestures.put_anew(self.seats[turn.player], self.now, Stop(cell, old), into, lift_mm)
        self._habit(habit, self.now, cell)
        self._add(visit)
        self._pause(0.4, 0.8)

    def _rest(self, turn: Turn) -> None:
        """Whoever thinks leaves a hand on the table, over whatever card lies there."""
        cell = list(self.lying)[int(self.rng.integers(len(self.lying)))]
        self._habit("resting", self.now, cell)
        seconds = float(self.rng.uniform(*REST_SECONDS))
        self._add(self.gestures.rest(self.seats[turn.player], self.now, self.lying[cell], seconds))
        self._pause(0.4, 0.8)

    def _change_of_mind(self, sent: EmissarySent) -> None:
        """The Emissary is laid somewhere else first, or in the same place, and taken back."""
        legal = [
            cell
            for cell, near in zip(CELLS, NEIGHBOURS, strict=True)
            if cell not in self.lying and any(other in self.lying for other in near)
        ] or [sent.cell]
        cell = legal[int(self.rng.integers(len(legal)))]
        stop = Stop(cell, self.stage.draw_body(self.rng, cell, str(sent.mage)))
        seat = self.seats[sent.player]
        self._habit("withdrawn", self.now, cell)
        if self.rng.random() < 0.5:
            self._add(self.gestures.lay_and_take_back(seat, self.now, stop, float(self.rng.uniform(0.3, 1))))
        else:
            self._add(self.gestures.lay(seat, self.now, [stop]))
            self._pause(0.8, 1.6)
            self._add(self.gestures.take(seat, self.now, [stop]))
        self._pause(0.5, 0.9)

    def _send(self, turn: Turn, sent: EmissarySent) -> None:
        stop = Stop(sent.cell, self.stage.draw_body(self.rng, sent.cell, str(sent.mage)))
        rest = float(self.rng.uniform(*REST_SECONDS)) if self._does("resting") else 0.0
        if rest:
            self._habit("resting", self.now, sent.cell)
        visit = self.gestures.lay(self.seats[turn.player], self.now, [stop], rest_seconds=rest)
        laid = visit.marks[-1].seconds
        facts: dict[str, object] = {"player": turn.player, "cell": _pair(sent.cell), "card": str(sent.mage)}
        if turn.verdict is not None:
            self._event("emissary_sent", laid, {**facts, "verdict": verdict_fields(turn.verdict)})
            if turn.verdict.magic_crisis:
                self._event("magic_crisis", laid, facts)
        self._add(visit)

    def _take_and_refill(self, turn: Turn) -> float:
        """Followers and refill as this table's hands do it; the moment the last follower was gone."""
        gone = self.now
        laid_early = 0
        if turn.followers:
            if self._does("at_once"):
                self._habit("at_once", self.now, None)
            else:
                self._pause(0.8, 1.4)
            laid_early = self._take_followers(turn)
            gone = max(mark.seconds for visit in self.visits for mark in visit.marks if mark.body is None)
            self._event("followers_taken", gone, _cards(turn.player, turn.followers))
        if turn.refill:
            self._pause(0.5, 0.9)
            if laid_early < len(turn.refill):
                self._lay(self.seats[turn.player], turn.refill[laid_early:])
            laid = max(mark.seconds for visit in self.visits for mark in visit.marks if mark.body is not None)
            self._event("conclave_refilled", max(laid, gone), _cards(turn.player, turn.refill))
        return gone

    def _take_followers(self, turn: Turn) -> int:
        """Take them all; how many refill cards were laid before the last was gone."""
        seat = self.seats[turn.player]
        stops = [Stop(cell, self.lying[cell]) for cell, _ in turn.followers]
        may_lay = len(stops) > 1 and turn.refill and turn.refill[0][0] != stops[-1].cell
        if not (may_lay and self._does("early_refill")):
            self._take(seat, stops)
            return 0
        self._take(seat, stops[:-1])
        self._habit("early_refill", self.now, turn.refill[0][0])
        self._lay(seat, turn.refill[:1])
        self._take(seat, stops[-1:])
        return 1

    def _take(self, seat: Seat, stops: list[Stop]) -> None:
        order = [stops[index] for index in self.rng.permutation(len(stops))]
        if len(order) > 1 and self._does("both_hands"):
            self._habit("both_hands", self.now, None)
            half = len(order) // 2
            start = self.now
            self._add(self.gestures.take(seat, start, order[:half]))
            ended, self.now = self.now, start + 0.15
            self._add(self.gestures.take(seat, self.now, order[half:], Figure.OTHER_HAND))
            self.now = max(self.now, ended)
        elif len(order) > 1 and self._does("one_by_one"):
            self._habit("one_by_one", self.now, None)
            for stop in order:
                self._add(self.gestures.take(seat, self.now, [stop]))
                self._pause(0.1, 0.3)
        else:
            self._add(self.gestures.take(seat, self.now, order))

    def _lay(self, seat: Seat, cards: tuple[tuple[Cell, Mage], ...]) -> None:
        stops = [Stop(cell, self.stage.draw_body(self.rng, cell, str(mage))) for cell, mage in cards]
        self._add(self.gestures.lay(seat, self.now, stops))

    def _lean(self, turn: Turn, start: float, until: float) -> None:
        """Somebody else stands in the way while the Emissary is laid, or until the followers are gone too."""
        others = [seat for name, seat in self.seats.items() if name != turn.player]
        seat = others[int(self.rng.integers(len(others)))]
        half = self.stage.spec.layout.quad_mm().max(axis=0)
        way = np.asarray(seat.outward(0.0, 0.0)) * half * float(self.rng.uniform(-0.1, 0.35))
        self._habit("leaning", start, None)
        visit = self.gestures.lean(seat, start, (float(way[0]), float(way[1])), until - start)
        self.visits.append(visit)
        self.now = max(self.now, visit.to_seconds)

    def _add(self, visit: Visit) -> None:
        self.visits.append(visit)
        for mark in visit.marks:
            if mark.body is None:
                self.lying.pop(mark.cell)
            else:
                self.lying[mark.cell] = mark.body
        self.now = visit.to_seconds

    def _does(self, habit: str) -> bool:
        chance = getattr(self.habits, habit)
        if habit in LATER_HABITS and not chance:  # a film of a seed stays what it was before they were known
            return False
        return bool(self.rng.random() < chance)

    def _pause(self, least: float, most: float) -> None:
        self.now += float(self.rng.uniform(least, most))

    def _event(self, name: str, seconds: float, facts: Mapping[str, object]) -> None:
        self.events.append(Note(seconds, name, facts))

    def _habit(self, name: str, seconds: float, cell: Cell | None) -> None:
        self.done.append(Note(seconds, name, {"cell": _pair(cell)} if cell else {}))


def _pair(cell: Cell) -> list[int]:
    return [cell.row, cell.column]


def _cards(player: str, cards: tuple[tuple[Cell, Mage], ...]) -> dict[str, object]:
    return {
        "player": player,
        "cells": [_pair(cell) for cell, _ in cards],
        "cards": [str(mage) for _, mage in cards],
    }


def _near(fresh: CardBody, old: CardBody) -> float:
    """The fresh angle, but the same way up as before."""
    off = (fresh.angle_degrees - old.angle_degrees + 90) % 180 - 90
    return old.angle_degrees + off
