from __future__ import annotations

import io
import sys

import pytest

from companion.cli.progress import counted, underway


class Terminal(io.StringIO):
    """A stderr that a person watches."""

    def isatty(self) -> bool:
        return True


def test_a_person_is_told_how_far_it_has_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """The count stands while the thing is worked on, and the line is clear at the end."""
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    seen = [(thing, terminal.getvalue().rpartition("\x1b[K")[2]) for thing in counted("ab", 2, "photos")]
    assert seen == [("a", "1 of 2 photos"), ("b", "2 of 2 photos")]
    assert terminal.getvalue().endswith("\r\x1b[K")


def test_a_program_that_reads_stderr_is_not_bothered(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(counted([1, 2, 3], 3, "photos")) == [1, 2, 3]
    assert capsys.readouterr().err == ""


def test_what_takes_long_is_named_until_it_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with underway("Trying"):
        assert terminal.getvalue().endswith("Trying")
    assert terminal.getvalue().endswith("\r\x1b[K")


def test_what_takes_long_is_not_named_to_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    with underway("Trying"):
        pass
    assert capsys.readouterr().err == ""
