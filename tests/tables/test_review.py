"""`manage.py play --round`: a finished round played again gives what the ledger paid."""

import io
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from casino.ledger.models import Transfer
from tables.games import GAMES
from tables.games.blackjack import messages as bj
from tables.games.core.cards import PACK
from tables.games.core.money import Amount, BoxNo
from tables.games.core.protocol import SideBets
from tables.history import review
from tables.incidents import services as incidents
from tables.models import Round, RoundEvent, Table
from tables.operation import opening, sessions
from tables.projections import live_round
from tables.rounds import timer
from tables.rows import table_rows
from tests import campaign
from tests.floor import House
from tests.games.blackjack.conduct import BlackjackConduct
from tests.opening_checks import pass_opening_check
from tests.stacked_shoes import stack_shoe
from tests.tables.test_books import rule_set

ROUNDS = campaign.length(6, 12)
"""At each book's table."""
SIDES: dict[str, tuple[bj.SideBet, ...]] = {
    "FR-2024": ("queen_of_hearts", "hyper:BUST", "two_plus_one"),
    "FR-2007": ("lucky_ladies",),
    "MC": ("perfect_pairs", "twenty_one_plus_three"),
    "ON": (),
    "HOUSE": (),
}


def seated(house: House, book: str) -> House:
    """Open a table under a book; ann sits at boxes 1 and 2, bob at box 3."""
    sides = sorted({side.partition(":")[0] for side in SIDES[book]})
    options: dict[str, Any] = {"enabled_side_bets": sides} if sides else {}
    if book.startswith("FR"):
        options |= {"min_boxes_when_alone": 2}
    if book == "FR-2024":
        options |= {"surrender": True}
    if book == "FR-2007":
        # Neither surrender nor the literal pair is published: both favour the player.
        options |= {"queen_pair_rule": "same_rank_same_couleur"}
    table = opening.create_table(
        name=book, rules_key=rule_set(book, **options), operator=house.operator
    )
    pass_opening_check(table.pk)
    sessions.open_session(table.pk, operator=house.operator, reason="test")
    here = House(table.pk, house.operator, house.people)
    here.sit("ann", 1, 2)
    here.sit("bob", 3)
    return here


def rich(chance: Random) -> str:
    """Return cards that make pairs, aces and queens of hearts common, four of each at most."""
    faces = [card for card in PACK for _ in range(4 if card[0] in "A8" or card == "Qh" else 1)]
    return " ".join(chance.sample(faces, 50))


def stake(house: House, chance: Random, sides: tuple[bj.SideBet, ...]) -> None:
    """Let both stake at random, and take something back first."""
    for name, boxes in (("ann", (1, 2)), ("bob", (3,))):
        for main in (400, chance.choice((200, 301, 500))):
            bets = tuple(
                bj.BoxStake(
                    BoxNo(box),
                    Amount(main),
                    Amount(100 if "queen_of_hearts" in sides else 0),
                    tuple(
                        bj.SideAmount(side, Amount(100))
                        for side in sides
                        if side != "queen_of_hearts" and chance.random() < 0.7
                    ),
                )
                for box in boxes
            )
            assert house.do(name, bj.Stake(bets)) == ""
    for name in ("ann", "bob"):
        assert house.do(name, bj.Ready()) == ""


def play_round(house: House, book: str, chance: Random) -> Round:
    """Let two people play one round: offered buttons at random, and the clock now and then."""
    stack_shoe(house.table_id, rich(chance), cards_behind=chance.choice((52, 290)))
    stake(house, chance, SIDES[book])
    for _ in range(200):
        row = table_rows.read(house.table_id)
        live = live_round.load(row, table_rows.read_surroundings(row))
        if not live.running:
            assert row.round_id is not None
            return Round.objects.get(pk=row.round_id)
        if isinstance(live.game.awaiting(live.rules, live.state), SideBets):
            house.settle_side_bets()
        elif chance.random() < 0.1:
            Table.objects.filter(pk=house.table_id).update(due_at=timezone.now())
            assert timer.handle_expired_clock(house.table_id)
        else:
            option = chance.choice(live.game.view(live.rules, live.state).options)
            name = "bob" if option.box == 3 else "ann"
            assert house.do(name, BlackjackConduct().of_option(option)) == ""
    raise AssertionError("The round does not end.")


def played_again(table_id: int) -> None:
    """Hold every finished round of a table against the ledger."""
    for round_ in Round.objects.filter(table_id=table_id).exclude(status="running"):
        found = review.review_round(round_.pk)
        assert found.agrees, found.as_json()


@pytest.mark.campaign
@pytest.mark.parametrize("book", SIDES)
def test_random_rounds_under_every_book_agree_with_the_ledger(house: House, book: str) -> None:
    here, chance = seated(house, book), Random(f"review {book}")
    done = Counter[str]()
    for _ in range(ROUNDS):
        found = review.review_round(play_round(here, book, chance).pk)
        assert found.agrees, found.as_json()
        assert found.example is not None
        done.update(each["do"] for each in found.example["decisions"])
        assert set(found.paid) == {str(here.player(name).pk) for name in ("ann", "bob")}
        # What somebody else reads in the file of examples is what this house's player says too.
        again = GAMES["blackjack"].play_example(json.loads(json.dumps(found.example)), {})
        assert again["totals"] == found.example["expected"]["totals"]
    assert {"hit", "stand"} < done.keys()


@pytest.fixture
def won(house: House) -> Round:
    """A round that ann won 10.00 of, after she had staked and taken back more."""
    house.deal("Th 9s 9d 8c")
    house.sit("ann", 1)
    for main in (2500, 1000):
        assert house.stake("ann", 1, main) == ""
    assert house.do("ann", bj.Ready()) == ""
    assert house.do("ann", bj.Stand(BoxNo(1))) == ""
    return Round.objects.get()


def examined(round_: Round, *words: str) -> tuple[bool, dict[str, Any]]:
    """Run the command; return whether it left with an error, and what it printed."""
    out, failed = io.StringIO(), False
    try:
        call_command("play", *words, round=round_.pk, stdout=out)
    except CommandError as error:
        failed = error.returncode == 1 and "do not agree" in str(error)
    return failed, json.loads(out.getvalue())


def test_the_command_prints_the_example_its_result_and_the_ledger(
    house: House, won: Round, tmp_path: Path
) -> None:
    ann = str(house.player("ann").pk)
    failed, told = examined(won)
    assert (failed, told["agrees"], told["differing"], told["trouble"]) == (False, True, [], None)
    share = {"staked": 1000, "returned": 2000, "net": 1000}
    assert told["parties"] == {ann: {"played_again": share, "ledger": share}}
    assert told["example"]["shoe"] == ["Th", "9s", "9d", "8c"]
    assert told["result"]["dealer"] == {"cards": ["9s", "8c"], "result": "17"}
    out = tmp_path / "round.json"
    assert examined(won, "--out", str(out)) == (False, {k: told[k] for k in told if k != "example"})
    results = io.StringIO()
    call_command("play", str(out), stdout=results)
    assert json.loads(results.getvalue())["results"][f"round-{won.pk}"] == told["result"]


@contextmanager
def tampering() -> Iterator[None]:
    """Switch the triggers that keep the records off, as somebody with the database's key could."""
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        yield
        cursor.execute("SET session_replication_role = origin")


def test_a_posting_that_was_changed_is_found(house: House, won: Round) -> None:
    """The negative control: one cent more than the rules give."""
    with tampering():
        (pay,) = Transfer.objects.filter(why="pay")
        Transfer.objects.filter(pk=pay.pk).update(amount=pay.amount + 1)
    failed, told = examined(won)
    ann = str(house.player("ann").pk)
    assert (failed, told["differing"]) == (True, [ann])
    assert told["parties"][ann]["ledger"]["net"] == 1001
    assert told["parties"][ann]["played_again"]["net"] == 1000


def changed(kind: str, **fields: Any) -> None:
    with tampering():
        event = RoundEvent.objects.filter(kind=kind).last()
        assert event is not None
        RoundEvent.objects.filter(pk=event.pk).update(body=event.body | fields)


def test_a_card_that_was_changed_is_found(house: House, won: Round) -> None:
    """The negative control: the dealer's 17 becomes 19, and the hand is a push."""
    changed("blackjack.card_dealt", card="Td")
    failed, told = examined(won)
    assert (failed, told["differing"]) == (True, [str(house.player("ann").pk)])


def test_a_record_that_cannot_be_played_is_a_finding(house: House, won: Round) -> None:
    changed("blackjack.card_dealt", card="3d")  # a dealer's 12, and no further card
    failed, told = examined(won)
    assert failed
    assert "ValueError" in told["trouble"]


def test_an_annulled_round_agrees_when_everything_went_back(house: House) -> None:
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    with pytest.raises(CommandError, match="still in play"):
        call_command("play", round=house.table.round_id)
    incidents.void_round(house.table_id, operator=house.operator, reason="fire alarm")
    failed, told = examined(Round.objects.get())
    assert (failed, told["example"], told["parties"]) == (False, None, {})
    with tampering():
        Transfer.objects.filter(why="void").update(amount=999)
    failed, told = examined(Round.objects.get())
    assert (failed, told["differing"]) == (True, [str(house.player("ann").pk)])


def test_a_round_whose_stakes_were_all_taken_back_agrees(house: House) -> None:
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    house.stake("ann", 1, 0)
    Table.objects.filter(pk=house.table_id).update(due_at=timezone.now())
    assert timer.handle_expired_clock(house.table_id)
    failed, told = examined(Round.objects.get(status="closed"))
    assert (failed, told["example"], told["parties"]) == (False, None, {})


def test_a_round_that_is_not_there_is_said_so(house: House) -> None:
    with pytest.raises(CommandError, match="no round 12345"):
        call_command("play", round=12345)
