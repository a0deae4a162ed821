"""`conclave read --layout free`: cards that lie in no grid, each with its doubt."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.cli.overlays import OverlayFolder
    from vision.loose_cards import LooseCard
    from vision.references import DeckReferences

NO_CARDS = "no card of this deck was found; show the whole cards, larger and in even light"


@dataclass(frozen=True, slots=True)
class FreeAnswer:
    """What is said of one photo: fields for a program, lines for a person, the cards if it could be read."""

    fields: dict[str, object]
    text: str
    cards: tuple[LooseCard, ...] | None = None

    @property
    def refused(self) -> bool:
        """Whether the photo could not be read or shows no card."""
        return not self.cards


def read_free_photo(name: str, deck: DeckReferences, overlay: OverlayFolder | None = None) -> FreeAnswer:
    """Find and read every card in one photo, or say why that is not possible."""
    from vision.free_reading import read_free
    from vision.photos import UnreadablePhoto, load_photo

    started = time.perf_counter()
    try:
        frame = load_photo(Path(name)).frame_bgr
    except UnreadablePhoto as problem:
        return _refusal(name, str(problem))
    before = time.perf_counter()
    cards = read_free(frame, deck)
    done = time.perf_counter()
    if overlay:
        from vision.reading_overlay import draw_loose_cards

        overlay.write(name, draw_loose_cards(frame, cards))
    if not cards:
        return _refusal(name, NO_CARDS)
    spent = {"read": round(1000 * (done - before), 1), "total": round(1000 * (done - started), 1)}
    fields: dict[str, object] = {
        "image": name,
        "found": True,
        "cards": [card_fields(card) for card in cards],
        "milliseconds": spent,
    }
    return FreeAnswer(fields, _lines(name, cards), cards)


def card_fields(card: LooseCard) -> dict[str, object]:
    """A card as the contract names its fields."""
    return {
        "state": card.state.value,
        "card": card.code,
        "confidence": round(card.confidence, 4),
        "accepted": card.accepted,
        "corners": [[round(x, 2), round(y, 2)] for x, y in card.corners],
        "candidates": [[guess.name, round(guess.confidence, 4)] for guess in card.candidates],
        "overlapped": card.overlapped,
        "visible": round(card.visible, 2),
    }


def _refusal(name: str, reason: str) -> FreeAnswer:
    said = reason if name in reason else f"{name}: {reason}"
    return FreeAnswer({"image": name, "found": False, "error": reason, "cards": []}, said)


def _lines(name: str, cards: tuple[LooseCard, ...]) -> str:
    """Ten cards a line, in the order of their codes; a question mark asks."""
    shown = sorted(f"{card.code}{'' if card.accepted else '?'}" for card in cards)
    unsure = sum(not card.accepted for card in cards)
    rows = [" ".join(f"{code:5}" for code in shown[start : start + 10]) for start in range(0, len(shown), 10)]
    head = f"{name}: {len(cards)} cards" + (f", {unsure} to be asked about" if unsure else "")
    return "\n".join([head, *(f"  {row}".rstrip() for row in rows)])
