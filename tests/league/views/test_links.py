"""Table links in the organizers' hands: made, shown, printed, revoked, seen by nobody else."""

import re
from datetime import timedelta

import pytest
import segno
from django.db import connection
from django.test import Client, RequestFactory, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from league.actions.hidden_names import hide_name
from league.actions.links import make_match_link, make_night_links, make_round_links
from league.models import Match, Round, TableLink
from league.queries.links import secret_of
from league.views.codes import code_of
from tests.league.views.test_standings import words


@pytest.fixture
def night(make_competition, make_round, make_match) -> Round:
    league = make_competition(entries=4)
    found = make_round(league)
    make_match(league, round=found)
    make_match(league, round=found)
    return found


def look_at(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def look(client: Client, name: str, pk: int, query: str = "") -> str:
    page = client.get(reverse(name, args=[pk]) + query)
    assert page.status_code == 200
    return page.content.decode()


def codes_in(html: str) -> int:
    return html.count('class="table-code" src="data:image/svg+xml')


PAGES = [
    ("round_links", "round"),
    ("print_codes", "round"),
    ("match_link", "match"),
    ("links", "competition"),
    ("print_night_codes", "competition"),
    ("link_revoke", "link"),
]


@pytest.mark.parametrize(("name", "kind"), PAGES)
def test_links_are_for_organizers_of_the_club_alone(name, kind, night, personas, client_of):
    make_round_links(night, by=None)
    things = {
        "round": night.pk,
        "match": night.matches.first().pk,
        "competition": night.stage.competition_id,
        "link": TableLink.objects.first().pk,
    }
    address = reverse(name, args=[things[kind]])
    day = {"night": timezone.localdate().isoformat()}
    sees = {"guest": 302, "stranger": 404, "member": 403, "scorekeeper": 403}
    for who, status in sees.items():
        browser = client_of(personas[who])
        if name != "link_revoke":
            assert browser.get(address, day).status_code == status, who
        if not name.startswith("print"):
            assert (
                browser.post(
                    address, {"step": "revoke", "sure": "on", "tables": 1, **day}
                ).status_code
                == status
            )
    assert TableLink.objects.filter(revoked_at=None).count() == 2
    if name != "link_revoke":
        for who in ("organizer", "owner", "site_admin"):
            assert client_of(personas[who]).get(address, day).status_code == 200, who


@pytest.mark.parametrize("name", ["round_links", "match_link", "links", "link_revoke"])
def test_links_of_nothing_are_not_found(name, organizer, client_of):
    assert client_of(organizer).post(reverse(name, args=[10**9])).status_code == 404


def test_an_organizer_makes_the_links_of_a_round_and_sees_their_use(night, organizer, client_of):
    browser = client_of(organizer)
    assert "Make links for 2 tables" in look(browser, "round_links", night.pk)
    browser.post(reverse("round_links", args=[night.pk]), {"step": "make"})
    html = look(browser, "round_links", night.pk)
    assert "Made 2 table links." in html
    assert html.count("not used yet") == 2
    Client().post(reverse("link_enter", args=[secret_of(TableLink.objects.first())]))
    assert html.count("last used") == 0
    assert look(browser, "round_links", night.pk).count("last used") == 1
    browser.post(reverse("round_links", args=[night.pk]), {"step": "make"})
    assert "has its link already" in look(browser, "round_links", night.pk)


def test_the_links_of_a_round_are_revoked_at_once_after_a_tick(night, organizer, client_of):
    make_round_links(night, by=organizer)
    browser = client_of(organizer)
    address = reverse("round_links", args=[night.pk])
    slip = browser.post(address, {"step": "revoke"})
    assert slip.status_code == 422
    assert "Tick this first" in slip.content.decode()
    assert TableLink.objects.filter(revoked_at=None).count() == 2
    told = browser.post(address, {"step": "revoke", "sure": "on"}, follow=True)
    assert "2 table links are revoked" in told.content.decode()
    assert not TableLink.objects.filter(revoked_at=None).exists()


def test_slips_and_sheets_call_a_player_as_everybody_does(night, organizer, client_of):
    make_round_links(night, by=organizer)
    player = night.matches.first().entry_a.partnership.first
    full = player.name
    hide_name(player, by=organizer)
    browser = client_of(organizer)
    for name in ("print_codes", "print_sheets"):
        assert full not in look(browser, name, night.pk)
    phone = Client()
    phone.post(reverse("link_enter", args=[secret_of(TableLink.objects.get(table=1))]))
    assert full not in look_at(phone, reverse("my_table"))
    assert full in look(browser, "round_links", night.pk)


def test_no_list_shows_a_secret(night, organizer, client_of):
    make_round_links(night, by=organizer)
    browser = client_of(organizer)
    secrets = [secret_of(link) for link in TableLink.objects.all()]
    for name, pk in (("round_links", night.pk), ("links", night.stage.competition_id)):
        html = look(browser, name, pk)
        assert not any(secret in html for secret in secrets)


def test_a_second_tap_on_revoke_says_that_it_was_done(night, organizer, client_of):
    make_round_links(night, by=organizer)
    browser = client_of(organizer)
    address = reverse("link_revoke", args=[TableLink.objects.first().pk])
    for said in ("1 table link is revoked", "It had ended already"):
        answer = browser.post(address)
        assert answer["Location"] == reverse("round_links", args=[night.pk])
        assert said in browser.get(answer["Location"]).content.decode()


def test_the_link_of_a_match_stands_big_on_the_screen(night, organizer, client_of):
    match = night.matches.first()
    browser = client_of(organizer)
    assert codes_in(look(browser, "match_link", match.pk)) == 0
    browser.post(reverse("match_link", args=[match.pk]))
    html = look(browser, "match_link", match.pk)
    assert codes_in(html) == 1
    address = reverse("link_enter", args=[secret_of(TableLink.objects.get())])
    assert f">http://testserver{address}</textarea>" in html
    assert "no-store" in browser.get(reverse("match_link", args=[match.pk]))["Cache-Control"]


def test_in_the_hall_the_code_leads_to_the_laptops_own_address(
    night, organizer, client_of, monkeypatch
):
    match = night.matches.first()
    make_match_link(match, by=organizer)
    secret = secret_of(TableLink.objects.get())
    browser = client_of(organizer, headers={"Host": "localhost:8000"})
    monkeypatch.setattr("league.views.codes.lan_addresses", lambda: ["192.168.1.20"])
    assert f">http://192.168.1.20:8000/t/{secret}/<" in look(browser, "match_link", match.pk)
    monkeypatch.setattr("league.views.codes.lan_addresses", list)
    assert "on no network" in look(browser, "match_link", match.pk)
    with override_settings(PUBLIC_URL="https://cards.example.org"):
        html = look(browser, "match_link", match.pk)
        assert f">https://cards.example.org/t/{secret}/<" in html
        assert "on no network" not in html


def test_the_code_reads_as_the_address(night, organizer):
    code = code_of(RequestFactory().get("/"), "/t/abc/")
    same = segno.make("http://testserver/t/abc/", error="m")
    assert code.image == same.svg_data_uri(border=4, light="#fff", omitsize=True)


def test_sheets_carry_codes_for_organizers_alone(night, personas, client_of):
    make_round_links(night, by=None)
    match = night.matches.first()
    for who, user in personas.items():
        codes = 2 if who in {"organizer", "owner", "site_admin"} else 0
        browser = client_of(user)
        assert codes_in(look(browser, "print_sheets", night.pk)) == codes, who
        assert codes_in(look(browser, "print_match", match.pk)) == codes // 2, who
    answer = client_of(personas["owner"]).get(reverse("print_sheets", args=[night.pk]))
    assert "no-store" in answer["Cache-Control"]


def test_without_links_the_sheets_have_no_codes(night, organizer, client_of):
    assert codes_in(look(client_of(organizer), "print_sheets", night.pk)) == 0


def test_slips_are_printed_for_a_round_and_for_an_evening(night, organizer, client_of):
    league = night.stage.competition
    browser = client_of(organizer)
    assert "There is no link yet" in look(browser, "print_codes", night.pk)
    make_round_links(night, by=organizer)
    html = look(browser, "print_codes", night.pk)
    assert codes_in(html) == 2
    assert str(night.matches.first().entry_a.partnership.first) in html
    day = timezone.localdate()
    make_night_links(league, night=day, tables=11, by=organizer)
    html = look(browser, "print_night_codes", league.pk, f"?night={day:%Y-%m-%d}")
    assert re.findall(r"<h2>Table (\d+)</h2>", html) == [str(n) for n in range(1, 12)]
    assert html.count("print-sheet__page") == 2
    for typed in ("", "today", "2026-99-01"):
        address = reverse("print_night_codes", args=[league.pk])
        assert browser.get(address, {"night": typed})["Location"].endswith("/links/")


def test_an_evening_is_made_listed_and_all_revoked(night, organizer, client_of):
    league = night.stage.competition
    browser = client_of(organizer)
    address = reverse("links", args=[league.pk])
    assert 'name="tables" value="2"' in browser.get(address).content.decode()
    day = timezone.localdate()
    wrong = browser.post(address, {"night": (day - timedelta(days=1)).isoformat(), "tables": "0"})
    assert wrong.status_code == 422
    assert 'value="0"' in wrong.content.decode()
    gone = browser.post(address, {"night": (day - timedelta(days=1)).isoformat(), "tables": "2"})
    assert gone.status_code == 422
    assert "That day has gone by." in gone.content.decode()
    assert browser.post(address, {"night": day.isoformat(), "tables": "2"}).status_code == 302
    make_match_link(Match.objects.first(), by=organizer)
    assert "Revoke all 3 links" in browser.get(address).content.decode()
    slip = browser.post(address, {"step": "revoke"})
    assert slip.status_code == 422
    assert "Tick this first" in slip.content.decode()
    assert TableLink.objects.filter(revoked_at=None).count() == 3
    browser.post(address, {"step": "revoke", "sure": "on"})
    html = browser.get(address).content.decode()
    assert "3 table links are revoked" in words(html)
    assert "No table link is live" in html


def test_the_links_of_a_finished_competition_are_refused_with_a_sentence(
    night, organizer, client_of
):
    league = night.stage.competition
    league.state = "finished"
    league.save(update_fields=["state"])
    browser = client_of(organizer)
    for name, pk in (("round_links", night.pk), ("match_link", night.matches.first().pk)):
        browser.post(reverse(name, args=[pk]), {"step": "make"})
        assert "is finished" in look(browser, name, pk)
    day = timezone.localdate().isoformat()
    answer = browser.post(reverse("links", args=[league.pk]), {"night": day, "tables": "2"})
    assert answer.status_code == 422
    assert not TableLink.objects.exists()


def test_a_closed_round_shows_that_its_links_open_nothing(night, organizer, client_of):
    make_round_links(night, by=organizer)
    Round.objects.update(state="closed")
    html = look(client_of(organizer), "round_links", night.pk)
    assert "its links open nothing" in html
    assert "Make links" not in html


def test_the_page_asks_no_more_of_the_database_for_more_tables(
    make_competition, make_round, make_match, organizer, client_of
):
    counts = []
    for tables in (1, 6):
        league = make_competition(entries=2 * tables)
        found = make_round(league)
        for _table in range(tables):
            make_match(league, round=found)
        make_round_links(found, by=organizer)
        browser = client_of(organizer)
        with CaptureQueriesContext(connection) as asked:
            look(browser, "round_links", found.pk)
        counts.append(len(asked))
    assert counts[0] == counts[1]


def test_the_log_tells_of_links_and_of_whoever_holds_one(night, organizer, client_of):
    make_round_links(night, by=organizer)
    secret = secret_of(TableLink.objects.get(table=2))
    Client().post(reverse("link_enter", args=[secret]))
    browser = client_of(organizer)
    browser.post(reverse("link_revoke", args=[TableLink.objects.get(table=1).pk]))
    said = words(look(browser, "audit", night.stage.competition_id, "?about=links"))
    for sentence in (
        "Made 2 table links: Round 1, tables 1–2.",
        "Opened the table link on a phone. table link, table 2",
        "Revoked a table link: table 1.",
    ):
        assert sentence in said
    assert secret not in said
