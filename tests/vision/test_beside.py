"""Work beside other work gives its result, or its trouble, where it is asked for."""

from __future__ import annotations

import multiprocessing
import os
import threading
from threading import Event

import pytest

from vision.beside import AT_ONCE, Beside


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


def test_one_work_after_the_other_is_done_by_the_same_few_threads() -> None:
    """Each new thread would leave a heap of its own behind."""
    threads = {Beside(threading.get_ident).result() for _ in range(50)}
    assert len(threads) <= AT_ONCE


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing forks here")
def test_a_forked_process_has_threads_of_its_own() -> None:
    assert Beside(lambda: 1).result() == 1
    with multiprocessing.get_context("fork").Pool(1) as pool:
        assert pool.apply_async(_beside).get(30) == 2


def _beside() -> int:
    return Beside(lambda: 2).result()
