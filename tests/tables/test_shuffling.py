"""Players make a shoe with the house: they seal secrets, one of them cuts, they open."""

import json
from collections import Counter
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from asgiref.sync import sync_to_async
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from django.db import transaction
from django.utils import timezone
from pytest_django import Settings

from casino.rng import contributions, shoes, verify
from casino.rng.core import health
from casino.rng.core.canonical import canonical_json
from casino.rng.log.models import LogEntry
from casino.rng.models import Shoe
from tables import queue, tasks
from tables.games.banque_a_tout_va import messages as banque_a_tout_va
from tables.games.blackjack import messages as bj
from tables.games.core.cards import PACK
from tables.games.core.money import Amount, BoxNo
from tables.games.punto_banco import messages as punto_banco
from tables.games.trente_et_quarante import messages as trente_et_quarante
from tables.games.wheel.stakes import Wager
from tables.models import Box, FloorEvent, Shuffling, Table
from tables.operation import series, sessions
from tables.rounds import timer
from tables.rows import due_work, table_rows
from tables.seating import services as seating
from tables.shoes import contributions as contributing
from tables.shoes import requests, shuffling
from tables.wire import floor_commands
from tests.floor import OPTIONS, House, open_house
from tests.published import publish
from tests.relay import AT, ROUND
from tests.rng.ceremony import hash_of, secret
from tests.rng.clock import Clock, clock
from tests.rng.locking import locked
from tests.tables.test_private_cards import everything
from tests.tables.test_socket import browse, hub_of_this_test

__all__ = ["browse", "clock", "hub_of_this_test"]


@pytest.fixture
def full(settings: Settings) -> None:
    """Players contribute to each shoe."""
    settings.SHOE_CONTRIBUTIONS = "full"


@pytest.fixture
def house(full: None, house: House) -> House:
    """A table whose first shoe is promised, and nobody is seated."""
    return house


def made(house: House) -> dict[str, Any] | None:
    """Return what everybody sees of the shoe that is being made."""
    shown: dict[str, Any] | None = house.frame()["floor"]["shuffling"]
    return shown


def shoe_of(house: House) -> UUID:
    return Shuffling.objects.get(pk=house.table_id).shoe_id


def give(house: House, name: str, command: Any, command_id: UUID | None = None) -> str:
    """Take part in the making of a shoe; return the refusal's code, or an empty text."""
    receipt = contributing.contribute(
        player_id=house.player(name).pk,
        table_id=house.table_id,
        command_id=command_id or uuid4(),
        given=command,
    )
    return receipt.refused.code if receipt and receipt.refused else ""


def seal(house: House, name: str, box: int) -> str:
    shoe = shoe_of(house)
    return give(house, name, floor_commands.Seal(BoxNo(box), str(shoe), hash_of(shoe, box)))


def cut(house: House, name: str, box: int, place: int) -> str:
    shoe = shoe_of(house)
    return give(house, name, floor_commands.Cut(BoxNo(box), str(shoe), hash_of(shoe, box, place)))


def decline(house: House, name: str, box: int) -> str:
    return give(house, name, floor_commands.DeclineCut(BoxNo(box), str(shoe_of(house))))


def reveal(house: House, name: str, box: int, place: int | None = None) -> str:
    """Open what a box has sealed."""
    said = floor_commands.Open(BoxNo(box), str(shoe_of(house)), secret(box).hex(), place)
    return give(house, name, said)


def late(house: House) -> None:
    """Let the clock run out, and the croupier look."""
    past = timezone.now() - timedelta(seconds=1)
    assert Table.objects.filter(pk=house.table_id, due_at__isnull=False).update(due_at=past)
    assert timer.handle_expired_clock(house.table_id)


def close(house: House) -> None:
    """Do what the worker does when the list is to be closed."""
    tasks.close_contributions(house.table_id, str(shoe_of(house)))


def shuffle(house: House) -> Shoe:
    """Do what the worker does when the secrets are open; return the shoe on the table."""
    tasks.shuffle_shoe(house.table_id, str(shoe_of(house)))
    shoe = house.table.shoe
    assert shoe is not None
    return Shoe.objects.get(pk=shoe.pk)


def go_away(house: House, name: str) -> None:
    """Let a player's sockets be gone for so long that he counts as away."""
    Box.objects.filter(table_id=house.table_id, player=house.player(name)).update(
        seen_at=timezone.now() - seating.AWAY_AFTER - timedelta(seconds=1)
    )
    seating.mark_away_and_free()


def complete(house: House, packs: int) -> verify.VerifiedShoe:
    """Play the shoe of a table no more; see that it had each card once a pack, as it was promised.

    Return what anybody makes of its bundle.
    """
    shoe = house.table.shoe
    assert shoe is not None
    shoes.retire_shoe(shoe.pk)
    whole = shoes.bundle(shoe.pk)
    assert Counter(whole["reveal"]["order"]) == dict.fromkeys(range(len(PACK)), packs)
    return verify.verify(whole)


def entries(shoe_id: UUID) -> list[str]:
    return list(
        LogEntry.objects.filter(subject=f"shoe:{shoe_id}")
        .order_by("index")
        .values_list("kind", flat=True)
    )


def test_nobody_seated_the_promise_lies_there_for_all_to_see(house: House) -> None:
    shown = made(house)
    assert shown is not None
    shoe = Shoe.objects.get(pk=shoe_of(house))
    assert (shown["stage"], shown["commitment"], shown["sequence"]) == (
        "waiting",
        shoe.commitment,
        1,
    )
    assert house.table.due_at is None
    assert house.frame()["floor"]["shoe"] is None
    assert entries(shoe.pk) == ["commitment"]


def test_a_shoe_whose_secrets_the_beacon_opens(clock: Clock, house: House) -> None:
    """The cutter and another lock what they sealed; a third is silent, and nobody waits for him."""
    shoe_id = shoe_of(house)
    for name, box in (("ann", 2), ("bob", 5), ("cat", 6)):
        house.sit(name, box)
    assert cut(house, "ann", 2, 150) == ""
    assert made(house)["lock_round"] == 0  # type: ignore[index]
    assert (seal(house, "bob", 5), seal(house, "cat", 6)) == ("", "")
    close(house)
    shown = made(house)
    assert shown is not None
    assert (shown["stage"], shown["lock_round"]) == ("opening", ROUND)
    assert reveal(house, "bob", 5) == "opening_closed", "not by hand"

    def lock(name: str, box: int, place: int | None = None) -> str:
        whole = locked(str(shoe_id), box, secret(box), place)
        return give(house, name, floor_commands.Lock(BoxNo(box), str(shoe_id), whole))

    assert lock("bob", 2, 150) == "not_sealed"
    assert lock("ann", 2) == "opening_differs", "the cut is missing"
    assert (lock("ann", 2, 150), lock("bob", 5)) == ("", "")
    assert made(house)["opened"] == [2, 5]  # type: ignore[index]
    late(house)
    tasks.shuffle_shoe(house.table_id, str(shoe_id))
    assert made(house)["stage"] == "shuffling"  # type: ignore[index]
    assert entries(shoe_id) == ["commitment", "contributions", "locked"]
    assert house.table.due_at is not None
    assert contributions.milliseconds(house.table.due_at) == AT
    clock.ms = AT
    shoe = shuffle(house)
    assert (shoe.cut, shoe.cut_by) == (150, 2)
    found = complete(house, 6)
    assert (found.contributions.mixed, found.contributions.withheld) == ((2, 5), (6,))
    assert (found.contributions.beacon, found.contributions.locks) == ("checked", "checked")


def test_from_the_first_who_sits_down_to_a_card_that_verifies(house: House) -> None:
    shoe_id = shoe_of(house)
    house.sit("ann", 2)
    assert made(house)["stage"] == "sealing"  # type: ignore[index]
    assert made(house)["offered"] == [2]  # type: ignore[index]
    house.sit("bob", 5)
    assert house.stake("ann", 2, 1000) == "shoe_not_ready"
    assert seal(house, "bob", 5) == ""
    assert cut(house, "ann", 2, 150) == ""
    shown = made(house)
    assert shown is not None
    assert (shown["sealed"], shown["cutter"], shown["offered"]) == ([5, 2], 2, [])
    assert shown["stage"] == "closing", "whoever sits down now does not seal"
    house.sit("cat", 6)
    assert seal(house, "cat", 6) == "seal_closed"
    close(house)
    assert made(house)["stage"] == "opening"  # type: ignore[index]
    assert house.frame()["window"] == 5000
    assert seal(house, "bob", 5) == "", "the same hash again: the same receipt"
    assert reveal(house, "ann", 2, 150) == ""
    assert reveal(house, "bob", 5) == ""
    # `open` is the table's: whoever had asked for other cards could else ask again.
    kinds = FloorEvent.objects.filter(by__in=map(house.player, ("ann", "bob"))).order_by("-pk")
    assert list(kinds.values_list("kind", flat=True)[:2]) == ["open_seal", "open_seal"]
    assert made(house)["stage"] == "shuffling"  # type: ignore[index]
    assert house.stake("ann", 2, 1000) == "shoe_not_ready"
    shoe = shuffle(house)
    assert shoe.pk == shoe_id
    shown = house.frame()["floor"]
    assert shown["shuffling"] is None
    assert (shown["shoe"]["cut"], shown["shoe"]["cut_by"]) == (150, 2)
    assert shown["shoe"]["root"] == shoe.root
    assert entries(shoe_id) == ["commitment", "contributions", "opened", "order"]
    assert house.stake("ann", 2, 1000) == ""
    shoes.retire_shoe(shoe_id)
    checked = verify.verify(shoes.bundle(shoe_id))
    assert (checked.cut, checked.by) == (150, 2)


def test_a_shoe_to_which_nobody_contributes_is_there_at_once(
    house: House, settings: Settings
) -> None:
    settings.SHOE_CONTRIBUTIONS = "none"
    other = open_house("Sans apport")
    assert made(other) is None
    shown = other.frame()["floor"]["shoe"]
    assert (shown["cut_by"], shown["cut"] > 0) == (0, True), "the dealer cuts"


def test_where_the_cut_alone_is_taken_only_the_cutter_seals(
    house: House, settings: Settings
) -> None:
    settings.SHOE_CONTRIBUTIONS = "cut_only"
    other = open_house("Coupe seule")
    other.sit("ann", 1)
    other.sit("bob", 2)
    assert seal(other, "bob", 2) == "seal_closed"
    assert cut(other, "ann", 1, 100) == ""
    close(other)
    assert reveal(other, "ann", 1, 100) == ""
    assert shuffle(other).cut_by == 1


def three(house: House) -> None:
    house.sit("ann", 1)
    house.sit("bob", 3)
    house.sit("cat", 7)


def test_amb_61_the_cut_goes_round_and_at_last_to_the_dealer(house: House) -> None:
    house.sit("ann", 1)
    assert made(house)["offered"] == [1]  # type: ignore[index]
    house.sit("bob", 3)
    assert decline(house, "ann", 1) == ""
    # Bob sat down when the offers were made already: he seals, and does not cut.
    shown = made(house)
    assert shown is not None
    assert (shown["offered"], shown["declined"]) == ([], [1])
    assert house.frame()["window"] == 5000
    assert cut(house, "bob", 3, 100) == "cut_not_offered"


def second_shoe(house: House) -> House:
    """Seat three players at a table and promise its second shoe."""
    house.sit("ann", 1)
    late(house)
    late(house)
    close(house)
    shuffle(house)
    house.sit("bob", 3)
    house.sit("cat", 7)
    with transaction.atomic():
        requests.request_equipment(table_rows.lock(house.table_id), resumes=False)
    tasks.make_equipment(house.table_id, house.table.shoe_sequence)
    return house


@pytest.fixture
def next_shoe(house: House) -> House:
    """Three players where the text orders who is asked to cut."""
    return second_shoe(open_house("Ontario", book="ON"))


@pytest.fixture
def next_for_all(house: House) -> House:
    """Three players where the text only says "a player"."""
    return second_shoe(house)


def test_on_32_each_box_in_turn_is_asked_for_its_time(next_shoe: House) -> None:
    house = next_shoe
    frame = house.frame()
    assert (frame["floor"]["shuffling"]["offered"], frame["window"]) == ([1], 8000)
    assert cut(house, "bob", 3, 100) == "cut_not_offered"
    assert decline(house, "bob", 3) == "cut_not_offered"
    assert decline(house, "ann", 3) == "not_your_box"
    late(house)
    frame = house.frame()
    assert (frame["floor"]["shuffling"]["offered"], frame["window"]) == ([3], 5000)
    assert frame["floor"]["shuffling"]["declined"] == [1]
    assert cut(house, "ann", 1, 100) == "cut_not_offered"
    assert cut(house, "bob", 3, 100) == ""
    sealed_and_cut(house)


def sealed_and_cut(house: House) -> None:
    """Bob alone has sealed, with a cut: the others seal after him, and the list is closed."""
    shown = made(house)
    assert shown is not None
    assert (shown["cutter"], shown["offered"], shown["sealed"]) == (3, [], [3])
    assert house.frame()["window"] == 5000, "the others have so long to seal"
    assert seal(house, "ann", 1) == ""
    late(house)
    close(house)
    shown = made(house)
    assert shown is not None
    assert (shown["stage"], shown["sealed"]) == ("opening", [3, 1])


def test_fr_2024_007_all_are_asked_at_once_and_the_first_who_accepts_cuts(
    next_for_all: House,
) -> None:
    house = next_for_all
    house.sit("ann", 2)
    frame = house.frame()
    due_at = house.table.due_at
    assert (frame["floor"]["shuffling"]["offered"], frame["window"]) == ([1, 3, 7], 8000)
    assert cut(house, "ann", 2, 100) == "cut_not_offered", "she is asked at one of her boxes"
    assert decline(house, "ann", 3) == "not_your_box"
    assert decline(house, "cat", 7) == ""
    shown = made(house)
    assert shown is not None
    assert (shown["offered"], shown["declined"]) == ([1, 3], [7])
    assert house.table.due_at == due_at, "nobody's answer gives the others more time"
    assert cut(house, "cat", 7, 100) == "cut_not_offered"
    assert cut(house, "bob", 3, 100) == ""
    assert cut(house, "ann", 1, 100) == "cut_not_offered", "another was sooner"
    sealed_and_cut(house)


def test_amb_61_where_nobody_of_all_accepts_the_dealer_cuts(next_for_all: House) -> None:
    house = next_for_all
    assert seal(house, "bob", 3) == "", "who seals does not cut"
    go_away(house, "cat")
    assert made(house)["offered"] == [1]  # type: ignore[index]
    late(house)
    shown = made(house)
    assert shown is not None
    assert (shown["offered"], shown["declined"]) == ([], [3, 1])
    assert house.frame()["window"] == 5000
    assert seal(house, "ann", 1) == ""
    close(house)
    assert reveal(house, "bob", 3) == reveal(house, "ann", 1) == ""
    assert shuffle(house).cut_by == 0


def test_whoever_seals_declines_the_cut(next_shoe: House) -> None:
    house = next_shoe
    assert seal(house, "bob", 3) == ""
    assert made(house)["offered"] == [1]  # type: ignore[index]
    assert seal(house, "ann", 1) == ""
    shown = made(house)
    assert shown is not None
    assert (shown["offered"], shown["declined"]) == ([7], [1])
    assert cut(house, "ann", 1, 100) == "already_sealed"
    assert cut(house, "cat", 7, 100) == ""
    assert seal(house, "cat", 7) == "already_sealed"


def test_the_offer_to_whoever_leaves_goes_on(next_shoe: House) -> None:
    house = next_shoe
    left = seating.leave_box(
        player_id=house.player("ann").pk,
        table_id=house.table_id,
        command_id=uuid4(),
        box=BoxNo(1),
    )
    assert left is None
    assert made(house)["offered"] == [3]  # type: ignore[index]


def test_the_offer_to_whoever_is_cut_off_goes_on(next_shoe: House) -> None:
    house = next_shoe
    go_away(house, "ann")
    assert made(house)["offered"] == [3]  # type: ignore[index]
    go_away(house, "cat")
    assert decline(house, "bob", 3) == ""
    assert made(house)["offered"] == [], "nobody is asked who is not there"  # type: ignore[index]


def test_what_the_cutter_sealed_stays_when_he_is_cut_off(next_shoe: House) -> None:
    house = next_shoe
    assert cut(house, "ann", 1, 120) == ""
    go_away(house, "ann")
    assert seal(house, "bob", 3) == ""
    assert seal(house, "cat", 7) == ""
    close(house)
    # He does not come back in time: his cut was never opened, and the dealer cuts.
    assert reveal(house, "bob", 3) == ""
    assert reveal(house, "cat", 7) == ""
    assert made(house)["stage"] == "opening"  # type: ignore[index]
    late(house)
    shoe = shuffle(house)
    assert shoe.cut_by == 0
    assert contributions.public(shoe)["withheld"] == [1]
    verify_retired(shoe)


def verify_retired(shoe: Shoe) -> None:
    shoes.retire_shoe(shoe.pk)
    verify.verify(shoes.bundle(shoe.pk))


def test_a_cutter_who_left_his_box_may_still_open(next_shoe: House) -> None:
    house = next_shoe
    assert cut(house, "ann", 1, 120) == ""
    assert seal(house, "bob", 3) == ""
    assert seal(house, "cat", 7) == ""
    assert (
        seating.leave_box(
            player_id=house.player("ann").pk,
            table_id=house.table_id,
            command_id=uuid4(),
            box=BoxNo(1),
        )
        is None
    )
    close(house)
    assert reveal(house, "ann", 1, 120) == ""
    assert reveal(house, "bob", 3) == ""
    assert reveal(house, "cat", 7) == ""
    assert shuffle(house).cut == 120


def test_hashes_are_taken_once_from_a_box_of_ones_own_and_only_in_time(next_shoe: House) -> None:
    house = next_shoe
    shoe = shoe_of(house)
    assert seal(house, "bob", 7) == "not_your_box"
    assert give(house, "bob", floor_commands.Seal(BoxNo(3), str(uuid4()), "0" * 64)) == "no_shuffle"
    assert seal(house, "bob", 3) == ""
    assert (
        give(house, "bob", floor_commands.Seal(BoxNo(3), str(shoe), "0" * 64)) == "already_sealed"
    )
    house.sit("bob", 4)
    assert seal(house, "bob", 4) == "already_sealed", "a party contributes once"
    assert reveal(house, "bob", 3) == "opening_closed"
    for _ in range(3):
        late(house)
    assert seal(house, "cat", 7) == "seal_closed"
    close(house)
    assert seal(house, "cat", 7) == "seal_closed"
    assert reveal(house, "cat", 7) == "not_sealed"
    assert (
        give(house, "bob", floor_commands.Open(BoxNo(3), str(shoe), "1" * 64)) == "opening_differs"
    )
    assert reveal(house, "bob", 3, 100) == "opening_differs"
    assert reveal(house, "bob", 3) == ""
    assert reveal(house, "bob", 3) == "", "revealing is idempotent"


def test_a_cut_outside_its_limits_is_not_opened(house: House) -> None:
    house.sit("ann", 1)
    assert cut(house, "ann", 1, 5) == ""
    close(house)
    receipt = contributing.contribute(
        player_id=house.player("ann").pk,
        table_id=house.table_id,
        command_id=uuid4(),
        given=floor_commands.Open(BoxNo(1), str(shoe_of(house)), secret(1).hex(), 5),
    )
    assert receipt is not None
    assert receipt.refused is not None
    assert receipt.refused.code == "cut_out_of_limits"
    assert receipt.refused.detail == {"cut_from": 26, "cut_to": 286}


def test_the_same_command_again_gets_the_first_answer(house: House) -> None:
    house.sit("ann", 1)
    house.sit("bob", 2)
    shoe, once = shoe_of(house), uuid4()
    command = floor_commands.Seal(BoxNo(1), str(shoe), hash_of(shoe, 1))
    assert give(house, "ann", command, once) == ""
    seq = house.table.seq
    assert give(house, "ann", command, once) == ""
    assert house.table.seq == seq
    assert shoe_of(house) == shoe
    assert contributions.Contribution.objects.count() == 1


def test_when_everybody_leaves_before_sealing_the_promise_waits_again(house: House) -> None:
    house.sit("ann", 1)
    go_away(house, "ann")
    shown = made(house)
    assert shown is not None
    assert (shown["stage"], shown["offered"]) == ("waiting", [])
    assert house.table.due_at is None
    seating.record_arrival(house.table_id, house.player("ann").pk)
    assert made(house)["offered"] == [1]  # type: ignore[index]


def test_nobody_answers_and_the_dealer_cuts(house: House) -> None:
    house.sit("ann", 1)
    late(house)
    late(house)
    close(house)
    assert made(house)["stage"] == "shuffling", "there is nothing to open"  # type: ignore[index]
    shoe = shuffle(house)
    assert shoe.cut_by == 0
    assert entries(shoe.pk) == ["commitment", "contributions", "opened", "order"]
    verify_retired(shoe)


def test_each_step_is_asked_for_again_and_happens_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, tuple[Any, ...]]] = []
    for name in ("close_contributions", "shuffle_shoe", "make_equipment"):
        monkeypatch.setattr(queue, name, lambda *given, name=name: asked.append((name, given)))
    house.sit("ann", 1)
    cut(house, "ann", 1, 60)
    shoe = shoe_of(house)
    late(house)
    assert asked == [("close_contributions", (house.table_id, shoe))] * 2
    close(house)
    close(house)
    asked.clear()
    reveal(house, "ann", 1, 60)
    late(house)
    assert asked == [("shuffle_shoe", (house.table_id, shoe))] * 2
    first = shuffle(house)
    tasks.shuffle_shoe(house.table_id, str(shoe))
    tasks.make_equipment(house.table_id, 1)
    assert Shoe.objects.get(pk=first.pk).root == first.root
    assert house.table.shoe_id == first.pk
    assert not shuffling.begin_shuffle(house.table_id, 1, first.pk)
    assert Shoe.objects.count() == 1


@pytest.mark.parametrize("stage", ["waiting", "sealing", "closing", "opening", "shuffling"])
def test_a_table_that_closes_while_its_shoe_is_made_voids_and_reveals_it(
    house: House, stage: str
) -> None:
    shoe_id = shoe_of(house)
    if stage != "waiting":
        house.sit("ann", 1)
    if stage in ("closing", "opening", "shuffling"):
        cut(house, "ann", 1, 60)
    if stage in ("opening", "shuffling"):
        close(house)
    if stage == "shuffling":
        reveal(house, "ann", 1, 60)
    assert Shuffling.objects.get(pk=house.table_id).stage == stage
    sessions.close_session(house.table_id, operator=house.operator, reason="the day is over")
    assert made(house) is None
    assert shoe_id in due_work.unrevealed_shoes(), "should the message be lost"
    tasks.shuffle_shoe(house.table_id, str(shoe_id)) if stage == "shuffling" else None
    tasks.reveal_shoe(str(shoe_id))
    assert house.table.shoe is None
    shoe = Shoe.objects.get(pk=shoe_id)
    assert shoe.seed
    assert entries(shoe_id)[-1] == "reveal"
    if stage != "shuffling":
        assert entries(shoe_id)[-2] == "void"
    verify.verify(shoes.bundle(shoe_id))
    sessions.open_session(house.table_id, operator=house.operator, reason="a new day")
    tasks.make_equipment(house.table_id, house.table.shoe_sequence)
    assert made(house)["sequence"] == 2  # type: ignore[index]
    assert due_work.unrevealed_shoes() == []


def test_a_promise_that_comes_too_late_is_given_up(house: House) -> None:
    sessions.close_session(house.table_id, operator=house.operator, reason="the day is over")
    shoe = Shoe.objects.get()
    assert not shuffling.begin_shuffle(house.table_id, 1, shoe.pk)
    assert due_work.unrevealed_shoes() == [shoe.pk]


@pytest.mark.asyncio
async def test_two_sockets_see_each_step_once_and_the_receipt_reaches_its_giver_alone(
    house: House, browse: Any
) -> None:
    shoe = await sync_to_async(shoe_of)(house)
    async with browse("ann") as ann, browse("bob") as bob:
        for browser in (ann, bob):
            first = await browser.hear("frame")
            assert first["floor"]["shuffling"]["stage"] == "waiting"
        await ann.done({"kind": "table.sit", "box": 1})
        await bob.done({"kind": "table.sit", "box": 2})
        given = {"box": 1, "shoe": str(shoe), "hash": hash_of(shoe, 1, 77)}
        cause = await ann.say({"kind": "table.cut", **given})
        shown = await ann.hear("frame", cause)
        assert shown["floor"]["shuffling"]["cutter"] == 1
        receipt = await ann.hear("sealed")
        assert (receipt["seat"], receipt["hash"]) == (1, given["hash"])
        signed = {name: receipt[name] for name in ("at", "hash", "seat", "subject")}
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(receipt["key"])).verify(
            bytes.fromhex(receipt["signature"]), b"sabot-receipt/1\n" + canonical_json(signed)
        )
        await bob.done(
            {"kind": "table.seal", "box": 2, "shoe": str(shoe), "hash": hash_of(shoe, 2)}
        )
        await sync_to_async(close)(house)
        opening = {"kind": "table.open", "shoe": str(shoe)}
        await bob.done({**opening, "box": 2, "secret": secret(2).hex(), "cut": None})
        await ann.done({**opening, "box": 1, "secret": secret(1).hex(), "cut": 77})
        await sync_to_async(shuffle)(house)
        last = await sync_to_async(lambda: house.table.seq)()
        # Bob's own receipt is among what he hears, and never ann's.
        heard = await everything(bob, last)
        receipts = [message["seat"] for message in heard if message["type"] == "sealed"]
        stages = [message["seq"] for message in heard if message["type"] == "frame"]
        assert given["hash"] not in json.dumps(heard)
        assert secret(1).hex() not in json.dumps(heard)
        assert stages == sorted(stages)
        assert stages[-1] == last
        assert 1 not in receipts


def test_what_is_turned_up_in_a_step_comes_with_its_proof(house: House) -> None:
    house.sit("ann", 1)
    cut(house, "ann", 1, 60)
    close(house)
    reveal(house, "ann", 1, 60)
    shoe = shuffle(house)
    assert house.frame()["floor"]["openings"] == []
    house.stake("ann", 1, 1000)
    assert house.do("ann", bj.Ready()) == ""
    shown = house.frame()
    dealt = shown["view"]["boxes"][0]["hands"][0]["cards"] + shown["view"]["dealer"]["cards"]
    opened = shown["floor"]["openings"]
    assert sorted(PACK[each["face"]] for each in opened) == sorted(dealt)
    places = [each["place"] for each in opened]
    assert places == list(range(shoe.burn, shoe.burn + len(dealt))), "never a burnt card"
    assert {each["shoe"] for each in opened} == {str(shoe.pk)}


def test_r23_the_table_says_that_the_generator_makes_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert house.frame()["floor"]["chance"] == "open"

    def broken(*_: object) -> None:
        raise health.Broken("a self-test failed")

    house.sit("ann", 1)
    cut(house, "ann", 1, 60)
    close(house)
    reveal(house, "ann", 1, 60)
    shoe = str(shoe_of(house))
    with monkeypatch.context() as closed:
        closed.setattr(tasks.shoes, "shuffle_shoe", broken)
        tasks.shuffle_shoe(house.table_id, shoe)
        tasks.shuffle_shoe(house.table_id, shoe)
    frame = house.frame()
    assert frame["floor"]["chance"] == "closed"
    assert FloorEvent.objects.filter(kind="no_chance").count() == 1, "said once"
    shuffle(house)
    assert house.frame()["floor"]["chance"] == "open"


def test_a_shoe_that_is_given_up_after_the_secrets_were_opened_names_who_closed_the_table(
    house: House,
) -> None:
    shoe_id = shoe_of(house)
    house.sit("ann", 1)
    cut(house, "ann", 1, 60)
    close(house)
    reveal(house, "ann", 1, 60)
    tasks.contributions.finish(shoe_id)
    assert Shoe.objects.get(pk=shoe_id).state == "opened"
    sessions.close_session(house.table_id, operator=house.operator, reason="the day is over")
    # As the message of the closing has it.
    tasks.reveal_shoe(str(shoe_id), "closing", house.operator.pk)
    found = verify.verify(json.loads(json.dumps(shoes.bundle(shoe_id)))).withdrawn
    assert found is not None
    assert (found.code, found.by) == ("closing", house.operator.pk)
    assert found.would
    assert len(found.would) == Shoe.objects.get(pk=shoe_id).size


def test_new_rules_void_a_shoe_that_is_made_for_the_old_ones(house: House) -> None:
    old = shoe_of(house)
    house.sit("ann", 1)
    assert cut(house, "ann", 1, 60) == ""
    other = publish("FR-2024/later", **OPTIONS)
    series.change_rules(house.table_id, other.key, operator=house.operator, reason="evening")
    assert made(house) is None
    assert due_work.unrevealed_shoes() == [old]
    tasks.make_equipment(house.table_id, house.table.shoe_sequence)
    shown = made(house)
    assert shown is not None
    assert (shown["stage"], shown["sequence"], shown["sealed"]) == ("sealing", 2, [])
    assert Shoe.objects.get(pk=shoe_of(house)).header["rules"] == other.key
    tasks.reveal_shoe(str(old))
    assert entries(old) == ["commitment", "void", "reveal"]


def test_a_promise_on_other_terms_is_ordered_again(house: House, settings: Settings) -> None:
    Shuffling.objects.all().delete()
    settings.SHOE_CONTRIBUTIONS = "none"
    tasks.make_equipment(house.table_id, 1)
    assert house.table.shoe_sequence == 2
    tasks.make_equipment(house.table_id, 2)
    assert house.frame()["floor"]["shoe"]["sequence"] == 2


def test_an_end_that_is_announced_in_the_middle_gives_the_shoe_up(house: House) -> None:
    shoe = shoe_of(house)
    house.sit("ann", 1)
    sessions.announce_end(house.table_id, operator=house.operator, reason="closing time")
    assert house.table.status == "closed"
    assert made(house) is None
    assert due_work.unrevealed_shoes() == [shoe]


STANDING = {
    "punto_banco": punto_banco.Stake((punto_banco.Wager("a", "punto", Amount(5000)),)),
    "trente_et_quarante": trente_et_quarante.Stake((Wager("a", "red", Amount(5000)),)),
    "banque_a_tout_va": banque_a_tout_va.Stake(
        (banque_a_tout_va.Wager("a", "tableau_right", Amount(5000)),)
    ),
}


@pytest.mark.parametrize("game", STANDING)
def test_a_stake_of_somebody_who_stands_begins_the_shoe_that_waits_for_players(
    full: None, game: str, transactional_db: None
) -> None:
    house = open_house("debout", "MC", game=game)
    assert made(house)["stage"] == "waiting"  # type: ignore[index]
    command = uuid4()
    assert house.do("ann", STANDING[game], command) == "shoe_begun"
    assert made(house)["stage"] == "closing"  # type: ignore[index]
    assert house.do("ann", STANDING[game], command) == "shoe_begun", "the same receipt"
    assert house.do("bob", STANDING[game]) == "shoe_not_ready", "it is being made"
    close(house)
    assert shuffle(house).cut_by == 0, "the house cuts"
    assert house.do("ann", STANDING[game]) == ""


def test_what_the_game_refuses_begins_no_shoe(house: House) -> None:
    assert house.stake("ann", 2, 1000) == "not_your_box"
    assert made(house)["stage"] == "waiting"  # type: ignore[index]
