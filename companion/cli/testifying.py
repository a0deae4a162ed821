"""What is seen at a watched table is testified to: stored so that another machine can read it again."""

from __future__ import annotations

from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.watching.happenings import WatchEvent
    from companion.witness.testimony import Witness
    from vision.references import DeckReferences


def witness_with(deck_name: str, references: DeckReferences, data: Path | None = None) -> Witness:
    """Somebody who reads for the record with a deck."""
    from calibration.deck_folder import find_deck
    from companion.cli.data_folder import data_folder
    from companion.witness.deck_file import pack_deck
    from companion.witness.testimony import Witness

    deck_file = pack_deck(find_deck(deck_name, data_folder(data)))
    return Witness(deck_name, deck_file, references, version("conclave-companion"))


def attested(events: tuple[WatchEvent, ...], witness: Witness) -> tuple[WatchEvent, ...]:
    """The events with testimony to what is kept of them.

    The frame is read as a whole and by itself, without what the watcher knew: what others can check is what
    this one picture shows. All events of one frame share it.
    """
    pieces: dict[int, tuple[bytes, ...]] = {}
    return tuple(_attested(event, witness, pieces) for event in events)


def _attested(event: WatchEvent, witness: Witness, known: dict[int, tuple[bytes, ...]]) -> WatchEvent:
    from companion.watching.happenings import GameBegun
    from vision.cell_images import cells_of_lattice

    evidence = event.evidence
    kept = event.commands or isinstance(event.happening, GameBegun)
    if evidence is None or evidence.lattice is None or not kept:
        return event
    if id(evidence) not in known:
        cells = cells_of_lattice(evidence.lattice)
        known[id(evidence)] = witness.testify_to(evidence.frame_jpeg, cells, seconds=event.seconds).pieces
    return replace(event, evidence=replace(evidence, pieces=known[id(evidence)]))
