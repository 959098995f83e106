"""A server that is too busy: htmx puts no error in the place of a part, and says its sentence."""

import pytest
from django.templatetags.static import static
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.league.evenings import begin, play

pytestmark = pytest.mark.django_db(transaction=True)
BUSY = "The site is very busy, or starting again. Try again in 5 seconds."
UNDO = "address => htmx.ajax('POST', address, { target: '#evening', swap: 'outerHTML' })"


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("text/plain; charset=utf-8", BUSY),
        ("text/html", "That did not go through."),  # a proxy's own page: nothing of it is shown
    ],
)
def test_what_was_typed_stays_and_the_sentence_stands_above_it(
    phone: Page, make_match, scorekeeper, sign_in, kind: str, said: str
) -> None:
    match = make_match()
    begin(match, scorekeeper)
    play(match, scorekeeper, 96)
    sign_in(phone, scorekeeper)
    phone.goto(reverse("score", args=[match.pk]))
    phone.add_script_tag(url=static("js/htmx.min.js"))  # it comes when the page needs it
    phone.locator("[name=count_ns]").fill("77")
    body = BUSY if kind.startswith("text/plain") else f"<h1>503</h1><p>{BUSY}</p>"
    address = reverse("hand_undo", args=[match.pk])
    phone.route(
        f"**{address}",
        lambda route: route.fulfill(status=503, body=body, content_type=kind),
    )
    phone.locator("button[name=save]").scroll_into_view_if_needed()
    expect(phone.locator("#notices")).not_to_be_in_viewport()
    phone.evaluate(UNDO, address)
    notice = phone.locator("#notices [data-trouble]")
    expect(notice).to_contain_text(said)
    expect(notice).to_be_in_viewport()
    if kind == "text/html":
        expect(notice).not_to_contain_text("busy")
    expect(phone.locator("[name=count_ns]")).to_have_value("77")
    expect(phone.locator("#evening h1", has_text="503")).to_have_count(0)
