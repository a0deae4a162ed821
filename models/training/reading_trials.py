"""Scenes as trials of the reader: rendered once, cut by corners that err as a finder's do."""

from __future__ import annotations

import pickle
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import cv2
import numpy as np

from calibration.deck_folder import BUILT_IN_DECKS, find_deck
from calibration.kept_learning import references_of
from models.training.scenes.arrays import Picture, as_picture
from models.training.scenes.codes import back_code
from models.training.scenes.deck import Deck
from models.training.scenes.deck_styles import illustrated_deck, style_deck
from models.training.scenes.foreign import is_foreign, with_foreign
from models.training.scenes.picture_deck import picture_deck
from models.training.scenes.scene import render_scene
from models.training.scenes.truth import CellTruth, Scene, SceneTruth
from models.training.taught_pictures import photographed_pictures
from vision.card_network import CardNetwork
from vision.cell_images import HEIGHT_PX, WIDTH_PX, CellImage
from vision.grid_finder import find_lattice
from vision.lattice import NotFound
from vision.network_reader import NetworkReader
from vision.references import DeckReferences

CORNER_ERROR = 0.0075
"""How far a found corner lies off, as a share of the card's long side (one standard deviation, both ways)."""
FOREIGN_KINDS, FOREIGN_COPIES = 12, 6
HD = (1920, 1080)
DECKS_KEPT = 5
Name = TypeVar("Name", str, tuple[str, int])
Kept = TypeVar("Kept")
DRAWN = {"style": style_deck, "illustrated": illustrated_deck}


@dataclass(frozen=True, slots=True)
class Trial:
    """One photograph to read, perhaps with strange cards among those of the deck."""

    deck: str
    condition: str
    seed: int
    foreign: bool = False

    @property
    def name(self) -> str:
        """A name for files."""
        return f"{self.deck}-{self.condition}-{self.seed}{'-foreign' if self.foreign else ''}"


class Decks:
    """Decks by name (house, style-SEED, illustrated-SEED), as scenes show them and as readers know them.

    Of drawn decks only the last few are kept.
    """

    def __init__(self, network: CardNetwork | None = None) -> None:
        self._network = network
        self._scenes: dict[str, Deck] = {}
        self._references: dict[tuple[str, int], DeckReferences] = {}

    def scene_deck(self, name: str) -> Deck:
        """The deck as it is photographed."""
        if name not in self._scenes:
            kind, _, seed = name.partition("-")
            draw = DRAWN.get(kind)
            _make_room(self._scenes)
            self._scenes[name] = draw(int(seed)) if draw else picture_deck(BUILT_IN_DECKS / name)
        return self._scenes[name]

    def references(self, name: str, photos: int = 0) -> DeckReferences:
        """The deck as it was taught: by flat pictures, or a drawn one by so many photographs of each card."""
        if (name, photos) not in self._references:
            _make_room(self._references)
            is_drawn = name.partition("-")[0] in DRAWN
            deck = (
                _drawn_references(self.scene_deck(name), photos)
                if is_drawn
                else references_of(find_deck(name))
            )
            if self._network is not None:
                deck = deck.seen_by(NetworkReader.of(self._network, deck))
            self._references[name, photos] = deck
        return self._references[name, photos]


def _make_room(kept: dict[Name, Kept]) -> None:
    """Forget the oldest drawn deck where there are too many."""
    if len(kept) >= DECKS_KEPT:
        kept.pop(next(name for name in kept if "house" not in name))


def _drawn_references(deck: Deck, photos: int) -> DeckReferences:
    size = (2 * WIDTH_PX, 2 * HEIGHT_PX)
    faces = {code: _sized(deck.picture(code), size) for code in deck.faces}
    backs = {back_code(colour): _sized(deck.backs[colour], size) for colour in deck.backs}
    if not photos:
        return DeckReferences.prepare(_alone(faces), _alone(backs), deck.copies)
    seed = zlib.crc32(deck.name.encode())
    taken = photographed_pictures({**faces, **backs}, seed, photos)
    return DeckReferences.prepare(
        {code: taken[code] for code in faces}, {code: taken[code] for code in backs}, deck.copies
    )


def _alone(pictures: dict[str, Picture]) -> dict[str, list[Picture]]:
    return {code: [picture] for code, picture in pictures.items()}


def _sized(picture: Picture, size: tuple[int, int]) -> Picture:
    return as_picture(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))


def photographed(trial: Trial, decks: Decks, kept: Path | None = None) -> Scene:
    """The trial's scene, rendered now or taken from the folder where it was kept."""
    path = kept / f"{trial.name}.pickle" if kept else None
    if path is not None and path.is_file():
        file, truth = pickle.loads(path.read_bytes())
        return Scene(as_picture(cv2.imdecode(file, cv2.IMREAD_COLOR)), truth)
    deck = decks.scene_deck(trial.deck)
    if trial.foreign:
        deck = with_foreign(deck, trial.seed, FOREIGN_KINDS, FOREIGN_COPIES)
    scene = render_scene(trial.seed, trial.condition, deck, HD)
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = cv2.imencode(".jpg", scene.frame_bgr, [cv2.IMWRITE_JPEG_QUALITY, 97])[1]
        path.write_bytes(pickle.dumps((file, scene.truth)))
    return scene


def found_cells(truth: SceneTruth) -> list[CellImage]:
    """The cells as a finder gives them: corners a little off, and the card either way round."""
    rng = np.random.default_rng([truth.seed, 417])
    cells = []
    for cell in truth.cells:
        corners = np.asarray(cell.corners)
        length = float(np.linalg.norm(corners[3] - corners[0]) + np.linalg.norm(corners[2] - corners[1])) / 2
        erring = corners + rng.normal(0, CORNER_ERROR * length / np.sqrt(2), (4, 2))
        turned = rng.random() < 0.5
        # An empty place of a landscape grid starts with a long side, a card with a short one.
        shift = 1 if cell.code is None and truth.landscape else 0
        cells.append(CellImage(cell.row, cell.column, np.roll(erring, shift + 2 * int(turned), axis=0)))
    return cells


def finder_cells(scene: Scene) -> list[tuple[CellImage, CellTruth]] | None:
    """The cells as the finder gives them, each beside its truth; none where it finds another grid or none."""
    lattice = find_lattice(scene.frame_bgr)
    if isinstance(lattice, NotFound):
        return None
    sideways = int(lattice.cell_mm[0] > lattice.cell_mm[1])
    middles = np.array([np.mean(cell.corners, axis=0) for cell in scene.truth.cells])
    width = float(np.linalg.norm(lattice.cells[0].corners[1] - lattice.cells[0].corners[0]))
    pairs = []
    for cell in lattice.cells:
        apart = np.linalg.norm(middles - cell.corners.mean(axis=0), axis=1)
        if float(apart.min()) > 0.5 * width:
            return None
        image = CellImage(cell.row, cell.column, np.roll(cell.corners, sideways, axis=0), cell.presence)
        pairs.append((image, scene.truth.cells[int(apart.argmin())]))
    return pairs


def true_code(code: str | None) -> str | None:
    """What the reader should name: nothing for what is no card of the deck."""
    return None if is_foreign(code) else code
