"""Rules, points and tie-breaks: changed option by option, refused in words, fixed by play."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from league.models import AuditEntry, Competition, Game, Match, User
from scoring import PRESETS, RuleSet

Make = Callable[..., Competition]


@pytest.fixture
def desk(client_of: Callable[..., Client], organizer: User) -> Client:
    return client_of(organizer)


def filled(desk: Client, url: str, form: str = "form") -> dict[str, str]:
    """What a browser would send if nobody changed the page."""
    page = desk.get(url).context[form]
    sent = {bound.html_name: bound.value() for bound in page}
    return {name: "" if value is None else str(value) for name, value in sent.items()}


def rules_page(league: Competition) -> str:
    return f"/competitions/{league.pk}/rules/edit/"


def points_page(league: Competition) -> str:
    return f"/competitions/{league.pk}/points/edit/"


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_a_preset_fills_the_page_and_is_stored_whole(
    desk: Client, make_competition: Make, preset: str
) -> None:
    league = make_competition()
    sent = filled(desk, f"{rules_page(league)}?preset={preset}")
    assert desk.post(rules_page(league), sent).status_code == 302
    league.refresh_from_db()
    assert RuleSet.from_json(league.rule_set) == RuleSet.from_preset(preset)


def test_looking_at_a_preset_changes_nothing(desk: Client, make_competition: Make) -> None:
    league = make_competition()
    page = desk.get(f"{rules_page(league)}?preset=declared").content.decode()
    assert "Nothing is saved until you save below" in page
    league.refresh_from_db()
    assert league.rule_set["preset"] == "cape-breton"
    assert league.version == 1


def test_one_option_is_changed_shown_and_written_down(desk: Client, make_competition: Make) -> None:
    league = make_competition()
    sent = filled(desk, rules_page(league)) | {"half_bait": "whole_bait", "target": "1000"}
    assert desk.post(rules_page(league), sent).status_code == 302
    league.refresh_from_db()
    assert RuleSet.from_json(league.rule_set) == RuleSet(half_bait="whole_bait", target=1000)
    page = desk.get(rules_page(league)).content.decode()
    assert page.count("changed; the preset says:") == 2
    entry = AuditEntry.objects.get()
    assert entry.before == {"half_bait": "caller_zero", "target": 500}
    assert entry.after == {"half_bait": "whole_bait", "target": 1000}


def test_every_option_has_its_number_and_a_sentence(desk: Client, make_competition: Make) -> None:
    page = desk.get(rules_page(make_competition())).content.decode()
    assert len(re.findall(r'class="rule-number">\s*rule \d', page)) == 30


def test_a_contradiction_is_refused_on_its_field_and_keeps_what_was_typed(
    desk: Client, make_competition: Make
) -> None:
    league = make_competition()
    sent = filled(desk, rules_page(league)) | {
        "contract": "bid", "threshold": "fixed_82", "target": "700",
    }  # fmt: skip
    answer = desk.post(rules_page(league), sent)
    assert answer.status_code == 422
    form = answer.context["form"]
    assert list(form.errors) == ["contract"]
    assert "does not go with" in form.errors["contract"][0]
    assert 'value="700"' in answer.content.decode()
    league.refresh_from_db()
    assert league.rule_set["target"] == 500


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({"target": "5_00"}, "target", "plain digits"),
        ({"target": "+500"}, "target", "plain digits"),
        ({"target": "٥٠٠"}, "target", "plain digits"),
        ({"target": "0"}, "target", "0 is out of range: write 1 to 100000."),
        ({"target": "9" * 40}, "target", "out of range"),
        ({"target": ""}, "target", "plain digits"),
        ({"run_long": "sevenths"}, "run_long", "sevenths"),
        ({"mode": "hands", "hands": ""}, "hands", "Write how many."),
        ({"mode": "bell", "minutes": ""}, "minutes", "Write how many."),
        ({"mode": "hands", "hands": "0"}, "hands", "write 1 to 99"),
        ({"mode": "never"}, "mode", "never"),
    ],
)
def test_what_cannot_be_is_refused_on_its_field(
    desk: Client, make_competition: Make, typed: dict[str, str], field: str, said: str
) -> None:
    league = make_competition()
    answer = desk.post(rules_page(league), filled(desk, rules_page(league)) | typed)
    assert answer.status_code == 422
    assert said in answer.context["form"].errors[field][0]
    league.refresh_from_db()
    assert league.version == 1


def test_an_unknown_preset_is_no_error_and_no_change(desk: Client, make_competition: Make) -> None:
    league = make_competition()
    assert desk.get(f"{rules_page(league)}?preset=bridge").status_code == 200


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ({"mode": "target"}, {"mode": "target", "hands": None, "minutes": None}),
        ({"mode": "hands", "hands": "12"}, {"mode": "hands", "hands": 12, "minutes": None}),
        ({"mode": "bell", "minutes": "25"}, {"mode": "bell", "hands": None, "minutes": 25}),
    ],
)
def test_a_game_ends_as_the_organizer_says(
    desk: Client, make_competition: Make, typed: dict[str, str], stored: dict[str, object]
) -> None:
    league = make_competition()
    desk.post(rules_page(league), filled(desk, rules_page(league)) | typed)
    league.refresh_from_db()
    assert league.match_play == stored


def test_rules_are_fixed_from_the_first_result_on(
    desk: Client, make_competition: Make, make_match: Callable[..., Match]
) -> None:
    league = make_competition()
    sent = filled(desk, rules_page(league)) | {"target": "1000"}
    Game.objects.create(match=make_match(league), number=1, total_a=512, total_b=340)
    answer = desk.post(rules_page(league), sent)
    assert answer.status_code == 422
    assert "0 hands and 1 result were scored by them" in answer.content.decode()
    league.refresh_from_db()
    assert league.rule_set["target"] == 500


def test_everybody_reads_the_rules_in_plain_words(
    client_of: Callable[..., Client], make_competition: Make
) -> None:
    league = make_competition(preset="kitchen", notes="Bring your own deck")
    page = client_of(None).get(f"/competitions/{league.pk}/rules/").content.decode()
    for said in (
        "A game goes to 500.",
        "They are bait: the others write everything.",
        "No trump may be called.",
        "Match points: 2 for a win, 1 for a draw, 0 for a loss.",
        "Points difference: points scored less points given up.",
        "Bring your own deck",
    ):
        assert said in page
    assert "Change the rules" not in page


def test_points_and_tie_breaks_are_stored_in_order(desk: Client, make_competition: Make) -> None:
    league = make_competition()
    sent = filled(desk, points_page(league)) | {
        "win": "1", "draw": "½", "rank_by": "games_won", "tie_1": "fewest_baits",
        "tie_2": "", "tie_3": "lot", "tie_mode": "continue", "difference_cap": "300",
    }  # fmt: skip
    assert desk.post(points_page(league), sent).status_code == 302
    league.refresh_from_db()
    stored = league.standings_rules
    assert stored["points"]["draw"] == 0.5
    assert stored["tie_breaks"] == ["fewest_baits", "lot"]
    assert (stored["rank_by"], stored["tie_mode"]) == ("games_won", "continue")
    assert (stored["difference_cap"], stored["lot_seed"]) == (300, "seed")


@pytest.mark.parametrize(
    ("typed", "field", "said"),
    [
        ({"tie_2": "points_difference"}, "tie_2", "stands above already (first tie-break)"),
        ({"win": "2.3"}, "win", "a whole number or a half up to 100"),
        ({"win": "-1"}, "win", "a whole number or a half up to 100"),
        ({"win": "101"}, "win", "a whole number or a half up to 100"),
        ({"bye_for": "1.5"}, "bye_for", "plain digits"),
        ({"tie_1": "coin"}, "tie_1", "coin"),
        ({"difference_cap": "0"}, "difference_cap", "write 1 to 100000"),
    ],
)
def test_points_that_cannot_be_are_refused_on_their_field(
    desk: Client, make_competition: Make, typed: dict[str, str], field: str, said: str
) -> None:
    league = make_competition()
    answer = desk.post(points_page(league), filled(desk, points_page(league)) | typed)
    assert answer.status_code == 422
    assert said in answer.context["form"].errors[field][0]


def test_points_change_after_the_start_only_with_a_reason(
    desk: Client, make_competition: Make, make_match: Callable[..., Match]
) -> None:
    league = make_competition()
    Game.objects.create(match=make_match(league), number=1, total_a=512, total_b=340)
    sent = filled(desk, points_page(league)) | {"tie_1": "lot", "tie_2": ""}
    answer = desk.post(points_page(league), sent)
    assert answer.status_code == 422
    assert list(answer.context["form"].errors) == ["reason"]

    sent["reason"] = "voted at the meeting"
    assert desk.post(points_page(league), sent).status_code == 302
    entry = AuditEntry.objects.get()
    assert entry.reason == "voted at the meeting"
    assert entry.before["tie_breaks"] == ["points_difference", "points_for"]
    assert entry.after["tie_breaks"] == ["lot"]


def test_a_check_is_lowered_to_a_warning_with_a_reason_and_told_to_everybody(
    desk: Client, client_of: Callable[..., Client], make_competition: Make
) -> None:
    league = make_competition()
    url = f"/competitions/{league.pk}/strictness/edit/"
    refused = desk.post(url, {"lowered": ["run_beaten"], "reason": ""})
    assert refused.status_code == 422
    assert list(refused.context["form"].errors) == ["reason"]
    answer = desk.post(url, {"lowered": ["run_beaten", "count_unreachable"], "reason": "old deck"})
    assert answer.status_code == 302
    league.refresh_from_db()
    assert league.lowered == ["count_unreachable", "run_beaten"]
    assert AuditEntry.objects.get().reason == "old deck"
    page = client_of(None).get(f"/competitions/{league.pk}/rules/").content.decode()
    assert "A count that no cards can make." in page


def test_sums_are_never_lowered(desk: Client, make_competition: Make) -> None:
    league = make_competition()
    answer = desk.post(
        f"/competitions/{league.pk}/strictness/edit/", {"lowered": ["count_sum"], "reason": "no"}
    )
    assert answer.status_code == 422
    league.refresh_from_db()
    assert league.lowered == []
