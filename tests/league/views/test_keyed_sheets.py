"""A whole game's sheet keyed from paper on one page."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse

from league.actions.sheets_rules import change_sheets_rules
from league.models import AuditEntry, Game, Hand
from league.queries.hands import sheet_of
from league.queries.matches import load_match, people_of
from tests.league.evenings import begin, play, typed

pytestmark = pytest.mark.django_db

# As they stand on the paper: caller, trump, runs, Bella, count of the callers.
GAME = [
    ("n", "s", "", "", "96"), ("e", "h", "e2", "", "90"), ("s", "d", "", "s", "101"),
    ("w", "c", "n5", "", "70"), ("n", "h", "", "", "88"), ("w", "s", "", "", "91"),
    ("e", "s", "", "w", "120"), ("s", "s", "s4", "", "95"), ("w", "d", "", "", "64"),
    ("n", "c", "", "", "110"), ("e", "h", "w7", "e", "99"), ("s", "d", "", "", "85"),
]  # fmt: skip
FIELDS = ("caller", "trump", "runs", "bella", "count")


TWELVE = {"mode": "hands", "hands": 12, "minutes": None}


@pytest.fixture
def match(make_match, make_competition):
    return make_match(make_competition(entries=2, match_play=TWELVE))


@pytest.fixture
def desk(scorekeeper, client_of):
    return client_of(scorekeeper)


def address(match):
    return reverse("match_key", args=[match.pk])


def seats_of(match, dealer="W"):
    people = people_of(match)
    seats = dict(zip("NSEW", people["a"] + people["b"], strict=True))
    return {f"seat_{seat}": player.pk for seat, player in seats.items()} | {
        "dealer": seats[dealer].pk
    }


def keyed(lines=GAME, *, first=1, seats=None, **fields):
    """What the page sends."""
    sent = {"sheet_id": str(uuid4()), "game": 1, "first": first, "lines": max(len(lines), 12)}
    for number, line in enumerate(lines, first):
        sent |= {f"{name}-{number}": said for name, said in zip(FIELDS, line, strict=True)}
    return {**sent, **(seats or {}), **fields}


def problems(answer):
    return [part.split("</a>")[0] for part in answer.content.decode().split('<li><a href="#')[1:]]


def figures(match):
    return [
        (hand.number, sheet_of(hand), hand.score_ns, hand.score_ew, hand.verdict, hand.hanging)
        for hand in load_match(match, sheets=True).games[0].hands
    ]


def one_by_one(match, desk, lines=GAME):
    """The same lines from the phone, each saved by itself."""
    runs = {"e2": "E-20", "n5": "N-50", "s4": "S-40", "w7": "W-70", "": ""}
    for number, (caller, trump, run, bella, count) in enumerate(lines, 1):
        side = "count_ns" if caller in "ns" else "count_ew"
        sent = typed(
            number,
            dealer="WNES"[(number - 1) % 4],
            caller=caller.upper(),
            trump=trump.upper(),
            runs=runs[run],
            bella=bella.upper(),
            count_ns=None,
        )
        sent[side] = count
        answer = desk.post(reverse("hand_record", args=[match.pk]), sent)
        assert answer.status_code == 302, answer.content.decode()


def test_a_keyed_sheet_is_what_its_hands_are_that_were_entered_one_by_one(
    make_match, make_competition, scorekeeper, desk
):
    competition = make_competition(entries=4, match_play=TWELVE)
    keyed_match, phoned = make_match(competition), make_match(competition)
    answer = desk.post(address(keyed_match), keyed(seats=seats_of(keyed_match)))
    assert answer.status_code == 302, problems(answer)
    assert answer.url == reverse("score", args=[keyed_match.pk])
    begin(phoned, scorekeeper)
    one_by_one(phoned, desk)
    assert figures(keyed_match) == figures(phoned)
    assert len(figures(keyed_match)) == 12
    told = (
        AuditEntry.objects.filter(match=keyed_match).order_by("id").values_list("verb", flat=True)
    )
    assert list(told) == ["start_game", *["record_hand"] * 12]


def test_a_misplay_or_a_hand_thrown_in_has_its_way_told_with_a_link(match, desk):
    """Refused too: the page says it however often it comes back."""
    for page in (desk.get(address(match)), desk.post(address(match), keyed([GAME[0]]))):
        told = page.content.decode().split("A misplay, a hand thrown in", 1)[1]
        assert f'<a href="{reverse("score", args=[match.pk])}">' in told[:200]


def test_the_page_asks_who_sits_where_only_before_the_game(match, scorekeeper, desk):
    page = desk.get(address(match)).content.decode()
    assert page.count('data-field="caller"') == 12
    order = ["seat_N", "Who won the cut?", 'id="caller-1"', 'id="trump-1"', 'id="runs-1"',
             'id="bella-1"', 'id="count-1"', 'id="caller-2"']  # fmt: skip
    places = [page.index(words) for words in order]
    assert places == sorted(places)
    begin(match, scorekeeper)
    play(match, scorekeeper, 96, 88)
    page = desk.get(address(match)).content.decode()
    assert "seat_N" not in page
    assert 'id="caller-2"' not in page
    assert page.count('data-field="caller"') == 10
    assert 'name="first" value="3"' in page


def test_problems_in_row_seven_are_marked_there_and_the_other_eleven_are_kept(match, desk):
    lines = [*GAME]
    lines[6] = ("e", "s", "w9", "", "200")
    sent = keyed(lines, seats=seats_of(match))
    answer = desk.post(address(match), sent)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert not Hand.objects.exists()
    assert not Game.objects.exists()
    wrong = [
        part.split("data-field")[0] for part in page.split("<input")[1:] if "aria-invalid" in part
    ]
    assert [part.split('id="')[1].split('"')[0] for part in wrong] == ["runs-7"]
    assert "“W9” is no run" in page
    for number, line in enumerate(lines, 1):
        for name, said in zip(FIELDS, line, strict=True):
            assert f'name="{name}-{number}" value="{said}"' in page
    sent |= {"runs-7": "", "count-7": "200"}
    answer = desk.post(address(match), sent)
    assert answer.status_code == 422
    assert "cannot have 200: a hand holds 0 to 162." in answer.content.decode()
    assert desk.post(address(match), sent | {"count-7": "120"}).status_code == 302
    assert Hand.objects.count() == 12


def test_what_is_unlikely_is_asked_in_its_row_and_stored_when_it_is_ticked(match, desk):
    sent = keyed([("n", "s", "", "", "162")], seats=seats_of(match))
    answer = desk.post(address(match), sent)
    assert answer.status_code == 422
    key = answer.content.decode().split('name="confirm-1" value="')[1].split('"')[0]
    assert desk.post(address(match), sent | {"confirm-1": key}).status_code == 302
    assert Hand.objects.get().score_ns == 162


def test_sent_twice_nothing_is_written_twice(match, desk):
    sent = keyed(seats=seats_of(match))
    for _time in range(3):
        answer = desk.post(address(match), sent, follow=True)
        assert answer.status_code == 200
    assert "nothing was written twice" in answer.content.decode()
    assert Hand.objects.count() == 12
    assert AuditEntry.objects.filter(match=match).count() == 13


def test_hands_that_are_there_already_are_not_written_again_and_the_rest_is(
    match, scorekeeper, desk
):
    sent = keyed(seats=seats_of(match))
    begin(match, scorekeeper)
    one_by_one(match, desk, GAME[:3])
    assert desk.post(address(match), sent).status_code == 302
    assert [figure[0] for figure in figures(match)] == list(range(1, 13))
    assert Hand.objects.count() == 12


def test_a_hand_that_says_otherwise_is_shown_beside_mine_and_nothing_is_stored(
    match, scorekeeper, desk
):
    begin(match, scorekeeper)
    sent = keyed(GAME)
    play(match, scorekeeper, 100)
    answer = desk.post(address(match), sent)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "What you wrote" in page
    assert "What is stored as hand 1" in page
    assert 'name="count-12" value="85"' in page
    assert Hand.objects.count() == 1
    assert desk.post(address(match), sent | {"keep-1": "1"}).status_code == 302
    assert [figure[2] for figure in figures(match)][:1] == [100]
    assert Hand.objects.count() == 12


def test_a_game_that_began_meanwhile_with_other_seats_is_told_and_nothing_is_stored(
    match, scorekeeper, desk
):
    sent = keyed(GAME[:2], seats=seats_of(match, dealer="N"))
    begin(match, scorekeeper)
    play(match, scorekeeper, 96)
    answer = desk.post(address(match), sent)
    assert answer.status_code == 409
    assert Hand.objects.count() == 1
    assert Game.objects.get().first_dealer == "W"


def test_hands_undone_meanwhile_leave_their_rows_to_fill(match, scorekeeper, desk):
    begin(match, scorekeeper)
    hands = play(match, scorekeeper, 96, 88)
    desk.post(reverse("hand_undo", args=[match.pk]), {"hand": hands[1].pk})
    answer = desk.post(address(match), keyed(GAME[2:4], first=3))
    page = answer.content.decode()
    assert answer.status_code == 409
    assert 'id="caller-2"' in page
    assert 'name="first" value="2"' in page
    assert Hand.objects.filter(status="recorded").count() == 1


def test_without_the_winner_of_the_cut_nothing_is_stored(match, desk):
    seats = seats_of(match) | {"dealer": ""}
    answer = desk.post(address(match), keyed(seats=seats))
    assert answer.status_code == 422
    assert len(problems(answer)) == 1
    assert "Say who won the cut" in answer.content.decode()
    assert not Game.objects.exists()


def test_below_a_row_that_scores_nothing_no_total_is_shown(match, desk):
    lines = [*GAME[:1], ("300", "s", "", "", "100"), *GAME[2:4]]
    page = desk.post(address(match), keyed(lines, seats=seats_of(match), preview=1)).text
    totals = re.findall(r'data-total="a">(\d*)<', page)
    assert [bool(total) for total in totals[:4]] == [True, False, False, False]
    written = re.findall(r'data-written="a">(\d*)<', page)
    assert [bool(points) for points in written[:4]] == [True, False, True, True]


def test_p_says_that_everybody_passed_and_the_deal_goes_by_the_rules(
    make_match, make_competition, desk
):
    options = {"all_pass": "same_dealer"}
    match = make_match(make_competition(entries=2, options=options, match_play=TWELVE))
    lines = [("p", "", "", "", ""), ("n", "s", "", "", "96")]
    answer = desk.post(address(match), keyed(lines, seats=seats_of(match)))
    assert answer.status_code == 302, problems(answer)
    dealt = Hand.objects.order_by("number").values_list("outcome", "dealer")
    assert list(dealt) == [("passed_out", "W"), ("played", "W")]


def test_a_row_left_out_in_the_middle_is_asked_for(match, desk):
    lines = [GAME[0], ("", "", "", "", ""), GAME[2]]
    answer = desk.post(address(match), keyed(lines, seats=seats_of(match)))
    assert answer.status_code == 422
    assert 'href="#caller-2"' in answer.content.decode()


def test_a_row_after_the_end_of_the_game_is_marked(make_match, desk):
    match = make_match()
    lines = [("n", "s", "n1", "", "150")] * 3
    sent = keyed(lines, seats=seats_of(match))
    answer = desk.post(address(match), sent)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert 'href="#caller-3"' in page
    assert 'href="#caller-2"' not in page


def test_without_script_buttons_show_the_sums_and_bring_more_rows(match, desk):
    sent = keyed(GAME[:2], seats=seats_of(match))
    page = desk.post(address(match), {**sent, "preview": "1"}).content.decode()
    assert '<td class="number" data-total="a">96</td>' in page
    page = desk.post(address(match), {**sent, "more": "1"}).content.decode()
    assert page.count('data-field="caller"') == 18
    assert 'name="lines" value="18"' in page
    assert 'name="count-2" value="90"' in page
    assert not Hand.objects.exists()


def test_a_page_without_its_id_is_not_saved(match, desk):
    answer = desk.post(address(match), keyed(seats=seats_of(match), sheet_id="nonsense"))
    assert answer.status_code == 422
    assert "Load the page again" in answer.content.decode()
    assert not Hand.objects.exists()


def test_where_nothing_is_to_be_keyed_the_page_leads_on(
    make_match, make_competition, organizer, desk
):
    over = make_match(forfeit="a")
    assert desk.get(address(over)).url == reverse("score", args=[over.pk])
    blind = make_match(make_competition())
    change_sheets_rules(
        blind.round.stage.competition, {"acceptance": "blind"}, reason="", by=organizer
    )
    for answer in (desk.get(address(blind)), desk.post(address(blind), keyed())):
        assert answer.url == reverse("own_sheets", args=[blind.pk])
    assert not Hand.objects.exists()


def test_who_may_score_finds_it_on_the_match_and_the_score_page(
    match, scorekeeper, desk, client_of
):
    link = f'href="{address(match)}"'
    page = reverse("match", args=[match.pk])
    assert link in desk.get(page).content.decode()
    assert link not in client_of(None).get(page).content.decode()
    begin(match, scorekeeper)
    assert link in desk.get(reverse("score", args=[match.pk])).content.decode()
