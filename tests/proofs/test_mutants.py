"""The proof itself: it must be able to fail."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.proofs import mutants, outside_functions
from tests.proofs.mutants import Mutant, Outcome, complaints, listed, outcome

ROUNDING = Mutant("scoring.tally", ("- return 1", "+ return 2"))
GUARD = Mutant("game._Turn._send", ("- if a:", "- b()", "+ if not a:"))
TEXT = f"""# Mutants

## Survivors
### They change nothing
Because the two numbers are never compared.

```diff
{ROUNDING}

{GUARD}
```
"""


def test_the_list_gives_each_survivor_with_its_reason() -> None:
    reason = "Because the two numbers are never compared."
    assert dict(listed(TEXT)) == {ROUNDING: reason, GUARD: reason}


def test_a_proof_holds_when_every_survivor_has_a_reason() -> None:
    assert list(complaints(Outcome(98, (ROUNDING, GUARD)), dict(listed(TEXT)))) == []


def test_a_survivor_without_a_reason_is_named() -> None:
    for reasons in ({}, {ROUNDING: ""}):
        (complaint,) = complaints(Outcome(99, (ROUNDING,)), reasons)
        assert complaint.endswith(f"gives no reason:\n{ROUNDING}")


def test_a_listed_mutant_that_was_killed_is_named() -> None:
    (complaint,) = complaints(Outcome(99, ()), {GUARD: "a reason"})
    assert complaint.endswith(f"no longer survives:\n{GUARD}")


def test_fewer_than_95_in_a_hundred_are_too_few() -> None:
    survivors = tuple(Mutant("game.fold", (f"- {number}",)) for number in range(6))
    reasons = dict.fromkeys(survivors, "a reason")
    assert list(complaints(Outcome(94, survivors), reasons)) == ["fewer than 95% of the mutants were killed"]
    del reasons[survivors[5]]
    assert list(complaints(Outcome(95, survivors[:5]), reasons)) == []


def test_the_outcome_is_read_from_what_both_runs_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed and endless mutants count as killed; any other exit code is a survivor, shown as its change."""
    lines = ["def x_f__mutmut_orig():", "    return 1", "def x_f__mutmut_2():", "    return 2"]
    (tmp_path / "game.py").write_text("\n".join(lines), encoding="utf-8")
    name = "companion.games.conclave.game.x_f__mutmut_"
    codes = {f"{name}1": 1, f"{name}2": 0, f"{name}3": 36}
    (tmp_path / "game.py.meta").write_text(json.dumps({"exit_code_by_key": codes}), encoding="utf-8")
    spans = {"x_f__mutmut_orig": [1, 2], "x_f__mutmut_2": [3, 4]}
    (tmp_path / "game.py.spans").write_text(json.dumps({"spans": spans}), encoding="utf-8")
    outside = [{"where": "game.LIMIT", "diff": ["- 1", "+ 2"], "killed": False}]
    (tmp_path / "outside.json").write_text(json.dumps(outside), encoding="utf-8")
    monkeypatch.setattr(mutants, "MUTATED", tmp_path)
    monkeypatch.setattr(mutants, "OUTSIDE_FUNCTIONS", tmp_path / "outside.json")
    found = outcome()
    assert found.killed == 2
    assert found.survivors == (
        Mutant("game.LIMIT", ("- 1", "+ 2")), Mutant("game.f", ("- return 1", "+ return 2")),
    )  # fmt: skip


def test_what_mutmut_leaves_out_is_changed_one_piece_at_a_time(tmp_path: Path) -> None:
    source = tmp_path / "rule.py"
    source.write_text(
        '"""Rules."""\n'
        "LIMIT = 10\n"
        "class Line:\n"
        '    """A line."""\n'
        "    sum: int = 0\n"
        "    @property\n"
        "    def convinces(self):\n"
        '        """Whether it does."""\n'
        "        return self.sum >= LIMIT\n"
        "    def left_to_mutmut(self):\n"
        "        return 1 < 2\n",
        encoding="utf-8",
    )
    changes = [(mutant.where, mutant.diff) for mutant in outside_functions.mutants_of(source)]
    assert changes == [
        ("rule.LIMIT", ("- LIMIT = 10", "+ LIMIT = 11")),
        ("rule.Line.sum", ("- sum: int = 0", "+ sum: int = 1")),
        ("rule.Line.convinces", ("- return self.sum >= LIMIT", "+ return self.sum > LIMIT")),
    ]
