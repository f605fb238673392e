"""The four keys of a machine: lent by name, they expire, and those kept apart never meet."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import DatabaseError, connection, transaction

from casino.players.models import Player
from tables.games.core.protocol import Refused
from tables.machines import keys
from tables.machines import services as machines
from tables.machines.keys import KEYS, Keeping, Key
from tables.models import BaseReceipt, KeyLoan, Machine, MachineEntry, Relief
from tests.floor import House, reused_house
from tests.tables.test_machine_files import refused
from tests.tables.test_staff import employee

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def device() -> House:
    """A machine that stands on base 1."""
    return reused_house("device", "MC", game="automatic_games")


def holder(name: str, *held: Key) -> Player:
    return employee(name, *(KEYS[each].holds.partition(".")[2] for each in held))


def keeper(key: Key) -> Player:
    """Return who keeps a key, enrolled at first mention."""
    name = f"keeper.{KEYS[key].keeping}"
    found = Player.objects.filter(username=name).first()
    return found or employee(name, KEYS[key].lends.partition(".")[2])


def lend(key: Key, number: int, person: Player, by: Player | None = None, **more: Any) -> str:
    """Lend a key; return the refusal's code, or an empty text."""
    told = {"minutes": 60, "reason": "reel 2", "order": uuid4(), **more}
    by = by or (person if key == Key.NOTE_BOX else keeper(key))
    if KEYS[key].keeping == Keeping.CAGE:
        told["relief"] = relief()
    try:
        keys.lend_key(key, number, person, operator=by, **told)
    except Refused as refusal:
        return refusal.code
    return ""


def relief() -> Relief:
    """Return the relief of the machine that goes on, begun at first mention."""
    machine = Machine.objects.get()
    told = {
        "begun_by": keeper(Key.DEVICE),
        "reason": "evening",
        "begun_at": keys.clock.database_now(),
    }
    found, _ = Relief.objects.get_or_create(machine=machine, closed_at=None, defaults=told)
    return found


def asked(key: Key, number: int, person: Player) -> str:
    try:
        with transaction.atomic():
            keys.current_loan(key, number, person)
    except Refused as refusal:
        return refusal.code
    return ""


def unguarded(statement: str) -> None:
    """Run SQL as somebody who goes round the laws of the database."""
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(statement)
        cursor.execute("SET session_replication_role = DEFAULT")


def test_mc_auto_34_37_60_a_key_is_lent_by_its_keeper_to_who_may_have_it_and_comes_back(
    device: House,
) -> None:
    number, max_ = device.table_id, holder("max", Key.DEVICE)
    assert lend(Key.DEVICE, number, max_, by=holder("nobody")) == "not_qualified"
    assert lend(Key.DEVICE, number, holder("nina")) == "not_qualified_for_key"
    assert lend(Key.DEVICE, number, max_, minutes=0) == "key_too_long"
    assert lend(Key.DEVICE, number, max_, minutes=481) == "key_too_long"
    assert lend(Key.DEVICE, number + 1, max_) == "no_machine"
    assert asked(Key.DEVICE, number, max_) == "no_key"
    once = uuid4()
    assert [lend(Key.DEVICE, number, max_, order=once, minutes=480) for _ in range(2)] == ["", ""]
    assert asked(Key.DEVICE, number, max_) == ""
    assert asked(Key.DEVICE, number, keeper(Key.DEVICE)) == "no_key"
    assert lend(Key.DEVICE, number, holder("mia", Key.DEVICE)) == "key_is_out"
    loan = KeyLoan.objects.get()
    assert (loan.holder, loan.lent_by, loan.purpose) == (max_, keeper(Key.DEVICE), "reel 2")
    assert loan.expires_at - loan.lent_at == timedelta(hours=8), "a shift, and no more"
    with pytest.raises(Refused, match="key_of_another"):
        keys.return_key(once, operator=holder("other", Key.DEVICE), reason="found")
    keys.return_key(once, operator=max_, reason="done")
    with pytest.raises(Refused, match="key_is_back"):
        keys.return_key(once, operator=max_, reason="done")
    assert asked(Key.DEVICE, number, max_) == "no_key"
    for change in ("holder_id = holder_id + 1", "expires_at = now()", "remark = 'x'"):
        assert refused(f"UPDATE tables_keyloan SET {change}"), change  # noqa: S608
    assert refused("DELETE FROM tables_keyloan")


def test_mc_auto_35_60_a_key_that_has_expired_opens_nothing_and_is_taken_back(
    device: House,
) -> None:
    number, max_ = device.table_id, holder("max", Key.DEVICE)
    assert lend(Key.DEVICE, number, max_) == ""
    unguarded(
        "UPDATE tables_keyloan SET lent_at = lent_at - interval '2 hours',"
        " expires_at = expires_at - interval '2 hours'"
    )
    assert asked(Key.DEVICE, number, max_) == "key_expired"
    # It is in his hand still: nobody else is lent it before it is back.
    assert lend(Key.DEVICE, number, holder("mia", Key.DEVICE)) == "key_is_out"
    keys.return_key(KeyLoan.objects.get().pk, operator=keeper(Key.DEVICE), reason="forgotten")
    assert lend(Key.DEVICE, number, Player.objects.get(username="mia")) == ""


def test_mc_auto_35_a_key_of_the_cage_is_lent_for_a_relief_and_expires_with_it(
    device: House,
) -> None:
    number, aldo = device.table_id, holder("aldo", Key.BASE, Key.LATCH)
    with pytest.raises(Refused, match="no_relief"):
        keys.lend_key(
            Key.LATCH, number, aldo, 60, operator=keeper(Key.LATCH), reason="x", order=uuid4()
        )
    assert lend(Key.LATCH, number, aldo) == ""
    assert lend(Key.BASE, 1, aldo) == ""
    assert asked(Key.BASE, 1, aldo) == asked(Key.LATCH, number, aldo) == ""
    Relief.objects.update(
        exchanged_at=keys.clock.database_now(), exchanged_by=aldo, meters={}, amount=0, told=0
    )
    assert asked(Key.BASE, 1, aldo) == asked(Key.LATCH, number, aldo) == "key_expired"


def test_mc_auto_36_accounting_takes_the_key_of_note_boxes_and_lends_it_to_nobody(
    device: House,
) -> None:
    number, ada = device.table_id, holder("ada", Key.NOTE_BOX)
    assert lend(Key.NOTE_BOX, number, holder("bea", Key.NOTE_BOX), by=ada) == "key_to_oneself"
    assert lend(Key.DEVICE, number, *[holder("max", Key.DEVICE)] * 2) == "not_qualified"
    assert lend(Key.NOTE_BOX, number, ada) == ""
    assert asked(Key.NOTE_BOX, number, ada) == ""


@pytest.mark.parametrize("first", Key)
@pytest.mark.parametrize("second", Key)
def test_mc_auto_34_35_36_37_keys_that_the_text_separates_are_in_no_hand_together(
    device: House, first: Key, second: Key
) -> None:
    apart = KEYS[first].keeping != KEYS[second].keeping
    both = holder("both", first, second)
    lent = [lend(key, number_of(device, key), both) for key in (first, second)]
    if apart:
        # Who may have the one is not lent the other, whatever he has in his hand.
        assert lent == ["keys_meet", "keys_meet"]
    else:
        assert lent == ["", "key_is_out" if first is second else ""]
    # The database refuses it to any program, and to him who may everything.
    other = holder("other")
    insert(first, device, other)
    if first is not second:
        if apart:
            with pytest.raises(DatabaseError, match="key of another keeping"):
                insert(second, device, other)
        else:
            insert(second, device, other)


def number_of(device: House, key: Key) -> int:
    return 1 if key == Key.BASE else device.table_id


def insert(key: Key, device: House, person: Player) -> UUID:
    """Write a loan without a service, in the place of any other of this key."""
    unguarded(f"DELETE FROM tables_keyloan WHERE key = '{key}'")  # noqa: S608
    opens = {"base_id": 1} if key == Key.BASE else {"machine_id": device.table_id}
    at = keys.clock.database_now()
    made = KeyLoan.objects.create(
        id=uuid4(),
        key=key,
        keeping=KEYS[key].keeping,
        lent_by=device.operator,
        holder=person,
        purpose="why",
        lent_at=at,
        expires_at=at + keys.LONGEST,
        **opens,
    )
    return made.pk


def test_mc_auto_38_a_base_out_of_use_hands_lock_and_key_to_the_cashier(device: House) -> None:
    management, cashier = employee("mona", "keep_machines"), keeper(Key.BASE)
    with pytest.raises(Refused, match="base_taken"):
        machines.withdraw_base(1, operator=management, reason="worn")
    machines.number_base(7, "salon", operator=management, reason="new")
    assert lend(Key.BASE, 7, holder("aldo", Key.BASE)) == ""
    with pytest.raises(Refused, match="base_in_use"):
        keys.receive_lock(7, operator=cashier, reason="received")
    machines.withdraw_base(7, operator=management, reason="worn")
    assert KeyLoan.objects.get().returned_by == management, "its key opens nothing any more"
    assert lend(Key.BASE, 7, Player.objects.get(username="aldo")) == "base_taken"
    with pytest.raises(Refused, match="not_qualified"):
        keys.receive_lock(7, operator=management, reason="received")
    keys.receive_lock(7, operator=cashier, reason="received")
    with pytest.raises(Refused, match="lock_received"):
        keys.receive_lock(7, operator=cashier, reason="received")
    assert BaseReceipt.objects.get().by == cashier
    assert MachineEntry.objects.latest("number").told == {
        "base": 7,
        "room": "salon",
        "in_use": False,
    }
    assert refused("UPDATE tables_machinebase SET in_use = true WHERE number = 7")


def test_each_key_has_its_own_permission_and_its_keeping() -> None:
    assert len({each.holds for each in KEYS.values()}) == len(Key) == 4
    assert {each.keeping for each in KEYS.values()} == {*Keeping}
