"""Work beside other work gives its result, or its trouble, where it is asked for."""

from __future__ import annotations

from threading import Event

import pytest

from vision.beside import Beside


def test_the_work_goes_on_while_something_else_is_done() -> None:
    begun, may_end = Event(), Event()

    def work() -> int:
        begun.set()
        may_end.wait(10)
        return 7

    beside = Beside(work)
    assert begun.wait(10)
    may_end.set()
    assert beside.result() == 7


def test_what_went_wrong_is_raised_where_the_result_is_asked_for() -> None:
    def work() -> int:
        raise ValueError("no such card")

    with pytest.raises(ValueError, match="no such card"):
        Beside(work).result()
