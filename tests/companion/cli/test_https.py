"""The encrypted door: a certificate made here, kept safe, renewed in time, and the same pages behind it."""

from __future__ import annotations

import os
import signal
import ssl
import stat
import urllib.request
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509

from companion.cli.certificate import FILE_NAME, VALID_DAYS, certificate_for
from tests.companion.cli.test_serve import PATIENCE_SECONDS, free_port, serving, wait_for

NAMES = ("localhost", "127.0.0.1", "[::1]", "192.168.1.5", "laptop.local")
NOW = datetime(2031, 5, 9, tzinfo=UTC)


def names_in(path: Path) -> set[str]:
    found = x509.load_pem_x509_certificate(path.read_bytes())
    names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    addresses = {str(address) for address in names.get_values_for_type(x509.IPAddress)}
    return {*names.get_values_for_type(x509.DNSName), *addresses}


def test_it_names_every_address_and_its_key_is_its_owners_alone(tmp_path: Path) -> None:
    path = certificate_for(tmp_path, NAMES, NOW).path
    assert names_in(path) == {"localhost", "127.0.0.1", "::1", "192.168.1.5", "laptop.local"}
    if os.name == "posix":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_it_is_kept_until_a_name_is_missing_or_it_runs_out(tmp_path: Path) -> None:
    first = certificate_for(tmp_path, NAMES, NOW).path.read_bytes()
    assert certificate_for(tmp_path, NAMES[:2], NOW + timedelta(days=30)).path.read_bytes() == first
    renamed = certificate_for(tmp_path, (*NAMES, "10.0.0.7"), NOW).path.read_bytes()
    assert renamed != first
    later = NOW + timedelta(days=VALID_DAYS)
    assert certificate_for(tmp_path, NAMES, later).path.read_bytes() != renamed


@pytest.mark.parametrize("content", [b"", b"no certificate", b"-----BEGIN CERTIFICATE-----\n"])
def test_one_that_cannot_be_used_is_made_anew(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(content)
    assert "127.0.0.1" in names_in(certificate_for(tmp_path, NAMES, NOW).path)


@pytest.mark.skipif(os.name == "nt", reason="sends a POSIX signal")
def test_both_doors_lead_to_the_same_table_and_close_at_once(tmp_path: Path) -> None:
    port, secure = free_port(), free_port()
    with serving(tmp_path, port, "--https-port", str(secure)) as program:
        wait_for(port, "/api/me")
        trusting = ssl.create_default_context(cafile=str(tmp_path / FILE_NAME))
        with urllib.request.urlopen(
            f"https://127.0.0.1:{secure}/camera", context=trusting, timeout=30
        ) as page:
            assert b"camera.js" in page.read()
        program.send_signal(signal.SIGINT)
        text, _ = program.communicate(timeout=PATIENCE_SECONDS)
    assert program.returncode == 0
    assert "Traceback" not in text, text


def test_without_a_port_for_it_the_table_opens_all_the_same(tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, port, "--https-port", str(port)) as program:
        wait_for(port, "/api/me")
        program.terminate()
        text, _ = program.communicate(timeout=PATIENCE_SECONDS)
    assert "the cameras of phones cannot be used this time" in text
