from __future__ import annotations

import pytest

from calibration.teaching.card_ratio import size_of_ratio
from vision.lattice import CardSize


@pytest.mark.parametrize("ratio", [1.546, 1.552, 1.560])
def test_a_shape_that_several_sizes_have_is_taken_for_the_likeliest(ratio: float) -> None:
    """A photo does not show that cards are small; 44 x 68 mm has nearly the shape of 56 x 87."""
    assert size_of_ratio(ratio) == CardSize(56.0, 87.0)


def test_other_common_shapes_are_known() -> None:
    assert size_of_ratio(1.397) == CardSize(63.0, 88.0)
    assert size_of_ratio(1.715) == CardSize(70.0, 120.0)


def test_a_shape_of_its_own_is_as_wide_as_usual() -> None:
    assert size_of_ratio(1.25) == CardSize(56.0, 70.0)
