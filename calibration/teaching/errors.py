"""What can go wrong while a deck is taught. Every message is one line for the person who teaches.

TeachingError
├── BadLabels      a list of labels that cannot be used: which line, and why
├── BadSession     a session on disk that cannot be trusted
└── NotTaught      the deck cannot be used as it is: what is missing or wrong, and its report if there is one
"""

from __future__ import annotations

from calibration.teaching.remarks import Remark


class TeachingError(Exception):
    """Teaching cannot go on; the message is one line for a person."""


class BadLabels(TeachingError):
    """Labels that cannot be used."""


class BadSession(TeachingError):
    """A session on disk that cannot be trusted."""


class NotTaught(TeachingError):
    """The deck on disk stays as it was; `troubles` says everything that stands in the way."""

    def __init__(self, troubles: tuple[Remark, ...]) -> None:
        super().__init__(_one_line(tuple(str(one) for one in troubles)))
        self.troubles = troubles


def _one_line(troubles: tuple[str, ...], shown: int = 4) -> str:
    more = f"; and {len(troubles) - shown} more" if len(troubles) > shown else ""
    return "; ".join(troubles[:shown]) + more
