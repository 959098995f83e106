"""Fees, prizes and pots: typed as people type money, shared by the table; the sum is the fund."""

import re

import pytest
from django.urls import reverse

from league.models import AuditEntry, Entry, Stage
from league.queries.money import money_of, till_of
from tests.league.brackets import made, win
from tests.league.cross_tables import enter, play_cross_table

# Joe and Mairi are level in everything.
TIED = """
        Anne    Joe      Mairi    Donna
Anne     -    512-400  512-400  520-210
Joe             -        ...    510-300
Mairi                    -      510-300
Donna                             -
"""


@pytest.fixture
def league(make_competition):
    return make_competition(entries=0)


@pytest.fixture
def desk(client_of, organizer):
    return client_of(organizer)


def agreed(**fields):
    return {
        "step": "agreed", "fee": "10", "kind": "percent", "prizes": "50 30 20", "rest": "kept",
    } | fields  # fmt: skip


def paid(league, *amounts):
    values = {"step": "paid"}
    for entry, amount in zip(
        Entry.objects.filter(competition=league).order_by("pk"), amounts, strict=True
    ):
        values |= {f"paid{entry.pk}": amount, f"was{entry.pk}": str(entry.paid)}
    return values


def words(response) -> str:
    return " ".join(
        re.sub(r"<[^>]+>", " ", response.content.decode()).replace("&amp;", "&").split()
    )


def test_an_evening_is_paid_out_to_the_cent_and_those_level_share(league, desk, client_of):
    play_cross_table(league, TIED)
    page = reverse("money", args=[league.pk])
    assert desk.post(page, agreed()).status_code == 302
    assert desk.post(page, paid(league, "10", "10.00", "$10", "10,01")).status_code == 302
    league.refresh_from_db()
    till = till_of(league)
    assert till.fees.fund == 4001
    assert sum(one.cents for one in till.payouts.payouts) + till.payouts.kept == 4001
    assert [one.cents for one in till.payouts.payouts] == [2001, 1000, 1000]
    read = words(client_of(None).get(reverse("prizes", args=[league.pk])))
    assert "fund: $40.01" in read
    assert "1. Anne One & Anne Two $20.01" in read
    assert "2. Joe One & Joe Two prizes 2 to 3, shared by 2 $10" in read
    assert "If it ended now" in read


def test_who_still_owes_is_told_to_organizers_alone(league, desk, client_of, personas):
    play_cross_table(league, TIED)
    page = reverse("money", args=[league.pk])
    desk.post(page, agreed())
    desk.post(page, paid(league, "10", "", "4", "10"))
    read = words(desk.get(page))
    assert "Paid in: $24 of $40. 2 partnerships still owe." in read
    assert "owes $6" in read
    public = words(client_of(None).get(reverse("prizes", args=[league.pk])))
    assert "owes" not in public
    assert {
        name: client_of(user).get(page).status_code for name, user in personas.items()
    } == {
        "guest": 302, "stranger": 404, "member": 403, "scorekeeper": 403,
        "organizer": 200, "owner": 200, "site_admin": 200,
    }  # fmt: skip


def test_prizes_in_dollars_wait_until_the_fund_holds_them(league, desk):
    play_cross_table(league, TIED)
    page = reverse("money", args=[league.pk])
    desk.post(page, agreed(kind="cents", prizes="20 10.50"))
    desk.post(page, paid(league, "10", "10", "", ""))
    assert "The prizes come to $30.50, and $20 has been paid in so far." in words(desk.get(page))
    desk.post(page, paid(league, "10", "10", "10", "10"))
    read = words(desk.get(page))
    assert "1. Anne One & Anne Two $20" in read
    assert "stays in the till $9.50" in read


def test_so_much_a_bait_goes_to_who_went_bait_least(league, desk):
    entries = play_cross_table(league, TIED)
    page = reverse("money", args=[league.pk])
    desk.post(page, agreed(paid_to1="fewest_baits", per_bait1="0.25", stake1="1"))
    league.refresh_from_db()
    ((pot, result),) = till_of(league).pots
    assert (pot.per_bait, pot.stake) == (25, 100)
    assert result.pot == 400 == sum(cents for _entry, cents in result.paid)
    assert {entry for entry, _cents in result.paid} == {str(e.pk) for e in entries.values()}
    assert "$0.25 for each bait. $1 from everybody." in words(desk.get(page))


@pytest.mark.parametrize(
    ("fields", "field", "said"),
    [
        ({"fee": "ten"}, "fee", "“ten” is no amount. Write it as 10 or 10.00."),
        ({"fee": "10.5"}, "fee", "Write it as 10 or 10.00."),
        ({"fee": "-3"}, "fee", "Write it as 10 or 10.00."),
        ({"fee": "1_0"}, "fee", "Write it as 10 or 10.00."),
        ({"fee": "9999999"}, "fee", "$100,000 is the most."),
        ({"prizes": "60 50"}, "prizes", "These come to 110 percent; 100 is all there is."),
        ({"prizes": "half"}, "prizes", "plain digits"),
        ({"prizes": "20 x", "kind": "cents"}, "prizes", "“x” is no amount."),
        ({"prizes": "1 " * 51}, "prizes", "50 prizes are the most."),
        ({"kind": "gold"}, "kind", "gold"),
        ({"per_bait1": "0.25"}, "paid_to1", "Say who gets this pot."),
        ({"paid_to2": "winner"}, "per_bait2", "Write what goes into the pot"),
    ],
)
def test_money_that_cannot_be_is_refused_on_its_field(league, desk, fields, field, said):
    answer = desk.post(reverse("money", args=[league.pk]), agreed(**fields))
    assert answer.status_code == 422
    assert said in answer.context["form"].errors[field][0]
    league.refresh_from_db()
    assert league.money == {}
    typed = next(iter(fields.values()))
    assert f'value="{typed}"' in answer.content.decode() or field == "kind"


def test_a_payment_that_cannot_be_read_saves_none(league, desk):
    for name in ("Anne", "Joe"):
        enter(league, name)
    page = reverse("money", args=[league.pk])
    answer = desk.post(page, paid(league, "10", "a tenner"))
    assert answer.status_code == 422
    assert "“a tenner” is no amount" in words(answer)
    assert not Entry.objects.exclude(paid=0).exists()


def test_two_at_the_desk_never_overwrite_each_other(league, desk):
    for name in ("Anne", "Joe"):
        enter(league, name)
    page = reverse("money", args=[league.pk])
    first, second = paid(league, "10", ""), paid(league, "5", "10")
    assert desk.post(page, first).status_code == 302
    answer = desk.post(page, second)
    assert answer.status_code == 409
    assert "Somebody else has written payments meanwhile" in words(answer)
    assert list(Entry.objects.order_by("pk").values_list("paid", flat=True)) == [1000, 0]
    other = paid(league, "10", "10") | {f"was{Entry.objects.first().pk}": "0"}
    assert desk.post(page, other).status_code == 302


def test_the_log_says_what_was_paid_and_the_same_again_is_nothing(league, desk):
    enter(league, "Anne")
    page = reverse("money", args=[league.pk])
    for _time in (1, 2):
        desk.post(page, agreed())
    for _time in (1, 2):
        desk.post(page, paid(league, "10"))
    assert list(AuditEntry.objects.values_list("verb", flat=True).order_by("pk")) == [
        "change_money", "record_payment",
    ]  # fmt: skip
    log = words(desk.get(reverse("audit", args=[league.pk])))
    assert "Anne One & Anne Two : $10 paid, before it was $0." in log
    assert money_of(league).fee == 0
    league.refresh_from_db()
    assert money_of(league).prizes == (50, 30, 20)


def test_before_anybody_has_played_nothing_is_paid_out(league, desk, client_of):
    enter(league, "Anne")
    page = reverse("prizes", args=[league.pk])
    assert "Nothing is agreed about money here." in words(client_of(None).get(page))
    desk.post(reverse("money", args=[league.pk]), agreed())
    desk.post(reverse("money", args=[league.pk]), paid(league, "10"))
    read = words(client_of(None).get(page))
    assert "1 50% $5" in read
    assert "If it ended now" not in read


def test_a_cup_is_paid_out_by_the_places_of_its_bracket(make_competition, organizer, desk):
    cup = make_competition(entries=4)
    cup.stages.all().delete()
    stage = made(cup, organizer)
    page = reverse("money", args=[cup.pk])
    desk.post(page, agreed(paid_to1="best_game", stake1="1"))
    desk.post(page, paid(cup, "10", "10", "10", "10"))
    win(stage, "W1-1", "b", organizer)
    win(stage, "W1-2", "a", organizer)
    cup.refresh_from_db()
    till = till_of(cup)
    assert till.payouts.payouts == ()  # first and second are still to be played for
    assert "1. " not in words(desk.get(page))
    win(stage, "F1-1", "a", organizer)
    till = till_of(cup)
    numbers = {seed: str(pk) for seed, pk in enumerate(Stage.objects.get().draw["seeds"], 1)}
    assert [(one.rank, one.cents) for one in till.payouts.payouts] == [
        (1, 2000), (2, 1200), (3, 400), (3, 400)
    ]  # fmt: skip
    out_first = {till.payouts.payouts[2].entry, till.payouts.payouts[3].entry}
    assert out_first == {numbers[1], numbers[3]}
    assert sum(one.cents for one in till.payouts.payouts) == till.fees.fund == 4000
    ((_pot, result),) = till.pots
    assert result.pot == 400
    assert result.figure == 510
