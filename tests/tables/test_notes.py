"""Notes that pontes stake at the jeux de cercle: changed and laid in one transaction."""

import json
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command

from casino.ledger import services as ledger
from casino.ledger.models import Account, JournalEntry
from tables.cage import drops
from tables.games.banque_a_tout_va.messages import PutUp
from tables.games.blackjack import messages as bj
from tables.games.chemin_de_fer import messages as cdf
from tables.games.core.money import Amount, BoxNo
from tables.incidents import services as incidents
from tables.models import FloorEvent, Round
from tables.sockets import dispatch
from tables.staff import services as staff
from tables.wire import codec
from tests.chaos import recount
from tests.floor import House, reused_house
from tests.players.cage import bring, has
from tests.tables import test_banque_a_tout_va
from tests.tables.test_chemin_de_fer import bank, four, view
from tests.tables.test_drops import accountant, change
from tests.tables.test_punto_banco import BURN, PUNTO_WINS, late, opened, staking
from tests.tables.test_review import played_again
from tests.tables.test_staff import employee

pytestmark = pytest.mark.django_db(transaction=True)

START = 1_000_00


def changer(house: House) -> House:
    """Sign a changer in at a table."""
    staff.sign_in_changer(
        house.table_id, operator=employee("carl", "serve_as_changer"), reason="evening"
    )
    return house


def stake(house: House, name: str, notes: int, command: Any, command_id: UUID | None = None) -> str:
    """Stake in notes; return the refusal's code, or an empty text."""
    receipt = drops.change_and_stake(
        player_id=house.player(name).pk,
        table_id=house.table_id,
        command_id=command_id or uuid4(),
        command=command,
        notes=Amount(notes),
    )
    return receipt.refused.code if receipt and receipt.refused else ""


def holds(house: House, place: str) -> int:
    found = Account.objects.filter(code=f"{place}:{house.table_id}").first()
    return found.balance if found else 0


@pytest.mark.clause("MC-CHIPS-03")
def test_a_ponte_stakes_notes_which_are_changed_at_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    house = changer(opened())
    ann, command = house.player("ann"), uuid4()
    house.sit("ann", 1)
    house.empty("ann")
    bring(ann, 60_00)
    house.deal(f"{BURN} {PUNTO_WINS}")
    sent = json.dumps(
        {
            "id": str(command),
            "notes": 50_00,
            "command": {
                "kind": "punto_banco.stake",
                "wagers": [{"id": "w", "on": "punto", "amount": 50_00}],
            },
        }
    )
    for _ in range(2):
        read = codec.decode(sent)
        assert isinstance(read, codec.Sent)
        receipt = dispatch.obey(player_id=ann.pk, table_id=house.table_id, sent=read)
        assert receipt is None or receipt.refused is None
    assert has(ann) == (10_00, 0, 0), "the same command again moves nothing"
    assert (holds(house, "drop"), holds(house, "layout")) == (50_00, 50_00)
    causes = JournalEntry.objects.order_by("-at").values_list("cause", "reference")[:2]
    assert min(causes) == ("change", f"table:{house.table_id}"), "both entries are kept"
    told = FloorEvent.objects.get(table=house.table_id, kind="change")
    assert (told.by, told.reason) == (ann, "5000")
    while Round.objects.get(table=house.table_id).status == "running":
        late(house)
    assert has(ann) == (10_00, 0, 100_00)
    played_again(house.table_id)
    call_command("audit_ledger")
    capsys.readouterr()
    recount.recount()
    assert capsys.readouterr().out == "1 rounds agree\n"
    incidents.break_off_session(house.table_id, operator=house.operator, reason="night")
    drops.count_drop(house.table_id, 50_00, operator=accountant(), reason="night", order=uuid4())
    assert drops.audit_drops() == []


@pytest.mark.clause("MC-CHIPS-03")
def test_a_stake_that_is_refused_leaves_the_notes_where_they_are() -> None:
    house = opened()
    ann = house.player("ann")
    bring(ann, 60_00)
    bet = staking(punto=50_00)
    assert stake(house, "ann", 50_00, bet) == "no_changer"
    changer(house)
    assert stake(house, "ann", 60_01, bet) == "cash_short"
    too_much = staking(punto=10**9)
    assert stake(house, "ann", 50_00, too_much) == "above_max"
    house.empty("ann")
    assert stake(house, "ann", 49_99, bet) == "not_enough_chips"
    assert has(ann) == (60_00, 0, 0)
    assert holds(house, "drop") == holds(house, "layout") == 0
    assert not FloorEvent.objects.filter(kind="change").exists()
    assert stake(house, "ann", 50_00, bet) == ""
    assert ledger.audit() == []


@pytest.mark.clause("MC-CHIPS-03")
def test_a_banker_stakes_no_notes() -> None:
    house = changer(test_banque_a_tout_va.opened())
    bring(house.player("ruth"), 100_00)
    assert stake(house, "ruth", 100_00, PutUp(Amount(100_00))) == "no_notes_here"
    assert has(house.player("ruth")) == (100_00, 0, START)


@pytest.mark.clause("MC-CHIPS-03")
def test_at_chemin_de_fer_notes_hold_the_banco_and_are_no_bank() -> None:
    house = changer(
        reused_house(
            "chemin",
            "MC",
            game="chemin_de_fer",
            table_min_cents=500,
            betting_window_seconds=300,
            decision_seconds=120,
        )
    )
    four(house)
    for name in ("ann", "bob"):
        bring(house.player(name), 50_00)
    assert stake(house, "ann", 20_00, cdf.StakeBank(Amount(20_00))) == "no_notes_here"
    bank(house)
    house.empty("bob")
    assert house.do("bob", cdf.Banco(Amount(20_00))) != "", "he has no chips"
    assert stake(house, "bob", 20_00, cdf.Banco(Amount(20_00))) == ""
    assert holds(house, "drop") == 20_00
    for name in ("cat", "dan"):
        if view(house)["phase"] == "banco":
            assert house.do(name, cdf.NoMore()) == ""
    assert has(house.player("bob")) == (30_00, 0, 0), "his stake lies on the table"
    assert ledger.audit() == []


@pytest.mark.clause("MC-CHIPS-01", "MC-CHIPS-03")
def test_at_no_other_table_is_a_note_staked() -> None:
    house = reused_house()
    house.sit("ann", 1)
    bring(house.player("ann"), 100_00)
    bet = bj.Stake((bj.BoxStake(BoxNo(1), Amount(10_00)),))
    assert stake(house, "ann", 10_00, bet) == "no_notes_here"
    assert change(house, "ann", 10_00) == "", "they are changed first"
    assert holds(house, "layout") == 0
