"""A player's age and identity: what they declared, what the house verified, what they may do.

Nobody of a play-money house is asked. Elsewhere players declare their date of birth once; a person
of the house verifies or refuses it with a reason, and for how long. No document is kept: only who
looked, when, why, and until when it holds. The last word counts and none is changed. Days are the
house's, by the database's clock. Knows no game and no table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from casino.identity.words import STATES
from casino.players.models import Identity, Player
from casino.responsible_gaming import limits
from casino.responsible_gaming.limits import Barred, Counts

VERIFY: Final = "players.verify_identity"
"""The permission to verify and to refuse identities."""
NOT_GIVEN: Final = "not_given"
EXPIRED: Final = "expired"
PLAY: Final = "play"
WITHDRAW: Final = "withdraw"
OLDEST: Final = 120
"""Years; nobody is older."""
LONGEST: Final = 10
"""Years for which an identity is verified at the most."""


class IdentityRefused(Exception):
    """A declaration or decision that was refused; nothing has changed.

    `code` is one of `identity_words.OFFICE`.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class IdentityStatus:
    """A player's verified or declared identity today."""

    player_id: int
    state: str
    """One of `identity_words.STATES`."""
    born_on: date | None
    valid_until: date | None
    reason: str
    """Of the house's decision."""
    today: date

    @property
    def age(self) -> int:
        """Age in whole years; 0 where it is unknown."""
        born, now = self.born_on, self.today
        if born is None:
            return 0
        return now.year - born.year - ((now.month, now.day) < (born.month, born.day))


_STANDING: Final = """
SELECT who, said.state, said.born_on, said.valid_until, coalesce(said.reason, ''),
       (clock_timestamp() AT TIME ZONE %(zone)s)::date
  FROM unnest(%(players)s::bigint[]) WITH ORDINALITY AS asked (who, nth)
  LEFT JOIN LATERAL (
      SELECT state, born_on, valid_until, reason FROM players_identity
       WHERE player_id = who ORDER BY id DESC LIMIT 1
  ) AS said ON true
 ORDER BY nth"""


def identity_status(player_id: int) -> IdentityStatus:
    """Return a player's identity status today."""
    (found,) = _standings([player_id])
    return found


def _standings(player_ids: Sequence[int]) -> list[IdentityStatus]:
    with connection.cursor() as cursor:
        cursor.execute(_STANDING, {"players": list(player_ids), "zone": settings.TIME_ZONE})
        return [_status(*row) for row in cursor.fetchall()]


def _status(
    player_id: int,
    state: str | None,
    born_on: date | None,
    until: date | None,
    reason: str,
    today: date,
) -> IdentityStatus:
    if state == Identity.State.VERIFIED and until is not None and until < today:
        state = EXPIRED
    return IdentityStatus(player_id, state or NOT_GIVEN, born_on, until, reason, today)


def refusal(player_id: int, purpose: str) -> tuple[str, Mapping[str, int]]:
    """Return the code and detail why a player may not play or withdraw; empty where they may."""
    if not settings.PROFILE.requires_declarations:
        return "", {}
    return _refusal(identity_status(player_id), purpose)


def _refusal(known: IdentityStatus, purpose: str) -> tuple[str, Mapping[str, int]]:
    profile = settings.PROFILE
    age = {"age": profile.minimum_age}
    verified = profile.identity == "before_play" or (
        purpose == WITHDRAW and profile.identity == "before_withdrawal"
    )
    if known.state == Identity.State.REFUSED:
        return "identity_refused", {}
    if known.born_on is None:
        return "identity_not_given", age
    if known.age < profile.minimum_age:
        return "under_age", age
    if verified and known.state == EXPIRED:
        return "identity_expired", {}
    if verified and known.state != Identity.State.VERIFIED:
        return "identity_unverified", {}
    return "", {}


def check_stakers(counts: Counts) -> None:
    """Raise `Barred` for the first new stake of a player whom the licence does not let play.

    Checks only what the profile of the place asks for; a house of play money checks nothing. A step
    without a new stake passes, as with a limit.
    """
    if not settings.PROFILE.requires_declarations or not counts.judged:
        return
    numbered = zip(counts.players, counts.staked, counts.asked, strict=True)
    stakes = [player for player, staked, requested in numbered if staked > 0 or requested > 0]
    wanted = [kind for kind in settings.PROFILE.limits if kind != limits.DEPOSIT]
    for known in _standings(stakes) if stakes else ():
        code, detail = _refusal(known, PLAY)
        if not code and any(not limits.is_limited(known.player_id, kind) for kind in wanted):
            code = "limit_wanted"
        if code:
            raise Barred(known.player_id, code, "", detail.get("age", 0), 0, 0)


def declare(player: Player, born_on: date) -> Identity:
    """Record the date of birth that a player declares, once. Opens a transaction.

    Refuses `birth_date_refused` and `identity_declared`.
    """
    with transaction.atomic():
        known = _locked(player)
        if known.state != NOT_GIVEN:
            raise IdentityRefused("identity_declared")
        _check_birth(born_on, known.today)
        return Identity.objects.create(
            player=player,
            state=Identity.State.DECLARED,
            born_on=born_on,
            by=player,
            at=timezone.now(),
        )


def verify(
    player: Player, *, born_on: date, valid_until: date, operator: Player, reason: str
) -> Identity:
    """Verify a player's identity and date of birth, until a date.

    Opens a transaction. Refuses `not_permitted`, `own_account`, `no_reason`, `birth_date_refused`,
    and `validity_refused` of a date that is past or further than LONGEST.
    """
    with transaction.atomic():
        today = _may_decide(player, operator, reason).today
        _check_birth(born_on, today)
        if not today < valid_until <= today + timedelta(days=366 * LONGEST):
            raise IdentityRefused("validity_refused")
        return Identity.objects.create(
            player=player,
            state=Identity.State.VERIFIED,
            born_on=born_on,
            valid_until=valid_until,
            by=operator,
            reason=reason,
            at=timezone.now(),
        )


def refuse(player: Player, *, operator: Player, reason: str) -> Identity:
    """Refuse what a player declared, from now on. Opens a transaction. Refuses as `verify`.

    Their chips and cash are neither staked nor paid out until somebody verifies it.
    """
    with transaction.atomic():
        known = _may_decide(player, operator, reason)
        return Identity.objects.create(
            player=player,
            state=Identity.State.REFUSED,
            born_on=known.born_on,
            by=operator,
            reason=reason,
            at=timezone.now(),
        )


def may_decide_identity(person: Player, player: Player) -> bool:
    """Tell whether a person may decide about a player's identity."""
    return settings.PROFILE.requires_declarations and _barred(person, player) == ""


def _barred(person: Player, player: Player) -> str:
    if not person.has_perm(VERIFY):
        return "not_permitted"
    return "own_account" if person.pk == player.pk else ""


def _may_decide(player: Player, operator: Player, reason: str) -> IdentityStatus:
    if code := _barred(operator, player):
        raise IdentityRefused(code)
    if not reason.strip():
        raise IdentityRefused("no_reason")
    return _locked(player)


def _locked(player: Player) -> IdentityStatus:
    """Return what is known of a player, while nobody else may add to it."""
    Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    return identity_status(player.pk)


def _check_birth(born_on: date, today: date) -> None:
    if not today.year - OLDEST <= born_on.year or born_on > today:
        raise IdentityRefused("birth_date_refused")


def identity_page_data(player_id: int) -> dict[str, Any]:
    """Return the data of a player's own identity page."""
    known = identity_status(player_id)
    return {
        "state": STATES[known.state].text(),
        "given": known.state != NOT_GIVEN,
        "born_on": known.born_on,
        "valid_until": known.valid_until,
        "reason": known.reason if known.state == Identity.State.REFUSED else "",
    }
