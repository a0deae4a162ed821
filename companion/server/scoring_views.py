"""Zones and tally as phones are shown them, and what the judge's word changed in them."""

from __future__ import annotations

from collections import Counter

from companion.games.conclave.components import Mage, Magic
from companion.games.conclave.errors import NotKnownYet
from companion.games.conclave.game import Game
from companion.games.conclave.position import Position
from companion.games.conclave.scoring import PlayerTally, Tally, tally
from companion.games.conclave.structure_of_a_round import Player, Stage
from companion.games.conclave.words.explain import explain_tally
from companion.journal.story import Settled
from companion.server.verdict_views import rule_view
from companion.server.views import ChangeView, PileView, PlayerView, SettledView, TallyView


def tally_of(position: Position) -> Tally | None:
    """The tally if the game ended now; None while a card of some zone is not known."""
    try:
        return tally([(player.name, player.zone) for player in position.players])
    except NotKnownYet:
        return None


def players_of(position: Position) -> tuple[PlayerView, ...]:
    """Everybody as all see them."""
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


def tally_view(game: Game, language: str, *, frozen: bool) -> TallyView:
    """Who would win now, or who has won."""
    counted = tally_of(game.position)
    final = game.position.stage is Stage.OVER
    if counted is None:
        return TallyView(frozen, final, (), (), ())
    sentences = explain_tally(counted, language) if final else ()
    rulings = tuple(rule_view(language, rule) for rule in counted.rulings)
    return TallyView(frozen, final, counted.winners, sentences, rulings)


def settled_view(word: Settled) -> SettledView:
    """The judge's word, and for whom it changed something."""
    before, after = players_of(word.before.position), players_of(word.after.position)
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
