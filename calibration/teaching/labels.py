"""Which card lies where in which photo: from a list (CSV), or from the names of the files.

The list has the columns photo, row, column and card. Rows and columns count from 0 at the top left of the
photo and stay empty for a single card. A card is its code, `puG5`; a back is `puB?` or `pu-back`.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from calibration.deck_manifest import BACK_CODE, CARD_CODE, COLOUR_OF_CODE
from calibration.teaching.errors import BadLabels

COLUMNS = ("photo", "row", "column", "card")
BACK_NAME = re.compile(rf"({'|'.join(COLOUR_OF_CODE)})-back")
CODE_IN_NAME = re.compile(
    rf"((?:{'|'.join(COLOUR_OF_CODE)})(?:[CGW][1-5]|B\?|-back))(?:[ ._-].*|\(.*|)", re.DOTALL
)
MOST_LINES = 20_000
MOST_ROWS = 12


@dataclass(frozen=True, slots=True)
class CellLabel:
    """What the teacher says lies in one cell of a photo."""

    row: int
    column: int
    code: str

    def __post_init__(self) -> None:
        if not (self.row >= 0 and self.column >= 0):
            raise ValueError(f"rows and columns count from 0, got {self.row}, {self.column}")


@dataclass(frozen=True, slots=True)
class PhotoLabels:
    """What the teacher says of one photo: a single card, or cells of a grid; nothing if neither."""

    single: str | None = None
    cells: tuple[CellLabel, ...] = ()

    def __post_init__(self) -> None:
        if self.single is not None and self.cells:
            raise ValueError("either a single card or the cells of a grid")
        places = [(cell.row, cell.column) for cell in self.cells]
        if len(set(places)) != len(places):
            raise ValueError("every cell once")

    @property
    def is_empty(self) -> bool:
        """Whether nothing is said."""
        return self.single is None and not self.cells

    @property
    def extent(self) -> tuple[int, int]:
        """Rows and columns from the first labelled one to the last."""
        rows = [cell.row for cell in self.cells]
        columns = [cell.column for cell in self.cells]
        return max(rows) - min(rows) + 1, max(columns) - min(columns) + 1


NO_LABELS = PhotoLabels()


def card_code(text: str) -> str | None:
    """The code a person wrote for a card or a back, if it is one."""
    text = text.strip()
    back = BACK_NAME.fullmatch(text)
    if back:
        return f"{back[1]}B?"
    return text if CARD_CODE.fullmatch(text) or BACK_CODE.fullmatch(text) else None


def code_in_name(path: str) -> str | None:
    """The label in a file's name, `puG5.png` or `puG5-2.jpg`, or in the name of its folder, `puG5/2.jpg`."""
    file = PurePosixPath(path)
    for name in (file.stem, *(parent.name for parent in list(file.parents)[:1])):
        found = CODE_IN_NAME.fullmatch(name)
        if found:
            return card_code(found[1])
    return None


def read_labels(text: str, photos: Iterable[str]) -> Mapping[str, PhotoLabels]:
    """Labels of each photo from a CSV list; every photo named in it must be among `photos`."""
    known = {photo.casefold(): photo for photo in photos}
    said: dict[str, list[tuple[int, CellLabel | str]]] = {}
    for line, entry in _entries(text):
        photo = known.get(entry["photo"].replace("\\", "/").removeprefix("./").casefold())
        if photo is None:
            raise BadLabels(f"line {line}: there is no photo {entry['photo']!r}")
        said.setdefault(photo, []).append((line, _label(line, entry)))
    return {photo: _of_photo(photo, labels) for photo, labels in said.items()}


def _entries(text: str) -> Iterable[tuple[int, dict[str, str]]]:
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    try:
        header = [name.strip().casefold() for name in next(reader, [])]
        if sorted(header) != sorted(COLUMNS):
            raise BadLabels(f"expected the columns {','.join(COLUMNS)}, got {','.join(header) or 'nothing'}")
        found = 0
        for fields in reader:
            if not any(field.strip() for field in fields):
                continue
            if len(fields) != len(header):
                raise BadLabels(f"line {reader.line_num}: expected {len(header)} fields, got {len(fields)}")
            found += 1
            if found > MOST_LINES:
                raise BadLabels(f"more than {MOST_LINES} lines")
            yield reader.line_num, dict(zip(header, (field.strip() for field in fields), strict=True))
    except csv.Error as error:
        raise BadLabels(f"line {reader.line_num}: {error}") from error
    if not found:
        raise BadLabels("no labels in it")


def _label(line: int, entry: Mapping[str, str]) -> CellLabel | str:
    if not entry["card"]:
        raise BadLabels(f"line {line}: no card is named for {entry['photo']}")
    code = card_code(entry["card"])
    if code is None:
        raise BadLabels(f"line {line}: unknown card code {entry['card']!r}")
    if not entry["row"] and not entry["column"]:
        return code
    return CellLabel(_count(line, entry, "row"), _count(line, entry, "column"), code)


def _count(line: int, entry: Mapping[str, str], name: str) -> int:
    written = entry[name]
    if not (written.isascii() and written.isdigit() and len(written) <= 3):
        raise BadLabels(f"line {line}: {name} must be a number from 0, or both empty, got {written!r}")
    return int(written)


def _of_photo(photo: str, labels: list[tuple[int, CellLabel | str]]) -> PhotoLabels:
    places: dict[tuple[int, int], int] = {}
    for line, label in labels:
        if isinstance(label, str):
            if len(labels) > 1:
                raise BadLabels(f"line {line}: {photo} has other labels too; a single card has one line")
            return PhotoLabels(single=label)
        place = (label.row, label.column)
        if place in places:
            where = f"row {label.row}, column {label.column}"
            raise BadLabels(f"line {line}: {photo} has two labels for {where} (see line {places[place]})")
        places[place] = line
    found = PhotoLabels(cells=tuple(label for _, label in labels if isinstance(label, CellLabel)))
    if max(found.extent) > MOST_ROWS:
        raise BadLabels(
            f"{photo}: at most {MOST_ROWS} rows and columns, got {found.extent[0]} x {found.extent[1]}"
        )
    return found
