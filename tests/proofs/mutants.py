"""Counts the mutants of the rules that the tests killed, and holds the survivors against docs/mutants.md.

The list groups survivors by reason: a heading of the third level, a sentence that gives the reason, and the
mutants below it as a `diff` block, each under the function it stands in. Survivors that are not listed are
printed in the same form, so that only the reason is left to write.
"""

from __future__ import annotations

import difflib
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

LIST = Path("docs/mutants.md")
MUTATED = Path("mutants")
OUTSIDE_FUNCTIONS = MUTATED / "outside_functions.json"
LEAST_SHARE_KILLED = 0.95
KILLED = {1, 3}  # mutmut's exit codes: a test failed, or pytest itself did
NEVER_ENDS = {24, -24, 36, 152, 255}  # the mutant runs until its time is up, which nobody would overlook


@dataclass(frozen=True, order=True)
class Mutant:
    """One change to the rules: the function it stands in, the lines before and after."""

    where: str
    diff: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join((self.where, *self.diff))


@dataclass(frozen=True)
class Outcome:
    """What became of all mutants."""

    killed: int
    survivors: tuple[Mutant, ...]

    @property
    def total(self) -> int:
        """How many mutants were tried."""
        return self.killed + len(self.survivors)


def outcome() -> Outcome:
    """The results that both runs left behind."""
    killed, survivors = 0, list[Mutant]()
    for results in sorted(MUTATED.rglob("*.meta")):
        for name, exit_code in json.loads(results.read_text(encoding="utf-8"))["exit_code_by_key"].items():
            if exit_code in KILLED | NEVER_ENDS:
                killed += 1
            else:
                survivors.append(Mutant(_where(name), _diff(results, name)))
    for result in json.loads(OUTSIDE_FUNCTIONS.read_text(encoding="utf-8")):
        if result["killed"]:
            killed += 1
        else:
            survivors.append(Mutant(result["where"], tuple(result["diff"])))
    return Outcome(killed, tuple(sorted(survivors)))


def _where(name: str) -> str:
    """`game._Turn._send` from mutmut's `….game.xǁ_Turnǁ_send__mutmut_3`."""
    module, _, function = name.rpartition("__mutmut_")[0].rpartition(".")
    function = (
        function.removeprefix("xǁ").replace("ǁ", ".") if "ǁ" in function else function.removeprefix("x_")
    )
    return f"{module.rpartition('.')[2]}.{function}"


def _diff(results: Path, name: str) -> tuple[str, ...]:
    """The lines that a mutant changes, from the file that holds it beside the function as it was."""
    spans = json.loads(results.with_suffix(".spans").read_text(encoding="utf-8"))["spans"]
    lines = results.with_suffix("").read_text(encoding="utf-8").splitlines()
    mutant = name.rpartition(".")[2]
    original = mutant.rpartition("__mutmut_")[0] + "__mutmut_orig"
    before, after = (
        "\n".join(lines[begin - 1 : end]).replace(generated, "function").splitlines()
        for generated, (begin, end) in ((original, spans[original]), (mutant, spans[mutant]))
    )
    diff = difflib.unified_diff(before, after, lineterm="", n=0)
    return tuple(f"{line[0]} {line[1:].strip()}" for line in list(diff)[2:] if line[0] in "+-")


def listed(text: str) -> Iterator[tuple[Mutant, str]]:
    """Every mutant of the list with its reason."""
    for section in text.split("\n### ")[1:]:
        _, _, body = section.partition("\n")
        reason, *blocks = body.split("```diff\n")
        for block in blocks:
            yield from ((mutant, reason.strip()) for mutant in _mutants(block.split("```")[0].splitlines()))


def _mutants(lines: Sequence[str]) -> Iterator[Mutant]:
    where, diff = "", list[str]()
    for line in lines:
        if line[:2] in ("- ", "+ ") or line in ("-", "+"):
            diff.append(line)
        elif line:
            if where:
                yield Mutant(where, tuple(diff))
            where, diff = line, []
    if where:
        yield Mutant(where, tuple(diff))


def complaints(result: Outcome, reasons: dict[Mutant, str]) -> Iterator[str]:
    """What keeps the proof from holding."""
    if result.killed < LEAST_SHARE_KILLED * result.total:
        yield f"fewer than {LEAST_SHARE_KILLED:.0%} of the mutants were killed"
    for mutant in result.survivors:
        if not reasons.get(mutant):
            yield f"survives, and {LIST} gives no reason:\n{mutant}"
    for mutant in reasons.keys() - set(result.survivors):
        yield f"listed in {LIST}, but no longer survives:\n{mutant}"


def main() -> int:
    """Print the share of killed mutants and every complaint; 1 if there is one."""
    result = outcome()
    reasons = dict(listed(LIST.read_text(encoding="utf-8"))) if LIST.exists() else {}
    found = list(complaints(result, reasons))
    for complaint in found:
        print(complaint, end="\n\n")
    share = result.killed / result.total
    print(f"{result.killed} of {result.total} mutants killed, {share:.1%}; {len(result.survivors)} survive")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
