"""What there is to say to whoever teaches: a kind with its facts, in English; pages have their own words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

Fact = str | int | tuple[str, ...]


class RemarkKind(StrEnum):
    """Everything that can be wrong, doubtful or better; the values travel to pages as codes."""

    # A photo, by itself
    TOO_DARK = "too-dark"
    DAMAGED = "damaged"
    TOO_LITTLE_DETAIL = "too-little-detail"
    NO_GRID = "no-grid"
    OTHER_GRID = "other-grid"
    NO_CARD_THERE = "no-card-there"
    SEVERAL_CARDS = "several-cards"
    NO_WHOLE_CARD = "no-whole-card"
    NO_CARDS = "no-cards"
    BADLY_CUT = "badly-cut"
    TOO_SMALL = "too-small"
    BLURRED = "blurred"
    LAMP_MIRRORED = "lamp-mirrored"
    # A photo beside the others
    LONGER = "longer"
    WIDER = "wider"
    # Labels
    NO_LABEL = "no-label"
    TWO_CARDS_ONE_LABEL = "two-cards-one-label"
    HARDLY_ALIKE = "hardly-alike"
    MISLABELLED = "mislabelled"
    OTHER_NUMBER = "other-number"
    UNLIKE_THE_OTHERS = "unlike-the-others"
    CHECK_LABEL = "check-label"
    # The deck
    SAME = "same"
    NOTHING_TAUGHT = "nothing-taught"
    MISSING = "missing"
    NOT_IN_DECK = "not-in-deck"
    # What to photograph
    AGAIN_NEAR = "again-near"
    OTHER_LIGHT = "other-light"
    SIDE_BY_SIDE = "side-by-side"
    SECOND_PHOTO = "second-photo"
    BACKS = "backs"


WORDS = {
    RemarkKind.TOO_DARK: "is too dark: switch a light on",
    RemarkKind.DAMAGED: "is damaged: part of it is missing",
    RemarkKind.TOO_LITTLE_DETAIL: "shows hardly anything: point the camera at the cards",
    RemarkKind.NO_GRID: "{reason}",
    RemarkKind.OTHER_GRID: "{rows} rows and {columns} columns lie there, "
    "the labels say {said_rows} and {said_columns}",
    RemarkKind.NO_CARD_THERE: "no card lies at row {row}, column {column}, where the labels say {card}",
    RemarkKind.SEVERAL_CARDS: "{count} cards are in it: show one, or label them by row and column",
    RemarkKind.NO_WHOLE_CARD: "no whole card can be made out: "
    "show all of it, on a plain table, in good light",
    RemarkKind.NO_CARDS: "no cards can be made out in it",
    RemarkKind.BADLY_CUT: "the card at row {row}, column {column} was not found with its edges: "
    "take it again, from straight above",
    RemarkKind.TOO_SMALL: "the cards are only {pixels} pixels wide: take it from nearer",
    RemarkKind.BLURRED: "it is blurred: hold the camera still and let it focus, then take it again",
    RemarkKind.LAMP_MIRRORED: "{where}: a lamp is mirrored in {cards}: "
    "take another photo of that, with the lamp elsewhere",
    RemarkKind.LONGER: "its cards look longer than the others, {ratio} to 1 instead of {usual} to 1: another "
    "deck, or edges hard to make out; take it again from straight above, on a plain table",
    RemarkKind.WIDER: "its cards look wider than the others, {ratio} to 1 instead of {usual} to 1: another "
    "deck, or edges hard to make out; take it again from straight above, on a plain table",
    RemarkKind.NO_LABEL: "{where}: no label says which card this is; it looks most like {likely}",
    RemarkKind.TWO_CARDS_ONE_LABEL: "{where} and {other} are both labelled {card} but show different cards: "
    "a wrong label, two decks mixed, or a card cut off",
    RemarkKind.HARDLY_ALIKE: "{where}: labelled {card}, but hardly like the other photos of it: compare them",
    RemarkKind.MISLABELLED: "{where}: labelled {card}, but it looks like {likely}",
    RemarkKind.OTHER_NUMBER: "{where}: labelled {card}, but it shows another number",
    RemarkKind.UNLIKE_THE_OTHERS: "{where}: labelled {card}, but it is unlike the other photos of {card}",
    RemarkKind.CHECK_LABEL: "{where}: check the label {card}, by the other photos it is {likely}",
    RemarkKind.SAME: "{card} and {likely} cannot be told apart",
    RemarkKind.NOTHING_TAUGHT: "no card was taught",
    RemarkKind.MISSING: "{cards} should be in the deck but are in no photo",
    RemarkKind.NOT_IN_DECK: "{cards} were photographed but should not be in the deck",
    RemarkKind.AGAIN_NEAR: "photograph {cards} again, near, sharp and in even light",
    RemarkKind.OTHER_LIGHT: "photograph {cards} in another light",
    RemarkKind.SIDE_BY_SIDE: "photograph {cards} side by side in one photo, and again under another lamp: "
    "lamps may make their colours alike",
    RemarkKind.SECOND_PHOTO: "take a second photo, in another light, of {cards}",
    RemarkKind.BACKS: "photograph the backs too, so that cards lying face down are known",
}


@dataclass(frozen=True, slots=True)
class Remark:
    """One thing to say; about which photo, and which cards would be missing without it."""

    kind: RemarkKind
    facts: Mapping[str, Fact] = field(default_factory=dict)
    photo: str = ""
    missing: tuple[str, ...] = ()

    def __str__(self) -> str:
        facts = {name: _words(fact) for name, fact in self.facts.items()}
        missing = f" (so {listed(self.missing, 6)} would be missing)" if self.missing else ""
        return f"{self.photo + ': ' if self.photo else ''}{WORDS[self.kind].format(**facts)}{missing}"


def remark(kind: RemarkKind, **facts: Fact) -> Remark:
    """A remark with its facts."""
    return Remark(kind, facts)


def read_remark(written: Mapping[str, object]) -> Remark:
    """A remark as it was written; anything wrong with it is a ValueError, KeyError or TypeError."""
    facts, missing = written["facts"], written["missing"]
    if not isinstance(facts, dict) or not isinstance(missing, list):
        raise TypeError("expected the facts of a remark and the missing cards")
    return Remark(
        RemarkKind(str(written["kind"])),
        {str(name): _fact(fact) for name, fact in facts.items()},
        str(written["photo"]),
        tuple(str(code) for code in missing),
    )


def listed(codes: Sequence[str], shown: int = 12) -> str:
    """The first few codes, and how many more there are."""
    more = f" and {len(codes) - shown} more" if len(codes) > shown else ""
    return ", ".join(codes[:shown]) + more


def _fact(written: object) -> Fact:
    if isinstance(written, list):
        return tuple(str(part) for part in written)
    if not isinstance(written, str | int):
        raise TypeError("expected a fact")
    return written


def _words(fact: Fact) -> str:
    return listed(fact) if isinstance(fact, tuple) else str(fact)
