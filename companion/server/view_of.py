"""From a story to the view of it, for an audience and in a language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from companion.games.conclave.components import FaceDownMage, Mage, Magic
from companion.games.conclave.conclave import Cell
from companion.games.conclave.draw_a_card import DrawDeck
from companion.games.conclave.errors import AgainstTheRules, NotKnownYet
from companion.games.conclave.events import CardDrawn, EmissarySent, GameEnded
from companion.games.conclave.gain_followers import Line
from companion.games.conclave.game import Game
from companion.games.conclave.game_log import print_event
from companion.games.conclave.game_setup import RING
from companion.games.conclave.position import Position
from companion.games.conclave.refill_the_conclave import cells_to_refill
from companion.games.conclave.rulings import Rule
from companion.games.conclave.scoring import PlayerTally, Tally, tally
from companion.games.conclave.send_emissary import legal_places
from companion.games.conclave.simulate import possible_gifts
from companion.games.conclave.structure_of_a_round import Player, Stage, TurnPhase
from companion.games.conclave.verdict import Verdict, judge
from companion.games.conclave.words.catalogue import say_rule
from companion.games.conclave.words.explain import explain_tally, explain_verdict
from companion.games.conclave.words.tell import tell_event
from companion.journal.entries import CAMERAS
from companion.journal.story import Move, SetAside, Settled, Story
from companion.server.roles import Audience
from companion.server.views import (
    ChangeView,
    DisputeToldView,
    DisputeView,
    GiftView,
    LineView,
    NextView,
    PileView,
    PlayerView,
    RuleView,
    SetAsideView,
    SettledView,
    TallyView,
    ToldView,
    VerdictView,
    View,
)

ENDS = {"counting": "count", "over": "over"}  # stages in which nobody plays, and what is expected then
MOVES_TOLD = 12  # to everybody; judges get them all


def view_of(story: Story, audience: Audience, language: str) -> View:
    """What this audience is shown of a game."""
    position = story.game.position
    judging = audience is Audience.JUDGES
    scored = counted_game(story, audience)
    first_told = 0 if judging else max(0, len(story.moves) - MOVES_TOLD)
    return View(
        game=story.game_id,
        entries=story.entries,
        language=language,
        stage=stage_of(story),
        edition=position.edition.value,
        starting_corner=position.starting_corner.value,
        turn=position.turn,
        phase=position.phase.value,
        player=position.player.name,
        conclave=tuple(None if card is None else str(card) for card in position.conclave.cards),
        cards_left=position.draw_decks.cards_left,
        possible=_possible(position),
        players=_players(scored.position),
        next=_next(story),
        verdict=_last_verdict(story, language),
        tally=_tally(scored, language, frozen=story.dispute is not None),
        dispute=None if story.dispute is None else DisputeView(story.dispute.author, story.dispute.reason),
        settled=None if story.settled is None else _settled(story.settled),
        told=tuple(
            _told(story, index, language, judging=judging)
            for index in reversed(range(first_told, len(story.moves)))
        ),
        set_aside=tuple(_set_aside(one, language) for one in story.set_aside),
        can_undo=_last_place(story, judging=judging),
        last_laid=_pair(story.laid[-1]) if story.laid and not story.moves else None,
    )


def _last_place(story: Story, *, judging: bool) -> int | None:
    """The decision that may be withdrawn: the last one, while a dispute is open by judges alone."""
    waits = story.dispute is not None and not judging
    return story.moves[-1].place if story.moves and not waits else None


def stage_of(story: Story) -> str:
    """How far the game has come, its laying and counting included."""
    if story.is_being_laid:
        return "laying"
    if story.count is not None and story.count.tallied is None:
        return "counting"
    return story.game.position.stage.value


def counted_game(story: Story, audience: Audience) -> Game:
    """The game whose tally is told: while a dispute is open, everybody but judges sees it stand still."""
    return story.game if audience is Audience.JUDGES or story.dispute is None else story.dispute.frozen


def after_moves(story: Story, count: int) -> Story:
    """The story as it stands, but only its first moves and what the judge was asked until then."""
    if count >= len(story.moves):
        return replace(story, set_aside=())
    until = story.moves[count].place
    judged = tuple(one for one in story.judged if one.dispute.place < until)
    return replace(story, moves=story.moves[:count], judged=judged, dispute=None, set_aside=())


def rule_view(language: str, rule: Rule) -> RuleView:
    """A rule by its code and in words."""
    return RuleView(rule.value, say_rule(language, rule))


def _possible(position: Position) -> tuple[str, ...]:
    """What may still turn up, by what lies open; hands and decks are not asked, even where they are known."""
    open_cards = [
        *position.conclave.cards,
        *(one for player in position.players for one in player.zone.followers),
    ]
    seen = Counter(card for card in open_cards if isinstance(card, Mage))
    return tuple(
        str(mage) for mage, copies in position.deck.copies.items() for _ in range(copies - seen[mage])
    )


def tally_of(position: Position) -> Tally | None:
    """The tally if the game ended now; None while a card of some zone is not known."""
    try:
        return tally([(player.name, player.zone) for player in position.players])
    except NotKnownYet:
        return None


def _players(position: Position) -> tuple[PlayerView, ...]:
    counted = tally_of(position)
    tallies = counted.players if counted else (None,) * len(position.players)
    return tuple(_player(player, own) for player, own in zip(position.players, tallies, strict=True))


def _player(player: Player, own: PlayerTally | None) -> PlayerView:
    return PlayerView(
        name=player.name,
        hand=len(player.hand),
        followers=len(player.zone.followers),
        piles=tuple(_pile(player, magic, own) for magic in Magic if player.zone.has_pile(magic)),
        resentment=own.resentment_points if own else None,
        eliminated=own.eliminated if own else False,
    )


def _pile(player: Player, magic: Magic, own: PlayerTally | None) -> PileView:
    cards = player.zone.pile(magic)
    influence = sum(card.influence for card in cards if isinstance(card, Mage))
    return PileView(
        magic.value,
        influence,
        tuple(str(card) for card in cards),
        controls=bool(own and magic in own.controls),
    )


def _next(story: Story) -> NextView:
    position = story.game.position
    name = position.player.name
    if story.is_being_laid:
        return NextView("lay", None, tuple(_pair(cell) for cell in RING if position.conclave[cell] is None))
    if stage_of(story) in ENDS:
        return NextView(ENDS[stage_of(story)], None)
    if position.stage is Stage.SHOWING_HANDS:
        hands = tuple((player.name, len(player.hand)) for player in position.players if player.hand)
        return NextView("show", None, hands=hands)
    if position.phase is TurnPhase.DRAW:
        decks = tuple(deck.value for deck in DrawDeck if position.draw_decks.holds_cards(deck))
        return NextView("draw", name, decks=decks)
    if position.phase is TurnPhase.REFILL:
        return NextView("refill", name, tuple(_pair(cell) for cell in _to_refill(position)))
    places = tuple(_pair(cell) for cell in legal_places(position.conclave))
    return NextView("send" if places else "pass", name, places, gifts=_gifts(position))


def _to_refill(position: Position) -> tuple[Cell, ...]:
    return cells_to_refill(position.conclave, position.starting_corner, position.draw_decks.cards_left)


def _gifts(position: Position) -> tuple[GiftView, ...]:
    if position.phase is not TurnPhase.GIVE:
        return ()
    found: dict[str, list[str]] = {}
    for magic, receiver in possible_gifts(position):
        found.setdefault(magic.value, []).append(receiver)
    return tuple(GiftView(magic, tuple(names)) for magic, names in found.items())


def _last_verdict(story: Story, language: str) -> VerdictView | None:
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
        cell=_pair(verdict.emissary_cell),
        column=_line(verdict.column),
        row=_line(verdict.row),
        magic_crisis=verdict.magic_crisis,
        taken=tuple((taken.cell.row, taken.cell.column, str(taken.mage)) for taken in verdict.taken),
        sentences=explain_verdict(verdict, language, last_turn=last_turn),
        rulings=tuple(rule_view(language, rule) for rule in verdict.rulings),
    )


def _line(line: Line) -> LineView:
    return LineView(tuple(map(_pair, line.cells)), line.influence, line.convinces)


def _tally(game: Game, language: str, *, frozen: bool) -> TallyView:
    counted = tally_of(game.position)
    final = game.position.stage is Stage.OVER
    if counted is None:
        return TallyView(frozen, final, (), (), ())
    sentences = explain_tally(counted, language) if final else ()
    rulings = tuple(rule_view(language, rule) for rule in counted.rulings)
    return TallyView(frozen, final, counted.winners, sentences, rulings)


def _settled(word: Settled) -> SettledView:
    before, after = _players(word.before.position), _players(word.after.position)
    pairs = zip(before, after, strict=True)
    changes = tuple(_change(was, now) for was, now in pairs if was.piles != now.piles)
    return SettledView(word.place, word.author, word.reason, word.upheld, changes)


def _change(was: PlayerView, now: PlayerView) -> ChangeView:
    had, has = (Counter(card for pile in one.piles for card in pile.cards) for one in (was, now))
    return ChangeView(
        now.name,
        (was.resentment, now.resentment),
        (was.followers, now.followers),
        tuple(sorted((has - had).elements())),
        tuple(sorted((had - has).elements())),
    )


def _told(story: Story, index: int, language: str, *, judging: bool) -> ToldView:
    move = story.moves[index]
    before = (story.moves[index - 1].after if index else story.first).position
    first = move.events[0]
    if isinstance(first, CardDrawn):
        first = replace(first, card=FaceDownMage())  # a drawn card is hidden from judges as well
    seen = move.author not in CAMERAS  # a camera sees no hand reach for a deck
    sentences = tuple(tell_event(event, language, deck_seen=seen) for event in move.events)
    return ToldView(
        place=move.place,
        turn=before.turn,
        player="" if isinstance(first, GameEnded) else first.player,
        sentences=sentences,
        corrected=move.corrected_by is not None,
        author=move.author if judging else None,
        decision=print_event(first, story.names) if judging else None,
        frame=judging and bool(move.evidence),
        disputes=tuple(_disputes_after(story, index)),
    )


def _disputes_after(story: Story, index: int) -> Iterator[DisputeToldView]:
    """What the judge was asked after that decision and before the next."""
    first = story.moves[index].place if index else -1
    last = story.moves[index + 1].place if index + 1 < len(story.moves) else story.entries
    for one in story.judged:
        asked, word = one.dispute, one.settled
        if first < asked.place < last:
            yield DisputeToldView(asked.author, asked.reason, word.upheld, word.author, word.reason)
    if story.dispute is not None and first < story.dispute.place < last:
        yield DisputeToldView(story.dispute.author, story.dispute.reason)


def _set_aside(one: SetAside, language: str) -> SetAsideView:
    refusal = one.refusal
    rule = rule_view(language, refusal.rule) if isinstance(refusal, AgainstTheRules) else None
    return SetAsideView(one.move.place, tell_event(one.move.events[0], language), rule)


def _pair(cell: Cell) -> tuple[int, int]:
    return cell.row, cell.column
