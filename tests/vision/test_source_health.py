from __future__ import annotations

import pytest

from vision.source_health import TROUBLE_WORDS, SourceHealth, SourceState, SourceTrouble


@pytest.mark.parametrize("state", SourceState)
def test_every_state_has_a_sentence_that_names_the_source(state: SourceState) -> None:
    for trouble in (None, *SourceTrouble):
        words = SourceHealth("Camera 3", state, silent_seconds=4.4, tries=2, trouble=trouble).words
        assert words.startswith("Camera 3 ")
        assert words[-1] in ".?"
        assert "{" not in words


def test_every_trouble_has_words() -> None:
    assert set(TROUBLE_WORDS) == set(SourceTrouble)


def test_the_sentences_read_well() -> None:
    assert SourceHealth("Camera 3", SourceState.STALLED, silent_seconds=4.4).words == (
        "Camera 3 has sent no picture for 4 seconds."
    )
    assert SourceHealth(
        "Camera 3", SourceState.REOPENING, tries=2, trouble=SourceTrouble.STOPPED_SENDING
    ).words == ("Camera 3 stopped sending pictures. Trying to open it again (try 2).")
    assert SourceHealth("a.avi", SourceState.FINISHED, trouble=SourceTrouble.NO_FRAMES).words == (
        "a.avi is at its end: not one frame could be read."
    )


def test_only_a_running_source_gives_frames() -> None:
    giving = {state for state in SourceState if SourceHealth("Camera 3", state).gives_frames}
    assert giving == {SourceState.RUNNING}


def test_health_that_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="expected 0 or more"):
        SourceHealth("Camera 0", SourceState.RUNNING, silent_seconds=-1)
    with pytest.raises(ValueError, match="expected 0 or more"):
        SourceHealth("Camera 0", SourceState.RUNNING, tries=-1)
