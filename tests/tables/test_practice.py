"""Practice tables: everybody there is shown what basic strategy would do, nobody elsewhere."""

import dataclasses
import json
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from casino.ledger.models import JournalEntry, Transfer
from casino.ledger.services import CurrencyMismatch, Leg, post
from casino.players.services import refill, wallet_of
from casino.responsible_gaming import limits as responsible_gaming_limits
from tables.cage import drops
from tables.funds import postings
from tables.games.blackjack import Blackjack
from tables.games.blackjack import messages as bj
from tables.games.core.money import Amount, BoxNo
from tables.models import Box, Table
from tables.operation import sessions
from tables.realtime import publish
from tables.rounds import decision_timer, timer
from tables.rows import rule_sets, table_rows
from tables.rules import returns
from tables.seating import practice, snapshots
from tables.seating import services as seating
from tests.api.asking import browser, get
from tests.api.test_schema import check
from tests.clock import StandingClock, clock
from tests.floor import House, open_house, reuse_beside

__all__ = ["clock"]

SIXTEEN = "Th 9s 6d"
"""A hand that hits against the nine."""


def told(house: House) -> list[tuple[int, str]]:
    """Return the advice in the frame of whoever comes now."""
    return [(each["box"], each["command"]) for each in house.frame()["floor"]["advice"]]


def play(house: House, cards: str) -> None:
    house.deal(cards)
    house.sit("ann", 1)
    assert house.stake("ann", 1, 1000) == ""
    assert house.do("ann", bj.Ready()) == ""


@pytest.fixture
def school(house: House) -> House:
    """A practice table beside another."""
    return reuse_beside(house, "practice", lambda: open_house("École", practice=True))


def test_the_hand_on_turn_is_advised_and_the_next_one_anew(school: House) -> None:
    assert school.frame()["floor"]["practice"] is True
    assert told(school) == []
    play(school, f"{SIXTEEN} 2c 8c 5s")
    assert told(school) == [(1, "blackjack.hit")]
    assert school.do("ann", bj.Hit(BoxNo(1))) == ""
    assert told(school) == [(1, "blackjack.stand")]


def test_insurance_is_advised_against(school: House) -> None:
    play(school, "Th As 6d")
    assert told(school) == [(1, "blackjack.decline")]


def test_the_frame_of_a_command_says_it_too(school: House, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    monkeypatch.setattr(publish, "frame", lambda table, text, own, **_: sent.append(text))
    play(school, SIXTEEN)
    assert '"advice":[{"box":1,"command":"blackjack.hit"}]' in sent[-1]


def test_a_decision_is_judged_once_it_is_made(
    school: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    monkeypatch.setattr(publish, "frame", lambda table, text, own, **_: sent.append(text))
    play(school, f"{SIXTEEN} 2c 8c 5s")
    assert all(json.loads(each)["floor"]["judged"] == [] for each in sent)
    assert school.do("ann", bj.Hit(BoxNo(1))) == ""
    (right,) = json.loads(sent[-1])["floor"]["judged"]
    ann = str(school.player("ann").pk)
    decided = {"party": ann, "box": 1, "hand": "h16", "up": "9"}
    assert right == {**decided, "chosen": "hit", "advised": "hit", "cost": 0.0}
    assert school.do("ann", bj.Hit(BoxNo(1))) == ""
    (error,) = json.loads(sent[-1])["floor"]["judged"]
    assert (error["hand"], error["chosen"], error["advised"]) == ("h18", "hit", "stand")
    assert 300 < error["cost"] < 700
    assert school.frame()["floor"]["judged"] == [], "It is told once."


def test_no_other_table_is_told_anything(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    play(house, SIXTEEN)
    assert house.frame()["floor"]["practice"] is False
    assert told(house) == []
    # The same table shown as if it were for practice: the test above would have seen it.
    found = table_rows.read_snapshot

    def for_practice(table_id: int) -> tuple[table_rows.TableRow, table_rows.Surroundings]:
        row, around = found(table_id)
        return dataclasses.replace(row, practice=True), around

    monkeypatch.setattr(table_rows, "read_snapshot", for_practice)
    assert told(house) == [(1, "blackjack.hit")]
    monkeypatch.undo()
    sent: list[str] = []
    monkeypatch.setattr(publish, "frame", lambda table, text, own, **_: sent.append(text))
    assert house.do("ann", bj.Stand(BoxNo(1))) == ""
    assert json.loads(sent[-1])["floor"]["judged"] == []


def test_without_a_kept_guide_there_is_no_advice(
    school: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Blackjack, "pricing", None)
    returns.stored_guide.cache_clear()
    play(school, SIXTEEN)
    assert told(school) == []
    returns.stored_guide.cache_clear()


def test_advice_costs_no_statement_once_the_strategy_is_known(school: House) -> None:
    play(school, f"{SIXTEEN} 2c 2d 2h")
    assert school.do("ann", bj.Hit(BoxNo(1))) == ""
    with CaptureQueriesContext(connection) as captured:
        assert school.do("ann", bj.Hit(BoxNo(1))) == ""
    said = [query["sql"] for query in captured if query["sql"] not in ("BEGIN", "COMMIT")]
    assert len(said) == 2, said


def test_other_tables_may_have_other_money(house: House) -> None:
    assert Table.objects.filter(pk=house.table_id).update(currency="EUR") == 1


# --- clocks ---------------------------------------------------------------------------------------


def begun(house: House) -> None:
    """Have ann hold 16 at a practice table, which waits for her."""
    play(house, f"{SIXTEEN} 2c 8c 5s")


def clocked(house: House) -> bool:
    """Tell whether a clock runs, as the table's row and everybody's frame say."""
    shown = house.frame()["due_at"] is not None
    assert (house.table.due_at is not None) == shown
    return shown


def test_whoever_is_alone_has_no_clock(school: House) -> None:
    school.sit("ann", 1)
    assert school.stake("ann", 1, 1000) == ""
    assert not clocked(school)
    school.deal(SIXTEEN)
    assert school.do("ann", bj.Ready()) == ""
    assert not clocked(school)
    assert decision_timer.start_waited_for_clocks() == 0
    assert not timer.handle_expired_clock(school.table_id)


def test_a_clock_begins_for_whoever_sits_down_beside(school: House) -> None:
    begun(school)
    school.sit("bob", 2)
    assert decision_timer.start_waited_for_clocks() == 1
    assert clocked(school)
    _, rules = rule_sets.game_and_rules(school.table.rules_id)
    assert school.frame()["window"] == 1000 * rules.decision_seconds
    assert decision_timer.start_waited_for_clocks() == 0, "It is not begun anew."
    assert school.do("ann", bj.Hit(BoxNo(1))) == ""
    assert clocked(school)


def test_a_clock_begins_for_whoever_waits_for_a_box(school: House) -> None:
    begun(school)
    assert school.wish("bob") == ""
    assert decision_timer.start_waited_for_clocks() == 1
    assert clocked(school)


def test_whoever_stands_behind_is_not_held_up(school: House) -> None:
    school.sit("ann", 1)
    assert school.welcome("ann", 1) == ""
    practice.grant_on_arrival(school.player("bob").pk, school.table.rules_id)
    assert school.stake("ann", 1, 1000) == ""
    assert not clocked(school)
    assert school.stand_behind("bob", 1, 1000) == ""
    assert clocked(school)


def test_a_hand_of_somebody_who_went_away_ends_by_the_clock(school: House) -> None:
    begun(school)
    Box.objects.filter(table_id=school.table_id, number=1).update(
        seen_at=timezone.now() - seating.AWAY_AFTER - timedelta(seconds=1)
    )
    assert seating.mark_away_and_free() == 1
    assert decision_timer.start_waited_for_clocks() == 1
    assert clocked(school)
    Table.objects.filter(pk=school.table_id).update(due_at=timezone.now())
    assert timer.handle_expired_clock(school.table_id)
    assert "blackjack.round_closed" in school.events()


def test_a_table_that_closes_waits_for_nobody(school: House) -> None:
    begun(school)
    sessions.announce_end(school.table_id, operator=school.operator, reason="test")
    assert decision_timer.start_waited_for_clocks() == 1
    assert clocked(school)


def test_at_any_other_table_the_clock_runs_for_one_player_too(house: House) -> None:
    begun(house)
    assert clocked(house)


# --- the report -----------------------------------------------------------------------------------


def reported(house: House, name: str) -> Any:
    return get(browser(house, name), f"tables/{house.table_id}/practice/")


def stands_on_sixteen(house: House, stake: int = 1000) -> None:
    """Have ann stand on 16 against a nine, which costs 3.4 % of her stake."""
    house.deal(f"{SIXTEEN} 8c")
    assert house.stake("ann", 1, stake) == ""
    assert house.do("ann", bj.Ready()) == ""
    assert house.do("ann", bj.Stand(BoxNo(1))) == ""


def test_the_report_lists_the_errors_by_their_kind_the_dearest_first(school: House) -> None:
    play(school, f"{SIXTEEN} 2c 8c 5s")
    assert school.do("ann", bj.Hit(BoxNo(1))) == ""
    assert school.do("ann", bj.Hit(BoxNo(1))) == "", "18 against a nine: an error."
    stands_on_sixteen(school)
    stands_on_sixteen(school)
    check("/api/tables/{table_id}/practice/", found := reported(school, "ann"))
    assert (found["rounds"], found["hands"]) == (3, 3)
    assert (found["decisions"], found["right"]) == (4, 1)
    told = [(each["hand"], each["up"], each["chosen"], each["times"]) for each in found["mistakes"]]
    assert told == [("h18", "9", "hit", 1), ("h16", "9", "stand", 2)]
    sixteen = found["mistakes"][1]
    assert sixteen["advised"] == "hit"
    assert found["cost"] == pytest.approx(sum(each["cost"] for each in found["mistakes"]))
    # The cost is by the stake: the same error again for twice as much costs twice as much.
    stands_on_sixteen(school, 2000)
    assert reported(school, "ann")["mistakes"][1]["cost"] == pytest.approx(2 * sixteen["cost"])


def test_the_report_is_of_ones_own_decisions_and_of_today(
    school: House, clock: StandingClock
) -> None:
    play(school, f"{SIXTEEN} 8c")
    school.sit("bob", 2)
    assert school.do("ann", bj.Stand(BoxNo(1))) == ""
    assert reported(school, "bob")["decisions"] == 0
    assert reported(school, "ann")["decisions"] == 1
    clock.forward(86_400)
    assert reported(school, "ann")["decisions"] == 0


def test_only_practice_tables_report_and_only_to_players(house: House, school: House) -> None:
    get(browser(house, "ann"), f"tables/{house.table_id}/practice/", 404)
    get(Client(), f"tables/{school.table_id}/practice/", 403)


# --- practice chips -------------------------------------------------------------------------------


def chips_of(house: House, name: str) -> int:
    """Return what a player has in practice chips, minor units."""
    wallet = wallet_of(house.player(name).pk, settings.PRACTICE_CURRENCY)
    return wallet.account.balance


def test_whoever_sits_down_has_practice_chips_and_plays_for_no_others(school: House) -> None:
    before = school.balance("ann")
    play(school, f"{SIXTEEN} 8c")
    assert chips_of(school, "ann") == settings.PRACTICE_CHIPS - 1000
    assert school.do("ann", bj.Stand(BoxNo(1))) == ""
    assert chips_of(school, "ann") == settings.PRACTICE_CHIPS - 1000, "17 beats her."
    assert school.balance("ann") == before


def test_whoever_has_some_is_given_no_more(school: House) -> None:
    school.sit("ann", 1, 2)
    assert chips_of(school, "ann") == settings.PRACTICE_CHIPS
    assert practice.grant_on_arrival(school.player("ann").pk, school.table.rules_id) == 100_000
    assert practice.grant_between_rounds() == 0


def empty(house: House, name: str, left: int) -> None:
    """Leave a player with so many of his practice chips."""
    account = wallet_of(house.player(name).pk, settings.PRACTICE_CURRENCY).account
    capital = postings.capital_account(settings.PRACTICE_CURRENCY)
    leg = Leg(account.pk, capital, account.balance - left, "test")
    with transaction.atomic():
        post(uuid4(), [leg], cause="test")


def test_chips_come_anew_between_two_rounds_once_the_least_stake_is_lacking(
    school: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(publish, "purse", lambda party, text: told.append(text))
    play(school, f"{SIXTEEN} 2c 8c 5s")
    empty(school, "ann", 500)
    assert practice.grant_between_rounds() == 0, "The round goes on."
    assert school.do("ann", bj.Hit(BoxNo(1))) == ""
    assert school.do("ann", bj.Hit(BoxNo(1))) == "", "26."
    assert practice.grant_between_rounds() == 0, "The least stake is there."
    empty(school, "ann", 499)
    assert practice.grant_between_rounds() == 1
    assert chips_of(school, "ann") == settings.PRACTICE_CHIPS + 499
    *_, shown = [json.loads(each) for each in told if "practice" in each]
    assert (shown["of"], shown["balance"], shown["seq"]) == ("practice", 100_499, 0)


def test_practice_chips_become_nothing_else(school: House) -> None:
    school.sit("ann", 1)
    chips = wallet_of(school.player("ann").pk, settings.PRACTICE_CURRENCY).account_id
    purse = wallet_of(school.player("ann").pk).account_id
    with pytest.raises(CurrencyMismatch), transaction.atomic():
        post(uuid4(), [Leg(chips, purse, 100, "smuggled")], cause="test")
    # By raw SQL neither: the law is the database's.
    with transaction.atomic():
        entry = JournalEntry.objects.create(pk=uuid4(), cause="test")
        raw = Transfer(entry=entry, debit_id=chips, credit_id=purse, amount=1, why="smuggled")
        with pytest.raises(IntegrityError, match="one currency"), transaction.atomic():
            raw.save()
        transaction.set_rollback(True)


def test_practice_counts_in_no_limit_and_no_session(house: House, school: House) -> None:
    ann = school.player("ann")
    responsible_gaming_limits.set_limit(ann, "stake", "day", 1000)
    responsible_gaming_limits.set_limit(ann, "loss", "day", 1000)
    limits = ("stake_limit_reached", "loss_limit_reached")
    responsible_gaming_limits.extend_stays([ann.pk])
    play(school, f"{SIXTEEN} 8c")
    assert school.do("ann", bj.Stand(BoxNo(1))) == ""
    stands_on_sixteen(school, 5000)
    used = {
        (each.kind, each.period): each.used
        for each in responsible_gaming_limits.limit_statuses(ann.pk)
    }
    assert used["stake", "day"] == used["loss", "day"] == 0
    stay = responsible_gaming_limits.current_stay(ann.pk)
    assert (stay.staked, stay.net) == (0, 0)
    # Elsewhere the same stake is counted and refused.
    house.sit("ann", 1)
    assert house.stake("ann", 1, 5000) in limits
    assert house.stake("ann", 1, 1000) == ""
    house.deal(SIXTEEN)
    assert house.do("ann", bj.Ready()) == ""
    assert responsible_gaming_limits.current_stay(ann.pk).staked == 1000


def test_chips_that_lie_at_a_practice_table_keep_nobody_from_his_refill(school: House) -> None:
    play(school, SIXTEEN)
    assert not snapshots.holdings_of(school.player("ann").pk)
    school.empty("ann")
    assert refill(wallet_of(school.player("ann").pk), "192.0.2.1").granted == 50_000


def test_my_rounds_say_that_it_was_practice(school: House) -> None:
    play(school, f"{SIXTEEN} 8c")
    assert school.do("ann", bj.Stand(BoxNo(1))) == ""
    ann = browser(school, "ann")
    (mine,) = get(ann, "rounds/mine/")["results"]
    assert mine["currency"] == settings.PRACTICE_CURRENCY
    assert get(ann, "wallet/")["currency"] == "PLAY"
    assert [each["cause"] for each in get(ann, "wallet/statement/")["results"]] == ["grant"]
    for page in ("/rounds/", f"/rounds/{mine['id']}/"):
        assert "Jetons d’entraînement" in ann.get(page).content.decode(), page


def test_cash_is_not_changed_into_practice_chips(school: House) -> None:
    school.sit("ann", 1)
    receipt = drops.change_cash(
        player_id=school.player("ann").pk,
        table_id=school.table_id,
        command_id=uuid4(),
        amount=Amount(100),
    )
    assert receipt is not None
    assert receipt.refused is not None
    assert receipt.refused.code == "no_exchange_here"


@pytest.mark.parametrize(("practises", "currency"), [(True, "PLAY"), (False, "PRACTICE")])
def test_a_practice_table_has_its_chips_and_no_other_table_has_them(
    house: House, school: House, practises: bool, currency: str
) -> None:
    table = school if practises else house
    with pytest.raises(IntegrityError, match="practice_has_its_chips"):
        Table.objects.filter(pk=table.table_id).update(currency=currency)
