"""The report on a taught deck: in words, and as plain fields for a program."""

from __future__ import annotations

from calibration.teaching.codes import is_back
from calibration.teaching.lesson import NARROW, Lesson
from calibration.teaching.remarks import Remark, RemarkKind, listed, remark

PAIRS_SHOWN = 5
FEW_PHOTOS = 2


def what_stands_in_the_way(lesson: Lesson) -> tuple[Remark, ...]:
    """Why the deck cannot be used as it is; nothing if it can."""
    same = tuple(remark(RemarkKind.SAME, card=pair.one, likely=pair.other) for pair in lesson.same)
    if not lesson.faces:
        return (*lesson.troubles, remark(RemarkKind.NOTHING_TAUGHT))
    return (*lesson.troubles, *same)


def report_lines(lesson: Lesson) -> list[str]:
    """The report in words."""
    photos = {one.source.photo for held in lesson.references.values() for one in held}
    size = f"{lesson.card.width_mm:g} x {lesson.card.height_mm:g} mm"
    cards = f"{len(lesson.faces)} cards and {len(lesson.backs)} backs"
    source = "1 photo" if len(photos) == 1 else f"{len(photos)} photos"
    lines = [
        f"{_headline(lesson)}: {cards} from {source}, {size}.",
        _missing(lesson),
        *_pairs(lesson),
        _expected(lesson),
    ]
    lines += [f"Look at: {warning}" for warning in lesson.warnings]
    lines += [f"To mend: {trouble}" for trouble in what_stands_in_the_way(lesson)]
    return lines + [f"To improve it: {advice}" for advice in to_improve(lesson)]


def report_fields(lesson: Lesson) -> dict[str, object]:
    """The report for a program."""
    return {
        "deck": lesson.name,
        "taught": [*lesson.faces, *lesson.backs],
        "missing": list(lesson.missing),
        "alike": [
            {"cards": [pair.one, pair.other], "margin": round(pair.margin, 2)}
            for pair in lesson.rehearsal.pairs
        ],
        "left_out": {
            "cards": lesson.left_out.cards,
            "right": lesson.left_out.right,
            "asked": lesson.left_out.asked,
            "wrong_without_asking": lesson.left_out.silent,
        },
        "card_mm": [lesson.card.width_mm, lesson.card.height_mm],
        "counted": lesson.counted,
        "not_used": [str(one) for one in lesson.warnings],
        "to_mend": [str(one) for one in what_stands_in_the_way(lesson)],
        "to_improve": [str(one) for one in to_improve(lesson)],
    }


def to_improve(lesson: Lesson) -> list[Remark]:
    """What to photograph next, the most useful first."""
    advice = []
    narrow = [pair for pair in lesson.rehearsal.pairs if pair.margin < NARROW]
    if narrow:
        codes = dict.fromkeys(code for pair in narrow for code in (pair.one, pair.other))
        advice.append(remark(RemarkKind.AGAIN_NEAR, cards=tuple(codes)))
    misread = dict.fromkeys(one.card.code for one in lesson.left_out.misread)
    if misread:
        advice.append(remark(RemarkKind.OTHER_LIGHT, cards=tuple(misread)))
    alike = [pair for pair in lesson.rehearsal.under_lamps if pair.ahead > 0]
    if alike:
        codes = dict.fromkeys(code for pair in alike for code in (pair.one, pair.other))
        advice.append(remark(RemarkKind.SIDE_BY_SIDE, cards=tuple(codes)))
    once = [
        code
        for code, held in lesson.references.items()
        if len(held) < FEW_PHOTOS and not held[0].source.is_scan
    ]
    if once:
        advice.append(remark(RemarkKind.SECOND_PHOTO, cards=tuple(once)))
    if not any(is_back(code) for code in lesson.references):
        advice.append(remark(RemarkKind.BACKS))
    return advice


def _headline(lesson: Lesson) -> str:
    return "Not taught, see what is to be mended" if what_stands_in_the_way(lesson) else "Taught"


def _missing(lesson: Lesson) -> str:
    if not lesson.missing:
        return "Missing: none of the 90 kinds there can be."
    return f"Missing: {len(lesson.missing)} of the 90 kinds there can be: {listed(lesson.missing, 18)}."


def _pairs(lesson: Lesson) -> list[str]:
    lines = ["Most alike (a margin below 3 is narrow):"]
    lines += [
        f"  {pair.one} and {pair.other}: margin {pair.margin:.1f}"
        for pair in lesson.rehearsal.pairs[:PAIRS_SHOWN]
    ]
    return lines if lesson.rehearsal.pairs else []


def _expected(lesson: Lesson) -> str:
    tried = lesson.left_out
    if not tried.cards:
        return "Expected error: not known, since no card was photographed twice."
    wrong = tried.cards - tried.right
    return (
        f"Expected error, each photo read by what the others taught: {wrong} of {tried.cards} cards wrong, "
        f"{tried.silent} of them without asking; {tried.asked} asked about."
    )
