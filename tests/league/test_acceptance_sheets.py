"""Sheets, reports from two sides, disputes: what real evenings ran into, through the pages."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from league.models import AuditEntry, Game, Match, Round, User
from league.queries.brackets import bracket_state
from league.queries.matches import load_match, people_of
from league.queries.standings import standings_of
from tests.league.answers import ask, hand_in, stamp, written
from tests.league.brackets import made, match_in, win
from tests.league.evenings import begin, play, typed
from tests.league.ticks import post_seen

pytestmark = pytest.mark.django_db

ClientOf = Callable[..., Client]
MakeMatch = Callable[..., Match]


@pytest.fixture
def desk(client_of: ClientOf, organizer: User) -> Client:
    return client_of(organizer)


@pytest.fixture
def phone(client_of: ClientOf, scorekeeper: User) -> Client:
    return client_of(scorekeeper)


@pytest.fixture
def sides(
    make_match: MakeMatch, make_user: Callable[..., User], client_of: ClientOf
) -> tuple[Match, dict[str, Client]]:
    """A match whose players report with their own phones."""
    match = make_match()
    ask(match, acceptance="other", sides_report=True, players_score=True)
    phones = {}
    for side, entry in (("a", match.entry_a), ("b", match.entry_b)):
        player = entry.partnership.first
        player.user = make_user(f"player-{side}")
        player.save()
        phones[side] = client_of(player.user)
    return match, phones


def read(client: Client, address: str) -> str:
    html = client.get(address, follow=True).content.decode()
    return " ".join(re.sub(r"<[^>]+>", " ", html).replace("&amp;", "&").split())


def reported(own: int, theirs: int, side: str) -> dict[str, object]:
    return {"side": side, "own1": own, "theirs1": theirs, "stamp": ""}


def test_the_other_side_accepts_what_was_reported_or_an_organizer_settles_the_dispute(
    sides: tuple[Match, dict[str, Client]], desk: Client
) -> None:
    match, phones = sides
    at = f"/matches/{match.pk}/"
    phones["a"].post(f"{at}report/", reported(512, 340, "a"))
    phones["b"].post(f"{at}dispute/", {"side": "b", "words": "We made 430"})
    competition = match.round.stage.competition
    assert not any(place.row.played for place in standings_of(competition).rows)
    answer = phones["a"].post(f"{at}settle/", {"how": "stands", "words": "x"})
    assert answer.status_code == 404  # a player without a role in the club
    totals = {"a1": 512, "b1": 430, "stamp": "1:512-340", "reason": "Their paper says 430"}
    assert post_seen(desk, f"{at}totals/", totals).status_code == 302
    desk.post(f"{at}settle/", {"how": "corrected", "words": "It was 430"})
    (best, _other) = standings_of(competition).rows
    assert (best.row.points_for, best.row.points_against) == (512, 430)


def test_where_reports_are_off_their_address_is_not_there(
    make_match: MakeMatch, phone: Client, client_of: ClientOf, member: User
) -> None:
    at = f"/matches/{make_match().pk}/report/"
    for answer in (phone.get(at), phone.post(at, reported(512, 340, "a"))):
        assert answer.status_code == 404
    assert client_of(member).get(at).status_code == 403
    assert not Game.objects.exists()


@pytest.mark.parametrize(("side", "own", "theirs"), [("a", 512, 340), ("b", 340, 512)])
def test_entered_from_either_side_the_result_is_one_and_each_reads_its_own_first(
    sides: tuple[Match, dict[str, Client]], side: str, own: int, theirs: int
) -> None:
    match, phones = sides
    at = f"/matches/{match.pk}/"
    phones[side].post(f"{at}report/", reported(own, theirs, side))
    assert [(game.a, game.b) for game in load_match(match).games] == [(512, 340)]
    for reader, first, second in (("a", "512", "340"), ("b", "340", "512")):
        html = phones[reader].get(f"{at}accept/").content.decode()
        totals = re.findall(r'final-score__total">(\d+)', html)
        assert totals == [first, second]


def test_while_one_report_waits_there_is_no_blank_form_for_anybody(
    sides: tuple[Match, dict[str, Client]], phone: Client
) -> None:
    match, phones = sides
    at = f"/matches/{match.pk}/"
    phones["a"].post(f"{at}report/", reported(512, 340, "a"))
    for client in (phones["b"], phones["a"], phone):
        for page in ("report/", "start/", "score/", "accept/"):
            html = client.get(at + page, follow=True).content.decode()
            assert "ccept or dispute" in html
            assert not re.search(r'name="(own1|seat_N|count_ns|a1)"', html)
    again = phones["b"].post(f"{at}report/", reported(999, 1, "b"))
    assert again["Location"] == f"{at}accept/"
    assert load_match(match).games[0].a == 512


def test_two_totals_change_sides_in_one_action_and_what_was_played_later_stays(
    make_competition: Callable[..., object], organizer: User, desk: Client
) -> None:
    stage = made(make_competition(entries=4), organizer)
    for slot in ("W1-1", "W1-2", "F1-1"):
        win(stage, slot, "a", organizer)
    semi, final = match_in(stage, "W1-1"), match_in(stage, "F1-1")
    at = f"/matches/{semi.pk}/swap/"
    typed_stamp = {"stamp": desk.get(at).context["form"]["stamp"].value()}
    assert "you choose there whether it is kept" in desk.post(at, typed_stamp).content.decode()
    assert post_seen(desk, at, typed_stamp).status_code == 302
    assert [(game.a, game.b) for game in load_match(semi).games] == [(300, 510)]
    assert [(game.a, game.b) for game in load_match(final).games] == [(510, 300)]
    assert [held.key for held in bracket_state(stage).to_decide] == ["F1-1"]


@pytest.mark.parametrize(
    ("games", "words"),
    [
        ([(510, 300)] * 3, "the match was over"),
        ([(510, 300), (300, 510)], "the match is not over"),
    ],
)
def test_a_best_of_three_is_no_three_nil_and_not_over_at_one_all(
    make_match: MakeMatch, phone: Client, desk: Client, games: list[tuple[int, int]], words: str
) -> None:
    match = make_match(best_of=3)
    ask(match, sides_report=True)
    own: dict[str, object] = {"side": "a", "stamp": ""}
    for number, (a, b) in enumerate(games, start=1):
        own |= {f"own{number}": a, f"theirs{number}": b}
    answer = phone.post(f"/matches/{match.pk}/report/", own)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not Game.objects.exists()
    # An organizer may keep 1 - 1 as it stands; it is no result yet.
    kept = {f"{s}{n}": g[s == "b"] for n, g in enumerate(games, start=1) for s in "ab"}
    answer = desk.post(f"/matches/{match.pk}/totals/", kept | {"stamp": ""})
    assert answer.status_code == (422 if len(games) == 3 else 302)
    assert not load_match(match).over


def test_a_sheet_at_the_wrong_table_moves_in_one_step_and_the_log_keeps_both(
    make_competition: Callable[..., object], make_match: MakeMatch, desk: Client
) -> None:
    competition = make_competition(entries=4)
    wrong, right = written(make_match(competition)), make_match(competition)
    at = f"/matches/{wrong.pk}/move/"
    page = desk.get(at)
    answer = post_seen(
        desk,
        at,
        {
            "step": "move",
            "target": right.pk,
            "turned": "no",
            "reason": "Written at the next table",
            "stamps": page.context["stamps"],
        },
    )
    assert answer.status_code == 302
    assert [len(load_match(one).games) for one in (wrong, right)] == [0, 1]
    moved = AuditEntry.objects.filter(verb="move_sheet")
    assert {entry.match_id for entry in moved} == {wrong.pk, right.pk}


def test_undo_is_offered_after_the_last_hand_until_the_sheet_is_signed(
    make_match: MakeMatch, scorekeeper: User, phone: Client
) -> None:
    match = make_match()
    begin(match, scorekeeper)
    play(match, scorekeeper, 160, 160, 160, 160)
    at = f"/matches/{match.pk}/"
    assert "Undo hand 4" in read(phone, f"{at}score/")
    signer = people_of(match)["b"][0].pk
    phone.post(f"{at}accept/", {"player": signer, "stamp": stamp(match)})
    assert "Undo hand" not in read(phone, f"{at}score/")


def test_counts_that_do_not_make_the_hand_are_refused_with_their_sum(
    make_match: MakeMatch, scorekeeper: User, phone: Client
) -> None:
    match = make_match()
    begin(match, scorekeeper)
    answer = phone.post(f"/matches/{match.pk}/hands/", typed(count_ns="100", count_ew="60"))
    assert answer.status_code == 422
    assert "The two counts make 160; together they must be 162." in answer.content.decode()
    assert not load_match(match).games[0].hands


def test_a_signed_sheet_is_changed_by_whom_and_why_and_everybody_reads_corrected(
    make_match: MakeMatch, scorekeeper: User, phone: Client, desk: Client, client_of: ClientOf
) -> None:
    match = make_match()
    begin(match, scorekeeper)
    hand = play(match, scorekeeper, 160, 160, 160, 160)[1]
    at = f"/matches/{match.pk}/"
    signer = people_of(match)["b"][0].pk
    phone.post(f"{at}accept/", {"player": signer, "stamp": stamp(match)})
    assert phone.get(f"/hands/{hand.pk}/correct/").status_code == 403
    form = typed(2, dealer="N", count_ns="150", count_ew="12", revision="1")
    refused = desk.post(f"/hands/{hand.pk}/correct/", form)
    assert refused.status_code == 422
    assert "Write why this hand is corrected" in refused.content.decode()
    form["reason"] = "Two tricks were counted for the wrong side"
    assert post_seen(desk, f"/hands/{hand.pk}/correct/", form).status_code == 302
    public = read(client_of(None), at)
    assert re.search(r"Corrected \w+, \w+ \d+, \d\d:\d\d: Two tricks were counted", public)
    entry = AuditEntry.objects.filter(verb="correct_hand").get()
    assert entry.by is not None
    assert entry.by.name == "organizer"
    assert load_match(match).match.accepted_at is not None


def test_fields_come_in_the_order_of_the_printed_sheet_and_counts_open_the_number_pad(
    make_match: MakeMatch, scorekeeper: User, phone: Client
) -> None:
    match = make_match()
    begin(match, scorekeeper)
    html = phone.get(f"/matches/{match.pk}/score/").content.decode()
    fields = dict.fromkeys(re.findall(r'name="(dealer|caller|trump|runs|bella|count)[^"]*"', html))
    paper = phone.get("/print/sheet/").content.decode()
    heads = re.findall(r'scope="col">(Dealer|Caller|Trump|Runs|Bella|Count)', paper)
    assert heads[:6] == ["Dealer", "Caller", "Trump", "Runs", "Bella", "Count"]
    assert list(fields) == [head.lower() for head in heads[:6]]
    counts = re.findall(r"<input[^>]* data-count-side[^>]*>", html)
    assert len(counts) == 2
    assert all('inputmode="numeric"' in one for one in counts)


def test_a_league_game_without_result_is_warned_of_then_the_rule_holds_for_both_to_read(
    make_match: MakeMatch, desk: Client, client_of: ClientOf
) -> None:
    match = make_match()
    competition = match.round.stage.competition
    ask(match, late="forfeit")
    at, results = f"/matches/{match.pk}/", f"/competitions/{competition.pk}/results/"
    told = []
    for hours in (47, 49, 73):
        Round.objects.update(starts_at=timezone.now() - timedelta(hours=hours))
        told.append(
            (
                "No result" in read(desk, results),
                "both forfeit by the rule" in read(client_of(None), at),
                sum(place.row.lost for place in standings_of(competition).rows),
            )
        )
    assert told == [(False, True, 0), (True, True, 0), (True, True, 2)]
    assert not AuditEntry.objects.exists()  # the clock says it; nothing was written


def test_a_one_sided_report_stands_by_the_rule_and_the_other_side_knew(
    sides: tuple[Match, dict[str, Client]], scorekeeper: User
) -> None:
    match, phones = sides
    ask(match, late="stands")
    hand_in(written(match), scorekeeper)
    at = f"/matches/{match.pk}/"
    assert "Without an answer it stands by the rule from" in read(phones["b"], at)
    Match.objects.update(submitted_at=timezone.now() - timedelta(hours=73))
    assert "Nobody answered: it stands by the rule since" in read(phones["b"], at)
    Match.objects.update(submitted_at=timezone.now() - timedelta(hours=73 + 48))
    assert "Final since" in read(phones["b"], at)
    answer = phones["b"].post(f"{at}dispute/", {"side": "b", "words": "Too late"})
    assert "This result is final" in answer.content.decode()
