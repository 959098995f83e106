"""Remarks that speak of a person are found; others are left alone."""

import pytest
from django.apps import apps
from django.db import models

from league.queries.mentions import Mentions, remark_fields, remarks_in

# Columns of text in which nobody writes a remark: what things are called, codes, addresses.
NO_REMARKS = {
    "auditchain.name", "auditentry.chain", "auditentry.digest", "auditentry.previous",
    "auditentry.subject", "auditentry.text_digest", "auditentry.verb", "audittext.salt",
    "club.name", "club.place", "club.slug", "competition.name", "deletion.label",
    "division.name", "invitation.digest", "invitation.email", "invitation.name",
    "player.full_name", "player.name", "round.name", "tablelink.digest", "user.email", "user.name",
    "user.password", "hand.bella_call", "hand.verdict", "match.slot", "ruling.card", "ruling.rule",
    "adjustment.rule", "board.page", "loggedrow.digest", "loggedrow.kind", "secondsheet.holder",
}  # fmt: skip


def test_every_column_of_text_is_a_remark_or_known_as_none() -> None:
    """A new column that somebody writes in must be forgotten with a person: name it so that
    `is_remark` knows it, or say here that nobody's name can stand in it."""
    undecided = {
        f"{model._meta.model_name}.{field.name}"
        for model in apps.get_app_config("league").get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, models.CharField | models.TextField)
        and not field.choices
        and field.name not in remark_fields(model)
    }
    assert undecided - NO_REMARKS == set()


@pytest.mark.parametrize(
    ("text", "anywhere", "near"),
    [
        ("Anne MacNeil was late", True, True),
        ("ANNE MACNEIL, again", True, True),
        ("a. macneil counted", True, True),
        ("said Anne M.", True, True),
        ("Ánne MacNéil", True, True),
        ("Anne was late", False, True),
        ("old MacNeil", False, True),
        ("the lights went out", False, False),
        ("Annette MacNeill", False, False),
        ("Joe Boudreau", False, False),
    ],
)
def test_what_speaks_of_her(text: str, anywhere: bool, near: bool) -> None:
    said = Mentions(["Anne MacNeil"])
    assert said.in_text(text) is anywhere
    assert said.in_text(text, near=True) is near


def test_a_single_name_counts_at_the_own_table_alone() -> None:
    said = Mentions(["Rita"])
    assert not said.in_text("St. Rita hall is closed")
    assert said.in_text("Rita went home", near=True)


def test_her_name_is_cut_out_of_a_longer_text() -> None:
    said = Mentions(["Anne D'Arcy MacNeil"])
    text = "Fee to Anne D’Arcy MacNeil, please; doors at 7."
    assert said.without(text, "—") == "Fee to —, please; doors at 7."


def test_remarks_in_json_are_found_at_any_depth() -> None:
    kept = {"swaps": [{"reason": "Anne asked", "one": 3}], "name": "Anne", "seed": "Anne"}
    assert remarks_in(kept, lambda key, text: f"{key}!") == {
        "swaps": [{"reason": "reason!", "one": 3}], "name": "name!", "seed": "Anne",
    }  # fmt: skip
