"""The report as one HTML file: pairs most alike side by side, and every card as it was learned."""

from __future__ import annotations

import base64
from html import escape
from pathlib import Path

import cv2

from calibration.teaching.lesson import NARROW, Lesson
from calibration.teaching.references import Reference
from calibration.teaching.report_text import report_lines
from calibration.whole_file import write_whole_file

REPORT_NAME = "report.html"
PAIR_WIDTH_PX, SMALL_WIDTH_PX = 190, 84
STYLE = """
:root { color-scheme: light dark; font: 16px/1.45 system-ui, sans-serif; }
body { max-width: 62rem; margin: 1.5rem auto; padding: 0 1rem; }
.pairs, .cards { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { margin: 0; } figcaption { font-size: .85rem; text-align: center; }
.pair { border: 1px solid #8886; border-radius: .6rem; padding: .6rem; }
.pair div { display: flex; gap: .4rem; } .narrow { border-color: #c60; } .same { border: 3px solid #c00; }
img { border-radius: .3rem; display: block; }
"""


def write_report(folder: Path, lesson: Lesson) -> Path:
    """Write the page into a folder; its path."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / REPORT_NAME
    write_whole_file(path, report_page(lesson).encode())
    return path


def report_page(lesson: Lesson) -> str:
    """The whole page, its pictures in it."""
    title = f"The deck {escape(lesson.name)}"
    words = "".join(f"<li>{escape(line.strip())}</li>" for line in report_lines(lesson))
    pairs = "".join(_pair(lesson, index) for index in range(len(lesson.rehearsal.pairs)))
    cards = "".join(
        _figure(one, SMALL_WIDTH_PX, lesson, f"{code} · {one.source.name}")
        for code in (*lesson.faces, *lesson.backs)
        for one in lesson.references[code]
    )
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
        f"<h1>{title}</h1><ul>{words}</ul><h2>Most alike</h2><div class=pairs>{pairs}</div>"
        f"<h2>Every card as it was learned</h2><div class=cards>{cards}</div></html>\n"
    )


def _pair(lesson: Lesson, index: int) -> str:
    pair = lesson.rehearsal.pairs[index]
    kind = "same" if lesson.is_same(pair) else "narrow" if pair.margin < NARROW else ""
    both = "".join(
        _figure(lesson.references[code][0], PAIR_WIDTH_PX, lesson, code) for code in (pair.one, pair.other)
    )
    words = f"<figcaption>margin {pair.margin:.1f}</figcaption>"
    return f'<figure class="pair {kind}"><div>{both}</div>{words}</figure>'


def _figure(reference: Reference, width_px: int, lesson: Lesson, words: str) -> str:
    height_px = round(width_px * lesson.card.height_mm / lesson.card.width_mm)
    small = cv2.resize(reference.picture_bgr, (width_px, height_px), interpolation=cv2.INTER_AREA)
    file = base64.b64encode(
        cv2.imencode(".webp", small, [cv2.IMWRITE_WEBP_QUALITY, 82])[1].tobytes()
    ).decode()
    return (
        f'<figure><img alt="{escape(words)}" width={width_px} height={height_px} '
        f'src="data:image/webp;base64,{file}"><figcaption>{escape(words)}</figcaption></figure>'
    )
