"""What players bring to a shoe or a draw: hashes taken, the list closed, secrets opened, logged.

The subject's row is the lock. Nothing here computes what a contribution leads to, and a secret is
neither logged nor raised before `finish` publishes it.
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, Literal
from uuid import UUID

from django.db import connection, transaction

from casino.rng import beacon, keys
from casino.rng.beacon import Beacon
from casino.rng.core.canonical import Json, canonical_json
from casino.rng.core.constants import DRAW_TAGS, NUMBERS, SHOE_TAGS, Tags
from casino.rng.core.contribution import contribution_hash, mix_of
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
AHEAD_MS: Final = 6_000
"""Milliseconds from the closing of a list to the beacon's round that it names, at the least: in
them the secrets are opened, or the round does not count."""
MILLISECOND: Final = timedelta(milliseconds=1)
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_HEX: Final = re.compile(r"[0-9a-f]{64}")


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


def seal(subject_id: UUID, *, seat: int, party: str, hash: str, cuts: bool) -> Receipt:
    """Take a seat's hash in the caller's transaction; the same again gives the same receipt.

    `party` is an opaque label: a party contributes once, and a seat once. Locks the subject's row.
    Raises `ContributionRefused`: `malformed`, `seal_closed`, `already_sealed`, or `cut_taken` when
    another seat cuts, or nobody does.
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
            round_ = beacon.round_at(milliseconds(at) + AHEAD_MS)
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


def open(subject_id: UUID, *, seat: int, party: str, secret: str, cut: int | None) -> None:
    """Keep the secret (hex) of a hash in the closed list, in the caller's transaction.

    Twice is as once. Locks the subject's row. Raises `ContributionRefused`: `malformed`,
    `not_sealed` for another's seat or none, `opening_closed` outside the time for it,
    `opening_differs` when the hash is of something else, `cut_out_of_limits`.
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
            return
        if _stage(subject) != "closed":
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


def finish(subject_id: UUID) -> None:
    """Log the secrets that were opened, and who withheld his; idempotent.

    Commits before it returns, and is refused inside a transaction (RuntimeError). Locks the
    subject's row, then the log. Raises `NotClosed` before the list is closed.
    """
    with transaction.atomic(durable=True):
        subject = _locked(subject_id)
        if _stage(subject) == "promised":
            raise NotClosed(str(subject))
        if _stage(subject) != "closed":
            return
        assert subject.closed_at is not None
        at = max(now(), subject.closed_at)
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


# --- what a shuffle or a fall asks


def has_list(subject: Subject) -> bool:
    """Tell whether a list of contributions is closed before anything is made of the promise."""
    return (subject.header["contributions"], subject.header["beacon"]) != ("none", "none")


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
    BEACON_FALLBACK lets the house go on. Asks the network: call it outside transactions, without a
    lock. Raises `BeaconAwaited`.
    """
    if not subject.beacon_round or subject.opened_at is None:
        return None
    due = beacon.time_of(subject.beacon_round)
    if milliseconds(subject.opened_at) >= due:
        return None
    at = milliseconds(now())
    if at < due:
        raise BeaconAwaited(EPOCH + due * MILLISECOND)
    if beacon.chain() == subject.header["beacon"]:
        found = beacon.randomness(subject.beacon_round)
        if found is not None:
            return found
    if beacon.fallback() == "no_beacon" and at >= due + beacon.wait_seconds() * 1000:
        return None
    raise BeaconAwaited(EPOCH + (at + beacon.CHAIN.period * 1000) * MILLISECOND)


def told(drawn: Beacon | None) -> dict[str, Json] | None:
    """Return a round as the log tells it."""
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
        return {"beacon_round": None, "cutter": None, "hashes": [], "opened": [], "withheld": []}
    found = list(subject.contributions.order_by("seat"))
    opened = found if subject.opened_at is not None else []
    return {
        "beacon_round": subject.beacon_round,
        "cutter": next((each.seat for each in found if each.cuts), 0),
        "hashes": [{"hash": each.hash, "seat": each.seat} for each in found],
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


def _receipt(subject: Subject, taken: Contribution) -> Receipt:
    return Receipt(
        subject=name(subject),
        seat=taken.seat,
        hash=taken.hash,
        at=milliseconds(taken.sealed_at),
        key=taken.key,
        signature=taken.signature,
    )
