"""The process that reads strangers' photos lives as long as the table does."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli import photo_worker
from companion.table.photographed import UnusablePhoto


class Asking:
    """A connection through which some photos come before it is closed."""

    def __init__(self, *photos: bytes) -> None:
        self._photos = list(photos)
        self.answers: list[object] = []

    def recv(self) -> bytes:
        if not self._photos:
            raise EOFError
        return self._photos.pop(0)

    def send(self, answer: object) -> None:
        self.answers.append(answer)


def test_memory_is_given_back_after_every_photo_and_only_once_it_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asking = Asking(b"", b"no photo")
    answered: list[int] = []
    monkeypatch.setattr(photo_worker, "load_references", lambda *_: None)
    monkeypatch.setattr(photo_worker, "witness_with", lambda *_: None)
    monkeypatch.setattr(photo_worker, "give_back_free_memory", lambda: answered.append(len(asking.answers)))
    photo_worker.work(asking, "house", Path())  # type: ignore[arg-type]
    assert answered == [1, 2]
    assert all(isinstance(answer, UnusablePhoto) for answer in asking.answers)
