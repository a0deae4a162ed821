"""The pictures of a bundle's page: frames with the cells drawn in, and each cell with what it was read as."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Mapping

from companion.journal.bundle_cards import short_name
from companion.journal.bundle_words import word
from companion.journal.entries import Entry
from companion.journal.sightings import SeenCell, Sighting, is_sighting, parse_sighting

KINDS = {b"\xff\xd8\xff": ("image/jpeg", "jpg"), b"\x89PNG": ("image/png", "png")}
MOST_PICTURE_BYTES = 16 * 2**20  # of all pictures that the page carries; later ones are only linked
OTHERS_SHOWN, LIKELY = 3, 0.005  # of what else a card might be


class Pictures:
    """Shows the evidence of entries; what was shown once is referred to afterwards."""

    def __init__(self, evidence: Mapping[str, bytes]) -> None:
        self._evidence = evidence
        self._shown_at: dict[str, int] = {}
        self._left = MOST_PICTURE_BYTES

    def shown(self, entry: Entry) -> Iterator[str]:
        """What one entry cites."""
        cited = entry.note.evidence
        if not cited:
            return
        sightings = [
            (digest, parse_sighting(self._evidence[digest]))
            for digest in cited
            if is_sighting(self._evidence[digest])
        ]
        part_of_sightings = {digest for _, sighting in sightings for digest in sighting.cites}
        yield f"<details><summary>{word('evidence')}</summary>"
        for digest, sighting in sightings:
            yield from self._once(entry, digest, self._sighting(sighting))
        for digest in cited:
            kind = picture_kind(self._evidence[digest])
            if kind is not None and digest not in part_of_sightings:
                yield from self._once(entry, digest, self._plain(digest, kind[1]))
        yield "</details>"

    def _once(self, entry: Entry, digest: str, parts: Iterator[str]) -> Iterator[str]:
        before = self._shown_at.setdefault(digest, entry.place)
        if before != entry.place:
            yield f"<p><a href='#entry-{before}'>{word('same-frame', place=before)}</a></p>"
        else:
            yield from parts

    def _sighting(self, sighting: Sighting) -> Iterator[str]:
        width, height = sighting.size_px
        outlines = "".join(_outline(cell) for cell in sighting.cells)
        source = self._source(sighting.small)
        yield (
            f"<svg class='frame' viewBox='0 0 {width} {height}' role='img' aria-label='Frame · Imagen'>"
            f"<image href='{source}' width='{width}' height='{height}'/>{outlines}</svg>"
        )
        yield self._link(sighting.frame)
        model = word("network", model=sighting.model[:12]) if sighting.model else word("no-network")
        facts = word("read-with", deck=sighting.deck.name, program=sighting.program)
        yield f"<p class='small'>{word('crops')}. <span class='soft'>{facts}{model}.</span></p>"
        rows = 1 + max(cell.row for cell in sighting.cells)
        columns = 1 + max(cell.column for cell in sighting.cells)
        sheet = self._source(sighting.crops)
        cells = "".join(_crop(cell, rows, columns) for cell in sighting.cells)
        style = f'--rows:{rows};--columns:{columns};--sheet:url("{sheet}")'
        yield f"<div class='crops' style='{style}'>{cells}</div>"

    def _plain(self, digest: str, ending: str) -> Iterator[str]:
        source = self._source(digest)
        yield f"<img class='frame' alt='Frame · Imagen' src='{source}'>"
        if not source.startswith("data:"):
            yield f"<p class='small'><a href='evidence/{digest}.{ending}'>{word('frame')}</a></p>"
        else:
            yield self._link(digest)

    def _link(self, digest: str) -> str:
        ending = (picture_kind(self._evidence[digest]) or ("", "bin"))[1]
        target = f"evidence/{digest}.{ending}"
        note = f"<span class='soft'>({word('frame-full')})</span>"
        return f"<p class='small'><a href='{target}'>{word('frame')}</a> {note}</p>"

    def _source(self, digest: str) -> str:
        """The picture itself, or where it lies once the page carries enough of them."""
        content = self._evidence[digest]
        kind, ending = picture_kind(content) or ("image/jpeg", "bin")
        if len(content) > self._left:
            return f"evidence/{digest}.{ending}"
        self._left -= len(content)
        return f"data:{kind};base64,{base64.b64encode(content).decode()}"


def picture_kind(content: bytes) -> tuple[str, str] | None:
    """The kind and ending of a picture; None for what is none."""
    return next((kind for start, kind in KINDS.items() if content.startswith(start)), None)


def _outline(cell: SeenCell) -> str:
    points = " ".join(f"{x:.0f},{y:.0f}" for x, y in cell.corners)
    return f"<polygon class='{_look(cell)}' points='{points}'/>"


def _look(cell: SeenCell) -> str:
    if not cell.accepted:
        return "unsure"
    return "bare" if cell.code is None else "sure"


def _crop(cell: SeenCell, rows: int, columns: int) -> str:
    across = 100 * cell.column / max(1, columns - 1)
    down = 100 * cell.row / max(1, rows - 1)
    name = short_name(cell.code) if cell.code else word(f"state.{cell.state}")
    sure = "" if cell.accepted else f" · {word('unsure')}"
    others = "".join(
        f"<span class='others'>{short_name(code)} {odds:.1%}</span>"
        for code, odds in cell.candidates[1 : 1 + OTHERS_SHOWN]
        if cell.code and odds >= LIKELY
    )
    return (
        f"<div class='crop {_look(cell)}'>"
        f"<span class='cut' style='background-position:{across:.2f}% {down:.2f}%'></span>"
        f"<b>{name}</b>{cell.confidence:.1%}{sure}{others}</div>"
    )
