"""Which setting belongs to which Magic."""

from __future__ import annotations

from collections.abc import Callable

from calibration.house_deck.earth import earth_foreground, earth_setting
from calibration.house_deck.love_and_war import love_and_war_foreground, love_and_war_setting
from calibration.house_deck.mind import mind_foreground, mind_setting
from calibration.house_deck.nature import nature_foreground, nature_setting
from calibration.house_deck.shapes import Drawing
from calibration.house_deck.wind import wind_foreground, wind_setting
from calibration.house_deck.wisdom import wisdom_foreground, wisdom_setting

SETTINGS: dict[str, Callable[[], Drawing]] = {
    "be": earth_setting,
    "bl": wind_setting,
    "pu": mind_setting,
    "or": wisdom_setting,
    "re": love_and_war_setting,
    "gr": nature_setting,
}
FOREGROUNDS: dict[str, Callable[[], Drawing]] = {
    "be": earth_foreground,
    "bl": wind_foreground,
    "pu": mind_foreground,
    "or": wisdom_foreground,
    "re": love_and_war_foreground,
    "gr": nature_foreground,
}


def setting(magic: str) -> Drawing:
    """What is behind the mage."""
    return SETTINGS[magic]()


def foreground(magic: str) -> Drawing:
    """What stands on the ledge before the mage."""
    return FOREGROUNDS[magic]()
