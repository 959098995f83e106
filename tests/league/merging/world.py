"""Two tables of a competition that phones send to: over the real view, and what is stored there."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.storage.cookie import CookieStorage
from django.test import RequestFactory

from league.models import AuditEntry, Competition, Hand, Match, SentHand, TableLink, User
from league.views.kept_hands import kept_hand
from league.views.sent_hands import hand_sent
from scoring import HandSheet, Seat, Trump
from tests.league.merging.plain_tables import Figures, Thing

FACTORY = RequestFactory()
STATUS = {"stored": 200, "already": 200, "conflict": 409, "not_yours": 403, "later": 503}


@dataclass(frozen=True)
class World:
    """What is prepared once: a competition with two matches, who writes there, and the client id of
    the hand that is stored at the first."""

    competition: Competition
    matches: tuple[Match, Match]
    people: dict[str, User]
    link: TableLink
    first: int
    hands_a_game: int
    best_of: int

    def send(self, table: int, thing: Thing, who: str) -> str:
        """Post a thing as a phone does; the answer, which is checked to be one."""
        response = self._post(
            hand_sent,
            f"/matches/{self.matches[table].pk}/sent/",
            fields_of(thing),
            who,
            self.matches[table].pk,
        )
        told = json.loads(response.content)
        assert told["id"] == str(UUID(int=thing.id))
        assert told["words"]
        assert response.status_code == STATUS[told["answer"]]
        return told["answer"]

    def settle(self, kept: SentHand, fields: dict[str, Any], who: str) -> bool:
        """Settle a hand in question on its page; False when that is refused."""
        address = f"/kept-hands/{kept.pk}/"
        response = self._post(kept_hand, address, fields, who, kept.pk)
        assert response.status_code in (302, 409, 422)
        return response.status_code == 302

    def _post(self, view: Any, address: str, fields: dict[str, Any], who: str, pk: int) -> Any:
        request = FACTORY.post(
            address, urlencode(fields), content_type="application/x-www-form-urlencoded"
        )
        request.user = self.people.get(who) or AnonymousUser()
        request.session = {"table_links": [self.link.pk]} if who == "link" else {}
        request._messages = CookieStorage(request)
        return view(request, pk)

    def match(self, table: int) -> Match:
        return Match.objects.select_related("round__stage__competition__club").get(
            pk=self.matches[table].pk
        )

    # what is stored

    def hands(self) -> set[tuple[Any, ...]]:
        """Every hand of the two tables: id, table, game, number, status, revision, figures, points;
        the place of one that was undone says nothing any more."""
        tables = {match.pk: at for at, match in enumerate(self.matches)}
        found = (
            Hand.objects.filter(game__match__in=tables)
            .order_by()
            .values_list(
                "client_id",
                "game__match",
                "game__number",
                "number",
                "status",
                "revision",
                "dealer",
                "caller",
                "count_ns",
                "note",
                "score_ns",
                "score_ew",
            )
        )
        return {
            (row[0].int, tables[row[1]], *row[2:6], Figures(*row[6:10]), row[10:12])
            for row in found
        }

    def rows(self) -> dict[int, tuple[Any, ...]]:
        """What came from phones, by id: outcome, table, hand, what it is within, the client id of
        the stored hand, and the figures that are kept."""
        tables = {match.pk: at for at, match in enumerate(self.matches)}
        found = (
            SentHand.objects.filter(match__in=tables)
            .order_by()
            .values_list(
                "sent_id",
                "outcome",
                "match",
                "client_id",
                "within__sent_id",
                "hand__client_id",
                "fields",
                "note",
            )
        )
        return {
            row[0].int: (
                row[1],
                tables[row[2]],
                row[3].int,
                row[4] and row[4].int,
                row[5] and row[5].int,
                figures_of(row[6], row[7]),
            )
            for row in found
        }

    def everything(self) -> tuple[list[Any], ...]:
        """Row for row what a sent thing could touch, and how long the log is."""
        return (
            list(Hand.objects.order_by("pk").values_list()),
            list(SentHand.objects.order_by("pk").values_list()),
            list(Match.objects.order_by("pk").values_list()),
            list(Competition.objects.order_by("pk").values_list("pk", "version", "state")),
            [AuditEntry.objects.count()],
        )


def figures_of(fields: Mapping[str, str], note: str) -> Figures | None:
    """What is kept of a sheet; nothing is of a receipt, and of an undo."""
    if not fields:
        return None
    return Figures(fields["dealer"], fields["caller"], int(fields["count_ns"]), note)


def sheet_of(figures: Figures) -> HandSheet:
    return HandSheet(
        dealer=Seat(figures.dealer),
        caller=Seat(figures.caller),
        trump=Trump.SPADES,
        count_ns=figures.count_ns,
    )


def fields_of(thing: Thing) -> dict[str, str]:
    """A thing as the wire has it; blank fields are left out."""
    fields = {
        "v": 1,
        "id": UUID(int=thing.id),
        "kind": thing.kind,
        "phone": UUID(int=thing.phone),
        "seq": thing.seq,
        "hand": UUID(int=thing.hand),
        "after": UUID(int=thing.after) if thing.after else "",
        "base": thing.base if thing.kind != "record" else "",
        "game": thing.game,
        "number": thing.number,
        "reason": thing.reason,
        "end_confirmed": "on" if thing.end_confirmed else "",
        "begins": thing.begins,
    }
    if thing.figures is not None:
        dealer, caller, count, note = thing.figures
        fields |= {"dealer": dealer, "caller": caller, "count_ns": count, "note": note}
        fields |= {"trump": "S", "outcome": "played", "bella_call": "last"}
    return {name: str(value) for name, value in fields.items() if value != ""}
