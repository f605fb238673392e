"""Changes of rights by two persons: one requests with a reason, another approves.

That is somebody's rights (staff, superuser, groups, permissions), a password that another sets, and
what a group may. Nobody decides their own request, nor one that they gain from; the database
refuses the first too. A request is never edited, and keeps the rights that it changes. Knows no
game and no table; `manage.py change_rights` does without a second person, for a house where
nobody is left to approve.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final
from uuid import UUID

import structlog
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import Group, Permission
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from casino.i18n import Words
from casino.players import login_sessions
from casino.players.models import DECIDE_RIGHTS, Player, RightsChange
from casino.staff import audit_log

log = structlog.get_logger(__name__)

DECIDE: Final = DECIDE_RIGHTS
"""The permission to ask for such a change, and to approve or refuse another's."""
STATE: Final = frozenset(
    {"tables.agree_to_rules", "tables.endorse_register", "tables.open_register"}
)
"""The permissions of the state's control and of the Government Commissioner."""
Of = RightsChange.Of
State = RightsChange.State

OFFICE: Final[Mapping[str, Words]] = {
    "no_reason": Words("Il faut un motif.", "A reason is wanted."),
    "not_allowed": Words(
        "Vous n’en décidez pas : il faut le droit « decide_rights ».",
        "You do not decide this: it takes the permission decide_rights.",
    ),
    "nothing_changes": Words("Rien ne changerait.", "Nothing would change."),
    "own_password": Words(
        "On change son propre mot de passe sur la page de son compte.",
        "One changes one’s own password on one’s account page.",
    ),
    "request_unknown": Words("Il n’y a pas de telle demande.", "There is no such request."),
    "request_decided": Words("C’est déjà décidé.", "It has been decided already."),
    "own_request": Words(
        "Personne ne décide de sa propre demande ; on peut la retirer.",
        "Nobody decides his own request; it may be withdrawn.",
    ),
    "not_own_request": Words(
        "Seul celui qui l’a faite la retire.", "Only whoever made it withdraws it."
    ),
    "gains_from_it": Words(
        "Cela change vos propres droits : un autre en décide.",
        "It changes your own rights: somebody else decides.",
    ),
    "changed_since": Words(
        "Autre chose a changé depuis la demande : refusez-la, et faites-en une autre.",
        "Something else has changed since it was asked: refuse it, and ask anew.",
    ),
    "two_departments": Words(
        "Personne ne relève de deux directions.", "Nobody answers to two departments."
    ),
    "state_and_house": Words(
        "Qui agit pour l’État (commissaire, contrôle) ne sert pas aussi la maison.",
        "Nobody acts for the state (commissioner, control) and serves the house as well.",
    ),
    "asker_may_not": Words(
        "Celui qui l’a demandé n’en a plus le droit.",
        "Whoever asked for it may do so no longer.",
    ),
}
"""By code of `RightsRefused`."""


class RightsRefused(Exception):
    """A refused request or decision; `code` is a key of OFFICE."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def grantable_permissions() -> QuerySet[Permission]:
    """Return the permissions that can be granted here: those that some page checks."""
    own = Permission.objects.filter(
        Q(content_type__app_label__in=("players", "ledger", "rng", "tables"))
        | Q(content_type__app_label="auth", codename="view_group")
    )
    # Django makes these of every model; no page lets anybody write most of them.
    of_django = Q(codename__regex="^(add|change|delete)_")
    used = Q(codename__in=("add_ban", "add_exclusion", "add_housenote", "change_player"))
    own = own.filter(~of_django | used)
    return own.select_related("content_type").order_by("content_type__app_label", "codename")


def staff_with(permission: str) -> QuerySet[Player]:
    """Return the active staff who have a permission, `app.codename`, as `Player.has_perm` tells."""
    return Player.objects.with_perm(
        permission,
        backend="django.contrib.auth.backends.ModelBackend",
        include_superusers=not settings.LICENSED,
    ).filter(is_staff=True)


def permission_names(permissions: Iterable[Permission]) -> list[str]:
    """Return permissions as `app.codename`, sorted."""
    return sorted(f"{each.content_type.app_label}.{each.codename}" for each in permissions)


def rights_of_person(person: Player) -> dict[str, Any]:
    """Return a person's rights, as a request stores them."""
    return {
        "is_staff": person.is_staff,
        "is_superuser": person.is_superuser,
        "groups": sorted(person.groups.values_list("name", flat=True)),
        "permissions": permission_names(person.user_permissions.select_related("content_type")),
    }


def permissions_of_group(name: str) -> dict[str, Any]:
    """Return a group's permissions; none for a group that does not exist."""
    held = Permission.objects.filter(group__name=name).select_related("content_type")
    return {"permissions": permission_names(held)}


def request_rights(
    order: UUID, person: Player, wanted: Mapping[str, Any], *, asker: Player, reason: str
) -> RightsChange:
    """Request that a person's rights become `wanted`. Idempotent by `order`.

    Refuses `not_allowed` without DECIDE, `no_reason`, `nothing_changes`.
    """
    before = rights_of_person(person)
    return _request(order, asker, reason, of=Of.RIGHTS, person=person, before=before, wanted=wanted)


def request_group(
    order: UUID, name: str, permissions: Iterable[str], *, asker: Player, reason: str
) -> RightsChange:
    """Request that a group has these permissions; a missing group is made. Refuses as above."""
    wanted = {"permissions": sorted(permissions)}
    return _request(
        order,
        asker,
        reason,
        of=Of.GROUP,
        group=name,
        before=permissions_of_group(name),
        wanted=wanted,
    )


def request_password(
    order: UUID, person: Player, password: str, *, asker: Player, reason: str
) -> RightsChange:
    """Request a new password for a person; only its hash is kept, until the decision.

    Refuses as above, and `own_password`.
    """
    if person.pk == asker.pk:
        raise RightsRefused("own_password")
    return _request(order, asker, reason, of=Of.PASSWORD, person=person, password=password)


def _request(
    order: UUID, asker: Player, reason: str, *, password: str = "", **what: Any
) -> RightsChange:
    if not asker.has_perm(DECIDE):
        raise RightsRefused("not_allowed")
    if not reason.strip():
        raise RightsRefused("no_reason")
    if not password and what["before"] == what["wanted"]:
        raise RightsRefused("nothing_changes")
    what |= {"asked_by": asker, "asked_at": timezone.now(), "reason": reason}
    if password:
        what["password"] = make_password(password)
    made, _ = RightsChange.objects.get_or_create(order=order, defaults=what)
    return made


def approve(
    request_id: int, *, by: Player, reason: str, request: HttpRequest | None = None
) -> RightsChange:
    """Approve a request: change the rights and sign out the person. Only one decision counts.

    Opens a transaction of its own. Refuses `not_allowed`, `no_reason`, `request_decided`,
    `own_request` to the requester, `gains_from_it` to the person concerned, `asker_may_not` where
    the requester has lost the right, `changed_since` where the rights have changed meanwhile.
    """
    with transaction.atomic(durable=True):
        change = _for_decision(request_id, by, reason)
        check_can_approve(change, by)
        if change.of == Of.GROUP:
            _set_group(change.group, change.before, change.wanted)
        else:
            assert change.person_id is not None
            person = Player.objects.select_for_update(no_key=True).get(pk=change.person_id)
            if change.of == Of.PASSWORD:
                _set_password(person, change.password)
            else:
                _set_rights(person, change.before, change.wanted)
        _decide(change, State.APPROVED, by, reason)
        _note(request, by, "rights_changed", change.whose, change.before, change.wanted, reason)
    return change


def refuse(request_id: int, *, by: Player, reason: str) -> RightsChange:
    """Refuse a request; nothing changes. Refuses as `approve` does."""
    with transaction.atomic(durable=True):
        change = _for_decision(request_id, by, reason)
        _decide(change, State.REFUSED, by, reason)
    return change


def withdraw(request_id: int, *, by: Player, reason: str) -> RightsChange:
    """Withdraw one's own request; refuses `not_own_request`, `no_reason`, `request_decided`."""
    with transaction.atomic(durable=True):
        change = _lock(request_id)
        check_can_withdraw(change, by)
        if not reason.strip():
            raise RightsRefused("no_reason")
        _decide(change, State.WITHDRAWN, by, reason)
    return change


def change_rights_alone(person: Player, wanted: Mapping[str, Any], *, reason: str) -> None:
    """Change a person's rights without a second person, and record it in the audit log.

    For `manage.py` only: who may run it on the house's machine may write to its database too.
    """
    with transaction.atomic(durable=True):
        locked = Player.objects.select_for_update(no_key=True).get(pk=person.pk)
        before = rights_of_person(locked)
        _set_rights(locked, before, wanted)
        event = "rights_changed_by_one"
        _note(None, locked, event, locked.username, before, wanted, reason)


def concerns_own_rights(by: Player, change: RightsChange) -> bool:
    """Tell whether a change concerns the person who acts: their rights, or their group's."""
    if change.of == Of.GROUP:
        return by.groups.filter(name=change.group).exists()
    return change.person_id == by.pk


def check_can_approve(change: RightsChange, by: Player) -> None:
    """Refuse what `approve` refuses before it sets the new rights, to who may decide."""
    check_can_refuse(change, by)
    if not change.asked_by.has_perm(DECIDE):
        raise RightsRefused("asker_may_not")
    if change.of == Of.GROUP:
        now = permissions_of_group(change.group)
    elif change.of == Of.RIGHTS and change.person is not None:
        now = rights_of_person(change.person)
    else:
        return
    if now != change.before:
        raise RightsRefused("changed_since")


def check_can_refuse(change: RightsChange, by: Player) -> None:
    """Refuse what `refuse` refuses, to who may decide."""
    if change.asked_by_id == by.pk:
        raise RightsRefused("own_request")
    if concerns_own_rights(by, change):
        raise RightsRefused("gains_from_it")
    _check_undecided(change)


def check_can_withdraw(change: RightsChange, by: Player) -> None:
    """Refuse what `withdraw` refuses, whatever the reason."""
    if change.asked_by_id != by.pk:
        raise RightsRefused("not_own_request")
    _check_undecided(change)


def _for_decision(request_id: int, by: Player, reason: str) -> RightsChange:
    if not by.has_perm(DECIDE):
        raise RightsRefused("not_allowed")
    if not reason.strip():
        raise RightsRefused("no_reason")
    change = _lock(request_id)
    check_can_refuse(change, by)
    return change


def _check_undecided(change: RightsChange) -> None:
    if change.state != State.ASKED:
        raise RightsRefused("request_decided")


def _lock(request_id: int) -> RightsChange:
    """Return a request, locked until the transaction ends. A request comes before any person."""
    locked = RightsChange.objects.select_for_update(no_key=True, of=("self",))
    found = locked.select_related("asked_by", "person").filter(pk=request_id).first()
    if found is None:
        raise RightsRefused("request_unknown")
    return found


def _decide(change: RightsChange, state: str, by: Player, reason: str) -> None:
    """Write the decision of a locked request; a password's hash is forgotten with it."""
    change.state, change.decided_by, change.decided_at = state, by, timezone.now()
    change.decided_reason, change.password = reason, ""
    change.save(update_fields=["state", "decided_by", "decided_at", "decided_reason", "password"])


def _set_password(person: Player, hashed: str) -> None:
    person.password = hashed
    person.save(update_fields=["password"])
    login_sessions.end_sessions(person)


def _set_rights(person: Player, before: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    """Give a locked person these rights; refuses `changed_since`, and as `_check_apart` does."""
    if rights_of_person(person) != dict(before):
        raise RightsRefused("changed_since")
    person.is_staff, person.is_superuser = wanted["is_staff"], wanted["is_superuser"]
    person.save(update_fields=["is_staff", "is_superuser"])
    groups = Group.objects.filter(name__in=wanted["groups"])
    if len(groups) != len(wanted["groups"]):
        raise RightsRefused("changed_since")
    try:
        with transaction.atomic():
            person.groups.set(groups)
    except IntegrityError:
        # The database lets nobody answer to two departments (MC-AUTO-53).
        raise RightsRefused("two_departments") from None
    person.user_permissions.set(_permissions(wanted["permissions"]))
    _check_apart(person.pk)
    # With other rights they sign in again, and give their code where the office wants one.
    login_sessions.end_sessions(person)


def _set_group(name: str, before: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    group, _ = Group.objects.get_or_create(name=name)
    Group.objects.select_for_update(no_key=True).get(pk=group.pk)
    if permissions_of_group(name) != dict(before):
        raise RightsRefused("changed_since")
    group.permissions.set(_permissions(wanted["permissions"]))
    for person_id in Player.objects.filter(groups=group).values_list("pk", flat=True):
        _check_apart(person_id)


def _check_apart(person_id: int) -> None:
    """Refuse `state_and_house` where somebody of a licensed house would act for both (MC-EQ-05)."""
    own = Player.objects.get(pk=person_id).own_permissions
    acts = {each for each in own if not each.partition(".")[2].startswith("view_")}
    if settings.LICENSED and acts & STATE and acts - STATE:
        raise RightsRefused("state_and_house")


def _permissions(names: Iterable[str]) -> list[Permission]:
    found = {
        permission_names([each])[0]: each
        for each in Permission.objects.select_related("content_type")
    }
    missing = [name for name in names if name not in found]
    if missing:
        raise RightsRefused("changed_since")
    return [found[name] for name in names]


def _note(
    request: HttpRequest | None,
    by: Player,
    event: str,
    whose: str,
    before: Mapping[str, Any],
    after: Mapping[str, Any],
    reason: str,
) -> None:
    """Record a change, with the rights before and after, in log and audit log."""
    log.warning(event, by=by.username, whose=whose)
    audit_log.record_event(
        request,
        by,
        event,
        whose=whose,
        before=json.dumps(dict(before), sort_keys=True),
        after=json.dumps(dict(after), sort_keys=True),
        reason=reason,
    )
