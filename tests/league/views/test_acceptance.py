"""The pages on which a sheet is handed in, accepted, disputed and settled, and their settings."""

import pytest

from league.actions.disputes import dispute_match
from league.actions.matches import reopen_match
from league.models import Competition, Dispute, Match
from league.queries.matches import people_of
from tests.league.answers import accept, ask, hand_in, stamp, written

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(make_match):
    match = written(make_match())
    ask(match, acceptance="other")
    return match


@pytest.fixture
def phone(scorekeeper, client_of):
    return client_of(scorekeeper)


def shown(client, address):
    return " ".join(client.get(address).content.decode().split())


def test_the_phone_is_passed_across_and_the_other_side_accepts(match, phone):
    pages = f"/matches/{match.pk}/"
    assert "Who hands the sheet in?" in shown(phone, f"{pages}score/")
    answer = phone.post(f"{pages}submit/", {"side": "a", "stamp": stamp(match)})
    assert answer["Location"] == f"{pages}accept/"
    page = shown(phone, f"{pages}accept/")
    assert "is this what was played?" in page
    ours, theirs = people_of(match)["a"], people_of(match)["b"]
    assert all(f'value="{player.pk}"><bdi class="name">{player.name}' in page for player in theirs)
    assert not any(f'name="player" value="{player.pk}"' in page for player in ours)
    answer = phone.post(
        f"{pages}accept/", {"player": theirs[0].pk, "stamp": stamp(match), "page": "accept"}
    )
    assert answer.status_code == 302
    page = shown(phone, pages)
    assert f"{theirs[0].name}</bdi>." in page
    assert "Provisional: final" in page
    assert "Handed in and signed on one phone" in page


def test_a_sheet_that_was_signed_meanwhile_is_not_said_to_be_open(match, phone, scorekeeper):
    pages = f"/matches/{match.pk}/"
    assert "Nobody has handed the sheet in yet" in shown(phone, f"{pages}accept/")
    hand_in(match, scorekeeper)
    accept(match, scorekeeper)
    answer = phone.post(f"{pages}take-back/")
    assert answer.status_code == 422
    assert "It is signed: it stands." in answer.content.decode()
    assert Match.objects.get().accepted_at is not None


def test_while_one_report_waits_every_page_of_the_table_offers_accept_or_dispute(match, phone):
    hand_in(match, match.round.stage.competition.club.roles.first().user)
    for page in ("", "score/", "start/"):
        answer = phone.get(f"/matches/{match.pk}/{page}", follow=True)
        text = answer.content.decode()
        assert "Accept or dispute" in text
        assert 'name="count_ns"' not in text
        assert 'name="seat_N"' not in text
    answer = phone.post(f"/matches/{match.pk}/submit/", {"side": "b", "stamp": stamp(match)})
    assert answer.status_code == 302
    assert Match.objects.get().submitted_side == "a"


def test_their_own_side_is_told_who_has_to_accept(match, phone, scorekeeper):
    hand_in(match, scorekeeper)
    own = people_of(match)["a"][0].pk
    answer = phone.post(
        f"/matches/{match.pk}/accept/", {"player": own, "stamp": stamp(match), "page": "accept"}
    )
    assert answer.status_code == 422
    assert "one of the other two accepts it" in answer.content.decode()


def test_a_sheet_that_changed_meanwhile_is_shown_again(match, phone, scorekeeper):
    hand_in(match, scorekeeper)
    answer = phone.post(
        f"/matches/{match.pk}/accept/",
        {"player": people_of(match)["b"][0].pk, "stamp": "another", "page": "accept"},
    )
    assert answer.status_code == 409
    assert "has changed since you read it" in answer.content.decode()
    assert Match.objects.get().accepted_at is None


def test_a_dispute_keeps_what_was_typed_and_an_organizer_settles_it(
    match, phone, scorekeeper, organizer, client_of
):
    hand_in(match, scorekeeper)
    pages = f"/matches/{match.pk}/"
    answer = phone.post(f"{pages}dispute/", {"side": "b", "words": " "})
    assert answer.status_code == 422
    assert "Say what is wrong" in answer.content.decode()
    answer = phone.post(f"{pages}dispute/", {"side": "b", "words": "Hand 5 was 92"})
    assert answer["Location"] == f"{pages}accept/"
    assert "Hand 5 was 92" in shown(phone, f"{pages}accept/")
    assert phone.get(f"{pages}settle/").status_code == 403
    desk = client_of(organizer)
    assert "Hand 5 was 92" in shown(desk, f"{pages}settle/")
    answer = desk.post(f"{pages}settle/", {"how": "stands", "words": "Counted again"})
    assert answer.status_code == 302
    assert "settled" in shown(desk, pages)
    assert "Counted again" in shown(client_of(None), pages)


def test_guests_read_that_a_sheet_is_disputed_but_not_the_words(match, scorekeeper, client_of):
    hand_in(match, scorekeeper)
    dispute_match(match, side="b", words="They cheated", by=scorekeeper)
    page = shown(client_of(None), f"/matches/{match.pk}/")
    assert "It counts for nobody until it is settled" in page
    assert "They cheated" not in page


def test_a_dispute_is_taken_back_from_the_same_page(match, phone, scorekeeper):
    hand_in(match, scorekeeper)
    dispute_match(match, side="b", words="Wrong", by=scorekeeper)
    phone.post(f"/matches/{match.pk}/dispute/", {"step": "back"})
    assert Dispute.objects.get().settled == "withdrawn"
    assert "is this what was played?" in shown(phone, f"/matches/{match.pk}/accept/")


def test_handed_in_by_mistake_it_is_taken_back(match, phone, scorekeeper):
    hand_in(match, scorekeeper)
    answer = phone.post(f"/matches/{match.pk}/take-back/", follow=True)
    assert "Who hands the sheet in?" in answer.content.decode()


def test_an_organizer_makes_it_final_from_the_match_page(
    match, scorekeeper, organizer, phone, client_of
):
    hand_in(match, scorekeeper)
    accept(match, scorekeeper)
    address = f"/matches/{match.pk}/final/"
    assert phone.post(address).status_code == 403
    desk = client_of(organizer)
    assert "Make it final now" in shown(desk, f"/matches/{match.pk}/")
    desk.post(address)
    assert "Final since" in shown(client_of(None), f"/matches/{match.pk}/")


@pytest.mark.parametrize("page", ["accept", "submit", "take-back", "dispute"])
def test_who_does_not_score_the_table_answers_nothing(match, page, member, stranger, client_of):
    address = f"/matches/{match.pk}/{page}/"
    assert client_of(member).post(address).status_code == 403
    assert client_of(stranger).post(address).status_code == 404
    assert client_of(None).post(address)["Location"].startswith("/accounts/login/")


FIELDS = {
    "acceptance": "other",
    "window": "24",
    "corrects": "organizer",
    "late_warning": "48",
    "late_after": "72",
    "late": "forfeit",
}


def test_the_settings_are_kept_and_everybody_reads_them(
    make_competition, organizer, scorekeeper, client_of
):
    competition = make_competition()
    address = f"/competitions/{competition.pk}/sheets/edit/"
    desk = client_of(organizer)
    assert client_of(scorekeeper).get(address).status_code == 403
    assert desk.post(address, FIELDS | {"players_score": "on"}).status_code == 302
    assert Competition.objects.get().sheets == {
        "acceptance": "other",
        "window": 24,
        "late": "forfeit",
        "players_score": True,
    }
    rules = shown(client_of(None), f"/competitions/{competition.pk}/rules/")
    assert "the other side accepts or disputes it" in rules
    assert "final after 24 hours" in rules
    assert "both forfeit" in rules


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"late_after": "47"}, "The rule cannot hold before the warning"),
        ({"window": "-1"}, "plain digits"),
        ({"acceptance": "vote"}, "vote"),
    ],
)
def test_wrong_settings_are_refused_with_the_figures(
    make_competition, organizer, client_of, wrong, message
):
    competition = make_competition()
    address = f"/competitions/{competition.pk}/sheets/edit/"
    answer = client_of(organizer).post(address, FIELDS | wrong)
    assert answer.status_code == 422
    assert message in answer.content.decode()
    assert Competition.objects.get().sheets == {}


def test_settings_changed_in_mid_event_ask_why(match, organizer, client_of):
    address = f"/competitions/{match.round.stage.competition_id}/sheets/edit/"
    desk = client_of(organizer)
    assert desk.post(address, FIELDS).status_code == 422
    assert desk.post(address, FIELDS | {"reason": "So voted"}).status_code == 302


def test_the_round_and_the_standings_name_what_is_disputed_and_what_waits(
    make_competition, make_match, scorekeeper, organizer, client_of
):
    competition = make_competition(entries=6, sheets={"acceptance": "other"})
    disputed, waits, corrected = (written(make_match(competition)) for _time in range(3))
    for match in (disputed, waits):
        hand_in(match, scorekeeper)
    dispute_match(disputed, side="b", words="No", by=scorekeeper)
    accept(corrected, organizer)
    reopen_match(corrected, reason="Hand 3 was read wrong", by=organizer)
    hall = shown(client_of(organizer), f"/competitions/{competition.pk}/results/")
    assert "1 waits for the other side; 1 disputed." in hall
    assert hall.index("Table 1</a>") < hall.index("Table 2</a>") < hall.index("Table 3</a>")
    assert f"/matches/{disputed.pk}/settle/" in hall
    guest = client_of(None)
    table = shown(guest, f"/competitions/{competition.pk}/standings/")
    assert table.index("Not settled") < table.index(f"/matches/{disputed.pk}/")
    assert table.index("To be accepted") < table.index(f"/matches/{waits.pk}/")
    schedule = shown(guest, f"/competitions/{competition.pk}/schedule/")
    assert '<span class="pill pill--disputed">disputed</span>' in schedule
    assert '<span class="pill pill--plain">corrected</span>' in schedule
    page = shown(guest, f"/matches/{corrected.pk}/")
    assert "Hand 3 was read wrong" in page
