"""What a watcher tells, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.conclave.components import Card, Mage
from companion.games.conclave.conclave import Cell
from companion.games.conclave.notation import CARDS_BY_CODE
from companion.games.conclave.words.catalogue import say, say_list, say_mage, say_mages
from companion.games.conclave.words.explain import explain_verdict
from companion.table.layout import Doubt, Seen
from companion.table.referee import (
    Difference,
    Discrepancy,
    EmissarySeen,
    EmissaryWithdrawn,
    FollowersSeenLeaving,
    RefillSeen,
)
from companion.watching.happenings import (
    CameraStalled,
    CardAsked,
    CardReadAnew,
    CardSettled,
    CellsCovered,
    GameBegun,
    GameResumed,
    Happening,
    LayoutConfirmed,
    MagicCrisisSeen,
    StartingCornerSeen,
    TableLost,
    TurnOver,
    WatchEvent,
)
from vision.readings import Guess

GUESSES_SAID = 3


def tell_event(event: WatchEvent, language: str) -> str:
    """An event as people read it: the time, what happened, and what is unsure of it."""
    sentences = [tell_happening(event.happening, language)]
    if isinstance(event.happening, EmissarySeen):
        sentences += explain_verdict(event.happening.verdict, language)[1:]
    if event.unsure:
        sentences.append(say(language, "watch.unsure", cells=_cells(language, event.unsure)))
    minutes, seconds = divmod(event.seconds, 60)
    line = f"{int(minutes):02d}:{seconds:04.1f}  {' '.join(sentences)}"
    if isinstance(event.happening, LayoutConfirmed):
        return f"{line}\n{event.happening.layout}"
    return line


def tell_happening(happening: Happening, language: str) -> str:
    """One sentence on what happened."""
    return say(language, _key(happening), **_facts(happening, language))


def _key(happening: Happening) -> str:  # noqa: PLR0911 - one a happening
    key = f"watch.{type(happening).__name__}"
    match happening:
        case GameBegun(mid_game=True):
            return f"{key}.mid"
        case EmissarySeen(unbroken=False):
            return f"{key}.broken"
        case TurnOver(upcoming=None):
            return f"{key}.last"
        case Discrepancy() if happening.choices:
            return f"{key}.choices"
        case CardAsked() if happening.reading.code is None:
            return f"{key}.hidden"
        case CardSettled(mage=None):
            return f"{key}.empty"
    return key


def _facts(happening: Happening, language: str) -> dict[str, object]:  # noqa: C901, PLR0911, PLR0912 - one a happening
    match happening:
        case GameBegun():
            names = [player.name for player in happening.setup.players]
            return {"players": say_list(language, names), "name": happening.setup.first_player}
        case GameResumed():
            players = say_list(language, list(happening.players))
            return {"players": players, "name": happening.player, "turn": happening.turn}
        case EmissarySeen() | MagicCrisisSeen():
            mage = say_mage(language, happening.mage)
            return {"name": happening.player, "mage": mage, "cell": happening.cell}
        case EmissaryWithdrawn():
            return {"name": happening.player, "cell": happening.cell}
        case FollowersSeenLeaving():
            return {"name": happening.player, "mages": say_mages(language, happening.mages)}
        case RefillSeen():
            return {"mages": say_mages(language, [mage for _, mage in happening.mages])}
        case TurnOver():
            return {"name": happening.player, "upcoming": happening.upcoming}
        case Discrepancy():
            told = [say_difference(one, language) for one in happening.differences]
            return {"differences": say_list(language, told), "count": len(happening.choices)}
        case StartingCornerSeen():
            return {"corner": say(language, f"corner.{happening.corner}")}
        case CardReadAnew():
            return {
                "cell": happening.cell,
                "mage": say_mage(language, happening.mage),
                "before": say_mage(language, happening.before),
            }
        case CardSettled():
            return {"cell": happening.cell, "mage": _seen(language, happening.mage)}
        case CellsCovered():
            return {"cells": _cells(language, happening.cells)}
        case CardAsked():
            return {"cell": happening.cell, "candidates": _guesses(language, happening.reading.candidates)}
        case TableLost():
            return {"reason": happening.reason}
        case CameraStalled():
            return {"reason": happening.words}
    return {}


def say_difference(difference: Difference, language: str) -> str:
    """What the rules expect in a cell, and what the table shows there."""
    expected = say(language, "watch.or").join(_seen(language, one) for one in difference.expected)
    seen = _seen(language, difference.seen)
    return say(language, "watch.difference", cell=difference.cell, expected=expected, seen=seen)


def _seen(language: str, seen: Seen | Card) -> str:
    if isinstance(seen, Mage):
        return say_mage(language, seen)
    if isinstance(seen, Doubt):
        return say(language, f"seen.{seen.value}")
    return say(language, "seen.empty" if seen is None else "seen.back")


def _cells(language: str, cells: Sequence[Cell]) -> str:
    return say_list(language, [str(cell) for cell in cells])


def _guesses(language: str, candidates: Sequence[Guess]) -> str:
    said = []
    for guess in candidates[:GUESSES_SAID]:
        card = CARDS_BY_CODE.get(guess.name)
        said.append(say_mage(language, card) if isinstance(card, Mage) else guess.name)
    return say(language, "watch.or").join(said)
