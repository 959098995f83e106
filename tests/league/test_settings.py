"""What the settings promise: a key of one's own, strict headers, nobody signs up alone."""

import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.test import Client

from league.hosts import own_hosts
from league.settings import kept_secret_key


def test_secret_key_is_made_once_and_is_nobody_elses(tmp_path: Path) -> None:
    path = tmp_path / "secret-key"
    with ThreadPoolExecutor(8) as workers:
        keys = set(workers.map(kept_secret_key, [path] * 40))
    assert len(keys) == 1
    assert len(keys.pop()) >= 50
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in tmp_path.iterdir()] == ["secret-key"]


def test_own_hosts_are_names_and_no_wildcards() -> None:
    hosts = own_hosts()
    assert {"localhost", "127.0.0.1", "[::1]"} <= set(hosts)
    assert not [host for host in hosts if host.startswith((".", "*"))]


@pytest.mark.django_db
def test_sign_in_page_forbids_inline_script_style_and_frames(client: Client) -> None:
    policy = client.get("/accounts/login/").headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    for part in ("default-src 'self'", "frame-ancestors 'none'", "form-action 'self'"):
        assert part in policy


@pytest.mark.django_db
def test_nobody_signs_up_alone(client: Client, django_user_model: type) -> None:
    form = {"email": "a@example.org", "password1": "a-good-long-password"}
    client.post("/accounts/signup/", form)
    assert not django_user_model.objects.exists()


@pytest.mark.django_db
def test_sign_in_is_refused_after_five_wrong_passwords(
    client: Client, django_user_model: type
) -> None:
    user = django_user_model(email="anne@example.org")
    user.set_password("a-good-long-password")
    user.save()
    form = {"login": user.email, "password": "wrong"}
    for _ in range(5):
        client.post("/accounts/login/", form)
    answer = client.post("/accounts/login/", {**form, "password": "a-good-long-password"})
    assert "_auth_user_id" not in client.session
    assert b"Too many" in answer.content
