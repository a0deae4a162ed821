"""The folder of `--overlay`: one picture for each image, also where images share a name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.arrays import Picture


class OverlayFolder:
    """Named after the images: `table.jpg.read.png`, then `table.jpg-2.read.png` for the next of that name."""

    def __init__(self, folder: Path, ending: str) -> None:
        self._folder = folder
        self._ending = ending
        self._written: set[str] = set()

    def write(self, image: str, picture: Picture) -> None:
        """Write one picture, over what an earlier run left there but never over one of this run."""
        import cv2

        from companion.cli.files import write_whole

        write_whole(
            self._folder / self._next_name(Path(image).name), cv2.imencode(".png", picture)[1].tobytes()
        )

    def _next_name(self, image: str) -> str:
        name, number = f"{image}.{self._ending}.png", 1
        while name in self._written:
            number += 1
            name = f"{image}-{number}.{self._ending}.png"
        self._written.add(name)
        return name


def overlay_folder(folder: Path | None, ending: str) -> OverlayFolder | None:
    """Where pictures go, if they are wanted; what can be no folder is refused before any image is read."""
    if folder is None:
        return None
    from companion.cli.data_folder import require_folder

    require_folder(folder, "--overlay")
    return OverlayFolder(folder, ending)
