"""Both sides write blind: the pages they write on, and that nothing of a sealed sheet shows."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import URLResolver, reverse
from django.utils import timezone

from league.actions.acceptance import submit_match
from league.actions.links import make_round_links
from league.actions.merges import merge_players
from league.actions.sheets_rules import change_sheets_rules
from league.models import AuditEntry, Game, Hand, Match, SecondSheet, TableLink
from league.queries.links import secret_of
from league.queries.match_states import sheet_state
from league.queries.matches import load_match, people_of, stamp_of
from league.urls import urlpatterns
from tests.league.actions.test_second_sheets import WON, blind, hand_in, own_game
from tests.league.evenings import begin, play, typed
from tests.league.every_page import every_page
from tests.league.ticks import post_seen

pytestmark = pytest.mark.django_db

# What is on the sealed sheet of the walk, and on no page for any other reason.
SEALED = (139, 132, 116)
FIGURES = re.compile(r"(?<![\d#&.-])(139|132|271|387|116)(?![\d;.:-])")


@pytest.fixture
def match(make_competition, make_match):
    return blind(make_competition, make_match, sides_report=True)


@pytest.fixture
def phones(match, organizer):
    """Two phones with the same link of the table."""
    make_round_links(match.round, by=organizer)
    secret = secret_of(TableLink.objects.get())
    both = (Client(), Client())
    for phone in both:
        assert phone.post(reverse("link_enter", args=[secret])).status_code == 302
    return both


def begin_own(phone, match, side):
    answer = phone.post(reverse("own_sheets", args=[match.pk]), {"side": side})
    if answer.status_code == 302:
        people = people_of(match)
        seats = dict(zip("NSEW", [p.pk for p in people["a"] + people["b"]], strict=True))
        sent = {f"seat_{seat}": pk for seat, pk in seats.items()}
        page(phone, match, side, start="1", number="1", dealer=seats["W"], **sent)
    return answer


def page(phone, match, side, **sent):
    return phone.post(reverse("own_sheet", args=[match.pk, side]), sent)


def write(phone, match, side, *counts):
    """The hands with these counts of North and South; the deal goes round from West."""
    for number, (count, dealer) in enumerate(zip(counts, "WNES", strict=False), start=1):
        sent = typed(number, dealer=dealer, count_ns=str(count), save="1")
        answer = page(phone, match, side, **sent)
        assert answer.status_code == 302, answer.context["form"].errors


def sign(phone, match, side):
    sheet = SecondSheet.objects.get(match=match, side=side)
    player = people_of(match)[side][0]
    return page(phone, match, side, player=player.pk, revision=sheet.revision)


def test_two_phones_write_blind_agree_and_the_result_is_accepted(match, phones, client_of):
    one, other = phones
    begin_own(one, match, "a")
    write(one, match, "a", *WON)
    begin_own(other, match, "b")
    write(other, match, "b", *WON)
    assert sign(one, match, "a")["Location"] == reverse("own_sheet", args=[match.pk, "a"])
    assert "handed in" in one.get(reverse("own_sheet", args=[match.pk, "a"])).content.decode()
    assert sign(other, match, "b")["Location"] == reverse("match", args=[match.pk])
    assert load_match(match).counts
    text = client_of(None).get(reverse("match", args=[match.pk])).content.decode()
    assert "Both wrote the same" in text
    for side in ("a", "b"):
        assert people_of(match)[side][0].called in text
    assert "350" in text


def test_a_phone_with_the_same_link_does_not_read_the_other_sides_sheet(match, phones):
    one, other = phones
    begin_own(one, match, "a")
    write(one, match, "a", 139)
    own = reverse("own_sheet", args=[match.pk, "a"])
    assert "139" in one.get(own).content.decode()
    for answer in (
        other.get(own),
        other.post(own, {"save": "1"}),
        other.post(reverse("own_check", args=[match.pk, "a"]), typed(2, dealer="N")),
        begin_own(other, match, "a"),
        begin_own(one, match, "b"),  # one phone, one side
    ):
        assert answer.status_code == 403
        assert "139" not in answer.content.decode()
    choose = other.get(reverse("own_sheets", args=[match.pk])).content.decode()
    assert "being written on another phone" in choose
    assert begin_own(other, match, "b").status_code == 302
    assert begin_own(one, match, "a").status_code == 302


def test_a_player_opens_his_own_side_alone(
    make_competition, make_match, make_user, organizer, scorekeeper, client_of
):
    match = blind(make_competition, make_match, players_score=True)
    one, other = (people_of(match)[side][0] for side in ("a", "b"))
    browsers = []
    for player in (one, other):
        player.user = make_user(f"player{player.pk}")
        player.save()
        browser = Client()
        browser.force_login(player.user, backend="league.accounts.AuthenticationBackend")
        browsers.append(browser)
    begin_own(browsers[0], match, "a")
    write(browsers[0], match, "a", 139)
    own = reverse("own_sheet", args=[match.pk, "a"])
    assert "139" in browsers[0].get(own).content.decode()
    assert browsers[1].get(own).status_code == 403
    assert begin_own(browsers[1], match, "a").status_code == 403
    assert begin_own(browsers[1], match, "b").status_code == 302
    make_round_links(match.round, by=organizer)
    phone = Client()
    phone.post(reverse("link_enter", args=[secret_of(TableLink.objects.get())]))
    for browser in (phone, client_of(organizer), client_of(scorekeeper)):
        assert browser.get(own).status_code == 403
        assert begin_own(browser, match, "a").status_code == 403
    # Another phone of the same side reads it with that player's account.
    partner = people_of(match)["a"][1]
    partner.user = make_user("partner")
    partner.save()
    third = Client()
    third.force_login(partner.user, backend="league.accounts.AuthenticationBackend")
    assert "139" in third.get(own).content.decode()


def everywhere(match):
    """The address of every page about this match, its round, competition, club and people."""
    round, competition = match.round, match.round.stage.competition
    things = {
        "matches": [match.pk],
        "rounds": [round.pk],
        "stages": [round.stage_id],
        "competitions": [competition.pk],
        "entries": [match.entry_a_id, match.entry_b_id],
        "partnerships": [match.entry_a.partnership_id, match.entry_b.partnership_id],
        "players": [player.pk for side in people_of(match).values() for player in side],
        "clubs": [competition.club.slug],
    }
    for one in urlpatterns:
        route = str(one.pattern)
        kind, names = route.split("/")[0], re.findall(r"<\w+:(\w+)>", route)
        if not names and "<" not in route and not isinstance(one, URLResolver):
            yield f"/{route}"
        for thing in things.get(kind, []) if names in (["pk"], ["slug"]) else []:
            yield "/" + re.sub(r"<\w+:\w+>", str(thing), route)
        if names == ["pk", "side"]:
            for side in ("a", "b"):
                yield reverse(one.name, args=[match.pk, side])


def sealed_in(browser, addresses):
    """Where a sealed figure can be read: address and figure."""
    found = []
    for address in addresses:
        words = re.sub(r"<[^>]*>", " ", browser.get(address).content.decode(errors="replace"))
        found += [(address, figure) for figure in FIGURES.findall(words)]
    return found


@pytest.mark.sqlite
def test_nothing_of_a_sealed_sheet_is_on_any_page_until_both_are_in(
    match, phones, personas, client_of
):
    one, other = phones
    begin_own(one, match, "a")
    write(one, match, "a", *SEALED)
    begin_own(other, match, "b")
    addresses = sorted(set(everywhere(match)))
    assert len(addresses) > 100
    browsers = {who: client_of(user) for who, user in personas.items()} | {"the other": other}
    assert not sealed_in(browsers["organizer"], addresses)
    sign(one, match, "a")
    own = reverse("own_sheet", args=[match.pk, "a"])
    assert {address for address, _figure in sealed_in(one, addresses)} == {own}
    for who in ("guest", "stranger", "member", "scorekeeper", "organizer", "the other"):
        assert not sealed_in(browsers[who], addresses), who
    by_links = every_page(browsers["organizer"], most_of_a_kind=2)
    assert not [where for where, html in by_links.items()
                if FIGURES.search(re.sub(r"<[^>]*>", " ", html))]  # fmt: skip
    compare = reverse("compare", args=[match.pk])
    for browser in browsers.values():
        answer = browser.get(compare)
        assert (answer.status_code, answer["Location"]) == (302, reverse("match", args=[match.pk]))
    said = client_of(None).get(reverse("match", args=[match.pk])).content.decode()
    assert "is in: " in said
    assert "is not in yet" in said
    # Both in, everybody reads them: the walk has eyes.
    write(other, match, "b", 139, 132, 100)
    sign(other, match, "b")
    assert compare in {address for address, _figure in sealed_in(browsers["guest"], addresses)}


def test_once_both_are_in_the_two_are_side_by_side_and_an_organizer_settles(
    match, scorekeeper, organizer, client_of, personas
):
    own_game(match, "a", scorekeeper, *SEALED)
    own_game(match, "b", scorekeeper, 139, 132, 100)
    for side in ("a", "b"):
        hand_in(match, side, scorekeeper)
    address = reverse("compare", args=[match.pk])
    for user in personas.values():
        text = client_of(user).get(address).content.decode()
        assert "Hand 3" in text
        assert "116 – 46" in text
        assert text.count('class="is-different"') >= 4
        assert "116" in text
        assert "This is the result" in text or user != organizer
    standings = reverse("standings", args=[match.round.stage.competition_id])
    before = client_of(None).get(standings).content.decode()
    assert "387" not in before
    sent = {"side": "b", "words": "counted again"}
    for who, code in (("guest", 302), ("stranger", 404), ("member", 403), ("scorekeeper", 403)):
        assert client_of(personas[who]).post(address, sent).status_code == code
    desk = client_of(organizer)
    assert desk.post(address, {"side": "", "words": ""}).status_code == 422
    assert desk.post(address, sent).status_code == 302
    again = desk.post(address, {"side": "a", "words": "no"})
    assert again.status_code == 302
    assert load_match(match).games[0].a == 371
    text = client_of(None).get(reverse("match", args=[match.pk])).content.decode()
    assert "counted again" in text
    assert "The two sheets differed" in text
    log = desk.get(reverse("audit", args=[match.round.stage.competition_id])).content.decode()
    assert "Both sheets are in and differ" in log
    kept = SecondSheet.objects.order_by("side").values_list("side", "stands")
    assert list(kept) == [("a", False), ("b", True)]
    # What stands is corrected like any other result.
    hand = Hand.objects.get(number=3)
    values = typed(3, dealer="E", count_ns="101", revision="1", reason="a slip", save="1")
    assert post_seen(desk, reverse("hand_correct", args=[hand.pk]), values).status_code == 302
    match.refresh_from_db()
    assert match.corrected_reason == "a slip"


def test_an_organizer_who_writes_the_totals_himself_settles_it_too(
    match, scorekeeper, organizer, client_of
):
    own_game(match, "a", scorekeeper, *WON)
    own_game(match, "b", scorekeeper, 160, 84, 100)
    for side in ("a", "b"):
        hand_in(match, side, scorekeeper)
    desk = client_of(organizer)
    sent = {"a1": "340", "b1": "140", "stamp": "", "early1": ""}
    assert post_seen(desk, reverse("match_totals", args=[match.pk]), sent).status_code == 302
    settled = desk.post(
        reverse("match_settle", args=[match.pk]), {"how": "corrected", "words": "from the paper"}
    )
    assert settled.status_code == 302
    view = load_match(match)
    assert (view.games[0].a, view.counts, view.disputed) == (340, True, False)
    assert not SecondSheet.objects.filter(stands=True).exists()


def test_without_script_and_wrong_the_form_comes_back_with_everything(match, phones):
    one, _other = phones
    begin_own(one, match, "a")
    answer = page(one, match, "a", **typed(1, count_ns="161", save="1"))
    assert answer.status_code == 422
    assert 'value="161"' in answer.content.decode()
    assert page(one, match, "a", **typed(1, preview="1")).status_code == 200
    assert page(one, match, "a", **typed(7, save="1")).status_code == 409
    assert page(one, match, "a", undo="x").status_code == 302
    assert page(one, match, "a", undo=str(uuid4())).status_code == 409
    assert page(one, match, "a", player="1", revision="1").status_code in (409, 422)
    assert SecondSheet.objects.get().games[0]["hands"] == []
    live = one.post(reverse("own_check", args=[match.pk, "a"]), typed(1))
    assert "96" in live.content.decode()
    totals = page(one, match, "a", totals="1", a1="350", b1="136")
    assert totals.status_code == 302
    assert one.get(reverse("own_sheet", args=[match.pk, "a"])).status_code == 200


def test_the_ways_of_the_shared_sheet_lead_to_ones_own(match, phones, scorekeeper, client_of):
    for name in ("score", "game_start"):
        answer = phones[0].get(reverse(name, args=[match.pk]))
        assert answer["Location"] == reverse("own_sheets", args=[match.pk])
    refused = phones[0].post(reverse("hand_record", args=[match.pk]), typed())
    assert refused.status_code == 302
    assert not Game.objects.exists()
    for name in ("match_submit", "match_report"):
        phones[0].post(reverse(name, args=[match.pk]), {"side": "a", "own1": "350", "their1": "1"})
    assert not Game.objects.exists()
    assert Match.objects.get().submitted_at is None


def test_an_organizer_lets_another_phone_go_on_without_reading_it(
    match, phones, organizer, personas, client_of
):
    one, other = phones
    begin_own(one, match, "a")
    write(one, match, "a", 139)
    release = reverse("own_release", args=[match.pk, "a"])
    for who, code in (("guest", 302), ("stranger", 404), ("member", 403), ("scorekeeper", 403)):
        assert client_of(personas[who]).post(release, {"reason": "x"}).status_code == code
    desk = client_of(organizer)
    assert desk.get(reverse("own_sheet", args=[match.pk, "a"])).status_code == 403
    assert desk.post(release, {"reason": ""}).status_code == 422
    assert desk.post(release, {"reason": "out of power"}).status_code == 302
    assert AuditEntry.objects.get(verb="release_sheet").reason == "out of power"
    for browser in (desk, other):  # to read it, it has to be taken up
        answer = browser.get(reverse("own_sheet", args=[match.pk, "a"]))
        assert answer["Location"] == reverse("own_sheets", args=[match.pk])
    assert begin_own(other, match, "a").status_code == 302
    assert "139" in other.get(reverse("own_sheet", args=[match.pk, "a"])).content.decode()
    assert one.get(reverse("own_sheet", args=[match.pk, "a"])).status_code == 403


def test_pages_of_own_sheets_are_not_there_where_nobody_writes_blind(
    make_match, scorekeeper, stranger, client_of
):
    match = make_match()
    keeper = client_of(scorekeeper)
    for name, args in (("own_sheets", [match.pk]), ("own_sheet", [match.pk, "a"]),
                       ("compare", [match.pk])):  # fmt: skip
        to = "own_sheets" if name == "own_sheet" else "match"
        assert keeper.get(reverse(name, args=args))["Location"] == reverse(to, args=[match.pk])
        if name != "compare":
            assert client_of(stranger).get(reverse(name, args=args)).status_code == 404
    assert keeper.get(reverse("own_sheet", args=[match.pk, "c"])).status_code == 404
    assert keeper.post(reverse("own_sheets", args=[match.pk]), {"side": "a"}).status_code == 302
    assert not SecondSheet.objects.exists()


def test_a_record_that_is_merged_meanwhile_leaves_both_sheets_readable(
    match, scorekeeper, organizer, make_player, client_of
):
    own_game(match, "a", scorekeeper, *WON)
    own_game(match, "b", scorekeeper, 160, 84, 100)
    for side in ("a", "b"):
        hand_in(match, side, scorekeeper)
    gone, kept = people_of(match)["b"][0], make_player("Annie MacNeil")
    merge_players(kept, gone, by=organizer)
    address = reverse("compare", args=[match.pk])
    assert "Annie" in client_of(None).get(address).content.decode()
    desk = client_of(organizer)
    assert desk.post(address, {"side": "b", "words": "counted again"}).status_code == 302
    assert load_match(match).games[0].seats["E"] == kept


@pytest.mark.parametrize("before", ["one", "other"])
def test_a_table_that_had_begun_before_both_had_to_write_goes_on_and_the_other_side_accepts(
    before, make_competition, make_match, organizer, client_of
):
    competition = make_competition(
        entries=2, options={"target": 300}, sheets={"acceptance": before}
    )
    match = make_match(competition)
    begin(match, organizer)
    play(match, organizer, WON[0])
    change_sheets_rules(competition, {"acceptance": "blind"}, reason="mixed up", by=organizer)
    match = Match.objects.get(pk=match.pk)
    play(match, organizer, *WON[1:])
    make_round_links(match.round, by=organizer)
    phone = Client()
    phone.post(reverse("link_enter", args=[secret_of(TableLink.objects.get())]))
    score = reverse("score", args=[match.pk])
    assert "Who hands the sheet in?" in phone.get(score).content.decode()
    stamp = stamp_of(load_match(match, sheets=True))
    handed = phone.post(reverse("match_submit", args=[match.pk]), {"side": "a", "stamp": stamp})
    assert handed["Location"] == reverse("match_accept", args=[match.pk])
    signer = people_of(match)["b"][0].pk
    sent = {"player": signer, "stamp": stamp, "page": "accept"}
    assert phone.post(reverse("match_accept", args=[match.pk]), sent).status_code == 302
    assert Match.objects.get(pk=match.pk).signed_by_id == signer


def test_what_stood_before_both_had_to_write_stands_on(make_competition, make_match, organizer):
    sheets = {"acceptance": "other", "late": "stands"}
    competition = make_competition(entries=4, options={"target": 300}, sheets=sheets)
    late, fresh = make_match(competition), make_match(competition)
    for match in (late, fresh):
        begin(match, organizer)
        play(match, organizer, *WON)
        submit_match(match, side="a", stamp=stamp_of(load_match(match, sheets=True)), by=organizer)
    Match.objects.filter(pk=late.pk).update(submitted_at=timezone.now() - timedelta(days=4))
    change_sheets_rules(competition, {"acceptance": "blind"}, reason="mixed up", by=organizer)
    for pk in (late.pk, fresh.pk):
        view = load_match(Match.objects.get(pk=pk))
        assert view.counts
        assert sheet_state(view, timezone.now()) == "provisional"
