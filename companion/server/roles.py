"""Roles: what each kind of link allows. A role is asked for a power, never for its name."""

from __future__ import annotations

from enum import StrEnum


class Role(StrEnum):
    """Who is holding the phone."""

    HOST = "host"
    JUDGE = "judge"
    PLAYER = "player"
    VIEWER = "viewer"
    CAMERA = "camera"  # a phone on a stand that only shows the table


class Power(StrEnum):
    """What can be done at the table."""

    WATCH = "watch"  # see what everybody at the table sees
    PLAY = "play"  # decide for one's own seat
    DISPUTE = "dispute"  # ask for the judge
    ENTER = "enter"  # enter what anybody decided, and lay the first Conclave
    CORRECT = "correct"  # tell the past anew, and see who entered what
    SETTLE = "settle"  # close a dispute
    EXPORT = "export"  # take a whole game away, hidden cards included
    CHECK = "check"  # have a photo of any table judged
    FILM = "film"  # be the camera of the table
    HOST = "host"  # begin and delete games, hand out and renew codes


POWERS: dict[Role, frozenset[Power]] = {
    Role.VIEWER: frozenset({Power.WATCH}),
    Role.PLAYER: frozenset({Power.WATCH, Power.PLAY, Power.DISPUTE}),
    Role.JUDGE: frozenset(
        {Power.WATCH, Power.DISPUTE, Power.ENTER, Power.CORRECT, Power.SETTLE, Power.EXPORT, Power.CHECK}
    ),
    Role.CAMERA: frozenset({Power.FILM}),
    Role.HOST: frozenset(Power),
}


class Audience(StrEnum):
    """Who sees the same: one message is made for each, however many phones there are."""

    PUBLIC = "public"
    JUDGES = "judges"


def audience_of(role: Role) -> Audience:
    """What a role gets to see."""
    return Audience.JUDGES if Power.CORRECT in POWERS[role] else Audience.PUBLIC
