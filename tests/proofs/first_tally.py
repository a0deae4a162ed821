"""From a clean clone to the first live tally in a browser, by the first of the two commands.

python -m tests.proofs.first_tally

Clones this repository, runs `make run` in the clone and opens the host page at the size of a phone. Most of
the time is download and unpacking, so the figure says as much of the network as of the companion.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.mobile_web.browser import chromium, open_phone

ROOT = Path(__file__).parents[2]
MOST_SECONDS = 180.0
PATIENCE_MS = 600_000


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def made_to_run(clone: Path, port: int) -> Iterator[None]:
    """The first command, as the README writes it, stopped again with all that it started."""
    wishes = f"--demo --host 127.0.0.1 --port {port} --data {clone.parent / 'data'}"
    made = subprocess.Popen(
        ["make", "run", f"ARGS={wishes}"], cwd=clone, env={**os.environ, "CI": "1"}, start_new_session=True
    )
    try:
        yield
    finally:
        os.killpg(made.pid, signal.SIGINT)
        made.wait(30)


def wait_for(address: str) -> None:
    """Return once the table is open."""
    until = time.monotonic() + PATIENCE_MS / 1000
    while time.monotonic() < until:
        try:
            with urllib.request.urlopen(f"{address}/api/me", timeout=5):
                return
        except OSError:
            time.sleep(0.2)
    raise SystemExit("the table did not open")


def main() -> None:
    """Clone, run, look."""
    begun = time.monotonic()
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "clone"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        with made_to_run(clone, port):
            wait_for(address)
            opened = time.monotonic() - begun
            with chromium() as browser:
                page = open_phone(browser, f"{address}/host")
                page.locator(".verdict .headline").wait_for(timeout=PATIENCE_MS)
                page.locator(".zone .points").first.wait_for()
                seconds = time.monotonic() - begun
    print(f"{seconds:.0f} s from the clone to the first live tally; the table was open after {opened:.0f} s")
    if seconds > MOST_SECONDS:
        raise SystemExit(f"expected at most {MOST_SECONDS:.0f} s")


if __name__ == "__main__":
    main()
