"""An action's refusal, put where the person who asked will see it."""

from django.forms import BaseForm

from league.actions.errors import ActionError, StaleEdit


def put_on_form(form: BaseForm, refused: ActionError) -> int:
    """Add the sentence to its field, else to the whole form. Gives the answer's status."""
    field = refused.field if refused.field in form.fields else None
    form.add_error(field, refused.message)
    return status_of(refused)


def status_of(refused: ActionError) -> int:
    """409 when somebody else saved in between, else 422."""
    return 409 if isinstance(refused, StaleEdit) else 422
