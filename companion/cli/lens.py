"""`conclave lens`: measure how a camera's lens bends straight lines, with a printed board."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from calibration.lens_fit import BoardView
    from vision.frame import Frame
    from vision.frame_source import FrameSource

ENOUGH_VIEWS = 15
WAIT_SECONDS = 90.0  # for the next new view of a live camera


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What can be done with lenses."""
    from companion.cli.data_folder import add_data_option

    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    printing = actions.add_parser("print", help="write the board to print (PDF)")
    printing.add_argument("--out", type=Path, required=True, metavar="FILE", help="where the PDF goes")
    printing.add_argument("--paper", choices=("a4", "letter"), default="a4", help="default: a4")
    measuring = actions.add_parser("calibrate", help="look at the board and measure the lens")
    measuring.add_argument(
        "--camera",
        required=True,
        metavar="SOURCE",
        help="a camera, a video or a folder of photos of the board",
    )
    measuring.add_argument(
        "--as", dest="name", metavar="CAMERA", help="the camera that photos or a video are of"
    )
    listing = actions.add_parser("list", help="name the cameras whose lens was measured")
    forgetting = actions.add_parser("forget", help="take a measured lens away")
    forgetting.add_argument("name", metavar="CAMERA", help="as `list` names it, or the camera's number")
    for action in (measuring, listing, forgetting):
        add_data_option(action)


def run(arguments: argparse.Namespace) -> int:
    """Do it."""
    from companion.cli.data_folder import data_folder

    if arguments.action == "print":
        return _print(arguments)
    data = data_folder(arguments.data)
    if arguments.action == "calibrate":
        return _calibrate(arguments, data)
    return _list(data) if arguments.action == "list" else _forget(data, camera_name(arguments.name))


def _print(arguments: argparse.Namespace) -> int:
    from calibration.lens_board import board_pdf
    from companion.cli.files import write_whole
    from vision.vector_page import PAPERS

    write_whole(arguments.out, board_pdf(PAPERS[arguments.paper]))
    print(
        f"{arguments.out}: print it at 100 %, glue it on cardboard, then conclave lens calibrate --camera 0"
    )
    return 0


def camera_name(text: str) -> str:
    """A camera as its frames name it."""
    return f"Camera {int(text)}" if text.isascii() and text.isdecimal() else text


def _calibrate(arguments: argparse.Namespace, data: Path) -> int:
    from calibration.lens_fit import LensNotMeasured, measure_lens
    from calibration.lens_store import keep_lens
    from companion.cli.main import UsageError
    from vision.frame_source import UnreadableSource
    from vision.frames import open_frames

    try:
        with open_frames(arguments.camera) as source:
            if not source.is_live and arguments.name is None:
                raise UsageError("--as: say which camera these pictures are of, for instance --as 0")
            camera = camera_name(arguments.name or source.name)
            views = list(_views(source))
        measured = measure_lens(views)
    except (UnreadableSource, LensNotMeasured) as problem:
        raise UsageError(str(problem)) from problem
    try:
        path = keep_lens(data, camera, measured)
    except OSError as problem:
        raise UsageError(f"{data}: {problem.strerror or problem}") from problem
    print(
        f"{camera}: measured from {measured.views} views, off by {measured.error_px:.2f} pixels on average. "
        f"Kept in {path}; its pictures are straightened from now on."
    )
    return 0


def _views(source: FrameSource) -> Iterator[BoardView]:
    """New views of the board as they come, each said; a live camera is asked until there are enough."""
    from calibration.lens_fit import NINTHS, find_board, is_new

    found: list[BoardView] = []
    for frame in _frames(source, found):
        view = find_board(frame.frame_bgr)
        if view is None or not is_new(view, found):
            if not source.is_live and view is None:
                print(f"{frame.source} {frame.number}: no board made out", file=sys.stderr)
            continue
        found.append(view)
        seen = set[tuple[int, int]]().union(*(one.ninths for one in found))
        print(
            f"view {len(found)}: {len(view.ids)} corners, {len(seen)} of {NINTHS**2} parts covered",
            flush=True,
        )
        yield view


def _frames(source: FrameSource, found: list[BoardView]) -> Iterator[Frame]:
    """Frames until enough views were found in them, or none was for too long."""
    import time

    from companion.cli.main import UsageError

    if not source.is_live:
        yield from source
        return
    print(
        "Show the board to the camera: near and far, in every corner of the picture, and tilted.", flush=True
    )
    last, until = 0, time.monotonic() + WAIT_SECONDS
    while len(found) < ENOUGH_VIEWS and time.monotonic() < until:
        frame = source.next_frame(0.5)
        if frame is not None:
            yield frame
        elif source.health().tries > 2:
            raise UsageError(source.health().words)
        if len(found) != last:
            last, until = len(found), time.monotonic() + WAIT_SECONDS


def _list(data: Path) -> int:
    from calibration.lens_store import BrokenLens, read_lens, stored_lenses

    status = 0
    for path in stored_lenses(data):
        try:
            stored = read_lens(path)
        except BrokenLens as problem:
            print(f"conclave lens: {problem}", file=sys.stderr)
            status = 2
        else:
            lens, measured = stored.measured.lens, stored.measured
            print(
                f"{stored.camera}: {lens.width_px} x {lens.height_px}, {measured.views} views, "
                f"off by {measured.error_px:.2f} pixels"
            )
    return status


def _forget(data: Path, camera: str) -> int:
    from calibration.lens_store import forget_lens
    from companion.cli.main import UsageError

    if not forget_lens(data, camera):
        raise UsageError(f"no lens was measured for {camera}")
    print(f"{camera}: forgotten; its pictures are used as they come")
    return 0
