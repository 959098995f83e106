"""What a page asks before a form leaves it."""

import pytest
from django.templatetags.static import static
from django.urls import reverse

from tests.league.evenings import begin


@pytest.mark.parametrize("method", ["head", "get"])
def test_that_the_server_is_there_costs_nothing_and_is_never_kept(
    client_of, organizer, django_assert_num_queries, method
):
    client = client_of(organizer)
    with django_assert_num_queries(0):
        answer = getattr(client, method)(reverse("here"))
    assert answer.status_code == 204
    assert not answer.content
    assert "no-store" in answer["Cache-Control"]
    assert not answer.cookies


def test_an_answer_that_is_no_page_is_known_as_ours(client_of, db):
    """A page of another release asks at an address that is not there any more, or not yet."""
    answer = client_of().head("/here/nothing/")
    assert answer.status_code == 404
    assert "Content-Security-Policy" in answer


def test_pages_ask_and_the_score_page_fetches_what_asks_when_a_form_leaves_it(
    client_of, make_match, scorekeeper
):
    match = make_match()
    begin(match, scorekeeper)
    client = client_of(scorekeeper)
    asks = {name: client.get(reverse(name, args=[match.pk])).text for name in ("match", "score")}
    assert all(f'data-asks="{reverse("here")}"' in page for page in asks.values())
    script = static("js/asking.js")
    assert f'<script src="{script}"' in asks["match"]
    assert f'<script src="{script}"' not in asks["score"]
    assert f'data-asking="{script}"' in asks["score"]
