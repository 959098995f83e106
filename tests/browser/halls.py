"""A hall where everything is there to be read: names of every kind, matches in every state."""

from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse

from league.actions.acceptance import accept_match
from league.actions.claims import claim_player
from league.actions.invitations import show_code
from league.models import (
    Adjustment,
    Competition,
    Invitation,
    Match,
    Player,
    Role,
    Round,
    Stage,
    User,
)
from league.queries.invitations import secret_of
from league.queries.matches import load_match, stamp_of
from tests.league.cross_tables import seat, write_hands, write_result
from tests.league.evenings import begin, play

LONG = (
    "Marguerite-Théodora-Évangéline Philomène MacGillivray "
    "de la Vieille-Rivière-aux-Rats-Musqués dite Bé"
)
UNBROKEN = "Mac" + "gillieuseabhaintrighe" * 4 + "Dòmhnallach15"
MARKUP = "<script>alert(1)</script>"
IMAGE = "<img src=x onerror=alert(1)>"
PAIRS = [
    (LONG, UNBROKEN),
    ("عبد الرحمن الحدّاد", "نור ابن"),
    ("Sa’n Kji-Saqamaw Ṗiel ᓴᓐ", "Éloi à Joseph à Médée d’Entremont"),
    ("Q", "Ø"),
    (MARKUP, IMAGE),
    ("Anne MacNeil", "Joe Boudreau"),
]
LEAGUE = (
    "Tuesday league of the whole of Cape Breton Island "
    "& the Îles-de-la-Madeleine, season 2026–27 part B"
)


@dataclass(slots=True)
class Hall:
    """The league and its matches by what became of them; the pages as name -> address."""

    league: Competition
    players: dict[str, Player]
    over: Match
    playing: Match
    fresh: Match
    final: Match
    first_round: Round
    code: Invitation
    public: dict[str, str] = field(default_factory=dict)
    organizer: dict[str, str] = field(default_factory=dict)
    table: dict[str, str] = field(default_factory=dict)


def open_hall(make: Any, owner: User) -> Hall:
    """`make` gives the makers of tests/league by name; the owner's club is the host."""
    club = owner.roles.get().club
    league = make.competition(entries=0, name=LEAGUE, club=club)
    players = {}
    for names in PAIRS:
        pair = [make.player(name) for name in names]
        players |= dict(zip(names, pair, strict=True))
        make.entry(league, make.partnership(*pair))
    entries = list(league.entries.all())
    first, second = make.round(league, number=1), make.round(league, number=2)
    over = make.match(league, round=first, entry_a=entries[0], entry_b=entries[1])
    write_hands(seat(over), [(150, 12), (96, 86), (0, 162), (162, 0), (100, 62)])
    waiting = make.match(league, round=first, entry_a=entries[2], entry_b=entries[3])
    write_result(waiting, "512-340")
    lost = make.match(league, round=first, entry_a=entries[4], entry_b=entries[5])
    write_result(lost, "W-F")
    playing = make.match(league, round=second, entry_a=entries[0], entry_b=entries[4])
    begin(playing, owner)
    play(playing, owner, 96, 72, 81)
    fresh = make.match(league, round=second, entry_a=entries[1], entry_b=entries[2])
    final_round = make.round(league, kind=Stage.Kind.CHAMPIONSHIP, best_of=3, name="Final")
    final = make.match(league, round=final_round, entry_a=entries[0], entry_b=entries[2])
    write_result(final, "512-388")
    write_hands(seat(final, 2), [(96, 66), (0, 182)])
    Adjustment.objects.create(entry=entries[3], match_points=-1, reason="late", made_by=owner)
    code = show_code(club, most_uses=40, days=1, by=owner)
    claim_player(players["Q"], by=owner)
    hall = Hall(league, players, over, playing, fresh, final, first, code)
    hall.public = _public(hall, club.slug)
    hall.organizer = _organizer(hall, club.slug, owner, make)
    hall.table = _table(hall, owner)
    return hall


def _public(hall: Hall, slug: str) -> dict[str, str]:
    league, long = [hall.league.pk], hall.players[LONG]
    pair = hall.over.entry_a.partnership
    return {
        "home": reverse("home"),
        "sign in": reverse("account_login"),
        "clubs": reverse("clubs"),
        "come in with a code": reverse("join"),
        "an invitation": reverse("join_with", args=[secret_of(hall.code)]),
        "club": reverse("club", args=[slug]),
        "competition": reverse("competition", args=league),
        "standings": reverse("standings", args=league),
        "schedule": reverse("schedule", args=league),
        "one partnership's schedule": f"{reverse('schedule', args=league)}?partnership={pair.pk}",
        "entries": reverse("entries", args=league),
        "rules": reverse("rules", args=league),
        "player": reverse("player", args=[long.pk]),
        "partnership": reverse("partnership", args=[pair.pk]),
        "match over": reverse("match", args=[hall.over.pk]),
        "match playing": reverse("match", args=[hall.playing.pk]),
        "match waiting": reverse("match", args=[hall.fresh.pk]),
        "final": reverse("match", args=[hall.final.pk]),
        "hand": reverse("hand", args=[hall.playing.games.get().hands.first().pk]),
        "blank sheet": reverse("print_blank"),
        "match on paper": reverse("print_match", args=[hall.over.pk]),
        "tables on paper": reverse("print_tables", args=[hall.first_round.pk]),
        "names on paper": reverse("print_names", args=[hall.first_round.pk]),
        "all on paper": reverse("print_pack", args=[hall.first_round.pk]),
        "sheets on paper": f"{reverse('print_sheets', args=[hall.first_round.pk])}?half=1",
        "standings on paper": reverse("print_standings", args=league),
    }


def _organizer(hall: Hall, slug: str, owner: User, make: Any) -> dict[str, str]:
    league, player = [hall.league.pk], hall.players[LONG]
    draft = make.competition(entries=4, name="Draft", state=Competition.State.DRAFT)
    empty = make.competition(entries=0, name="Empty", state=Competition.State.DRAFT)
    lone = make.partnership()
    Role.objects.create(club=owner.roles.get().club, user=make.user("rita"), kind="scorekeeper")
    pages = {
        name: reverse(name, args=[slug])
        for name in (
            "club_edit", "people", "people_paste", "player_new", "partnership_new", "roles",
            "competition_new", "invitations",
        )
    }  # fmt: skip
    pages |= {
        name: reverse(name, args=league)
        for name in (
            "competition_setup", "competition_edit", "rules_edit", "points_edit", "entries_edit",
            "draw", "results", "adjustments", "audit",
        )
    }  # fmt: skip
    pages |= {
        f"{one} of a draft": reverse(one, args=[draft.pk]) for one in ("draw", "entries_edit")
    }
    pages |= {
        f"{one} of an empty one": reverse(one, args=[empty.pk])
        for one in ("draw", "entries_edit", "competition_setup", "rules_edit", "standings")
    }
    pages |= {
        name: reverse(name, args=[hall.first_round.pk])
        for name in ("round_edit", "round_close", "round_results")
    }
    pages |= {
        "club_new": reverse("club_new"),
        "final_new": reverse("final_new", args=[draft.pk]),
        "role_take": reverse("role_take", args=[Role.objects.last().pk]),
        "player_edit": reverse("player_edit", args=[player.pk]),
        "player_remove": reverse("player_remove", args=[player.pk]),
        "partnership_remove": reverse("partnership_remove", args=[lone.pk]),
        "invitation": reverse("invitation", args=[hall.code.pk]),
        "me": reverse("me"),
        "role_leave": reverse("role_leave", args=[owner.roles.get().pk]),
        "account": reverse("account_email"),
        "passkeys": reverse("mfa_index"),
        "is it you": reverse("account_reauthenticate"),
        "password": reverse("account_change_password"),
        "sign out": reverse("account_logout"),
    }
    return pages


def _table(hall: Hall, owner: User) -> dict[str, str]:
    hand = hall.playing.games.get().hands.first()
    accept_match(
        hall.over,
        player_id=hall.players[LONG].pk,
        stamp=stamp_of(load_match(hall.over)),
        by=owner,
    )
    return {
        "match_totals": reverse("match_totals", args=[hall.fresh.pk]),
        "match_forfeit": reverse("match_forfeit", args=[hall.fresh.pk]),
        "hand entry": reverse("score", args=[hall.playing.pk]),
        "game over": reverse("score", args=[hall.over.pk]),
        "hand entry of the final": reverse("score", args=[hall.final.pk]),
        "game_start": reverse("game_start", args=[hall.fresh.pk]),
        "hand_correct": reverse("hand_correct", args=[hand.pk]),
        "hand_void": reverse("hand_void", args=[hand.pk]),
        "match_reopen": reverse("match_reopen", args=[hall.over.pk]),
    }
