"""Evidence: frames as files named by their own content, on the disk before any entry cites them."""

from __future__ import annotations

import errno
import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from companion.journal.durable_file import write_durably
from companion.journal.errors import Damaged, DiskFull

DIGEST = re.compile(r"[0-9a-f]{64}")


class EvidenceFolder:
    """Keeps frames; a frame can be found only under the digest of its bytes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, content: bytes) -> str:
        """Store a frame and return its digest once the disk has it."""
        digest = hashlib.sha256(content).hexdigest()
        path = self._path(digest)
        if path.exists():
            return digest
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            write_durably(path, content)
        except OSError as problem:
            if problem.errno in (errno.ENOSPC, errno.EDQUOT):
                raise DiskFull(str(self._folder)) from problem
            raise
        return digest

    def read(self, digest: str) -> bytes:
        """A frame, checked against its name."""
        if not DIGEST.fullmatch(digest):
            raise Damaged("evidence", f"{digest[:20]!r} is no digest")
        try:
            content = self._path(digest).read_bytes()
        except FileNotFoundError as problem:
            raise Damaged("evidence", f"frame {digest[:12]} is missing") from problem
        if hashlib.sha256(content).hexdigest() != digest:
            raise Damaged("evidence", f"frame {digest[:12]} is not what was written")
        return content

    def forget_all_but(self, cited: set[str]) -> None:
        """Remove frames that no entry cites."""
        for digest in list(self._digests()):
            if digest not in cited:
                self._path(digest).unlink(missing_ok=True)

    def _digests(self) -> Iterator[str]:
        if self._folder.is_dir():
            yield from (path.name for path in self._folder.glob("*/*") if DIGEST.fullmatch(path.name))

    def _path(self, digest: str) -> Path:
        return self._folder / digest[:2] / digest
