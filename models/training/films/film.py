"""Shoots a film: a game, a table, hands, light and a camera become frames with their truth."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from companion.games.conclave.conclave import CELLS, Cell
from models.training.films.bump import bumped, shaken
from models.training.films.game import FilmedGame
from models.training.films.gestures import Gestures
from models.training.films.habits import Habits
from models.training.films.noise import FrameNoise
from models.training.films.screen import Screen, falling_light, share_covered
from models.training.films.script import Script, Scriptwriter
from models.training.films.seat import draw_seats, dressed_like
from models.training.films.sprite import (
    HandSprite,
    Sprite,
    hand_anchors_mm,
    paint_flying_card,
    paint_hand,
    shade_anchors_mm,
)
from models.training.films.stage import draw_stage
from models.training.films.truth import EventTruth, FilmTruth, HabitTruth, Witness
from models.training.films.visit import Figure, Mark, Visit
from models.training.films.weather import draw_weather
from models.training.scenes.arrays import Picture, Points
from models.training.scenes.deck import Deck
from models.training.scenes.truth import COVERED_BELOW

SHUTTER_SHARE = 0.3  # of the time between frames in which light is let in
BLUR_STEP_PX = 7.0
MOST_MOMENTS = 5
HANDS_KEPT = 4
TOUCHED_FROM = 0.02  # a hand over more of a cell than this has not left


@dataclass(frozen=True, slots=True)
class FilmWish:
    """What is asked of a film beside the game it shows."""

    seed: int
    condition: str = "normal"
    size_px: tuple[int, int] = (1920, 1080)
    fps: float = 15.0
    habits: Habits = Habits()  # noqa: RUF009 - an immutable value
    hands: str = "any"  # or like the "table", or like its "grain": hard to tell from bare table


class Film:
    """A film while it is shot: iterate over the frames, then ask for the truth."""

    def __init__(self, game: FilmedGame, deck: Deck, wish: FilmWish) -> None:
        self._game, self._deck, self._wish = game, deck, wish
        streams = np.random.default_rng([wish.seed, 31]).spawn(4)
        self._stage = draw_stage(wish.seed, wish.condition, deck, wish.size_px)
        seats = draw_seats(streams[0], game.players, self._stage.spec.layout.quad_mm(), self._stage.camera)
        dress = dressed_like(self._stage.setting.table.top, wish.hands)
        seats = {name: replace(seat, dress=dress) for name, seat in seats.items()}
        gestures = Gestures(self._stage.camera)
        self._script: Script = Scriptwriter(self._stage, seats, gestures, wish.habits, streams[1]).write(game)
        self._weather = draw_weather(streams[2], wish.condition, self._script.seconds)
        self._chance = streams[3]
        self._noise = FrameNoise(self._stage.spec.setting.sensor)
        self._falling_light = falling_light(self._stage.setting.sensor, self._stage.camera)
        self._witness = Witness()
        self._held: set[Cell] = set()
        self._hands: dict[tuple[float, Figure], HandSprite] = {}
        self._flying: dict[str, Sprite] = {}
        self._marks = sorted((mark for visit in self._script.visits for mark in visit.marks), key=_moment)
        self._bumps = list(self._script.bumps)
        self._last_bump = -1e9
        self._next_frame = 0
        self._stage.change_all(self._script.opening)
        self._codes = {cell: body.code for cell, body in self._script.opening.items()}
        self._see_view(0)

    @property
    def frames(self) -> int:
        """How many frames the film has."""
        return int(self._script.seconds * self._wish.fps)

    def shoot(self) -> Iterator[Picture]:
        """The frames that are left, one after the other; who stops in between can go on later."""
        while self._next_frame < self.frames:
            frame, self._next_frame = self._next_frame, self._next_frame + 1
            seconds = frame / self._wish.fps
            while self._marks and self._marks[0].seconds <= seconds:
                self._carry_out(self._marks.pop(0))
            while self._bumps and self._bumps[0] <= seconds:
                self._last_bump = self._bumps.pop(0)
                self._bump(frame)
            picture = shaken(self._composed(frame, seconds), seconds - self._last_bump, self._chance)
            lit = self._weather.fallen_on(picture, frame, seconds)
            yield self._noise.added_to(lit, self._chance)

    def truth(self) -> FilmTruth:
        """What is true of the film; whole only once all frames are shot."""
        events = [
            EventTruth(note.name, frame, self._witness.clear_from(frame, self.frames), note.facts)
            for note in self._script.events
            for frame in [self._frame_of(note.seconds)]
        ]
        return FilmTruth(
            seed=self._wish.seed,
            condition=self._wish.condition,
            deck=self._deck.name,
            players=self._game.players,
            starting_corner=str(self._game.starting_corner),
            width_px=self._wish.size_px[0],
            height_px=self._wish.size_px[1],
            fps=self._wish.fps,
            frames=self.frames,
            views=tuple(self._witness.views),
            layouts=tuple(self._witness.layouts),
            events=tuple(events),
            hands=tuple(self._witness.hands),
            habits=tuple(
                HabitTruth(note.name, self._frame_of(note.seconds), note.facts)
                for note in self._script.habits
            ),
        )

    def _frame_of(self, seconds: float) -> int:
        """The first frame at or after a moment."""
        return min(int(np.ceil(seconds * self._wish.fps - 1e-6)), self.frames - 1)

    def _carry_out(self, mark: Mark) -> None:
        self._stage.change(mark.cell, mark.body)
        if mark.stays:
            (self._held.add if mark.body is None else self._held.discard)(mark.cell)
        elif mark.body is None:
            self._codes.pop(mark.cell)
        else:
            self._codes[mark.cell] = mark.body.code

    def _bump(self, frame: int) -> None:
        self._stage.move_camera(bumped(self._stage.camera, self._stage.spec.layout.quad_mm(), self._chance))
        self._hands.clear()
        self._flying.clear()
        self._see_view(frame)

    def _composed(self, frame: int, seconds: float) -> Picture:
        """The table, then over it shadows, cards in the air and hands; somebody who leans over comes last."""
        visits = self._visits_at(seconds)
        if not visits:
            self._witness.see(frame, self._codes, self._held, touched=False)
            return self._stage.picture
        screen = Screen(self._stage.picture, self._falling_light)
        for visit in visits:
            self._show(screen, visit, seconds)
        shares = {cell: share_covered(screen.cover, self._stage.outline_px(cell)) for cell in CELLS}
        covered = {cell for cell, share in shares.items() if share > 1 - COVERED_BELOW}
        touched = max(shares.values()) > TOUCHED_FROM
        self._witness.see(frame, self._codes, covered | self._held, touched=touched)
        return screen.picture

    def _visits_at(self, seconds: float) -> list[Visit]:
        there = [visit for visit in self._script.visits if visit.from_seconds <= seconds <= visit.to_seconds]
        return sorted(there, key=lambda visit: visit.figure is Figure.PERSON)

    def _show(self, screen: Screen, visit: Visit, seconds: float) -> None:
        sprite = self._hand_sprite(visit)
        camera, light = self._stage.camera, self._stage.setting.light
        moments = [self._anchors_mm(visit, seconds + late) for late in self._exposure(visit, seconds)]
        screen.shade(sprite.shade, camera.project_flat(shade_anchors_mm(moments[0], light)))
        for body in visit.carried_at(seconds)[-2:]:
            corners = [camera.project(body.corners_mm())]
            screen.lay(self._card_sprite(body.code, visit, seconds), corners)
        screen.lay(sprite.body, [camera.project(anchors) for anchors in moments])

    def _exposure(self, visit: Visit, seconds: float) -> list[float]:
        """The moments of one exposure: more of them the faster the hand moves."""
        late = SHUTTER_SHARE / self._wish.fps
        camera = self._stage.camera
        start, end = (camera.project(self._anchors_mm(visit, at))[0] for at in (seconds, seconds + late))
        count = int(np.clip(np.linalg.norm(end - start) / BLUR_STEP_PX, 1, MOST_MOMENTS))
        return [late * step / count for step in range(count)]

    def _anchors_mm(self, visit: Visit, seconds: float) -> Points:
        tip = visit.tip_at(seconds)
        return hand_anchors_mm(tip, visit.seat.outward(tip.x_mm, tip.y_mm))

    def _hand_sprite(self, visit: Visit) -> HandSprite:
        key = (visit.from_seconds, visit.figure)
        if key not in self._hands:
            while len(self._hands) >= HANDS_KEPT:
                self._hands.pop(next(iter(self._hands)))
            at = replace(visit.deepest, height_mm=0.0)
            if visit.figure is Figure.PERSON:
                hand = visit.seat.person_at(at.x_mm, at.y_mm, self._stage.camera.eye_mm[2])
            else:
                hand = visit.seat.hand_at(at.x_mm, at.y_mm, other=visit.figure is Figure.OTHER_HAND)
            anchors = hand_anchors_mm(at, visit.seat.outward(at.x_mm, at.y_mm))
            self._hands[key] = paint_hand(hand, anchors, self._stage.setting)
        return self._hands[key]

    def _card_sprite(self, code: str, visit: Visit, seconds: float) -> Sprite:
        if code not in self._flying:
            if len(self._flying) > 12:
                self._flying.clear()
            at = visit.deepest
            body = visit.carried_at(seconds)[-1]
            level = replace(body, code=code, x_mm=at.x_mm, y_mm=at.y_mm, floor_mm=0.0)
            self._flying[code] = paint_flying_card(level, self._deck, self._stage.setting)
        return self._flying[code]

    def _see_view(self, frame: int) -> None:
        quad = tuple((round(float(x), 2), round(float(y), 2)) for x, y in self._stage.quad_px())
        self._witness.see_view(frame, quad)


def _moment(mark: Mark) -> float:
    return mark.seconds
