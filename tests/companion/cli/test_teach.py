from __future__ import annotations

import errno
import json
import os
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.deck_folder import find_deck
from calibration.teaching.photo_cards import cut_cards
from companion.cli.main import main
from tests.calibration.teaching.table_photos import face, grid_photo, write

CODES = (("beC2", "blC1", "puC1"), ("orG2", "reG2", "grG1"))


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Everything is kept where the test can look."""
    monkeypatch.setenv("CONCLAVE_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def scans(tmp_path: Path) -> Path:
    for row in CODES:
        for code in row:
            write(tmp_path / "scans" / f"{code}.png", face(code))
    write(tmp_path / "scans" / "pu-back.png", face("pu-back"))
    return tmp_path / "scans"


def labels(folder: Path, photo: str = "grid.png") -> str:
    lines = [f"{photo},{r},{c},{code}" for r, row in enumerate(CODES) for c, code in enumerate(row)]
    path = folder / "labels.csv"
    path.write_text("photo,row,column,card\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def everything(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def refusal(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one line with which the command refuses."""
    capsys.readouterr()
    assert main(["teach", *words]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.startswith("conclave teach: ")
    return said


def test_scans_named_by_their_codes_become_a_deck(
    scans: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["teach", "mine", "--photos", str(scans)]) == 0
    said = capsys.readouterr().out
    assert "Taught: 6 cards and 1 backs from 7 photos, 56 x 87 mm." in said
    assert "Missing: 84 of the 90 kinds" in said
    assert "margin" in said
    deck = find_deck("mine", data)
    assert [label.code for label in deck.labels] == ["beC2", "blC1", "puC1", "orG2", "reG2", "grG1"]
    assert [back.code for back in deck.backs] == ["puB?"]
    assert not deck.manifest.counted
    assert deck.most_copies["beC2"] > 1
    assert (deck.folder / "report.html").stat().st_size > 10_000
    assert not (data / "teaching" / "mine" / "session.json").exists()


def test_a_labelled_grid_becomes_a_deck_that_reads_another_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The table is lit otherwise, the cards lie elsewhere and on their heads."""
    write(tmp_path / "photos" / "grid.png", grid_photo(CODES, seed=1))
    assert main(["teach", "mine", "--photos", str(tmp_path / "photos"), "--labels", labels(tmp_path)]) == 0
    table = [["grG1", None, "beC2", "orG2"], [None, "reG2", None, "puC1"], ["blC1", None, None, None]]
    photo = write(
        tmp_path / "table.png", grid_photo([*table, [None, None, None, "beC2"]], 5, (0.8, 0.95, 1.1), True)
    )
    capsys.readouterr()
    assert main(["read", "--deck", "mine", "--json", str(photo)]) == 0
    cells = {(c["row"], c["column"]): c["card"] for c in json.loads(capsys.readouterr().out)["cells"]}
    expected = {(r, c): code for r, row in enumerate(table) for c, code in enumerate(row)}
    assert {place: cells[place] for place in expected} == expected
    assert cells[3, 3] == "beC2"  # a deck that nobody counted may hold a card twice


def test_photos_in_two_lights_tell_what_error_to_expect(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path / "photos" / "grid.png", grid_photo(CODES, seed=1))
    write(tmp_path / "photos" / "warm.png", grid_photo(CODES, seed=2, tint=(0.75, 0.9, 1.05)))
    both = Path(labels(tmp_path)).read_text(encoding="utf-8")
    again = both.replace("grid.png", "warm.png").split("\n", 1)[1]
    (tmp_path / "labels.csv").write_text(both + again, encoding="utf-8")
    words = ["--photos", str(tmp_path / "photos"), "--labels", str(tmp_path / "labels.csv"), "--json"]
    assert main(["teach", "mine", *words]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["left_out"] == {"cards": 12, "right": 12, "asked": 0, "wrong_without_asking": 0}
    assert report["alike"][0]["margin"] > 0.7


def test_a_sorted_layout_labels_the_photo(tmp_path: Path, data: Path) -> None:
    write(tmp_path / "photos" / "blue.png", grid_photo([["blC1", "blC2"], ["blG1", "blG2"]], seed=3))
    words = ["--photos", str(tmp_path / "photos"), "--sorted", "blue.png", "blue: C1-2 G1-2"]
    assert main(["teach", "blue", *words]) == 0
    assert {label.code for label in find_deck("blue", data).labels} == {"blC1", "blC2", "blG1", "blG2"}


def test_a_deck_that_cannot_be_told_apart_is_refused_and_its_pairs_named(
    scans: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(scans / "reW1.png", face("reG2"))
    assert main(["teach", "mine", "--photos", str(scans)]) == 2
    assert capsys.readouterr().out.startswith("Not taught, see what is to be mended: ")
    assert "reG2 and reW1 cannot be told apart" in refusal(capsys, "mine", "--photos", str(scans))
    assert not (data / "decks" / "mine").exists()
    assert (data / "teaching" / "mine" / "report.html").is_file()


def test_two_cards_with_one_label_are_refused(scans: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(scans / "beC2-again.png", face("grG1"))
    assert "beC2" in refusal(capsys, "mine", "--photos", str(scans))


@pytest.mark.parametrize("other", ["beC3", "beG2", "beG4"])
def test_two_pale_cards_or_two_numbers_under_one_label_are_refused_by_the_names_of_their_files(
    taught: dict[str, bytes], scans: Path, other: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert taught
    write(scans / "beC2-again.png", face(other))
    said = refusal(capsys, "mine", "--photos", str(scans))
    assert "beC2-again.png" in said
    assert "beC2.png" in said
    assert "both labelled beC2 but show different cards" in said


def test_a_second_scan_of_a_card_in_another_light_is_welcome(scans: Path) -> None:
    """Warm and dim, a little blurred, with a lamp mirrored in it."""
    lamp = 90 * np.exp(-((np.mgrid[0:289, 0:186] - [[[90]], [[120]]]) ** 2).sum(axis=0) / (2 * 30**2))
    lit = face("beC2") * np.array([0.7, 0.8, 0.85]) + lamp[..., None]
    soft = cv2.GaussianBlur(np.clip(lit, 0, 255).astype(np.uint8), (0, 0), 1.2)
    write(scans / "beC2-again.png", np.asarray(soft, np.uint8))
    assert main(["teach", "mine", "--photos", str(scans)]) == 0


def test_a_card_without_a_label_is_asked_about(scans: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(scans / "unknown.png", face("beC3"))
    said = refusal(capsys, "mine", "--photos", str(scans))
    assert "unknown.png: no label says which card this is; it looks most like beC" in said


def test_a_card_that_is_known_already_needs_no_label(scans: Path) -> None:
    write(scans / "again.png", face("beC2"))
    assert main(["teach", "mine", "--photos", str(scans)]) == 0


@pytest.fixture
def plain_table(tmp_path: Path) -> Path:
    rng = np.random.default_rng(3)
    table = np.full((720, 1280, 3), (60, 90, 120), np.float32) + rng.normal(0, 6, (720, 1280, 1))
    return write(tmp_path / "photos" / "reG2.png", np.clip(table, 0, 255).astype(np.uint8))


def test_a_photo_of_no_cards_is_asked_for_again(
    plain_table: Path, scans: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = refusal(capsys, "mine", "--photos", str(plain_table.parent))
    assert "reG2.png" in said
    (scans / "table.png").write_bytes(plain_table.read_bytes())
    assert "table.png: no cards can be made out in it" in refusal(capsys, "mine", "--photos", str(scans))


def test_a_grid_with_a_card_cut_off_is_asked_for_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = grid_photo(CODES, seed=1)
    write(tmp_path / "photos" / "grid.png", whole[:, : whole.shape[1] - 190])
    said = refusal(capsys, "mine", "--photos", str(tmp_path / "photos"), "--labels", labels(tmp_path))
    assert said.startswith("conclave teach: grid.png: ")
    assert "would be missing" in said


def test_mixed_decks_are_noticed_by_their_shape(scans: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(scans / "orW1.png", np.asarray(cv2.resize(face("orW1"), (186, 260)), np.uint8))
    assert "orW1.png: its cards look wider than the others" in refusal(capsys, "mine", "--photos", str(scans))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("photo,row,column,card\nbeC2.png,,,xyZ1\n", "line 2: unknown card code 'xyZ1'"),
        ("photo,where,card\nbeC2.png,,beC2\n", "expected the columns photo,row,column,card"),
        ("photo,row,column,card\nbeC2.png,,,\n", "line 2: no card is named"),
    ],
)
def test_a_list_with_unknown_codes_or_wrong_columns_is_refused(
    scans: Path, text: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (scans / "labels.csv").write_text(text, encoding="utf-8")
    words = ("mine", "--photos", str(scans), "--labels", str(scans / "labels.csv"))
    assert said in refusal(capsys, *words)


def test_bad_usage_is_refused_before_anything_is_done(
    scans: Path, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "no name for a deck" in refusal(capsys, "My Deck", "--photos", str(scans))
    assert "program's own" in refusal(capsys, "house", "--photos", str(scans))
    assert "is not a folder" in refusal(capsys, "mine", "--photos", str(scans / "none"))
    assert "--labels" in refusal(capsys, "mine", "--photos", str(scans), "--labels", str(scans / "none.csv"))
    assert "--copies" in refusal(capsys, "mine", "--photos", str(scans), "--copies", "puG5")
    assert "--sorted" in refusal(capsys, "mine", "--photos", str(scans), "--sorted", "x.png", "blue: C")
    (scans / "broken.png").write_bytes(b"no picture")
    assert "broken.png" in refusal(capsys, "mine", "--photos", str(scans))
    assert not (data / "decks").exists()


@pytest.fixture
def taught(scans: Path, data: Path) -> Iterator[dict[str, bytes]]:
    """A deck on disk; whatever goes wrong afterwards must leave it as it is."""
    assert main(["teach", "mine", "--photos", str(scans)]) == 0
    before = everything(data / "decks")
    yield before
    assert everything(data / "decks") == before


def test_a_refused_deck_leaves_the_old_one_as_it_was(
    taught: dict[str, bytes], scans: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert taught
    write(scans / "reW1.png", face("reG2"))
    refusal(capsys, "mine", "--photos", str(scans))


def test_a_full_disk_leaves_the_old_deck_as_it_was(
    taught: dict[str, bytes], scans: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The disk is full when the manifest is to be put in place, after every picture was written."""
    assert taught
    write(scans / "orW1.png", face("orW1"))
    real = os.fsync
    writes = []

    def full(handle: int) -> None:
        writes.append(handle)
        if len(writes) > 20:
            raise OSError(errno.ENOSPC, "No space left on device")
        real(handle)

    monkeypatch.setattr("os.fsync", full)
    assert "No space left on device" in refusal(capsys, "mine", "--photos", str(scans))


def test_a_disk_that_is_full_when_the_report_is_written_leaves_the_old_deck_as_it_was(
    taught: dict[str, bytes], scans: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert taught
    write(scans / "orW1.png", face("orW1"))

    def full(path: Path, _: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr("calibration.teaching.report_page.write_whole_file", full)
    assert "report.html: No space left on device" in refusal(capsys, "mine", "--photos", str(scans))


def test_a_folder_that_cannot_be_made_is_named(scans: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file stands where everything is to be kept."""
    (scans / "kept").write_text("", encoding="utf-8")
    said = refusal(capsys, "mine", "--photos", str(scans), "--data", str(scans / "kept"))
    assert "kept" in said
    assert "Not a directory" in said


@pytest.mark.parametrize("writes", [2, 18, 19])
def test_a_lesson_stopped_halfway_leaves_the_old_deck_as_it_was(
    taught: dict[str, bytes], scans: Path, data: Path, monkeypatch: pytest.MonkeyPatch, writes: int
) -> None:
    """While the cards are kept, and while the pictures of the deck are."""
    write(scans / "orW1.png", face("orW1"))
    real, done = os.replace, []

    class Stopped(BaseException):
        """No error that anything answers."""

    def replace(source: str, target: str) -> None:
        done.append(target)
        if len(done) > writes:
            raise Stopped
        real(source, target)

    with monkeypatch.context() as patched:
        patched.setattr("os.replace", replace)
        with pytest.raises(Stopped):
            main(["teach", "mine", "--photos", str(scans)])
    assert everything(data / "decks") == taught


def test_a_session_goes_on_where_it_stopped(
    scans: Path, data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The second run looks only at the photo that was mended."""
    write(scans / "reW1.png", face("reG2"))
    refusal(capsys, "mine", "--photos", str(scans))
    write(scans / "reW1.png", face("reW1"))
    looked_at = []

    def counted(*arguments: object, **more: object) -> object:
        looked_at.append(arguments)
        return cut_cards(*arguments, **more)  # type: ignore[arg-type]

    monkeypatch.setattr("calibration.teaching.session.cut_cards", counted)
    assert main(["teach", "mine", "--photos", str(scans)]) == 0
    assert len(looked_at) == 1
    assert "reW1" in find_deck("mine", data).counts
