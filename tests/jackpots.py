"""Tables that play for a jackpot, and wins of it in one line."""

from typing import Any
from uuid import uuid4

from casino.ledger import services as ledger
from casino.players.models import Player
from tables.games.blackjack import messages as bj
from tables.games.core.money import Amount, BoxNo
from tables.jackpots import claims
from tables.models import Claim, Jackpot, Pot
from tables.operation import opening, sessions
from tests.floor import House, open_house
from tests.opening_checks import pass_opening_check
from tests.published import publish
from tests.stacked_shoes import stack_shoe

SEED_MAIN, SEED_SECONDARY, STAKE = 10_000_00, 1_000_00, 5_00
ACES_SEED = 1_000_00
SPLIT_ACES = {
    "stake_cents": 500,
    "seed_cents": ACES_SEED,
    "contribution_bps": 4000,
    "pay_table": [
        {"id": "suited", "aces": 2, "suited": True, "progressive_pct": 100},
        {"id": "two", "aces": 2, "progressive_pct": 10},
        {"id": "one", "aces": 1, "to_one": 1},
    ],
}


def jp1_house(name: str = "Table JP1", jackpot: Jackpot | None = None, **options: Any) -> House:
    """Set up an open table that plays for JP1, its own or the one given.

    The house keeps a part of each stake: feeding the pots with all of it favours the players
    (AMB-62).
    """
    kept = {"jp1_contribution_total_bps": 4000} | options
    return open_house(name, jackpot=jackpot, **({"enabled_side_bets": ["jp1"]} | kept))


def aces_house(house: House, name: str, jackpot: Jackpot | None = None) -> House:
    """Set up an open table that plays for Split Aces, with the people of another."""
    key = publish(
        f"MC/{name}",
        "MC",
        table_min_cents=100,
        enabled_side_bets=["split_aces"],
        split_aces=SPLIT_ACES,
    ).key
    table = opening.create_table(name=name, rules_key=key, operator=house.operator, jackpot=jackpot)
    pass_opening_check(table.pk)
    sessions.open_session(table.pk, operator=house.operator, reason="test")
    stack_shoe(table.pk, "")
    return House(table.pk, house.operator, house.people)


def bet(house: House, name: str, box: int, side: bj.SideBet | None = "jp1") -> None:
    """Stake 10 on a box, and the bet on the jackpot unless none is wanted."""
    sides = (bj.SideAmount(side, Amount(STAKE)),) if side else ()
    stake = bj.Stake((bj.BoxStake(BoxNo(box), Amount(1000), sides=sides),))
    assert house.do(name, stake) == ""


def win(house: House, name: str = "ann", third: str = "7s", settle: bool = True) -> None:
    """Win JP1 at box 1 with three sevens, of spades unless the third is another; the box pushes."""
    if not any(seat["party"] == str(house.player(name).pk) for seat in seats(house)):
        house.sit(name, 1)
    house.deal(f"7s 9d 7s {third} 8c 4d")
    bet(house, name, 1)
    assert house.do(name, bj.Ready()) == ""
    assert house.do(name, bj.Hit(BoxNo(1))) == ""
    assert house.do(name, bj.Stand(BoxNo(1))) == ""
    if settle:
        house.settle_side_bets()


def win_aces(house: House, name: str, settle: bool = True) -> None:
    """Win the whole of Split Aces at box 1 with two aces of spades."""
    if not any(seat["party"] == str(house.player(name).pk) for seat in seats(house)):
        house.sit(name, 1)
    house.deal("As 9d As 8c")
    bet(house, name, 1, "split_aces")
    assert house.do(name, bj.Ready()) == ""
    assert house.do(name, bj.Stand(BoxNo(1))) == ""
    if settle:
        house.settle_side_bets()


def seats(house: House) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = house.frame()["floor"]["seats"]
    return found


def supervisor(name: str = "supervisor") -> Player:
    """Return somebody who may approve the payment of jackpots and runs no table."""
    found = Player.objects.filter(username=name).first()
    return found or Player.objects.create_superuser(name, password="pass")


def approve(claim: Claim | None = None, by: Player | None = None) -> None:
    """Approve a claim, the last one unless another is given."""
    claim = claim or Claim.objects.latest("id")
    claims.approve_claim(
        claim.pk, supervisor=by or supervisor(), footage_seen=True, reason=f"win {uuid4()}"
    )


def pot(house: House, name: str = "jp1_main") -> int:
    """Return what the ledger holds in a pot of the table."""
    return ledger.balance(Pot.objects.get(jackpot__table=house.table_id, name=name).account_id)


def shown(house: House, name: str = "jp1_main") -> tuple[int, bool, int]:
    """Return a pot as somebody who comes to the table now sees it."""
    found = {each["pot"]: each for each in house.frame()["floor"]["pots"]}[name]
    return found["amount"], found["claimed"], found["next_win"]
