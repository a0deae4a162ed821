"""Scenes as trials of the reader: rendered once, cut by corners that err as a finder's do."""

from __future__ import annotations

import pickle
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from calibration.deck_folder import BUILT_IN_DECKS, find_deck
from models.training.scenes.arrays import Picture, as_picture
from models.training.scenes.codes import back_code
from models.training.scenes.deck import Deck
from models.training.scenes.deck_styles import style_deck
from models.training.scenes.foreign import is_foreign, with_foreign
from models.training.scenes.picture_deck import picture_deck
from models.training.scenes.scene import render_scene
from models.training.scenes.truth import CellTruth, Scene, SceneTruth
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
    """Decks by name, `house` or `style-SEED`, as scenes show them and as the readers know them."""

    def __init__(self, network: CardNetwork | None = None) -> None:
        self._network = network
        self._scenes: dict[str, Deck] = {}
        self._references: dict[str, DeckReferences] = {}

    def scene_deck(self, name: str) -> Deck:
        """The deck as it is photographed."""
        if name not in self._scenes:
            is_style = name.startswith("style-")
            self._scenes[name] = (
                style_deck(int(name.removeprefix("style-")))
                if is_style
                else picture_deck(BUILT_IN_DECKS / name)
            )
        return self._scenes[name]

    def references(self, name: str) -> DeckReferences:
        """The deck as it was taught: flat pictures."""
        if name not in self._references:
            is_style = name.startswith("style-")
            deck = _style_references(self.scene_deck(name)) if is_style else _taught(name)
            if self._network is not None:
                deck = deck.seen_by(NetworkReader.of(self._network, deck))
            self._references[name] = deck
        return self._references[name]


def _style_references(deck: Deck) -> DeckReferences:
    size = (2 * WIDTH_PX, 2 * HEIGHT_PX)
    faces = {code: [_sized(deck.picture(code), size)] for code in deck.faces}
    backs = {back_code(colour): [_sized(deck.backs[colour], size)] for colour in deck.backs}
    return DeckReferences.prepare(faces, backs, deck.copies)


def _taught(name: str) -> DeckReferences:
    folder = find_deck(name)
    faces = {label.code: folder.reference_images(label.code) for label in folder.labels}
    backs = {label.code: folder.reference_images(label.code) for label in folder.backs}
    return DeckReferences.prepare(faces, backs, folder.counts)


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
