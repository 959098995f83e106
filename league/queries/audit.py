"""The names of what entries of the log point at."""

from collections.abc import Iterable, Iterator, Sequence

from django.utils.html import format_html

from league.models import AuditEntry, Competition, Entry, Match, Round, User
from league.queries.merges import partnerships_named, players_named
from league.words.audit import MatchNames, Names
from league.words.standings import names_of


def names_for(competition: Competition | None, entries: Sequence[AuditEntry]) -> Names:
    """The names for these entries, of a competition or of a club alone: a handful of statements,
    however many they are."""
    matches = Match.objects.filter(pk__in={entry.match_id for entry in entries if entry.match_id})
    keys = ("signed_by", "in", "out", "player", "claimant", "accused")
    one_by_one = (_found(entries, key) for key in keys)
    subjects = _subjects(entries, "player")
    people = set().union(_listed(entries, "players"), subjects, *one_by_one)
    accounts = User.objects.filter(pk__in=_found(entries, "user") | _subjects(entries, "user"))
    return Names(
        partnerships={
            number: format_html(
                '<bdi class="name">{}</bdi> &amp; <bdi class="name">{}</bdi>',
                pair.first.called,
                pair.second.called,
            )
            for number, pair in partnerships_named(_found(entries, "partnership")).items()
        },
        entries={
            entry.pk: names_of(entry)
            for entry in Entry.objects.filter(competition=competition).select_related(
                "partnership__first", "partnership__second"
            )
        },
        rounds={one.pk: str(one) for one in Round.objects.filter(stage__competition=competition)},
        players={number: player.called for number, player in players_named(people).items()},
        accounts={user.pk: str(user) for user in accounts},
        matches={
            match.pk: _match_names(match)
            for match in matches.select_related(
                "round",
                "entry_a__partnership__first",
                "entry_a__partnership__second",
                "entry_b__partnership__first",
                "entry_b__partnership__second",
            )
        },
    )


def _match_names(match: Match) -> MatchNames:
    return MatchNames(
        where=format_html("<bdi>{}</bdi>, {}", str(match.round), str(match).lower()),
        a=names_of(match.entry_a),
        b=names_of(match.entry_b),
    )


def _found(entries: Iterable[AuditEntry], key: str) -> set[int]:
    return set(_numbers(entries, key))


def _subjects(entries: Iterable[AuditEntry], kind: str) -> set[int]:
    """The numbers of subjects such as "player:12"."""
    split = (entry.subject.partition(":") for entry in entries)
    return {int(number) for said, _colon, number in split if said == kind and number.isdigit()}


def _listed(entries: Iterable[AuditEntry], key: str) -> set[int]:
    """Ids from lists of ids, or of rows that begin with one."""
    kept = (kept for entry in entries for kept in (entry.before, entry.after) if kept)
    rows = [row for one in kept if isinstance(one.get(key), list) for row in one[key]]
    return {row[0] if isinstance(row, list) else row for row in rows}


def _numbers(entries: Iterable[AuditEntry], key: str) -> Iterator[int]:
    for entry in entries:
        for kept in (entry.before, entry.after):
            if kept and isinstance(kept.get(key), int):
                yield kept[key]
