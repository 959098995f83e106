"""Pages that follow by themselves: one page kept for all guests, and nobody reads another's."""

import re
from collections.abc import Callable
from datetime import timedelta
from gzip import decompress
from typing import Any

import pytest
import time_machine
from django.core.cache import caches
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.actions.acceptance import accept_match, submit_match
from league.actions.adjustments import add_adjustment
from league.actions.competitions import rename_competition
from league.actions.corrections import correct_hand
from league.actions.disputes import dispute_match, withdraw_dispute
from league.actions.hands import undo_hand
from league.actions.hidden_names import hide_name
from league.actions.links import make_match_link, revoke_all_links
from league.actions.players import rename_player
from league.actions.postponements import postpone_match
from league.actions.results import record_forfeit, take_forfeit_back
from league.actions.rounds import close_round, edit_round
from league.models import Hand, Match, TableLink, User
from league.queries.links import secret_of
from league.queries.matches import load_match, people_of, stamp_of
from league.views import following
from tests.league.evenings import begin, play, sheet
from tests.league.every_page import every_page, nothing_kept, steady

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("kept_pages")]


@pytest.fixture
def league(make_competition):
    rules = {"acceptance": "other", "late": "stands", "players_score": True}
    return make_competition(entries=4, sheets=rules, notes="Bring a pencil.")


@pytest.fixture
def match(league, make_round, make_match) -> Match:
    night = make_round(league)
    found = make_match(round=night)
    make_match(round=night)
    return found


@pytest.fixture
def player(match, make_user) -> User:
    """One of the two of side a, with an account and no role in the club."""
    user = make_user("sandy")
    first = match.entry_a.partnership.first
    first.user = user
    first.save(update_fields=["user"])
    return user


def addresses(match: Match) -> dict[str, str]:
    """The pages of an evening that everybody may read, by name."""
    competition, pair = match.round.stage.competition_id, match.entry_a.partnership
    return {
        "match": reverse("match", args=[match.pk]),
        "standings": reverse("standings", args=[competition]),
        "overview": reverse("competition", args=[competition]),
        "schedule": reverse("schedule", args=[competition]),
        "one club": reverse("schedule", args=[competition]) + f"?club={pair.club.slug}",
        "partnership": reverse("partnership", args=[pair.pk]),
        "player": reverse("player", args=[pair.first_id]),
    }


def quieter_addresses(match: Match) -> dict[str, str]:
    """Those that change less often."""
    names = ("entries", "rules", "rulings", "prizes", "season_nights")
    return {name: reverse(name, args=[match.round.stage.competition_id]) for name in names}


def text(answer: Any) -> str:
    return steady(answer.content.decode())


def holder_of_link(match: Match, organizer: User) -> Client:
    make_match_link(match, by=organizer)
    phone = Client()
    phone.post(reverse("link_enter", args=[secret_of(TableLink.objects.get())]))
    return phone


def an_evening(match: Match, by: User) -> list[tuple[str, Callable[[], object]]]:
    """Everything that may happen to a table, one after the other."""
    pair = match.entry_a.partnership
    league, night = match.round.stage.competition, match.round
    signer = people_of(match)["b"][0].pk

    def stamp() -> str:
        return stamp_of(load_match(match))

    def correct() -> object:
        hand = Hand.objects.get(number=1)
        return correct_hand(hand, sheet(90), revision=1, reason="misread", by=by)

    def undo() -> object:
        return undo_hand(match, hand_id=Hand.objects.get(number=2).pk, by=by)

    other = night.matches.get(table=2)
    later = timezone.now() + timedelta(days=3)
    return [
        ("a game begins", lambda: begin(match, by)),
        ("a hand", lambda: play(match, by, 96, 100)),
        ("undone", undo),
        ("corrected", correct),
        ("to the end", lambda: play(match, by, 162, 162, 162)),
        ("handed in", lambda: submit_match(match, side="a", stamp=stamp(), by=by)),
        ("disputed", lambda: dispute_match(match, side="b", words="hand 3", by=by)),
        ("withdrawn", lambda: withdraw_dispute(match, by=by)),
        ("accepted", lambda: accept_match(match, player_id=signer, stamp=stamp(), by=by)),
        ("renamed", lambda: rename_player(pair.first, name="Sandra Denny", by=by)),
        ("hidden", lambda: hide_name(pair.second, by=by)),
        (
            "a penalty",
            lambda: add_adjustment(
                league, match.entry_a, match_points=-1, points=0, reason="late", by=by
            ),
        ),
        ("put off", lambda: postpone_match(other, starts_at=later, reason="snow", by=by)),
        ("forfeited", lambda: record_forfeit(other, who="a", reason="no show", by=by)),
        ("taken back", lambda: take_forfeit_back(other, by=by)),
        ("the round named", lambda: edit_round(night, name="Stormy", starts_at=later, by=by)),
        ("closed", lambda: close_round(night, with_missing=True, by=by)),
        ("the league named", lambda: rename_competition(league, name="Gale", notes="", by=by)),
    ]


def test_an_evening_reads_the_same_with_pages_kept_and_with_none(
    settings, match, organizer, client_of
):
    """And whatever a write changes on a page gives the page another ETag, for guests and for
    organizers."""
    guest, desk = Client(), client_of(organizer)
    pages = {(guest, address) for name, address in addresses(match).items() if name != "one club"}
    hall = reverse("round_results", args=[match.round_id])
    pages |= {(desk, addresses(match)["match"]), (desk, hall)}
    seen: dict[tuple[Client, str], tuple[str, str]] = {}
    changed: set[str] = set()
    for step, do in [("before", lambda: None), *an_evening(match, organizer)]:
        do()
        match.refresh_from_db()
        now = {(reader, page): reader.get(page) for reader, page in pages}
        for reader, page in pages:
            answer, made = now[reader, page], text(now[reader, page])
            before = seen.get((reader, page))
            if before is not None and before[0] != made:
                assert answer["ETag"] != before[1], f"{step}: {page}"
                changed.add(step)
            seen[reader, page] = (made, answer["ETag"])
        with nothing_kept(settings):
            for reader, page in pages:
                if reader is guest:
                    assert text(reader.get(page)) == seen[reader, page][0], f"{step}: {page}"
    assert changed == {step for step, _do in an_evening(match, organizer)}


def test_everybody_reads_his_own_page_and_nobody_anothers(
    settings, match, personas, player, organizer, client_of
):
    begin(match, organizer)
    play(match, organizer, 96)
    hide_name(match.entry_b.partnership.first, by=organizer)
    readers = {name: client_of(user) for name, user in {**personas, "player": player}.items()}
    readers |= {"link": holder_of_link(match, organizer), "another guest": Client()}
    pages = {name: addresses(match)[name] for name in ("match", "standings", "overview")}
    with nothing_kept(settings):
        own = {
            (who, name): text(reader.get(address))
            for who, reader in readers.items()
            for name, address in pages.items()
        }
    for _again in range(2):
        for name, address in pages.items():
            for who, reader in readers.items():
                assert text(reader.get(address)) == own[who, name], f"{who}: {name}"
    # The readers do differ: buttons, full names, one's own line.
    assert "Enter hands" in own["link", "match"]
    assert "Enter hands" not in own["guest", "match"]
    assert "standings__entry--mine" in own["player", "standings"]
    hidden = match.entry_b.partnership.first
    hidden.refresh_from_db()
    assert hidden.full_name in own["member", "match"]
    assert not any(hidden.full_name in own[who, name] for who, name in own if who == "guest")


def test_one_readers_etag_is_no_answer_for_another(match, personas, player, client_of):
    people = {"guest": None, "member": personas["member"], "player": player}
    readers = {who: client_of(user) for who, user in people.items()}
    for name, address in addresses(match).items():
        etags = {who: reader.get(address)["ETag"] for who, reader in readers.items()}
        assert len(set(etags.values())) == len(etags), name
        for who, reader in readers.items():
            for whose, etag in etags.items():
                answer = reader.get(address, headers={"If-None-Match": etag})
                assert answer.status_code == (304 if who == whose else 200), f"{who}, {whose}"


def test_nothing_new_is_answered_without_a_page_and_in_one_statement(
    match, django_assert_num_queries
):
    for address in (addresses(match) | quieter_addresses(match)).values():
        first = Client().get(address)
        with django_assert_num_queries(1):
            again = Client().get(address)
        assert text(again) == text(first)
        for more in ({}, {"X-Live": "1"}):
            with django_assert_num_queries(1):
                same = Client().get(address, headers={"If-None-Match": first["ETag"], **more})
            assert (same.status_code, same.content) == (304, b"")
            assert same["ETag"] == first["ETag"]
            assert "no-cache" in same["Cache-Control"]
            assert "private" in same["Cache-Control"]


def test_a_kept_page_comes_packed_to_whoever_takes_it_so(match):
    address = addresses(match)["standings"]
    first = Client().get(address)
    for _again in range(2):
        packed = Client().get(address, headers={"Accept-Encoding": "br, gzip"})
        assert packed["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in packed["Vary"]
        assert packed["ETag"] == first["ETag"]
        assert steady(decompress(packed.content).decode()) == text(first)
    assert text(Client().get(address)) == text(first)


def test_the_script_gets_the_part_alone_and_the_page_tells_how_to_ask(match):
    for name, address in (addresses(match) | quieter_addresses(match)).items():
        page = Client().get(address)
        part = Client().get(address, headers={"X-Live": "1"})
        whole = text(page)
        assert text(part) == whole[whole.index("<main") : whole.index("</main>") + 7]
        told = re.search(rb'data-live="([^"]*)" data-every="(\d+)" data-version="', part.content)
        assert told is not None
        assert told[1].decode().replace("&amp;", "&") == address
        assert int(told[2]) == {"match": 3, "rules": 60}.get(name, 10)
        assert b"js/live.js" in page.content


def test_the_clock_alone_gives_another_page(match, organizer):
    begin(match, organizer)
    address = addresses(match)["overview"]
    before = Client().get(address)
    match.round.starts_at = timezone.now() - timedelta(days=1)
    match.round.save(update_fields=["starts_at"])
    caches["pages"].clear()  # written past the log: the deadlines kept are out of date
    after = Client().get(address)
    assert after["ETag"] != before["ETag"]
    assert "Last night" in after.content.decode()


def test_a_message_is_shown_once_and_never_taken_by_the_script(match, organizer, client_of):
    desk = client_of(organizer)
    address = addresses(match)["match"]
    etag = desk.get(address)["ETag"]
    desk.post(reverse("match_link", args=[match.pk]))
    part = desk.get(address, headers={"X-Live": "1", "If-None-Match": etag})
    assert part.status_code in (200, 304)
    shown = desk.get(address, headers={"If-None-Match": etag})
    assert shown.status_code == 200
    assert 'class="notice notice--success"' in shown.content.decode()
    assert "no-store" in shown["Cache-Control"]
    assert "ETag" not in shown
    assert 'class="notice notice--success"' not in desk.get(address).content.decode()


def test_a_page_with_a_form_token_or_a_running_clock_is_not_kept(match, organizer, kept_pages):
    league, night = match.round.stage.competition, match.round
    league.match_play = {"mode": "bell", "hands": None, "minutes": 25}
    league.save(update_fields=["match_play"])
    now = timezone.now().isoformat()
    night.bell = {"seconds": 1500, "left": 1500, "started_at": now}
    night.save(update_fields=["bell"])
    address = addresses(match)["match"]
    page = Client().get(address)
    assert 'data-bell="' in page.content.decode()
    assert "ETag" not in page
    later = (timezone.now() - timedelta(minutes=5)).isoformat()
    night.bell = {"seconds": 1500, "left": 1500, "started_at": later}
    night.save(update_fields=["bell"])
    left = re.search(r'data-bell="(\d+)"', Client().get(address).content.decode())
    assert left is not None
    assert int(left[1]) <= 1200


def test_a_link_that_is_taken_back_leaves_no_button_behind(match, organizer):
    phone = holder_of_link(match, organizer)
    address = addresses(match)["match"]
    first = phone.get(address)
    assert "Start the game" in first.content.decode()
    revoke_all_links(match.round.stage.competition, by=organizer)
    after = phone.get(address, headers={"If-None-Match": first["ETag"]})
    assert after.status_code == 200
    assert "Start the game" not in after.content.decode()
    make_match_link(match, by=organizer)


def test_a_link_that_runs_out_by_the_clock_does_so_here_too(match, organizer):
    phone = holder_of_link(match, organizer)
    address = addresses(match)["match"]
    first = phone.get(address)
    TableLink.objects.update(expires_at=timezone.now())
    after = phone.get(address, headers={"If-None-Match": first["ETag"]})
    assert after.status_code == 200
    assert "Start the game" not in after.content.decode()


def test_a_rehearsal_and_a_draft_stay_with_their_organizers(match, organizer, client_of):
    desk, guest = client_of(organizer), Client()
    pages = addresses(match)
    league = match.round.stage.competition
    for change in ({"rehearsal": True}, {"rehearsal": False, "state": "draft"}):
        for field, value in change.items():
            setattr(league, field, value)
        league.version += 1
        league.save()
        for name in ("match", "standings", "overview", "schedule"):
            assert desk.get(pages[name]).status_code == 200
            assert guest.get(pages[name]).status_code == 404, name


def test_the_page_of_an_unknown_question_is_made_anew(match, kept_pages):
    address = addresses(match)["standings"]
    Client().get(f"{address}?x=1")
    kept = [key for key in kept_pages._cache if ":page-" in key]
    assert kept == []
    Client().get(address)
    assert len([key for key in kept_pages._cache if ":page-" in key]) == 1


def test_every_page_behind_a_competition_reads_the_same_kept_or_not(settings, match, organizer):
    begin(match, organizer)
    play(match, organizer, 96)
    start = addresses(match)["overview"]
    with time_machine.travel(timezone.now(), tick=False):  # paper says the minute
        once = every_page(Client(), start, most_of_a_kind=1)
        again = every_page(Client(), start, most_of_a_kind=1)
        with nothing_kept(settings):
            assert every_page(Client(), start, most_of_a_kind=1) == once == again


def test_a_hand_at_another_table_is_no_news_on_the_page_of_a_match(match, organizer):
    other = match.round.matches.exclude(pk=match.pk).get()
    begin(match, organizer)
    begin(other, organizer)
    address, guest = reverse("match", args=[match.pk]), Client()
    seen = guest.get(address)["ETag"]

    def news() -> bool:
        nonlocal seen
        before, seen = seen, guest.get(address)["ETag"]
        return before != seen

    play(other, organizer, 96)
    assert not news()
    play(match, organizer, 96)
    assert news()
    rename_competition(match.round.stage.competition, name="Spring", notes="", by=organizer)
    assert news()
    rename_player(match.entry_a.partnership.first, name="Zed Zinck", by=organizer)
    assert news()
    assert not news()


def test_nobody_who_follows_waits_for_a_page_that_is_being_made(match, organizer, monkeypatch):
    begin(match, organizer)
    address, follower = reverse("match", args=[match.pk]), Client(headers={"X-Live": "1"})
    old = follower.get(address)["ETag"]
    play(match, organizer, 96)
    with following._FOLLOWERS:  # another thread makes a page
        same = follower.get(address, headers={"If-None-Match": old})
        assert (same.status_code, same["ETag"]) == (304, old)
        assert Client().get(address).status_code == 200  # who has no page yet gets one
        monkeypatch.setattr(following, "_BEHIND", -1)
        late = follower.get(address, headers={"If-None-Match": old})
        assert (late.status_code, late["ETag"] != old) == (200, True)
