"""The certificate that a hall's laptop makes itself."""

import ssl
import stat
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address

import pytest
from cryptography import x509
from django.core.management import CommandError

from league.certificates import fingerprint, kept_certificate, to_install
from league.management.commands import serve

HOSTS = ["localhost", "127.0.0.1", "[::1]", "hall", "hall.local", "192.168.1.20"]


def leaf_of(made):
    return x509.load_pem_x509_certificates(made.chain.read_bytes())[0]


def names_in(made) -> set[str]:
    found = leaf_of(made).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {str(name.value) for name in found}


def test_it_is_made_once_for_all_names_and_readable_by_nobody_else(tmp_path):
    folder = tmp_path / "certificate"
    made = kept_certificate(folder, HOSTS)
    kept = [file.read_bytes() for file in (made.root, made.chain, made.key)]
    again = kept_certificate(folder, list(reversed(HOSTS)))
    assert [file.read_bytes() for file in (again.root, again.chain, again.key)] == kept
    assert names_in(made) == {host.strip("[]") for host in HOSTS}
    assert made.left_out == ()
    assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o600}
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.parametrize("name", ["root.crt", "root.key", "leaf.crt", "leaf.key"])
@pytest.mark.parametrize("kept", [0, 0.3, 0.7])
def test_a_file_that_was_cut_off_is_made_anew(tmp_path, name, kept):
    """The laptop's power went while it was written."""
    file = tmp_path / name
    kept_certificate(tmp_path, HOSTS)
    whole = file.read_bytes()
    file.write_bytes(whole[: int(len(whole) * kept)])
    made = kept_certificate(tmp_path, HOSTS)
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(made.chain, made.key)
    leaf, root = x509.load_pem_x509_certificates(made.chain.read_bytes())
    leaf.verify_directly_issued_by(root)
    assert root == x509.load_pem_x509_certificate(made.root.read_bytes())
    before = [one.read_bytes() for one in sorted(tmp_path.iterdir())]
    kept_certificate(tmp_path, HOSTS)
    assert [one.read_bytes() for one in sorted(tmp_path.iterdir())] == before


def test_python_itself_trusts_it_by_its_root(tmp_path):
    """A handshake in memory, name and chain checked as a browser would."""
    made = kept_certificate(tmp_path, HOSTS)
    server_side = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server_side.load_cert_chain(made.chain, made.key)
    client_side = ssl.create_default_context(cafile=str(made.root))
    for host in ("hall.local", "192.168.1.20"):
        shake_hands(client_side, server_side, host)
    with pytest.raises(ssl.SSLCertVerificationError):
        shake_hands(client_side, server_side, "192.168.1.21")


def shake_hands(client_side, server_side, host: str) -> None:
    to_client, to_server = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = client_side.wrap_bio(to_client, to_server, server_hostname=host)
    server = server_side.wrap_bio(to_server, to_client, server_side=True)
    for _turn in range(4):
        for side in (client, server):
            with suppress(ssl.SSLWantReadError):
                side.do_handshake()
    assert client.version() == "TLSv1.3"


def test_another_address_or_a_year_later_makes_a_new_one_under_the_same_root(tmp_path):
    first = kept_certificate(tmp_path, HOSTS)
    root, old = fingerprint(first.root), leaf_of(first)
    moved = kept_certificate(tmp_path, [*HOSTS[:-1], "10.0.0.5"])
    assert fingerprint(moved.root) == root
    assert "10.0.0.5" in names_in(moved)
    assert leaf_of(moved).serial_number != old.serial_number
    later = datetime.now(UTC) + timedelta(days=380)
    renewed = kept_certificate(tmp_path, [*HOSTS[:-1], "10.0.0.5"], later)
    assert fingerprint(renewed.root) == root
    assert leaf_of(renewed).not_valid_after_utc > later + timedelta(days=300)


def test_the_root_vouches_for_this_machine_and_private_networks_alone(tmp_path):
    made = kept_certificate(tmp_path, HOSTS)
    elsewhere = kept_certificate(tmp_path, [*HOSTS, "bank.example.com", "203.0.113.9"])
    assert elsewhere.left_out == ("bank.example.com", "203.0.113.9")
    assert names_in(elsewhere) == names_in(made)
    root = x509.load_pem_x509_certificate(made.root.read_bytes())
    limits = root.extensions.get_extension_for_class(x509.NameConstraints)
    assert limits.critical
    networks = [one.value for one in limits.value.permitted_subtrees if hasattr(one.value, "hosts")]
    assert not any(ip_address("203.0.113.9") in network for network in networks)


def test_guests_are_told_of_it_where_it_serves_and_find_nothing_elsewhere(
    client_of, tmp_path, settings, db
):
    client = client_of()
    assert client.get("/certificate/").status_code == 404
    settings.CERTIFICATE_DIR = tmp_path
    settings.OWN_CERTIFICATE = True
    made = kept_certificate(tmp_path, HOSTS)
    assert fingerprint(made.root) in client.get("/certificate/").text
    answer = client.get("/certificate/file/")
    assert answer["Content-Type"] == "application/x-x509-ca-cert"
    assert answer.content == to_install(made.root)


def test_a_public_address_and_a_certificate_of_the_hall_do_not_go_together(settings, monkeypatch):
    monkeypatch.setenv("CERTIFICATE", "1")
    settings.PUBLIC_URL = "https://cards.example.org"
    with pytest.raises(CommandError, match="proxy"):
        serve.own_certificate()
