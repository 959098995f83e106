"""A hand in question: both values on one page, settled once, and told wherever its match is."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse

from league.actions.acceptance import accept_match
from league.actions.competitions import delete_competition
from league.actions.deletions import restore_deletion
from league.actions.errors import ActionError
from league.actions.forgetting import forget_player
from league.actions.games import ring_bell, silence_bell
from league.actions.links import make_match_link, revoke_link
from league.models import AuditEntry, Competition, Deletion, Hand, SentHand, TableLink
from league.queries.links import secret_of
from league.queries.matches import load_match, people_of, stamp_of
from tests.league.evenings import begin, figures, play, totals, typed
from tests.league.phones import Phone

pytestmark = pytest.mark.django_db


def question(phone, number=1, **fields):
    """A hand that the phone sends against what stands: its address, and its id."""
    fields.setdefault("count_ns", 100)
    hand = uuid4()
    told = phone.record(number, hand, **fields)
    assert told["answer"] == "conflict"
    return told["address"], hand


def choices(page):
    """What the page's form holds."""
    found = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page.content.decode())
    return {name: value for name, value in found if name != "csrfmiddlewaretoken"}


def settle(phone, address, step, **more):
    """Read the page, choose, and say what came of it."""
    read = choices(phone.client.get(address))
    return phone.client.post(address, {**read, "step": step, **more})


def test_both_values_stand_side_by_side_with_the_ways_on(phone, other_phone):
    phone.record()
    address, _hand = question(other_phone, note="we say 100")
    page = phone.client.get(address).content.decode()
    for words in ("100 – 62", "96 – 66", "we say 100", "saved from another phone"):
        assert words in page
    for words in ("Keep it as hand 2", "Put it in the place of hand 1", "what is stored stands"):
        assert words in page


def test_kept_as_the_next_hand_it_has_the_next_dealer_and_its_phone_finds_it(
    match, phone, other_phone
):
    phone.record()
    address, hand = question(other_phone)
    answer = settle(phone, address, "next")
    assert answer.status_code == 302
    assert figures(match) == {1: ("recorded", 96, 66), 2: ("recorded", 100, 62)}
    assert Hand.objects.get(number=2).dealer == "N"
    assert other_phone.correct(hand, 2, count_ns=90)["answer"] == "stored"
    verbs = list(AuditEntry.objects.order_by("id").values_list("verb", flat=True))
    assert verbs[-3:] == ["record_hand", "use_sent_hand", "correct_hand"]


def test_put_in_the_place_of_the_stored_one_it_is_a_correction(match, phone, other_phone):
    phone.record()
    address, hand = question(other_phone)
    settle(phone, address, "place", reason="counted again")
    assert figures(match) == {1: ("recorded", 100, 62)}
    entry = AuditEntry.objects.get(verb="correct_hand")
    assert entry.reason == "counted again"
    assert SentHand.objects.get().outcome == "used"
    # The phone that sent it finds it settled, and goes on from there.
    assert other_phone.send(other_phone.thing("record", hand, count_ns=100))["answer"] == "already"
    assert other_phone.correct(hand, base=2, count_ns=80)["answer"] == "stored"


def test_what_the_phone_corrected_of_it_before_counts_for_the_next_correction(
    match, phone, other_phone
):
    phone.record()
    address, hand = question(other_phone)
    other_phone.correct(hand, base=1, count_ns=90)
    other_phone.correct(hand, base=2, count_ns=86)
    settle(phone, address, "place")
    assert figures(match) == {1: ("recorded", 86, 76)}
    assert other_phone.correct(hand, base=3, count_ns=70)["answer"] == "stored"
    assert [row.outcome for row in SentHand.objects.all()] == ["used"] * 3 + ["stored"]


def test_let_go_what_is_stored_stands_and_its_phone_lets_go_too(match, phone, other_phone):
    phone.record()
    address, hand = question(other_phone)
    settle(phone, address, "drop")
    assert figures(match) == {1: ("recorded", 96, 66)}
    assert other_phone.send(other_phone.thing("record", hand, count_ns=100))["answer"] == "already"
    assert other_phone.undo(hand)["answer"] == "already"
    # What comes of it later is a question of its own.
    assert other_phone.correct(hand, count_ns=70)["answer"] == "conflict"


def test_a_correction_made_on_top_of_one_that_was_let_go_does_not_wait_for_ever(phone, other_phone):
    hand = uuid4()
    phone.record(1, hand)
    told = phone.correct(hand, count_ns=90, count_ew=90)
    settle(other_phone, told["address"], "drop")
    assert phone.correct(hand, base=2, count_ns=100)["answer"] == "conflict"


def test_a_correction_and_an_undo_in_question_are_settled_too(match, phone, other_phone):
    hand = uuid4()
    phone.record(1, hand)
    other_phone.correct(hand, count_ns=100)
    corrected = phone.correct(hand, count_ns=90)["address"]
    undone = Phone(phone.client, match).undo(hand)["address"]
    page = phone.client.get(undone).content.decode()
    assert "Take hand 1 off" in page
    assert "Keep it as hand" not in page
    settle(phone, corrected, "place")
    assert figures(match) == {1: ("recorded", 90, 72)}
    settle(phone, undone, "off")
    assert figures(match) == {}
    phone.record(1)
    phone.record(2)
    first = Hand.objects.get(number=1, status="recorded")
    undone = phone.undo(first.client_id)["address"]
    settle(phone, undone, "off", reason="dealt wrong")
    assert figures(match)[1][0] == "void"


def test_an_undo_in_question_is_told_as_one(match, phone, client_of, organizer):
    hand = uuid4()
    phone.record(1, hand)
    phone.record(2)
    told = phone.undo(hand)
    assert told["words"].startswith("That hand 1 comes off is kept, and in question")
    page = phone.client.get(reverse("match", args=[match.pk])).content.decode()
    assert "A phone took hand 1 of game 1 off; here it stands." in page
    page = phone.client.get(told["address"]).content.decode()
    assert "A phone took it off" in page
    assert "both are kept" not in page
    log = client_of(organizer).get(reverse("match_audit", args=[match.pk])).content.decode()
    assert "a phone took hand 1 off, which is in question." in log


def test_a_hand_played_before_a_bell_that_rang_too_early_is_told_the_way_onto_the_sheet(
    match, phone, other_phone, scorekeeper
):
    bell = {"mode": "bell", "hands": None, "minutes": 25}
    Competition.objects.update(match_play=bell)
    phone.record()
    game = match.games.get()
    ring_bell(game, in_play=False, by=scorekeeper)
    address = other_phone.record(2)["address"]
    page = phone.client.get(address).content.decode()
    assert "take back first what ended the game" in page
    assert "it is kept until you choose" in page
    assert "Keep it as" not in page
    silence_bell(game, by=scorekeeper)
    page = phone.client.get(address).content.decode()
    assert "take back first what ended the game" not in page
    settle(phone, address, "next")
    assert len(figures(match)) == 2


def test_a_second_tap_says_so_and_changes_nothing(match, phone, other_phone):
    phone.record()
    address, _hand = question(other_phone)
    read = choices(phone.client.get(address))
    for client in (phone.client, other_phone.client):
        client.post(address, {**read, "step": "next"})
    assert list(figures(match)) == [1, 2]
    page = phone.client.get(address, follow=True).content.decode()
    assert "settled already" in page
    assert AuditEntry.objects.filter(verb="use_sent_hand").count() == 1


@pytest.mark.parametrize("step", ["next", "place"])
def test_a_sheet_that_moved_on_meanwhile_is_shown_again(match, phone, other_phone, step):
    phone.record()
    address, _hand = question(other_phone)
    read = choices(phone.client.get(address))
    first = Hand.objects.get()
    phone.correct(first.client_id, count_ns=98)
    phone.record(2)
    answer = phone.client.post(address, {**read, "step": step})
    assert answer.status_code == 409
    assert "98 – 64" in answer.content.decode()
    assert SentHand.objects.filter(outcome="kept").count() == 1
    assert totals(match) == (194, 130)


def test_what_does_not_add_up_is_told_with_its_figures(match, phone):
    address, _hand = question(phone, count_ew=60)
    answer = settle(phone, address, "next")
    assert answer.status_code == 422
    assert "must be 162" in answer.content.decode()
    assert phone.client.post(address, {"step": "shuffle"}).status_code == 422
    assert figures(match) == {}


def put_right(phone, address, step, **more):
    """The hand form of the page as it comes, with what is typed into it."""
    page = phone.client.get(f"{address}{step}/")
    read = {**choices(page), **typed(1, client_id=None)}
    return phone.client.post(f"{address}{step}/", {**read, **more})


def test_what_does_not_add_up_is_put_right_and_kept_as_the_next_hand_in_one_step(match, phone):
    address, hand = question(phone, count_ew=60, note="in a hurry")
    assert "Put it right as hand 1" in phone.client.get(address).content.decode()
    page = phone.client.get(f"{address}next/").content.decode()
    assert "must be 162" in page.partition('id="error-count_ew"')[2][:200]
    assert 'value="60"' in page
    assert "in a hurry" in page
    wrong = put_right(phone, address, "next", count_ns=90, count_ew=71, note="counted anew")
    assert wrong.status_code == 422
    assert "must be 162" in wrong.content.decode()
    assert "counted anew" in wrong.content.decode()
    assert 'value="71"' in wrong.content.decode()
    assert figures(match) == {}
    right = put_right(phone, address, "next", count_ns=90, count_ew=72, note="counted anew")
    assert right.status_code == 302
    assert figures(match) == {1: ("recorded", 90, 72)}
    assert Hand.objects.get().note == "counted anew"
    assert SentHand.objects.get().outcome == "used"
    assert phone.correct(hand, count_ns=100)["answer"] == "stored"


def test_what_does_not_add_up_is_put_right_in_the_place_of_what_stands(match, phone, other_phone):
    phone.record()
    address, _hand = question(other_phone, count_ew=60)
    assert "Put it right in the place of hand 1" in phone.client.get(address).content.decode()
    page = phone.client.get(f"{address}place/").content.decode()
    assert "must be 162" in page.partition('id="error-count_ew"')[2][:200]
    put_right(phone, address, "place", count_ns=100, count_ew=62, reason="added up")
    assert figures(match) == {1: ("recorded", 100, 62)}
    assert AuditEntry.objects.get(verb="correct_hand").reason == "added up"
    # A second tap finds it settled.
    assert phone.client.get(f"{address}place/").status_code == 302


def test_a_sheet_that_moved_on_while_it_was_put_right_keeps_what_was_typed(
    match, phone, other_phone
):
    phone.record()
    address, _hand = question(other_phone, count_ew=60)
    page = f"{address}place/"
    read = {**choices(phone.client.get(page)), **typed(1, client_id=None, count_ns=100)}
    phone.correct(Hand.objects.get().client_id, count_ns=98)
    late = phone.client.post(page, read)
    assert late.status_code == 409
    assert 'value="100"' in late.content.decode()
    assert figures(match) == {1: ("recorded", 98, 64)}
    assert phone.client.post(page, {**read, **choices(late)}).status_code == 302
    assert figures(match) == {1: ("recorded", 100, 62)}


def test_there_is_no_form_for_an_undo_nor_where_it_cannot_stand(match, phone, other_phone):
    address, _hand = question(phone, count_ew=60)
    assert phone.client.get(f"{address}place/").status_code == 302
    assert phone.client.get(f"{address}sideways/").status_code == 404
    phone.record(1)
    first = Hand.objects.get().client_id
    phone.record(2)
    undone = phone.undo(first)["address"]
    assert phone.client.get(f"{undone}place/").status_code == 404


def test_what_cannot_be_read_is_shown_as_it_came(match, phone):
    address, _hand = question(phone, count_ns="1_62 or so", note="x" * 500)
    page = phone.client.get(address).content.decode()
    assert "1_62 or so" in page
    assert "x" * 500 in page
    assert phone.client.post(address, {"step": "next"}).status_code == 422
    settle(phone, address, "drop")
    assert not SentHand.objects.filter(outcome="kept").exists()


def test_a_note_that_is_too_long_costs_nobody_the_hand(match, phone):
    address, _hand = question(phone, note="x" * 500)
    settle(phone, address, "next")
    assert figures(match) == {1: ("recorded", 100, 62)}
    assert Hand.objects.get().note == "x" * 200


def test_whoever_scores_there_settles_and_nobody_else(match, phone, client_of, organizer, member):
    phone.record()
    address, _hand = question(phone)
    make_match_link(match, by=organizer)
    link = TableLink.objects.get()
    holder = Phone(client_of(None), match)
    assert holder.client.get(address).status_code == 302
    assert client_of(member).get(address).status_code == 403
    holder.client.post(reverse("link_enter", args=[secret_of(link)]))
    assert settle(holder, address, "drop").status_code == 302
    assert SentHand.objects.get().settled_link == link
    revoke_link(link, by=organizer)
    assert holder.client.get(address).status_code == 302


def test_once_the_sheet_is_accepted_organizers_alone_settle(match, phone, other_phone, scorekeeper):
    hands = play(match, scorekeeper, 160, 160, 160, 160)
    stamp = stamp_of(load_match(match))
    signer = people_of(match)["b"][0].pk
    accept_match(match, player_id=signer, stamp=stamp, by=scorekeeper)
    told = phone.correct(hands[0].client_id, count_ns=158)
    assert phone.client.get(told["address"]).status_code == 403
    page = other_phone.client.get(reverse("match", args=[match.pk])).content.decode()
    assert told["address"] in page
    page = phone.client.get(reverse("match", args=[match.pk])).content.decode()
    assert told["address"] not in page
    answer = settle(other_phone, told["address"], "place", reason="read")
    assert answer.status_code == 302
    assert totals(match)[0] == 638


def test_what_a_correction_of_an_accepted_sheet_moves_is_seen_first(
    match, phone, other_phone, scorekeeper
):
    hands = play(match, scorekeeper, 160, 160, 160, 160)
    stamp = stamp_of(load_match(match))
    accept_match(match, player_id=people_of(match)["b"][0].pk, stamp=stamp, by=scorekeeper)
    told = phone.correct(hands[3].client_id, 4, count_ns=10)
    answer = settle(other_phone, told["address"], "place", reason="read")
    assert answer.status_code == 422
    assert "What this moves" in answer.content.decode()
    stamp = answer.content.decode().split('name="impact" value="')[1].split('"')[0]
    settle(other_phone, told["address"], "place", reason="read", impact=stamp, impact_seen="on")
    assert load_match(match).match.accepted_at is None


def test_what_a_hand_put_right_in_an_accepted_sheet_moves_is_seen_first(
    match, phone, other_phone, scorekeeper
):
    hands = play(match, scorekeeper, 160, 160, 160, 160)
    stamp = stamp_of(load_match(match))
    accept_match(match, player_id=people_of(match)["b"][0].pk, stamp=stamp, by=scorekeeper)
    address = phone.correct(hands[3].client_id, 4, count_ns=10, count_ew=10)["address"]
    assert phone.client.get(f"{address}place/").status_code == 403
    right = {"number": 4, "dealer": hands[3].dealer, "count_ns": 10, "count_ew": 152}
    unseen = put_right(other_phone, address, "place", **right)
    assert unseen.status_code == 422
    page = unseen.content.decode()
    assert "What this moves" in page
    assert 'value="152"' in page
    stamp = page.split('name="impact" value="')[1].split('"')[0]
    put_right(other_phone, address, "place", **right, impact=stamp, impact_seen="on")
    assert figures(match)[4] == ("recorded", 0, 162)
    assert load_match(match).match.accepted_at is None


def test_a_sheet_with_a_hand_in_question_is_not_handed_in_or_signed(
    make_competition, make_match, scorekeeper, organizer, client_of
):
    for sheets in ({}, {"acceptance": "other"}):
        match = make_match(make_competition(entries=2, sheets=sheets))
        begin(match, scorekeeper)
        phone = Phone(client_of(scorekeeper), match)
        play(match, scorekeeper, 160, 160, 160, 160)
        address, _hand = question(phone, 4, count_ns=150)
        stamp = stamp_of(load_match(match))
        signer = people_of(match)["b"][0].pk
        with pytest.raises(ActionError, match="Hand 4 is in question"):
            accept_match(match, player_id=signer, stamp=stamp, by=organizer)
        answer = phone.client.post(
            reverse("match_submit", args=[match.pk]), {"side": "a", "stamp": stamp}
        )
        assert answer.status_code == 422
        assert "Hand 4 is in question" in answer.content.decode()
        page = phone.client.get(reverse("match_accept", args=[match.pk])).content.decode()
        assert address in page
        settle(phone, address, "drop")
        answer = phone.client.post(
            reverse("match_submit", args=[match.pk]), {"side": "a", "stamp": stamp}
        )
        assert answer.status_code == 302


def test_no_round_is_closed_and_nothing_finished_over_a_hand_in_question(
    match, phone, other_phone, organizer
):
    phone.record()
    address, _hand = question(other_phone)
    competition, desk = match.round.stage.competition, other_phone.client
    Competition.objects.filter(pk=competition.pk).update(state="running")
    close, setup = f"/rounds/{match.round_id}/close/", f"/competitions/{competition.pk}/setup/"
    refused = desk.post(close, {"with_missing": "on"})
    assert refused.status_code == 422
    for page in (refused, desk.get(close), desk.post(setup, {"step": "finish"}, follow=True)):
        assert f'href="{address}"' in page.content.decode()
    for page in (refused, desk.post(setup, {"step": "finish"}, follow=True)):
        assert "In question: Table 1, hand 1. Settle that first." in page.content.decode()
    assert not AuditEntry.objects.filter(verb__in=["close_round", "finish_competition"]).exists()
    settle(other_phone, address, "drop")
    assert desk.post(close, {"with_missing": "on"}).status_code == 302
    desk.post(setup, {"step": "finish"})
    competition.refresh_from_db()
    assert competition.state == "finished"


def test_a_hand_in_question_is_told_wherever_its_match_is(match, phone, other_phone, client_of):
    phone.record()
    address, _hand = question(other_phone)
    for name in ("match", "score"):
        assert address in phone.client.get(reverse(name, args=[match.pk])).content.decode()
    guest = client_of(None).get(reverse("match", args=[match.pk])).content.decode()
    assert "in question" in guest
    assert address not in guest
    competition = Competition.objects.get()
    hall = other_phone.client.get(reverse("round_results", args=[match.round_id])).content.decode()
    setup = other_phone.client.get(
        reverse("competition_setup", args=[competition.pk])
    ).content.decode()
    for page in (hall, setup):
        assert "Hand 1 has been in question" in page
        assert address in page
    settle(phone, address, "drop")
    assert (
        "in question" not in client_of(None).get(reverse("match", args=[match.pk])).content.decode()
    )


def test_what_is_in_question_is_deleted_and_restored_with_its_match(match, phone, owner):
    hand = uuid4()
    phone.record()
    phone.record(1, hand, count_ns=100)
    correction = phone.thing("correct", hand, count_ns=90)
    phone.send(correction)
    before = list(SentHand.objects.order_by("pk").values())
    delete_competition(match.round.stage.competition, by=owner)
    assert not SentHand.objects.exists()
    restore_deletion(Deletion.objects.get(), by=owner)
    assert list(SentHand.objects.order_by("pk").values()) == before
    assert phone.send(correction)["answer"] == "conflict"


def test_words_of_a_hand_in_question_go_with_the_person_they_speak_of(match, phone, organizer):
    player = match.entry_a.partnership.first
    phone.record()
    phone.record(1, uuid4(), count_ns=f"ask {player.name}!", note=f"{player.name} was late")
    kept = SentHand.objects.get()
    assert player.name in kept.note
    assert player.name in str(kept.fields)
    forget_player(player, by=organizer)
    kept.refresh_from_db()
    assert player.name not in kept.note + kept.question_words + str(kept.fields)


@pytest.mark.parametrize("step", ["next", "place", "drop"])
def test_what_its_phone_corrected_since_the_page_was_read_is_not_settled_unseen(
    match, phone, other_phone, step
):
    phone.record()
    address, hand = question(other_phone)
    read = choices(phone.client.get(address))
    assert other_phone.correct(hand, count_ns=110)["address"] == address
    answer = phone.client.post(address, {**read, "step": step})
    assert answer.status_code == 409
    assert "110 – 52" in answer.content.decode()
    assert figures(match) == {1: ("recorded", 96, 66)}
    assert settle(phone, address, step).status_code == 302
    stored = {"next": [(96, 66), (110, 52)], "place": [(110, 52)], "drop": [(96, 66)]}[step]
    assert [score for _status, *score in map(list, figures(match).values())] == [
        list(one) for one in stored
    ]


def test_put_right_in_the_form_it_is_told_when_its_phone_has_corrected_it(
    match, phone, other_phone
):
    phone.record()
    address, hand = question(other_phone)
    page = reverse("kept_hand_edit", args=[address.strip("/").split("/")[-1], "place"])
    read = choices(phone.client.get(page))
    assert other_phone.correct(hand, count_ns=110)["address"] == address
    sent = {**typed(count_ns="100"), **read, "reason": "read again"}
    answer = phone.client.post(page, sent)
    assert answer.status_code == 409
    assert "corrected this hand since" in answer.content.decode()
    assert phone.client.post(page, {**sent, **choices(answer)}).status_code == 302
    assert figures(match) == {1: ("recorded", 100, 62)}


def test_a_hand_of_a_game_that_has_not_begun_is_kept_in_no_other(
    client_of, make_competition, make_match, scorekeeper
):
    one_hand = {"mode": "hands", "hands": 1, "minutes": None}
    match = make_match(make_competition(entries=2, match_play=one_hand), best_of=3)
    begin(match, scorekeeper)
    phone = Phone(client_of(scorekeeper), match)
    address, _hand = question(phone, game=2, begins="S", dealer="S")
    page = phone.client.get(address).content.decode()
    assert "It is of game 2, which has not begun here." in page
    assert "Keep it as" not in page
    other = phone.client.post(address, {"step": "next", "seen": 0, "game": 1, "number": 1})
    assert other.status_code == 422
    assert "It is a hand of game 2" in other.content.decode()
    assert not figures(match)
    play(match, scorekeeper, 110)
    begin(match, scorekeeper, number=2, dealer="S")
    page = phone.client.get(address).content.decode()
    assert "It is of game 2" not in page
    settle(phone, address, "next")
    assert figures(match) == {1: ("recorded", 100, 62)}
