"""Totals from each side's own view, swapped with one tap; and what organizers are reminded of."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.actions.acceptance import take_back_match
from league.actions.disputes import dispute_match
from league.actions.next_rounds import draw_next_round
from league.models import AuditEntry, Game, Match, Round
from league.queries.matches import load_match
from league.queries.reminders import reminders_of
from league.words.impacts import choose_sentence
from tests.league.actions.test_late_entries import swiss
from tests.league.answers import accept, ask, hand_in, written
from tests.league.brackets import made, match_in, seated, win

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(make_match):
    match = make_match()
    ask(match, acceptance="other", sides_report=True, players_score=True)
    return match


@pytest.fixture
def phones(match, make_user, client_of):
    """A player of each side with an own account."""
    found = {}
    for side, entry in (("a", match.entry_a), ("b", match.entry_b)):
        entry.partnership.first.user = make_user(f"player-{side}")
        entry.partnership.first.save()
        found[side] = client_of(entry.partnership.first.user)
    return found


def shown(client, address):
    return " ".join(client.get(address).content.decode().split())


def report(client, match, side, own, theirs, **more):
    typed = {"side": side, "own1": own, "theirs1": theirs, "stamp": ""} | more
    return client.post(f"/matches/{match.pk}/report/", typed)


@pytest.mark.parametrize(("side", "own", "theirs"), [("a", 512, 340), ("b", 340, 512)])
def test_from_each_sides_view_the_same_result_is_stored(match, phones, side, own, theirs):
    answer = report(phones[side], match, side, own, theirs)
    assert answer["Location"] == f"/matches/{match.pk}/accept/"
    game = Game.objects.get()
    assert (game.total_a, game.total_b) == (512, 340)
    assert Match.objects.get().submitted_side == side


def test_each_side_reads_its_own_total_first(match, phones):
    report(phones["a"], match, "a", 512, 340)
    page = f"/matches/{match.pk}/accept/"
    ours, theirs = 'final-score__total">512', 'final-score__total">340'
    first = shown(phones["a"], page)
    assert first.index(ours) < first.index(theirs)
    other = shown(phones["b"], page)
    assert other.index(theirs) < other.index(ours)


def test_while_a_report_waits_the_other_side_sees_it_and_no_empty_form(match, phones):
    report(phones["a"], match, "a", 512, 340)
    answer = phones["b"].get(f"/matches/{match.pk}/report/", follow=True)
    text = answer.content.decode()
    assert answer.redirect_chain == [(f"/matches/{match.pk}/accept/", 302)]
    assert "is this what was played?" in text
    assert "No: dispute it" in text
    assert 'name="own1"' not in text
    assert report(phones["b"], match, "b", 520, 100).status_code == 302
    assert Game.objects.get().total_b == 340


def test_nobody_reports_for_the_other_side_with_an_own_account(match, phones):
    assert report(phones["a"], match, "b", 512, 340).status_code == 422
    assert not Game.objects.exists()


def test_taken_back_the_totals_stand_in_the_form_as_that_side_sees_them(match, phones):
    report(phones["b"], match, "b", 340, 512)
    take_back_match(match, by=match.entry_b.partnership.first.user)
    page = shown(phones["b"], f"/matches/{match.pk}/report/")
    assert 'name="own1" value="340"' in page
    assert report(phones["b"], match, "b", 304, 512, stamp="1:512-340").status_code == 302
    assert Game.objects.get().total_b == 304


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ({"own1": "", "theirs1": "340"}, "Write both totals"),
        ({"own1": "400", "theirs1": "340"}, "nobody has 500"),
        ({"own1": "", "theirs1": ""}, "Write the totals of the game"),
        ({"side": ""}, "Say which side you are"),
    ],
)
def test_totals_that_cannot_be_are_refused_and_stay_typed(match, phones, typed, message):
    answer = phones["a"].post(
        f"/matches/{match.pk}/report/",
        {"side": "a", "own1": "512", "theirs1": "340", "stamp": ""} | typed,
    )
    assert answer.status_code == 422
    assert message in answer.content.decode()
    assert not Game.objects.exists()
    assert Match.objects.get().submitted_at is None


@pytest.mark.parametrize("games", [[(512, 340)], [(512, 340), (300, 520)], [(510, 1)] * 3])
def test_a_best_of_three_is_reported_when_it_is_decided_and_no_longer(
    make_match, scorekeeper, client_of, games
):
    match = make_match(best_of=3)
    ask(match, sides_report=True)
    typed = {"side": "a", "stamp": ""}
    for number, (own, theirs) in enumerate(games, start=1):
        typed |= {f"own{number}": own, f"theirs{number}": theirs}
    answer = client_of(scorekeeper).post(f"/matches/{match.pk}/report/", typed)
    assert answer.status_code == 422
    assert "the match" in answer.content.decode()
    assert not Game.objects.exists()


@pytest.mark.parametrize("sheets", [{}, {"sides_report": True, "acceptance": "blind"}])
def test_where_the_sides_do_not_report_there_is_no_such_page(
    make_match, scorekeeper, client_of, sheets
):
    match = make_match()
    ask(match, **sheets)
    phone = client_of(scorekeeper)
    assert phone.get(f"/matches/{match.pk}/report/").status_code == 404
    assert report(phone, match, "a", 512, 340).status_code == 404
    assert "/report/" not in shown(phone, f"/matches/{match.pk}/")


def test_swapped_with_one_tap_and_swapped_again_it_is_as_before(make_match, scorekeeper, client_of):
    match = written(make_match())
    phone = client_of(scorekeeper)
    address = f"/matches/{match.pk}/swap/"
    for expected in ((340, 512), (512, 340)):
        seen = phone.get(address)
        typed = {"stamp": seen.context["form"]["stamp"].value()}
        moved = phone.post(address, typed)
        typed |= {"impact": moved.context["impact_stamp"], "impact_seen": "on"}
        assert phone.post(address, typed).status_code == 302
        game = Game.objects.get()
        assert (game.total_a, game.total_b) == expected
    assert AuditEntry.objects.filter(verb="turn_sheet").count() == 2
    assert phone.post(address, typed).status_code == 409


def test_an_accepted_result_is_swapped_by_an_organizer_with_a_reason(
    make_match, scorekeeper, organizer, client_of
):
    match = written(make_match())
    accept(match, scorekeeper)
    address = f"/matches/{match.pk}/swap/"
    assert client_of(scorekeeper).get(address).status_code == 403
    desk = client_of(organizer)
    typed = {"stamp": desk.get(address).context["form"]["stamp"].value(), "reason": ""}
    assert "Say why it changes" in desk.post(address, typed).content.decode()
    typed["reason"] = "Names were turned on the paper"
    typed |= {"impact": desk.post(address, typed).context["impact_stamp"], "impact_seen": "on"}
    assert desk.post(address, typed).status_code == 302
    assert Match.objects.get().corrected_reason == "Names were turned on the paper"


def test_swapped_in_a_bracket_what_was_played_later_stays_and_is_asked_about(
    make_competition, organizer, client_of
):
    stage = made(make_competition(entries=4), organizer)
    for slot in ("W1-1", "W1-2", "F1-1"):
        win(stage, slot, "a", organizer)
    desk = client_of(organizer)
    address = f"/matches/{match_in(stage, 'W1-1').pk}/swap/"
    typed = {"stamp": desk.get(address).context["form"]["stamp"].value()}
    moved = desk.post(address, typed)
    assert choose_sentence() in moved.context["impact_lines"]
    typed |= {"impact": moved.context["impact_stamp"], "impact_seen": "on"}
    assert desk.post(address, typed).status_code == 302
    assert seated(stage)["F1-1"] == (1, 2)
    assert load_match(match_in(stage, "F1-1")).games[0].a == 510


def test_who_does_not_organize_sees_what_a_swap_moves_but_not_what_to_draw_again(
    make_competition, organizer, scorekeeper, client_of
):
    league = make_competition(entries=6, state="open")
    stage, first = swiss(league, organizer)
    for match in first.matches.order_by("table"):
        Game.objects.create(match=match, number=1, total_a=500 + match.table, total_b=200)
    draw_next_round(stage, number=2, by=organizer)
    address = f"/matches/{first.matches.order_by('table')[0].pk}/swap/"
    for user, may_choose in ((organizer, True), (scorekeeper, False)):
        client = client_of(user)
        typed = {"stamp": client.get(address).context["form"]["stamp"].value()}
        text = client.post(address, typed).content.decode()
        assert "What this moves" in text
        assert ("impact_round_" in text) == may_choose
        assert ("unless an organizer has it drawn again" in text) != may_choose


def test_the_organizer_is_reminded_of_disputed_waiting_and_missing_sheets_with_their_age(
    make_competition, make_match, organizer, scorekeeper, client_of
):
    competition = make_competition(
        entries=8, sheets={"acceptance": "other", "late": "forfeit", "late_warning": 24}
    )
    disputed, waits, missing, fresh = (make_match(competition) for _time in range(4))
    for match in (disputed, waits):
        hand_in(written(match), scorekeeper)
    dispute_match(disputed, side="b", words="No", by=scorekeeper)
    now = timezone.now()
    Match.objects.filter(pk=waits.pk).update(submitted_at=now - timedelta(hours=5))
    Round.objects.update(starts_at=now - timedelta(hours=30))
    Match.objects.filter(pk=fresh.pk).update(postponed=True, starts_at=now)
    found = reminders_of(competition, now)
    assert [one.view.match for one in found.missing] == [missing]
    desk = client_of(organizer)
    for page in ("results", "setup"):
        text = shown(desk, f"/competitions/{competition.pk}/{page}/")
        assert ", 0 min ago." in text
        assert "Handed in 5 h ago; waits for" in text
        assert "Stands by the rule from" in text
        assert "No result 30 h after the start; both forfeit on" in text
        order = [text.index(f'/matches/{one.pk}/"') for one in (disputed, waits, missing)]
        assert order == sorted(order)
    Round.objects.update(starts_at=now - timedelta(hours=73))
    text = shown(desk, f"/competitions/{competition.pk}/results/")
    assert "both forfeit by the rule" in text


def test_both_pairs_read_the_rule_for_late_results_on_their_match(make_match, client_of):
    match = make_match()
    ask(match, late="forfeit")
    page = f"/matches/{match.pk}/"
    guest = client_of(None)
    for hours, words in (
        (1, "Without one by"),
        (49, "Without one by"),
        (73, "both forfeit by the rule"),
    ):
        Round.objects.update(starts_at=timezone.now() - timedelta(hours=hours))
        assert words in shown(guest, page)
    ask(match, late="nothing")
    for hours, words in ((49, "No result yet. It is due by"), (73, "an organizer decides")):
        Round.objects.update(starts_at=timezone.now() - timedelta(hours=hours))
        assert words in shown(guest, page)


def test_a_result_that_nobody_handed_in_is_a_reminder_too(
    make_match, organizer, client_of, scorekeeper
):
    match = written(make_match())
    ask(match, acceptance="other")
    Round.objects.update(starts_at=timezone.now() - timedelta(hours=50))
    address = f"/competitions/{match.round.stage.competition_id}/results/"
    desk = client_of(organizer)
    assert "nobody has handed the sheet in, 2 days after the start" in shown(desk, address)
    accept(match, organizer)
    assert "after the start" not in shown(desk, address)
