"""A hall on a database of its own: python -m tests.faults.hall make|read, answered in JSON.

A program of its own, so that the production settings hold and no test's transaction is around it.
"""

import json
import sys
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from typing import Any

import django

django.setup()

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.core.management import CommandError, call_command  # noqa: E402
from django.utils import timezone  # noqa: E402

from league.actions.links import make_night_links  # noqa: E402
from league.models import (  # noqa: E402
    AuditEntry,
    Club,
    Competition,
    Hand,
    Lineup,
    Match,
    Role,
    Round,
    SentHand,
    Stage,
    TableLink,
    User,
)
from league.queries.hands import completed, rules_of, sheet_of  # noqa: E402
from league.queries.matches import load_matches  # noqa: E402
from scoring import PointsSystem, RuleSet, StandingsRules, sheet_to_json  # noqa: E402
from tests.league.cross_tables import enter  # noqa: E402
from tests.league.evenings import begin  # noqa: E402

PRESETS = ("cape-breton", "kitchen")
TABLES = 4  # a competition
HANDS = 20  # a match


def make(rounds: int, leagues: int) -> list[dict[str, Any]]:
    """Clubs that play tonight, each table with its phone: half of them signed in as scorekeepers,
    half with the table's link. Gives, for each phone, its session and the matches of its table."""
    phones = []
    for number in range(leagues):
        club = Club.objects.create(name=f"Club {number}", slug=f"club-{number}")
        keeper = User.objects.create_user(f"keeper{number}@example.com", None, name="keeper")
        Role.objects.create(club=club, user=keeper, kind=Role.Kind.ORGANIZER)
        league = _league(club, PRESETS[number % len(PRESETS)])
        tables = _rounds(league, rounds)
        night = timezone.localdate()
        make_night_links(league, night=night, tables=TABLES, by=keeper)
        for table, matches in enumerate(tables, 1):
            for match in matches:
                begin(match, keeper)
            link = TableLink.objects.get(competition=league, table=table) if table % 2 else None
            phones.append(
                {
                    "session": _session(link or keeper),
                    "matches": [match.pk for match in matches],
                    "rules": league.rule_set,
                    "hands": HANDS,
                }
            )
    return phones


def _league(club: Club, preset: str) -> Competition:
    standings = StandingsRules(
        points=PointsSystem(), rank_by="match_points", tie_breaks=(), tie_mode="restart"
    )
    return Competition.objects.create(
        club=club,
        name="Winter league",
        state=Competition.State.RUNNING,
        rule_set=RuleSet.from_preset(preset).to_json(),
        standings_rules=standings.to_json(),
        match_play={"mode": "hands", "hands": HANDS, "minutes": None},
    )


def _rounds(league: Competition, rounds: int) -> list[list[Match]]:
    """The matches table by table; round after round all move to another table."""
    entries = [enter(league, f"{letter}") for letter in "ABCDEFGH"]
    stage = Stage.objects.create(competition=league, number=1)
    tables: list[list[Match]] = [[] for _table in range(TABLES)]
    for number in range(1, rounds + 1):
        night = Round.objects.create(
            stage=stage, number=number, state=Round.State.PUBLISHED, starts_at=timezone.now()
        )
        for table in range(TABLES):
            pair = entries[table], entries[TABLES + (table + number) % TABLES]
            match = Match.objects.create(
                round=night, table=table + 1, entry_a=pair[0], entry_b=pair[1]
            )
            for side, entry in zip("ab", pair, strict=True):
                for player in (entry.partnership.first, entry.partnership.second):
                    Lineup.objects.create(round=night, match=match, side=side, player=player)
            tables[table].append(match)
    return tables


def _session(who: User | TableLink) -> str:
    session = SessionStore()
    if isinstance(who, TableLink):
        session["table_links"] = [who.pk]
    else:
        session[SESSION_KEY] = str(who.pk)
        session[BACKEND_SESSION_KEY] = "league.accounts.AuthenticationBackend"
        session[HASH_SESSION_KEY] = who.get_session_auth_hash()
    session.save()
    return str(session.session_key)


def read() -> dict[str, Any]:
    """All that is stored: hands by their id, totals by match, what the log says was done to each
    hand, hands in question; and what the two commands say of it that prove it whole."""
    names = {f"hand:{pk}": str(own) for pk, own in Hand.objects.values_list("pk", "client_id")}
    done: Counter[str] = Counter()
    for verb, subject in AuditEntry.objects.values_list("verb", "subject"):
        if subject in names:
            done[f"{verb} {names[subject]}"] += 1
    hands, totals = {}, {}
    for view in load_matches(Match.objects.all(), sheets=True):
        for game in view.games:
            totals[view.match.pk] = [game.score.ns, game.score.ew]
    stored = Hand.objects.select_related("game__match__round__stage__competition")
    for hand in stored.prefetch_related("runs", "sets"):
        rules = rules_of(hand.game.match.round.stage.competition)
        hands[str(hand.client_id)] = {
            "match": hand.game.match_id,
            "number": hand.number,
            "revision": hand.revision,
            "status": hand.status,
            "note": hand.note,
            "sheet": sheet_to_json(completed(sheet_of(hand), rules)),
        }
    kept = SentHand.objects.filter(outcome=SentHand.Outcome.KEPT).count()
    return {"hands": hands, "totals": totals, "done": done, "kept": kept, "proofs": _proofs()}


def _proofs() -> dict[str, str]:
    """What each of the two commands finds; "" for nothing wrong."""
    found = {}
    for command in ("verify_scores", "verify_audit"):
        told = StringIO()
        found[command] = ""
        with redirect_stdout(told), redirect_stderr(told):
            try:
                call_command(command, stdout=told, stderr=told)
            except CommandError as error:
                found[command] = f"{told.getvalue()}{error}"
    return found


if __name__ == "__main__":
    if sys.argv[1] == "make":
        call_command("migrate", verbosity=0)
        call_command("createcachetable", verbosity=0)
        answer: Any = make(rounds=int(sys.argv[2]), leagues=int(sys.argv[3]))
    else:
        answer = read()
    json.dump(answer, sys.stdout)
