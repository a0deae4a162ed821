"""Keeps the memory of a process that looks at pictures for hours from growing.

Pictures of millions of pixels come and go beside small things that stay. Left to itself glibc soon keeps the
pictures on the heap as well: it grows round what stays, and a little further with every game, although no
more is in use than before.
"""

from __future__ import annotations

import ctypes

PICTURE_BYTES = 2**20  # from here on each has pages of its own, given back when it is let go
KEPT_FREE_BYTES = 16 * 2**20
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3  # as malloc.h of glibc has them


def keep_memory_steady() -> None:
    """Let pictures lie apart from the heap. To be called once when a program starts that runs for long.

    Other C libraries do not know the wish, and are left as they are.
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return
    mallopt(M_MMAP_THRESHOLD, PICTURE_BYTES)
    mallopt(M_TRIM_THRESHOLD, KEPT_FREE_BYTES)
