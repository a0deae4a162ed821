"""The networks that the companion was installed with: they are looked at before any frame is."""

from __future__ import annotations

from pathlib import Path

from companion.cli.checkups.installed import why_another_file
from companion.cli.main import UsageError

MODEL_FOLDER = Path(__file__).parents[2] / "models"
NETWORKS = ("cards", "marks")
MEND = "install the companion again"


def require_whole_models() -> None:
    """Every network is the file that its manifest names; nothing is loaded, so that a server stays small."""
    for name in NETWORKS:
        model = MODEL_FOLDER / f"{name}.onnx"
        trouble = why_another_file(model.with_suffix(".json"), model)
        if trouble:
            raise UsageError(f"{model}: {trouble}; {MEND}")


def require_finder() -> None:
    """The network that finds cards can be run."""
    from vision.card_marks import default_marker
    from vision.network_manifest import UnusableModel

    try:
        default_marker()
    except UnusableModel as problem:
        raise UsageError(f"{problem}; {MEND}") from problem
