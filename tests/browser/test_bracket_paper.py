"""A bracket with blanks comes out on as many Letter pages as it should, however long the names."""

import re

import pytest
from django.urls import reverse

from league.models import Match, Stage
from tests.browser.looks import visit
from tests.league.brackets import made, win

LONG = ["Marie-Thérèse Sylliboy-Googoo", "Éloi à Joseph MacLellan", "Hughie Dan DiPersio"]


@pytest.mark.parametrize(
    ("n", "played", "pages"),
    [
        *((n, played, 1) for n in (4, 8, 12, 16) for played in (False, True)),
        (32, False, 2),  # a list, round by round
    ],
)
def test_a_bracket_fits_letter_paper(
    open_page, organizer, make_competition, make_entry, make_partnership, make_player,
    n, played, pages,
):  # fmt: skip
    cup = make_competition(entries=0, name="The cup")
    for at in range(n):
        names = LONG[at % 3], LONG[(at + 1) % 3]
        make_entry(cup, make_partnership(*(make_player(f"{name} {at}") for name in names)))
    kind = Stage.Kind.CHAMPIONSHIP
    stage = made(cup, organizer, kind=kind, best_of=3, third_place=True)
    if played:
        for slot in list(Match.objects.filter(round__stage=stage).values_list("slot", flat=True)):
            win(stage, slot, "a", organizer)
    page = open_page()
    visit(page, reverse("print_bracket", args=[stage.pk]))
    paper = page.pdf(format="Letter", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == pages
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 720, "height": 960})  # Letter without its margins
    boxes = [one.bounding_box() for one in page.locator(".tree__match").all()]
    for at, one in enumerate(boxes):
        assert one["x"] >= 0
        assert one["x"] + one["width"] <= 720
        for other in boxes[at + 1 :]:
            assert (
                one["x"] + one["width"] <= other["x"] + 1
                or other["x"] + other["width"] <= one["x"] + 1
                or one["y"] + one["height"] <= other["y"] + 1
                or other["y"] + other["height"] <= one["y"] + 1
            ), (one, other)
