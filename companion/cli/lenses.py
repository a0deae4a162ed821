"""The measured lenses of a data folder, for whoever opens a camera."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from calibration.lens_store import lens_of
from vision.lens import Lens


def lenses_in(data: Path) -> Callable[[str], Lens | None]:
    """Tells the lens of a camera by its name; `BrokenLens` where the stored one cannot be trusted."""

    def lens(camera: str) -> Lens | None:
        stored = lens_of(data, camera)
        return None if stored is None else stored.measured.lens

    return lens
