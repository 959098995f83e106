"""People who come to the pages, and small makers of clubs, leagues and matches.

The makers write to the models directly: what they make is a state, not an action.
"""

from collections.abc import Callable, Iterator
from itertools import count

import pytest
from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from django.test import Client
from django.utils import timezone

from league.models import (
    Club,
    Competition,
    Entrant,
    Entry,
    Lineup,
    Match,
    Partnership,
    Player,
    Role,
    Round,
    Stage,
    User,
)

PASSWORD = "a-good-long-password"
NAMES = [
    "Anne MacNeil",
    "Joe Boudreau",
    "Mairi NicNèill",
    "Éloi à Joseph",
    "Donna Paul",
    "Sandy Denny",
    "Flora Gillis",
    "Léo Samson",
    "Rita Marshall",
    "Angus Beaton",
    "Noor Haddad",
    "Stan Kowalski",
    "Peigi Bàn",
    "Cyril LeBlanc",
    "Molly Googoo",
    "Hughie Dan",
    "Teresa DiPersio",
    "Bernie Chiasson",
    "Effie MacLellan",
    "Roddie Morrison",
    "Marie Aucoin",
    "Tom Sylliboy",
    "Ida Gouthro",
    "Neil Currie",
]


@pytest.fixture
def make_club(db) -> Callable[..., Club]:
    """make_club(name="...", slug="...") -> Club."""
    numbers = count(1)

    def make(name: str | None = None, slug: str | None = None, **fields) -> Club:
        number = next(numbers)
        name = name or f"Club {number}"
        return Club.objects.create(name=name, slug=slug or f"club-{number}", **fields)

    return make


@pytest.fixture
def make_user(db) -> Callable[..., User]:
    """make_user("rita", club, "organizer") -> User with that role; the password is PASSWORD."""

    def make(name: str, club: Club | None = None, role: str | None = None, **fields) -> User:
        user = User.objects.create_user(f"{name}@example.com", PASSWORD, name=name, **fields)
        if club is not None and role is not None:
            Role.objects.create(club=club, user=user, kind=role)
        return user

    return make


@pytest.fixture
def club(make_club) -> Club:
    return make_club("Glace Bay Legion", "glace-bay")


@pytest.fixture
def other_club(make_club) -> Club:
    return make_club("Chéticamp Acadian Club", "cheticamp")


@pytest.fixture
def owner(make_user, club) -> User:
    return make_user("owner", club, Role.Kind.OWNER)


@pytest.fixture
def organizer(make_user, club) -> User:
    return make_user("organizer", club, Role.Kind.ORGANIZER)


@pytest.fixture
def scorekeeper(make_user, club) -> User:
    return make_user("scorekeeper", club, Role.Kind.SCOREKEEPER)


@pytest.fixture
def member(make_user, club) -> User:
    return make_user("member", club, Role.Kind.MEMBER)


@pytest.fixture
def stranger(make_user, other_club) -> User:
    """An organizer, but of another club."""
    return make_user("stranger", other_club, Role.Kind.ORGANIZER)


@pytest.fixture
def site_admin(db) -> User:
    return User.objects.create_superuser("admin@example.com", PASSWORD, name="admin")


@pytest.fixture
def client_of() -> Callable[[User | None], Client]:
    """client_of(user) -> a browser where that user is signed in; client_of(None) is a guest's."""

    def make(user: User | None = None, **kwargs) -> Client:
        client = Client(**kwargs)
        if user is not None:
            backend = "league.accounts.AuthenticationBackend"
            client.force_login(user, backend=backend)
        return client

    return make


@pytest.fixture
def personas(owner, organizer, scorekeeper, member, stranger, site_admin) -> dict[str, User | None]:
    """Everybody who may come to a page, by name; the guest is None."""
    return {
        "guest": None,
        "stranger": stranger,
        "member": member,
        "scorekeeper": scorekeeper,
        "organizer": organizer,
        "owner": owner,
        "site_admin": site_admin,
    }


@pytest.fixture
def make_player(club) -> Callable[..., Player]:
    """make_player("Anne MacNeil", club=...) -> Player; names are found when none is given."""
    numbers = count()

    def make(name: str | None = None, *, club: Club = club, **fields) -> Player:
        number = next(numbers)
        again = f" {number // len(NAMES) + 1}" if number >= len(NAMES) else ""
        name = name or NAMES[number % len(NAMES)] + again
        return Player.objects.create(club=club, name=name, **fields)

    return make


@pytest.fixture
def make_partnership(make_player, club) -> Callable[..., Partnership]:
    """make_partnership() or make_partnership(anne, joe) -> Partnership."""

    def make(
        one: Player | None = None, other: Player | None = None, *, club: Club = club
    ) -> Partnership:
        pair = [one or make_player(club=club), other or make_player(club=club)]
        first, second = sorted(pair, key=lambda player: player.pk)
        return Partnership.objects.create(club=club, first=first, second=second)

    return make


@pytest.fixture
def make_entry(make_partnership) -> Callable[..., Entry]:
    """make_entry(competition, partnership=None) -> Entry with its two entrants."""

    def make(competition: Competition, partnership: Partnership | None = None) -> Entry:
        partnership = partnership or make_partnership(club=competition.club)
        entry = Entry.objects.create(competition=competition, partnership=partnership)
        for player in (partnership.first, partnership.second):
            Entrant.objects.create(competition=competition, entry=entry, player=player)
        return entry

    return make


@pytest.fixture
def make_competition(club, make_entry) -> Callable[..., Competition]:
    """make_competition(entries=4, preset="cape-breton", options=None, state="running", ...).

    Entries, the preset's rules, the default points and tie-breaks; no stage, no round.
    """

    def make(
        *,
        entries: int = 4,
        preset: str = "cape-breton",
        options: dict | None = None,
        state: str = Competition.State.RUNNING,
        club: Club = club,
        name: str = "Winter league",
        **fields,
    ) -> Competition:
        from scoring import PointsSystem, RuleSet, StandingsRules, TieBreak

        rules = RuleSet.from_preset(preset, options)
        standings = StandingsRules(
            points=PointsSystem(),
            rank_by="match_points",
            tie_breaks=(TieBreak("points_difference"), TieBreak("points_for")),
            tie_mode="restart",
            lot_seed="seed",
        )
        fields.setdefault("rule_set", rules.to_json())
        fields.setdefault("standings_rules", standings.to_json())
        fields.setdefault("match_play", {"mode": "target", "hands": None, "minutes": None})
        competition = Competition.objects.create(club=club, name=name, state=state, **fields)
        for _number in range(entries):
            make_entry(competition)
        return competition

    return make


@pytest.fixture
def make_round() -> Callable[..., Round]:
    """make_round(competition, number=1, state="published", best_of=1, kind="round_robin")."""

    def make(
        competition: Competition,
        *,
        number: int = 1,
        state: str = Round.State.PUBLISHED,
        kind: str = Stage.Kind.ROUND_ROBIN,
        best_of: int = 1,
        **fields,
    ) -> Round:
        stage_number = 1 if kind == Stage.Kind.ROUND_ROBIN else 2
        stage, _made = Stage.objects.get_or_create(
            competition=competition,
            number=stage_number,
            defaults={"kind": kind, "best_of": best_of},
        )
        fields.setdefault("starts_at", timezone.now())
        return Round.objects.create(stage=stage, number=number, state=state, **fields)

    return make


@pytest.fixture
def make_match(make_competition, make_round, make_entry) -> Callable[..., Match]:
    """make_match() or make_match(competition, entry_a=..., entry_b=..., round=..., best_of=3).

    At the round's next table, its four people in the line-up; entries not named are the next free.
    """

    def make(
        competition: Competition | None = None,
        *,
        round: Round | None = None,
        entry_a: Entry | None = None,
        entry_b: Entry | None = None,
        table: int | None = None,
        best_of: int = 1,
        **fields,
    ) -> Match:
        if competition is None:
            competition = round.stage.competition if round else make_competition(entries=2)
        latest = Round.objects.filter(stage__competition=competition).last()
        night = round or latest or make_round(competition, best_of=best_of)
        taken = [
            entry.pk for match in night.matches.all() for entry in (match.entry_a, match.entry_b)
        ]
        named = [entry.pk for entry in (entry_a, entry_b) if entry]
        free = competition.entries.exclude(pk__in=taken + named)
        pair = [entry_a, entry_b]
        free_entries = list(free[:2])
        for side in (0, 1):
            if pair[side] is None:
                pair[side] = free_entries.pop(0) if free_entries else make_entry(competition)
        match = Match.objects.create(
            round=night,
            table=table or night.matches.count() + 1,
            entry_a=pair[0],
            entry_b=pair[1],
            **fields,
        )
        for side, entry in zip("ab", pair, strict=True):
            for player in (entry.partnership.first, entry.partnership.second):
                Lineup.objects.create(round=night, match=match, side=side, player=player)
        return match

    return make


@pytest.fixture
def kept_pages(settings) -> Iterator[BaseCache]:
    """The cache `pages` keeps, as on a real site; empty at first."""
    real = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "kept"}
    facts = {"BACKEND": "league.kept_objects.KeptObjects"}
    settings.CACHES = {**settings.CACHES, "pages": real, "facts": facts}
    caches["pages"].clear()
    caches["facts"].clear()
    yield caches["pages"]
    caches["pages"].clear()
    caches["facts"].clear()
