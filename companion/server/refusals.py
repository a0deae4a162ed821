"""What the server refuses, each with a code that the pages turn into words."""

from __future__ import annotations


class Refused(Exception):
    """A request that is not carried out; it changes nothing."""

    def __init__(self, status: int, code: str, fact: str = "") -> None:
        super().__init__(fact or code)
        self.status = status
        self.code = code
        self.fact = fact


def not_allowed(fact: str) -> Refused:
    """The role does not have this power."""
    return Refused(403, "not-allowed", fact)


def unknown_code() -> Refused:
    """The code of the link is none, or has been renewed since."""
    return Refused(401, "unknown-code", "this link is not valid any more; scan the code at the table again")


def no_game() -> Refused:
    """Nothing is being played."""
    return Refused(409, "no-game", "no game has been begun")


def stale(seen: int, now: int) -> Refused:
    """The page had not seen the latest when it asked."""
    return Refused(409, "stale", f"the page had seen entry {seen}, the game is at {now}")
