"""Pages go over the line packed; what is the same is not sent again, packed or not."""

import gzip

import pytest
from django.urls import reverse

from tests.league.every_page import steady

PACKED = {"accept-encoding": "gzip"}


def test_a_page_is_packed_for_whoever_can_open_it(client_of, make_match):
    address = reverse("match", args=[make_match().pk])
    client = client_of()
    plain = client.get(address)
    packed = client.get(address, headers=PACKED)
    assert "Content-Encoding" not in plain
    assert packed["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed["Vary"]
    assert steady(gzip.decompress(packed.content).decode()) == steady(plain.content.decode())
    assert len(packed.content) < len(plain.content) / 2


def test_a_packed_page_that_has_not_changed_is_answered_with_304(client_of, make_match):
    client = client_of()
    address = reverse("board", args=[make_match().round.stage.competition_id])
    versions = {client.get(address, headers=headers)["ETag"] for headers in ({}, PACKED)}
    assert len(versions) == 1
    again = {**PACKED, "if-none-match": versions.pop()}
    answer = client.get(address, headers=again)
    assert answer.status_code == 304
    assert not answer.content
    assert answer["ETag"] == again["if-none-match"]


def test_a_token_is_another_in_each_answer(client_of, owner):
    """Else somebody who watches lengths on the line could guess it, letter by letter."""
    client = client_of()
    pages = [client.get(reverse("account_login")).text for _time in range(5)]
    assert len({page.split('name="csrfmiddlewaretoken" value="')[1][:64] for page in pages}) == 5


def test_the_same_page_is_not_of_the_same_length_twice(client_of, make_match):
    client = client_of()
    address = reverse("match", args=[make_match().pk])
    answers = [client.get(address, headers=PACKED).content for _time in range(12)]
    assert len({steady(gzip.decompress(answer).decode()) for answer in answers}) == 1
    assert len({len(answer) for answer in answers}) > 3


@pytest.mark.parametrize("name", ["home", "clubs"])
def test_the_shortest_pages_open_packed_too(client_of, owner, name):
    answer = client_of().get(reverse(name), headers=PACKED)
    assert gzip.decompress(answer.content).endswith(b"</html>\n")
