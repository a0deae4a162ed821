"""Events of a watched game as the fields of a JSON line."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cli.resolve import verdict_fields
from companion.games.conclave.commands import Command, RefillConclave, SendEmissary
from companion.games.conclave.components import Card
from companion.games.conclave.conclave import ROWS, Cell
from companion.table.layout import Doubt, Seen, seen_code
from companion.table.referee import (
    Difference,
    Discrepancy,
    EmissarySeen,
    EmissaryWithdrawn,
    FollowersSeenLeaving,
    RefillSeen,
    ThreadResumed,
)
from companion.watching.happenings import (
    CameraBack,
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
    TableFound,
    TableLost,
    TurnOver,
    WatchEvent,
)

EVENT_NAMES: dict[type, str] = {
    LayoutConfirmed: "layout_confirmed",
    GameBegun: "game_begun",
    GameResumed: "game_resumed",
    EmissarySeen: "emissary_sent",
    EmissaryWithdrawn: "emissary_withdrawn",
    MagicCrisisSeen: "magic_crisis",
    FollowersSeenLeaving: "followers_taken",
    RefillSeen: "conclave_refilled",
    TurnOver: "turn_over",
    StartingCornerSeen: "starting_corner_seen",
    Discrepancy: "discrepancy",
    ThreadResumed: "thread_resumed",
    CardReadAnew: "card_read_anew",
    CardSettled: "card_settled",
    CardAsked: "ask",
    CellsCovered: "covered",
    TableLost: "table_lost",
    TableFound: "table_found",
    CameraStalled: "camera_stalled",
    CameraBack: "camera_back",
}


def event_fields(event: WatchEvent) -> dict[str, object]:
    """The fields of one event; `unsure` are cells to look at before it is relied on."""
    fields: dict[str, object] = {
        "frame": event.frame,
        "seconds": round(event.seconds, 3),
        "event": EVENT_NAMES[type(event.happening)],
        **_own_fields(event.happening),
    }
    if event.unsure:
        fields["unsure"] = _cells(event.unsure)
    return fields


def _own_fields(happening: Happening) -> dict[str, object]:  # noqa: C901, PLR0911, PLR0912 - one a happening
    match happening:
        case LayoutConfirmed():
            return {"grid": [[_card(happening.layout[cell]) for cell in row] for row in ROWS]}
        case GameBegun():
            return {
                "players": [player.name for player in happening.setup.players],
                "player": happening.setup.first_player,
                "mid_game": happening.mid_game,
                "assumed": list(happening.assumed),
            }
        case GameResumed():
            return {
                "players": list(happening.players),
                "player": happening.player,
                "turn": happening.turn,
            }
        case EmissarySeen():
            return {**_sent(happening), "unbroken": happening.unbroken}
        case MagicCrisisSeen():
            return {**_sent(happening), "taken": [_cell(one.cell) for one in happening.verdict.taken]}
        case EmissaryWithdrawn():
            return {"player": happening.player, "cell": _cell(happening.cell)}
        case FollowersSeenLeaving():
            return {
                "player": happening.player,
                "cells": _cells(happening.cells),
                "cards": [str(mage) for mage in happening.mages],
            }
        case RefillSeen():
            return {
                "player": happening.player,
                "cells": [_cell(cell) for cell, _ in happening.mages],
                "cards": [str(mage) for _, mage in happening.mages],
            }
        case TurnOver():
            return {"player": happening.player, "next": happening.upcoming}
        case StartingCornerSeen():
            return {"corner": happening.corner.value}
        case Discrepancy():
            return {
                "cells": [_cell(one.cell) for one in happening.differences],
                "differences": [_difference(one) for one in happening.differences],
                "choices": [[_command(one) for one in choice] for choice in happening.choices],
            }
        case CardReadAnew():
            return {
                "cell": _cell(happening.cell),
                "card": str(happening.mage),
                "before": str(happening.before),
            }
        case CardSettled():
            return {"cell": _cell(happening.cell), "card": _card(happening.mage)}
        case CardAsked():
            candidates = [[guess.name, round(guess.confidence, 4)] for guess in happening.reading.candidates]
            state = happening.reading.state.value
            return {"cell": _cell(happening.cell), "state": state, "candidates": candidates}
        case CellsCovered():
            return {"cells": _cells(happening.cells)}
        case TableLost():
            return {"reason": happening.reason}
        case CameraStalled():
            return {"reason": happening.words}
    return {}


def _sent(happening: EmissarySeen | MagicCrisisSeen) -> dict[str, object]:
    return {
        "player": happening.player,
        "cell": _cell(happening.cell),
        "card": str(happening.mage),
        "verdict": verdict_fields(happening.verdict),
    }


def _difference(difference: Difference) -> dict[str, object]:
    seen = difference.seen
    return {
        "cell": _cell(difference.cell),
        "expected": [_card(one) for one in difference.expected],
        "seen": seen.value if isinstance(seen, Doubt) else _card(seen),
    }


def _command(command: Command) -> dict[str, object]:
    fields: dict[str, object] = {"decision": type(command).__name__, "player": command.player}
    match command:
        case SendEmissary():
            fields |= {"cell": _cell(command.cell), "card": str(command.mage)}
        case RefillConclave():
            fields |= {"cells": _cells(command.cells or ()), "cards": [str(mage) for mage in command.mages]}
    return fields


def _card(seen: Seen | Card) -> str | None:
    return None if seen is None else seen_code(seen)


def _cell(cell: Cell) -> list[int]:
    return [cell.row, cell.column]


def _cells(cells: Sequence[Cell]) -> list[list[int]]:
    return [_cell(cell) for cell in cells]
