"""Colour chips on the floor: bought, staked, won and changed back as money of the ledger."""

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from casino.ledger import services as ledger
from casino.ledger.models import Account
from casino.players import closure
from casino.players.holdings import Holding
from casino.players.services import wallet_of
from tables import tasks
from tables.cage import colours
from tables.funds import postings
from tables.games.american_roulette import messages
from tables.games.american_roulette.chips import COLOURS
from tables.games.core.money import Amount, Party
from tables.games.wheel.stakes import Wager
from tables.history import own_rounds
from tables.incidents import services as incidents
from tables.models import ColourChips, FloorEvent, Round, Table
from tables.projections import floor_acts
from tables.rounds import timer
from tables.seating import snapshots
from tables.wire import outgoing
from tests.api.asking import browser, code
from tests.floor import House, open_house, reused_house
from tests.stacked_shoes import promise_draw
from tests.tables.test_review import examined

pytestmark = pytest.mark.django_db(transaction=True)

RED_ONE: int = 1


@pytest.fixture
def wheel() -> Iterator[House]:
    """A table that sells colour chips; every test ends with books that balance."""
    yield reused_house(
        "Colours", "MC", game="american_roulette", table_max_cents=2000, stake_increment_cents=50
    )
    assert ledger.audit() == []


def refused(receipt: outgoing.ReceiptShown | None) -> tuple[str, str]:
    """Return code and clause of a refusal; empty where there is none."""
    if receipt is None or receipt.refused is None:
        return "", ""
    return receipt.refused.code, str(receipt.refused.detail.get("clause", ""))


def buy(
    wheel: House, name: str, unit: int = 200, chips: int = 10, command: UUID | None = None
) -> tuple[str, str]:
    return refused(
        colours.buy_colour_chips(
            player_id=wheel.player(name).pk,
            table_id=wheel.table_id,
            command_id=command or uuid4(),
            unit=Amount(unit),
            chips=chips,
        )
    )


def give_back(wheel: House, name: str) -> tuple[str, str]:
    return refused(
        colours.change_colours_back(
            player_id=wheel.player(name).pk, table_id=wheel.table_id, command_id=uuid4()
        )
    )


def stake(wheel: House, name: str, chips: int = 0, **amounts: int) -> str:
    wagers = tuple(Wager(on, on, Amount(amount)) for on, amount in amounts.items())
    return wheel.do(name, messages.Stake(wagers, chips=chips))


def hand(wheel: House, name: str) -> int:
    """Return what a player's colour chips in hand are worth, by the ledger."""
    code = f"colour:{wheel.player(name).pk}:{wheel.table_id}"
    account = Account.objects.filter(code=code).first()
    return account.balance if account else 0


def spin(wheel: House, number: int) -> Round:
    """Close the bets and let a number fall."""
    promise_draw(wheel.table_id, number)
    if wheel.frame()["view"]["phase"] == "betting":
        close(wheel)
    round_id = wheel.table.round_id
    assert round_id is not None
    tasks.make_draw(wheel.table_id, round_id)
    tasks.make_equipment(wheel.table_id, wheel.table.shoe_sequence)
    return Round.objects.get(pk=round_id)


def close(wheel: House) -> None:
    late = timezone.now() - timedelta(seconds=1)
    Table.objects.filter(pk=wheel.table_id).update(due_at=late)
    assert timer.handle_expired_clock(wheel.table_id)


def gone(wheel: House, name: str) -> None:
    """Let a player's last socket be closed for longer than his chips are held."""
    chips = ColourChips.objects.filter(table=wheel.table_id, player=wheel.player(name))
    chips.update(seen_at=timezone.now() - colours.HELD_FOR - timedelta(seconds=1))


@pytest.mark.clause(
    "MC-AROU-02", "MC-AROU-04", "MC-AROU-05", "MC-CHIPS-02", "MC-CHIPS-05", "MC-CHIPS-06",
    "MC-CHIPS-07", "MC-CHIPS-20",
)  # fmt: skip
def test_chips_are_bought_for_a_value_of_one_s_own_played_with_and_changed_back(
    wheel: House,
) -> None:
    start = wheel.balance("ann")
    assert buy(wheel, "ann", unit=250, chips=8) == ("", "")
    assert buy(wheel, "bob", unit=100) == ("", "")
    assert (wheel.balance("ann"), hand(wheel, "ann")) == (start - 2000, 2000)
    with pytest.raises(closure.ClosingRefused, match="account_money_waits"):
        closure.close_account(wheel.player("ann"))
    shown = wheel.frame()["floor"]["colours"]
    assert [(each["name"], each["unit"], each["lies"]) for each in shown] == [
        ("ann", 250, []), ("bob", 100, []),
    ]  # fmt: skip
    assert len({each["colour"] for each in shown}) == 2
    assert stake(wheel, "ann", chips=wheel.table_id, red=500, black=250) == ""
    assert stake(wheel, "cat", red=150) == ""
    assert (wheel.balance("ann"), hand(wheel, "ann")) == (start - 2000, 1250)
    ann = next(each for each in wheel.frame()["floor"]["colours"] if each["name"] == "ann")
    assert ann["lies"] == [{"on": "black", "amount": 250}, {"on": "red", "amount": 500}]
    assert wheel.frame()["floor"]["colours"][1]["lies"] == []
    round_ = spin(wheel, RED_ONE)
    assert (wheel.balance("ann"), hand(wheel, "ann")) == (start - 2000, 2250)
    party = Party(str(wheel.player("ann").pk))
    told = [json.loads(text) for text in snapshots.snapshot(wheel.table_id, [party]).own[party]]
    assert [each["balance"] for each in told if each.get("of") == "colours"] == [2250]
    failed, told_again = examined(round_)
    assert (failed, told_again["agrees"]) == (False, True)
    share = {"staked": 750, "returned": 1000, "net": 250}
    assert told_again["parties"][party] == {"played_again": share, "ledger": share}
    found, _ = own_rounds.own_rounds(wallet_of(wheel.player("ann").pk).account_id, 10, None)
    assert [(each.id, each.net) for each in found] == [(round_.pk, 250)]
    assert give_back(wheel, "ann") == ("", "")
    assert (wheel.balance("ann"), hand(wheel, "ann")) == (start + 250, 0)
    assert [each["name"] for each in wheel.frame()["floor"]["colours"]] == ["bob"]
    kinds = FloorEvent.objects.filter(table=wheel.table_id, by=wheel.player("ann"))
    assert list(kinds.order_by("id").values_list("kind", flat=True)) == ["colours", "colours_back"]


@pytest.mark.clause("MC-CHIPS-05", "MC-CHIPS-06", "MC-CHIPS-12", "MC-AROU-03", "MC-AROU-04")
def test_what_is_not_sold_or_not_of_this_table_is_refused_and_nothing_is_lost(
    wheel: House,
) -> None:
    start = wheel.balance("ann")
    assert buy(wheel, "ann", unit=50) == ("below_min", "MC-CHIPS-06")
    assert buy(wheel, "ann", unit=2050) == ("above_max", "MC-CHIPS-06")
    assert buy(wheel, "ann", unit=110) == ("bad_increment", "MC-CHIPS-06")
    assert buy(wheel, "ann", unit=2000, chips=1000)[0] == "not_enough_chips"
    assert give_back(wheel, "ann")[0] == "no_colours"
    assert stake(wheel, "ann", chips=wheel.table_id, red=200) == "other_tables_chips"
    assert not ColourChips.objects.exists()
    assert buy(wheel, "ann") == ("", "")
    assert buy(wheel, "ann", unit=400) == ("chip_value_fixed", "MC-CHIPS-06")
    assert stake(wheel, "ann", chips=wheel.table_id + 1, red=200) == "other_tables_chips"
    assert stake(wheel, "ann", red=300) == "bad_increment"
    assert stake(wheel, "ann", red=2200) == "above_max"
    assert stake(wheel, "ann", red=2000, black=200) == "not_enough_chips"
    assert (wheel.balance("ann"), hand(wheel, "ann")) == (start - 2000, 2000)
    incidents.break_off_session(wheel.table_id, operator=wheel.operator, reason="test")
    assert buy(wheel, "bob") == ("table_closed", "MC-CHIPS-12")


@pytest.mark.clause("MC-WHEEL-02")
def test_a_table_without_colours_sells_none() -> None:
    for options in ({"game": "european_roulette"}, {"game": "big_wheel"},
                    {"game": "american_roulette", "colour_chips": False}):  # fmt: skip
        house = open_house(f"Plain {options['game']}", "MC", **options)  # type: ignore[arg-type]
        assert buy(house, "ann")[0] == "colours_not_sold"
        assert house.frame()["floor"]["colours"] == []


@pytest.mark.clause("MC-AROU-02", "MC-CHIPS-05")
def test_no_two_have_one_colour_and_the_next_player_finds_all_taken(wheel: House) -> None:
    names = [f"player{nth}" for nth in range(len(COLOURS))]
    assert [buy(wheel, name, chips=1) for name in names] == [("", "")] * len(names)
    assert buy(wheel, "late") == ("colours_taken", "MC-CHIPS-05")
    shown = [each["colour"] for each in wheel.frame()["floor"]["colours"]]
    assert sorted(shown) == sorted(COLOURS)
    assert give_back(wheel, names[3]) == ("", "")
    assert buy(wheel, "late") == ("", "")
    assert ColourChips.objects.get(player=wheel.player("late")).colour == COLOURS[3]


@pytest.mark.clause("MC-CHIPS-13", "MC-CHIPS-20", "MC-AROU-04")
def test_nothing_is_exchanged_in_a_spin_nor_changed_back_while_chips_lie(wheel: House) -> None:
    assert buy(wheel, "ann") == ("", "")
    assert stake(wheel, "ann", red=200) == ""
    assert give_back(wheel, "ann") == ("colours_lie", "MC-CHIPS-20")
    assert stake(wheel, "ann", red=2000) == ""
    assert hand(wheel, "ann") == 0
    assert buy(wheel, "ann", unit=400) == ("chip_value_fixed", "MC-CHIPS-06")
    close(wheel)
    assert buy(wheel, "bob") == ("exchange_closed", "MC-CHIPS-13")
    assert give_back(wheel, "ann") == ("exchange_closed", "MC-CHIPS-13")
    spin(wheel, 2)
    assert buy(wheel, "ann", unit=400) == ("", "")
    assert give_back(wheel, "ann") == ("", "")


@pytest.mark.clause("MC-CHIPS-20")
def test_who_vanishes_is_paid_after_his_stakes_are_settled(wheel: House) -> None:
    start = wheel.balance("ann")
    for name in ("ann", "bob"):
        assert buy(wheel, name) == ("", "")
    assert stake(wheel, "ann", red=400) == ""
    gone(wheel, "ann")
    assert colours.change_back_abandoned() == 0
    spin(wheel, RED_ONE)
    assert colours.change_back_abandoned() == 1
    assert (wheel.balance("ann"), hand(wheel, "ann")) == (start + 400, 0)
    assert colours.change_back_abandoned() == 0
    assert [each["name"] for each in wheel.frame()["floor"]["colours"]] == ["bob"]
    gone(wheel, "bob")
    colours.record_presence({wheel.table_id: {Party(str(wheel.player("bob").pk))}})
    assert colours.change_back_abandoned() == 0


@pytest.mark.clause("MC-CHIPS-20", "MC-AROU-03")
def test_a_table_that_closes_gives_everything_back_and_so_does_a_void_round(wheel: House) -> None:
    start = wheel.balance("ann")
    assert buy(wheel, "ann") == ("", "")
    assert stake(wheel, "ann", red=400) == ""
    incidents.void_round(wheel.table_id, operator=wheel.operator, reason="test")
    assert (wheel.balance("ann"), hand(wheel, "ann")) == (start - 2000, 2000)
    tasks.make_equipment(wheel.table_id, wheel.table.shoe_sequence)
    assert stake(wheel, "ann", red=400) == ""
    incidents.break_off_session(wheel.table_id, operator=wheel.operator, reason="test")
    assert wheel.table.status == "closed"
    assert colours.change_back_abandoned() == 1
    assert (wheel.balance("ann"), hand(wheel, "ann")) == (start, 0)


@pytest.mark.parametrize("act", [lambda wheel: buy(wheel, "ann", chips=3),
                                 lambda wheel: give_back(wheel, "ann"),
                                 lambda wheel: colours.change_back_abandoned()])  # fmt: skip
def test_whoever_is_killed_between_money_and_its_record_has_moved_nothing(
    wheel: House, monkeypatch: pytest.MonkeyPatch, act: Callable[[House], Any]
) -> None:
    assert buy(wheel, "ann") == ("", "")
    gone(wheel, "ann")
    before = wheel.balance("ann"), hand(wheel, "ann"), wheel.frame()["floor"]["colours"]

    def killed(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(floor_acts, "record_and_publish", killed)
        with pytest.raises(KeyboardInterrupt):
            act(wheel)
    assert (wheel.balance("ann"), hand(wheel, "ann"), wheel.frame()["floor"]["colours"]) == before
    act(wheel)
    assert (wheel.balance("ann"), hand(wheel, "ann")) != before[:2]


def test_a_purchase_that_is_sent_twice_happens_once(wheel: House) -> None:
    command = uuid4()
    for _ in range(2):
        assert buy(wheel, "ann", command=command) == ("", "")
    assert hand(wheel, "ann") == 2000


def test_whoever_has_put_chips_aside_as_colour_chips_is_given_no_refill(wheel: House) -> None:
    assert buy(wheel, "ann", unit=250, chips=8) == ("", "")
    wheel.empty("ann")
    page = browser(wheel, "ann")
    assert page.get("/api/wallet/").json()["refill"]["reason"] == "refill_money_waits"
    answer = page.post("/api/wallet/refill/", content_type="application/json")
    assert (answer.status_code, code(answer.json())) == (409, "refill_money_waits")
    assert give_back(wheel, "ann") == ("", "")
    wheel.empty("ann")
    assert page.post("/api/wallet/refill/", content_type="application/json").status_code == 200


def test_an_account_of_colour_chips_is_known_to_be_its_player_s(wheel: House) -> None:
    assert buy(wheel, "ann") == ("", "")
    account = ColourChips.objects.get(player=wheel.player("ann")).account_id
    assert postings.owner_of(account) == Party(str(wheel.player("ann").pk))
    assert stake(wheel, "ann", red=200) == ""
    assert snapshots.holdings_of(wheel.player("ann").pk) == {Holding.COLOURS, Holding.STAKES}
    assert wheel.do("ann", messages.Ready()) == ""
