"""The fields every form of the league uses: a count of points, halves, a name, and words."""

import re
import unicodedata
from fractions import Fraction
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

NAME_LETTERS = 100

# Joiners shape letters in Persian, Arabic and Indic names; every other invisible
# character (direction marks, zero-width spaces, soft hyphens) only hides something.
_JOINERS = "\u200c\u200d"
_PLAIN_COUNT = re.compile(r"-?[0-9]+", re.ASCII)
_HALVES = re.compile(r"-?(?:[0-9]{1,3}(?:\.[05])?|\.5)", re.ASCII)
_MOST_DIGITS = 9
# What both databases hold in a row's number, whatever the digits are.
_MOST_ID_DIGITS = 18


def tidy_name(text: str) -> str:
    """The name as it is kept: NFC, white space folded to single spaces, nothing invisible."""
    text = unicodedata.normalize("NFC", text)
    text = " ".join(text.split())
    kept = [
        letter
        for letter in text
        if unicodedata.category(letter) not in ("Cc", "Cf", "Cs") or letter in _JOINERS
    ]
    return " ".join("".join(kept).split()).strip(_JOINERS)


def name_problem(name: str, most: int = NAME_LETTERS) -> str | None:
    """What is wrong with a tidy name, as a sentence with the figures; None when nothing is."""
    if not any(unicodedata.category(letter)[0] in "LN" for letter in name):
        return gettext("A name needs at least one letter.")
    if len(name) > most:
        return ngettext(
            "This name has %(typed)d letter; %(most)d is the most.",
            "This name has %(typed)d letters; %(most)d is the most.",
            len(name),
        ) % {"typed": len(name), "most": most}
    return None


class PointsField(forms.Field):
    """A whole number written in plain digits, such as 96, from `min_value` to `max_value`.

    "1_62", "+162", "162.0" and digits of other scripts are refused, because nobody who reads
    the sheet would be sure of them. A minus sign is read only when `min_value` is below 0.
    Gives an int, or None when nothing was typed and the field is not required.
    """

    widget = forms.TextInput
    default_error_messages = {
        "required": _("Write the count in plain digits, such as 96."),
        "digits": _("Write the count in plain digits, such as 96."),
        "range": _("%(typed)s is out of range: write %(least)d to %(most)d."),
    }

    def __init__(self, *, min_value: int = 0, max_value: int, **kwargs: Any) -> None:
        self.min_value = min_value
        self.max_value = max_value
        super().__init__(**kwargs)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        # A phone's number pad has no minus sign.
        numeric = self.min_value >= 0
        return {"inputmode": "numeric" if numeric else "text", "autocomplete": "off"}

    def to_python(self, value: Any) -> int | None:
        text = str(value if value is not None else "").strip().replace("\u2212", "-")
        if not text:
            return None
        if not _PLAIN_COUNT.fullmatch(text) or (text.startswith("-") and self.min_value >= 0):
            raise ValidationError(self.error_messages["digits"], code="digits")
        too_long = len(text.lstrip("-")) > _MOST_DIGITS
        if too_long or not self.min_value <= int(text) <= self.max_value:
            typed = text[:_MOST_DIGITS] + "\u2026" if too_long else text
            params = {"typed": typed, "least": self.min_value, "most": self.max_value}
            raise ValidationError(self.error_messages["range"], code="range", params=params)
        return int(text)


class HalvesField(forms.Field):
    """Match points: a whole number or a half from `min_value` to `max_value` (at most 999 off 0),
    typed as 2, 0.5, 0,5, ½ or 1½.

    Gives an exact number as `scoring` counts it, or None when nothing was typed and the field is
    not required. A minus sign is read only when `min_value` is below 0.
    """

    widget = forms.TextInput

    def __init__(self, *, min_value: int = 0, max_value: int = 100, **kwargs: Any) -> None:
        self.min_value = min_value
        self.max_value = max_value
        super().__init__(**kwargs)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        # A phone's number pad has no minus sign.
        return {"inputmode": "decimal" if self.min_value >= 0 else "text", "autocomplete": "off"}

    def to_python(self, value: Any) -> int | Fraction | None:
        text = str(value if value is not None else "").strip()
        if not text:
            return None
        text = text.replace("\u2212", "-").replace(" ½", "½").replace("½", ".5").replace(",", ".")
        exact = Fraction(text) if _HALVES.fullmatch(text) else None
        if exact is None or not self.min_value <= exact <= self.max_value:
            raise ValidationError(self._wanted(), code="halves")
        return exact.numerator if exact.denominator == 1 else exact

    def _wanted(self) -> str:
        if self.min_value < 0:
            text = gettext(
                "Write a whole number or a half from %(least)d to %(most)d, such as 1 or -0.5."
            )
        else:
            text = gettext("Write a whole number or a half up to %(most)d, such as 2 or 0.5.")
        return text % {"least": self.min_value, "most": self.max_value}


class WordsField(forms.CharField):
    """Words as they come: a reason, a note, a pasted list. Too many are said with the figures."""

    default_error_messages = {
        "max_length": _("%(show_value)d letters are too many; %(limit_value)d is the most."),
        "null_characters_not_allowed": _("A sign in it cannot be read. Write it again."),
    }


class NameField(forms.Field):
    """The name of a person, club or competition, in any script, 1 to `most` letters.

    Gives the tidy name (see `tidy_name`), "" when nothing was typed and it is not required.
    """

    widget = forms.TextInput
    default_error_messages = {"required": _("Write a name.")}

    def __init__(self, *, most: int = NAME_LETTERS, **kwargs: Any) -> None:
        self.most = most
        super().__init__(**kwargs)

    def widget_attrs(self, widget: forms.Widget) -> dict[str, Any]:
        return {"dir": "auto", "autocomplete": "off"}

    def to_python(self, value: Any) -> str:
        return tidy_name(str(value if value is not None else ""))

    def validate(self, value: str) -> None:
        super().validate(value)
        if value and (problem := name_problem(value, self.most)):
            raise ValidationError(problem, code="name")


class TickedField(forms.ModelMultipleChoiceField):
    """Rows that were ticked. A number longer than any row has is refused like any other."""

    def clean(self, value: Any) -> Any:
        for number in value if isinstance(value, list | tuple) else ():
            if len(str(number)) > _MOST_ID_DIGITS:
                raise ValidationError(
                    self.error_messages["invalid_choice"],
                    code="invalid_choice",
                    params={"value": f"{str(number)[:_MOST_DIGITS]}…"},
                )
        return super().clean(value)
