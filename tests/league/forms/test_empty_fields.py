"""What is left empty is asked for in words of its own, never in the library's."""

import importlib
import pkgutil

from django import forms

import league.forms

# Its lists are filled when the form is made, and none has an empty line.
ALWAYS_CHOSEN = {"seasons.SeasonForm"}
LIBRARYS = str(forms.Field.default_error_messages["required"])


def can_be_empty(field: forms.Field) -> bool:
    """Whether somebody at the page can leave it empty: no hidden field, no choice made before."""
    widget = field.widget
    if not field.required or isinstance(widget, forms.HiddenInput | forms.RadioSelect):
        return False
    chosen = field.initial is not None
    plain = not isinstance(field, forms.ModelChoiceField)
    choices = list(getattr(field, "choices", ())) if plain else []
    return not chosen and (not choices or choices[0][0] == "")


def test_every_field_that_can_be_left_empty_asks_in_its_own_words() -> None:
    silent = []
    for found in pkgutil.iter_modules(league.forms.__path__):
        module = importlib.import_module(f"league.forms.{found.name}")
        for name, form in vars(module).items():
            if not (isinstance(form, type) and issubclass(form, forms.BaseForm)):
                continue
            if f"{found.name}.{name}" in ALWAYS_CHOSEN:
                continue
            silent += [
                f"{found.name}.{name}.{one}"
                for one, field in form.base_fields.items()
                if can_be_empty(field) and str(field.error_messages["required"]) == LIBRARYS
            ]
    assert silent == []
