"""Two tables win one pot at the same moment; one claim is approved by six at once."""

import threading
from collections.abc import Callable

import pytest

from casino.ledger import services as ledger
from tables import tasks
from tables.funds import jackpots
from tables.games.blackjack import messages as bj
from tables.models import Claim, ClaimedPot, ClaimPayment
from tests.floor import House
from tests.jackpots import (
    ACES_SEED,
    SEED_MAIN,
    aces_house,
    approve,
    bet,
    jp1_house,
    pot,
    supervisor,
    win,
    win_aces,
)
from tests.races.test_floor_races import at_once

FED, ACES_FED = 100, 200


@pytest.fixture
def jp1(house: House) -> tuple[House, House]:
    """Two tables that share JP1, each about to settle a hand that won the main pot."""
    one = jp1_house("JP1 un")
    one.people = house.people
    two = jp1_house("JP1 deux", one.table.jackpot)
    two.people = house.people
    win(one, "ann", settle=False)
    win(two, "bob", settle=False)
    return one, two


def settle(table: House) -> Callable[[], None]:
    """Return the settlement of the table's round, as a worker does it."""
    round_id = table.table.round_id
    assert round_id is not None
    return lambda: tasks.settle_side_bets(table.table_id, round_id)


def test_two_tables_that_win_one_pot_are_promised_different_chips(
    jp1: tuple[House, House],
) -> None:
    """The first gets the pot with both stakes in it, the second what it restarts from."""
    one, two = jp1
    assert at_once(settle(one), settle(two)) == [None, None]
    held = sorted(ClaimedPot.objects.values_list("holds", flat=True))
    assert held == [SEED_MAIN, SEED_MAIN + 2 * FED]
    before = one.balance("ann") + one.balance("bob")
    for claim in Claim.objects.order_by("-id"):
        approve(claim)
    assert one.balance("ann") + one.balance("bob") == before + sum(held)
    assert pot(one) == SEED_MAIN
    assert ledger.audit() == []


def both_read_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Switch the jackpot's lock off, and let two wins both read the pots before either writes."""
    gate = threading.Barrier(2)

    def read(table_id: int) -> dict[str, jackpots.PotRow]:
        found = jackpots.pots_of_table(table_id)
        gate.wait(300)
        return found

    monkeypatch.setattr(jackpots, "lock_pots", read)


def test_without_the_pots_lock_both_are_promised_the_same_chips(
    jp1: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Negative control: the test above rings, and the house would pay one pot twice."""
    one, two = jp1
    with monkeypatch.context() as patched:
        both_read_first(patched)
        assert at_once(settle(one), settle(two)) == [None, None]
    held = list(ClaimedPot.objects.values_list("holds", flat=True))
    assert held == [SEED_MAIN + 2 * FED] * 2
    for claim in Claim.objects.all():
        approve(claim)
    assert pot(one) == SEED_MAIN - 2 * FED


@pytest.fixture
def aces(house: House) -> tuple[House, House]:
    """Two tables that share Split Aces, each about to settle a hand that won the whole pot."""
    one = aces_house(house, "Monaco un")
    two = aces_house(house, "Monaco deux", one.table.jackpot)
    win_aces(one, "ann", settle=False)
    win_aces(two, "bob", settle=False)
    return one, two


def test_split_aces_won_at_two_tables_at_once_are_paid_once(aces: tuple[House, House]) -> None:
    one, two = aces
    before = [one.balance("ann"), one.balance("bob")]
    assert at_once(settle(one), settle(two)) == [None, None]
    paid = sorted([one.balance("ann") - before[0], one.balance("bob") - before[1]])
    assert paid == [ACES_SEED, ACES_SEED + 2 * ACES_FED]
    assert pot(one, "split_aces") == ACES_SEED
    assert ClaimPayment.objects.count() == 2
    assert ledger.audit() == []


def test_without_the_pots_lock_split_aces_are_paid_twice(
    aces: tuple[House, House], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Negative control of the test above."""
    one, two = aces
    before = one.balance("ann") + one.balance("bob")
    both_read_first(monkeypatch)
    assert at_once(settle(one), settle(two)) == [None, None]
    assert one.balance("ann") + one.balance("bob") == before + 2 * (ACES_SEED + 2 * ACES_FED)
    assert pot(one, "split_aces") < ACES_SEED


def test_six_approvals_pay_one_claim_once(jp1: tuple[House, House]) -> None:
    one, _ = jp1
    one.settle_side_bets()
    before, seq = one.balance("ann"), one.table.seq
    supervisor()
    claim = Claim.objects.get()
    assert at_once(*[lambda: approve(claim)] * 6) == [None] * 6
    assert one.balance("ann") == before + SEED_MAIN + 2 * FED
    assert (one.table.seq, ClaimPayment.objects.count()) == (seq + 2, 1)


def test_a_payment_a_win_and_a_stake_at_once_wait_in_a_line(jp1: tuple[House, House]) -> None:
    """One wallet at three tables of one pot: the locks have one order, so nobody deadlocks."""
    one, two = jp1
    third = jp1_house("JP1 trois", one.table.jackpot)
    third.people = one.people
    third.sit("ann", 1)
    for _ in range(5):
        one.settle_side_bets()
        claim = Claim.objects.latest("id")
        third.deal("Th 9d 9s 8c")
        bet(third, "ann", 1)
        supervisor()
        answers = at_once(
            lambda claim=claim: approve(claim),  # type: ignore[misc]
            settle(two),
            lambda: third.do("ann", bj.Ready()),
        )
        assert answers == [None, None, ""]
        third.do("ann", bj.Stand(bj.BoxNo(1)))
        third.settle_side_bets()
        approve()
        win(one, "ann", settle=False)
        win(two, "bob", settle=False)
    one.settle_side_bets()
    two.settle_side_bets()
    for claim in Claim.objects.filter(payment=None):
        approve(claim)
    assert pot(one) == SEED_MAIN
    assert ledger.audit() == []
