from __future__ import annotations

from collections.abc import Mapping

import pytest

from calibration.house_deck.pictures import all_pictures
from tests.calibration.house_deck.eyes import Picture

SMALL_PX = 112  # two pixels a millimetre; on a 4 x 4 table in a 1080p frame a card is wider


@pytest.fixture(scope="session")
def pictures() -> Mapping[str, Picture]:
    """Every face and back by its file name, as wide as on a camera's table; drawn once for all tests."""
    return dict(all_pictures(SMALL_PX))


@pytest.fixture(scope="session")
def faces(pictures: Mapping[str, Picture]) -> Mapping[str, Picture]:
    return {name: picture for name, picture in pictures.items() if not name.endswith("-back")}


@pytest.fixture(scope="session")
def backs(pictures: Mapping[str, Picture]) -> Mapping[str, Picture]:
    return {name: picture for name, picture in pictures.items() if name.endswith("-back")}
