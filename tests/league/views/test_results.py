"""Results an organizer writes: totals of games, forfeits, the hall at a glance."""

from collections.abc import Callable
from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.test import Client

from league.models import AuditEntry, Competition, Game, Hand, Match, Round, User
from league.queries.matches import load_match
from league.queries.standings import standings_of
from tests.league.ticks import post_seen

MakeMatch = Callable[..., Match]


@pytest.fixture
def desk(client_of: Callable[..., Client], organizer: User) -> Client:
    return client_of(organizer)


@pytest.fixture
def match(make_match: MakeMatch) -> Match:
    return make_match()


@pytest.fixture
def make_hand() -> Callable[[Match], Hand]:
    """make_hand(match) -> the first hand of the first game, 96 to 66."""

    def make(match: Match) -> Hand:
        game = Game.objects.create(match=match, number=1, first_dealer="W")
        return Hand.objects.create(
            game=game,
            number=1,
            client_id=uuid4(),
            trump="S",
            dealer="W",
            caller="N",
            count_ns=96,
            count_ew=66,
            verdict="made",
            total=162,
            score_ns=96,
            score_ew=66,
        )

    return make


def totals(match: Match) -> str:
    return f"/matches/{match.pk}/totals/"


def forfeit(match: Match) -> str:
    return f"/matches/{match.pk}/forfeit/"


def table(match: Match) -> list[tuple[object, ...]]:
    rows = standings_of(match.round.stage.competition).rows
    return [(p.entry.pk, p.row.rank, p.row.match_points, p.row.points_for) for p in rows]


def test_totals_alone_make_a_result_and_move_the_table(desk: Client, match: Match) -> None:
    assert desk.post(totals(match), {"a1": "512", "b1": "340", "stamp": ""}).status_code == 302
    view = load_match(match)
    assert (view.winner, view.over) == ("a", True)
    assert table(match)[0] == (match.entry_a_id, 1, 2, 512)
    entry = AuditEntry.objects.get()
    assert (entry.verb, entry.match) == ("record_totals", match)
    assert entry.after == {"games": [[1, 512, 340]], "winner": "a"}


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({"a1": "499", "b1": "340"}, "a1", "499 – 340: nobody has 500."),
        ({"a1": "512", "b1": "512"}, "a1", "512 – 512 is level: another hand decides."),
        ({"a1": "300", "b1": "300", "early1": "on"}, "a1", "300 – 300 is level"),
        ({"a1": "512", "b1": ""}, "b1", "Write both totals of the game, or neither."),
        ({"a1": "5_12", "b1": "340"}, "a1", "plain digits"),
        ({"a1": "+512", "b1": "340"}, "a1", "plain digits"),
        ({"a1": "٥١٢", "b1": "340"}, "a1", "plain digits"),
        ({"a1": "-1", "b1": "512"}, "a1", "plain digits"),
        ({"a1": "512.0", "b1": "340"}, "a1", "plain digits"),
        ({"a1": "9" * 30, "b1": "340"}, "a1", "out of range: write 0 to 99999"),
    ],
)
def test_totals_that_end_no_game_are_refused_with_the_figures(
    desk: Client, match: Match, typed: dict[str, str], field: str, said: str
) -> None:
    answer = desk.post(totals(match), typed | {"stamp": ""})
    assert answer.status_code == 422
    assert said in " ".join(answer.context["form"].errors[field])
    assert f'value="{typed["a1"]}"' in answer.content.decode()
    assert not Game.objects.exists()
    assert not AuditEntry.objects.exists()


def test_a_game_that_ended_early_counts_when_the_organizer_says_so(
    desk: Client, match: Match
) -> None:
    desk.post(totals(match), {"a1": "380", "b1": "340", "early1": "on", "stamp": ""})
    view = load_match(match)
    assert (view.over, view.winner) == (True, "a")
    assert 'name="early1"' in desk.get(totals(match)).content.decode()
    assert "checked" in desk.get(totals(match)).content.decode()


def test_games_of_so_many_hands_need_no_target(
    desk: Client, make_competition: Callable[..., Competition], make_match: MakeMatch
) -> None:
    league = make_competition(match_play={"mode": "hands", "hands": 8, "minutes": None})
    match = make_match(league)
    desk.post(totals(match), {"a1": "380", "b1": "340", "stamp": ""})
    assert load_match(match).winner == "a"


def test_a_drawn_game_is_a_result_where_the_rules_say_so(
    desk: Client, make_competition: Callable[..., Competition], make_match: MakeMatch
) -> None:
    match = make_match(make_competition(options={"tie_at_target": "draw"}))
    desk.post(totals(match), {"a1": "512", "b1": "512", "stamp": ""})
    view = load_match(match)
    assert (view.over, view.winner) == (True, None)


def test_two_wins_close_a_best_of_three_and_a_third_game_is_refused(
    desk: Client, make_match: MakeMatch
) -> None:
    match = make_match(best_of=3)
    typed = {"a1": "512", "b1": "340", "a2": "505", "b2": "100", "a3": "500", "b3": "20"}
    answer = desk.post(totals(match), typed | {"stamp": ""})
    assert answer.status_code == 422
    assert (
        "It was 2 – 0 in games before game 3: the match was over."
        in (answer.context["form"].errors["a3"][0])
    )
    typed |= {"a3": "", "b3": ""}
    assert desk.post(totals(match), typed | {"stamp": ""}).status_code == 302
    view = load_match(match)
    assert (view.over, view.winner, view.next_game) == (True, "a", None)


def test_one_game_of_three_is_not_won_yet_and_a_gap_is_refused(
    desk: Client, make_match: MakeMatch
) -> None:
    match = make_match(best_of=3)
    gap = desk.post(totals(match), {"a2": "512", "b2": "340", "stamp": ""})
    assert gap.context["form"].errors["a1"] == ["Game 1 is missing."]
    desk.post(totals(match), {"a1": "512", "b1": "340", "stamp": ""})
    view = load_match(match)
    assert (view.over, view.winner, view.next_game) == (False, None, 2)


def test_a_result_is_corrected_only_with_a_reason_and_taken_off_again(
    desk: Client, match: Match
) -> None:
    before = table(match)
    desk.post(totals(match), {"a1": "512", "b1": "340", "stamp": ""})
    swapped = {"a1": "340", "b1": "512", "stamp": "1:512-340"}
    assert desk.post(totals(match), swapped).status_code == 422
    assert load_match(match).winner == "a"
    post_seen(desk, totals(match), swapped | {"reason": "written the wrong way round"})
    assert load_match(match).winner == "b"
    last = AuditEntry.objects.filter(verb="record_totals").first()
    assert last.before["games"] == [[1, 512, 340]]
    assert last.reason == "written the wrong way round"

    emptied = {"a1": "", "b1": "", "stamp": "1:340-512", "reason": "the wrong table"}
    post_seen(desk, totals(match), emptied)
    assert not Game.objects.exists()
    assert table(match) == before


def test_a_result_that_somebody_else_wrote_meanwhile_is_not_overwritten(
    desk: Client, match: Match
) -> None:
    desk.post(totals(match), {"a1": "512", "b1": "340", "stamp": ""})
    answer = desk.post(totals(match), {"a1": "505", "b1": "490", "stamp": "", "reason": "mine"})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "505 – 490" in page
    assert "512 – 340" in page
    assert load_match(match).games[0].a == 512


def test_the_same_result_sent_twice_is_one_result(desk: Client, match: Match) -> None:
    for _ in range(2):
        answer = desk.post(totals(match), {"a1": "512", "b1": "340", "stamp": ""})
        assert answer.status_code == 302
    assert AuditEntry.objects.count() == 1


def test_a_game_with_hands_gets_no_totals(
    desk: Client, match: Match, make_hand: Callable[[Match], Hand]
) -> None:
    make_hand(match)
    page = desk.get(totals(match)).content.decode()
    assert "on its sheet" in page
    assert 'name="a1"' not in page
    desk.post(totals(match), {"a1": "512", "b1": "340", "stamp": ""})
    assert Game.objects.get().total_a is None


def test_a_forfeit_counts_and_taking_it_back_restores_what_was_there(
    desk: Client, match: Match
) -> None:
    desk.post(totals(match), {"a1": "512", "b1": "340", "stamp": ""})
    played = table(match)
    answer = post_seen(desk, forfeit(match), {"who": "a", "reason": "left at half time"})
    assert answer.status_code == 302
    view = load_match(match)
    assert (view.state, view.winner) == ("forfeit", "b")
    assert table(match)[0][:3] == (match.entry_b_id, 1, 2)
    assert desk.post(totals(match), {"a1": "1", "b1": "2", "stamp": "1:512-340"}).status_code == 422

    post_seen(desk, forfeit(match), {"step": "back"})
    match.refresh_from_db()
    assert (match.forfeit, match.forfeit_reason) == (None, "")
    assert table(match) == played
    verbs = AuditEntry.objects.exclude(verb="see_impact").values_list("verb", flat=True)
    assert list(verbs)[:2] == [
        "take_forfeit_back",
        "record_forfeit",
    ]


def test_when_both_forfeit_nobody_wins(desk: Client, match: Match) -> None:
    desk.post(forfeit(match), {"who": "both", "reason": "storm"})
    assert load_match(match).winner is None
    assert {row[2] for row in table(match)} == {0}


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        ({"who": "a", "reason": ""}, "reason"),
        ({"who": "a", "reason": " \u200b "}, "reason"),
        ({"who": "", "reason": "late"}, "who"),
        ({"who": "c", "reason": "late"}, "who"),
    ],
)
def test_a_forfeit_without_who_or_why_is_refused(
    desk: Client, match: Match, typed: dict[str, str], field: str
) -> None:
    answer = desk.post(forfeit(match), typed)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == [field]
    match.refresh_from_db()
    assert match.forfeit is None


def test_a_draft_round_takes_no_result(
    desk: Client,
    make_competition: Callable[..., Competition],
    make_round: Callable[..., Round],
    make_match: MakeMatch,
) -> None:
    night = make_round(make_competition(), state="draft")
    match = make_match(round=night)
    answer = desk.post(totals(match), {"a1": "512", "b1": "340", "stamp": ""})
    assert answer.status_code == 422
    assert "This round is a draft" in answer.content.decode()


def test_the_hall_shows_what_needs_somebody_first(
    desk: Client,
    make_competition: Callable[..., Competition],
    make_round: Callable[..., Round],
    make_match: MakeMatch,
    make_hand: Callable[[Match], Hand],
) -> None:
    league = make_competition(entries=8)
    night = make_round(league)
    waiting, playing, signed, over = (make_match(league, round=night) for _ in range(4))
    make_hand(playing)
    Game.objects.create(match=over, number=1, total_a=512, total_b=340)
    Game.objects.create(match=signed, number=1, total_a=20, total_b=500)
    Match.objects.filter(pk=signed.pk).update(accepted_at=datetime.now(UTC))

    answer = desk.get(f"/competitions/{league.pk}/results/")
    tiles = answer.context["hall"].tiles
    assert [(tile.view.match.pk, tile.mood) for tile in tiles] == [
        (playing.pk, "playing"),
        (waiting.pk, "waiting"),
        (signed.pk, "signed"),
        (over.pk, "done"),
    ]
    assert "2 of 4 tables are done; 1 playing; 1 waiting." in answer.content.decode()


def test_the_hall_asks_as_much_for_twelve_tables_as_for_two(
    desk: Client,
    make_competition: Callable[..., Competition],
    make_round: Callable[..., Round],
    make_match: MakeMatch,
    django_assert_num_queries: Callable[..., object],
) -> None:
    for tables in (2, 12):
        league = make_competition(entries=2 * tables, name=f"League {tables}")
        night = make_round(league)
        for _ in range(tables):
            Game.objects.create(
                match=make_match(league, round=night), number=1, total_a=500, total_b=20
            )
        with django_assert_num_queries(15):
            desk.get(f"/rounds/{night.pk}/results/")


@pytest.mark.parametrize("page", ["totals/", "forfeit/"])
def test_only_organizers_write_results(
    page: str, match: Match, personas: dict[str, User | None], client_of: Callable[..., Client]
) -> None:
    answers = {
        name: client_of(user).get(f"/matches/{match.pk}/{page}").status_code
        for name, user in personas.items()
    }
    assert answers == {
        "guest": 302, "stranger": 404, "member": 403, "scorekeeper": 403,
        "organizer": 200, "owner": 200, "site_admin": 200,
    }  # fmt: skip
