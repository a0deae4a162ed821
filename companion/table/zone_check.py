"""The check of a zone at the end of the game: photographed beside tracked, and what only a person can settle.

A check is a value. `questions` are what is still open, `answer` gives the check with one of them settled, and
`zone` is what the tally may count once nothing is open. Nothing is decided twice: the same answers give the
same zone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.games.conclave.components import Mage
from companion.games.conclave.errors import NotKnownYet
from companion.games.conclave.notation import MAGES_BY_CODE, mage
from companion.table.zone_photos import ZoneCard
from companion.table.zone_questions import (
    ADDED,
    CARD,
    COUNT,
    HAND,
    IN_ZONE,
    MISSING,
    NOT_IN_ZONE,
    VISITORS,
    Concern,
    KnownZones,
    Question,
)

OPTIONS_SHOWN = 5
STRANGERS = 4  # so many cards of another zone, and more than half, are a photo of the wrong zone


@dataclass(frozen=True, slots=True)
class ZoneCheck:
    """One player's zone: its cards on the photos, what is known, and the answers given so far."""

    cards: tuple[ZoneCard, ...]
    known: KnownZones
    answers: Mapping[str, str] = field(default_factory=dict)
    confirmed: bool = False  # the player says that the zone is as tracked

    @property
    def begun(self) -> bool:
        """Whether anything is known of the zone as it lies on the table."""
        return bool(self.cards) or self.confirmed or any(key.startswith(ADDED) for key in self.answers)

    @property
    def questions(self) -> tuple[Question, ...]:
        """What is still open, the cards that show first."""
        return _settle(self).questions

    @property
    def found(self) -> tuple[tuple[str, str], ...]:
        """What is settled so far: each card with the name of its sighting, empty where no photo shows it."""
        return tuple(_settle(self).found)

    @property
    def zone(self) -> tuple[Mage, ...]:
        """The Mages of the zone; while a question is open nobody knows them."""
        settled = _settle(self)
        if settled.questions:
            raise NotKnownYet(f"a zone with {len(settled.questions)} open questions")
        if not self.begun:
            raise NotKnownYet("a zone that nobody has shown")
        return tuple(mage(code) for code in sorted(code for _, code in settled.found))

    def answer(self, key: str, choice: str) -> ZoneCheck:
        """Return the check with one thing settled: an open question, or any card that shows, said anew."""
        asked = next((question for question in self.questions if question.key == key), None)
        if asked is None and not self._is_card(key):
            raise ValueError(f"no question {key!r} is open")
        names_a_card = asked is None or asked.concern not in (
            Concern.MISSING, Concern.COUNT, Concern.OTHER_ZONE, Concern.WRONG_ZONE
        )  # fmt: skip
        options = asked.options if asked is not None else (NOT_IN_ZONE,)
        if choice not in options and not (choice in MAGES_BY_CODE and names_a_card):
            raise ValueError(f"{choice!r} answers no question of {key!r}: {', '.join(options)}")
        told = {key: choice}
        if asked is not None and asked.key == VISITORS:
            told = {_key(card): card.code if choice == IN_ZONE else choice for card in _unclaimed(self)}
        return replace(self, answers={**self.answers, **told})

    def add(self, code: str) -> ZoneCheck:
        """Return the check with a card that no photo shows, named by a person."""
        if code not in MAGES_BY_CODE:
            raise ValueError(f"{code!r} is no card")
        number = sum(key.startswith(ADDED) for key in self.answers)
        return replace(self, answers={**self.answers, f"{ADDED}{number}": code})

    def _is_card(self, key: str) -> bool:
        return (key.startswith(ADDED) and key in self.answers) or key in {_key(card) for card in self.cards}


@dataclass(slots=True)
class _Settling:
    """The cards that are settled, those of the tracked zone still to be seen, and those still open."""

    left: Counter[str]
    hand: int
    found: list[tuple[str, str]] = field(default_factory=list)
    open_cards: list[ZoneCard] = field(default_factory=list)
    counted: list[tuple[ZoneCard, str]] = field(default_factory=list)  # those of them that a photo shows

    def take(self, name: str, code: str) -> None:
        """Count a card: one of those tracked, or else one of the hand."""
        self.found.append((name, code))
        if self.left[code] > 0:
            self.left[code] -= 1
            self.left = +self.left
        else:
            self.hand = max(0, self.hand - 1)

    def take_shown(self, card: ZoneCard, code: str) -> None:
        """Count a card that a photo shows."""
        self.counted.append((card, code))
        self.take(card.name, code)

    def leave_open(self, card: ZoneCard, code: str) -> None:
        """Ask about a card, unless it is one that was counted at this very place of a photo."""
        if not any(known == code and other.lies_on(card) for other, known in self.counted):
            self.open_cards.append(card)

    def count(self, code: str) -> int:
        """How many of a card are settled."""
        return sum(one == code for _, one in self.found)


@dataclass(frozen=True, slots=True)
class _Settled:
    found: tuple[tuple[str, str], ...]
    questions: tuple[Question, ...]


def _settle(check: ZoneCheck) -> _Settled:
    """Settle all that answers, sure readings and the tracked zone settle; what is left becomes questions."""
    state = _Settling(Counter(check.known.tracked or {}), check.known.hand)
    faces = [card for card in check.cards if card.face_up]
    visiting, unclaimed = _visitors(check), _unclaimed(check)
    if _is_wrong_zone(faces, unclaimed):
        return _Settled((), (_about(Concern.WRONG_ZONE, unclaimed),))
    faces = [card for card in faces if card not in visiting]
    _take_answered(check, faces, state)
    _take_sure(check, [card for card in faces if _key(card) not in check.answers], state)
    for card in list(state.open_cards):
        _take_what_tracking_confirms(check, card, state)
    questions = [_question_of_card(check, card, state) for card in state.open_cards]
    if unclaimed:
        questions.append(_about(Concern.OTHER_ZONE, unclaimed))
    if not questions:
        questions += _missing(check, state)
        questions += _hand(check, state)
    if not questions:
        questions += _count(check, state)
    return _Settled(tuple(state.found), tuple(questions))


def _visitors(check: ZoneCheck) -> list[ZoneCard]:
    """Sure cards that lie in another zone: two zones in one picture are no reason to ask card by card."""
    known = check.known
    return [
        card
        for card in check.cards
        if card.face_up
        and card.sure
        and _key(card) not in check.answers
        and known.elsewhere.get(card.code, 0) >= known.copies.get(card.code, 0)
        and not (known.tracked or {}).get(card.code)
    ]


def _unclaimed(check: ZoneCheck) -> list[ZoneCard]:
    """The visitors of which nobody has said yet that they belong to the other zone."""
    return [card for card in _visitors(check) if not check.known.claimed.get(card.code)]


def _is_wrong_zone(faces: Sequence[ZoneCard], strange: Sequence[ZoneCard]) -> bool:
    sure = sum(card.sure for card in faces)
    return len(strange) >= STRANGERS and 2 * len(strange) > sure


def _about(concern: Concern, cards: Sequence[ZoneCard]) -> Question:
    crops = tuple(crop for card in cards for crop in card.crops[:1])
    codes = " ".join(sorted(card.code for card in cards))
    return Question(VISITORS, concern, codes, (NOT_IN_ZONE, IN_ZONE), crops)


def _take_answered(check: ZoneCheck, faces: Iterable[ZoneCard], state: _Settling) -> None:
    """Take what people named; if the deck does not hold so many, one is seen twice or named wrongly."""
    for card in faces:
        choice = check.answers.get(_key(card))
        if choice is None or choice == NOT_IN_ZONE:
            continue
        if _holds(check, choice, state):
            state.take_shown(card, choice)
        else:
            state.leave_open(card, choice)
    for key, choice in check.answers.items():
        if key.startswith(ADDED) and choice != NOT_IN_ZONE:
            state.take(key, choice)


def _take_sure(check: ZoneCheck, cards: Iterable[ZoneCard], state: _Settling) -> None:
    """Take sure cards, if the deck holds so many and the game, where it was watched, saw them come.

    As many strangers as the hand had cards are the hand, unless one may be a tracked card that is missing.
    """
    by_sureness = sorted(cards, key=lambda card: -card.candidates[0].confidence)
    strangers: list[ZoneCard] = []
    for card in (card for card in by_sureness if card.sure):
        if not _holds(check, card.code, state):
            state.leave_open(card, card.code)
        elif check.known.tracked is None or state.left[card.code] > 0:
            state.take_shown(card, card.code)
        else:
            strangers.append(card)
    strangers.sort(key=lambda card: any(guess.name in state.left for guess in card.candidates))
    for card in strangers:
        if state.hand > 0 and _holds(check, card.code, state):
            state.take_shown(card, card.code)
        else:
            state.leave_open(card, card.code)
    state.open_cards += [card for card in by_sureness if not card.sure]


def _take_what_tracking_confirms(check: ZoneCheck, card: ZoneCard, state: _Settling) -> None:
    """An unsure reading and the tracked game that name the same card are two witnesses."""
    if check.known.tracked is not None and state.left[card.code] > 0 and _holds(check, card.code, state):
        state.take_shown(card, card.code)
        state.open_cards.remove(card)


def _holds(check: ZoneCheck, code: str, state: _Settling) -> bool:
    """Whether the deck has one more of a card; what another zone claims is asked about elsewhere."""
    return state.count(code) < check.known.copies.get(code, 0)


def _key(card: ZoneCard) -> str:
    return f"{CARD}{card.name}"


def _question_of_card(check: ZoneCheck, card: ZoneCard, state: _Settling) -> Question:
    named = check.answers.get(_key(card), card.code)
    concern = _concern(check, card, state)
    likely = [guess.name for guess in card.candidates if guess.name in MAGES_BY_CODE]
    still_to_come = sorted(code for code in state.left if code in likely)
    own_first = concern is Concern.NOT_TRACKED
    ordered = [*likely[: 1 if own_first else 0], *still_to_come, *likely]
    if not still_to_come:
        ordered += sorted(state.left)
    options = list(dict.fromkeys(ordered))[:OPTIONS_SHOWN]
    if concern is not Concern.TOO_MANY:
        return Question(_key(card), concern, named, (*options, NOT_IN_ZONE), card.crops)
    counted = [crop for other, code in state.counted if code == named for crop in other.crops[:1]]
    others = tuple(code for code in options if code != named)
    return Question(_key(card), concern, named, (NOT_IN_ZONE, *others), (*card.crops, *counted))


def _concern(check: ZoneCheck, card: ZoneCard, state: _Settling) -> Concern:
    if _key(card) in check.answers:
        return Concern.TOO_MANY
    if not card.sure:
        return Concern.UNSURE
    return Concern.NOT_TRACKED if _holds(check, card.code, state) else Concern.TOO_MANY


def _missing(check: ZoneCheck, state: _Settling) -> list[Question]:
    """Ask for tracked cards that no photo shows, once the open cards cannot be them any more."""
    questions = []
    for code in sorted(state.left):
        for copy in range(state.left[code]):
            key = f"{MISSING}{code}-{copy}"
            choice = check.answers.get(key)
            if choice == IN_ZONE or (choice is None and check.confirmed):
                state.found.append(("", code))
            elif choice is None and check.begun:
                questions.append(Question(key, Concern.MISSING, code, (IN_ZONE, NOT_IN_ZONE)))
    return questions


def _hand(check: ZoneCheck, state: _Settling) -> list[Question]:
    """Ask which cards the hand held, if no photo shows them."""
    questions = []
    for number in range(state.hand if check.begun else 0):
        choice = check.answers.get(f"{HAND}{number}")
        if choice is None:
            questions.append(Question(f"{HAND}{number}", Concern.HAND, "", (NOT_IN_ZONE,)))
        elif choice != NOT_IN_ZONE:
            state.found.append(("", choice))
    return questions


def _count(check: ZoneCheck, state: _Settling) -> list[Question]:
    """Without a watched game nothing but the count tells of a card that no photo shows."""
    seen = str(len(state.found))
    if check.known.tracked is not None or not check.begun or check.answers.get(COUNT) == seen:
        return []
    return [Question(COUNT, Concern.COUNT, "", (seen,))]
