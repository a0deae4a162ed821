"""Verdicts and rules as phones are shown them, in cells to light and in words."""

from __future__ import annotations

from dataclasses import replace

from companion.games.conclave.conclave import Cell
from companion.games.conclave.events import EmissarySent
from companion.games.conclave.gain_followers import Line
from companion.games.conclave.rulings import Rule
from companion.games.conclave.structure_of_a_round import Stage
from companion.games.conclave.verdict import Verdict, judge
from companion.games.conclave.words.catalogue import say_rule
from companion.games.conclave.words.explain import explain_verdict
from companion.journal.story import Move, Story
from companion.server.views import LineView, RuleView, VerdictView


def last_verdict(story: Story, language: str) -> VerdictView | None:
    """The verdict on the last Emissary that was sent; none before the first."""
    for index in range(len(story.moves) - 1, -1, -1):
        sent = story.moves[index].events[0]
        if isinstance(sent, EmissarySent):
            before = (story.moves[index - 1].after if index else story.first).position
            verdict = judge(before.conclave.with_card(sent.cell, sent.mage), sent.cell, before.edition)
            last_turn = before.stage is Stage.LAST_TURNS
            told = _verdict(story.moves[index], sent, verdict, language, last_turn=last_turn)
            if index < len(story.moves) - 1:  # play went on: what was next is over
                told = replace(told, sentences=told.sentences[:-1])
            return told
    return None


def _verdict(
    move: Move, sent: EmissarySent, verdict: Verdict, language: str, *, last_turn: bool
) -> VerdictView:
    view = verdict_view(verdict, language, last_turn=last_turn)
    return replace(view, place=move.place, player=sent.player)


def verdict_view(verdict: Verdict, language: str, *, last_turn: bool = False) -> VerdictView:
    """A verdict by itself, of no game and no player."""
    return VerdictView(
        place=0,
        player="",
        emissary=str(verdict.emissary),
        cell=pair(verdict.emissary_cell),
        column=_line(verdict.column),
        row=_line(verdict.row),
        magic_crisis=verdict.magic_crisis,
        taken=tuple((taken.cell.row, taken.cell.column, str(taken.mage)) for taken in verdict.taken),
        sentences=explain_verdict(verdict, language, last_turn=last_turn),
        rulings=tuple(rule_view(language, rule) for rule in verdict.rulings),
    )


def _line(line: Line) -> LineView:
    return LineView(tuple(map(pair, line.cells)), line.influence, line.convinces)


def rule_view(language: str, rule: Rule) -> RuleView:
    """A rule by its code and in words."""
    return RuleView(rule.value, say_rule(language, rule))


def pair(cell: Cell) -> tuple[int, int]:
    """A cell as phones are told it."""
    return cell.row, cell.column
