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


_WORDS = {
    SourceState.STARTING: "{source} is being opened.",
    SourceState.RUNNING: "{source} works.",
    SourceState.STALLED: "{source} has sent no picture for {silent:.0f} seconds.",
    SourceState.FROZEN: "{source} sends the same picture again and again; it seems frozen.",
    SourceState.REOPENING: "{source} {trouble}; trying to open it again (try {tries}).",
    SourceState.FINISHED: "{source} is at its end.",
    SourceState.CLOSED: "{source} is closed.",
}


@dataclass(frozen=True, slots=True)
class SourceHealth:
    """The state of one source. `trouble` is the last thing that went wrong, empty if nothing did."""

    source: str
    state: SourceState
    silent_seconds: float = 0.0
    tries: int = 0
    trouble: str = ""
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
            source=self.source[:1].upper() + self.source[1:],
            silent=max(1.0, self.silent_seconds),
            tries=self.tries,
            trouble=self.trouble or "does not answer",
        )
        if self.state is SourceState.FINISHED and self.trouble:
            sentence = f"{sentence[:-1]}: {self.trouble}."
        if self.skipped:
            sentence += f" {len(self.skipped)} could not be read: {'; '.join(self.skipped[:3])}."
        return sentence
