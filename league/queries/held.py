"""What is held about somebody who signs in: everything that points at the account or at the
players it is, found by walking the models, so that a model which comes later is told of too."""

from collections.abc import Iterable, Mapping
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.core import serializers
from django.db.models import Model, Q, QuerySet

from league.models import AuditEntry, Claim, Merge, Player, Role, User
from league.queries.hanging import pointing_at

# Keys and secrets, which are worth nothing to their holder and all to a thief; and rows of others
# that are kept to be restored.
LEFT_OUT = frozenset(
    {"password", "data", "digest", "nonce", "salt", "rows", "cut", "changed", "moved", "pairs"}
)


def held_about(user: User) -> dict[str, Any]:
    """Everything, as it can be written as JSON. Times are UTC in ISO 8601, money in cents."""
    players = list(Player.objects.filter(user=user).select_related("club").order_by("pk"))
    return {
        "account": {
            "number": user.pk,
            "name": user.name,
            "email": user.email,
            "joined": user.date_joined.isoformat(),
            "last_sign_in": user.last_login.isoformat() if user.last_login else None,
            "site_admin": user.is_superuser,
            "addresses": list(
                EmailAddress.objects.filter(user=user).values("email", "verified", "primary")
            ),
            "second_steps": [
                {
                    "kind": one.type,
                    "made": one.created_at.isoformat(),
                    "last_used": one.last_used_at.isoformat() if one.last_used_at else None,
                }
                for one in Authenticator.objects.filter(user=user)
            ],
        },
        "roles": [
            {"club": role.club.name, "role": role.kind}
            for role in Role.objects.filter(user=user).select_related("club").order_by("pk")
        ],
        "players": [_player(one) for one in players],
        "written": _pointing(User, [user.pk], but=(Role, Claim, Player, EmailAddress)),
        "claims": _rows(Claim.objects.filter(user=user)),
        "log": [_entry(one) for one in log_about(user)],
    }


def log_about(user: User) -> QuerySet[AuditEntry]:
    """What the log says was done by the account, to it, or to the players it is; newest first."""
    own = Player.objects.filter(user=user).values_list("pk", flat=True)
    subjects = [f"user:{user.pk}", *(f"player:{pk}" for pk in own)]
    found = AuditEntry.objects.filter(Q(by=user) | Q(subject__in=subjects))
    return found.select_related("text", "competition", "club").order_by("-pk")


def counted(held: Mapping[str, Any]) -> dict[str, int]:
    """How many rows of each kind there are: "hand" 212, "match" 14."""
    counts: dict[str, int] = {}
    parts = [held["written"], *(one["at_the_tables"] for one in held["players"])]
    for rows in parts:
        for key, found in rows.items():
            kind = key.partition(".")[0]
            counts[kind] = counts.get(kind, 0) + len(found)
    return counts


def _player(player: Player) -> dict[str, Any]:
    merged = Merge.objects.filter(kept=player, undone_at=None).values_list("gone", flat=True)
    return {
        "number": player.pk,
        "name": player.own_name,
        "everybody_reads": player.name,
        "club": player.club.name,
        "added": player.created_at.isoformat(),
        "merged_records": list(merged),
        "at_the_tables": _pointing(Player, [player.pk], but=(Claim, Merge)),
    }


def _pointing(
    target: type[Model], numbers: Iterable[int], *, but: Iterable[type[Model]]
) -> dict[str, list[dict[str, Any]]]:
    """The rows that point at these, by "model.field"."""
    found = {}
    for field in pointing_at(target):
        if field.model in (*but, AuditEntry, Authenticator):
            continue
        same = field.model._base_manager.filter(**{f"{field.attname}__in": list(numbers)})
        if rows := _rows(same):
            found[f"{field.model._meta.model_name}.{field.name}"] = rows
    return found


def _rows(found: QuerySet[Any]) -> list[dict[str, Any]]:
    return [
        {
            "number": row["pk"],
            **{name: value for name, value in row["fields"].items() if name not in LEFT_OUT},
        }
        for row in serializers.serialize("python", found.order_by("pk"))
    ]


def _entry(entry: AuditEntry) -> dict[str, Any]:
    return {
        "number": entry.pk,
        "at": entry.at.isoformat(),
        "what": entry.verb,
        "of": entry.subject,
        "before": entry.before,
        "after": entry.after,
        "why": entry.reason,
    }
