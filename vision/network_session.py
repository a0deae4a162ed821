"""How the networks are run: on few threads, and without memory of their own that only ever grows."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from onnxruntime import SessionOptions


def session_options(threads: int) -> SessionOptions:
    """The options of a network that stays open for a whole evening."""
    import onnxruntime  # noqa: PLC0415  so that whoever only needs the values does not pay for the library

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    # An arena takes a further region whenever cells are asked for in another number, and gives none back.
    options.enable_cpu_mem_arena = False
    return options
