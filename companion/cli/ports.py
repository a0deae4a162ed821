"""Where the table is opened if nobody says otherwise."""

from __future__ import annotations

DEFAULT_PORT = 8765
