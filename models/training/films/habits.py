"""What people do at a table beside playing: how likely each habit is, in each turn that allows it."""

from __future__ import annotations

from dataclasses import dataclass, fields

SURE_ENOUGH = 0.6  # how likely a habit is that was asked for by name


@dataclass(frozen=True, slots=True)
class Habits:
    """Chances from 0 to 1.

    | habit | what hands do |
    |---|---|
    | lifted | a card is taken up, looked at and put back |
    | straightened | a card is put straight |
    | at_once | the followers are taken in the moment the Emissary lies, before anybody could read a verdict |
    | one_by_one | each follower is taken on a way of its own |
    | both_hands | the followers are taken with both hands at once |
    | early_refill | the refill is begun while a follower still lies there |
    | withdrawn | an Emissary is laid, taken back and another place chosen |
    | leaning | somebody leans into the picture while the Emissary is laid and the followers are taken |
    | bumped | the camera is knocked a little |
    | resting | a hand rests over cards, before the turn or after it has laid the Emissary |
    """

    lifted: float = 0.0
    straightened: float = 0.0
    at_once: float = 0.0
    one_by_one: float = 0.0
    both_hands: float = 0.0
    early_refill: float = 0.0
    withdrawn: float = 0.0
    leaning: float = 0.0
    bumped: float = 0.0
    resting: float = 0.0


NONE = Habits()
USUAL = Habits(0.05, 0.08, 0.1, 0.25, 0.15, 0.08, 0.04, 0.0, 0.05)
MANY = Habits(0.15, 0.2, 0.2, 0.3, 0.25, 0.2, 0.12, 0.1, 0.12)
NAMED = {"none": NONE, "usual": USUAL, "many": MANY}
NAMES = tuple(field.name for field in fields(Habits))


def parse_habits(text: str) -> Habits:
    """`none`, `usual`, `many`, or habits by name with commas between."""
    if text in NAMED:
        return NAMED[text]
    names = text.split(",")
    unknown = sorted(set(names) - set(NAMES))
    if unknown:
        raise ValueError(f"{unknown[0]!r} is no habit; there are {', '.join(NAMED)} and {', '.join(NAMES)}")
    return Habits(**dict.fromkeys(names, SURE_ENOUGH))
