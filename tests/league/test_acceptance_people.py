"""What users of neighbouring programs ran into with people, roles and privacy.

A table link that edits only its table: tests/league/test_acceptance_links.py. A substitute for
game 3 in the figures: tests/league/actions/test_substitutes.py. League games without a result
after 48 and 72 hours: tests/league/test_acceptance_sheets.py.
"""

import re

import pytest
from django.urls import reverse

from league.actions.hidden_names import hide_name
from league.actions.invitations import show_code
from league.actions.links import make_round_links
from league.actions.results import Totals, record_totals
from league.actions.substitutes import add_substitute
from league.models import Claim, Partnership, Player, Role, TableLink
from league.queries import links as table_links
from league.queries.invitations import secret_of
from league.queries.standings import standings_of
from scoring import StandingsRules
from tests.league.evenings import begin
from tests.league.every_page import steady

PASSWORD = "three-quiet-herons"


@pytest.mark.parametrize("way", ["typed", "pasted", "entered"])
def test_a_pair_given_in_the_other_order_is_the_same_pair(
    way, organizer, client_of, make_player, make_partnership, make_competition
):
    anne, joe = make_player("Anne MacNeil"), make_player("Joe Boudreau")
    pair = make_partnership(anne, joe)
    league = make_competition(entries=2, state="open")
    slug, desk = league.club.slug, client_of(organizer)
    turned = "Joe Boudreau & Anne MacNeil"
    if way == "typed":
        typed = {"one": "Joe Boudreau", "other": "Anne MacNeil"}
        page = desk.post(reverse("partnership_new", args=[slug]), typed, follow=True).text
        assert "play together already" in page
    elif way == "pasted":
        url = reverse("people_paste", args=[slug])
        page = desk.post(url, {"names": turned, "confirm": "1"}, follow=True).text
        assert "0 new partnerships" in page
    else:
        url = reverse("entries_edit", args=[league.pk])
        desk.post(url, {"names": "Anne MacNeil & Joe Boudreau"})
        desk.post(url, {"names": turned})
        assert league.entries.filter(partnership=pair).count() == 1
    assert Partnership.objects.filter(first=anne, second=joe).get() == pair
    assert not Partnership.objects.filter(first=joe, second=anne).exists()
    assert Player.objects.filter(name__in=[anne.name, joe.name]).count() == 2


def test_a_substitute_for_game_three_stands_on_the_pages_as_what_he_is(
    make_match, make_player, organizer, client
):
    match = make_match(best_of=3)
    regular, sub = match.entry_a.partnership.first, make_player("Rita Joe")
    games = [(510, 300), (300, 510), (520, 90)]
    totals = [Totals(number=n, a=a, b=b) for n, (a, b) in enumerate(games, 1)]
    record_totals(match, totals, stamp="", by=organizer)
    standings = reverse("standings", args=[match.round.stage.competition_id])
    before = steady(client.get(standings).text)
    add_substitute(match, out=regular.pk, player=sub, game=3, by=organizer)
    assert steady(client.get(standings).text) == before
    assert "520" in client.get(reverse("player", args=[sub.pk])).text
    said = re.sub(r"<[^>]+>", "", client.get(reverse("match", args=[match.pk])).text)
    assert "Rita Joe sits in for" in said


def test_the_cap_on_a_spread_holds_for_the_tie_break_and_the_sheet_keeps_the_true_score(
    make_competition, make_match, organizer, client
):
    league = make_competition(entries=2)
    rules = {**StandingsRules.from_json(league.standings_rules).to_json(), "difference_cap": 300}
    league.standings_rules = rules
    league.save(update_fields=["standings_rules"])
    match = make_match(league)
    record_totals(match, [Totals(number=1, a=900, b=100)], stamp="", by=organizer)
    top = standings_of(league).rows[0].row
    assert (top.points_for, top.points_against, top.difference) == (900, 100, 800)
    assert top.values["points_difference"] == 300
    sheet = client.get(reverse("match", args=[match.pk])).text
    assert "900" in sheet
    assert "100" in sheet


def test_a_hall_lets_itself_in_says_who_it_is_and_hides_what_it_likes(
    make_competition, club, owner, organizer, client_of, client, settings
):
    """Self sign-up, without mail and without anybody typing addresses for others."""
    settings.MAIL_ENABLED = False
    league = make_competition(entries=2)
    code = secret_of(show_code(club, most_uses=4, days=1, by=owner))
    people = list(Player.objects.filter(club=club).order_by("pk"))
    phones = []
    for number, player in enumerate(people):
        phone = client_of(None)
        door = phone.post(reverse("join"), {"code": code.lower()})["Location"]
        account = {"name": player.name, "email": f"p{number}@example.com", "password": PASSWORD}
        phone.post(door, account)
        phone.post(reverse("claim"), {"player": player.pk})
        phones.append(phone)
    assert client_of(None).post(reverse("join"), {"code": code}).status_code == 422
    desk = client_of(organizer)
    for claim in Claim.objects.all():
        desk.post(reverse("claim_decide", args=[claim.pk]), {"answer": "confirm"})
    shy = people[0]
    phones[0].post(reverse("player_hide", args=[shy.pk]))
    assert phones[1].post(reverse("player_hide", args=[shy.pk])).status_code == 403
    shy.refresh_from_db()
    page = client.get(reverse("entries", args=[league.pk])).text
    assert shy.name in page
    assert shy.full_name not in page
    assert shy.full_name in phones[1].get(reverse("entries", args=[league.pk])).text
    assert Player.objects.filter(club=club, user=None).count() == 0


def test_one_person_in_two_clubs_has_in_each_what_was_given_there(
    make_user, club, other_club, client_of
):
    both = make_user("both", club, Role.Kind.OWNER)
    Role.objects.create(club=other_club, user=both, kind=Role.Kind.SCOREKEEPER)
    browser = client_of(both)
    assert browser.get(reverse("roles", args=[club.slug])).status_code == 200
    assert browser.get(reverse("roles", args=[other_club.slug])).status_code == 403
    assert browser.get(reverse("people", args=[other_club.slug])).status_code == 403


def test_whoever_scores_by_a_table_link_reads_names_as_a_guest_does(
    make_match, organizer, client_of
):
    match = make_match()
    shy = match.entry_a.partnership.first
    full = shy.name
    make_round_links(match.round, by=organizer)
    begin(match, organizer)
    hide_name(shy, by=organizer)
    phone = client_of(None)
    secret = table_links.secret_of(TableLink.objects.get())
    phone.post(reverse("link_enter", args=[secret]))
    pages = [reverse("score", args=[match.pk]), reverse("match_accept", args=[match.pk])]
    read = [phone.get(page) for page in pages]
    assert read[0].status_code == 200
    assert not [page for page, answer in zip(pages, read, strict=True) if full in answer.text]
