"""An evening with rotating partners: players enter alone, and each has a place of his own."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from league.actions.adjustments import add_adjustment
from league.actions.results import Totals, record_forfeit, record_totals
from league.actions.stages import StagePlan, add_stage
from league.models import (
    Club,
    Competition,
    Entrant,
    Lineup,
    Partnership,
    Player,
    Round,
    Stage,
    User,
)
from league.queries.player_standings import player_standings_of

Make = Callable[..., Competition]


@pytest.fixture
def desk(client_of: Callable[..., Client], organizer: User) -> Client:
    return client_of(organizer)


@pytest.fixture
def evening(
    desk: Client, make_competition: Make, make_player: Callable[..., Player], organizer: User
) -> Stage:
    """Nine players, three rounds, nothing drawn."""
    competition = make_competition(entries=0, state="open", kind="tournament")
    stage = add_stage(competition, StagePlan(kind="rotating", rounds=3), by=organizer)
    players = [make_player() for _number in range(9)]
    answer = desk.post(
        f"/competitions/{competition.pk}/players/edit/",
        {"players": [str(player.pk) for player in players]},
    )
    assert answer.status_code == 302
    return stage


def draw(desk: Client, stage: Stage, number: int) -> Round:
    answer = desk.post(f"/stages/{stage.pk}/draw/", {"number": str(number)})
    assert answer.status_code == 302
    found = stage.rounds.get(number=number)
    desk.post(f"/rounds/{found.pk}/publish/")
    found.refresh_from_db()
    return found


def test_everybody_has_new_partners_and_what_his_side_won(
    desk: Client, client_of: Callable[..., Client], evening: Stage, organizer: User
) -> None:
    points: Counter[int] = Counter()
    scored: Counter[int] = Counter()
    couples: list[frozenset[int]] = []
    for number in (1, 2, 3):
        night = draw(desk, evening, number)
        assert night.matches.count() == 2
        assert len(night.draw["sitting_out"]) == 1
        points.update(dict.fromkeys(night.draw["sitting_out"], 2))
        for match in night.matches.all():
            record_totals(
                match, [Totals(number=1, a=500 + match.table, b=200)], stamp="", by=organizer
            )
            for side, won, score in (("a", 2, 500 + match.table), ("b", 0, 200)):
                people = Lineup.objects.filter(match=match, side=side)
                couple = frozenset(people.values_list("player", flat=True))
                assert len(couple) == 2
                couples.append(couple)
                points.update(dict.fromkeys(couple, won))
                scored.update(dict.fromkeys(couple, score))
    assert len(set(couples)) == len(couples) == 12
    table = player_standings_of(evening.competition)
    assert {place.player.pk: place.row.match_points for place in table.rows} == {
        place.player.pk: points[place.player.pk] for place in table.rows
    }
    assert {place.player.pk: place.row.points_for for place in table.rows} == {
        place.player.pk: scored[place.player.pk] for place in table.rows
    }
    assert (table.round_done, table.rounds_total) == (3, 3)
    best = table.rows[0].player.name
    pages = [
        f"/competitions/{evening.competition_id}/{page}"
        for page in ("", "standings/", "entries/", "schedule/", "print/standings/")
    ]
    guest = client_of(None)
    for address in (*pages, f"/stages/{evening.pk}/"):
        answer = guest.get(address)
        assert answer.status_code == 200
        assert best in answer.content.decode()
    assert "Sit out" in guest.get(f"/stages/{evening.pk}/").content.decode()
    call_command("check_draw")
    call_command("verify_scores")


def test_a_forfeit_and_a_substitute_count_for_those_who_are_entered(
    desk: Client, evening: Stage, organizer: User, make_player: Callable[..., Player]
) -> None:
    night = draw(desk, evening, 1)
    first, second = night.matches.order_by("table")
    sitting = Lineup.objects.filter(match=first, side="a").first()
    assert sitting is not None
    own = sitting.player
    Lineup.objects.filter(pk=sitting.pk).update(player=make_player(), substitute_for=own)
    record_totals(first, [Totals(number=1, a=512, b=340)], stamp="", by=organizer)
    record_forfeit(second, who="b", reason="Nobody came", by=organizer)
    rows = {place.player.pk: place.row for place in player_standings_of(evening.competition).rows}
    assert (rows[own.pk].won, rows[own.pk].points_for) == (1, 512)
    lost = Lineup.objects.filter(match=second, side="b").values_list("player", flat=True)
    assert [rows[player].lost for player in lost] == [1, 1]
    assert len(rows) == 9


def test_a_player_leaves_is_back_and_comes_late(
    desk: Client, evening: Stage, organizer: User, make_player: Callable[..., Player]
) -> None:
    night = draw(desk, evening, 1)
    for match in night.matches.all():
        record_totals(match, [Totals(number=1, a=512, b=340)], stamp="", by=organizer)
    played = Lineup.objects.filter(round=night).first()
    assert played is not None
    entrant = Entrant.objects.get(player=played.player_id)
    desk.post(f"/entrants/{entrant.pk}/remove/")
    entrant.refresh_from_db()
    assert entrant.left_after == 1
    late = make_player("Late Lena")
    desk.post(f"/competitions/{evening.competition_id}/players/edit/", {"players": [str(late.pk)]})
    second = draw(desk, evening, 2)
    people = set(Lineup.objects.filter(round=second).values_list("player", flat=True))
    people |= set(second.draw["sitting_out"])
    assert entrant.player_id not in people
    assert late.pk in people
    assert len(player_standings_of(evening.competition).rows) == 10
    desk.post(f"/entrants/{entrant.pk}/remove/", {"step": "back"})
    entrant.refresh_from_db()
    assert entrant.left_after is None
    other = Entrant.objects.create(competition=evening.competition, player=make_player())
    desk.post(f"/entrants/{other.pk}/remove/")
    assert not Entrant.objects.filter(pk=other.pk).exists()


def test_pairs_of_a_draw_are_on_no_list_of_partnerships(
    desk: Client, evening: Stage, club: Club, make_partnership: Callable[..., Partnership]
) -> None:
    kept = make_partnership()
    draw(desk, evening, 1)
    assert Partnership.objects.count() == 5
    assert desk.get(f"/clubs/{club.slug}/").context["partnerships"] == [kept]
    league = Competition.objects.create(
        club=club,
        name="League",
        rule_set=evening.competition.rule_set,
        standings_rules=evening.competition.standings_rules,
        match_play=evening.competition.match_play,
    )
    page = desk.get(f"/competitions/{league.pk}/entries/edit/")
    assert page.context["partnerships"] == [kept]


def test_partnerships_and_players_alone_do_not_mix(
    desk: Client,
    evening: Stage,
    make_competition: Make,
    make_partnership: Callable[..., Partnership],
) -> None:
    entries = f"/competitions/{evening.competition_id}/entries/edit/"
    answer = desk.post(entries, {"partnerships": str(make_partnership().pk)})
    assert answer.status_code == 422
    assert "Partners rotate here" in answer.content.decode()
    other = make_competition(entries=2, name="Pairs")
    assert desk.get(f"/competitions/{other.pk}/players/edit/").status_code == 404
    new = f"/competitions/{other.pk}/stages/new/"
    refused = desk.post(new, {"kind": "rotating", "rounds": "3"})
    assert refused.status_code == 422
    assert "Partnerships are entered." in refused.content.decode()
    mixed = desk.post(
        f"/competitions/{evening.competition_id}/stages/new/", {"kind": "swiss", "rounds": "3"}
    )
    assert mixed.status_code == 422


def test_three_players_make_no_table(
    desk: Client, make_competition: Make, make_player: Callable[..., Player], organizer: User
) -> None:
    competition = make_competition(entries=0)
    stage = add_stage(competition, StagePlan(kind="rotating", rounds=3), by=organizer)
    players = f"/competitions/{competition.pk}/players/edit/"
    assert desk.post(players, {}).status_code == 422
    desk.post(players, {"players": [str(make_player().pk) for _number in range(3)]})
    answer = desk.post(f"/stages/{stage.pk}/draw/", {"number": "1"})
    assert answer.status_code == 422
    assert "at least four players" in answer.content.decode()
    hub = desk.get(f"/competitions/{competition.pk}/setup/").content.decode()
    assert "3 players are entered." in hub


def test_the_pages_ask_as_much_for_40_players_as_for_8(
    desk: Client,
    make_competition: Make,
    make_player: Callable[..., Player],
    organizer: User,
    django_assert_max_num_queries: Callable[..., Any],
) -> None:
    for count in (8, 40):
        competition = make_competition(entries=0, name=f"Evening {count}")
        stage = add_stage(competition, StagePlan(kind="rotating", rounds=3), by=organizer)
        for _number in range(count):
            Entrant.objects.create(competition=competition, player=make_player())
        night = draw(desk, stage, 1)
        for match in night.matches.all():
            record_totals(match, [Totals(number=1, a=512, b=340)], stamp="", by=organizer)
        with django_assert_max_num_queries(25):
            desk.get(f"/competitions/{competition.pk}/standings/")
        with django_assert_max_num_queries(25):
            desk.get(f"/competitions/{competition.pk}/players/edit/")


def test_only_organizers_enter_players(
    evening: Stage, personas: dict[str, User | None], client_of: Callable[..., Client]
) -> None:
    address = f"/competitions/{evening.competition_id}/players/edit/"
    answers = {name: client_of(user).get(address).status_code for name, user in personas.items()}
    assert answers == {
        "guest": 302, "stranger": 404, "member": 403, "scorekeeper": 403,
        "organizer": 200, "owner": 200, "site_admin": 200,
    }  # fmt: skip


def test_who_sat_out_leaves_with_his_bye_and_his_penalty(
    desk: Client, evening: Stage, organizer: User
) -> None:
    night = draw(desk, evening, 1)
    for match in night.matches.all():
        record_totals(match, [Totals(number=1, a=512, b=340)], stamp="", by=organizer)
    one = Entrant.objects.get(player=night.draw["sitting_out"][0])
    add_adjustment(
        evening.competition, one, match_points=-1, points=0, reason="smoke", by=organizer
    )
    desk.post(f"/entrants/{one.pk}/remove/")
    one.refresh_from_db()
    assert one.left_after == 1
    rows = player_standings_of(evening.competition).rows
    assert [p.row.match_points for p in rows if p.player.pk == one.player_id] == [1]


def test_who_was_only_in_a_draft_is_taken_off(desk: Client, evening: Stage) -> None:
    desk.post(f"/stages/{evening.pk}/draw/", {"number": "1"})
    drafted = Lineup.objects.filter(round__stage=evening).first()
    assert drafted is not None
    one = Entrant.objects.get(player=drafted.player_id)
    assert desk.post(f"/entrants/{one.pk}/remove/").status_code == 302
    assert not evening.rounds.exists()
    assert not Entrant.objects.filter(pk=one.pk).exists()
