"""A substitute sits in: the pair keeps the result, what he did at the table is his."""

from collections.abc import Callable

import pytest

from league.actions.errors import ActionError
from league.actions.results import Totals, record_totals
from league.actions.substitutes import add_substitute, remove_substitute
from league.models import Competition, Lineup, Match, Player, User
from league.queries.matches import load_match
from league.queries.players import history_of_player
from league.queries.standings import standings_of
from league.queries.substitutes import sitting_in
from tests.league.actions.test_draw_races import TIMES, at_once, refusals
from tests.league.evenings import begin, play

MakePlayer = Callable[..., Player]


@pytest.fixture
def match(make_match: Callable[..., Match]) -> Match:
    return make_match(best_of=3)


def table_of(match: Match) -> list[tuple[int, str]]:
    rows = standings_of(match.round.stage.competition).rows
    return [(place.entry.pk, str(place.row.match_points)) for place in rows]


def test_a_substitute_for_game_three_has_that_game_and_the_pair_the_match(
    match: Match, make_player: MakePlayer, organizer: User
) -> None:
    regular, sub = match.entry_a.partnership.first, make_player("Rita Joe")
    totals = [
        Totals(number=n, a=a, b=b) for n, a, b in ((1, 510, 300), (2, 300, 510), (3, 520, 90))
    ]
    record_totals(match, totals, stamp="", by=organizer)
    before = table_of(match)
    add_substitute(match, out=regular.pk, player=sub, game=3, by=organizer)
    assert table_of(match) == before
    theirs, his = history_of_player(regular).total, history_of_player(sub).total
    assert (theirs.games, theirs.best_game, his.games, his.best_game) == (2, 510, 1, 520)
    assert history_of_player(match.entry_a.partnership.second).total.games == 3


def test_hands_already_written_go_to_whoever_sat_there(
    match: Match, make_player: MakePlayer, organizer: User
) -> None:
    begin(match, organizer)
    play(match, organizer, *[162] * 4)
    regular = load_match(match).games[0].seats["N"]
    sub = make_player("Rita Joe")
    made = add_substitute(match, out=regular.pk, player=sub, game=1, by=organizer)
    view = load_match(match)
    assert (view.games[0].over, view.games[0].seats["N"]) == (True, sub)
    record_totals(match, [Totals(number=2, a=510, b=90)], stamp="", by=organizer)
    assert history_of_player(sub).total.calls == 4
    assert history_of_player(regular).total.calls == 0
    assert history_of_player(regular).total.games == 1
    remove_substitute(made, by=organizer)
    assert load_match(match).games[0].seats["N"] == regular
    assert history_of_player(sub).matches == ()
    assert history_of_player(regular).total.calls == 4


def test_for_a_whole_match_every_game_is_the_substitutes(
    match: Match, make_player: MakePlayer, organizer: User
) -> None:
    regular, sub = match.entry_b.partnership.first, make_player("Rita Joe")
    add_substitute(match, out=regular.pk, player=sub, game=None, by=organizer)
    assert sub in sitting_in(match, 2)["b"]
    assert regular not in sitting_in(match, 2)["b"]
    totals = [Totals(number=1, a=510, b=300), Totals(number=2, a=510, b=300)]
    record_totals(match, totals, stamp="", by=organizer)
    assert history_of_player(sub).total.lost == 1
    assert history_of_player(regular).total.played == 0


def test_nobody_sits_at_two_tables_of_one_round(
    make_competition: Callable[..., Competition],
    make_match: Callable[..., Match],
    organizer: User,
) -> None:
    league = make_competition(entries=4)
    one, other = make_match(league), make_match(league)
    busy = other.entry_a.partnership.first
    with pytest.raises(ActionError, match="sits at table 2 of this round"):
        add_substitute(
            one, out=one.entry_a.partnership.first_id, player=busy, game=None, by=organizer
        )
    assert Lineup.objects.filter(match=one).count() == 4


def test_a_place_is_taken_once_and_saying_so_twice_is_once(
    match: Match, make_player: MakePlayer, organizer: User
) -> None:
    out = match.entry_a.partnership.first_id
    sub = make_player("Rita Joe")
    first = add_substitute(match, out=out, player=sub, game=None, by=organizer)
    assert add_substitute(match, out=out, player=sub, game=None, by=organizer) == first
    with pytest.raises(ActionError, match="sits in there already"):
        add_substitute(match, out=out, player=make_player("Tom Sylliboy"), game=2, by=organizer)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_one_substitute_wanted_at_two_tables_at_once_sits_at_one(
    make_competition: Callable[..., Competition],
    make_match: Callable[..., Match],
    make_player: MakePlayer,
    organizer: User,
) -> None:
    for turn in range(TIMES):
        league = make_competition(entries=4, name=f"League {turn}")
        tables = [make_match(league), make_match(league)]
        sub = make_player(f"Rita {turn}")

        def sit(match: Match, sub: Player = sub) -> Lineup:
            out = match.entry_a.partnership.first_id
            return add_substitute(match, out=out, player=sub, game=None, by=organizer)

        answers = at_once(*(lambda match=match: sit(match) for match in tables))
        assert len(refusals(answers)) == 1
        assert Lineup.objects.filter(player=sub).count() == 1
