"""What was made from the facts of a table, kept beside them for the next page.

A hand in a game that goes on changes no result that counts: the order, the places still possible,
the sentences of all but two lines are what they were. `Made` goes with the facts it was made from
(`league.queries.table_facts`) from one hand to the next, and ends with them: any write that is
about no sheet, a changed name, a new day, a deadline of the clock begin an empty one. So while one
is there, nothing has changed but matches, and of these only such as everybody can see.
"""

from collections.abc import Callable, Hashable, Mapping
from operator import is_
from typing import Any, NamedTuple, TypeVar

from django.utils.translation import get_language

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class Of(NamedTuple):
    """What something was made of: the very same `objects` (nobody changes kept ones, and two rows
    of the database are equal when their numbers are, so they are not compared), and `values` that
    are equal."""

    objects: tuple[Any, ...] = ()
    values: tuple[Any, ...] = ()


class Made:
    """Kept for as long as nothing but sheets is written. Several threads may share it: at worst
    two make the same."""

    def __init__(self) -> None:
        self._once: dict[str, Any] = {}
        self._parts: dict[tuple[str, str | None], dict[Any, tuple[Of, Any]]] = {}

    def once(self, name: str, make: Callable[[], T]) -> T:
        """What no sheet changes: made when it is first asked for."""
        if name not in self._once:
            self._once[name] = make()
        made: T = self._once[name]
        return made

    def again(self, name: str, wanted: Mapping[K, Of], make: Callable[[Of], T]) -> dict[K, T]:
        """Each of `wanted` as it was made the last time under this name and in this language, where
        it was made of the same; `make` makes the others, and looks at nothing else."""
        where = (name, get_language())
        before = self._parts.get(where, {})
        now = {}
        for key, of in wanted.items():
            kept = before.get(key)
            now[key] = kept if kept is not None and _same(kept[0], of) else (of, make(of))
        self._parts[where] = now
        return {key: made for key, (_of, made) in now.items()}

    def last(self, name: str, of: Of, make: Callable[[Of], T]) -> T:
        """The same for one thing alone."""
        return self.again(name, {0: of}, make)[0]


def _same(one: Of, other: Of) -> bool:
    return (
        len(one.objects) == len(other.objects)
        and all(map(is_, one.objects, other.objects))
        and one.values == other.values
    )
