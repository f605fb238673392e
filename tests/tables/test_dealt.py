"""Which hand got which card: told with the shoe when it is revealed, of every game that has one."""

import json
from typing import Any
from uuid import UUID

import pytest
from django.db import IntegrityError, transaction

from casino.rng import shoes, verify
from casino.rng.deal import Deal, deal_hash
from casino.rng.log import tree
from casino.rng.models import LogEntry, Shoe
from casino.rng.shoes import bundle, retire_shoe
from tables import tasks
from tables.games import GAMES
from tables.games.blackjack import Blackjack
from tables.games.blackjack import messages as bj
from tables.games.core import protocol
from tables.games.core.cards import PACK
from tables.games.core.money import BoxNo
from tables.incidents import services as incidents
from tables.models import Round, Table
from tables.projections import round_rows
from tables.rounds import timer
from tests.archive.playing import OPTIONS, PEOPLE, Play
from tests.floor import House, open_house
from tests.tables.test_refills import play_on, refill
from tests.tables.test_rounds import make_due

ROUNDS = 3
DEALT = [
    (key, book)
    for key, game in GAMES.items()
    for book in game.books
    if isinstance(game.equipment(game.books[book].rules), protocol.Shoe)
]


def revealed(shoe_id: UUID) -> tuple[dict[str, Any], Deal]:
    """Reveal a shoe as its task does; return its bundle, found right, and who got its cards."""
    tasks.reveal_shoe(str(shoe_id))
    whole = bundle(shoe_id)
    assert whole["version"] == 4
    deal: Deal = whole["reveal"]["deal"]
    if whole["header"]["game"] == "stacked":
        # No seed shuffles to it; its deal is like any other's.
        return whole, deal
    found = verify.verify(json.loads(json.dumps(whole)))
    assert found.deal == tuple((each["round"], tuple(each["hands"])) for each in deal)
    return whole, deal


def named(event: Any) -> set[str]:
    """Return the cards that an event names."""
    found: set[str] = set()
    for value in (getattr(event, name) for name in event.__slots__):
        found |= {
            each for each in (value if isinstance(value, tuple) else (value,)) if each in PACK
        }
    return found


@pytest.mark.parametrize(("key", "book"), DEALT)
def test_every_card_of_a_shoe_has_its_hand_in_its_round(
    transactional_db: None, key: str, book: str
) -> None:
    house = open_house(key, book, game=key, **OPTIONS.get((key, book), {}))
    play = Play(f"{book} of {key}")
    boxes = range(1, GAMES[key].box_count(house.table.rules.rules()) + 1)
    for box, name in zip(boxes, PEOPLE, strict=False):
        house.sit(name, box)
    finished = Round.objects.filter(table=house.table_id).exclude(status="running")
    while finished.count() < ROUNDS or play.live(house).running:
        if isinstance(play.live(house).awaiting, protocol.SideBets):
            house.settle_side_bets()
        play.step(house)
    of_table = Shoe.objects.filter(table=f"table:{house.table_id}", first_card_at__isnull=False)
    numbers = []
    for shoe in of_table.order_by("sequence"):
        whole, deal = revealed(shoe.pk)
        cards = [PACK[face] for face in whole["reveal"]["order"]][shoe.burn :]
        for each in deal:
            numbers.append(each["round"])
            round_ = Round.objects.get(table=house.table_id, number=each["round"])
            told = round_rows.events_of_rounds([round_.pk])[round_.pk]
            lain = set[str]().union(*map(named, told))
            for hand in each["hands"]:
                card = cards.pop(0)
                assert hand == "burnt" or card in lain, (each["round"], hand, card)
    assert len(numbers) >= ROUNDS - 1
    assert numbers == sorted(numbers)


def first_deal(house: House) -> UUID:
    """Deal a round to ann and bob, in boxes 2 and 4, of whom ann splits; return its shoe."""
    house.sit("ann", 2)
    house.sit("bob", 4)
    house.deal("8h 5c 9s 8d Tc 3h 4d Ts 7c 9c")
    house.stake("ann", 2, 1000)
    house.stake("bob", 4, 1000)
    house.do("ann", bj.Ready())
    house.do("bob", bj.Ready())
    assert house.do("ann", bj.Split(BoxNo(2))) == ""
    play_on(house)
    shoe = house.table.shoe
    assert shoe is not None
    return shoe.pk


def test_a_split_hand_has_a_name_of_its_own_and_the_round_its_number(house: House) -> None:
    shoe_id = first_deal(house)
    _, deal = revealed(shoe_id)
    (told,) = deal
    assert told["round"] == house.frame()["floor"]["round"]
    hands = ["box 2", "box 4", "dealer", "box 2", "box 4", "box 2.a", "box 2.b"]
    assert told["hands"][:7] == hands
    assert {*told["hands"][7:]} <= {"dealer", "box 4"}


def test_the_log_binds_it_and_the_second_time_gives_the_first_answer(house: House) -> None:
    shoe_id = first_deal(house)
    whole, deal = revealed(shoe_id)
    entries = LogEntry.objects.filter(subject=f"shoe:{shoe_id}", kind=tree.Kind.REVEAL)
    (entry,) = entries
    assert json.loads(entry.body)["facts"]["deal"] == deal_hash(deal)
    otherwise: Deal = [{"hands": ["dealer"] * len(deal[0]["hands"]), "round": 7}]
    again = retire_shoe(shoe_id, told=lambda shoe: otherwise)
    assert again.deal == deal
    assert bundle(shoe_id) == whole
    assert entries.count() == 1
    with pytest.raises(IntegrityError, match="does not change"), transaction.atomic():
        Shoe.objects.filter(pk=shoe_id).update(deal=otherwise)


def test_nothing_is_told_of_a_shoe_before_its_order(house: House) -> None:
    shoe_id = first_deal(house)
    with pytest.raises(IntegrityError, match="told with the order"), transaction.atomic():
        Shoe.objects.filter(pk=shoe_id).update(deal=[])


def test_a_deal_that_is_not_of_its_cards_is_refused_and_nothing_revealed(house: House) -> None:
    shoe_id = first_deal(house)
    cards = Shoe.objects.get(pk=shoe_id).position - Shoe.objects.get(pk=shoe_id).burn
    wrong: list[Deal] = [
        [],
        [{"hands": ["dealer"] * (cards + 1), "round": 1}],
        [{"hands": ["dealer"] * cards, "round": 1}, {"hands": [], "round": 2}],
        [{"hands": ["dealer"] * (cards - 1), "round": 2}, {"hands": ["dealer"], "round": 2}],
        [{"hands": ["croupière", *["dealer"] * (cards - 1)], "round": 1}],
        [{"hands": ["dealer"] * cards, "round": 0}],
    ]
    for each in wrong:
        with pytest.raises(ValueError, match="one hand"):
            retire_shoe(shoe_id, told=lambda shoe, each=each: each)  # type: ignore[misc]
    assert Shoe.objects.get(pk=shoe_id).state == Shoe.State.LIVE


def test_a_voided_round_tells_its_cards_too(house: House) -> None:
    house.sit("ann", 1)
    house.deal("5h 9s 7d")
    house.stake("ann", 1, 1000)
    house.do("ann", bj.Ready())
    shoe = house.table.shoe
    assert shoe is not None
    incidents.void_round(house.table_id, operator=house.operator, reason="enough")
    _, deal = revealed(shoe.pk)
    assert deal == [{"hands": ["box 1", "dealer", "box 1"], "round": 1}]


def test_a_shoe_from_which_nobody_was_dealt_says_so(house: House) -> None:
    shoe = house.table.shoe
    assert shoe is not None
    assert revealed(shoe.pk)[1] == []


def nearly_whole(house: House) -> UUID:
    """Give the table a shoe of chance that has one card behind its stop card; return it."""
    table = house.table
    terms = shoes.Terms("blackjack", table.rules_id, 6, 1, 5, None, "none", beacon=False)
    shoe = shoes.shuffle_shoe(
        shoes.promise_shoe(f"table:{table.pk}", table.shoe_sequence + 1, terms).pk
    )
    Table.objects.filter(pk=table.pk).update(shoe=shoe, shoe_sequence=shoe.sequence)
    return shoe.pk


def runs_out(house: House, shoe_id: UUID) -> bool:
    """Play round after round on seven boxes, until the shoe runs out and is refilled.

    False where a round ended with its very last card.
    """
    while house.table.shoe_id == shoe_id:
        for box in range(1, 8):
            assert house.stake("ann", box, 500) == ""
        house.do("ann", bj.Ready())
        for _ in range(60):
            shoe = Shoe.objects.get(pk=shoe_id)
            if house.frame()["view"]["phase"] == "closed":
                break
            if house.table.shoe_sequence > shoe.sequence and house.table.shoe_id == shoe_id:
                refill(house)
                play_on(house)
                return True
            make_due(house)
            timer.handle_expired_clock(house.table_id)
    return False


def test_a_round_that_goes_on_with_a_refill_has_cards_of_both(house: House) -> None:
    house.sit("ann", *range(1, 8))
    old = next(shoe for _ in range(9) if runs_out(house, shoe := nearly_whole(house)))
    new = Shoe.objects.get(table=f"table:{house.table_id}", header__refills=str(old))
    whole, before = revealed(old)
    assert whole["reveal"]["left"] == 0
    _, after = revealed(new.pk)
    (last,) = after
    assert before[-1]["round"] == last["round"]
    assert last["hands"][0] == "burnt"
    (round_,) = Round.objects.filter(shoe=old, number=last["round"])
    told = GAMES["blackjack"].card_destinations(round_rows.events_of_rounds([round_.pk])[round_.pk])
    assert (*before[-1]["hands"], *last["hands"]) == told


def test_cards_that_left_through_no_round_are_told_of_nobody_and_the_seed_all_the_same(
    house: House,
) -> None:
    house.sit("ann", 1)
    shoe = house.table.shoe
    assert shoe is not None
    with transaction.atomic():
        shoes.open_cards(shoe.pk, 2)
    house.stake("ann", 1, 1000)
    house.do("ann", bj.Ready())
    tasks.reveal_shoe(str(shoe.pk))
    whole = bundle(shoe.pk)
    assert whole["version"] == 3
    assert "deal" not in whole["reveal"]
    assert verify.verify(whole).deal is None


told_by_the_game = GAMES["blackjack"].card_destinations


def fails(events: Any) -> tuple[str, ...]:
    raise LookupError(events)


@pytest.mark.parametrize(
    "dealt_to",
    [
        fails,
        lambda events: (),
        lambda events: (*told_by_the_game(events), "box 1"),
        lambda events: ("box\n1", *told_by_the_game(events)[1:]),
    ],
    ids=["fails", "too few", "too many", "no name"],
)
def test_a_game_that_does_not_tell_its_hands_keeps_no_seed_back(
    house: House, monkeypatch: pytest.MonkeyPatch, dealt_to: Any
) -> None:
    monkeypatch.setattr(Blackjack, "card_destinations", lambda self, events: dealt_to(events))
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    house.do("ann", bj.Ready())
    play_on(house)
    shoe = house.table.shoe
    assert shoe is not None
    tasks.reveal_shoe(str(shoe.pk))
    whole = bundle(shoe.pk)
    assert whole["version"] == 3
    assert "deal" not in whole["reveal"]
    assert verify.verify(whole).deal is None
