"""A phone at a table in the tests: what it sends by itself, and what it hears."""

from dataclasses import dataclass, field
from itertools import count
from typing import Any
from uuid import UUID, uuid4

from django.test import Client
from django.urls import reverse

from league.models import Match
from tests.league.evenings import typed


@dataclass
class Phone:
    """One browser: its own id, and the places of what it sends."""

    client: Client
    match: Match
    id: UUID = field(default_factory=uuid4)
    places: Any = field(default_factory=lambda: count(1))

    def thing(self, kind: str, hand: object, number: int = 1, /, **fields: Any) -> dict[str, Any]:
        """What it would send: an ordinary sheet, but for an undo."""
        own = {
            "v": 1,
            "id": str(hand if kind == "record" else uuid4()),
            "kind": kind,
            "phone": str(self.id),
            "seq": next(self.places),
            "hand": str(hand),
            "after": "",
            "base": 1,
        }
        if kind == "record":
            del own["base"]
        written = {"game": 1, "number": number}
        if kind != "undo":
            dealer = "WNES"[(number - 1) % 4]
            written = typed(number, dealer=dealer, client_id=None)
        values = {**own, **written, **fields}
        return {name: str(value) for name, value in values.items() if value is not None}

    def send(self, thing: dict[str, Any]) -> Any:
        """Send it; the answer is checked to be one, and has its status in "status"."""
        response = self.client.post(reverse("hand_sent", args=[self.match.pk]), thing)
        told = response.json()
        assert response["Content-Type"] == "application/json"
        assert "no-store" in response["Cache-Control"]
        assert told["id"] == thing.get("id", "")
        assert told["words"]
        assert ("Retry-After" in response) == (told["answer"] == "later")
        status = {"stored": 200, "already": 200, "conflict": 409, "not_yours": 403, "later": 503}
        assert response.status_code == status[told["answer"]]
        return told

    def record(self, number: int = 1, hand: object = None, /, **fields: Any) -> Any:
        return self.send(self.thing("record", hand or uuid4(), number, **fields))

    def correct(self, hand: object, number: int = 1, /, base: int = 1, **fields: Any) -> Any:
        return self.send(self.thing("correct", hand, number, base=base, **fields))

    def undo(self, hand: object, number: int = 1, base: int = 1) -> Any:
        return self.send(self.thing("undo", hand, number, base=base))
