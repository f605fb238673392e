"""Secrets locked to the beacon's recorded round: its signature opens them, without their owners."""

import copy
import hashlib
import json
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.db import IntegrityError, connection
from django.test import Client
from pytest_django import Settings

from casino.rng import contributions, draws, shoes, timelock, verify
from casino.rng.contributions import BeaconAwaited, ContributionRefused
from casino.rng.core.canonical import canonical_json
from casino.rng.core.constants import DRAW_TAGS, SHOE_TAGS
from casino.rng.models import Contribution, Draw, Shoe
from casino.rng.verify.crypto import timelock as verify_timelock
from tables.management.commands import doctor
from tests import campaign
from tests.relay import AT, ROUND, SIGNATURE
from tests.rng import browser_verifier, bundles
from tests.rng.ceremony import open_, seal, secret, terms
from tests.rng.clock import Clock, clock
from tests.rng.locking import locked
from tests.rng.test_contributed_draws import facts, kinds
from tests.rng.test_log import refusal, rewritten, rows, signed_anew

__all__ = ["clock"]

VECTORS = json.loads((Path(__file__).parent / "vectors" / "timelock.json").read_text())


# --- what is locked


def test_drands_own_program_locks_what_the_house_opens() -> None:
    given = VECTORS["tlock"]
    opened = timelock.unlock(bytes.fromhex(given["signature"]), bytes.fromhex(given["locked"]))
    assert opened == bytes.fromhex(given["opened"])
    assert timelock.unlock(SIGNATURE, bytes.fromhex(given["locked"])) is None


@pytest.mark.parametrize("opens", [timelock.unlock, verify_timelock.unlock])
def test_the_recorded_round_opens_what_was_locked_to_it(
    opens: Callable[[bytes, bytes], bytes | None],
) -> None:
    one, cutter, _ = VECTORS["quicknet"]
    whole = bytes.fromhex(one["locked"])
    assert opens(SIGNATURE, whole) == bytes.fromhex(one["secret"])
    assert locked(one["id"], 1, secret(1)) == one["locked"]
    assert locked(cutter["id"], 3, secret(3), 150) == cutter["locked"]
    # Another round's signature; a byte of V and of W; infinity; another form; too short.
    other = bytes.fromhex(VECTORS["tlock"]["signature"])
    assert opens(other, whole) is None
    for at in (96, 159):
        assert opens(SIGNATURE, whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]) is None
    assert opens(SIGNATURE, b"\xc0" + bytes(95) + whole[96:]) is None
    assert opens(SIGNATURE, bytes([whole[0] ^ 0x80]) + whole[1:]) is None
    assert opens(SIGNATURE, whole[:96]) is None


# --- a shoe and a draw


def promised(kind: str) -> Shoe | Draw:
    if kind == "shoe":
        return shoes.promise_shoe("table:1", 1, terms(beacon=True, timelock=True))
    return draws.prepare_draw("table:1", 1, (37,), contributions="full", beacon=True, timelock=True)


def lock(subject: UUID, seat: int, given: str) -> contributions.OpeningReceipt:
    return contributions.lock(subject, seat=seat, party=f"player:{seat}", locked=given)


def closed(kind: str, seats: Mapping[int, int | None]) -> Shoe | Draw:
    """A promise whose list of these seats, each with its cut or None, names the recorded round."""
    subject = promised(kind)
    for seat, cut in seats.items():
        seal(subject.pk, seat, cut, SHOE_TAGS if kind == "shoe" else DRAW_TAGS)
    contributions.close(subject.pk)
    subject.refresh_from_db()
    assert subject.beacon_round == ROUND
    return subject


def given(kind: str, subject: Shoe | Draw, seat: int, cut: int | None = None) -> str:
    return locked(str(subject.pk), seat, secret(seat), cut, draw=kind == "draw")


def ended(kind: str, subject: Shoe | Draw) -> Any:
    """Make what was promised, reveal it, and return its bundle, as anybody may fetch it."""
    if kind == "shoe":
        shoes.shuffle_shoe(subject.pk)
        shoes.retire_shoe(subject.pk)
    else:
        draws.make_draw(subject.pk, "round:1")
        draws.reveal_draw(subject.pk)
    return Client().get(f"/api/{kind}s/{subject.pk}/bundle/").json()


def verdict(kind: str, whole: Any) -> verify.ContributionFindings:
    return (verify.verify if kind == "shoe" else verify.verify_draw)(whole).contributions


@campaign.soak_only
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["shoe", "draw"])
def test_secrets_open_without_their_owners(kind: str, clock: Clock) -> None:
    """One locks, one locks another's secret, one a broken one, one is silent; the house as well."""
    cut = 150 if kind == "shoe" else None
    subject = closed(kind, {1: None, 2: None, 3: cut, 4: None, 5: None})
    receipt = lock(subject.pk, 1, given(kind, subject, 1))
    lock(subject.pk, 2, given(kind, subject, 1))
    lock(subject.pk, 3, given(kind, subject, 3, cut))
    broken = given(kind, subject, 4)
    lock(subject.pk, 4, broken[:-1] + ("0" if broken[-1] != "0" else "1"))
    with pytest.raises(BeaconAwaited) as awaited:
        contributions.finish(subject.pk)
    assert contributions.milliseconds(awaited.value.until) == AT
    subject.refresh_from_db()
    assert subject.state == "closed"
    assert contributions.overdue() == []
    # Nobody knows a secret yet, and nothing can be made without them.
    assert not Contribution.objects.exclude(secret=None).exists()
    assert [each["seat"] for each in facts(subject, "locked")["locked"]] == [1, 2, 3, 4]
    clock.ms = AT
    for _ in range(2):
        contributions.finish(subject.pk)
    told = facts(subject, "opened")
    assert [each["seat"] for each in told["opened"]] == [1, 3]
    assert (told["withheld"], told["by"]) == ([2, 4, 5], 3 if cut else 0)
    assert told["cut"] == (cut or 0)
    whole = ended(kind, subject)
    last = ["order", "reveal"] if kind == "shoe" else ["reveal"]
    assert kinds(subject) == ["commitment", "contributions", "locked", "opened", *last]
    found = verdict(kind, whole)
    assert (found.mixed, found.withheld) == ((1, 3), (2, 4, 5))
    assert (found.beacon, found.locks, found.round) == ("checked", "checked", ROUND)
    assert "locked until that round" in verify.sentence("locks_checked", "en")
    said = {
        "hash": receipt.hash,
        "locked": given(kind, subject, 1),
        "seat": 1,
        "subject": contributions.name(subject),
    }
    Ed25519PublicKey.from_public_bytes(bytes.fromhex(receipt.key)).verify(
        bytes.fromhex(receipt.signature), b"sabot-opening-receipt/1\n" + canonical_json(said)
    )
    saved = {
        "cut": None,
        "hash": receipt.hash,
        "locked": given(kind, subject, 1),
        "opening": {
            **{name: getattr(receipt, name) for name in ("hash", "key", "seat", "signature")},
            "subject": contributions.name(subject),
            "type": "opened",
        },
        "receipt": None,
        "seat": 1,
        "secret": secret(1).hex(),
        kind: str(subject.pk),
    }
    forged(kind, whole, saved)
    in_the_log(kind)


def in_the_log(kind: str) -> None:
    """What whoever reads the whole log refuses: locks when their round had come, or none."""
    whole = rows()
    told = [json.loads(each["entry"]) for each in whole]
    at = {each["kind"]: place for place, each in enumerate(told)}
    assert refusal(whole) is None

    def said(kind: str, **facts: Any) -> str | None:
        place = at[kind]
        return refusal(
            signed_anew([*whole[:place], rewritten(whole[place], **facts), *whole[place + 1 :]])
        )

    held = whole[at["locked"] :]
    slow = [
        {**each, "checkpoint": re.sub("time .*", f"time {AT + 90}", each["checkpoint"])}
        for each in held
    ]
    assert refusal(signed_anew([*whole[: at["locked"]], *slow])) == "beacon"
    locks = told[at["locked"]]["facts"]["locked"]
    assert said("locked", locked=locks) is None
    assert said("locked", locked=locks[::-1]) == "seats"
    assert said("locked", locked=[{**locks[0], "seat": 9}]) == "seats"
    assert said("locked", locked=[{**locks[0], "locked": "ab"}]) == "malformed"
    assert said("locked", locked=locks[1:]) == "seats"
    assert said("contributions", beacon_round=0) == "beacon"
    assert said("order" if kind == "shoe" else "reveal", beacon=None) == "beacon"
    left = [*whole[: at["locked"]], *whole[at["locked"] + 1 :]]
    assert refusal(signed_anew(left)) == "log_order"


def forged(kind: str, whole: Any, saved: dict[str, Any]) -> None:
    """What the house could sign instead, each refused by both verifiers; and what is right."""

    def changed(change: Callable[[dict[str, dict[str, Any]]], None]) -> Any:
        texts = [json.loads(each["entry"]) for each in whole["log"]["entries"]]
        told = copy.deepcopy({each["kind"]: each["facts"] for each in texts})
        change(told)
        entries = [
            bundles.canonical({**each, "facts": told[each["kind"]]})
            for each in texts
            if each["kind"] in told
        ]
        return bundles.signed_anew(whole, entries)

    def withhold(told: dict[str, Any]) -> None:
        """The lock of seat 1 opens, and the house says that it does not."""
        opened = told["opened"]
        opened["opened"] = [each for each in opened["opened"] if each["seat"] != 1]
        opened["withheld"] = [1, 2, 4, 5]

    def by_hand(told: dict[str, Any]) -> None:
        """Seat 5 locked nothing, and its secret came when the round was known."""
        opened = told["opened"]
        opened["opened"].append({"seat": 5, "secret": secret(5).hex()})
        opened["withheld"].remove(5)

    def forget(told: dict[str, Any]) -> None:
        """The lock of seat 1 did not come."""
        told["locked"]["locked"] = told["locked"]["locked"][1:]
        withhold(told)

    def backdate(told: dict[str, Any]) -> None:
        """The locks were logged when their round had come."""
        told["locked"]["at"] = told["opened"]["at"] = AT

    def unlisted(told: dict[str, Any]) -> None:
        told["locked"]["locked"].append(
            {"locked": told["locked"]["locked"][0]["locked"], "seat": 9}
        )

    def unnamed(told: dict[str, Any]) -> None:
        told["contributions"]["beacon_round"] = 0

    def silent(told: dict[str, Any]) -> None:
        told["order" if kind == "shoe" else "reveal"]["beacon"] = None

    def skipped(told: dict[str, Any]) -> None:
        del told["locked"]

    def nothing(told: dict[str, Any]) -> None:
        pass

    # The checkpoint that ends with the locks is of the round's time, whatever `at` says.
    later = changed(nothing)
    hashed = [
        hashlib.sha256(b"\x00" + each["entry"].encode()).digest()
        for each in later["log"]["entries"][:3]
    ]
    later["log"]["locked"]["checkpoint"] = bundles.checkpoint(hashed, AT)
    lies = [withhold, by_hand, forget, backdate, unlisted, unnamed, silent, skipped]
    wrong = [*(changed(lie) for lie in lies), later]
    codes = []
    for each in wrong:
        with pytest.raises(verify.Wrong) as refused:
            verdict(kind, each)
        codes.append(refused.value.code)
    # What falls shows the other two, once more is changed with them: the locks show all three.
    assert codes[3:] == ["beacon_time", "seats", "beacon", "beacon", "log_order", "beacon_time"]
    # The control: signed anew without a lie it is right.
    right = [whole, changed(nothing)]
    verdict(kind, right[1])
    verdicts = browser_verifier.verdicts(json.dumps(each) for each in [*right, *wrong])
    assert [each["ok"] for each in verdicts] == [True, True] + [False] * len(wrong)
    assert verdicts[0]["opening"] == "timelock"
    # The house that says that the lock of seat 1 did not come is convicted by its receipt.
    check = verify.verify if kind == "shoe" else verify.verify_draw
    assert check(whole, verify.KnownFacts(receipt=saved)).comparison
    with pytest.raises(verify.Wrong, match="receipt_dropped"):
        check(wrong[2], verify.KnownFacts(receipt=saved))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["shoe", "draw"])
def test_locks_that_were_logged_too_late_count_for_nobody(
    kind: str, clock: Clock, settings: Settings
) -> None:
    """The house was too slow: it may not open them now, nor go on without the beacon."""
    subject = closed(kind, {1: None})
    lock(subject.pk, 1, given(kind, subject, 1))
    clock.ms = AT
    honest, settings.BEACON_URLS = settings.BEACON_URLS, []
    clock.ms = AT + 1000 * settings.BEACON_WAIT
    with pytest.raises(BeaconAwaited):
        contributions.finish(subject.pk)
    clock.ms += 3_000
    assert contributions.overdue() == [f"{contributions.name(subject)} of table:1"]
    assert any("waits for the beacon" in what for what, _ in doctor.generator())
    settings.BEACON_URLS = honest
    contributions.finish(subject.pk)
    assert facts(subject, "locked")["locked"] == []
    assert facts(subject, "opened")["withheld"] == [1]
    whole = ended(kind, subject)
    found = verdict(kind, whole)
    assert (found.mixed, found.withheld, found.beacon) == ((), (1,), "checked")
    (said,) = browser_verifier.verdicts([json.dumps(whole)])
    assert said["ok"], said


@pytest.mark.django_db(transaction=True)
def test_a_round_that_comes_while_locks_are_logged_makes_them_late(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the look after it, the entry's checkpoint would be later than the round."""
    subject = closed("draw", {1: None})
    lock(subject.pk, 1, given("draw", subject, 1))
    append = contributions.tree.append

    def slow(*args: Any, **more: Any) -> Any:
        clock.ms = AT
        return append(*args, **more)

    monkeypatch.setattr(contributions.tree, "append", slow)
    contributions.finish(subject.pk)
    told = facts(subject, "locked")
    assert told["locked"] == []
    assert told["at"] >= AT


@pytest.mark.django_db(transaction=True)
def test_nothing_is_logged_of_what_was_given_up_meanwhile(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    subject = closed("draw", {1: None})
    draws.withdraw_draw(subject.pk)
    monkeypatch.setattr(contributions, "_found", lambda _: subject)
    with pytest.raises(BeaconAwaited):
        contributions.finish(subject.pk)
    assert kinds(subject) == ["commitment", "contributions", "reveal"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("kind", "stage"), [("shoe", "locked"), ("shoe", "opened"), ("draw", "opened")]
)
def test_what_is_given_up_before_it_fell_awaits_what_it_depended_on(
    kind: str, stage: str, clock: Clock
) -> None:
    subject = closed(kind, {1: None})
    lock(subject.pk, 1, given(kind, subject, 1))
    with pytest.raises(BeaconAwaited):
        contributions.finish(subject.pk)
    if stage == "opened":
        clock.ms = AT
        contributions.finish(subject.pk)
    if kind == "shoe":
        shoes.retire_shoe(subject.pk)
        whole = shoes.bundle(subject.pk)
    else:
        draws.withdraw_draw(subject.pk)
        whole = draws.bundle(subject.pk)
    text = json.dumps(whole)
    check = verify.verify if kind == "shoe" else verify.verify_draw
    ends = check(json.loads(text)).withdrawn
    assert ends is not None
    assert ends.awaits == ("beacon" if stage == "opened" else "secrets")
    (said,) = browser_verifier.verdicts([text])
    assert said["ok"]
    assert said["withdrawn"]["awaits"] == ends.awaits


def test_a_verifier_that_cannot_open_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    shape = bundles.Shape(beacon="recorded", locks=True, seats=(1,))
    monkeypatch.setitem(sys.modules, "py_ecc.optimized_bls12_381", None)
    verify.is_beacon.cache_clear()
    verify_timelock.unlock.cache_clear()
    found = verify.verify(json.loads(json.dumps(bundles.shoe(shape)))).contributions
    assert (found.mixed, found.locks, found.beacon) == ((1,), "unchecked", "unchecked")
    verify.is_beacon.cache_clear()


# --- what is refused


@pytest.mark.django_db(transaction=True)
def test_what_is_no_lock_is_refused(clock: Clock) -> None:
    subject = closed("shoe", {1: None, 3: 150})
    whole = given("shoe", subject, 1)

    def refused(code: str, seat: int, locked: str) -> None:
        with pytest.raises(ContributionRefused, match=f"^{code}$"):
            lock(subject.pk, seat, locked)

    for bad in ("", whole[1:], whole.upper(), whole + "00", whole + "\n", "g" * 320):
        refused("malformed", 1, bad)
    refused("not_sealed", 2, whole)
    refused("opening_differs", 1, whole + "0000")
    refused("opening_differs", 3, whole)
    with pytest.raises(ContributionRefused, match=r"^opening_closed$"):
        open_(subject.pk, 1)
    one = lock(subject.pk, 1, whole)
    assert lock(subject.pk, 1, whole) == one
    refused("opening_differs", 1, given("shoe", subject, 2))
    clock.ms = AT
    refused("opening_closed", 3, given("shoe", subject, 3, 150))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("seconds", "rounds"), [(1, 0), (5, 0), (120, 38)])
def test_the_round_lies_behind_the_time_for_locking(
    seconds: float, rounds: int, clock: Clock, settings: Settings
) -> None:
    """Whoever is silent takes that time, and must not make the others late."""
    settings.OPENING_SECONDS = seconds
    subject = promised("draw")
    contributions.close(subject.pk)
    subject.refresh_from_db()
    assert subject.beacon_round == ROUND + rounds


@pytest.mark.django_db(transaction=True)
def test_a_list_of_locks_is_short_and_none_is_taken_where_secrets_are_opened(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contributions, "MOST_LOCKED", 1)
    draw = promised("draw")
    seal(draw.pk, 1, tags=DRAW_TAGS)
    with pytest.raises(ContributionRefused, match=r"^seal_closed$"):
        seal(draw.pk, 2, tags=DRAW_TAGS)
    by_hand = draws.prepare_draw("table:1", 2, (37,), contributions="full", beacon=True)
    seal(by_hand.pk, 1, tags=DRAW_TAGS)
    contributions.close(by_hand.pk)
    with pytest.raises(ContributionRefused, match=r"^opening_closed$"):
        lock(by_hand.pk, 1, given("draw", by_hand, 1))


@pytest.mark.django_db(transaction=True)
def test_nothing_is_locked_without_a_beacon_or_without_secrets() -> None:
    for change in ({"beacon": False}, {"beacon": True, "contributions": "none"}):
        with pytest.raises(ValueError, match="no such shoe"):
            shoes.promise_shoe("table:1", 1, terms(**change, timelock=True))
    for more in ({"contributions": "full"}, {"beacon": True}):
        with pytest.raises(ValueError, match="no such draw"):
            draws.prepare_draw("table:1", 1, (37,), timelock=True, **more)  # type: ignore[arg-type]


@pytest.mark.django_db(transaction=True)
def test_the_database_holds_to_the_order_of_locks_and_openings(clock: Clock) -> None:
    subject = closed("draw", {1: None, 2: None})

    def refused(*laws: tuple[str, str]) -> None:
        for statement, law in laws:
            with connection.cursor() as cursor, pytest.raises(IntegrityError, match=law):
                cursor.execute(statement)

    lock(subject.pk, 1, given("draw", subject, 1))
    opens = ("UPDATE rng_contribution SET secret = repeat('ab', 32)", "opened once")
    locks = ("UPDATE rng_contribution SET locked = repeat('ab', 160)", "locked once")
    refused(
        opens,
        locks,
        ("UPDATE rng_draw SET opened_at = now(), state = 'opened'", "logged before"),
    )
    with pytest.raises(BeaconAwaited):
        contributions.finish(subject.pk)
    refused(
        (f"{opens[0]} WHERE seat = 2", "opened once"),
        (f"{locks[0]} WHERE seat = 2", "locked once"),
        ("UPDATE rng_draw SET locked_at = now() + interval '1 hour'", "fixed does not change"),
        ("UPDATE rng_draw SET locked_at = NULL", "fixed does not change"),
    )
