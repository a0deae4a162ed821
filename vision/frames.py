"""One door to every source of frames.

| source                                   | becomes       | frames                                     |
|------------------------------------------|---------------|--------------------------------------------|
| `0`, `"0"`                               | camera        | the newest; reopened when it stalls        |
| `"rtsp://…"`, `"http://…"`               | camera        | the newest; reopened when it stalls        |
| a video file                             | `VideoFrames` | all, in order, with their recorded times   |
| a folder, a photo, several photos        | `StillFrames` | all, in order; unreadable ones are named   |
| frames brought by the server             | `PushedFrames`| the newest; made by its owner              |
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from vision.camera_reader import Patience
from vision.captures import CameraWish, address_name, is_camera_address, open_address, open_camera
from vision.frame_source import FrameSource, UnreadableSource
from vision.lens import Lens
from vision.live_frames import LiveFrames
from vision.photo_header import looks_like_a_photo
from vision.recorded_frames import StillFrames, VideoFrames, photos_in
from vision.straight_frames import StraightFrames

_HIGHEST_CAMERA = 99


def open_frames(
    source: int | str | Path | Sequence[Path],
    patience: Patience | None = None,
    wish: CameraWish | None = None,
    lens_of: Callable[[str], Lens | None] | None = None,
) -> FrameSource:
    """Open whatever the source is; raise `UnreadableSource` with one clear line when it can be none.

    A camera that does not answer yet is no error: its `health` says so and it is tried again until closed.
    `lens_of` tells the measured lens of a camera by its name; live frames are then straightened as they come.
    """
    opened = _open(source, patience, wish or CameraWish())
    lens = lens_of(opened.name) if lens_of is not None and opened.is_live else None
    return opened if lens is None else StraightFrames(opened, lens)


def _open(
    source: int | str | Path | Sequence[Path], patience: Patience | None, wish: CameraWish
) -> FrameSource:
    if isinstance(source, str) and is_camera_address(source):
        return LiveFrames(address_name(source), partial(open_address, source, wish), patience)
    if isinstance(source, int) or (isinstance(source, str) and source.isascii() and source.isdecimal()):
        number = _camera_number(int(source))
        return LiveFrames(f"Camera {number}", partial(open_camera, number, wish), patience)
    if isinstance(source, (str, Path)):
        return _open_path(source)
    photos = [Path(photo) for photo in source]
    if not photos:
        raise UnreadableSource("no photos were given")
    return StillFrames(photos, f"{len(photos)} photos" if len(photos) > 1 else photos[0].name)


def _camera_number(number: int) -> int:
    if not 0 <= number <= _HIGHEST_CAMERA:
        raise UnreadableSource(f"camera {number}: cameras are numbered from 0 to {_HIGHEST_CAMERA}")
    return number


def _open_path(source: str | Path) -> FrameSource:
    if isinstance(source, str) and "://" in source:
        raise UnreadableSource(
            f"{source.split('://')[0]}:// is no camera address; use http, https, rtsp or rtsps"
        )
    if "\0" in str(source):
        raise UnreadableSource("a name with a zero byte does not exist")
    path = Path(source)
    name = path.name or str(path)
    try:
        if path.is_dir():
            return _open_folder(path, name)
        if not path.is_file():
            raise UnreadableSource(f"{name} {'is no ordinary file' if path.exists() else 'does not exist'}")
        with path.open("rb") as file:
            start = file.read(16)
    except OSError as error:
        raise UnreadableSource(f"{name} cannot be opened: {error.strerror}") from error
    if not start:
        raise UnreadableSource(f"{name} is empty")
    return StillFrames([path], name) if looks_like_a_photo(start) else VideoFrames(path)


def _open_folder(folder: Path, name: str) -> FrameSource:
    photos = photos_in(folder)
    if not photos:
        raise UnreadableSource(f"{name} is a folder without photos")
    return StillFrames(photos, name)
