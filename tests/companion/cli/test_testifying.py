"""A game that a camera watched can be taken away and checked elsewhere, from the film to the verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli.main import main
from companion.journal.bundle import export_game, open_bundle
from companion.journal.journal import Journal
from tests.companion.cli.filmed import BEGUN, SENT, conclaves, write_film


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("watched")
    film = write_film(folder / "film.avi", conclaves(BEGUN, SENT))
    assert main(["watch", str(film), "--players", "Ana,Ben", "--data", str(folder / "data")]) == 0
    journal = Journal(folder / "data")
    (folder / "game.zip").write_bytes(export_game(journal, journal.games()[-1]))
    journal.close()
    return folder / "game.zip"


def test_what_a_camera_recorded_holds_from_the_pixels_up(
    bundle: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", str(bundle)]) == 0
    said = capsys.readouterr().out
    assert "✓ entry 0" in said, "the table as it was laid was photographed too"
    assert "judged again, 1 verdict, all the same" in said
    assert "·" not in said, "nothing had to be left out"


def test_each_recorded_decision_of_the_camera_cites_a_frame_its_crops_its_reading_and_the_deck(
    bundle: Path,
) -> None:
    held = open_bundle(bundle.read_bytes())
    sightings = held.sightings()
    seen = [entry for entry in held.entries if any(digest in sightings for digest in entry.note.evidence)]
    assert len(seen) >= 2
    for entry in seen:
        sighting = next(sightings[digest] for digest in entry.note.evidence if digest in sightings)
        assert set(sighting.cites) < set(entry.note.evidence)
        assert sighting.model, "the network that was asked is named"
        assert sum(cell.code is not None for cell in sighting.cells) >= 12
    assert len(held.versions.models) == 1
