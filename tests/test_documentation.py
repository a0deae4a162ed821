"""What is not documented does not exist: commands, options, events, rules, and the README that must run."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

from companion.cli.main import COMMANDS, command_parser
from companion.games.conclave.events import GameSetUp, TurnEvent
from companion.games.conclave.rulings import PlainRule, Rule, Ruling
from companion.games.conclave.words.catalogue import say_rule

ROOT = Path(__file__).parents[1]
COMMAND_DOCS = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
RULE_DOCS = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")


def section(name: str) -> str:
    """The part of the command documentation under one heading."""
    parts = re.split(r"^## ", COMMAND_DOCS, flags=re.MULTILINE)
    return next((part for part in parts if part.startswith(f"conclave {name}\n")), "")


def options_of(parser: argparse.ArgumentParser) -> set[str]:
    """Every long option of a command and of its own commands."""
    found: set[str] = set()
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                found |= options_of(below)
        found |= {option for option in action.option_strings if option.startswith("--")}
    return found - {"--help"}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_is_documented(name: str) -> None:
    text = section(name)
    assert text, f"docs/commands.md has no section on conclave {name}"
    documented = set(re.findall(r"^\| `(--[a-z-]+)`", text, flags=re.MULTILINE))
    assert documented == options_of(command_parser(name))


@pytest.mark.parametrize("event", [GameSetUp, *get_args(TurnEvent)], ids=lambda event: str(event.__name__))
def test_every_event_is_documented(event: type) -> None:
    assert f"| `{event.__name__}` |" in RULE_DOCS


@pytest.mark.parametrize("rule", [*Ruling, *PlainRule])
def test_every_rule_is_documented_in_its_own_words(rule: Rule) -> None:
    assert f"| `{rule}` | {say_rule('en', rule)} |" in RULE_DOCS


SESSIONS = re.findall(r"```console\n(.*?)```", README, flags=re.DOTALL)


@pytest.mark.parametrize("session", SESSIONS, ids=range(len(SESSIONS)))
def test_the_sessions_of_the_readme_run_as_shown(session: str) -> None:
    """Each `$` line is typed into a shell; what follows must be what it prints."""
    for command, shown in re.findall(r"^\$ (.*?)\n((?:(?!\$ ).*\n)*)", session, flags=re.MULTILINE):
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            ["bash", "-c", command], capture_output=True, text=True, check=False, cwd=ROOT,
            env={**os.environ, "PATH": path},
        )  # fmt: skip
        assert done.stdout + done.stderr == shown, command


@pytest.mark.parametrize("block", re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL), ids=str)
def test_the_python_of_the_readme_runs(block: str) -> None:
    subprocess.run([sys.executable, "-c", block], check=True, cwd=ROOT)


def test_the_readme_shows_the_two_commands_first() -> None:
    first_screen = "\n".join(README.splitlines()[:40])
    assert "make run" in first_screen
    assert "make test" in first_screen
    assert len(SESSIONS) > 0


@pytest.mark.parametrize(
    "page",
    ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "BENCHMARKS.md", "docs/rules.md", "docs/commands.md"],
)
def test_links_between_pages_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"(?:\]\((?!http)|src=\")([^)#\"]+)", text):
        assert ((ROOT / page).parent / target).exists(), target
