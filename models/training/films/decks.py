"""The decks a film can show: pictures to paint, and the list of cards that the game is played with."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from calibration.deck_folder import find_deck
from companion.games.conclave.components import Deck
from companion.games.conclave.notation import mage
from models.training.crop_decks import named_deck
from models.training.scenes.deck import Deck as PictureDeck
from models.training.scenes.picture_deck import picture_deck


@dataclass(frozen=True, slots=True)
class FilmDeck:
    """Pictures and the list of cards."""

    pictures: PictureDeck
    cards: Deck


def film_deck(name: str, kept: Path) -> FilmDeck:
    """The house deck, a drawn style or a folder of pictures, all with the house deck's list of cards."""
    pictures = picture_deck(Path(name)) if Path(name).is_dir() else named_deck(name, kept)
    counts = find_deck("house").counts
    missing = sorted(set(counts) - set(pictures.faces))
    if missing:
        raise ValueError(f"the deck {pictures.name} has no picture of {', '.join(missing[:5])}")
    return FilmDeck(pictures, Deck({mage(code): count for code, count in counts.items()}))
