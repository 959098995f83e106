"""What a phone sends by itself, over the wire: five answers, and nothing lost whatever comes."""

from uuid import uuid4

import pytest
from django.db import OperationalError
from django.urls import reverse

from league.actions import sent_hands
from league.actions.acceptance import accept_match
from league.actions.competitions import delete_competition
from league.actions.links import make_match_link, revoke_link
from league.models import AuditEntry, Competition, Hand, Round, SentHand, TableLink
from league.queries.links import secret_of
from league.queries.matches import load_match, people_of, stamp_of
from tests.league.evenings import begin, figures, play, totals
from tests.league.phones import Phone

pytestmark = pytest.mark.django_db


def page_stamp(client, match):
    """The stamp the score page gives its phone."""
    page = client.get(reverse("score", args=[match.pk])).content.decode()
    return page.split("&quot;stamp&quot;:&quot;")[1].split("&quot;")[0]


def test_a_hand_is_stored_once_and_the_answer_is_what_the_page_shows(match, phone):
    thing = phone.thing("record", uuid4())
    told = phone.send(thing)
    assert told["answer"] == "stored"
    assert told["totals"] == [96, 66]
    assert told["stamp"] == page_stamp(phone.client, match)
    expected = {"id": thing["id"], "game": 1, "number": 1, "revision": 1, "status": "recorded"}
    assert told["hand"] == expected
    again = phone.send(thing)
    assert again["answer"] == "already"
    assert (again["hand"], again["stamp"], again["totals"]) == (
        told["hand"],
        told["stamp"],
        told["totals"],
    )
    assert Hand.objects.count() == 1
    assert not SentHand.objects.exists()
    assert AuditEntry.objects.filter(verb="record_hand").count() == 1


def test_what_goes_without_saying_may_be_left_out(match, phone):
    thing = phone.thing("record", uuid4())
    short = {name: thing[name] for name in thing if name not in ("v", "kind", "outcome", "hand")}
    short["id"] = short["id"].replace("-", "")
    assert phone.send(short)["answer"] == "stored"
    assert phone.send(thing)["answer"] == "already"
    wrong = {**short, "id": uuid4().hex, "number": 2, "count_ns": 90, "count_ew": 90}
    told = phone.send(wrong)
    assert told["answer"] == "conflict"
    assert SentHand.objects.get().fields["outcome"] == "played"


def test_a_hand_sent_again_after_it_was_undone_or_corrected_stays_as_it_is(match, phone):
    thing = phone.thing("record", uuid4())
    phone.send(thing)
    assert phone.correct(thing["id"], count_ns=100)["answer"] == "stored"
    assert phone.send(thing)["answer"] == "already"
    assert figures(match)[1] == ("recorded", 100, 62)
    assert phone.undo(thing["id"], base=2)["answer"] == "stored"
    assert phone.send(thing)["answer"] == "already"
    assert figures(match) == {}


def test_a_correction_and_an_undo_are_made_once(match, phone):
    hand = uuid4()
    phone.record(1, hand)
    correction = phone.thing("correct", hand, count_ns=100)
    told = phone.send(correction)
    assert (told["answer"], told["totals"], told["hand"]["revision"]) == ("stored", [100, 62], 2)
    assert told["stamp"] == page_stamp(phone.client, match)
    assert phone.send(correction)["answer"] == "already"
    undo = phone.thing("undo", hand, base=2)
    told = phone.send(undo)
    assert (told["answer"], told["hand"]["status"], told["totals"]) == ("stored", "undone", [0, 0])
    assert phone.send(undo)["answer"] == "already"
    assert phone.send(correction)["answer"] == "already"
    verbs = list(AuditEntry.objects.order_by("id").values_list("verb", flat=True))
    assert verbs[-3:] == ["record_hand", "correct_hand", "undo_hand"]
    assert [row.outcome for row in SentHand.objects.all()] == ["stored", "stored"]


def test_the_same_hand_from_two_phones_is_one_hand_and_both_may_correct_it(
    match, phone, other_phone
):
    one, other = uuid4(), uuid4()
    assert phone.record(1, one)["answer"] == "stored"
    thing = other_phone.thing("record", other)
    assert other_phone.send(thing)["answer"] == "already"
    assert other_phone.send(thing)["answer"] == "already"
    assert other_phone.correct(other, count_ns=100)["answer"] == "stored"
    assert figures(match) == {1: ("recorded", 100, 62)}


def test_other_figures_at_the_same_number_are_kept_beside_what_stands(match, phone, other_phone):
    phone.record()
    thing = other_phone.thing("record", uuid4(), count_ns=100, note="we say 100")
    told = other_phone.send(thing)
    assert told["answer"] == "conflict"
    assert "saved from another phone" in told["words"]
    assert told["address"].startswith("/")
    assert told["totals"] == [96, 66]
    kept = SentHand.objects.get()
    assert (kept.outcome, kept.fields["count_ns"], kept.note) == ("kept", "100", "we say 100")
    assert other_phone.send(thing)["answer"] == "conflict"
    assert SentHand.objects.count() == 1
    assert figures(match) == {1: ("recorded", 96, 66)}


def test_a_hand_that_comes_too_early_waits_for_the_one_before_it(match, phone):
    first, second = uuid4(), uuid4()
    early = phone.thing("record", second, 2, after=first)
    assert phone.send(early)["answer"] == "later"
    assert phone.correct(second, 2)["answer"] == "later"
    assert phone.undo(second, 2)["answer"] == "later"
    assert not SentHand.objects.exists()
    phone.record(1, first)
    assert phone.send(early)["answer"] == "stored"
    assert phone.correct(second, 2, base=2, count_ns=90)["answer"] == "later"
    assert list(figures(match)) == [1, 2]


def test_a_hand_whose_hand_before_was_undone_is_kept(match, phone, other_phone):
    first = uuid4()
    phone.record(1, first)
    other_phone.undo(first)
    told = phone.record(2, after=first)
    assert told["answer"] == "conflict"
    assert "hand 1 is next" in told["words"]
    # And the next one, made on top of it, is kept as well rather than put in its place.
    kept = SentHand.objects.get(outcome="kept")
    assert phone.record(3, after=kept.sent_id)["answer"] == "conflict"
    assert figures(match) == {}


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"count_ew": "60"}, "must be 162"),
        ({"count_ns": "1_62"}, "plain digits"),
        ({"note": "x" * 5000}, "200"),
        ({"trump": "moon\x00"}, "Choose one"),
        ({"dealer": None}, "required"),
        ({"number": "eleven"}, "hand 1 is next"),
        ({"game": "2"}, "Game 2"),
        ({"game": "99999999999999999999"}, "Game 0"),
        ({"outcome": "misplay"}, ""),
    ],
)
def test_what_does_not_add_up_or_cannot_be_read_is_kept_and_asked_about(
    match, phone, fields, words
):
    thing = phone.thing("record", uuid4(), **fields)
    told = phone.send(thing)
    assert told["answer"] == "conflict"
    assert words in told["words"]
    assert phone.send(thing)["answer"] == "conflict"
    assert SentHand.objects.get().outcome == "kept"
    assert figures(match) == {}


def test_a_warning_nobody_has_ticked_is_a_question(match, phone):
    Competition.objects.update(lowered=["dealer_out_of_turn"])
    thing = phone.thing("record", uuid4(), dealer="E")
    assert phone.send(thing)["answer"] == "conflict"
    ticked = phone.thing("record", uuid4(), dealer="E", confirm="dealer_out_of_turn:dealer")
    assert phone.send(ticked)["answer"] == "stored"


def test_after_the_end_the_signature_or_the_closing_a_hand_is_kept(match, phone, scorekeeper):
    play(match, scorekeeper, 160, 160, 160, 160)
    assert "over" in phone.record(5)["words"]
    SentHand.objects.all().delete()  # settled, or the sheet is not signed
    one = people_of(match)["b"][0]
    stamp = stamp_of(load_match(match))
    accept_match(match, player_id=one.pk, stamp=stamp, by=scorekeeper)
    last = match.games.get().hands.last()
    assert "signed" in phone.record(5)["words"]
    assert "signed" in phone.undo(last.client_id, 4)["words"]
    told = phone.correct(last.client_id, 4, count_ns=150, reason="read")
    assert (told["answer"], "signed" in told["words"]) == ("conflict", True)
    Round.objects.update(state="closed")
    Competition.objects.update(state="finished")
    assert "finished" in phone.record(5)["words"]
    assert SentHand.objects.filter(outcome="kept").count() == 4
    assert totals(match)[0] == 640


def test_a_hand_for_a_game_of_totals_alone_is_kept(match, phone):
    match.games.update(total_a=512, total_b=300)
    assert "totals" in phone.record(3, after=uuid4())["words"]
    assert "totals" in phone.correct(uuid4(), 3)["words"]


def test_a_correction_from_an_old_revision_is_kept_and_its_own_phone_may_change_it(
    match, phone, other_phone
):
    hand = uuid4()
    phone.record(1, hand)
    other_phone.correct(hand, count_ns=100)
    assert phone.correct(hand, count_ns=90)["answer"] == "conflict"
    assert phone.correct(hand, base=2, count_ns=80)["answer"] == "conflict"
    assert phone.correct(hand, base=2, count_ns=100)["answer"] == "conflict"
    question = SentHand.objects.get(outcome="kept", within=None)
    assert question.fields["count_ns"] == "100"
    assert figures(match) == {1: ("recorded", 100, 62)}
    # Whoever writes the same as stands there is told that it stands.
    assert other_phone.correct(hand, count_ns=100)["answer"] == "already"


def test_of_two_corrections_of_a_hand_in_question_the_later_one_counts(match, phone, other_phone):
    phone.record()
    hand = uuid4()
    assert other_phone.record(1, hand, count_ns=100)["answer"] == "conflict"
    late = other_phone.thing("correct", hand, base=1, count_ns=90)
    assert other_phone.correct(hand, base=2, count_ns=80)["answer"] == "conflict"
    assert other_phone.send(late)["answer"] == "conflict"
    assert other_phone.send(late)["answer"] == "conflict"
    question = SentHand.objects.get(within=None)
    assert (question.kind, question.fields["count_ns"]) == ("record", "80")


def test_undo_takes_a_hand_in_question_back(match, phone, other_phone):
    phone.record()
    thing = other_phone.thing("record", uuid4(), count_ns=100)
    correction = other_phone.thing("correct", thing["id"], count_ns=90)
    undo = other_phone.thing("undo", thing["id"], base=2)
    assert [other_phone.send(one)["answer"] for one in (thing, correction, undo)] == [
        "conflict",
        "conflict",
        "stored",
    ]
    assert [other_phone.send(one)["answer"] for one in (thing, correction, undo)] == ["already"] * 3
    assert not SentHand.objects.filter(outcome="kept").exists()
    assert figures(match) == {1: ("recorded", 96, 66)}


def test_an_undo_of_what_was_changed_or_is_not_the_last_is_kept(match, phone, other_phone):
    hand = uuid4()
    phone.record(1, hand)
    other_phone.correct(hand, count_ns=100)
    assert "changed" in phone.undo(hand)["words"]
    phone.record(2)
    assert "not the last" in other_phone.undo(hand, base=2)["words"]
    other = Phone(phone.client, match)
    last = Hand.objects.get(number=2).client_id
    assert other.undo(last, 2)["answer"] == "stored"
    assert phone.undo(last, 2)["answer"] == "already"
    assert phone.correct(last, 2, count_ns=90)["answer"] == "conflict"


def test_an_undo_after_an_own_correction_in_question_needs_no_further_question(match, phone):
    hand = uuid4()
    phone.record(1, hand)
    assert phone.correct(hand, count_ns=100, count_ew=100)["answer"] == "conflict"
    assert phone.undo(hand, base=2)["answer"] == "stored"
    assert not SentHand.objects.filter(outcome="kept").exists()
    assert figures(match) == {}


def test_a_correction_that_changes_nothing_counts_as_one(match, phone):
    hand = uuid4()
    phone.record(1, hand)
    assert phone.correct(hand)["answer"] == "already"
    told = phone.correct(hand, base=2, count_ns=100)
    assert (told["answer"], told["hand"]["revision"]) == ("stored", 3)


def test_the_ids_of_another_table_are_nobodys_here(match, phone, make_match, scorekeeper):
    other = make_match(match.round.stage.competition)
    begin(other, scorekeeper)
    elsewhere = Phone(phone.client, other)
    thing = phone.thing("record", uuid4())
    phone.send(thing)
    told = elsewhere.correct(thing["id"])
    assert (told["answer"], "another table" in told["words"]) == ("conflict", True)
    # It is stored, so it is not stored again; of the other table nothing is told.
    told = elsewhere.send(thing)
    assert (told["answer"], "hand" in told) == ("already", False)
    stranger = make_match()
    begin(stranger, scorekeeper)
    told = Phone(phone.client, stranger).send(thing)
    assert (told["answer"], "another table" in told["words"]) == ("conflict", True)
    correction = phone.thing("correct", thing["id"], count_ns=100)
    phone.send(correction)
    assert elsewhere.send(correction)["answer"] == "not_yours"
    assert figures(match) == {1: ("recorded", 100, 62)}


@pytest.mark.parametrize(
    "broken", [{"id": None}, {"id": "7"}, {"kind": "shuffle"}, {"kind": None}, {"hand": "x"}]
)
def test_what_has_no_name_of_its_own_stays_on_the_phone(match, phone, broken):
    thing = phone.thing("correct", uuid4(), **broken)
    told = phone.send(thing)
    assert told["answer"] == "conflict"
    assert not SentHand.objects.exists()


def test_a_newer_page_than_the_server_waits(phone):
    assert phone.record(v=2)["answer"] == "later"


def test_who_may_not_score_there_is_told_how_to_go_on(match, client_of, member, stranger):
    guest = Phone(client_of(None), match)
    told = guest.record()
    assert told["answer"] == "not_yours"
    assert told["sign_in"] == f"/accounts/login/?next=%2Fmatches%2F{match.pk}%2Fscore%2F"
    for user in (member, stranger):
        told = Phone(client_of(user), match).record()
        assert told["answer"] == "not_yours"
        assert "sign_in" not in told
        assert "totals" not in told
    assert not Hand.objects.exists()


def test_what_another_account_wrote_is_taken_once_somebody_says_so(
    match, phone, client_of, scorekeeper, organizer, stranger
):
    thing = {**phone.thing("record", uuid4()), "as": scorekeeper.pk}
    told = Phone(client_of(organizer), match).send(thing)
    assert (told["answer"], told["words"][:15]) == ("not_yours", "Another account")
    assert told["account"] == {"id": str(organizer.pk), "name": organizer.name}
    assert "sign_in" not in told
    assert not Hand.objects.exists()
    assert not SentHand.objects.exists()
    # Whoever does not score there learns no more by it.
    assert Phone(client_of(stranger), match).send(thing)["words"] == told["words"]
    assert Phone(client_of(), match).send(thing)["sign_in"]
    said = {**thing, "as": organizer.pk}
    assert Phone(client_of(organizer), match).send(said)["answer"] == "stored"
    assert phone.send(thing)["answer"] == "already"


def test_what_an_account_wrote_goes_out_by_the_table_link_where_nobody_is_signed_in(
    match, phone, client_of, organizer, scorekeeper
):
    make_match_link(match, by=organizer)
    guest = client_of()
    guest.post(reverse("link_enter", args=[secret_of(TableLink.objects.get())]))
    thing = {**phone.thing("record", uuid4()), "as": scorekeeper.pk}
    assert Phone(guest, match).send(thing)["answer"] == "stored"


def test_a_table_link_sends_until_it_is_revoked(match, client_of, organizer):
    make_match_link(match, by=organizer)
    link = TableLink.objects.get()
    phone = Phone(client_of(None), match)
    phone.client.post(reverse("link_enter", args=[secret_of(link)]))
    assert phone.record()["answer"] == "stored"
    assert phone.record(count_ns=100)["answer"] == "conflict"
    assert SentHand.objects.get().sent_link == link
    revoke_link(link, by=organizer)
    told = phone.record(2)
    assert (told["answer"], "new code" in told["words"]) == ("not_yours", True)
    assert "sign_in" in told


def test_a_match_that_is_gone_is_nobodys(match, phone, owner, scorekeeper):
    thing = phone.thing("record", uuid4())
    phone.send(thing)
    delete_competition(match.round.stage.competition, by=owner)
    assert phone.send(thing)["answer"] == "not_yours"


def test_an_old_key_of_the_page_is_answered_in_json_and_renewed(match, scorekeeper, client_of):
    client = client_of(scorekeeper, enforce_csrf_checks=True)
    phone = Phone(client, match)
    thing = phone.thing("record", uuid4())
    assert phone.send(thing)["answer"] == "later"
    token = client.cookies["csrftoken"].value
    address = reverse("hand_sent", args=[match.pk])
    assert client.post(address, thing, headers={"X-CSRFToken": token}).json()["answer"] == "stored"


@pytest.mark.parametrize("words", ["database is locked", "database or disk is full", "gone away"])
def test_a_database_in_trouble_says_later_and_stores_nothing(match, phone, monkeypatch, words):
    def fail(*_args, **_kwargs):
        raise OperationalError(words)

    monkeypatch.setattr(sent_hands, "write_next", fail)
    thing = phone.thing("record", uuid4())
    assert phone.send(thing)["answer"] == "later"
    monkeypatch.undo()
    assert phone.send(thing)["answer"] == "stored"


def test_what_is_too_big_to_be_read_gets_no_page(match, phone, settings):
    settings.DATA_UPLOAD_MAX_NUMBER_FIELDS = 30
    thing = {**phone.thing("record", uuid4()), **{f"x{n}": "1" for n in range(40)}}
    response = phone.client.post(reverse("hand_sent", args=[match.pk]), thing)
    assert (response.status_code, response.json()["answer"]) == (503, "later")


def test_asking_says_who_is_there_and_brings_the_key(match, phone, client_of, member):
    address = reverse("hand_sent", args=[match.pk])
    response = phone.client.get(address)
    told = response.json()
    assert (told["answer"], told["signed_in"]) == ("here", True)
    assert told["stamp"] == page_stamp(phone.client, match)
    assert "csrftoken" in response.cookies
    assert "no-store" in response["Cache-Control"]
    guest = client_of(None).get(address).json()
    assert (guest["answer"], guest["signed_in"], "stamp" in guest) == ("here", False, False)
    assert "stamp" not in client_of(member).get(address).json()
    assert client_of(None).get(reverse("hand_sent", args=[10**9])).json()["answer"] == "here"
