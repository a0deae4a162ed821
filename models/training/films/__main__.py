"""Films a simulated game, with the truth beside it.

python -m models.training.films --players 2 --seed 7 --condition normal --out game.mp4
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from calibration.whole_file import write_whole_file
from models.training.films.decks import film_deck
from models.training.films.film import Film, FilmWish
from models.training.films.game import play_game
from models.training.films.habits import parse_habits
from models.training.films.recorder import recorder_for
from models.training.films.seat import HANDS
from models.training.scenes.condition import CONDITIONS

SIZE = re.compile(r"(\d{3,4})x(\d{3,4})")


def main(words: Sequence[str] | None = None) -> int:
    """Play, shoot and write."""
    arguments = _parser().parse_args(words)
    try:
        shoot(arguments)
    except (ValueError, OSError) as problem:
        print(f"films: {problem}", file=sys.stderr)
        return 2
    return 0


def shoot(arguments: argparse.Namespace) -> None:
    """Write the film and, once it is whole, its truth."""
    size = _size(arguments.size)
    deck = film_deck(arguments.deck, Path(arguments.kept))
    game = play_game(deck.cards, arguments.players, arguments.seed, arguments.turns)
    habits = parse_habits(arguments.habits)
    wish = FilmWish(arguments.seed, arguments.condition, size, arguments.fps, habits, arguments.hands)
    film = Film(game, deck.pictures, wish)
    out = Path(arguments.out)
    started = time.process_time()
    with recorder_for(out, arguments.fps, size, stills=arguments.stills) as recorder:
        for frame in film.shoot():
            recorder.add(frame)
    write_whole_file(out.with_suffix(".json"), film.truth().to_json().encode())
    spent = (time.process_time() - started) / film.frames
    print(f"{out.name}: {len(game.turns)} turns, {film.frames} frames, {spent:.2f} s of processor a frame")


def _size(text: str) -> tuple[int, int]:
    match = SIZE.fullmatch(text)
    if match is None:
        raise ValueError(f"--size: expected 1920x1080, got {text!r}")
    return int(match[1]), int(match[2])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m models.training.films", description=__doc__)
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2)
    parser.add_argument("--seed", type=int, default=7, help="of the game, the table, the light and the hands")
    parser.add_argument("--condition", choices=sorted(CONDITIONS), default="normal")
    parser.add_argument("--deck", default="house", help="house, style-7, or a folder of card pictures")
    parser.add_argument("--size", default="1920x1080", help="of the frames, in pixels")
    parser.add_argument("--fps", type=float, default=15.0, help="frames a second")
    parser.add_argument("--turns", type=int, help="stop after so many turns instead of playing to the end")
    parser.add_argument("--habits", default="usual", help="none, usual, many, or names with commas between")
    parser.add_argument("--hands", choices=HANDS, default="any", help="like the table: hard to tell from it")
    parser.add_argument("--stills", action="store_true", help="write a folder of JPEG stills")
    parser.add_argument("--out", required=True, help="a .mp4, .webm or .avi file, or a folder with --stills")
    parser.add_argument("--kept", default="build/training", help="where drawn decks are kept")
    return parser


if __name__ == "__main__":
    sys.exit(main())
