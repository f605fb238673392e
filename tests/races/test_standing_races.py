"""Two who stand behind one hand, its holder, and the same purses at another table."""

from collections.abc import Callable
from uuid import uuid4

import pytest

from casino.ledger import services as ledger
from tables.funds import postings
from tables.games.blackjack import messages as bj
from tables.games.core.money import Amount, BoxNo
from tables.models import RoundEvent
from tables.operation import opening
from tables.rows import parties
from tables.seating import services as seating
from tests.floor import House, open_house
from tests.races.test_floor_races import START, at_once

DOUBLED = "6h 9s 5d Tc 8c"


def wanting(house: House) -> House:
    """Ann has eleven on box 1; sam and bea stand behind her with 5.00 each and wish to match.

    Bob's box 2 keeps the round open after her double. Returns another table, where sam and bea sit.
    """
    house.deal("6h Th 9s 5d 9d Tc 8c")
    house.sit("ann", 1)
    house.sit("bob", 2)
    house.stake("ann", 1, 1000)
    house.stake("bob", 2, 1000)
    house.welcome("ann", 1)
    for name in ("sam", "bea"):
        assert house.stand_behind(name, 1, 500) == ""
    for name in ("ann", "bob", "sam", "bea"):
        assert house.do(name, bj.Ready()) == ""
    for name in ("sam", "bea"):
        assert house.do(name, bj.Match(BoxNo(1))) == ""
    other = open_house("Seconde table")
    other.people = house.people
    other.sit("sam", 1, 2)
    other.sit("bea", 3, 4)
    return other


def spend(house: House, name: str, first: int) -> Callable[[], str]:
    """Stake all that a standing bettor has left, 995.00, on two boxes at once."""
    bets = (
        bj.BoxStake(BoxNo(first), Amount(500_00)),
        bj.BoxStake(BoxNo(first + 1), Amount(495_00)),
    )
    return lambda: house.do(name, bj.Stake(bets))


def test_standing_bettors_and_their_holder_at_once(house: House) -> None:
    """All three act in the same moment; whoever comes too late is refused, no chip is lost."""
    house.deal(DOUBLED)
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    house.welcome("ann", 1)
    for name in ("sam", "bea"):
        house.player(name)

    def act(name: str, *commands: object) -> Callable[[], list[str]]:
        return lambda: [house.do(name, command) for command in commands]

    def behind(amount: int) -> bj.Stake:
        return bj.Stake((bj.BoxStake(BoxNo(1), Amount(amount), standing=True),))

    answers = at_once(
        act("ann", bj.Ready(), bj.Double(BoxNo(1))),
        act("sam", behind(500), bj.Ready(), bj.Match(BoxNo(1))),
        act("bea", behind(700), bj.Ready(), bj.Match(BoxNo(1))),
        lambda: [house.welcome("ann", 1, welcomes=False)],
    )
    assert not [each for each in answers if isinstance(each, Exception)], answers
    for name in ("ann", "sam", "bea"):
        house.do(name, bj.Ready())
    house.do("ann", bj.Stand(BoxNo(1)))
    assert house.frame()["view"]["phase"] == "closed"
    assert ledger.balance(house.table.layout_account_id) == 0
    assert ledger.audit() == []
    total = sum(house.balance(name) for name in ("ann", "sam", "bea"))
    won = opening.FLOAT - ledger.balance(house.table.float_account_id)
    assert total == 3 * START + won


@pytest.mark.parametrize("first", ["double", "elsewhere"])
def test_a_purse_spent_elsewhere_in_that_moment_does_not_refuse_the_double(
    house: House, first: str
) -> None:
    other = wanting(house)
    calls = {
        "double": lambda: house.do("ann", bj.Double(BoxNo(1))),
        "sam": spend(other, "sam", 1),
        "bea": spend(other, "bea", 3),
    }
    names = list(calls) if first == "double" else list(calls)[::-1]
    answers = dict(zip(names, at_once(*[calls[name] for name in names]), strict=True))
    assert answers["double"] == "", "nobody else's purse may refuse it"
    joined = {
        each["party"] for each in RoundEvent.objects.get(kind="blackjack.doubled").body["joined"]
    }
    for name in ("sam", "bea"):
        party = parties.party_of(house.player(name).pk)
        # He who doubled could not stake all he had, and the other way round.
        assert (party in joined) == (answers[name] == "not_enough_chips"), (name, answers)
    assert house.do("bob", bj.Stand(BoxNo(2))) == ""
    assert house.frame()["view"]["phase"] == "closed"
    assert ledger.audit() == []
    assert ledger.balance(house.table.layout_account_id) == 0


def test_without_leaving_them_out_that_moment_refuses_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Negative control: the purse is empty between the wish and the double."""
    other = wanting(house)
    monkeypatch.setattr(postings, "owner_of", lambda account_id: None)
    assert spend(other, "sam", 1)() == ""
    (answer,) = at_once(lambda: house.do("ann", bj.Double(BoxNo(1))))
    assert isinstance(answer, ledger.Overdrawn)


def test_copies_of_one_consent_happen_once(house: House) -> None:
    house.sit("ann", 1)
    player_id, command_id = house.player("ann").pk, uuid4()
    answers = at_once(
        *[
            lambda: seating.set_welcome(
                player_id=player_id,
                table_id=house.table_id,
                command_id=command_id,
                box=BoxNo(1),
                welcomes=True,
            )
        ]
        * 6
    )
    assert sum(answer is None for answer in answers) == 1
    assert not [each for each in answers if isinstance(each, Exception)]
