"""Access: unguessable codes for each role, kept only as hashes, and the sessions they open."""

from __future__ import annotations

import hashlib
import json
import os
import secrets
import tempfile
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path

from companion.server.refusals import Refused, unknown_code
from companion.server.roles import Role

CODE_BYTES = 16
CODES_KEPT = 8  # of earlier starts: phones that joined then still get in
MOST_SESSIONS = 20_000
FILE_NAME = "access.json"


def digest(secret: str) -> str:
    """What is kept of a secret. It has 128 random bits, so one round of hashing hides it."""
    return hashlib.sha256(secret.encode()).hexdigest()


@dataclass(slots=True)
class Session:
    """One phone that joined; it changes when its holder sits down at a seat."""

    role: Role
    code_digest: str
    seat: str | None = None
    streams: int = 0

    @property
    def author(self) -> str:
        """The name under which its decisions are recorded."""
        return self.seat or self.role.value


class Access:
    """Gives out codes and sessions, and takes them back."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME
        self._digests = self._read()
        self._codes: dict[Role, str] = {}
        self._sessions: OrderedDict[str, Session] = OrderedDict()
        self.joined = 0  # how often a phone came in since the start

    def code(self, role: Role) -> str:
        """The code to hand out now; made when first asked for, since only its hash outlives the program."""
        if role not in self._codes:
            code = secrets.token_urlsafe(CODE_BYTES)
            self._codes[role] = code
            self._digests[role] = [*self._digests[role], digest(code)][-CODES_KEPT:]
            self._write()
        return self._codes[role]

    def renew(self, role: Role) -> list[Session]:
        """Make a new code; all who came in by an older one are dropped, and named here."""
        self._codes.pop(role, None)
        self._digests[role] = []
        dropped = {token: one for token, one in self._sessions.items() if one.role is role}
        for token in dropped:
            del self._sessions[token]
        self.code(role)
        return list(dropped.values())

    def join(self, code: str) -> tuple[str, Session]:
        """Open a session by a code."""
        sought = digest(code)
        role = next((role for role in Role if sought in self._digests[role]), None)
        if role is None:
            raise unknown_code()
        token, session = secrets.token_urlsafe(CODE_BYTES), Session(role, sought)
        self._sessions[digest(token)] = session
        self.joined += 1
        while len(self._sessions) > MOST_SESSIONS:
            self._sessions.popitem(last=False)
        return token, session

    def leave(self, token: str) -> list[Session]:
        """Close a session whose phone opens another: its seat is free at once, its streams must end."""
        session = self._sessions.pop(digest(token), None)
        return [] if session is None else [session]

    def session(self, token: str) -> Session:
        """The session behind a token."""
        session = self._sessions.get(digest(token))
        if session is None:
            raise unknown_code()
        return session

    def is_host(self, token: str) -> bool:
        """Whether a token is that of a host's session."""
        session = self._sessions.get(digest(token))
        return session is not None and session.role is Role.HOST

    def sit(self, session: Session, seat: str | None) -> None:
        """Sit down at a seat that no other phone holds open, or get up."""
        taken = any(
            one.seat == seat and one.streams and one is not session for one in self._sessions.values()
        )
        if seat is not None and taken:
            raise Refused(409, "seat-taken", f"another phone plays for {seat}")
        session.seat = seat

    def free_seats(self) -> None:
        """Everybody gets up, since another game begins."""
        for session in self._sessions.values():
            session.seat = None

    def seats_held(self) -> list[str]:
        """The seats for which a phone is there."""
        return sorted({one.seat for one in self._sessions.values() if one.seat and one.streams})

    def _read(self) -> dict[Role, list[str]]:
        try:
            kept = json.loads(self._path.read_text(encoding="utf-8"))
            return {role: [str(one) for one in kept.get(role.value, [])] for role in Role}
        except (OSError, ValueError, AttributeError, TypeError):
            return {role: [] for role in Role}  # codes are cheap: new ones are handed out

    def _write(self) -> None:
        text = json.dumps({role.value: digests for role, digests in self._digests.items()}, indent=1)
        handle, name = tempfile.mkstemp(dir=self._path.parent, prefix=".access.")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        Path(name).replace(self._path)
