"""What `from scoring import ...` gives (docs/ARCHITECTURE.md)."""

from dataclasses import is_dataclass

import pytest

import scoring

FACTS = [name for name in scoring.__all__ if is_dataclass(getattr(scoring, name))]


@pytest.mark.parametrize("name", FACTS)
def test_facts_cannot_be_changed_after_they_were_written(name):
    fact = getattr(scoring, name)
    assert fact.__dataclass_params__.frozen
    assert "__slots__" in vars(fact)


def test_every_public_name_is_there_and_in_order():
    assert [name for name in scoring.__all__ if not hasattr(scoring, name)] == []
    assert len(set(scoring.__all__)) == len(scoring.__all__)
