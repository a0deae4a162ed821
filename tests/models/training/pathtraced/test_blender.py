from __future__ import annotations

import importlib

import numpy as np
import pytest

from models.training.pathtraced import blender


def test_the_near_edge_of_a_scene_is_the_near_edge_of_the_room() -> None:
    """Scenes count y towards whoever sits at the table, Blender away from them."""
    room = blender.to_room(np.array([[100.0, 200.0, 50.0]]))
    assert np.allclose(room, [[0.1, -0.2, 0.05]])


def test_without_blender_the_word_is_clear(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", missing)
    with pytest.raises(SystemExit, match="install the package bpy"):
        blender.bpy()
