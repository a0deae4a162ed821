"""The check of a zone at the end of the game: photographed beside tracked, and what only a person can settle.

A check is a value. `questions` are what is still open, `answer` gives the check with one of them settled, and
`zone` is what the tally may count once nothing is open. Nothing is decided twice: the same answers give the
same zone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from companion.games.conclave.components import Mage
from companion.games.conclave.errors import NotKnownYet
from companion.games.conclave.notation import MAGES_BY_CODE, mage
from companion.table.zone_photos import Crop, ZoneCard

NOT_IN_ZONE = "not-in-zone"
IN_ZONE = "in-zone"
OPTIONS_SHOWN = 5
VISITORS = "visitors"
STRANGERS = 4  # so many cards of another zone, and more than half, are a photo of the wrong zone


class Concern(Enum):
    """Why a person is asked."""

    UNSURE = "unsure"  # a card shows, and its reading is not sure
    NOT_TRACKED = "not-tracked"  # a card shows that the game did not see come into this zone
    MISSING = "missing"  # a card came into the zone and no photo shows it
    TOO_MANY = "too-many"  # more of a card show than the deck holds or others leave
    OTHER_ZONE = "other-zone"  # cards show that lie in another player's zone
    WRONG_ZONE = "wrong-zone"  # most cards that show never came into this zone


@dataclass(frozen=True, slots=True)
class Question:
    """One thing to settle in a tap: the options, likeliest first, and the pictures to look at."""

    key: str
    concern: Concern
    card: str
    options: tuple[str, ...]
    crops: tuple[Crop, ...] = ()


@dataclass(frozen=True, slots=True)
class KnownZones:
    """What is known without photos: this zone as tracked, the other zones, and the deck's list."""

    copies: Mapping[str, int]
    tracked: Mapping[str, int] | None = None
    elsewhere: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ZoneCheck:
    """One player's zone: its cards on the photos, what is known, and the answers given so far."""

    cards: tuple[ZoneCard, ...]
    known: KnownZones
    answers: Mapping[str, str] = field(default_factory=dict)

    @property
    def questions(self) -> tuple[Question, ...]:
        """What is still open, the cards that show first."""
        return _settle(self).questions

    @property
    def zone(self) -> tuple[Mage, ...]:
        """The Mages of the zone; while a question is open nobody knows them."""
        settled = _settle(self)
        if settled.questions:
            raise NotKnownYet(f"a zone with {len(settled.questions)} open questions")
        return tuple(mage(code) for code in sorted(settled.codes))

    def answer(self, key: str, choice: str) -> ZoneCheck:
        """Return the check with one question settled by one of its options, or by any other card's code."""
        asked = next((question for question in self.questions if question.key == key), None)
        if asked is None:
            raise ValueError(f"no question {key!r} is open")
        if choice not in asked.options and not (
            choice in MAGES_BY_CODE and asked.concern is not Concern.MISSING
        ):
            raise ValueError(f"{choice!r} answers no question of {key!r}: {', '.join(asked.options)}")
        return replace(self, answers={**self.answers, key: choice})


@dataclass(slots=True)
class _Settling:
    """The cards that are settled, those of the tracked zone still to be seen, and those still open."""

    left: Counter[str]
    codes: list[str] = field(default_factory=list)
    open_cards: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Settled:
    codes: tuple[str, ...]
    questions: tuple[Question, ...]


def _settle(check: ZoneCheck) -> _Settled:
    """Settle all that answers, sure readings and the tracked zone settle; what is left becomes questions."""
    state = _Settling(Counter(check.known.tracked or {}))
    faces = [index for index, card in enumerate(check.cards) if card.face_up]
    visiting = _visitors(check, faces)
    wrong = _wrong_zone(check, faces, visiting)
    if wrong is not None:
        return _Settled((), (wrong,))
    faces = [index for index in faces if index not in visiting or check.answers.get(VISITORS) == IN_ZONE]
    for index in faces:
        _take_answered(check, index, state)
    for index in _sure_first(check, faces):
        _take_sure(check, index, state)
    for index in list(state.open_cards):
        _take_what_tracking_confirms(check, index, state)
    questions = [_question_of_card(check, index, state) for index in state.open_cards]
    if visiting and VISITORS not in check.answers:
        questions.append(_about(check, VISITORS, Concern.OTHER_ZONE, visiting))
    questions += _missing(check, state, len(questions))
    return _Settled(tuple(state.codes), tuple(questions))


def _visitors(check: ZoneCheck, faces: Iterable[int]) -> tuple[int, ...]:
    """Sure cards that lie in another zone: two zones in one picture are no reason to ask card by card."""
    known = check.known
    return tuple(
        index
        for index in faces
        if check.cards[index].sure
        and known.elsewhere.get(check.cards[index].code, 0) >= known.copies.get(check.cards[index].code, 0)
        and not (known.tracked or {}).get(check.cards[index].code)
    )


def _wrong_zone(check: ZoneCheck, faces: Sequence[int], visiting: Sequence[int]) -> Question | None:
    sure = [index for index in faces if check.cards[index].sure]
    mostly = len(visiting) >= STRANGERS and 2 * len(visiting) > len(sure)
    if not mostly or VISITORS in check.answers:
        return None
    return _about(check, VISITORS, Concern.WRONG_ZONE, visiting)


def _about(check: ZoneCheck, key: str, concern: Concern, cards: Sequence[int]) -> Question:
    crops = tuple(crop for index in cards for crop in check.cards[index].crops[:1])
    codes = " ".join(sorted(check.cards[index].code for index in cards))
    return Question(key, concern, codes, (NOT_IN_ZONE, IN_ZONE), crops)


def _take(code: str, state: _Settling) -> None:
    state.codes.append(code)
    state.left[code] -= 1
    state.left = +state.left


def _take_answered(check: ZoneCheck, index: int, state: _Settling) -> None:
    choice = check.answers.get(_key(index))
    if choice is not None and choice != NOT_IN_ZONE:
        _take(choice, state)


def _sure_first(check: ZoneCheck, faces: Iterable[int]) -> list[int]:
    unanswered = [index for index in faces if _key(index) not in check.answers]
    return sorted(
        unanswered,
        key=lambda index: (not check.cards[index].sure, -check.cards[index].candidates[0].confidence),
    )


def _take_sure(check: ZoneCheck, index: int, state: _Settling) -> None:
    """Take a sure card, if the deck holds so many and the game, where it was watched, saw it come."""
    card = check.cards[index]
    fits = check.known.tracked is None or state.left[card.code] > 0
    if card.sure and fits and _holds(check, card.code, state):
        _take(card.code, state)
    else:
        state.open_cards.append(index)


def _take_what_tracking_confirms(check: ZoneCheck, index: int, state: _Settling) -> None:
    """An unsure reading and the tracked game that name the same card are two witnesses."""
    card = check.cards[index]
    if check.known.tracked is not None and state.left[card.code] > 0 and _holds(check, card.code, state):
        _take(card.code, state)
        state.open_cards.remove(index)


def _holds(check: ZoneCheck, code: str, state: _Settling) -> bool:
    """Whether the deck has one more of a card; what another zone claims is asked about elsewhere."""
    return state.codes.count(code) < check.known.copies.get(code, 0)


def _key(index: int) -> str:
    return f"card-{index}"


def missing_key(code: str, copy: int) -> str:
    """The key of the question for a tracked card that no photo shows."""
    return f"missing-{code}-{copy}"


def _question_of_card(check: ZoneCheck, index: int, state: _Settling) -> Question:
    card = check.cards[index]
    concern = _concern(check, card, state)
    likely = [guess.name for guess in card.candidates if guess.name in MAGES_BY_CODE]
    still_to_come = sorted(code for code in state.left if code in likely)
    own_first = concern is Concern.NOT_TRACKED
    ordered = [*likely[: 1 if own_first else 0], *still_to_come, *likely]
    if not still_to_come:
        ordered += sorted(state.left)
    options = list(dict.fromkeys(ordered))[:OPTIONS_SHOWN]
    options.insert(0 if concern is Concern.TOO_MANY else len(options), NOT_IN_ZONE)
    return Question(_key(index), concern, card.code, tuple(options), card.crops)


def _concern(check: ZoneCheck, card: ZoneCard, state: _Settling) -> Concern:
    if not card.sure:
        return Concern.UNSURE
    return Concern.NOT_TRACKED if _holds(check, card.code, state) else Concern.TOO_MANY


def _missing(check: ZoneCheck, state: _Settling, open_cards: int) -> list[Question]:
    """Ask for tracked cards that no photo shows, once the open cards cannot be them any more."""
    questions = []
    for code in sorted(state.left):
        for copy in range(state.left[code]):
            key = missing_key(code, copy)
            choice = check.answers.get(key)
            if choice == IN_ZONE:
                state.codes.append(code)
            elif choice is None and open_cards == 0:
                questions.append(Question(key, Concern.MISSING, code, (IN_ZONE, NOT_IN_ZONE)))
    return questions
