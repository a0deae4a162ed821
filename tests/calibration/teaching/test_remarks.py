from __future__ import annotations

import json
import string
from dataclasses import asdict

import pytest

from calibration.teaching.remarks import WORDS, Remark, RemarkKind, read_remark, remark


def test_every_kind_has_words() -> None:
    assert set(WORDS) == set(RemarkKind)


@pytest.mark.parametrize("kind", RemarkKind)
def test_a_remark_is_read_as_it_was_written(kind: RemarkKind) -> None:
    facts = {name: ("blC1", "blC2") for _, name, _, _ in string.Formatter().parse(WORDS[kind]) if name}
    written = Remark(kind, facts, "3.jpg", ("puG5",))
    assert read_remark(json.loads(json.dumps(asdict(written)))) == written
    assert str(written).startswith("3.jpg: ")
    assert str(written).endswith("(so puG5 would be missing)")


def test_long_lists_are_cut() -> None:
    said = str(remark(RemarkKind.OTHER_LIGHT, cards=tuple(f"c{number}" for number in range(14))))
    assert said == "photograph c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11 and 2 more in another light"


@pytest.mark.parametrize(
    "written",
    [
        {},
        {"kind": "lost", "facts": {}, "photo": "", "missing": []},
        {"kind": "blurred", "facts": [], "photo": "", "missing": []},
        {"kind": "blurred", "facts": {"count": None}, "photo": "", "missing": []},
    ],
)
def test_a_remark_that_is_none_is_refused(written: dict[str, object]) -> None:
    with pytest.raises((ValueError, KeyError, TypeError)):
        read_remark(written)
