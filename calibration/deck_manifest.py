"""What a deck's manifest.json says, checked value by value.

The form, version 1:

    {"format": 1, "name": "house", "game": "conclave", "card_mm": [56, 87],
     "cards": [{"card": "puG5", "colour": "purple", "animal": "gazelle", "digit": 5, "count": 1,
                "images": ["puG5.jpg"]}],
     "backs": [{"back": "puB?", "colour": "purple", "images": ["pu-back.jpg"]}]}

`"counted": false` may stand beside `cards` where nobody said how many copies there are: then counts are a
least number. `"mistaken": [["beW2", "orW2"]]` may stand there too: cards that the deck's own photos mistake
for each other, or nearly; and `"under_lamps": [["beC5", "orC5", 51.2]]`: for every two colours the cards that
the worst lamp mistakes, and how far ahead, as a logarithm, the wrong one is then. Images are plain file names
beside the manifest: a deck from elsewhere must not reach outside its folder.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import TypeVar

from vision.under_lamps import UnderLamps

FORMAT_VERSION = 1
GAMES = ("conclave",)
COLOUR_OF_CODE = {"be": "beige", "bl": "blue", "pu": "purple", "or": "orange", "re": "red", "gr": "green"}
ANIMAL_OF_CODE = {"C": "crow", "G": "gazelle", "W": "wild boar"}
CARD_CODE = re.compile(r"(be|bl|pu|or|re|gr)([CGW])([1-5])")
BACK_CODE = re.compile(r"(be|bl|pu|or|re|gr)B\?")
FILE_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
LARGEST_MANIFEST_BYTES = 4_000_000

Wanted = TypeVar("Wanted")


class DeckError(Exception):
    """A deck cannot be used; the message is one line for a person."""


class BrokenDeck(DeckError):
    """A deck folder that cannot be trusted."""

    def __init__(self, path: Path, trouble: str) -> None:
        super().__init__(f"{path}: {trouble}")
        self.path = path
        self.trouble = trouble


@dataclass(frozen=True, slots=True)
class CardLabel:
    """One kind of card and how many copies of it the deck holds."""

    code: str
    colour: str
    animal: str
    digit: int
    count: int
    images: tuple[str, ...]

    def __post_init__(self) -> None:
        parts = CARD_CODE.fullmatch(self.code)
        if parts is None:
            raise ValueError(f"unknown card code {self.code!r}")
        said = (self.colour, self.animal, self.digit)
        meant = (COLOUR_OF_CODE[parts[1]], ANIMAL_OF_CODE[parts[2]], int(parts[3]))
        if said != meant:
            raise ValueError(f"{self.code}: expected {meant}, got {said}")
        if self.count < 1:
            raise ValueError(f"{self.code}: count must be 1 or more, got {self.count}")


@dataclass(frozen=True, slots=True)
class BackLabel:
    """The back that all cards of one colour share."""

    code: str
    colour: str
    images: tuple[str, ...]

    def __post_init__(self) -> None:
        parts = BACK_CODE.fullmatch(self.code)
        if parts is None:
            raise ValueError(f"unknown back code {self.code!r}")
        if self.colour != COLOUR_OF_CODE[parts[1]]:
            raise ValueError(f"{self.code}: expected colour {COLOUR_OF_CODE[parts[1]]}, got {self.colour!r}")


@dataclass(frozen=True, slots=True)
class DeckManifest:
    """A whole manifest; its labels are all different."""

    name: str
    game: str
    card_width_mm: float
    card_height_mm: float
    cards: tuple[CardLabel, ...]
    backs: tuple[BackLabel, ...]
    counted: bool = True
    mistaken: tuple[tuple[str, str], ...] = ()
    under_lamps: tuple[UnderLamps, ...] = ()

    def __post_init__(self) -> None:
        if self.game not in GAMES:
            raise ValueError(f"unknown game {self.game!r}; known: {', '.join(GAMES)}")
        if not 10 <= self.card_width_mm <= self.card_height_mm <= 400:
            raise ValueError(f"impossible card size {self.card_width_mm} x {self.card_height_mm} mm")
        if not self.cards:
            raise ValueError("no cards")
        codes = [card.code for card in self.cards] + [back.code for back in self.backs]
        for code in codes:
            if codes.count(code) > 1:
                raise ValueError(f"duplicate label {code}")
        for code in (code for pair in self.mistaken for code in pair):
            if code not in codes:
                raise ValueError(f"mistaken: no card {code!r}")
        for code in (code for pair in self.under_lamps for code in (pair.one, pair.other)):
            if code not in codes:
                raise ValueError(f"under_lamps: no card {code!r}")


def read_manifest(path: Path) -> DeckManifest:
    """Read and check a manifest; anything wrong with it is a BrokenDeck of one line."""
    try:
        if path.stat().st_size > LARGEST_MANIFEST_BYTES:
            raise BrokenDeck(path, f"larger than {LARGEST_MANIFEST_BYTES} bytes")
        written: object = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BrokenDeck(path, error.strerror or "cannot be read") from error
    except (ValueError, RecursionError) as error:
        raise BrokenDeck(path, "not JSON") from error
    try:
        return _manifest(_field_of(written, dict))
    except ValueError as error:
        raise BrokenDeck(path, str(error)) from error


def _manifest(written: dict[str, object]) -> DeckManifest:
    version = _field(written, "format", int)
    if version != FORMAT_VERSION:
        raise ValueError(f"unknown format version {version}; this program reads {FORMAT_VERSION}")
    size_mm = _field(written, "card_mm", list)
    if len(size_mm) != 2:
        raise ValueError(f"card_mm: expected width and height, got {len(size_mm)} numbers")
    width_mm, height_mm = (_number(side, "card_mm") for side in size_mm)
    return DeckManifest(
        name=_field(written, "name", str),
        game=_field(written, "game", str),
        card_width_mm=width_mm,
        card_height_mm=height_mm,
        cards=tuple(_card(_field_of(card, dict)) for card in _field(written, "cards", list)),
        backs=tuple(_back(_field_of(back, dict)) for back in _field(written, "backs", list)),
        counted=_truth(written.get("counted", True), "counted"),
        mistaken=tuple(_pair(pair) for pair in _field_of(written.get("mistaken", []), list)),
        under_lamps=tuple(_lamps(said) for said in _field_of(written.get("under_lamps", []), list)),
    )


def manifest_text(manifest: DeckManifest) -> str:
    """The manifest as it is written."""
    lamps = [list(astuple(pair)) for pair in manifest.under_lamps]
    fields = {
        "format": FORMAT_VERSION,
        "name": manifest.name,
        "game": manifest.game,
        "card_mm": [float(manifest.card_width_mm), float(manifest.card_height_mm)],
        "cards": [
            {
                "card": card.code,
                "colour": card.colour,
                "animal": card.animal,
                "digit": card.digit,
                "count": card.count,
                "images": list(card.images),
            }
            for card in manifest.cards
        ],
        "backs": [
            {"back": back.code, "colour": back.colour, "images": list(back.images)} for back in manifest.backs
        ],
        "counted": manifest.counted,
        **({"mistaken": [list(pair) for pair in manifest.mistaken]} if manifest.mistaken else {}),
        **({"under_lamps": lamps} if lamps else {}),
    }
    return json.dumps(fields, indent=1) + "\n"


def card_label(code: str, count: int, images: tuple[str, ...]) -> CardLabel:
    """The label of a card code, its attributes filled in."""
    parts = CARD_CODE.fullmatch(code)
    if parts is None:
        raise ValueError(f"unknown card code {code!r}")
    return CardLabel(code, COLOUR_OF_CODE[parts[1]], ANIMAL_OF_CODE[parts[2]], int(parts[3]), count, images)


def back_label(code: str, images: tuple[str, ...]) -> BackLabel:
    """The label of a back's code."""
    parts = BACK_CODE.fullmatch(code)
    if parts is None:
        raise ValueError(f"unknown back code {code!r}")
    return BackLabel(code, COLOUR_OF_CODE[parts[1]], images)


def _card(written: dict[str, object]) -> CardLabel:
    return CardLabel(
        code=_field(written, "card", str),
        colour=_field(written, "colour", str),
        animal=_field(written, "animal", str),
        digit=_field(written, "digit", int),
        count=_field(written, "count", int),
        images=_images(written),
    )


def _back(written: dict[str, object]) -> BackLabel:
    return BackLabel(_field(written, "back", str), _field(written, "colour", str), _images(written))


def _images(written: dict[str, object]) -> tuple[str, ...]:
    names = tuple(_field_of(name, str) for name in _field(written, "images", list))
    for name in names:
        if FILE_NAME.fullmatch(name) is None:
            raise ValueError(f"not a plain file name: {name!r}")
    return names


def _pair(written: object) -> tuple[str, str]:
    codes = _field_of(written, list)
    if len(codes) != 2:
        raise ValueError(f"mistaken: expected two cards, got {len(codes)}")
    return _field_of(codes[0], str), _field_of(codes[1], str)


def _lamps(written: object) -> UnderLamps:
    said = _field_of(written, list)
    if len(said) != 3:
        raise ValueError(f"under_lamps: expected two cards and a number, got {len(said)} values")
    return UnderLamps(_field_of(said[0], str), _field_of(said[1], str), _number(said[2], "under_lamps"))


def _field(written: dict[str, object], name: str, wanted: type[Wanted]) -> Wanted:
    if name not in written:
        raise ValueError(f"{name} is missing")
    try:
        return _field_of(written[name], wanted)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from error


def _field_of(value: object, wanted: type[Wanted]) -> Wanted:
    if not isinstance(value, wanted) or isinstance(value, bool):
        raise ValueError(f"expected {wanted.__name__}, got {type(value).__name__}")
    return value


def _truth(value: object, name: str) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"{name}: expected true or false, got {type(value).__name__}")
    return value


def _number(value: object, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{name}: expected a number, got {type(value).__name__}")
    if not math.isfinite(value):
        raise ValueError(f"{name}: expected a number, got {value}")
    return float(value)
