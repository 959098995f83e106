"""What people type into a count or a name, and what becomes of it."""

import pytest
from django import forms

from league.forms.fields import NameField, PointsField


def cleaned(field: forms.Field, typed: str) -> object:
    return field.clean(typed)


def refused(field: forms.Field, typed: str) -> str:
    with pytest.raises(forms.ValidationError) as caught:
        field.clean(typed)
    return " ".join(caught.value.messages)


@pytest.mark.parametrize(
    ("typed", "points"), [("0", 0), ("96", 96), (" 96 ", 96), ("162", 162), ("007", 7)]
)
def test_count_in_plain_digits_is_read(typed, points):
    assert cleaned(PointsField(max_value=162), typed) == points


@pytest.mark.parametrize(
    "typed",
    ["1_62", "+162", "162.0", "162,0", "1e2", "١٦٢", "１６２", "16²", "-5", "x", "9 6", "0x10"],
)
def test_count_in_anything_but_plain_digits_is_refused_kindly(typed):
    assert refused(PointsField(max_value=162), typed) == (
        "Write the count in plain digits, such as 96."
    )


def test_count_left_empty_asks_for_digits_or_is_nothing():
    assert refused(PointsField(max_value=162), "  ").startswith("Write the count")
    assert cleaned(PointsField(max_value=162, required=False), "") is None


def test_count_out_of_range_is_told_with_the_figures():
    assert refused(PointsField(max_value=162), "163") == "163 is out of range: write 0 to 162."


def test_count_of_five_thousand_digits_is_refused_without_reading_it():
    said = refused(PointsField(max_value=162), "9" * 5000)
    assert said == "999999999… is out of range: write 0 to 162."


def test_penalty_may_be_negative_with_either_minus_sign():
    field = PointsField(min_value=-10, max_value=10)
    assert cleaned(field, "-3") == -3
    assert cleaned(field, "\u22123") == -3
    assert refused(field, "-11") == "-11 is out of range: write -10 to 10."


def test_count_shows_the_number_pad_only_where_it_has_every_key():
    assert 'inputmode="numeric"' in str(_one_field(PointsField(max_value=162)))
    assert 'inputmode="text"' in str(_one_field(PointsField(min_value=-9, max_value=9)))


@pytest.mark.parametrize(
    "name",
    [
        "Mairi NicNèill",
        "Éloi à Joseph Boudreau",
        "Kji-Keptin Alek Denny",
        "L’nu’k Muise",
        "נועה כהן",
        "ليلى حداد",
        "ᒥᑭᒪᖅ",
        "李",
        "X",
        "a" * 100,
        "John D'Arcy MacNeil, Jr.",
    ],
)
def test_name_of_any_kind_is_kept_as_typed(name):
    assert cleaned(NameField(), name) == name


def test_name_is_composed_and_its_white_space_folded():
    assert cleaned(NameField(), "  Ne\u0301a \t\u00a0 Boudreau\r\n") == "Néa Boudreau"


@pytest.mark.parametrize(
    "hidden", ["\u202e", "\u200f", "\u2066", "\u200b", "\x00", "\x07", "\ufeff"]
)
def test_invisible_characters_are_taken_out_of_a_name(hidden):
    assert cleaned(NameField(), f"{hidden}Anne{hidden} MacNeil{hidden}") == "Anne MacNeil"


def test_joiner_that_shapes_letters_stays_in_a_name():
    assert cleaned(NameField(), "علی\u200cرضا") == "علی\u200cرضا"


@pytest.mark.parametrize("typed", ["", "   ", "\u200b\u202e", "\x00"])
def test_name_of_nothing_is_asked_for(typed):
    assert refused(NameField(), typed) == "Write a name."


def test_name_without_a_letter_is_refused():
    assert refused(NameField(), "-- ?") == "A name needs at least one letter."


def test_name_of_101_letters_is_refused_with_the_figures():
    assert refused(NameField(), "a" * 101) == "This name has 101 letters; 100 is the most."


def test_name_field_follows_the_direction_of_its_script():
    assert 'dir="auto"' in str(_one_field(NameField()))


def _one_field(field: forms.Field) -> forms.BoundField:
    return type("OneField", (forms.Form,), {"it": field})()["it"]
