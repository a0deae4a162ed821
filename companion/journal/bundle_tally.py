"""The result on a bundle's page: everybody's piles, who controls what, who wins and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from companion.games.conclave.components import COLOUR_CODES, Magic
from companion.games.conclave.errors import NotKnownYet
from companion.games.conclave.rulings import Rule
from companion.games.conclave.scoring import PlayerTally, tally
from companion.games.conclave.structure_of_a_round import Stage
from companion.games.conclave.words.catalogue import say_rule
from companion.games.conclave.words.explain import explain_tally
from companion.journal.bundle_cards import sign
from companion.journal.bundle_words import LANGUAGES, both, word
from companion.journal.story import Story


def result(story: Story) -> Iterator[str]:
    """The tally as it stands, final or not."""
    position = story.game.position
    yield f"<section><h2>{word('result')}</h2><div class='panel'>"
    if story.dispute is not None:
        yield f"<p>{word('frozen', author=story.dispute.author, reason=story.dispute.reason)}</p>"
    try:
        counted = tally([(player.name, player.zone) for player in position.players])
    except NotKnownYet:
        counted = None
    over = position.stage is Stage.OVER
    if not over:
        yield f"<p>{word('unfinished', turn=position.turn)}</p>"
    if counted is not None:
        rows = "".join(_player(player, counted.winners if over else ()) for player in counted.players)
        yield f"<div class='tally'>{rows}</div>"
        if over:
            yield sentences({language: explain_tally(counted, language) for language in LANGUAGES})
            yield rulings_part(counted.rulings)
    yield "</div></section>"


def _player(player: PlayerTally, winners: Sequence[str]) -> str:
    piles = "".join(
        _pile(magic, influence, controls=magic in player.controls)
        for magic, influence in player.piles.items()
    )
    mark = f" <span class='won'>{word('winner')}</span>" if player.name in winners else ""
    if not mark and winners and player.eliminated:
        mark = f" <span class='soft'>{word('eliminated')}</span>"
    followers = word("follower" if player.followers == 1 else "followers")
    return (
        f"<div class='player'><p><b>{escape(player.name)}</b>{mark}</p>"
        f"<p>{word('resentment')} <b>{player.resentment_points}</b> "
        f"<span class='soft small'>· {player.followers} {followers}</span></p><ul>{piles}</ul></div>"
    )


def _pile(magic: Magic, influence: int, *, controls: bool) -> str:
    crown = f" <span class='won'>{word('controls')}</span>" if controls else ""
    chip = f"<span class='pile {COLOUR_CODES[magic]}'>{sign(magic)}{word(f'magic.{magic.value}')}</span>"
    return f"<li>{chip} <b>{influence}</b>{crown}</li>"


def sentences(told: Mapping[str, Sequence[str]]) -> str:
    """Sentences by language, a paragraph each."""
    lines = zip(*(told[language] for language in LANGUAGES), strict=True)
    return "".join(f"<p>{both(dict(zip(LANGUAGES, line, strict=True)))}</p>" for line in lines)


def rulings_part(rulings: Sequence[Rule]) -> str:
    """The rulings that were applied, behind a tap."""
    if not rulings:
        return ""
    lines = "".join(
        f"<li class='ruling'><code>{escape(rule.value)}</code> "
        f"{both({language: say_rule(language, rule) for language in LANGUAGES})}</li>"
        for rule in rulings
    )
    heading = f"{word('rulings')} &nbsp;({len(rulings)})"
    return f"<details><summary>{heading}</summary><ul class='small'>{lines}</ul></details>"
