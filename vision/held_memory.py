"""Memory that lies free in the C library, given back to the machine.

Pictures of millions of pixels come and go beside small things that stay. The heap of the C library grows
round what stays and keeps the holes, a little more of them with every game, although no more is in use than
before. Where that library cannot be asked (it is glibc that can), nothing is done.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import lru_cache


def give_back_free_memory() -> None:
    """Let the machine have what is not in use. Costs some milliseconds: not for every frame."""
    trim = _trim()
    if trim is not None:
        trim(0)


@lru_cache(maxsize=1)
def _trim() -> Callable[[int], int] | None:
    try:
        return ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # another C library, or a system without one by that name
        return None
