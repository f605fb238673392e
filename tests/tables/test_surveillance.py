"""Anomalies: refusals of a player that pile up are noted once, and nobody else's are."""

from collections.abc import Callable, Mapping
from typing import Any, Final
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction

from tables.games import GAMES
from tables.games.american_roulette import messages as american_roulette
from tables.games.banque_a_tout_va.messages import Ready as BanqueReady
from tables.games.big_wheel import messages as big_wheel
from tables.games.blackjack import messages as blackjack
from tables.games.boule import messages as boule
from tables.games.chemin_de_fer import messages as chemin_de_fer
from tables.games.core.money import Amount, BoxNo
from tables.games.core.words import REFUSALS
from tables.games.craps import messages as craps
from tables.games.craps.stakes import Wager as CrapsWager
from tables.games.european_roulette import messages as roulette
from tables.games.punto_banco.messages import Ready as PuntoBancoReady
from tables.games.wheel.stakes import Wager
from tables.incidents import surveillance
from tables.models import Anomaly
from tables.operation.croupier import Croupier
from tests.clock import align_refusal_times
from tests.floor import House, open_house
from tests.games.banque_a_tout_va.playing import staking as staking_at_banque
from tests.games.punto_banco.playing import staking
from tests.tables.test_roulette import equip, stake, wheel

__all__ = ["wheel"]

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("house")]


def sweep() -> int:
    align_refusal_times()
    return surveillance.record_anomalies()


def late(wheel: House, name: str, times: int) -> None:
    for _ in range(times):
        assert stake(wheel, name, black=1000) == "betting_closed"


def found() -> list[tuple[str, str, int]]:
    return [(each.player.username, each.kind, each.refusals) for each in Anomaly.objects.all()]


def test_mc_erou_08_three_stakes_after_the_closing_are_noted_once(wheel: House) -> None:
    assert stake(wheel, "ann", red=1000) == ""
    assert wheel.do("ann", roulette.Ready()) == ""
    late(wheel, "bob", 2)
    assert sweep() == 0
    late(wheel, "bob", 1)
    late(wheel, "ann", 1)
    assert sweep() == 1
    assert found() == [("bob", "late_stakes", 3)]
    late(wheel, "bob", 1)
    assert sweep() == 0


def blackjack_closed() -> tuple[House, str, Any]:
    house = open_house("twenty-one")
    house.deal("Th 9h 9s 9d 9c 8c")
    house.sit("ann", 1)
    house.sit("bob", 2)
    assert house.stake("ann", 1, 1000) == ""
    assert house.do("ann", blackjack.Ready()) == ""
    return house, "bob", blackjack.Stake((blackjack.BoxStake(BoxNo(2), Amount(1000)),))


def roulette_closed() -> tuple[House, str, Any]:
    house = open_house("wheel", "MC", game="european_roulette")
    equip(house)
    assert stake(house, "ann", red=1000) == ""
    assert house.do("ann", roulette.Ready()) == ""
    return house, "bob", roulette.Stake((Wager("w", "black", Amount(1000)),))


def simple_wheel_closed(game: str, messages: Any, on: str) -> Callable[[], tuple[House, str, Any]]:
    def closed() -> tuple[House, str, Any]:
        house = open_house("wheel", "MC", game=game)
        stake = messages.Stake((Wager("w", on, Amount(1000)),))
        assert house.do("ann", stake) == ""
        assert house.do("ann", messages.Ready()) == ""
        return house, "bob", stake

    return closed


def chemin_de_fer_closed() -> tuple[House, str, Any]:
    house = open_house("chemin", "MC", game="chemin_de_fer")
    for box, name in enumerate(("ann", "bob", "cat", "dan"), start=1):
        house.sit(name, box)
    Croupier().tick()
    assert house.do("ann", chemin_de_fer.StakeBank(Amount(1000))) == ""
    assert house.do("bob", chemin_de_fer.Banco(Amount(1000))) == ""
    for name in ("bob", "cat", "dan"):
        assert house.do(name, chemin_de_fer.NoMore()) == ""
    return house, "eve", chemin_de_fer.Banco(Amount(1000))


def punto_banco_closed() -> tuple[House, str, Any]:
    house = open_house("punto", "MC", game="punto_banco")
    house.sit("ann", 1)
    assert house.do("bob", staking(tie=1000)) == ""
    assert house.do("bob", PuntoBancoReady()) == ""
    return house, "eve", staking(punto=1000)


def banque_closed() -> tuple[House, str, Any]:
    house = open_house("banque", "MC", game="banque_a_tout_va")
    house.sit("bob", 6)
    # Five and five: bob is asked for a word, and the coup goes on.
    house.deal("2h 2d 2c 3d 3h 4c")
    assert house.do("bob", staking_at_banque(left=1000)) == ""
    assert house.do("bob", BanqueReady()) == ""
    return house, "eve", staking_at_banque(right=1000)


def craps_closed() -> tuple[House, str, Any]:
    house = open_house("dice", "MC", game="craps")
    house.sit("ann", 1)
    line = craps.Stake((CrapsWager("a", "pass_line", Amount(1000)),))
    assert house.do("ann", line) == ""
    assert house.do("ann", craps.Ready()) == ""
    return house, "bob", craps.Stake((CrapsWager("b", "field", Amount(1000)),))


CLOSED: Final[Mapping[str, Callable[[], tuple[House, str, Any]]]] = {
    "american_roulette": simple_wheel_closed("american_roulette", american_roulette, "red"),
    "banque_a_tout_va": banque_closed,
    "big_wheel": simple_wheel_closed("big_wheel", big_wheel, "one"),
    "boule": simple_wheel_closed("boule", boule, "red"),
    "blackjack": blackjack_closed,
    "chemin_de_fer": chemin_de_fer_closed,
    "craps": craps_closed,
    "european_roulette": roulette_closed,
    "punto_banco": punto_banco_closed,
}
"""By game: closes the bets of a round; returns who comes too late, and with which stake."""


@pytest.mark.parametrize("game", CLOSED)
def test_mc_erou_08_late_stakes_are_noted_at_the_tables_of_every_game(game: str) -> None:
    house, name, stake = CLOSED[game]()
    for _ in range(3):
        assert house.do(name, stake) == "betting_closed"
    assert sweep() == 1
    assert found() == [(name, "late_stakes", 3)]


def test_mc_erou_08_stakes_above_the_maximum_and_many_refusals_are_noted(wheel: House) -> None:
    for _ in range(20):
        code = wheel.do("ann", roulette.Stake((Wager("w", "red", Amount(10_000_001)),)))
        assert code == "above_max"
    assert sweep() == 2
    assert sorted(found()) == [("ann", "above_maximum", 20), ("ann", "many_refusals", 20)]


def test_mc_erou_08_a_banco_above_the_bank_is_a_stake_above_the_maximum() -> None:
    house = open_house("chemin", "MC", game="chemin_de_fer")
    for box, name in enumerate(("ann", "bob", "cat", "dan"), start=1):
        house.sit(name, box)
    Croupier().tick()
    assert house.do("ann", chemin_de_fer.StakeBank(Amount(1000))) == ""
    for _ in range(5):
        assert house.do("bob", chemin_de_fer.Banco(Amount(1001))) == "above_bank"
    assert sweep() == 1
    assert found() == [("bob", "above_maximum", 5)]


def test_every_refusal_of_a_stake_that_is_too_high_is_a_sign() -> None:
    refusals = {*REFUSALS}.union(*(game.wording.refusals for game in GAMES.values()))
    (sign,) = (sign for sign in surveillance.SIGNS if sign.kind == "above_maximum")
    assert {code for code in refusals if "above" in code} == {*sign.codes}


def test_mc_erou_08_a_command_that_is_sent_again_is_one_refusal(wheel: House) -> None:
    assert stake(wheel, "ann", red=1000) == ""
    assert wheel.do("ann", roulette.Ready()) == ""
    command = uuid4()
    for _ in range(5):
        assert wheel.do("bob", roulette.Stake((Wager("w", "red", Amount(1000)),)), command) == (
            "betting_closed"
        )
    assert sweep() == 0


def test_mc_erou_08_the_croupier_looks_at_the_receipts(
    wheel: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert stake(wheel, "ann", red=1000) == ""
    assert wheel.do("ann", roulette.Ready()) == ""
    late(wheel, "bob", 3)
    align_refusal_times()
    Croupier().tick()
    assert found() == [("bob", "late_stakes", 3)]


def test_mc_erou_08_what_is_noted_stays(wheel: House) -> None:
    assert stake(wheel, "ann", red=1000) == ""
    assert wheel.do("ann", roulette.Ready()) == ""
    late(wheel, "bob", 3)
    assert sweep() == 1
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("DELETE FROM tables_anomaly")
