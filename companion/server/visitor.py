"""Who is asking: a phone by its session, or the host machine itself."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request

from companion.server.access import Access, Session
from companion.server.gate import bearer_token, comes_from_here
from companion.server.refusals import not_allowed, unknown_code
from companion.server.roles import POWERS, Audience, Power, Role, audience_of


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody with a role; the host machine needs no session."""

    role: Role
    session: Session | None

    @property
    def author(self) -> str:
        """The name under which decisions are recorded."""
        return self.session.author if self.session else self.role.value

    @property
    def seat(self) -> str | None:
        """The player this phone decides for."""
        return self.session.seat if self.session else None

    @property
    def audience(self) -> Audience:
        """What the visitor gets to see."""
        return audience_of(self.role)

    def may(self, power: Power) -> bool:
        """Whether the role has a power."""
        return power in POWERS[self.role]

    def require(self, power: Power) -> None:
        """Refuse what the role may not do."""
        if not self.may(power):
            raise not_allowed(f"a {self.role.value} may not {power.value}")

    def require_decides_for(self, player: str) -> None:
        """Refuse to decide for somebody else, unless everything may be entered."""
        if self.may(Power.ENTER):
            return
        self.require(Power.PLAY)
        if self.seat != player:
            raise not_allowed(f"this phone does not play for {player}")


def visitor_of(request: Request, access: Access) -> Visitor:
    """By the session it names; without one, only the host machine is known."""
    if "authorization" in request.headers:
        session = access.session(bearer_token(request.headers))
        return Visitor(session.role, session)
    if comes_from_here(request.scope):
        return Visitor(Role.HOST, None)
    raise unknown_code()
