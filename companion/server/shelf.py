"""What pages need, kept ready in memory: each file once, and once more packed for slow connections."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

MEDIA_TYPES = {".js": "text/javascript", ".svg": "image/svg+xml", ".json": "application/json"}
# Those above differ between systems, or are wrong in the registry of some.


@dataclass(frozen=True, slots=True)
class Kept:
    """A file as it is sent."""

    plain: bytes
    packed: bytes
    media_type: str
    tag: str  # changes with the content, so that a phone loads again only what changed


def kept(content: bytes, media_type: str) -> Kept:
    """Make something ready to be sent."""
    tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
    return Kept(content, gzip.compress(content, mtime=0), media_type, tag)


def media_type_of(name: str) -> str:
    """What a file is, by the ending of its name."""
    guessed = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return MEDIA_TYPES.get(Path(name).suffix, guessed)


def answer(request: Request, file: Kept) -> Response:
    """The file, packed if the phone can unpack it, or the news that the phone has it already."""
    headers = {"ETag": file.tag, "Vary": "Accept-Encoding"}
    if file.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    body = file.plain
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        body = file.packed
    return Response(body, headers=headers, media_type=file.media_type)


class Shelf:
    """The files of a folder by their names. A file that is edited is read again; none is found elsewhere."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._names = sorted(
            path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()
        )
        self.last_version = ""
        self._kept: dict[str, tuple[int, Kept]] = {}

    def __getitem__(self, name: str) -> Kept:
        if name not in self._names:
            raise HTTPException(404, f"{name} is not here")
        file = self._folder / name
        try:
            changed = file.stat().st_mtime_ns
            found = self._kept.get(name)
            if found is None or found[0] != changed:
                found = changed, kept(file.read_bytes(), media_type_of(name))
                self._kept[name] = found
        except OSError as problem:
            raise HTTPException(404, f"{name} is missing") from problem
        return found[1]

    def version(self, under: str) -> str:
        """A name for what lies under a folder; another as soon as any of it changes."""
        digest = hashlib.sha256()
        for name in self._names:
            if name.startswith(f"{under}/"):
                digest.update(f"{name} {self[name].tag}\n".encode())
        self.last_version = digest.hexdigest()[:12]
        return self.last_version

    def text(self, name: str) -> str:
        """A file that is put together with others."""
        return self[name].plain.decode()
