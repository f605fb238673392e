"""What the tables took: counted after the fact, equal to what the ledger and the steps told."""

import dataclasses
from math import log
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.db.models import Sum

from casino.ledger.models import Kind
from casino.ledger.services import Leg, open_account, post
from casino.players.models import Played
from tables.cage import services as cage
from tables.dashboard import live_tables
from tables.games.automatic_games.messages import Load
from tables.games.blackjack import messages as bj
from tables.games.chemin_de_fer import messages as cdf
from tables.games.core.money import Amount
from tables.incidents import services as incidents
from tables.machines import reliefs
from tables.models import (
    BetEarnings,
    BetWatch,
    EarningsCounted,
    HourlyEarnings,
    HourlyTakings,
    Takings,
    TakingsCounted,
)
from tables.revenue import earnings, reports, takings
from tests.api.asking import lose, win
from tests.floor import House, open_house, reuse_beside, reused_house
from tests.jackpots import approve, jp1_house
from tests.jackpots import win as win_jp1
from tests.machines import accountant, relieve, take_key
from tests.tables.test_automatic_games import Device
from tests.tables.test_chemin_de_fer import bank, cover, deal, four
from tests.tables.test_craps import Rail
from tests.tables.test_disputes import disputed, management, ruled

pytestmark = pytest.mark.django_db(transaction=True)


def counted() -> dict[str, int]:
    """Count, hold the sums against the ledger and the bets' against them, and return them."""
    takings.count_takings()
    earnings.count_ended_rounds()
    _, differing = takings.audit_takings()
    assert differing == []
    assert earnings.audit_earnings() == []
    sums: dict[str, Any] = Takings.objects.aggregate(
        **{each: Sum(each) for each in takings.FIGURES}
    )
    return {name: int(each or 0) for name, each in sums.items()}


def as_played() -> tuple[int, int]:
    """Return what players staked and what came of it, as the steps of the rounds counted it."""
    sums = Played.objects.aggregate(staked=Sum("staked"), net=Sum("net"))
    return sums["staked"], sums["net"]


def test_the_sums_of_a_table_are_what_was_staked_paid_and_won(house: House) -> None:
    win(house, "ann")
    lose(house, "ann")
    lose(house, "bob", 2)
    by = {"operator": house.operator, "reason": "test"}
    cage.fill_float(house.table_id, 100_00, **by, order=uuid4())
    cage.credit_float(house.table_id, 30_00, **by, order=uuid4())
    sums = counted()
    assert (sums["rounds"], sums["voided"]) == (3, 0)
    assert (sums["staked"], sums["paid"], sums["won"]) == (30_00, 20_00, 10_00)
    assert as_played() == (30_00, -10_00)
    assert (sums["fills"] >= 100_00, sums["credits"], sums["drop"]) == (True, 30_00, 0)


def test_what_was_counted_is_not_counted_again_and_what_comes_is_added(house: House) -> None:
    lose(house, "ann")
    first = counted()
    assert counted() == first
    lose(house, "ann")
    assert counted()["won"] == first["won"] + 10_00


def test_a_round_in_play_counts_its_stakes_and_a_voided_one_nothing(house: House) -> None:
    house.sit("ann", 1)
    house.sit("bob", 2)
    house.deal("Th 9s 8d Tc")
    assert house.stake("ann", 1, 10_00) == ""
    assert house.do("ann", bj.Ready()) == ""
    sums = counted()
    assert (sums["rounds"], sums["staked"], sums["won"]) == (0, 10_00, 0)
    incidents.void_round(house.table_id, operator=house.operator, reason="test")
    sums = counted()
    assert (sums["rounds"], sums["voided"]) == (0, 1)
    assert (sums["staked"], sums["paid"], sums["won"]) == (0, 0, 0)


def test_takings_are_counted_by_whatever_plan_the_database_joins(house: House) -> None:
    """What belongs to no round has a reference that is no number: no plan may read it as one."""
    lose(house, "ann")
    capital = open_account("capital:PLAY", Kind.CAPITAL, "PLAY", unbounded=True)
    with transaction.atomic():
        post(uuid4(), [Leg(capital.pk, house.table.float_account_id, 1_00, "fill")], cause="test")
    with connection.cursor() as cursor:
        for way in ("nestloop", "mergejoin"):
            cursor.execute(f"SET enable_{way} = off")
        try:
            assert counted()["won"] == 10_00
        finally:
            cursor.execute("RESET ALL")


def test_a_long_past_is_counted_bit_by_bit(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(3):
        lose(house, "ann")
    monkeypatch.setattr(takings, "MOST", 2)
    monkeypatch.setattr(takings, "SECONDS", 0)
    takings.count_takings()
    assert takings.audit_takings()[1] == [], "as far as it has come"
    assert Takings.objects.aggregate(won=Sum("won"))["won"] < 30_00
    for _ in range(10):
        takings.count_takings()
    assert counted()["won"] == 30_00


def test_a_call_ends_in_time_however_many_tables_are_behind(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = reuse_beside(house, "another", lambda: open_house("Table 2"))
    lose(house, "ann")
    lose(other, "ann")
    for module in (takings, earnings):
        monkeypatch.setattr(module, "SECONDS", 0)
    takings.count_takings()
    assert TakingsCounted.objects.count() == 1
    earnings.count_ended_rounds()
    assert EarningsCounted.objects.count() == 1


def test_a_pot_that_is_paid_later_is_no_loss_of_the_house_but_for_its_seed() -> None:
    house = jp1_house()
    win_jp1(house, "ann")
    before = counted()
    approve()
    sums = counted()
    staked, net = as_played()
    assert (sums["staked"], sums["paid"] - sums["staked"]) == (staked, net)
    # The pots begin again at what they began with: what the house adds to them is its cost.
    assert sums["won"] < before["won"]
    # A stake of 5 feeds 2 to the pots.
    assert {bet: told for (_, bet), told in bets().items()} == {
        "jp1": (5_00, 3_00 - 10_000_00),
        "main": (10_00, -10_00),
    }


def test_credits_of_a_machine_are_no_stake_until_they_are_played() -> None:
    device = Device()
    assert device.load() == ""
    device.game(range(1))
    device.game(range(4, 10_000))
    device.game(range(1))
    sums = counted()
    staked, _ = as_played()
    assert sums["staked"] == staked == 3_00
    assert sums["won"] == sums["staked"] - sums["paid"]


def test_what_rests_on_the_layout_is_not_won_yet() -> None:
    rail = Rail()
    assert rail.stake("ann", pass_line=5_00) == ""
    rail.throw(2, 2)
    sums = counted()
    assert (sums["staked"], sums["paid"], sums["won"]) == (5_00, 0, 0)
    rail.throw(3, 4)
    sums = counted()
    assert (sums["staked"], sums["won"]) == (5_00, 5_00)


def test_of_a_game_between_players_the_levy_is_won() -> None:
    house = reused_house("chemin", "MC", game="chemin_de_fer", table_min_cents=500)
    four(house)
    house.deal("2h 3c 4d 4s")
    bank(house)
    cover(house, 20_00)
    deal(house)
    assert house.do("bob", cdf.NoCard("ponte")) == ""
    assert house.do("ann", cdf.NoCard("banker")) == ""
    sums = counted()
    assert sums["won"] == 1_00, "a twentieth of what the banker has won"
    assert list(bets().values()) == [(20_00, 1_00)]
    assert sums["staked"] == as_played()[0]


def test_a_sum_that_was_changed_is_found(house: House) -> None:
    """The negative control."""
    lose(house, "ann")
    counted()
    call_command("audit_takings", verbosity=0)
    Takings.objects.exclude(rules=None).update(won=11_00)
    with pytest.raises(CommandError, match="won: 1100, the ledger says 1000"):
        call_command("audit_takings")
    assert [each.what for each in takings.audit_takings()[1]][-1] == "float and levy"


def test_a_sum_of_an_hour_that_was_changed_is_found(house: House) -> None:
    """The negative control."""
    lose(house, "ann")
    counted()
    HourlyTakings.objects.exclude(rules=None).update(won=11_00)
    found = takings.audit_takings()[1]
    assert [(each.kept, each.recounted) for each in found[:1]] == [(11_00, 10_00)]
    assert found[-1].what == "float and levy"


@pytest.mark.clause("MC-AUTO-29")
def test_a_note_of_a_machine_is_cash_changed_and_a_relief_moves_no_takings() -> None:
    machine = Device()
    house = machine.house
    assert house.do("ann", Load(Amount(50_00), "note")) == ""
    machine.game(range(1))
    sums = counted()
    assert (sums["drop"], sums["changed"]) == (50_00, 50_00)
    assert (sums["staked"], sums["paid"], sums["won"]) == (1_00, 0, 1_00)
    relief = relieve(house)
    take_key(house)
    reliefs.count_note_box(relief.pk, 45_00, 0, operator=accountant(), reason="evening")
    assert counted() == sums


def bets() -> dict[tuple[str, str], tuple[int, int]]:
    """Return the base and what was won of each bet, by day."""
    rows = BetEarnings.objects.values_list("day", "bet", "base", "won")
    return {(str(day), bet): (base, won) for day, bet, base, won in rows}


def test_rounds_of_before_are_counted_bet_by_bet_and_bit_by_bit(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        lose(house, "ann")
    win(house, "bob", 2)
    counted()
    told = bets()
    assert list(told.values()) == [(40_00, 20_00)]
    watch = BetWatch.objects.get()
    for model in (BetEarnings, HourlyEarnings, BetWatch, EarningsCounted):
        model.objects.all().delete()
    monkeypatch.setattr(earnings, "ROUNDS", 1)
    monkeypatch.setattr(earnings, "SECONDS", 0)
    calls = 0
    while earnings.tables_to_count():
        earnings.count_ended_rounds()
        calls += 1
    assert (calls, bets()) == (4, told)
    assert BetWatch.objects.get().fortunes == watch.fortunes
    assert watch.rounds == 4
    earnings.count_ended_rounds()
    assert bets() == told


def by_hour() -> list[tuple[Any, ...]]:
    """Return what is kept of the bets by hour and by who answered."""
    rows = HourlyEarnings.objects.order_by("day", "hour")
    return list(rows.values_list("day", "hour", "responsible", "won", "expected", "squares"))


def test_rounds_of_before_are_counted_by_hour_while_new_ones_go_on(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a house is upgraded: its bets are counted by day, and by hour none is."""
    for _ in range(3):
        lose(house, "ann")
    counted()
    told, watch = by_hour(), BetWatch.objects.get()
    HourlyEarnings.objects.all().delete()
    EarningsCounted.objects.update(round_by_hour=0, seq_by_hour=0)
    monkeypatch.setattr(earnings, "ROUNDS", 1)
    monkeypatch.setattr(earnings, "SECONDS", 0)
    for nth in (1, 2, 3):
        earnings.count_ended_rounds()
        assert sum(won for *_, won, _, _ in by_hour()) == nth * 10_00
    assert earnings.tables_to_count() == []
    assert by_hour() == told
    assert BetWatch.objects.get().rounds == watch.rounds == 3, "the watch has seen them before"
    EarningsCounted.objects.update(round_by_hour=0, seq_by_hour=0)
    HourlyEarnings.objects.all().delete()
    win(house, "bob", 2)
    earnings.count_ended_rounds()
    assert [base for base, _ in bets().values()] == [40_00], "what is new is counted first"
    assert by_hour() == []
    while earnings.tables_to_count():
        earnings.count_ended_rounds()
    assert sum(won for *_, won, _, _ in by_hour()) == 20_00
    counted()
    edge = earnings.BetEdges().by_bet(house.table.rules_id)["main"]
    assert sum(expected for *_, expected, _ in by_hour()) == pytest.approx(edge * 40_00)
    HourlyEarnings.objects.update(won=9_00)
    assert [(each.bets, each.takings) for each in earnings.audit_earnings()] == [(9_00, 20_00)]


def test_bets_of_a_round_in_play_or_voided_earn_nothing(house: House) -> None:
    house.sit("ann", 1)
    house.deal("Th 9s 8d Tc")
    assert house.stake("ann", 1, 10_00) == ""
    assert house.do("ann", bj.Ready()) == ""
    counted()
    assert bets() == {}
    incidents.void_round(house.table_id, operator=house.operator, reason="test")
    counted()
    assert bets() == {}


def test_bets_that_come_to_something_else_than_the_takings_are_found(house: House) -> None:
    """The negative control."""
    lose(house, "ann")
    counted()
    BetEarnings.objects.update(won=9_00)
    with pytest.raises(CommandError, match="900, its takings 1000"):
        call_command("audit_takings")


def gambled(chance: Random, odds: float, rounds: int) -> float:
    """Return the evidence after so many rounds of a bet that pays 1 to 1, at no edge."""
    fortunes = [0.0] * len(earnings.SIZES)
    for _ in range(rounds):
        fortunes = earnings.fortunes_after_round(
            fortunes, -earnings.ADVANTAGE, 1.0, 1 if chance.random() < odds else -1
        )
    return earnings.log_evidence(fortunes)


def test_the_watch_of_a_bet_reports_what_pays_too_much_and_no_counting_of_cards() -> None:
    alarm = -log(earnings.ERROR)
    chance = Random(7)
    fair = [gambled(chance, 0.5 * (1 + earnings.ADVANTAGE), 1000) for _ in range(20)]
    assert max(fair) < alarm / 2
    assert gambled(chance, 0.5 * 1.25, 2000) > alarm


def test_a_correction_after_a_dispute_is_no_takings_of_the_table(house: House) -> None:
    found = disputed(house, "ann", lose(house, "ann"))
    before = counted()
    ruled(found, management(), 5_00)
    assert counted() == before


def test_practice_chips_are_no_revenue(house: House) -> None:
    school = reuse_beside(house, "practice", lambda: open_house("École", practice=True))
    lose(house, "ann")
    lose(school, "ann")
    assert counted()["won"] == 20_00, "the sums are the ledger's"
    today = reports.house_today()
    assert {currency: sums.won for currency, sums in reports.totals_by_currency(today).items()} == {
        "PLAY": 10_00
    }
    for by in ("day", "table", "game"):
        assert [row.sums.won for row in reports.build_report(by, today).rows] == [10_00]
    assert reports.takings_in(dataclasses.replace(today, table=school.table_id)).count() == 0
    tables, _ = live_tables.open_tables()
    assert {each.row.name: each.won for each in tables} == {house.table.name: 10_00, "École": None}
