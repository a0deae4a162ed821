from __future__ import annotations

import re

import numpy as np
import pytest

from vision.frame import BgrPixels
from vision.marker_mat import find_tiles
from vision.mat_sheet import mat_pdf
from vision.mat_tiles import BRACKET_MM, MARKER_MM, TILE_MM, TILES
from vision.vector_page import PAPERS, PageSize, VectorPage

PX_A_MM = 6.0
_FILL = re.compile(r"([\d.]+) g ([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re f")
_LINE = re.compile(r"w 0.3 G ([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l S")


def drawing_of(pdf: bytes) -> str:
    match = re.search(rb"/Length (\d+) >>\nstream\n", pdf)
    assert match is not None
    return pdf[match.end() : match.end() + int(match[1])].decode("cp1252")


def printed(pdf: bytes, paper: PageSize) -> BgrPixels:
    """The sheet as a printer would fill it, from the rectangles alone."""
    sheet = np.full((round(paper.height_mm * PX_A_MM), round(paper.width_mm * PX_A_MM), 3), 255, np.uint8)
    for grey, left, bottom, width, height in _FILL.findall(drawing_of(pdf)):
        x, y, w, h = (float(value) / 72 * 25.4 * PX_A_MM for value in (left, bottom, width, height))
        top = sheet.shape[0] - y - h
        sheet[round(top) : round(top + h), round(x) : round(x + w)] = round(float(grey) * 255)
    return sheet


@pytest.mark.parametrize("paper", PAPERS)
def test_the_printed_sheet_shows_all_four_markers_at_their_size(paper: str) -> None:
    tiles = find_tiles(printed(mat_pdf(PAPERS[paper]), PAPERS[paper]))
    assert sorted(seen.tile.marker for seen in tiles) == [tile.marker for tile in TILES]
    for seen in tiles:
        sides = np.linalg.norm(seen.corners_px - np.roll(seen.corners_px, 1, axis=0), axis=1)
        assert np.allclose(sides / PX_A_MM, MARKER_MM, atol=0.5)


@pytest.mark.parametrize("paper", PAPERS)
def test_each_bracket_stands_where_the_finder_expects_the_card(paper: str) -> None:
    """The corner computed from the printed marker must be an end of two printed bracket lines."""
    size = PAPERS[paper]
    pdf = mat_pdf(size)
    ends_mm = [
        (float(x) / 72 * 25.4, size.height_mm - float(y) / 72 * 25.4)
        for line in _LINE.findall(drawing_of(pdf))
        for x, y in (line[:2], line[2:])
    ]
    for seen in find_tiles(printed(pdf, size)):
        offset = (seen.corners_px + 0.5) / PX_A_MM - seen.tile.marker_corners_mm
        corner = offset.mean(axis=0)
        near = [end for end in ends_mm if np.hypot(*(np.array(end) - corner)) < 0.4]
        assert len(near) == 2


@pytest.mark.parametrize("paper", PAPERS)
def test_everything_stays_inside_what_printers_can_print(paper: str) -> None:
    sheet = printed(mat_pdf(PAPERS[paper]), PAPERS[paper])
    rows, columns = np.nonzero(sheet[:, :, 0] < 128)
    margin = 10 * PX_A_MM
    assert rows.min() > margin
    assert columns.min() > margin
    assert rows.max() < sheet.shape[0] - margin
    assert columns.max() < sheet.shape[1] - margin
    assert PAPERS[paper].width_mm > 2 * TILE_MM + 20
    assert BRACKET_MM < TILE_MM / 2


def test_the_document_is_sound_and_always_the_same() -> None:
    pdf = mat_pdf(PAPERS["a4"])
    assert pdf == mat_pdf(PAPERS["a4"])
    assert pdf.startswith(b"%PDF-1.4")
    assert pdf.endswith(b"%%EOF\n")
    table = int(pdf.split(b"startxref\n")[1].split(b"\n")[0])
    assert pdf[table : table + 4] == b"xref"
    places = re.findall(rb"(\d{10}) 00000 n ", pdf)
    assert len(places) == 5
    for number, place in enumerate(places, 1):
        assert pdf[int(place) :].startswith(b"%d 0 obj" % number)
    length = int(re.findall(rb"/Length (\d+)", pdf)[0])
    start = pdf.index(b"stream\n") + 7
    assert pdf[start + length :].startswith(b"\nendstream")


def test_the_gauge_is_a_hundred_millimetres_long() -> None:
    lengths = [
        (float(x2) - float(x1)) / 72 * 25.4
        for x1, _, x2, _ in _LINE.findall(drawing_of(mat_pdf(PAPERS["a4"])))
    ]
    assert any(abs(length - 100) < 0.01 for length in lengths)


def test_words_with_brackets_and_accents_are_written_safely() -> None:
    page = VectorPage(PAPERS["a4"])
    page.text(10, 10, r"tamaño (100 %) \ fin")
    assert rb"(tama" + "ñ".encode("cp1252") + rb"o \(100 %\) \\ fin) Tj" in page.to_pdf()
