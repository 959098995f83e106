"""Who hides the full name is "Anne M." to everybody outside the club, on every page and paper."""

import re
from pathlib import Path
from random import Random

import pytest
from django.conf import settings
from django.urls import reverse

from league.actions.hidden_names import hide_name, show_name
from league.actions.players import rename_player
from league.models import Hand, Player, Stage
from league.sample.clubs import give_accounts, make_clubs
from league.sample.knockout import play_cup
from league.sample.leagues import play_county_league
from league.sample.rotating import play_rotating_evening
from league.words.names import hidden_form
from tests.league.evenings import begin, play
from tests.league.every_page import every_page

SECRET = "Zwicker"
HIDDEN = f"Annemarie {SECRET}"
SHORT = "Annemarie Z."


@pytest.mark.parametrize(
    ("full", "short"),
    [
        ("Anne MacNeil", "Anne M."),
        ("Éloi à Joseph", "Éloi J."),
        ("Mary Ann van der Berg", "Mary B."),
        ("J. R. O'Neill", "J. O."),
        ("John MacNeil Jr.", "John M."),
        ("John MacNeil, Jr.", "John M."),
        ("MacNeil, Anne", "Anne M."),
        ("Hughie “Dan” MacNeil (Bay)", "Hughie M."),
        ("Peigi", "P."),
        ("נועה כהן", "נועה כ."),
        ("E\u0301va E\u0301mond", "E\u0301va E\u0301."),
        ("7", "Somebody"),
    ],
)
def test_short_form_keeps_the_first_name_and_an_initial(full, short):
    assert hidden_form(full) == short


@pytest.fixture
def anne(make_player) -> Player:
    return make_player(HIDDEN)


def test_two_alike_are_told_apart_and_nobody_real_is_taken_for_them(make_player, organizer):
    same = [make_player(f"Anne Mac{rest}") for rest in ("Neil", "Neil", "Kay")]
    make_player("anne m.")
    for player in same:
        hide_name(player, by=organizer)
        player.refresh_from_db()
    assert [one.name for one in same] == ["Anne M. (2)", "Anne M. (3)", "Anne M. (4)"]


def test_hiding_and_showing_again_gives_the_name_back(anne, organizer):
    hide_name(anne, by=organizer)
    anne.refresh_from_db()
    assert (anne.name, anne.own_name, anne.called, str(anne)) == (SHORT, HIDDEN, SHORT, SHORT)
    assert hide_name(anne, by=organizer) is False
    show_name(anne, by=organizer)
    anne.refresh_from_db()
    assert (anne.name, anne.full_name) == (HIDDEN, "")
    assert show_name(anne, by=organizer) is False


def test_new_name_of_somebody_hidden_is_hidden_too(anne, organizer):
    hide_name(anne, by=organizer)
    rename_player(anne, name="Annemarie Googoo", by=organizer)
    anne.refresh_from_db()
    assert (anne.name, anne.own_name) == ("Annemarie G.", "Annemarie Googoo")


def test_player_hides_the_name_on_their_own_page(member, client_of, client, anne):
    Player.objects.filter(pk=anne.pk).update(user=member)
    page = reverse("player", args=[anne.pk])
    assert HIDDEN in client.get(page).text
    said = client_of(member).post(reverse("player_hide", args=[anne.pk]), follow=True).text
    assert SHORT in said
    assert SECRET not in client.get(page).text
    client_of(member).post(reverse("player_hide", args=[anne.pk]), {"show": "1"})
    assert HIDDEN in client.get(page).text


def test_every_page_of_the_competition_is_known_to_be_out_of_date(make_competition, organizer):
    league = make_competition(entries=2)
    before = league.version
    hide_name(league.entries.first().partnership.first, by=organizer)
    league.refresh_from_db()
    assert league.version > before


@pytest.fixture
def everybody_hides(make_match) -> None:
    """A league by divisions, a cup, an evening of rotating partners and a table in mid-play;
    every player hides a surname that is nothing else's name."""
    admin, clubs = make_clubs(Random(1))
    give_accounts(clubs, admin)
    for play_one in (play_county_league, play_cup, play_rotating_evening):
        play_one(clubs, admin, Random(1))
    table = make_match()
    begin(table, admin)
    play(table, admin, 96, 72)
    for number, player in enumerate(Player.objects.order_by("pk")):
        surname = f"Zw{chr(97 + number % 26)}{chr(97 + number // 26)}ckeroni"
        player.name = f"{player.name.split()[0]} {surname}"
        player.save(update_fields=["name"])
        hide_name(player, by=admin)


# A surname, or the address of an account.
LEAK = re.compile(r"Zw[a-z]{2}ckeroni|[\w.+-]+@[\w-]+\.[a-z]{2,}")


@pytest.mark.sqlite
def test_no_page_or_paper_that_a_guest_can_reach_tells_a_hidden_name_or_an_address(
    everybody_hides, client
):
    # From the cup's bracket on: of four competitions the way from the front page shows three.
    bracket = reverse("bracket", args=[Stage.objects.get(kind=Stage.Kind.KNOCKOUT).pk])
    pages = every_page(client, bracket, most_of_a_kind=3)
    kinds = {re.sub(r"\d+", "N", address.split("?")[0]) for address in pages}
    wanted = ["/matches/N/", "/players/N/", "/partnerships/N/", "/competitions/N/standings/"]
    wanted += ["/competitions/N/schedule/", "/rounds/N/print/names/", "/rounds/N/print/sheets/"]
    wanted += ["/stages/N/bracket/", "/stages/N/print/bracket/"]
    assert set(wanted) <= kinds
    hand = reverse("hand", args=[Hand.objects.first().pk])
    pages[hand] = client.get(hand).text
    found = {address: LEAK.findall(page)[:3] for address, page in pages.items()}
    assert {address: told for address, told in found.items() if told} == {}


@pytest.mark.parametrize("who", ["member", "organizer", "the player", "site_admin"])
def test_people_of_the_club_read_the_full_name(
    who, make_competition, personas, make_user, client_of, client, organizer
):
    league = make_competition(entries=2)
    pair = league.entries.first().partnership
    hide_name(pair.first, by=organizer)
    pair.refresh_from_db()
    if who == "the player":
        reader = make_user("anne")
        Player.objects.filter(pk=pair.first_id).update(user=reader)
    else:
        reader = personas[who]
    for page in (
        reverse("entries", args=[league.pk]),
        reverse("standings", args=[league.pk]),
        reverse("player", args=[pair.first_id]),
        reverse("partnership", args=[pair.pk]),
    ):
        full = Player.objects.get(pk=pair.first_id).own_name
        assert full in client_of(reader).get(page).text, page
        assert full not in client.get(page).text, page


def test_somebody_with_a_role_in_another_club_reads_what_everybody_reads(
    anne, organizer, stranger, client_of
):
    hide_name(anne, by=organizer)
    page = client_of(stranger).get(reverse("player", args=[anne.pk])).text
    assert SECRET not in page
    assert SHORT in page


def test_full_name_is_found_by_organizers_of_the_club_alone(
    anne, organizer, stranger, other_club, club, client_of, make_competition
):
    hide_name(anne, by=organizer)
    people = client_of(organizer).get(reverse("people", args=[club.slug]), {"q": SECRET}).text
    assert HIDDEN in people
    typed = {"one": HIDDEN, "other": "Flora Gillis"}
    page = client_of(stranger).post(reverse("partnership_new", args=[other_club.slug]), typed).text
    assert SHORT not in page


def test_paper_shows_what_everybody_may_read_whoever_prints_it(
    make_match, organizer, client_of, make_entry
):
    match = make_match()
    hidden = match.entry_a.partnership.first
    surname = hidden.name.split()[-1]
    hide_name(hidden, by=organizer)
    paper = [
        reverse("print_match", args=[match.pk]),
        reverse("print_names", args=[match.round_id]),
        reverse("print_tables", args=[match.round_id]),
        reverse("print_sheets", args=[match.round_id]),
        reverse("print_standings", args=[match.round.stage.competition_id]),
    ]
    for page in paper:
        assert surname not in client_of(organizer).get(page).text, page


# Pages of the person themselves, and of the organizers of the club; forms that take a name.
MAY_TELL = {
    "templates/forgetting/account.html",
    "templates/forgetting/player.html",
    "templates/me/me.html",
    "templates/people/people.html",
    "league/views/forgetting.py",
    "league/views/players.py",
    "league/forms/me.py",
}


def test_full_names_are_written_by_few_pages_and_all_others_ask_who_reads():
    """Everything else says `called`, or `name`, which is what everybody may read."""
    root = Path(settings.BASE_DIR)
    folders = ("templates", "league/views", "league/words", "league/forms")
    told = {
        file.relative_to(root).as_posix()
        for folder in folders
        for file in (root / folder).rglob("*.*")
        if file.suffix in {".html", ".txt", ".py"}
        and re.search(r"\b(own_name|full_name)\b", file.read_text(encoding="utf-8"))
    }
    assert told <= MAY_TELL
