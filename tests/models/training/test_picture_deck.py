from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from models.training.scenes.deck_styles import style_deck
from models.training.scenes.picture_deck import picture_deck


def test_a_folder_of_pictures_is_a_deck(tmp_path: Path) -> None:
    style = style_deck(1, 56)
    for code in ("puG5", "reC1"):
        cv2.imwrite(str(tmp_path / f"{code}.png"), style.faces[code])
        cv2.imwrite(str(tmp_path / f"{code[:2]}-back.png"), style.backs[code[:2]])
    (tmp_path / "deck.json").write_text("{}")
    deck = picture_deck(tmp_path, {"puG5": 2})
    assert deck.cards() == ["puG5", "puG5", "reC1"]
    assert (deck.picture("puG5") == style.faces["puG5"]).all()


def test_a_folder_without_cards_or_with_a_broken_picture_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no card pictures"):
        picture_deck(tmp_path)
    (tmp_path / "puG5.png").write_text("not a picture")
    with pytest.raises(ValueError, match="no readable picture"):
        picture_deck(tmp_path)
