"""Somebody with a table link alone: what opens, what does not, and what never leaks."""

from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.actions.links import make_night_links, make_round_links, revoke_all_links
from league.models import AuditEntry, Game, Hand, Match, Round, TableLink
from league.queries.links import secret_of
from league.queries.matches import people_of
from league.urls import urlpatterns
from tests.league.evenings import begin, play, typed

NONSENSE = "a2" * 13


@pytest.fixture
def match(make_match, make_competition, make_round, organizer) -> Match:
    """Table 1 of two; both have a link."""
    league = make_competition(entries=4)
    night = make_round(league)
    match = make_match(league, round=night)
    make_match(league, round=night)
    make_round_links(night, by=organizer)
    return match


@pytest.fixture
def other(match) -> Match:
    return Match.objects.exclude(pk=match.pk).get()


def address_of(table: int = 1) -> str:
    return reverse("link_enter", args=[secret_of(TableLink.objects.get(table=table))])


@pytest.fixture
def holder(match) -> Client:
    """A phone without an account that has opened the link of table 1."""
    phone = Client()
    assert phone.post(address_of()).status_code == 302
    return phone


def seats(match: Match) -> dict[str, object]:
    people = people_of(match)
    four = [player.pk for player in people["a"] + people["b"]]
    return {f"seat_{seat}": pk for seat, pk in zip("NSEW", four, strict=True)} | {
        "number": 1,
        "dealer": four[3],
    }


def test_looking_at_a_link_says_which_table_and_writes_nothing(match, client):
    before = [AuditEntry.objects.count(), list(TableLink.objects.values())]
    page = client.get(address_of())
    text = page.content.decode()
    assert page.status_code == 200
    assert "Score table 1" in text
    assert match.entry_a.partnership.first.name in text
    assert [AuditEntry.objects.count(), list(TableLink.objects.values())] == before
    assert not client.session.keys()
    assert client.get(reverse("score", args=[match.pk])).status_code == 302  # to sign in


def test_who_holds_a_link_scores_a_whole_hand_without_an_account(match, holder):
    assert holder.get(reverse("score", args=[match.pk])).status_code == 302  # who sits where
    assert holder.post(reverse("game_start", args=[match.pk]), seats(match)).status_code == 302
    assert holder.post(reverse("hand_record", args=[match.pk]), typed()).status_code == 302
    hand = Hand.objects.get()
    assert (hand.score_ns, hand.score_ew, hand.recorded_by) == (96, 66, None)
    link = TableLink.objects.get(table=1)
    for verb in ("open_link", "start_game", "record_hand"):
        entry = AuditEntry.objects.get(verb=verb)
        assert (entry.by, entry.link) == (None, link)


def test_a_second_tap_on_the_way_in_is_written_down_once(match, holder):
    assert holder.post(address_of()).status_code == 302
    assert AuditEntry.objects.filter(verb="open_link").count() == 1


def test_at_another_table_who_holds_a_link_is_a_guest_at_every_address(other, holder, scorekeeper):
    game = begin(other, scorekeeper)
    (hand,) = play(other, scorekeeper, 96)
    things = {"matches": other.pk, "hands": hand.pk, "games": game.pk}
    routes = [one for one in urlpatterns if str(one.pattern).split("/")[0] in things]
    assert len(routes) > 25
    before = AuditEntry.objects.count()
    form = {**typed(2, dealer="N"), **seats(other), "side": "a", "revision": 1, "hand": hand.pk}
    for one in routes:
        kind = str(one.pattern).split("/")[0]
        for pk in (things[kind], 10**9):  # he learns not even that the other table is there
            named = {name: pk if name == "pk" else "a" for name in one.pattern.converters}
            address = reverse(one.name, kwargs=named)
            for send, told in (("get", {}), ("post", form)):
                guest, held = (getattr(who, send)(address, told) for who in (Client(), holder))
                assert held.status_code == guest.status_code, (send, address)
                where = [urlsplit(a.headers.get("Location", "")).path for a in (guest, held)]
                assert where[0] == where[1], (send, address)
    assert AuditEntry.objects.count() == before


ORGANIZERS = [
    ("results", "competition"),
    ("competition_setup", "competition"),
    ("audit", "competition"),
    ("links", "competition"),
    ("round_links", "round"),
    ("print_codes", "round"),
    ("round_close", "round"),
    ("match_link", "match"),
    ("match_totals", "match"),
    ("match_forfeit", "match"),
    ("match_reopen", "match"),
    ("people", "club"),
    ("roles", "club"),
]


@pytest.mark.parametrize(("name", "kind"), ORGANIZERS)
def test_everywhere_else_who_holds_a_link_is_a_guest(name, kind, match, holder):
    competition = match.round.stage.competition
    things = {
        "competition": competition.pk,
        "round": match.round_id,
        "match": match.pk,
        "club": competition.club.slug,
    }
    address = reverse(name, args=[things[kind]])
    for send in ("get", "post"):
        as_guest, held = getattr(Client(), send)(address), getattr(holder, send)(address)
        assert held.status_code == as_guest.status_code in (302, 405)
        assert held.headers.get("Location") == as_guest.headers.get("Location")
        if held.status_code == 302:
            assert held["Location"].startswith(reverse("account_login"))


def test_no_organizers_menu_stands_on_a_holders_pages(match, holder, scorekeeper):
    begin(match, scorekeeper)
    for page in ("score", "match"):
        text = holder.get(reverse(page, args=[match.pk])).content.decode()
        assert reverse("match_substitutes", args=[match.pk]) not in text
        assert reverse("match_link", args=[match.pk]) not in text
        assert reverse("results", args=[match.round.stage.competition_id]) not in text
    assert (
        reverse("score", args=[match.pk])
        in holder.get(reverse("match", args=[match.pk])).content.decode()
    )
    assert (
        reverse("score", args=[match.pk])
        not in Client().get(reverse("match", args=[match.pk])).content.decode()
    )


@pytest.mark.parametrize("send", ["get", "post"])
def test_wrong_ended_and_revoked_links_get_one_and_the_same_answer(match, organizer, send):
    def answer(address: str) -> tuple[int, str]:
        page = getattr(Client(), send)(address)
        return page.status_code, page.content.decode()

    wrong = answer(reverse("link_enter", args=[NONSENSE]))
    assert wrong[0] == 404
    assert "opens no table" in wrong[1]
    Round.objects.update(state="closed")
    assert answer(address_of()) == wrong
    Round.objects.update(state="published")
    TableLink.objects.filter(table=2).update(expires_at=timezone.now() - timedelta(seconds=1))
    assert answer(address_of(2)) == wrong
    assert answer(address_of(1)) != wrong
    revoke_all_links(match.round.stage.competition, by=organizer)
    assert answer(address_of()) == wrong
    assert not AuditEntry.objects.filter(verb="open_link").exclude(link__table=1).exists()


@pytest.mark.parametrize("secret", ["x", "é", "%00", "A2" * 13, NONSENSE * 40])
def test_what_cannot_be_a_secret_is_a_dead_link(db, client, secret):
    assert client.get(f"/t/{secret}/").status_code == 404


def test_a_revoked_link_is_dead_at_once_on_a_phone_that_holds_it(match, holder, organizer):
    assert holder.get(reverse("game_start", args=[match.pk])).status_code == 200
    revoke_all_links(match.round.stage.competition, by=organizer)
    for answer in (
        holder.get(reverse("game_start", args=[match.pk])),
        holder.post(reverse("game_start", args=[match.pk]), seats(match)),
    ):
        assert urlsplit(answer["Location"]).path == reverse("account_login")
    assert "has ended" in holder.get(reverse("my_table")).content.decode()
    assert not Game.objects.exists()


def test_a_hand_written_when_the_link_was_revoked_is_sent_with_the_new_one(
    match, holder, organizer, scorekeeper
):
    begin(match, scorekeeper)
    revoke_all_links(match.round.stage.competition, by=organizer)
    hand = typed(count_ns="104")
    told = holder.post(reverse("hand_record", args=[match.pk]), hand, follow=True)
    assert "What you typed is kept: scan the table’s new code" in told.content.decode()
    make_round_links(match.round, by=organizer)
    new = TableLink.objects.get(table=1, revoked_at=None)
    answer = holder.post(reverse("link_enter", args=[secret_of(new)]))
    assert answer["Location"] == reverse("carry_on")
    page = holder.get(reverse("carry_on")).content.decode()
    assert 'name="count_ns" value="104"' in page
    assert f'action="{reverse("hand_record", args=[match.pk])}"' in page
    holder.post(reverse("hand_record", args=[match.pk]), hand)
    assert Hand.objects.get().score_ns == 104
    assert AuditEntry.objects.get(verb="record_hand").link == new
    assert holder.get(reverse("carry_on"))["Location"] == "/"  # sent, and let go of


def test_links_cannot_be_tried_one_after_the_other(match, client):
    for number in range(30):
        answer = client.get(reverse("link_enter", args=[f"{number:026}"]))
        assert answer.status_code == 404
    assert client.get(reverse("link_enter", args=[NONSENSE])).status_code == 429
    assert client.post(reverse("link_enter", args=[NONSENSE])).status_code == 429
    assert client.get(address_of()).status_code == 429  # else the right one would tell itself
    elsewhere = Client(REMOTE_ADDR="192.0.2.7")
    assert elsewhere.get(address_of()).status_code == 200


def test_a_network_of_addresses_counts_as_one(match):
    for number in range(30):
        phone = Client(REMOTE_ADDR=f"2001:db8::{number:x}")
        assert phone.get(reverse("link_enter", args=[NONSENSE])).status_code == 404
    assert Client(REMOTE_ADDR="2001:db8::ffff").get(address_of()).status_code == 429
    assert Client(REMOTE_ADDR="2001:db8:0:1::1").get(address_of()).status_code == 200


def test_a_hall_behind_one_address_opens_all_its_tables(match):
    for _phone in range(32):
        assert Client().post(address_of()).status_code == 302


def test_the_secret_is_in_no_title_no_referrer_no_log_and_no_other_page(
    match, client, caplog, scorekeeper
):
    begin(match, scorekeeper)
    address = address_of()
    secret = address.split("/")[2]
    page = client.get(address)
    assert page["Referrer-Policy"] == "strict-origin"
    assert page["X-Robots-Tag"] == "noindex, nofollow"
    assert "no-store" in page["Cache-Control"]
    assert secret not in page.content.decode()  # the form goes to where it stands
    away = client.post(address)
    assert secret not in away["Location"]
    for page in (away["Location"], reverse("my_table")):
        assert secret not in client.get(page).content.decode()
    assert secret not in str(dict(client.session))


def test_a_way_in_without_its_token_is_refused_and_the_secret_is_not_kept(match):
    strict = Client(enforce_csrf_checks=True)
    answer = strict.post(address_of(), headers={"Origin": "http://testserver"})
    assert answer.status_code == 403
    assert not strict.session.keys()


def test_opening_a_link_gives_the_session_a_new_key(match, client):
    session = client.session
    session["left"] = "by somebody"
    session.save()
    before = session.session_key
    client.post(address_of())
    assert client.session.session_key != before


def test_an_evenings_link_leads_from_round_to_round(match, organizer, client):
    league = match.round.stage.competition
    make_night_links(league, night=timezone.localdate(), tables=2, by=organizer)
    secret = secret_of(TableLink.objects.get(night__isnull=False, table=2))
    Round.objects.update(state="closed")
    answer = client.post(reverse("link_enter", args=[secret]))
    assert answer["Location"] == reverse("my_table")
    assert "Nothing is on" in client.get(reverse("my_table")).content.decode()
    Round.objects.update(state="published")
    page = client.get(reverse("my_table")).content.decode()
    assert reverse("score", args=[Match.objects.get(table=2).pk]) in page
    assert reverse("score", args=[match.pk]) not in page


def test_the_page_that_eighty_phones_ask_for_again_and_again_is_cheap(
    match, holder, django_assert_max_num_queries, scorekeeper
):
    begin(match, scorekeeper)
    with django_assert_max_num_queries(7):  # session, link, its matches; match, games, hands
        assert "Enter hands" in holder.get(reverse("my_table")).content.decode()


def test_a_phone_can_let_go_of_its_table(match, holder):
    assert holder.post(reverse("my_table")).status_code == 302
    assert holder.get(reverse("score", args=[match.pk])).status_code == 302
    assert "Scan the code" in holder.get(reverse("my_table")).content.decode()


def test_a_member_with_a_link_scores_that_table_alone(match, other, member, client_of):
    phone = client_of(member)
    assert phone.get(reverse("game_start", args=[match.pk])).status_code == 403
    phone.post(address_of())
    assert phone.get(reverse("game_start", args=[match.pk])).status_code == 200
    assert phone.get(reverse("game_start", args=[other.pk])).status_code == 403
