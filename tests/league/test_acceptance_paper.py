"""The computer stops in the middle of a big evening: paper goes on, and is keyed in afterwards."""

import re
from html import unescape
from uuid import uuid4

import pytest
from django.urls import reverse

from league.actions.brackets import BracketPlan, make_bracket
from league.actions.links import make_round_links
from league.actions.next_rounds import draw_next_round
from league.actions.results import Totals, record_totals
from league.actions.rounds import publish_rounds
from league.actions.stages import StagePlan, add_stage
from league.models import Competition, Entrant, Match, Player, Round, Stage
from league.queries.standings import standings_of
from tests.league.evenings import begin, play

pytestmark = pytest.mark.django_db

HANDS = 3
PLAY = {"mode": "hands", "hands": HANDS, "minutes": None}
# What North and South counted at each table; North calls every hand in spades.
COUNTS = {1: (96, 60, 120), 2: (70, 101, 90)}
NAME = re.compile(r'<bdi class="name">([^<]*)</bdi>')


@pytest.fixture
def make_evening(make_competition, make_match, make_round, organizer):
    """make_evening(name) -> its second round: two tables are out, the first round is played."""

    def make(name: str) -> Round:
        league = make_competition(entries=4, name=name, match_play=PLAY)
        first = make_round(league, state=Round.State.CLOSED)
        entries = list(league.entries.order_by("pk"))
        for (a, b), totals in ((entries[:2], (300, 186)), (entries[2:], (250, 236))):
            match = make_match(round=first, entry_a=a, entry_b=b)
            record_totals(
                match, [Totals(number=1, a=totals[0], b=totals[1])], stamp="", by=organizer
            )
        second = make_round(league, number=2)
        make_match(round=second, entry_a=entries[0], entry_b=entries[2])
        make_match(round=second, entry_a=entries[3], entry_b=entries[1])
        return second

    return make


def figures(competition: Competition) -> list[tuple[int, ...]]:
    rows = {place.entry.pk: place.row for place in standings_of(competition).rows}
    return [
        (row.rank, row.match_points, row.played, row.points_for, row.points_against)
        for _pk, row in sorted(rows.items())
    ]


def sheets_on(pack: str) -> dict[int, list[str]]:
    """Table -> the four names on its sheet, side a first."""
    found = {}
    for sheet in pack.split('<section class="paper-sheet')[1:]:
        head = sheet[: sheet.index("</p>")] + sheet[sheet.index("paper-sheet__names") :]
        (table,) = set(re.findall(r"Table (\d+)", sheet))
        found[int(table)] = [unescape(name) for name in NAME.findall(head)][:4]
    return found


def key_in(desk, match: Match, names: list[str]) -> None:
    """Somebody reads the sheet of a table: who sat where, then a line a hand."""
    seats = {
        f"seat_{seat}": Player.objects.get(name=name).pk
        for seat, name in zip("NSEW", names, strict=True)
    }
    sent = {"sheet_id": str(uuid4()), "game": 1, "first": 1, "lines": 12}
    sent |= {**seats, "dealer": seats["seat_W"]}
    for number, count in enumerate(COUNTS[match.table], 1):
        sent |= {f"caller-{number}": "n", f"trump-{number}": "s", f"count-{number}": str(count)}
    answer = desk.post(reverse("match_key", args=[match.pk]), sent)
    assert answer.status_code == 302, answer.content.decode()


def test_the_pack_lets_a_hall_finish_on_paper_and_keyed_in_all_is_as_entered_live(
    make_evening, scorekeeper, client, client_of
):
    live, paper = make_evening("Entered live"), make_evening("On paper")
    for match in live.matches.all():
        begin(match, scorekeeper)
        play(match, scorekeeper, *COUNTS[match.table])

    before = figures(paper.stage.competition)
    pack = client.get(reverse("print_pack", args=[paper.pk])).text
    # From here on the pack is all there is.
    sheets = sheets_on(pack)
    assert set(sheets) == {match.table for match in paper.matches.all()}
    assert len({name for names in sheets.values() for name in names}) == 8
    by_name = re.findall(r'paper-names__who"><bdi[^>]*>([^<]*).*?__table">(\d+)', pack)
    for table, names in sheets.items():
        assert {unescape(who) for who, where in by_name if int(where) == table} == set(names)
    rows = re.findall(r"<tr><td class=\"paper-list__table\">.*?</tr>", pack)
    assert [re.findall(r"<strong>(\d+)", row)[0] for row in rows] == ["1", "2"]
    assert all(set(sheets[n]) == set(map(unescape, NAME.findall(rows[n - 1]))) for n in sheets)
    standings = pack[pack.index("paper-standings") :]
    for rank, points, *_rest in before:
        assert re.search(rf'__rank">{rank}</td>.*?<strong>{points}</strong>', standings)

    assert figures(paper.stage.competition) == before
    for match in paper.matches.all():
        key_in(client_of(scorekeeper), match, sheets[match.table])
    assert figures(paper.stage.competition) == figures(live.stage.competition) != before


def test_the_pack_has_no_code_that_opens_a_table_and_is_for_rounds_that_are_out(
    make_evening, make_round, organizer, client_of, client
):
    night = make_evening("Codes stay off")
    make_round_links(night, by=organizer)
    desk = client_of(organizer)
    with_codes = desk.get(reverse("print_sheets", args=[night.pk])).text
    assert "table-code" in with_codes
    assert "table-code" not in desk.get(reverse("print_pack", args=[night.pk])).text
    draft = make_round(night.stage.competition, number=3, state=Round.State.DRAFT)
    address = reverse("print_pack", args=[draft.pk])
    assert client.get(address).status_code == 404
    assert desk.get(address).status_code == 200


def test_two_sheets_of_the_pack_share_a_page_when_asked(make_evening, client):
    address = reverse("print_pack", args=[make_evening("Half").pk])
    # Names, tables and standings have a page each.
    assert client.get(address).text.count("print-sheet__page") == 3 + 2
    assert client.get(address, {"half": 1}).text.count("print-sheet__page") == 3 + 1


def test_the_pack_of_a_cup_has_its_places_and_of_new_partners_a_line_a_player(
    make_competition, make_round, make_match, make_player, organizer, client
):
    cup = make_competition(entries=4, state="open", kind="tournament", name="Cup")
    stage = make_bracket(cup, BracketPlan(kind=Stage.Kind.KNOCKOUT, order="entered"), by=organizer)
    publish_rounds(cup, list(stage.rounds.all()), by=organizer)
    page = client.get(reverse("print_pack", args=[stage.rounds.first().pk])).text
    assert "Places as of" in page
    assert len(sheets_on(page)) == 2

    evening = make_competition(entries=0, state="open", name="New partners")
    stage = add_stage(evening, StagePlan(kind="rotating", rounds=2), by=organizer)
    for _number in range(5):
        Entrant.objects.create(competition=evening, player=make_player())
    found = draw_next_round(stage, number=1, by=organizer)
    publish_rounds(evening, [found], by=organizer)
    page = client.get(reverse("print_pack", args=[found.pk])).text
    assert ">Player</th>" in page
    assert len(sheets_on(page)) == 1
