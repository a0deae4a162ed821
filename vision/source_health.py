"""How a source of frames is doing: a code for programs and a sentence for people."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class SourceState(StrEnum):
    """What a source is doing now; the values travel to phones as codes."""

    STARTING = "starting"
    RUNNING = "running"
    STALLED = "stalled"
    FROZEN = "frozen"
    REOPENING = "reopening"
    FINISHED = "finished"
    CLOSED = "closed"


class SourceTrouble(StrEnum):
    """What went wrong last; the values travel to phones as codes."""

    CANNOT_OPEN = "cannot_open"
    CANNOT_REACH = "cannot_reach"
    STOPPED_SENDING = "stopped_sending"
    NOT_ANSWERING = "not_answering"
    NOT_A_VIDEO = "not_a_video"
    NO_FRAMES = "no_frames"
    CUT_SHORT = "cut_short"


TROUBLE_WORDS = {
    SourceTrouble.CANNOT_OPEN: "cannot be opened; is it plugged in, and does no other program use it?",
    SourceTrouble.CANNOT_REACH: "cannot be reached; is the camera on and in the same network?",
    SourceTrouble.STOPPED_SENDING: "stopped sending pictures",
    SourceTrouble.NOT_ANSWERING: "does not answer",
    SourceTrouble.NOT_A_VIDEO: "is no photo and no video that can be read",
    SourceTrouble.NO_FRAMES: "not one frame could be read",
    SourceTrouble.CUT_SHORT: "the file seems damaged, not all of its frames could be read",
}
_WORDS = {
    SourceState.STARTING: "{source} is being opened.",
    SourceState.RUNNING: "{source} works.",
    SourceState.STALLED: "{source} has sent no picture for {silent}.",
    SourceState.FROZEN: "{source} sends the same picture again and again; it seems frozen.",
    SourceState.REOPENING: "{source} {trouble} Trying to open it again (try {tries}).",
    SourceState.FINISHED: "{source} is at its end.",
    SourceState.CLOSED: "{source} is closed.",
}


@dataclass(frozen=True, slots=True)
class SourceHealth:
    """The state of one source. `trouble` is the last thing that went wrong, None if nothing did."""

    source: str
    state: SourceState
    silent_seconds: float = 0.0
    tries: int = 0
    trouble: SourceTrouble | None = None
    skipped: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.silent_seconds < 0 or self.tries < 0:
            raise ValueError(f"expected 0 or more, got {self.silent_seconds} seconds and {self.tries} tries")

    @property
    def gives_frames(self) -> bool:
        """Whether new pictures of the table can be expected right now."""
        return self.state is SourceState.RUNNING

    @property
    def words(self) -> str:
        """The state as a sentence a person understands."""
        sentence = _WORDS[self.state].format(
            source=self.source,
            silent=_seconds(self.silent_seconds),
            tries=self.tries,
            trouble=_as_sentence_end(self.trouble or SourceTrouble.NOT_ANSWERING),
        )
        if self.state is SourceState.FINISHED and self.trouble:
            sentence = f"{sentence[:-1]}: {_as_sentence_end(self.trouble)}"
        if self.skipped:
            sentence += f" {len(self.skipped)} could not be read: {'; '.join(self.skipped[:3])}."
        return sentence

    @property
    def reason(self) -> str:
        """Why nothing comes, without what is done about it."""
        return f"{self.source} {TROUBLE_WORDS[self.trouble or SourceTrouble.NOT_ANSWERING]}"


def _as_sentence_end(trouble: SourceTrouble) -> str:
    words = TROUBLE_WORDS[trouble]
    return words if words.endswith("?") else words + "."


def _seconds(seconds: float) -> str:
    whole = max(1, round(seconds))
    return "1 second" if whole == 1 else f"{whole} seconds"
