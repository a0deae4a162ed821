"""Ten thousand games for each number of players, all ended legally; their shape as one picture for the docs.

python -m tests.proofs.simulated_games [--games N] [--out docs/simulated-games.svg]
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.cli.decks import deck_list
from companion.cli.files import write_whole
from companion.games.conclave.components import Deck
from companion.games.conclave.rejudge import rejudge
from companion.games.conclave.scoring import Tally
from companion.games.conclave.simulate import simulate_game
from companion.games.conclave.structure_of_a_round import Stage

PLAYERS = (2, 3, 4)
INKS = {2: "#2f6f8f", 3: "#b5652b", 4: "#5c7d3a"}
PANEL_WIDTH, PANEL_HEIGHT, MARGIN = 270, 170, 46


@dataclass(frozen=True, slots=True)
class Shape:
    """How often each length, number of crises and margin came up among the games of so many players."""

    turns: Counter[int]
    crises: Counter[int]
    margins: Counter[int]


def play(deck: Deck, players: int, games: int) -> Shape:
    """Play the games; a game that the rules would not play the same again stops the proof."""
    shape = Shape(Counter(), Counter(), Counter())
    for seed in range(games):
        played = simulate_game(deck, players, seed)
        assert played.game.position.stage is Stage.OVER, f"seed {seed} did not end"
        assert rejudge(played.events) == played.game, f"seed {seed} is judged otherwise the second time"
        shape.turns[played.turns] += 1
        shape.crises[played.crises] += 1
        margin = margin_of(played.tally)
        if margin is not None:
            shape.margins[margin] += 1
    return shape


def margin_of(tally: Tally) -> int | None:
    """Resentment Points between the best two who are still in; None if there are not two."""
    points = sorted(player.resentment_points for player in tally.players if not player.eliminated)
    return points[1] - points[0] if len(points) > 1 else None


def draw(shapes: dict[int, Shape], games: int) -> str:
    """Three panels: turns, crises, margins; one line for each number of players."""
    panels = {
        "turns a game": {players: shape.turns for players, shape in shapes.items()},
        "Magic Crises a game": {players: shape.crises for players, shape in shapes.items()},
        "margin of the win, Resentment Points": {players: shape.margins for players, shape in shapes.items()},
    }
    width = MARGIN + len(panels) * (PANEL_WIDTH + MARGIN)
    height = PANEL_HEIGHT + 96
    body = "\n".join(
        panel
        for place, (title, counts) in enumerate(panels.items())
        for panel in draw_panel(MARGIN + place * (PANEL_WIDTH + MARGIN), title, counts)
    )
    legend = "\n".join(
        f'<text x="{MARGIN + 130 * place}" y="{height - 12}" fill="{INKS[players]}">{players} players</text>'
        for place, players in enumerate(shapes)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
        f'font-size="13">\n<title>{games:,} simulated games for each number of players</title>\n'
        f'<rect width="{width}" height="{height}" fill="#fbf8f1"/>\n{body}\n{legend}\n</svg>\n'
    )


def draw_panel(left: int, title: str, counts: dict[int, Counter[int]]) -> Iterator[str]:
    """One panel with its axis and a line for each number of players."""
    most = max(max(counter) for counter in counts.values())
    peak = max(max(counter.values()) / counter.total() for counter in counts.values())
    floor = 40 + PANEL_HEIGHT
    yield f'<text x="{left}" y="26" fill="#333" font-weight="bold">{title}</text>'
    yield f'<path d="M{left},{floor}h{PANEL_WIDTH}" stroke="#999"/>'
    for label in (0, most // 2, most):
        x = left + PANEL_WIDTH * label / most
        yield f'<text x="{x:.0f}" y="{floor + 18}" fill="#555" text-anchor="middle">{label}</text>'
    yield f'<text x="{left}" y="38" fill="#777" font-size="11">up to {peak:.0%} of the games</text>'
    for players, counter in counts.items():
        points = " ".join(
            f"{left + PANEL_WIDTH * value / most:.1f},"
            f"{floor - (PANEL_HEIGHT - 10) * counter[value] / counter.total() / peak:.1f}"
            for value in range(most + 1)
        )
        yield f'<polyline points="{points}" fill="none" stroke="{INKS[players]}" stroke-width="2"/>'


def main() -> None:
    """Play, check, draw."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--out", type=Path, default=Path("docs/simulated-games.svg"))
    arguments = parser.parse_args()
    deck = deck_list("house")
    shapes = {}
    for players in PLAYERS:
        shapes[players] = play(deck, players, arguments.games)
        mean = sum(turns * count for turns, count in shapes[players].turns.items()) / arguments.games
        with_crisis = 1 - shapes[players].crises[0] / arguments.games
        print(
            f"{players} players: {arguments.games} games ended legally; {mean:.1f} turns on average, "
            f"a Magic Crisis in {with_crisis:.1%} of them",
            flush=True,
        )
    write_whole(arguments.out, draw(shapes, arguments.games).encode())


if __name__ == "__main__":
    main()
