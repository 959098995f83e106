"""What a correction moves is shown by name before it is applied, and applied once it is ticked."""

import re

import pytest
from django.urls import reverse

from league.actions.brackets import BracketPlan, make_bracket
from league.actions.results import Totals, record_totals
from league.actions.rounds import publish_rounds
from league.models import AuditEntry, Match, Round, Stage
from league.queries.matches import load_match
from league.queries.results import stamp_of_totals
from league.queries.standings import standings_of
from tests.league.cross_tables import play_cross_table, seat, write_hands
from tests.league.ticks import post_seen

PLAYED = """
        Anne    Joe      Mairi    Donna
Anne     -    512-340  505-400  510-400
Joe             -      515-300  510-400
Mairi                    -      500-120
Donna                             -
"""


@pytest.fixture
def league(make_competition):
    return make_competition(entries=0)


@pytest.fixture
def desk(client_of, organizer):
    return client_of(organizer)


def words(response) -> str:
    html = response.content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", html).replace("&amp;", "&").split())


def ranks(league) -> dict[str, int]:
    return {
        place.entry.partnership.first.name.split()[0]: place.row.rank
        for place in standings_of(league).rows
    }


def first_match(entries) -> Match:
    return Match.objects.get(entry_a=entries["Anne"], entry_b=entries["Joe"])


def swapped(match: Match) -> dict[str, str]:
    return {
        "a1": "340", "b1": "512", "reason": "written the wrong way round",
        "stamp": stamp_of_totals(load_match(match)),
    }  # fmt: skip


def test_a_corrected_result_shows_who_moves_and_waits_for_the_tick(league, desk):
    entries = play_cross_table(league, PLAYED)
    match = first_match(entries)
    page = reverse("match_totals", args=[match.pk])
    answer = desk.post(page, swapped(match))
    assert answer.status_code == 422
    read = words(answer)
    assert "Joe One & Joe Two : from 2nd to 1st." in read
    assert "Anne One & Anne Two : from 1st to 2nd." in read
    assert 'value="340"' in answer.content.decode()
    assert ranks(league)["Anne"] == 1
    assert not AuditEntry.objects.exists()

    unticked = {**swapped(match), "impact": answer.context["impact_stamp"]}
    assert desk.post(page, unticked).status_code == 422
    assert desk.post(page, {**unticked, "impact_seen": "on"}).status_code == 302
    assert ranks(league) == {"Joe": 1, "Anne": 2, "Mairi": 3, "Donna": 4}
    log = words(desk.get(reverse("audit", args=[league.pk])))
    assert "Joe One & Joe Two : 2nd → 1st" in log


def test_another_impact_than_the_one_ticked_is_shown_again(league, desk):
    entries = play_cross_table(league, PLAYED)
    match = first_match(entries)
    page = reverse("match_totals", args=[match.pk])
    seen = desk.post(page, swapped(match)).context["impact_stamp"]
    other = Match.objects.get(entry_a=entries["Joe"], entry_b=entries["Mairi"])
    other.games.update(total_a=300, total_b=515)
    answer = desk.post(page, {**swapped(match), "impact": seen, "impact_seen": "on"})
    assert answer.status_code == 422
    assert answer.context["impact_stamp"] != seen
    assert first_match(entries).games.get().total_a == 512


def test_a_first_result_asks_nothing(league, desk):
    entries = play_cross_table(league, PLAYED.replace("512-340", "..."))
    page = reverse("match_totals", args=[first_match(entries).pk])
    assert desk.post(page, {"a1": "512", "b1": "340", "stamp": ""}).status_code == 302


def test_what_moves_nobody_is_done_at_once(league, desk):
    entries = play_cross_table(league, PLAYED)
    match = first_match(entries)
    same_order = {**swapped(match), "a1": "515", "b1": "340"}
    assert desk.post(reverse("match_totals", args=[match.pk]), same_order).status_code == 302
    assert not AuditEntry.objects.filter(verb="see_impact").exists()


def test_forfeits_both_ways_and_penalties_both_ways_ask_before_they_move(league, desk):
    entries = play_cross_table(league, PLAYED)
    before = ranks(league)
    match = first_match(entries)
    forfeit = reverse("match_forfeit", args=[match.pk])
    adjustments = reverse("adjustments", args=[league.pk])
    penalty = {
        "entry": entries["Anne"].pk, "match_points": "-5", "points": "", "reason": "late sheet",
    }  # fmt: skip
    steps = [(forfeit, {"who": "a", "reason": "left"}), (forfeit, {"step": "back"})]
    for address, data in [*steps, (adjustments, penalty)]:
        stood = ranks(league)
        answer = desk.post(address, data)
        assert answer.status_code == 422, data
        assert "What this moves" in words(answer)
        assert ranks(league) == stood
        assert post_seen(desk, address, data).status_code == 302
        assert ranks(league) != stood
    removal = reverse("adjustment_remove", args=[entries["Anne"].adjustments.get().pk])
    answer = desk.post(removal)
    assert answer.status_code == 422
    assert f'action="{removal}"' in answer.content.decode()
    assert post_seen(desk, removal).status_code == 302
    assert ranks(league) == before


def test_a_hand_corrected_or_struck_out_asks_once_the_match_is_over(league, desk):
    entries = play_cross_table(league, PLAYED.replace("512-340", "..."))
    match = first_match(entries)
    game = seat(match)
    hands = write_hands(game, [(130, 32)] * 4)
    stood = ranks(league)
    last = hands[-1]
    void = {"reason": "not this table", "revision": str(last.revision)}
    answer = desk.post(reverse("hand_void", args=[last.pk]), void)
    assert answer.status_code == 422
    assert "Anne One & Anne Two" in words(answer)
    assert ranks(league) == stood
    assert post_seen(desk, reverse("hand_void", args=[last.pk]), void).status_code == 302
    last.refresh_from_db()
    assert last.status == "void"


def test_the_next_round_drawn_already_is_named_and_stays(league, desk):
    entries = play_cross_table(league, PLAYED)
    Stage.objects.update(kind=Stage.Kind.SWISS, draw={"rounds": 4})
    stage = Stage.objects.get()
    draft = Round.objects.create(stage=stage, number=4, state=Round.State.DRAFT)
    Match.objects.create(round=draft, table=1, entry_a=entries["Anne"], entry_b=entries["Donna"])
    match = first_match(entries)
    page = reverse("match_totals", args=[match.pk])
    answer = desk.post(page, swapped(match))
    assert "Round 4 is drawn already, from the table before. Its tables stay" in words(answer)
    assert reverse("stage", args=[stage.pk]) in answer.content.decode()
    assert post_seen(desk, page, swapped(match)).status_code == 302
    assert draft.matches.get().entry_a == entries["Anne"]
    log = AuditEntry.objects.get(verb="see_impact")
    assert log.after["kept_rounds"] == [draft.pk]


def test_who_qualifies_and_who_meets_in_the_bracket_is_named(league, desk, organizer):
    entries = play_cross_table(league, PLAYED)
    plan = BracketPlan(kind=Stage.Kind.KNOCKOUT, order="standings", places=2)
    make_bracket(league, plan, by=organizer)
    match = Match.objects.get(entry_a=entries["Mairi"], entry_b=entries["Donna"])
    joe = Match.objects.get(entry_a=entries["Joe"], entry_b=entries["Donna"])
    for one, a, b in ((match, "500", "120"), (joe, "10", "900")):
        data = {"a1": a, "b1": b, "reason": "wrong", "stamp": stamp_of_totals(load_match(one))}
        answer = post_seen(desk, reverse("match_totals", args=[one.pk]), data)
        assert answer.status_code == 302
    log = AuditEntry.objects.get(verb="see_impact")
    assert log.after["goes"] == [entries["Joe"].pk]
    assert len(log.after["comes"]) == 1


def test_a_semi_final_turned_round_names_who_plays_the_final(league, desk, organizer):
    entries = play_cross_table(league, PLAYED)
    plan = BracketPlan(kind=Stage.Kind.KNOCKOUT, order="standings", places=4)
    stage = make_bracket(league, plan, by=organizer)
    publish_rounds(league, list(stage.rounds.all()), by=organizer)
    semi = Match.objects.get(round__stage=stage, entry_a=entries["Anne"])
    record_totals(semi, [Totals(number=1, a=512, b=300)], stamp="", by=organizer)
    data = {"a1": "300", "b1": "512", "reason": "wrong way", "stamp": "1:512-300"}
    answer = desk.post(reverse("match_totals", args=[semi.pk]), data)
    assert answer.status_code == 422
    assert "Donna One & Donna Two against not known yet instead of" in words(answer)
