"""Explains verdicts and tallies in sentences that a table can follow."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.games.conclave.components import Magic
from companion.games.conclave.gain_followers import Line, Taken
from companion.games.conclave.scoring import PlayerTally, Tally
from companion.games.conclave.verdict import Verdict
from companion.games.conclave.words.catalogue import say, say_list, say_mage, say_magic


def explain_verdict(verdict: Verdict, language: str, *, last_turn: bool = False) -> tuple[str, ...]:
    """The Emissary, both lines, a Magic Crisis if there is one, and what happens next."""
    return tuple(_verdict_sentences(verdict, language, last_turn=last_turn))


def _verdict_sentences(verdict: Verdict, language: str, *, last_turn: bool) -> Iterator[str]:
    emissary = say_mage(language, verdict.emissary)
    yield say(language, "verdict.emissary", mage=emissary, cell=verdict.emissary_cell)
    if verdict.stands_apart:
        yield say(language, "verdict.stands-apart")
    yield _explain_line(verdict.column, language)
    yield _explain_line(verdict.row, language)
    if verdict.magic_crisis and verdict.taken:
        yield say(language, "verdict.crisis", taken=_say_taken(language, verdict.taken))
    elif verdict.magic_crisis:
        yield say(language, "verdict.crisis-empty")
    if last_turn:
        yield say(language, "next.last-turn")
    elif verdict.to_refill:
        yield say(language, "next.draw-refill", count=verdict.to_refill, empty=verdict.empty_afterwards)
    else:
        yield say(language, "next.draw")


def _explain_line(line: Line, language: str) -> str:
    key = "verdict.too-little"
    if len(line.cells) == 1:
        key = "verdict.alone"
    elif line.convinces:
        key = "verdict.convinces" if line.convinced else "verdict.nobody-matches"
    return say(
        language,
        key,
        line=say(language, f"line.{line.axis.value}"),
        sum=" + ".join(str(mage.influence) for mage in line.mages),
        influence=line.influence,
        taken=_say_taken(language, line.convinced),
    )


def _say_taken(language: str, taken: Sequence[Taken]) -> str:
    return say_list(
        language,
        [
            say(
                language,
                "taken",
                mage=say_mage(language, one.mage),
                cell=one.cell,
                because=say(language, f"because.{one.because.value}"),
            )
            for one in taken
        ],
    )


def explain_tally(tally: Tally, language: str) -> tuple[str, ...]:
    """Each player's control and resentment, and who wins by what."""
    sentences = [sentence for player in tally.players for sentence in _explain_player(player, language)]
    won = say(
        language, f"tally.won.{tally.decided_by.value}", winners=say_list(language, list(tally.winners))
    )
    return (*sentences, won)


def _explain_player(player: PlayerTally, language: str) -> Iterator[str]:
    if player.eliminated:
        yield say(language, "tally.eliminated", name=player.name, points=_say_points(language, player))
        return
    magics = say_list(language, [say_magic(language, magic) for magic in player.controls])
    yield say(language, "tally.controls", name=player.name, magics=magics)
    piles = [
        _say_pile(language, magic, influence)
        for magic, influence in player.piles.items()
        if magic not in player.controls
    ]
    key = "tally.resentment" if piles else "tally.no-resentment"
    yield say(
        language, key, name=player.name, points=_say_points(language, player), piles=say_list(language, piles)
    )


def _say_points(language: str, player: PlayerTally) -> str:
    count = player.resentment_points
    return say(language, "tally.points.one" if count == 1 else "tally.points", count=count)


def _say_pile(language: str, magic: Magic, influence: int) -> str:
    return say(language, "tally.pile", magic=say_magic(language, magic), influence=influence)
