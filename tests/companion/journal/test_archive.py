"""Every byte of an archive is checked, those of the zip's own tables included."""

from __future__ import annotations

import io
import zipfile

import pytest

from companion.journal.archive import NotAsWritten, pack, unpack

MEMBERS = {"manifest.json": b'{"a": 1}', f"evidence/{'a' * 64}.jpg": bytes(range(256)), "ñ.txt": b""}


def test_what_was_packed_comes_out_again_and_any_program_can_open_it() -> None:
    packed = pack(MEMBERS)
    assert unpack(packed) == MEMBERS
    assert pack(unpack(packed)) == packed
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        assert archive.testzip() is None
        assert {name: archive.read(name) for name in archive.namelist()} == MEMBERS


def test_every_single_flipped_bit_is_noticed() -> None:
    packed = pack(MEMBERS)
    for at in range(len(packed)):
        for bit in range(8):
            with pytest.raises(NotAsWritten):
                unpack(packed[:at] + bytes([packed[at] ^ (1 << bit)]) + packed[at + 1 :])


def test_a_missing_an_added_and_a_cut_byte_are_noticed_anywhere() -> None:
    packed = pack(MEMBERS)
    for at in range(len(packed)):
        for changed in (packed[:at], packed[:at] + packed[at + 1 :], packed[:at] + b"x" + packed[at:]):
            with pytest.raises(NotAsWritten):
                unpack(changed)
    with pytest.raises(NotAsWritten, match=f"byte {len(packed)}"):
        unpack(packed + b"x")


def test_the_member_that_is_not_as_written_is_named() -> None:
    packed = pack(MEMBERS)
    at = packed.index(bytes(range(256))) + 17
    with pytest.raises(NotAsWritten, match="aaaa") as problem:
        unpack(packed[:at] + b"\xff" + packed[at + 1 :])
    assert problem.value.inside == f"evidence/{'a' * 64}.jpg"


def test_an_archive_of_another_program_is_not_ours() -> None:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("manifest.json", b"{}" * 1000)
    with pytest.raises(NotAsWritten):
        unpack(file.getvalue())


def test_a_name_that_is_there_twice_is_refused() -> None:
    once = pack({"a": b"1"})
    member = once[: once.index(b"PK\x01\x02")]
    with pytest.raises(NotAsWritten, match="twice"):
        unpack(member + once)
