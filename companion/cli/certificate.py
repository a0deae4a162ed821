"""A certificate made here, so that phones may use their cameras: browsers ask for an encrypted connection."""

from __future__ import annotations

import ipaddress
import os
import ssl
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

VALID_DAYS = 397  # phones refuse certificates that claim more
RENEW_BEFORE_DAYS = 14
FILE_NAME = "https.pem"


@dataclass(frozen=True, slots=True)
class Certificate:
    """A file with a key and the certificate for it, readable by its owner alone."""

    path: Path


def certificate_for(folder: Path, names: Iterable[str], now: datetime | None = None) -> Certificate:
    """The certificate of this table for these names; made anew when a name is missing or it runs out."""
    path, wanted = folder / FILE_NAME, tuple(dict.fromkeys(name.strip("[]") for name in names if name))
    now = now or datetime.now(UTC)
    if not _is_good(path, wanted, now):
        _write(path, _made(wanted, now))
    return Certificate(path)


def _is_good(path: Path, wanted: tuple[str, ...], now: datetime) -> bool:
    try:
        content = path.read_bytes()
        found = x509.load_pem_x509_certificate(content)
        names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(path)
    except (OSError, ValueError, x509.ExtensionNotFound):
        return False
    known = {*names.get_values_for_type(x509.DNSName)}
    known |= {str(address) for address in names.get_values_for_type(x509.IPAddress)}
    return set(wanted) <= known and now + timedelta(days=RENEW_BEFORE_DAYS) < found.not_valid_after_utc


def _made(names: tuple[str, ...], now: datetime) -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Conclave companion at this table")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=VALID_DAYS - 1))
        .add_extension(x509.SubjectAlternativeName([_general_name(name) for name in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    return private + certificate.public_bytes(serialization.Encoding.PEM)


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".https.")  # for its owner alone from the start
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    Path(name).replace(path)
