"""`conclave simulate`: plays random legal games to the end."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.rule_options import LANGUAGES, add_rule_options

if TYPE_CHECKING:
    from companion.games.conclave.simulate import SimulatedGame


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    add_rule_options(parser, deck="house")
    parser.add_argument(
        "--players", type=int, choices=(2, 3, 4), default=3, help="how many play (%(default)s)"
    )
    parser.add_argument("--games", type=_whole_number, default=1, help="how many games (%(default)s)")
    parser.add_argument(
        "--seed", type=_whole_number, default=0, help="of the first game; each next one adds 1 (%(default)s)"
    )
    parser.add_argument(
        "--log", type=Path, metavar="DIR", help="write each game's event log into this folder"
    )
    parser.add_argument(
        "--tell", nargs="?", choices=LANGUAGES, const="en", help="tell each game in sentences instead (en)"
    )


def _whole_number(text: str) -> int:
    number = int(text)
    if number < 0:
        raise ValueError(text)
    return number


_whole_number.__name__ = "whole number"  # argparse names the type in its error


def run(arguments: argparse.Namespace) -> int:
    """Play the games and print a line for each."""
    from companion.cli.decks import deck_list
    from companion.cli.json_lines import calm_collector
    from companion.cli.main import UsageError
    from companion.games.conclave.errors import AgainstTheRules
    from companion.games.conclave.rulings import Edition
    from companion.games.conclave.simulate import simulate_game

    calm_collector()
    deck, edition = deck_list(arguments.deck, arguments.data), Edition(arguments.edition)
    for seed in range(arguments.seed, arguments.seed + arguments.games):
        try:
            game = simulate_game(deck, arguments.players, seed, edition)
        except AgainstTheRules as refusal:
            raise UsageError(f"--deck {arguments.deck}: {refusal}") from refusal
        if arguments.log:
            _write_log(arguments.log, game)
        if arguments.tell:
            _tell(game, arguments.tell)
        else:
            print(json.dumps(game_fields(game, arguments.players)))
    return 0


def game_fields(game: SimulatedGame, players: int) -> dict[str, object]:
    """A simulated game as the contract writes it."""
    tally = game.tally
    return {
        "seed": game.seed,
        "players": players,
        "turns": game.turns,
        "crises": game.crises,
        "winners": tally.winners,
        "resentment": [player.resentment_points for player in tally.players],
        "names": [player.name for player in tally.players],
    }


def _write_log(folder: Path, game: SimulatedGame) -> None:
    from companion.cli.files import write_whole
    from companion.games.conclave.game_log import print_game

    write_whole(folder / f"game-{game.seed}.txt", print_game(game.events).encode())


def _tell(game: SimulatedGame, language: str) -> None:
    """Narrate the game, turn by turn, with the Conclave as each Emissary meets it."""
    from companion.games.conclave.events import EmissarySent, GameSetUp, TurnEnded
    from companion.games.conclave.game import fold
    from companion.games.conclave.notation import print_conclave
    from companion.games.conclave.words.explain import explain_tally, explain_verdict
    from companion.games.conclave.words.tell import tell_event

    story = fold(game.events[:1])
    for event in game.events:
        if isinstance(event, TurnEnded):
            print()
        else:
            print(tell_event(event, language))
        if isinstance(event, GameSetUp):
            print(f"\n{print_conclave(event.conclave)}\n")
            continue
        last_turn = story.position.stage.value == "last-turns"
        story = story.after([event])
        verdict = story.position.verdict
        if isinstance(event, EmissarySent) and verdict is not None:
            print(print_conclave(story.position.conclave))
            print("\n".join(explain_verdict(verdict, language, last_turn=last_turn)[1:]))
    print("\n".join(["", *explain_tally(game.tally, language)]))
