"""A certificate of this machine's own, for https in a hall that no authority knows.

Two are made. The *root* is what people install on their phones, once; it can vouch for this
machine's names and addresses and for those of private networks alone. The *leaf* is what the server
shows, made anew when it runs out or the machine has other addresses; phones that know the root
trust each new one.
"""

import os
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

ROOT_DAYS = 3650
LEAF_DAYS = 397  # phones take no longer ones
RENEWED_BEFORE = timedelta(days=30)
PRIVATE_NETWORKS = (
    "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "169.254.0.0/16",
    "127.0.0.0/8", "::1/128", "fc00::/7", "fe80::/10",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Certificate:
    """Files in PEM; `left_out` are names that the root may not vouch for."""

    root: Path
    chain: Path
    key: Path
    left_out: tuple[str, ...]


def kept_certificate(folder: Path, hosts: list[str], now: datetime | None = None) -> Certificate:
    """The certificate in `folder` for these `hosts` (names and addresses), made or renewed where
    needed. The folder is its owner's alone. OSError where it cannot be written."""
    now = now or datetime.now(UTC)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    root_file, root_key_file = folder / "root.crt", folder / "root.key"
    if not _good(root_file, root_key_file, now):
        _make_root(root_file, root_key_file, hosts, now)
    root = x509.load_pem_x509_certificate(root_file.read_bytes())
    names = [_general_name(host) for host in hosts]
    fitting = [name for name in names if _permitted(name, root)]
    chain, key = folder / "leaf.crt", folder / "leaf.key"
    if not _good(chain, key, now) or not _shows(chain, fitting, root):
        _make_leaf(chain, key, fitting, root, root_key_file, now)
    left_out = [host for host, name in zip(hosts, names, strict=True) if name not in fitting]
    return Certificate(root=root_file, chain=chain, key=key, left_out=tuple(left_out))


def fingerprint(root: Path) -> str:
    """The SHA-256 of a certificate, as phones show it."""
    digest = x509.load_pem_x509_certificate(root.read_bytes()).fingerprint(hashes.SHA256())
    return digest.hex(" ").upper()


def to_install(root: Path) -> bytes:
    """The certificate in DER, as phones take it."""
    found = x509.load_pem_x509_certificate(root.read_bytes())
    return found.public_bytes(serialization.Encoding.DER)


def _general_name(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(host.strip("[]")))
    except ValueError:
        return x509.DNSName(host)


def _permitted(name: x509.GeneralName, root: x509.Certificate) -> bool:
    """Whether the root may vouch for it; one name too many would spoil the whole leaf."""
    constraints = root.extensions.get_extension_for_class(x509.NameConstraints).value
    permitted = constraints.permitted_subtrees or []
    if isinstance(name, x509.IPAddress):
        inside = [one.value for one in permitted if isinstance(one, x509.IPAddress)]
        address = ip_address(str(name.value))
        return any(address in ip_network(str(one)) for one in inside)
    whole = [one.value for one in permitted if isinstance(one, x509.DNSName)]
    return any(name.value == one or name.value.endswith(f".{one}") for one in whole)


def _good(certificate: Path, key: Path, now: datetime) -> bool:
    """Whether both files are there, whole and of one another, and hold for a while yet: a laptop
    whose power went while they were written makes new ones."""
    if not (certificate.exists() and key.exists()):
        return False
    try:
        found = x509.load_pem_x509_certificate(certificate.read_bytes())
        own = serialization.load_pem_private_key(key.read_bytes(), password=None)
    except ValueError:
        return False
    holds = found.not_valid_before_utc <= now < found.not_valid_after_utc - RENEWED_BEFORE
    return holds and found.public_key() == own.public_key()


def _shows(chain: Path, names: list[x509.GeneralName], root: x509.Certificate) -> bool:
    leaf, *above = x509.load_pem_x509_certificates(chain.read_bytes())
    shown = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return above == [root] and set(shown) == set(names)


def _make_root(path: Path, key_path: Path, hosts: list[str], now: datetime) -> None:
    found = [_general_name(host) for host in hosts]
    names = [name for name in found if isinstance(name, x509.DNSName)]
    own = [str(name.value) for name in found if isinstance(name, x509.IPAddress)]
    key = ec.generate_private_key(ec.SECP256R1())
    subject = _subject(f"Tarabish hall, {names[-1].value if names else 'this machine'}")
    networks = [x509.IPAddress(ip_network(network)) for network in (*PRIVATE_NETWORKS, *own)]
    made = (
        _begun(subject, subject, key, now, days=ROOT_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .add_extension(
            x509.NameConstraints(permitted_subtrees=[*names, *networks], excluded_subtrees=None),
            critical=True,
        )
        .sign(key, hashes.SHA256())
    )
    _write_key(key_path, key)
    _write(path, made.public_bytes(serialization.Encoding.PEM))


def _make_leaf(
    path: Path,
    key_path: Path,
    names: list[x509.GeneralName],
    root: x509.Certificate,
    root_key_path: Path,
    now: datetime,
) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    root_key = serialization.load_pem_private_key(root_key_path.read_bytes(), password=None)
    assert isinstance(root_key, ec.EllipticCurvePrivateKey)
    made = (
        _begun(_subject("Tarabish"), root.subject, key, now, days=LEAF_DAYS)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(root_key.public_key()),
            critical=False,
        )
        .sign(root_key, hashes.SHA256())
    )
    _write_key(key_path, key)
    pem = serialization.Encoding.PEM
    _write(path, made.public_bytes(pem) + root.public_bytes(pem))


def _begun(
    subject: x509.Name,
    issuer: x509.Name,
    key: ec.EllipticCurvePrivateKey,
    now: datetime,
    *,
    days: int,
) -> x509.CertificateBuilder:
    """What root and leaf have in common; valid since yesterday, for phones whose clock is slow."""
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=days - 1))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _subject(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name[:64])])


def _usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs, key_cert_sign=signs, crl_sign=signs,
        content_commitment=False, key_encipherment=False, data_encipherment=False,
        key_agreement=False, encipher_only=False, decipher_only=False,
    )  # fmt: skip


def _write_key(path: Path, key: ec.EllipticCurvePrivateKey) -> None:
    _write(
        path,
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        ),
    )


def _write(path: Path, content: bytes) -> None:
    """Whole or not at all, and readable by its owner alone."""
    draft = path.with_suffix(path.suffix + ".new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
    draft.replace(path)
