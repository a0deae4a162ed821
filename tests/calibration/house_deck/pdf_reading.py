"""Just enough of a PDF reader to check our own sheets."""

from __future__ import annotations

import re
import zlib
from dataclasses import dataclass

POINTS_A_MM = 72 / 25.4


@dataclass(frozen=True, slots=True)
class PrintedPage:
    """A page's size and what it places where, in millimetres from its top left."""

    width_mm: float
    height_mm: float
    placed: dict[tuple[float, float], str]
    text: str


def read_objects(pdf: bytes) -> dict[int, bytes]:
    """Every object, found through the cross-reference table alone."""
    table = int(re.findall(rb"startxref\n(\d+)\n%%EOF\n$", pdf)[0])
    assert pdf[table : table + 4] == b"xref"
    count = int(pdf[table:].split(b"\n")[1].split()[1])
    places = [int(row[:10]) for row in pdf[table:].split(b"\n")[3 : 2 + count]]
    objects = {}
    for number, place in enumerate(places, 1):
        head = b"%d 0 obj\n" % number
        assert pdf[place : place + len(head)] == head
        objects[number] = pdf[place + len(head) : pdf.index(b"\nendobj", place)]
    return objects


def content_of(stream: bytes) -> str:
    """A stream object's content, unpacked."""
    length = int(re.findall(rb"/Length (\d+)", stream)[0])
    start = stream.index(b"stream\n") + len(b"stream\n")
    return zlib.decompress(stream[start : start + length]).decode()


def read_pages(pdf: bytes) -> list[PrintedPage]:
    """The pages in order."""
    objects = read_objects(pdf)
    kids = [int(number) for number in re.findall(rb"(\d+) 0 R", objects[2].split(b"]")[0])]
    return [_page(objects, objects[kid].decode()) for kid in kids]


def _page(objects: dict[int, bytes], page: str) -> PrintedPage:
    box = re.findall(r"/MediaBox \[([^]]*)\]", page)[0].split()
    content = content_of(objects[int(re.findall(r"/Contents (\d+)", page)[0])])
    found = re.findall(r"q 1 0 0 1 (\S+) (\S+) cm .*? /(\S+) Do Q", content)
    return PrintedPage(
        width_mm=float(box[2]) / POINTS_A_MM,
        height_mm=float(box[3]) / POINTS_A_MM,
        placed={(float(x), float(y)): name for x, y, name in found},
        text=" ".join(re.findall(r"\((.*)\) Tj", content)),
    )
