"""The pages of rulings: who comes to them, what everybody reads, and that nothing stays behind."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse

from league.models import Adjustment, Hand, Ruling
from league.queries.matches import people_of
from tests.league.evenings import begin, play
from tests.league.every_page import steady
from tests.league.ticks import post_seen

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(make_competition, make_match, scorekeeper):
    competition = make_competition(entries=2, options={"target": 300})
    match = make_match(competition)
    begin(match, scorekeeper)
    play(match, scorekeeper, 160, 90)
    return match


@pytest.fixture
def hand(match):
    return Hand.objects.get(number=2)


def typed(hand, **fields):
    (north, _south), (east, _west) = people_of(hand.game.match).values()
    return {
        "client_id": str(uuid4()), "revision": Hand.objects.get(pk=hand.pk).revision,
        "claimant": east.pk, "accused": north.pk, "trick": "3", "card": "10h", "found": "upheld",
        "reason": "Did not follow suit",
    } | fields  # fmt: skip


def page(client, name, pk):
    text = client.get(reverse(name, args=[pk])).content.decode()
    return re.sub(r"\d\d:\d\d|\s+", " ", steady(text))


@pytest.mark.parametrize("name", ["hand_ruling", "match_ruling", "ruling_take_back"])
def test_only_organizers_rule(match, hand, organizer, personas, client_of, name):
    client_of(organizer).post(reverse("hand_ruling", args=[hand.pk]), typed(hand))
    pk = {"hand_ruling": hand.pk, "match_ruling": match.pk}.get(name) or Ruling.objects.get().pk
    seen = {who: client_of(user).get(reverse(name, args=[pk])).status_code
            for who, user in personas.items()}  # fmt: skip
    assert seen == {
        "guest": 302, "stranger": 404, "member": 403, "scorekeeper": 403,
        "organizer": 200, "owner": 200, "site_admin": 200,
    }  # fmt: skip
    before = (Ruling.objects.count(), Hand.objects.get(pk=hand.pk).revision)
    for who in ("guest", "stranger", "member", "scorekeeper"):
        client_of(personas[who]).post(reverse(name, args=[pk]), typed(hand, reason="x"))
    assert (Ruling.objects.count(), Hand.objects.get(pk=hand.pk).revision) == before


def test_everybody_reads_the_ruling_its_rule_and_its_reason(match, hand, organizer, client_of):
    address = reverse("hand_ruling", args=[hand.pk])
    assert "The claimers write: Everything in the hand" in page(
        client_of(organizer), "hand_ruling", hand.pk
    )
    answer = client_of(organizer).post(address, typed(hand))
    assert answer["Location"] == reverse("match", args=[match.pk])
    for name, pk in (("match", match.pk), ("hand", hand.pk),
                     ("rulings", match.round.stage.competition_id)):  # fmt: skip
        text = page(client_of(None), name, pk)
        assert re.search(
            r"claimed a misplay by <bdi>\w+</bdi> in trick 3 \(10H\): proved \(rule 6\.11\)", text
        ), name
        assert "Did not follow suit" in text
        assert "Take the ruling back" not in text
    hand.refresh_from_db()
    assert (hand.score_ns, hand.score_ew, hand.verdict) == (0, 162, "misplay")


def test_a_ruling_with_its_penalty_taken_back_leaves_every_table_as_it_was(
    make_competition, make_match, scorekeeper, organizer, client_of
):
    competition = make_competition(entries=2, options={"target": 300})
    match = make_match(competition)
    begin(match, scorekeeper)
    play(match, scorekeeper, 160, 90, 100)
    hand = Hand.objects.get(number=1)
    guest, desk = client_of(None), client_of(organizer)
    names = ("standings", "print_standings", "competition", "schedule")
    before = [page(guest, name, competition.pk) for name in names]
    sent = typed(hand, owners=[match.entry_a_id], match_points="-½", rule="house rule 4")
    answer = desk.post(reverse("hand_ruling", args=[hand.pk]), sent)
    assert answer.status_code == 422
    assert "What this moves" in answer.content.decode()
    assert not Ruling.objects.exists()
    assert post_seen(desk, reverse("hand_ruling", args=[hand.pk]), sent).status_code == 302
    during = page(guest, "standings", competition.pk)
    assert "−½ point: <bdi>Did not follow suit</bdi> (rule: <bdi>house rule 4</bdi>)" in during
    ruling = Ruling.objects.get()
    take_back = reverse("ruling_take_back", args=[ruling.pk])
    assert post_seen(desk, take_back, {"reason": "wrong hand"}).status_code == 302
    assert [page(guest, name, competition.pk) for name in names] == before
    said = page(guest, "match", match.pk)
    assert "Out of force since" in said
    assert "wrong hand" in said
    assert desk.post(take_back, {"reason": "once more"}).status_code == 302
    assert Ruling.objects.get().ended_reason == "wrong hand"


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"claimant": ""}, "claimant"),
        ({"accused": ""}, "accused"),
        ({"found": ""}, "found"),
        ({"found": "perhaps"}, "found"),
        ({"reason": " "}, "reason"),
        ({"trick": "10"}, "trick"),
        ({"card": "11H"}, "card"),
        ({"match_points": "-1", "rule": "4"}, "owners"),
        ({"owners": ["first"], "rule": "4"}, "match_points"),
        ({"owners": ["first"], "points": "-100"}, "rule"),
    ],
)
def test_what_is_missing_is_said_at_its_field_and_nothing_is_lost(
    match, hand, organizer, client_of, wrong, field
):
    if wrong.get("owners"):
        wrong = wrong | {"owners": [match.entry_a_id]}
    answer = client_of(organizer).post(reverse("hand_ruling", args=[hand.pk]), typed(hand, **wrong))
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    assert field == "reason" or "Did not follow suit" in answer.content.decode()
    assert not Ruling.objects.exists()


def test_partners_are_no_opponents(match, hand, organizer, client_of):
    (north, south), _others = people_of(match).values()
    sent = typed(hand, claimant=south.pk, accused=north.pk)
    answer = client_of(organizer).post(reverse("hand_ruling", args=[hand.pk]), sent)
    assert answer.status_code == 422
    assert "accused" in answer.context["form"].errors


def test_a_page_that_was_open_too_long_is_told_so(match, hand, organizer, owner, client_of):
    address = reverse("hand_ruling", args=[hand.pk])
    late = typed(hand)
    client_of(organizer).post(address, typed(hand, found="stands"))
    assert client_of(owner).post(address, late).status_code == 409
    assert Ruling.objects.get().found == "stands"


def test_a_match_is_penalized_with_its_rule(match, organizer, client_of):
    address = reverse("match_ruling", args=[match.pk])
    desk = client_of(organizer)
    sent = {"client_id": str(uuid4()), "reason": "Table talk", "owners": [match.entry_b_id],
            "points": "-100", "rule": "house rule 7"}  # fmt: skip
    assert desk.post(address, sent | {"rule": ""}).status_code == 422
    assert post_seen(desk, address, sent).status_code == 302
    assert Adjustment.objects.get().points == -100
    text = page(client_of(None), "match", match.pk)
    assert "−100 scored (rule: <bdi>house rule 7</bdi>)" in text
    assert "Table talk" in text


def test_where_partners_rotate_a_single_player_is_penalized(
    make_competition, make_player, organizer, client_of, scorekeeper
):
    from league.actions.entrants import add_players
    from league.actions.next_rounds import draw_next_round
    from league.actions.rounds import publish_rounds
    from league.actions.stages import StagePlan, add_stage

    competition = make_competition(entries=0, state="open", kind="tournament")
    stage = add_stage(competition, StagePlan(kind="rotating", rounds=3), by=organizer)
    add_players(competition, [make_player() for _n in range(4)], by=organizer)
    first = draw_next_round(stage, number=1, by=organizer)
    publish_rounds(competition, [first], by=organizer)
    match = first.matches.get()
    begin(match, scorekeeper)
    (hand,) = play(match, scorekeeper, 96)
    desk, address = client_of(organizer), reverse("hand_ruling", args=[hand.pk])
    form = desk.get(address).context["form"]
    assert len(form.fields["owners"].choices) == 4
    alone = form.fields["owners"].choices[1][0]
    sent = typed(hand, owners=[alone], points="-50", match_points="-0,5", rule="4")
    assert post_seen(desk, address, sent).status_code == 302
    made = Adjustment.objects.get()
    assert (made.entrant_id, made.points, str(made.match_points)) == (alone, -50, "-0.5")


def test_a_draft_or_another_clubs_ruling_is_not_there(match, hand, organizer, stranger, client_of):
    client_of(organizer).post(reverse("hand_ruling", args=[hand.pk]), typed(hand))
    ruling = Ruling.objects.get()
    answer = client_of(stranger).post(
        reverse("ruling_take_back", args=[ruling.pk]), {"reason": "x"}
    )
    assert answer.status_code == 404
    assert client_of(stranger).get(reverse("ruling_take_back", args=[10**9])).status_code == 404
    match.round.state = "draft"
    match.round.save()
    text = page(client_of(None), "rulings", match.round.stage.competition_id)
    assert "No ruling yet" in text
