"""Watches the table in a process of its own, so that phones never wait for a picture to be read."""

from __future__ import annotations

import os
import queue
import signal
import threading
import time
from multiprocessing.connection import Connection

import cv2

from calibration.lens_store import BrokenLens
from companion.cli.camera_messages import (
    Doing,
    Follow,
    GoOnFrom,
    Happened,
    PlayAgain,
    PushFrame,
    SayCard,
    Wish,
)
from companion.cli.camera_source import Eyes
from companion.cli.camera_words import SteadyAdvice, camera_view, cell_pairs, layout_codes, sighted
from companion.cli.lenses import lenses_in
from companion.cli.main import UsageError, complain
from companion.cli.read import load_references
from companion.cli.testifying import attested, witness_with
from companion.cli.watch import pace_of
from companion.watching.happenings import WatchEvent
from companion.watching.watcher import TableWatcher
from vision.frame import Frame
from vision.frame_quality import Advice
from vision.frame_source import EndOfFrames, FrameSource
from vision.frames import open_frames
from vision.held_memory import keep_memory_steady
from vision.photo_header import BadPhotoHeader, read_photo_header
from vision.photos import UnreadablePhoto, load_photo
from vision.pushed_frames import PushedFrames

WAIT_SECONDS = 0.25
PREVIEW_EVERY_SECONDS = 0.4
MOST_PUSHED_PIXELS = 9_000_000
MOST_BROKEN_FRAMES = 2  # in a row, before somebody is told
POLITENESS = 5  # phones come first


def work(connection: Connection, eyes: Eyes) -> None:
    """Watch until the connection is closed."""
    keep_memory_steady()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(POLITENESS)
    cv2.setNumThreads(1)
    try:
        Watch(connection, eyes).run()
    except (BrokenPipeError, EOFError, ConnectionError):
        return  # the table is closed
    except UsageError as problem:  # a deck or a network that cannot be used
        complain(f"conclave: {problem}")


class Watch:
    """Feeds a watcher from a source and tells the table what it sees."""

    def __init__(self, connection: Connection, eyes: Eyes) -> None:
        self._connection, self._eyes = connection, eyes
        self._deck = load_references(eyes.deck_name, eyes.data)
        self._witness = witness_with(eyes.deck_name, self._deck, eyes.data)
        self._source = _open(eyes)
        self._wishes: queue.SimpleQueue[Wish | None] = queue.SimpleQueue()
        self._watcher: TableWatcher | None = None
        self._generation = 0
        self._waiting = True
        self._clock = _FilmPace(eyes.speed)
        self._advice = SteadyAdvice()
        self._broken_frames = 0
        self._told: Doing | None = None
        self._shown_at = 0.0

    def run(self) -> None:
        """Look, tell, listen, until told to stop."""
        threading.Thread(target=self._listen, name="wishes", daemon=True).start()
        while self._obey():
            try:
                frame = self._source.next_frame(WAIT_SECONDS)
            except EndOfFrames:
                self._ended()
                continue
            if frame is None:
                self._idle()
            else:
                self._wait_for(frame)
                if self._watcher is not None:
                    self._look(frame, self._watcher)
            self._tell()

    def _wait_for(self, frame: Frame) -> None:
        """Let a film pass no faster than is wished, from the moment that somebody has begun a game."""
        if self._source.is_live:
            return
        while self._waiting and self._obey():
            self._show(frame, self._watcher)
            self._tell()
            time.sleep(WAIT_SECONDS)
        self._clock.wait_for(frame)

    def _listen(self) -> None:
        """A thread of its own takes wishes in; of the frames of a phone only the newest waits."""
        while True:
            try:
                wish: Wish = self._connection.recv()
            except (EOFError, OSError):
                self._wishes.put(None)
                return
            if isinstance(wish, PushFrame):
                self._take(wish.jpeg)
            else:
                self._wishes.put(wish)

    def _take(self, jpeg: bytes) -> None:
        if not isinstance(self._source, PushedFrames):
            return
        try:
            if read_photo_header(jpeg).pixels > MOST_PUSHED_PIXELS:
                raise UnreadablePhoto("the frame", "is too large")
            self._source.push(load_photo(jpeg).frame_bgr)
            self._broken_frames = 0
        except (BadPhotoHeader, UnreadablePhoto, EndOfFrames):
            self._broken_frames += 1

    def _obey(self) -> bool:
        while not self._wishes.empty():
            wish = self._wishes.get()
            if wish is None:
                self._source.close()
                return False
            self._carry_out(wish)
        return True

    def _carry_out(self, wish: Wish) -> None:
        match wish:
            case Follow():
                pace = pace_of(self._source)
                self._watcher = TableWatcher(self._deck, wish.opening, pace, wish.underway)
                self._generation, self._waiting = wish.generation, wish.waiting
            case GoOnFrom():
                if self._watcher is not None:
                    self._watcher.go_on_from(wish.underway)
                self._generation = wish.generation
            case SayCard():
                if self._watcher is not None:
                    self._say(self._watcher.say_card(wish.cell, wish.card))
            case PlayAgain():
                self._source.close()
                self._source = _open(self._eyes)
                self._clock = _FilmPace(self._eyes.speed)

    def _look(self, frame: Frame, watcher: TableWatcher) -> None:
        self._advice.look(frame)
        self._say(watcher.feed(frame))
        self._show(frame, watcher)

    def _idle(self) -> None:
        if self._watcher is not None:
            self._say(self._watcher.notice_health(self._source.health()))

    def _ended(self) -> None:
        """A film is over: say what was waited for, then only listen."""
        if self._watcher is not None:
            self._say(self._watcher.finish())
        self._tell()
        time.sleep(WAIT_SECONDS)

    def _show(self, frame: Frame, watcher: TableWatcher | None) -> None:
        now = time.monotonic()
        if now - self._shown_at >= PREVIEW_EVERY_SECONDS:
            self._shown_at = now
            self._connection.send(sighted(frame, None if watcher is None else watcher.state))

    def _say(self, events: tuple[WatchEvent, ...]) -> None:
        if events:
            self._connection.send(Happened(self._generation, attested(events, self._witness)))

    def _tell(self) -> None:
        codes = self._advice.codes
        advice = (Advice.DAMAGED, *codes) if self._broken_frames > MOST_BROKEN_FRAMES else codes
        state = None if self._watcher is None else self._watcher.state
        phone = isinstance(self._source, PushedFrames)
        view = camera_view(self._source.health(), state, advice, phone=phone)
        doing = Doing(view) if state is None else Doing(view, layout_codes(state), cell_pairs(state.guessed))
        if doing != self._told:
            self._told = doing
            self._connection.send(doing)


def _open(eyes: Eyes) -> FrameSource:
    if eyes.source is None:
        return PushedFrames()
    try:
        return open_frames(eyes.source, lens_of=lenses_in(eyes.data))
    except BrokenLens:  # `conclave doctor` names it; pictures as they are still serve
        return open_frames(eyes.source)


class _FilmPace:
    """Holds a film back to its own pace, or so many times that; whoever is slower still sees every frame."""

    def __init__(self, speed: float) -> None:
        self._speed = speed
        self._begun: float | None = None

    def wait_for(self, frame: Frame) -> None:
        """Wait for the moment of a frame."""
        now, moment = time.monotonic(), frame.captured_seconds / self._speed
        if self._begun is None:
            self._begun = now - moment
        time.sleep(max(0.0, self._begun + moment - now))
