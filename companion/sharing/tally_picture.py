"""The tally as a picture to send around: who wins and why, everybody's piles and Resentment Points."""

from __future__ import annotations

import cv2

from companion.art.magic_signs import LETTERS
from companion.games.conclave.components import COLOUR_CODES, Magic
from companion.games.conclave.notation import COLOUR_NAMES
from companion.games.conclave.scoring import PlayerTally, Tally
from companion.games.conclave.words.catalogue import say_magic
from companion.games.conclave.words.explain import explain_tally
from companion.sharing.lettering import BOLD, Canvas, colour, fitted, width_of, wrapped

WIDTH, MARGIN, GAP = 1080, 60, 26
GROUND, GLOW, PANEL, LINE = (colour(code) for code in ("#120b1e", "#33215a", "#1f1632", "#4b3b6e"))
INK, SOFT, GOLD, GOLD_INK = (colour(code) for code in ("#f6edda", "#c9bbdb", "#f1c968", "#241503"))
INKS = {
    "beige": ("#dfc8a0", "#2b1f10"),
    "blue": ("#1c64ae", "#ffffff"),
    "purple": ("#55298f", "#ffffff"),
    "orange": ("#f58a06", "#2b1400"),
    "red": ("#b8142c", "#ffffff"),
    "green": ("#146f43", "#ffffff"),
}
WORDS = {
    "en": {"title": "The tally", "resentment": "Resentment", "followers": "followers",
           "follower": "follower", "wins": "wins",
           "eliminated": "eliminated", "controls": "★ controls this Magic"},
    "es": {"title": "El recuento", "resentment": "Decepción", "followers": "seguidores",
           "follower": "seguidor", "wins": "gana",
           "eliminated": "eliminado", "controls": "★ controla esta Magia"},
}  # fmt: skip
HEAD, ROW, CHIP, WORD = 190, 150, 58, 34
SIGN, SEAL = 46, 106  # the height of a Magic's sign; the width of sign and letter before the words of a chip


def tally_picture(tally: Tally, language: str, subtitle: str = "") -> bytes:
    """The tally as a PNG file; the players stand in the order of their seats."""
    why = wrapped(explain_tally(tally, language)[-1], WORD, WIDTH - 2 * MARGIN)
    rows = [_chip_rows(player, language) for player in tally.players]
    heights = [ROW + len(row) * (CHIP + 12) for row in rows]
    height = HEAD + sum(heights) + GAP * len(rows) + 46 * len(why) + 110
    canvas = Canvas.glowing(WIDTH, height, GROUND, GLOW)
    _head(canvas, language, subtitle)
    top = HEAD
    for player, row, tall in zip(tally.players, rows, heights, strict=True):
        _player(canvas, (top, tall), player, row, (language, player.name in tally.winners))
        top += tall + GAP
    for number, line in enumerate(why):
        canvas.write((MARGIN, top + 40 + 46 * number), line, WORD, GOLD, BOLD)
    canvas.write((MARGIN, height - 32), WORDS[language]["controls"], 26, SOFT)
    return bytes(cv2.imencode(".png", canvas.pixels)[1].tobytes())


def _head(canvas: Canvas, language: str, subtitle: str) -> None:
    """The orb and the title."""
    for radius, tone in ((62, "#3d2a5f"), (46, "#b06a1f"), (40, "#f3cf72"), (22, "#fff7df")):
        canvas.disc((MARGIN + 50, 100), radius, colour(tone))
    canvas.write((MARGIN + 140, 96), "Cónclave", 68, INK, BOLD)
    line = " · ".join(part for part in (WORDS[language]["title"], subtitle) if part)
    canvas.write((MARGIN + 142, 146), fitted(line, 32, WIDTH - 2 * MARGIN - 150), 32, SOFT)


def _player(
    canvas: Canvas,
    place: tuple[int, int],
    player: PlayerTally,
    rows: list[list[tuple[Magic, str]]],
    told: tuple[str, bool],
) -> None:
    (top, tall), (language, wins) = place, told
    words = WORDS[language]
    inner = WIDTH - 2 * MARGIN
    canvas.panel((MARGIN, top, inner, tall), PANEL, 26, GOLD if wins else LINE)
    points = str(player.resentment_points)
    edge = WIDTH - MARGIN - 34
    canvas.write((edge - width_of(points, 76, BOLD), top + 84), points, 76, INK, BOLD)
    canvas.write((edge - width_of(words["resentment"], 26), top + 122), words["resentment"], 26, SOFT)
    left = MARGIN + 34
    name = fitted(player.name, 52, inner - 420, BOLD)
    canvas.write((left, top + 74), name, 52, INK, BOLD)
    mark = words["wins"] if wins else words["eliminated"] if player.eliminated else ""
    if mark:
        x, wide = left + width_of(name, 52, BOLD) + 24, width_of(mark, 30, BOLD) + 40
        canvas.panel((x, top + 34, wide, 50), GOLD if wins else LINE, 25)
        canvas.write((x + 20, top + 69), mark, 30, GOLD_INK if wins else INK, BOLD)
    canvas.write(
        (left, top + 118),
        f"{player.followers} {words['follower' if player.followers == 1 else 'followers']}",
        28,
        SOFT,
    )
    for number, row in enumerate(rows):
        _chips(canvas, left, top + ROW - 8 + number * (CHIP + 12), row)


def _chips(canvas: Canvas, left: int, top: int, row: list[tuple[Magic, str]]) -> None:
    for magic, words in row:
        fill, ink = (colour(code) for code in INKS[COLOUR_NAMES[magic]])
        code = COLOUR_CODES[magic]
        wide, letter = SEAL + width_of(words, 28, BOLD) + 24, LETTERS[code]
        canvas.panel((left, top, wide, CHIP), fill, CHIP // 2)
        canvas.sign((left + 34, top + CHIP // 2), SIGN, code)
        canvas.disc((left + 80, top + CHIP // 2), 18, ink)
        canvas.write((left + 80 - width_of(letter, 26, BOLD) // 2, top + 38), letter, 26, fill, BOLD)
        canvas.write((left + SEAL, top + 39), words, 28, ink, BOLD)
        left += wide + 12


def _chip_rows(player: PlayerTally, language: str) -> list[list[tuple[Magic, str]]]:
    """The piles in rows that fit: each with its Magic's name, its Influence, and a star where it controls."""
    rows: list[list[tuple[Magic, str]]] = []
    room = 0
    for magic, influence in player.piles.items():
        star = " ★" if magic in player.controls else ""
        words = f"{say_magic(language, magic)} {influence}{star}"
        wide = SEAL + width_of(words, 28, BOLD) + 36
        if wide > room:
            rows.append([])
            room = WIDTH - 2 * MARGIN - 68
        rows[-1].append((magic, words))
        room -= wide
    return rows
