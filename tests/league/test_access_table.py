"""Every address and method, as each who may come, against the table in docs/ACCESS.md."""

from typing import Any
from uuid import uuid4

import pytest
from allauth.account.models import EmailAddress
from django.db import transaction

from league.actions.adjustments import add_adjustment
from league.actions.claims import claim_player
from league.actions.invitations import invite_person
from league.actions.links import make_match_link
from league.actions.merges import merge_players
from league.actions.next_rounds import draw_next_round
from league.actions.players import remove_player
from league.actions.rounds import publish_rounds
from league.actions.rulings import Finding, rule_on_hand
from league.actions.stages import StagePlan, add_stage
from league.models import Deletion, Entrant, Role, Ruling, SentHand, TableLink
from league.queries.links import secret_of
from league.views.scorers import hold_link
from tests.league.access_world import (
    GO,
    NO_METHOD,
    PERSONAS,
    WORDS,
    World,
    ask,
    changed,
    digest,
    fits,
    routes,
    seen,
    written_table,
)
from tests.league.brackets import made
from tests.league.evenings import begin, play

ROUTES = routes()
WRITTEN = written_table()
# What each of these reads is asked of both databases; the others see no page that they do not.
READ_ON_BOTH = {"guest", "link", "organizer"}
EVERYBODY = [
    pytest.param(who, marks=() if who in READ_ON_BOTH else pytest.mark.sqlite) for who in PERSONAS
]


def test_every_route_stands_in_the_table_and_no_other():
    assert sorted(route.name for route in ROUTES) == sorted(WRITTEN)
    assert {word for row in WRITTEN.values() for word in row} <= set(WORDS)


@pytest.mark.parametrize("who", EVERYBODY)
def test_reading_is_for_those_the_table_names_and_writes_nothing(who, world: World, browser_of):
    browser, before = browser_of(who), digest()
    asked = {
        f"{method} {route.name}": (WRITTEN[route.name][0], ask(browser, method, address))
        for route in ROUTES
        for address in [world.address(route)]
        for method in ("GET", "HEAD")
    }
    assert not wrong_for(who, asked)
    assert not changed(before), "reading wrote something"


@pytest.mark.sqlite
@pytest.mark.parametrize("who", PERSONAS)
def test_who_may_not_write_is_told_so_and_writes_nothing(who, world: World, browser_of):
    browser, before = browser_of(who), digest()
    asked = {
        f"POST {route.name}": (WRITTEN[route.name][1], ask(browser, "POST", world.address(route)))
        for route in ROUTES
        if WORDS[WRITTEN[route.name][1]][who] != GO
    }
    assert not wrong_for(who, asked)
    assert not changed(before), "somebody who was refused wrote all the same"


@pytest.mark.parametrize("who", EVERYBODY)
def test_who_may_write_gets_an_answer_to_an_empty_form(who, world: World, browser_of):
    asked = {}
    for route in ROUTES:
        word = WRITTEN[route.name][1]
        if WORDS[word][who] == GO:
            browser = browser_of(who)
            with transaction.atomic():
                told = ask(browser, "POST", world.address(route))
                transaction.set_rollback(True)
            asked[f"POST {route.name}"] = (word, told)
    assert not wrong_for(who, asked)


def wrong_for(who: str, asked: dict[str, tuple[str, Any]]) -> list[str]:
    """What this one was told that the table does not say."""
    return [
        f"{what}: {seen(told)}, should be {WORDS[word][who]}"
        for what, (word, told) in asked.items()
        if not fits(seen(told), WORDS[word][who])
    ]


@pytest.mark.sqlite
@pytest.mark.parametrize("who", PERSONAS)
def test_no_other_method_does_anything(who, world: World, browser_of):
    browser, before = browser_of(who), digest()
    wrong = [
        f"{method} {route.name}: {told}"
        for route in ROUTES
        if not route.name.startswith(("account_", "mfa_"))  # they read PUT as they read POST
        for method in ("PUT", "PATCH", "DELETE")
        for told in [seen(ask(browser, method, world.address(route)))]
        if told != NO_METHOD
    ]
    assert not wrong
    assert not changed(before)


@pytest.mark.sqlite
def test_a_thing_that_is_not_there_answers_as_one_that_is_not_yours(world: World, browser_of):
    browser = browser_of("stranger")
    wrong = []
    for route in ROUTES:
        read, write = WRITTEN[route.name]
        if not route.parts or "signed in" in (read, write) or "token" in route.parts:
            continue
        gone = World(things={name: _nothing(name) for name in world.things})
        for method, word in (("GET", read), ("POST", write)):
            if word in {"–", "everybody"}:
                continue
            mine = ask(browser, method, world.address(route))
            none = ask(browser, method, gone.address(route))
            if (mine.status_code, mine.content) != (none.status_code, none.content):
                wrong.append(f"{method} {route.name}: {mine.status_code}, {none.status_code}")
    assert not wrong, "\n".join(wrong)


def _nothing(name: str) -> object:
    return "no-such-club" if name.endswith("slug") else 10**9


@pytest.fixture
def browser_of(world: World, personas, client_of, settings):
    """browser_of("member") -> a browser in which that one has come."""
    settings.ACCOUNT_RATE_LIMITS = False

    def make(who: str):
        user = None if who in {"guest", "link"} else personas[who]
        browser = client_of(user)
        if user is not None:  # as a real sign-in leaves it
            EmailAddress.objects.get_or_create(user=user, email=user.email, primary=True)
        if who == "link":
            request = browser.get("/").wsgi_request
            hold_link(request, world.things["other link"])
            hold_link(request, world.things["link"])
            request.session.save()
            browser.cookies["sessionid"] = request.session.session_key
        return browser

    return make


@pytest.fixture
def world(
    club,
    owner,
    organizer,
    member,
    make_competition,
    make_match,
    make_round,
    make_entry,
    make_player,
) -> World:
    competition = make_competition(entries=2, name="Kitchen league", sheets={"sides_report": True})
    match = make_match(competition)
    begin(match, organizer)
    play(match, organizer, 100, 62)
    other = make_match(competition)
    stage = match.round.stage
    penalty = add_adjustment(
        competition,
        match.entry_a,
        match_points=-1,
        points=0,
        reason="late",
        by=organizer,
    )
    cup = make_competition(entries=4, name="Cup")
    bracket = made(cup, organizer)
    rotating = make_competition(entries=0, name="Partners change")
    drawn = add_stage(rotating, StagePlan(kind="rotating", rounds=4), by=organizer)
    for _number in range(4):
        alone = Entrant.objects.create(competition=rotating, player=make_player(club=club))
    one_by_one = draw_next_round(drawn, number=1, by=organizer)
    publish_rounds(rotating, [one_by_one], by=organizer)
    make_match_link(match, by=organizer)
    link = TableLink.objects.get(match=match)
    blind = make_match(make_competition(entries=2, name="Blind", sheets={"acceptance": "blind"}))
    make_match_link(blind, by=organizer)
    side = {"pk": blind.pk, "side": "a"}
    invitation = invite_person(
        club, email="new@example.net", name="Flora", kind="member", days=7, by=owner
    )
    hand = match.games.get().hands.first()
    claim = claim_player(make_player(club=club), by=member)
    ruling = rule_on_hand(
        hand,
        Finding(
            claimant=match.entry_a.partnership.first,
            accused=match.entry_b.partnership.first,
            found=Ruling.Found.STANDS,
        ),
        reason="nobody saw it",
        client_id=uuid4(),
        revision=hand.revision,
        by=organizer,
    )
    merge = merge_players(make_player(club=club), make_player(club=club), by=organizer)
    remove_player(make_player(club=club, name="Gone MacLean"), by=organizer)
    role = Role.objects.get(club=club, kind="member")
    client_id = uuid4()
    kept = SentHand.objects.create(
        match=match,
        kind="record",
        sent_id=client_id,
        client_id=client_id,
        phone=uuid4(),
        seq=1,
        game=1,
        number=1,
        base=0,
        outcome="kept",
    )
    things = {
        "link": link.pk,
        "other link": TableLink.objects.get(match=blind).pk,
        "links.pk": link.pk,
        "t.secret": secret_of(link),
        "invitations.pk": invitation.pk,
        "join.secret": "no-such-secret",
        "me.token": "no-such-token",
        "claims.pk": claim.pk,
        "rulings.pk": ruling.pk,
        "merges.pk": merge.pk,
        "kept-hands.pk": kept.pk,
        "deletions.pk": Deletion.objects.get(label__contains="Gone").pk,
        "words.language": "en",
        "words.digest": "of-another-day",
        "clubs.slug": club.slug,
        "competitions.pk": competition.pk,
        "matches.pk": match.pk,
        "rounds.pk": match.round_id,
        "stages.pk": stage.pk,
        "hands.pk": hand.pk,
        "games.pk": hand.game_id,
        "players.pk": match.entry_a.partnership.first_id,
        "partnerships.pk": match.entry_a.partnership_id,
        "entries.pk": match.entry_a_id,
        "entrants.pk": alone.pk,
        "adjustments.pk": penalty.pk,
        "roles.pk": role.pk,
        "sign-in-link.token": "no-such-token",
        "accounts.key": "no-such-key",
        "accounts.uidb36": "1",
        "accounts.pk": 1,
    }
    cup_stage = {"pk": bracket.pk}
    by_rounds = {"pk": drawn.pk}
    own = {
        "own_sheets": {"pk": blind.pk},
        "compare": {"pk": blind.pk},
        "own_sheet": side,
        "own_check": side,
        "own_release": side,
        "kept_hand_edit": {"pk": kept.pk, "step": "place"},
        "stage": by_rounds,
        "stage_edit": by_rounds,
        "round_draw": by_rounds,
        "round_redraw": {"pk": one_by_one.pk},
        "round_delete": {"pk": one_by_one.pk},
        "bracket": cup_stage,
        "bracket_edit": cup_stage,
        "bracket_seeds": cup_stage,
        "print_bracket": cup_stage,
        "stage_delete": by_rounds,
        "players_edit": {"pk": rotating.pk},
        "account_reset_password_from_key": {"uidb36": "1", "key": "no-such-key"},
    }
    assert other
    return World(things=things, own=own)
