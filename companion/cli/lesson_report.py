"""The report on a deck for pages: plain fields, and small pictures of the cards most alike."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path

import cv2

from calibration.teaching.codes import ALL_CODES
from calibration.teaching.lesson import NARROW, Lesson
from calibration.teaching.rehearsal import AlikePair
from calibration.teaching.remarks import Remark, RemarkKind, remark
from calibration.teaching.report_text import to_improve, what_stands_in_the_way
from calibration.whole_file import write_whole_file

REPORT_FILE = "report.json"
PICTURE_WIDTH_PX = 150
WEBP_QUALITY = 80
PAIRS_SHOWN = 6


def in_the_way(lesson: Lesson, copies: Mapping[str, int] | None) -> tuple[Remark, ...]:
    """Why the deck cannot be used as it is, the teacher's own list of its cards considered."""
    if copies is None:
        return what_stands_in_the_way(lesson)
    missing = tuple(code for code in ALL_CODES if code in copies and code not in lesson.references)
    strange = tuple(code for code in lesson.faces if code not in copies)
    against = ((RemarkKind.MISSING, missing), (RemarkKind.NOT_IN_DECK, strange))
    return (
        *what_stands_in_the_way(lesson),
        *(remark(kind, cards=codes) for kind, codes in against if codes),
    )


def write_page_report(folder: Path, lesson: Lesson, mend: tuple[Remark, ...]) -> None:
    """Write the report into a folder."""
    pairs = lesson.rehearsal.pairs[: max(PAIRS_SHOWN, len(lesson.same))]
    fields = {
        "deck": lesson.name,
        "done": not mend,
        "faces": len(lesson.faces),
        "backs": len(lesson.backs),
        "cards": sum(lesson.copies.values()) if lesson.counted else None,
        "tried": lesson.left_out.cards,
        "right": lesson.left_out.right,
        "silent": lesson.left_out.silent,
        "asked": lesson.left_out.asked,
        "pairs": [
            {"cards": [pair.one, pair.other], "margin": pair.margin, "alike": _alike(lesson, pair)}
            for pair in pairs
        ],
        "pictures": {code: _picture(lesson, code) for pair in pairs for code in (pair.one, pair.other)},
        "mend": remark_fields(mend),
        "look_at": remark_fields(lesson.warnings),
        "improve": remark_fields(to_improve(lesson)),
    }
    write_whole_file(folder / REPORT_FILE, json.dumps(fields).encode())


def remark_fields(remarks: Iterable[Remark]) -> list[dict[str, object]]:
    """Remarks for a page."""
    return [asdict(one) for one in remarks]


def _alike(lesson: Lesson, pair: AlikePair) -> str:
    return "same" if lesson.is_same(pair) else "narrow" if pair.margin < NARROW else "far"


def _picture(lesson: Lesson, code: str) -> str:
    picture = lesson.references[code][0].picture_bgr
    height = round(PICTURE_WIDTH_PX * lesson.card.height_mm / lesson.card.width_mm)
    small = cv2.resize(picture, (PICTURE_WIDTH_PX, height), interpolation=cv2.INTER_AREA)
    content = cv2.imencode(".webp", small, [cv2.IMWRITE_WEBP_QUALITY, WEBP_QUALITY])[1].tobytes()
    return f"data:image/webp;base64,{base64.b64encode(content).decode()}"
