"""What people paste, and how it is taken apart."""

import pytest

from league.forms.pasted_lines import read_lines, too_many


def names(text: str) -> tuple[str, ...]:
    (line,) = read_lines(text)
    assert not line.problem
    return line.names


def problem(text: str) -> str:
    (line,) = read_lines(text)
    assert not line.names
    return line.problem


@pytest.mark.parametrize(
    "text",
    [
        "Anne & Joe",
        "Anne&Joe",
        "Anne / Joe",
        "Anne, Joe",
        "Anne and Joe",
        "Anne AND Joe",
        "Anne et Joe",
        "Anne agus Joe",
        "Anne + Joe",
        "Anne; Joe",
        "Anne\tJoe",
        "\tAnne\t\tJoe\t",
        "12\tAnne\tJoe",
        "12. Anne & Joe",
        "3) Anne / Joe",
        "  Anne   &   Joe  ",
        "Anne\u202e & \u200bJoe",
        "1\tAnne & Joe",
    ],
)
def test_two_names_are_found_however_they_are_joined(text):
    assert names(text) == ("Anne", "Joe")


def test_single_name_is_one_person():
    assert names("Anne MacNeil") == ("Anne MacNeil",)


def test_comma_of_a_name_does_not_split_where_something_clearer_does():
    assert names("John MacNeil, Jr. & Joe Paul") == ("John MacNeil, Jr.", "Joe Paul")


@pytest.mark.parametrize("name", ["Andy Anderson", "Sandy Etheridge", "Ferdinand Roland"])
def test_names_with_and_or_et_inside_stay_whole(name):
    assert names(name) == (name,)


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        ("ליאת כהן & נועה לוי", ("ליאת כהן", "נועה לוי")),
        ("ليلى حداد، سامي خوري", ("ليلى حداد", "سامي خوري")),
        ("Mairi NicNèill agus Iain Bàn", ("Mairi NicNèill", "Iain Bàn")),
        ("ᒥᑭᒪᖅ / Kji-Keptin", ("ᒥᑭᒪᖅ", "Kji-Keptin")),
    ],
)
def test_names_of_every_script_are_read(text, pair):
    assert names(text) == pair


def test_lines_keep_their_number_over_empty_ones_and_every_line_ending():
    lines = read_lines("Anne & Joe\r\n\r\n  \rRita\nStan")
    assert [(line.number, line.names) for line in lines] == [
        (1, ("Anne", "Joe")),
        (4, ("Rita",)),
        (5, ("Stan",)),
    ]


def test_three_names_on_a_line_are_a_problem_that_names_them():
    assert problem("Anne & Joe & Rita") == (
        "3 names on one line (Anne · Joe · Rita): write two partners, or one person."
    )


@pytest.mark.parametrize("text", ["Anne & ", "& Joe", "Anne / \u202e"])
def test_missing_partner_is_a_problem(text):
    assert problem(text) == "One of the two names is missing."


def test_line_without_a_letter_is_a_problem():
    assert problem("-----") == "A name needs at least one letter."


def test_name_of_101_letters_is_a_problem_with_the_figures_and_the_line_is_kept():
    (line,) = read_lines("Anne & " + "b" * 101)
    assert line.problem == "This name has 101 letters; 100 is the most."
    assert line.text == "Anne & " + "b" * 101


def test_name_of_100_letters_is_read():
    assert names("Anne & " + "b" * 100) == ("Anne", "b" * 100)


def test_list_of_301_lines_is_too_long_in_one_go():
    assert too_many(read_lines("Anne\n" * 300)) is None
    assert too_many(read_lines("Anne\n" * 301)) == "301 lines; 300 is the most at one time."
