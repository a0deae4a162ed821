"""A tally to take along: as fields for programs, as JSON, and as a table for spreadsheets."""

from __future__ import annotations

import csv
import io
import json

from companion.games.conclave.components import Magic
from companion.games.conclave.notation import COLOUR_NAMES
from companion.games.conclave.scoring import Tally
from companion.games.conclave.words.explain import explain_tally

FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")


def tally_fields(tally: Tally) -> dict[str, object]:
    """A tally as the contract writes it."""
    return {
        "players": [
            {
                "name": player.name,
                "controls": [COLOUR_NAMES[magic] for magic in player.controls],
                "piles": {COLOUR_NAMES[magic]: influence for magic, influence in player.piles.items()},
                "resentment": player.resentment_points,
                "followers": player.followers,
                "eliminated": player.eliminated,
            }
            for player in tally.players
        ],
        "winners": tally.winners,
        "decided_by": tally.decided_by.value,
        "rulings": tally.rulings,
    }


def tally_json(tally: Tally, language: str, game: str = "") -> bytes:
    """The tally with its sentences, and the game it is of where one is named."""
    fields = {**({"game": game} if game else {}), **tally_fields(tally)}
    fields["explanation"] = explain_tally(tally, language)
    return (json.dumps(fields, ensure_ascii=False, indent=1) + "\n").encode()


def tally_csv(tally: Tally) -> bytes:
    """One row a player: piles by colour, controlled ones marked, Resentment Points, followers, who wins."""
    colours = {magic: COLOUR_NAMES[magic] for magic in Magic}
    table = io.StringIO()
    rows = csv.writer(table)  # rows end as spreadsheets expect it
    piles = [heading for colour in colours.values() for heading in (colour, f"controls {colour}")]
    rows.writerow(["player", "winner", "eliminated", "resentment", "followers", *piles])
    for player in tally.players:
        cells: list[object] = []
        for magic in colours:
            cells += [player.piles.get(magic, ""), "yes" if magic in player.controls else ""]
        won, out = player.name in tally.winners, player.eliminated
        marks = ["yes" if won else "", "yes" if out else ""]
        rows.writerow([_harmless(player.name), *marks, player.resentment_points, player.followers, *cells])
    return table.getvalue().encode("utf-8-sig")  # the mark lets spreadsheets know the accents


def _harmless(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(FORMULA_STARTS) else name
