"""The mutants that mutmut leaves out: constants, codes, defaults of fields and properties.

mutmut changes only the bodies of plain functions, behind a switch that is read when they are called. What
runs while a module is imported, and every `@property`, is changed here instead: one change at a time, in
memory, in a process of its own that runs the same tests as [tool.mutmut] names.
"""

from __future__ import annotations

import ast
import difflib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import signal
import sys
import tomllib
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

RULES = Path("companion/games/conclave")
RESULTS = Path("mutants/outside_functions.json")
SECONDS_FOR_ONE_MUTANT = 120  # the tests take a few; more means that the mutant never ends
AT_ONCE = 2
FOR_THE_IMPORTED = ("-W", "ignore::pytest.PytestAssertRewriteWarning")  # hypothesis is there before pytest

OPPOSITES: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
}


@dataclass(frozen=True)
class Mutant:
    """One change: the module, the class or property it stands in, the line before and after."""

    module: str
    where: str
    diff: tuple[str, ...]
    source: str


class OneModuleChanged(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Gives one module another source when it is imported."""

    def __init__(self, mutant: Mutant) -> None:
        self.mutant = mutant

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Answer for the changed module only."""
        del path, target
        return importlib.util.spec_from_loader(fullname, self) if fullname == self.mutant.module else None

    def exec_module(self, module: ModuleType) -> None:
        """Run the changed source."""
        exec(compile(self.mutant.source, self.mutant.module, "exec"), module.__dict__)


def mutants_of(path: Path) -> Iterator[Mutant]:
    """Every mutant of one file, outside of what mutmut changes."""
    module = ".".join(path.with_suffix("").parts)
    tree = ast.parse(path.read_text(encoding="utf-8"))
    before = ast.unparse(tree)
    nodes = list(ast.walk(tree))
    for where, part in _parts(tree):
        for place in [nodes.index(node) for node in _changeable(part)]:
            for change in range(2):
                changed = deepcopy(tree)
                if not _change(list(ast.walk(changed))[place], change):
                    continue
                after = ast.unparse(changed)
                yield Mutant(module, f"{path.stem}.{where}", _diff(before, after), after)


def _parts(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """What to change: values outside functions, and the bodies of decorated functions."""
    for statement in tree.body:
        match statement:
            case ast.Assign() | ast.AnnAssign():
                yield ast.unparse(_target(statement)), _value(statement)
            case ast.ClassDef():
                for member in statement.body:
                    if isinstance(member, ast.Assign | ast.AnnAssign) and member.value is not None:
                        yield f"{statement.name}.{ast.unparse(_target(member))}", _value(member)
                    elif isinstance(member, ast.FunctionDef) and member.decorator_list:
                        yield from ((f"{statement.name}.{member.name}", line) for line in member.body[1:])


def _target(statement: ast.Assign | ast.AnnAssign) -> ast.expr:
    return statement.targets[0] if isinstance(statement, ast.Assign) else statement.target


def _value(statement: ast.Assign | ast.AnnAssign) -> ast.expr:
    if statement.value is None:
        raise ValueError(f"{ast.unparse(statement)} has no value")
    return statement.value


def _changeable(part: ast.AST) -> Iterator[ast.AST]:
    """The nodes to change; `x is None` only as a whole, since `x is ''` would change nothing else."""
    kinds = (ast.Constant, ast.Compare, ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.IfExp)
    compared = [
        node for compare in ast.walk(part) if isinstance(compare, ast.Compare) for node in compare.comparators
    ]
    nones = [node for node in compared if isinstance(node, ast.Constant) and node.value is None]
    return (node for node in ast.walk(part) if isinstance(node, kinds) and node not in nones)


def _change(node: ast.AST, change: int) -> bool:
    """Change a node in place; False where there is no such change."""
    before = ast.dump(node)
    match node:
        case ast.IfExp():
            node.test = ast.Constant(change == 0)
        case _ if change:
            pass  # only a choice has two changes
        case ast.Constant():
            node.value = _another(node.value)
        case ast.Compare() if type(node.ops[0]) in OPPOSITES:
            node.ops[0] = OPPOSITES[type(node.ops[0])]()  # type: ignore[call-overload]
        case ast.BoolOp() | ast.BinOp() if type(node.op) in OPPOSITES:
            node.op = OPPOSITES[type(node.op)]()  # type: ignore[assignment]
        case ast.UnaryOp(op=ast.Not()):
            node.operand = ast.UnaryOp(ast.Not(), node.operand)
    return ast.dump(node) != before


def _another(value: object) -> str | int | float | bool:
    match value:
        case bool():
            return not value
        case int() | float():
            return value + 1
        case str():
            return f"XX{value}XX"
    return ""  # for None


def _diff(before: str, after: str) -> tuple[str, ...]:
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
    return tuple(f"{line[0]} {line[1:].strip()}" for line in list(lines)[2:] if line[0] in "+-")


def start_tests(tests: Sequence[str], mutant: Mutant | None) -> int:
    """Run the tests in a new process; its id."""
    process = os.fork()
    if process:
        return process
    signal.alarm(SECONDS_FOR_ONE_MUTANT)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    if mutant is not None:
        sys.meta_path.insert(0, OneModuleChanged(mutant))
    import pytest  # noqa: PLC0415 - imported already, by the process that starts the others

    os._exit(pytest.main(["-x", "-q", "-p", "no:cacheprovider", *FOR_THE_IMPORTED, *tests]))


def killed_by(tests: Sequence[str], mutants: Sequence[Mutant]) -> Iterator[tuple[Mutant, bool]]:
    """Each mutant with the answer whether a test noticed it, as the answers come."""
    running: dict[int, Mutant] = {}
    for mutant in mutants:
        if len(running) == AT_ONCE:
            yield _next_of(running)
        running[start_tests(tests, mutant)] = mutant
    while running:
        yield _next_of(running)


def _next_of(running: dict[int, Mutant]) -> tuple[Mutant, bool]:
    process, status = os.wait()
    return running.pop(process), status != 0


def main() -> int:
    """Run every mutant and write down which were killed."""
    import hypothesis.stateful  # noqa: F401, PLC0415 - once here instead of once for each mutant
    import pytest  # noqa: F401, PLC0415

    settings = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["tool"]["mutmut"]
    tests = settings["pytest_add_cli_args"] + settings["pytest_add_cli_args_test_selection"]
    left_out = settings["do_not_mutate"]
    paths = [path for path in sorted(RULES.rglob("*.py")) if path.as_posix() not in left_out]
    mutants = [mutant for path in paths for mutant in mutants_of(path)]
    if os.waitpid(start_tests(tests, None), 0)[1] != 0:
        print("the tests fail without any mutant")
        return 1
    results = []
    for done, (mutant, killed) in enumerate(killed_by(tests, mutants), start=1):
        results.append({"where": mutant.where, "diff": mutant.diff, "killed": killed})
        print(f"\r{done}/{len(mutants)} mutants outside functions", end="", flush=True)
    print()
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
