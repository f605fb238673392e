"""What players bring to a shoe or a draw: hashes taken, the list closed, secrets opened, logged.

The subject's row is the lock. Nothing here computes what a contribution leads to, and a secret is
neither logged nor raised before `finish` publishes it.
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, Literal
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.db.models import Q
from django.db.models.functions import Coalesce

from casino.rng import beacon, keys, timelock
from casino.rng.beacon import Beacon
from casino.rng.core.canonical import Json, canonical_json
from casino.rng.core.constants import DRAW_TAGS, NUMBERS, SHOE_TAGS, Tags
from casino.rng.core.contribution import contribution_hash, hidden_cut, mix_of
from casino.rng.log import tree
from casino.rng.models import Contribution, Draw, Shoe

Subject = Shoe | Draw
Code = Literal[
    "already_sealed",
    "cut_out_of_limits",
    "cut_taken",
    "malformed",
    "not_sealed",
    "opening_closed",
    "opening_differs",
    "seal_closed",
]
SIGNED: Final = b"sabot-receipt/1\n"
"""What a receipt's signature begins with, so that it is no report and no checkpoint."""
SIGNED_OPENING: Final = b"sabot-opening-receipt/1\n"
"""The same of the receipt for an opened secret."""
MOST_SEALED: Final = 256
"""Hashes that one list has at the most, so that a bundle stays small; more are refused."""
MOST_LOCKED: Final = 24
"""The same where secrets are locked: to open one takes a third of a second."""
AHEAD_MS: Final = 6_000
"""Milliseconds from the closing of a list to the beacon's round that it names, at the least: in
them the secrets are opened, or the round does not count."""
LOGGING_MS: Final = 2_000
"""Milliseconds more, after OPENING_SECONDS, in which what was locked is logged: else one who is
silent would make the others late."""
MILLISECOND: Final = timedelta(milliseconds=1)
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_HEX: Final = re.compile(r"[0-9a-f]{64}")
_LOCKED: Final = re.compile(r"[0-9a-f]{320}([0-9a-f]{4})?")


class ContributionRefused(Exception):
    """A hash is not taken, or a secret does not open one; `code` says why. Nothing was written."""

    def __init__(self, code: Code) -> None:
        super().__init__(code)
        self.code: Code = code


class NotClosed(Exception):
    """The list is not closed, or knows no contributions: there is nothing to finish or to close."""


class NotOpened(Exception):
    """The promise names contributions or a beacon, and they are not all there yet."""


class BeaconAwaited(Exception):
    """The round of the beacon is not there: ask again at `until`. Nothing was made."""

    def __init__(self, until: datetime) -> None:
        super().__init__(until.isoformat())
        self.until = until


@dataclass(frozen=True, slots=True)
class Receipt:
    """The house's signed word that it took a hash."""

    subject: str
    """What it is for, as the log names it: `shoe:<id>`."""
    seat: int
    hash: str
    at: int
    """Milliseconds since 1970."""
    key: str
    """The receipts key that signed, lower-case hex."""
    signature: str
    """Lower-case hex."""


@dataclass(frozen=True, slots=True)
class OpeningReceipt:
    """The house's signed word that a secret was opened to it in time."""

    subject: str
    seat: int
    hash: str
    """What was sealed. The signature covers the secret besides, which its owner has."""
    key: str
    """The receipts key that signed, lower-case hex."""
    signature: str
    """Lower-case hex."""


def seal(subject_id: UUID, *, seat: int, party: str, hash: str, cuts: bool) -> Receipt:
    """Take a seat's hash in the caller's transaction; the same again gives the same receipt.

    `party` is an opaque label: a party contributes once, and a seat once. Locks the subject's row.
    Raises `ContributionRefused`: `malformed`; `seal_closed`, also when the list is full;
    `already_sealed`; or `cut_taken` when another seat cuts, or nobody does.
    """
    if not (_HEX.fullmatch(hash) and 0 < seat < 2**15 and 0 < len(party) <= 64):
        raise ContributionRefused("malformed")
    with transaction.atomic():
        subject = _locked(subject_id)
        found = list(subject.contributions.all())
        for each in found:
            if (each.seat, each.party, each.hash, each.cuts) == (seat, party, hash, cuts):
                return _receipt(subject, each)
        if _stage(subject) != "promised" or subject.header["contributions"] == "none":
            raise ContributionRefused("seal_closed")
        if any(each.seat == seat or each.party == party for each in found):
            raise ContributionRefused("already_sealed")
        if len(found) >= (MOST_LOCKED if is_timelocked(subject) else MOST_SEALED):
            raise ContributionRefused("seal_closed")
        if cuts and (any(each.cuts for each in found) or not subject.header.get("cut_to")):
            raise ContributionRefused("cut_taken")
        at = now()
        message = _signed(subject, seat, hash, at)
        key = tree.public_key("receipts")
        taken = subject.contributions.create(
            seat=seat,
            party=party,
            hash=hash,
            cuts=cuts,
            sealed_at=at,
            key=key,
            signature=keys.key("receipts", key).sign(message).hex(),
        )
        return _receipt(subject, taken)


def close(subject_id: UUID) -> None:
    """Log the list of hashes and name the beacon's round, if any; idempotent.

    Commits before it returns, and is refused inside a transaction (RuntimeError). Locks the
    subject's row, then the log. Raises `NotClosed` for a promise without contributions or beacon.
    """
    with transaction.atomic(durable=True):
        subject = _locked(subject_id)
        if _stage(subject) != "promised":
            return
        if not has_list(subject):
            raise NotClosed(str(subject))
        at = now()
        found = list(subject.contributions.order_by("seat"))
        round_ = 0
        if subject.header["beacon"] != "none":
            round_ = beacon.round_at(milliseconds(at) + _ahead_ms(subject))
        _written(subject, state="closed", closed_at=at, beacon_round=round_)
        tree.append(
            name(subject),
            tree.Kind.CONTRIBUTIONS,
            {
                "at": milliseconds(at),
                "beacon_round": round_,
                "cutter": next((each.seat for each in found if each.cuts), 0),
                "hashes": [{"hash": each.hash, "seat": each.seat} for each in found],
            },
        )


def open(
    subject_id: UUID, *, seat: int, party: str, secret: str, cut: int | None
) -> OpeningReceipt:
    """Keep the secret (hex) of a hash in the closed list, in the caller's transaction.

    Twice is as once, and the receipt is signed again. Locks the subject's row. Raises
    `ContributionRefused`: `malformed`, `not_sealed` for another's seat or none, `opening_closed`
    outside the time for it and where secrets are locked, `opening_differs` when the hash is of
    something else, `cut_out_of_limits`.
    """
    if not _HEX.fullmatch(secret) or (cut is not None and cut not in NUMBERS):
        raise ContributionRefused("malformed")
    with transaction.atomic():
        subject = _locked(subject_id)
        sealed = subject.contributions.filter(seat=seat, party=party).first()
        if sealed is None:
            raise ContributionRefused("not_sealed")
        if sealed.secret is not None:
            if (sealed.secret, sealed.cut) != (secret, cut):
                raise ContributionRefused("opening_differs")
            return _opening_receipt(subject, sealed)
        if _stage(subject) != "closed" or is_timelocked(subject):
            raise ContributionRefused("opening_closed")
        hashed = contribution_hash(
            _tags(subject), str(subject.pk), seat, bytes.fromhex(secret), cut
        )
        if hashed.hex() != sealed.hash or (cut is not None) != sealed.cuts:
            raise ContributionRefused("opening_differs")
        limits = (subject.header.get("cut_from", 0), subject.header.get("cut_to", 0))
        if cut is not None and not limits[0] <= cut <= limits[1]:
            raise ContributionRefused("cut_out_of_limits")
        subject.contributions.filter(pk=sealed.pk).update(secret=secret, cut=cut)
        sealed.secret, sealed.cut = secret, cut
        return _opening_receipt(subject, sealed)


def lock(subject_id: UUID, *, seat: int, party: str, locked: str) -> OpeningReceipt:
    """Keep a secret (hex) locked to the round that the closed list names; else as `open`.

    Whether it is well made, and of its hash, is seen when the round has come: what does not open
    then counts as withheld. Raises `ContributionRefused`: `malformed`, `not_sealed`,
    `opening_closed` also once the round has come, `opening_differs` for another lock than before,
    or one with a cut of a seat that does not cut.
    """
    if not _LOCKED.fullmatch(locked):
        raise ContributionRefused("malformed")
    with transaction.atomic():
        subject = _locked(subject_id)
        sealed = subject.contributions.filter(seat=seat, party=party).first()
        if sealed is None:
            raise ContributionRefused("not_sealed")
        if sealed.locked is not None:
            if sealed.locked != locked:
                raise ContributionRefused("opening_differs")
            return _opening_receipt(subject, sealed)
        if (
            _stage(subject) != "closed"
            or not is_timelocked(subject)
            or subject.locked_at is not None
        ):
            raise ContributionRefused("opening_closed")
        if milliseconds(now()) >= _due(subject):
            raise ContributionRefused("opening_closed")
        if (len(locked) > 2 * timelock.LOCKED_BYTES) != sealed.cuts:
            raise ContributionRefused("opening_differs")
        subject.contributions.filter(pk=sealed.pk).update(locked=locked)
        sealed.locked = locked
        return _opening_receipt(subject, sealed)


def finish(subject_id: UUID) -> None:
    """Log the secrets that were opened, and who withheld his; idempotent.

    Where they are locked, first what was locked is logged; then they are opened with the
    signature of the round, which takes seconds. Commits before it returns, and is refused inside a
    transaction (RuntimeError). Locks the subject's row, then the log. Raises `NotClosed` before
    the list is closed, `BeaconAwaited` while locks await their round.
    """
    opens: dict[int, tuple[bytes, int | None]] = {}
    if is_timelocked(subject := _found(subject_id)) and _stage(subject) == "closed":
        counted = _log_locked(subject_id)
        drawn = awaited_beacon(subject)
        assert drawn is not None
        for each in counted:
            if (opened := _unlocked(subject, each, drawn)) is not None:
                opens[each.pk] = opened
    with transaction.atomic(durable=True):
        subject = _locked(subject_id)
        if _stage(subject) == "promised":
            raise NotClosed(str(subject))
        if _stage(subject) != "closed":
            return
        for pk, (secret, cut_at) in opens.items():
            subject.contributions.filter(pk=pk).update(secret=secret.hex(), cut=cut_at)
        at = max(filter(None, (now(), subject.closed_at, subject.locked_at)))
        found = list(subject.contributions.order_by("seat"))
        by, cut = cut_of(found)
        _written(subject, state="opened", opened_at=at)
        tree.append(
            name(subject),
            tree.Kind.OPENED,
            {
                "at": milliseconds(at),
                "by": by,
                "cut": cut,
                "opened": [
                    {"seat": each.seat, "secret": each.secret} for each in found if each.secret
                ],
                "withheld": [each.seat for each in found if not each.secret],
            },
        )


class _Late(Exception):
    """The round came while what was locked was being logged."""


def _log_locked(subject_id: UUID) -> list[Contribution]:
    """Log what was locked, once, and return it: nothing unless it is before the round's time."""
    try:
        return _logged_locked(subject_id)
    except _Late:
        return _logged_locked(subject_id)


def _logged_locked(subject_id: UUID) -> list[Contribution]:
    """Do it; raises `_Late`, with nothing written, when the checkpoint is not before the round."""
    with transaction.atomic(durable=True):
        subject = _locked(subject_id)
        if _stage(subject) != "closed":
            # It was given up, or opened by another worker, meanwhile.
            return []
        assert subject.closed_at is not None
        at = subject.locked_at or max(now(), subject.closed_at)
        found = list(subject.contributions.exclude(locked=None).order_by("seat"))
        if milliseconds(at) >= _due(subject):
            found = []
        if subject.locked_at is not None:
            return found
        _written(subject, locked_at=at)
        tree.append(
            name(subject),
            tree.Kind.LOCKED,
            {
                "at": milliseconds(at),
                "locked": [{"locked": each.locked, "seat": each.seat} for each in found],
            },
        )
        if found and milliseconds(now()) >= _due(subject):
            raise _Late
        return found


def _unlocked(
    subject: Subject, each: Contribution, drawn: Beacon
) -> tuple[bytes, int | None] | None:
    """Return the secret and the cut that a seat locked; None where they are not of its hash."""
    locked = bytes.fromhex(each.locked or "")
    secret = timelock.unlock(drawn.signature, locked[: timelock.LOCKED_BYTES])
    if secret is None:
        return None
    cut = None
    if each.cuts:
        hidden = locked[timelock.LOCKED_BYTES :]
        cut = int.from_bytes(hidden_cut(_tags(subject), str(subject.pk), each.seat, secret, hidden))
        if not subject.header["cut_from"] <= cut <= subject.header["cut_to"]:
            return None
    hashed = contribution_hash(_tags(subject), str(subject.pk), each.seat, secret, cut)
    return (secret, cut) if hashed.hex() == each.hash else None


# --- what a shuffle or a fall asks


def is_timelocked(subject: Subject) -> bool:
    """Tell whether secrets are locked to the beacon's round, and not opened by hand."""
    return bool(subject.header.get("opening") == "timelock")


def has_list(subject: Subject) -> bool:
    """Tell whether a list of contributions is closed before anything is made of the promise."""
    return (subject.header["contributions"], subject.header["beacon"]) != ("none", "none")


def awaited_until(subject_id: UUID, seconds: float) -> datetime | None:
    """Return until when secrets of a closed list are waited for; `seconds` from its closing on.

    None where none is: the list is not closed or finished, all came, or the time is over.
    """
    closed = Contribution.objects.filter(
        Q(shoe=subject_id, shoe__state=Shoe.State.CLOSED)
        | Q(draw=subject_id, draw__state=Draw.State.CLOSED),
        secret=None,
        locked=None,
    )
    closed_at = closed.values_list(Coalesce("shoe__closed_at", "draw__closed_at"), flat=True)
    first = closed_at.first()
    if first is None:
        return None
    until = first + timedelta(seconds=seconds)
    return until if now() < until else None


def cut_of(found: list[Contribution]) -> tuple[int, int]:
    """Return the seat that cut and where; two zeros when none did, or it withheld its secret."""
    return next(((each.seat, each.cut) for each in found if each.cut is not None), (0, 0))


def mix(subject: Subject, drawn: Beacon | None) -> bytes:
    """Return the additional input of the subject's reseedings. Assumes that it is opened."""
    secrets = []
    if subject.header["contributions"] == "full":
        found = subject.contributions.exclude(secret=None).order_by("seat")
        secrets = [(each.seat, bytes.fromhex(each.secret or "")) for each in found]
    return mix_of(
        _tags(subject),
        bytes.fromhex(subject.commitment),
        b"" if drawn is None else drawn.randomness,
        secrets,
    )


def awaited_beacon(subject: Subject) -> Beacon | None:
    """Return the round that the subject's list names, or None where the house goes on without.

    That is: none was named, the secrets were opened too late for it, or it did not come and
    BEACON_FALLBACK lets the house go on. Where secrets are locked it never goes on without. Asks
    the network: call it outside transactions, without a lock. Raises `BeaconAwaited`.
    """
    locked = is_timelocked(subject)
    if not subject.beacon_round or (subject.opened_at is None and not locked):
        return None
    due = _due(subject)
    if not locked and subject.opened_at and milliseconds(subject.opened_at) >= due:
        return None
    at = milliseconds(now())
    if at < due:
        raise BeaconAwaited(EPOCH + due * MILLISECOND)
    if beacon.chain() == subject.header["beacon"]:
        found = beacon.randomness(subject.beacon_round)
        if found is not None:
            return found
    waited = at >= due + beacon.wait_seconds() * 1000
    if beacon.fallback() == "no_beacon" and waited and not locked:
        return None
    raise BeaconAwaited(EPOCH + (at + beacon.CHAIN.period * 1000) * MILLISECOND)


def overdue() -> list[str]:
    """Name the shoes and draws that wait for a round since more than BEACON_WAIT seconds."""
    since = beacon.round_at(milliseconds(now()) - beacon.wait_seconds() * 1000)
    waiting = {"state__in": ("closed", "opened"), "beacon_round__range": (1, since - 1)}
    found: list[Subject] = [*Shoe.objects.filter(**waiting), *Draw.objects.filter(**waiting)]
    return [f"{name(each)} of {each.table}" for each in found]


def beacon_facts(drawn: Beacon | None) -> dict[str, Json] | None:
    """Return a beacon's round as the log writes it."""
    if drawn is None:
        return None
    return {
        "randomness": drawn.randomness.hex(),
        "round": drawn.round,
        "signature": drawn.signature.hex(),
    }


def public(subject: Subject) -> dict[str, Json]:
    """Return what anybody may know of the contributions: hashes once listed, then the secrets."""
    if subject.closed_at is None:
        return {
            "beacon_round": None,
            "cutter": None,
            "hashes": [],
            "locked_at": None,
            "opened": [],
            "withheld": [],
        }
    found = list(subject.contributions.order_by("seat"))
    opened = found if subject.opened_at is not None else []
    return {
        "beacon_round": subject.beacon_round,
        "cutter": next((each.seat for each in found if each.cuts), 0),
        "hashes": [{"hash": each.hash, "seat": each.seat} for each in found],
        "locked_at": None if subject.locked_at is None else milliseconds(subject.locked_at),
        "opened": [{"seat": each.seat, "secret": each.secret} for each in opened if each.secret],
        "withheld": [each.seat for each in opened if not each.secret],
    }


def now() -> datetime:
    """Return the house's clock, to the millisecond: the database's, of now and not of the start."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT date_trunc('milliseconds', clock_timestamp())")
        (at,) = cursor.fetchone()
    assert isinstance(at, datetime)
    return at


def milliseconds(at: datetime) -> int:
    """Return a moment as entries write it: whole milliseconds since 1970."""
    return (at - EPOCH) // MILLISECOND


def name(subject: Subject) -> str:
    """Return the name under which the log speaks of a shoe or a draw."""
    return f"{'shoe' if isinstance(subject, Shoe) else 'draw'}:{subject.pk}"


def _ahead_ms(subject: Subject) -> int:
    """Return how far the round lies ahead, at the least, that a list names now."""
    if not is_timelocked(subject):
        return AHEAD_MS
    return max(AHEAD_MS, int(settings.OPENING_SECONDS * 1000) + LOGGING_MS)


def _due(subject: Subject) -> int:
    """Return when the round of a closed list comes, milliseconds since 1970."""
    assert subject.beacon_round is not None
    return beacon.time_of(subject.beacon_round)


def _found(subject_id: UUID) -> Subject:
    """Return a shoe or a draw as it was; raises as `_locked`."""
    shoe = Shoe.objects.filter(pk=subject_id).first()
    return shoe or Draw.objects.get(pk=subject_id)


def _locked(subject_id: UUID) -> Subject:
    """Return a shoe or a draw, its row locked; raises `Draw.DoesNotExist` when it is neither."""
    shoe = Shoe.objects.select_for_update().filter(pk=subject_id).first()
    return shoe or Draw.objects.select_for_update().get(pk=subject_id)


def _stage(subject: Subject) -> str:
    return "promised" if subject.state == Draw.State.COMMITTED else subject.state


def _written(subject: Subject, **facts: object) -> None:
    type(subject).objects.filter(pk=subject.pk).update(**facts)


def _tags(subject: Subject) -> Tags:
    return SHOE_TAGS if isinstance(subject, Shoe) else DRAW_TAGS


def _signed(subject: Subject, seat: int, hash: str, at: datetime) -> bytes:
    said: dict[str, Json] = {
        "at": milliseconds(at),
        "hash": hash,
        "seat": seat,
        "subject": name(subject),
    }
    return SIGNED + canonical_json(said)


def _opening_receipt(subject: Subject, opened: Contribution) -> OpeningReceipt:
    """Sign that a secret came, open or locked; without a time, so that it is the same again."""
    said: dict[str, Json] = {
        "hash": opened.hash,
        "seat": opened.seat,
        "subject": name(subject),
    }
    if opened.locked is not None:
        said["locked"] = opened.locked
    else:
        said["secret"] = opened.secret
        if opened.cut is not None:
            said["cut"] = opened.cut
    key = tree.public_key("receipts")
    return OpeningReceipt(
        subject=name(subject),
        seat=opened.seat,
        hash=opened.hash,
        key=key,
        signature=keys.key("receipts", key).sign(SIGNED_OPENING + canonical_json(said)).hex(),
    )


def _receipt(subject: Subject, taken: Contribution) -> Receipt:
    return Receipt(
        subject=name(subject),
        seat=taken.seat,
        hash=taken.hash,
        at=milliseconds(taken.sealed_at),
        key=taken.key,
        signature=taken.signature,
    )
