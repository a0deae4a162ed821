"""Runs the installed program as a person or another program would."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PROGRAM = Path(sys.executable).with_name("conclave")


def conclave(*words: str, typed: str | bytes = "") -> subprocess.CompletedProcess[str]:
    """Run `conclave` with these words and this standard input."""
    data = typed.encode() if isinstance(typed, str) else typed
    done = subprocess.run([PROGRAM, *words], input=data, capture_output=True, check=False, timeout=120)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())
