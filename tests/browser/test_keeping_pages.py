"""Pages of trust in every look: two records made one, deleted things, a person forgotten, rulings,
disputes, two sheets side by side, the past, links and invitations; with names no form foresaw."""

from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils import timezone

from league.actions.competitions import delete_competition
from league.actions.disputes import dispute_match
from league.actions.links import make_round_links
from league.actions.merges import merge_players
from league.actions.rulings import Finding, rule_on_hand
from league.models import AuditEntry, Hand
from league.queries.matches import load_match, people_of
from tests.browser.halls import LEAGUE, LONG, MARKUP, PAIRS, UNBROKEN
from tests.browser.looks import PHONE, faults_of, visit
from tests.league.actions.test_second_sheets import WON, blind, hand_in, own_game
from tests.league.evenings import begin, play

pytestmark = pytest.mark.django_db(transaction=True)

WHY = "He said that he had none and had the ten all along: " + UNBROKEN


@pytest.fixture
def league(make_competition, make_player, make_partnership, make_entry):
    found = make_competition(entries=0, name=LEAGUE, options={"target": 300})
    for names in PAIRS[:2]:
        make_entry(found, make_partnership(*[make_player(name) for name in names]))
    return found


@pytest.fixture
def match(league, make_match, owner):
    """Over, with a ruling on its second hand, and one side says it is wrong."""
    match = make_match(league)
    begin(match, owner)
    play(match, owner, 160, 90, 162)
    hand = Hand.objects.get(number=2)
    sides = people_of(match)
    found = Finding(claimant=sides["b"][0], accused=sides["a"][1], found="upheld", trick=3)
    rule_on_hand(hand, found, reason=WHY, client_id=uuid4(), revision=hand.revision, by=owner)
    assert load_match(match).over
    dispute_match(match, side="b", words=WHY, by=owner)
    return match


@pytest.fixture
def ruled(match):
    """The pages of its match, its rulings, its log and its past."""
    hand, league = Hand.objects.get(number=2), match.round.stage.competition
    past = reverse("past", args=[league.pk])
    moment = timezone.localtime(AuditEntry.objects.latest("pk").at).strftime("%Y-%m-%dT%H:%M:%S")
    return {
        "a ruled match": reverse("match", args=[match.pk]),
        "a ruling on a hand": reverse("hand_ruling", args=[hand.pk]),
        "a ruling on a match": reverse("match_ruling", args=[match.pk]),
        "a ruling taken back": reverse("ruling_take_back", args=[hand.rulings.get().pk]),
        "rulings": reverse("rulings", args=[league.pk]),
        "settling": reverse("match_settle", args=[match.pk]),
        "the match's log": reverse("match_audit", args=[match.pk]),
        "the past asked for": past,
        "the past": f"{past}?at={moment}",
        "how sheets are accepted": reverse("sheets_edit", args=[league.pk]),
    }


@pytest.fixture
def compared(make_competition, make_match, owner, organizer):
    """Two sheets that differ, and their table's links."""
    match = blind(make_competition, make_match)
    own_game(match, "a", owner, *WON)
    own_game(match, "b", organizer, 160, 91, 100)
    hand_in(match, "a", owner)
    hand_in(match, "b", organizer)
    make_round_links(match.round, by=owner)
    return {
        "comparing": reverse("compare", args=[match.pk]),
        "both sheets": reverse("own_sheets", args=[match.pk]),
        "links of a round": reverse("round_links", args=[match.round_id]),
        "links of an evening": reverse("links", args=[match.round.stage.competition_id]),
    }


@pytest.fixture
def kept(make_competition, make_player, club, owner):
    """One record into another, something deleted, somebody to be forgotten."""
    merge = merge_players(make_player(LONG), make_player(f"{LONG} 2"), by=owner)
    make_player(f"{LONG} 3")
    gone = make_competition(entries=2, name=f"{LEAGUE} {MARKUP}", state="draft")
    delete_competition(gone, by=owner)
    left = make_competition(entries=2, name=LEAGUE)
    return {
        "merging": reverse("player_merge", args=[merge.kept_id]),
        "merges": reverse("merges", args=[club.slug]),
        "deleted": reverse("deleted", args=[club.slug]),
        "deleting a competition": reverse("competition_delete", args=[left.pk]),
        "deleting a club": reverse("club_delete", args=[club.slug]),
        "forgetting": reverse("player_forget", args=[merge.kept_id]),
        "what is held about me": reverse("me_data"),
        "invitations": reverse("invitations", args=[club.slug]),
        "the club's log": reverse("club_audit", args=[club.slug]),
    }


@pytest.mark.parametrize("which", ["ruled", "compared", "kept"])
def test_a_page_of_trust_fits_phone_and_desk_and_axe_finds_nothing_light_or_dark(
    request, open_page, owner, sign_in, assert_accessible, which
):
    pages = request.getfixturevalue(which)
    page = open_page(**PHONE)
    sign_in(page, owner)
    faults = []
    for name, address in pages.items():
        visit(page, address)
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        faults += faults_of(page, name, assert_accessible)
    assert not faults, "\n".join(faults)
