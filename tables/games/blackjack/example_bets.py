"""The bets of a worked example: who wants what, and which fault is reported first (ENG-26).

Whether bets are taken the engine decides, when they are laid at the example's table. An example
shows all bets of a table at once, where a floor gets one command after the other; so here is the
order in which the faults of many commands are reported. Each check is the engine's own.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from tables.games.blackjack.layout import (
    Wanted,
    check_bet,
    check_box_numbers,
    check_standing,
    check_vacant,
    why_not_box,
)
from tables.games.blackjack.legal import are_boxes_too_few
from tables.games.blackjack.messages import BoxStake, SideAmount
from tables.games.blackjack.points import DEALER_RESULTS
from tables.games.blackjack.rules import Rules
from tables.games.core.examples import Json
from tables.games.core.money import Amount, BoxNo


@dataclass(frozen=True, slots=True)
class Bet:
    """One bettor's wish for one box."""

    wanted: Wanted
    consent: bool
    """The holder of the box agrees (FR-2024-017)."""

    @property
    def party(self) -> str:
        """The bettor's name in the example."""
        return self.wanted.party

    @property
    def standing(self) -> bool:
        """Whether it is that of a standing bettor."""
        return self.wanted.standing

    def on(self, no: int) -> BoxStake:
        """Return it as a command asks for it."""
        sides = dict(self.wanted.sides)
        queens = sides.pop(_QUEENS, 0)
        return BoxStake(
            BoxNo(no),
            Amount(self.wanted.main),
            Amount(queens if isinstance(queens, int) else 0),
            tuple(_sides(sides)),
            self.standing,
        )


@dataclass(frozen=True, slots=True)
class BoxBets:
    """The bets of one box."""

    no: int
    bets: tuple[Bet, ...]

    @property
    def holders(self) -> list[str]:
        """The parties that want to hold the box; an example is wrong unless it is one."""
        return [bet.party for bet in self.bets if not bet.standing]


@dataclass(frozen=True, slots=True)
class Floor:
    """What an example says of the table beside its bets, which else the floor knows."""

    seats: Mapping[str, int]
    """Every seated person and the box of his seat, betting or not."""
    cash: bool
    first_card_out: bool
    others_wish: bool
    claimed: frozenset[int]
    """Boxes that the player of their seat wants for himself (HOUSE-22)."""

    @property
    def alone(self) -> bool:
        """Whether no more than one person is seated."""
        return len(self.seats) == 1


def bets_of(example: Json) -> tuple[BoxBets, ...]:
    """Return the bets of an example, box by box as they are listed."""
    return tuple(
        BoxBets(
            box["box"],
            tuple(
                Bet(
                    Wanted(
                        bet["by"],
                        bet.get("main") or 0,
                        bet.get("side", {}),
                        bet.get("standing", False),
                    ),
                    bet.get("consent", True),
                )
                for bet in box["bets"]
            ),
        )
        for box in example["boxes"]
    )


def floor_of(example: Json) -> Floor:
    """Return what an example says of the table; by default a holder sits at his first box."""
    table = example.get("table") or {}
    seats: dict[str, int] = {}
    for box in bets_of(example):
        for party in box.holders:
            seats.setdefault(party, box.no)
    return Floor(
        seats=table.get("seats", seats),
        cash=bool(table.get("cash")),
        first_card_out=bool(table.get("first_card_out")),
        others_wish=bool(table.get("others_wish_to_play")),
        claimed=frozenset(table.get("wanted_boxes", ())),
    )


def check_first_fault(rules: Rules, boxes: tuple[BoxBets, ...], floor: Floor) -> None:
    """Refuse the first fault of a whole table's bets, in the order of ENG-26 from (4) on."""
    for index, box in enumerate(boxes):
        earlier = [each.no for each in boxes[:index]]
        if code := why_not_box(rules, box.no, earlier):
            raise rules.refusal(code, box=box.no, boxes=rules.layout_boxes)
        if len(box.holders) != 1:
            raise rules.refusal("no_seated_holder", box=box.no)
    held: dict[str, list[int]] = {}
    for box in boxes:
        (holder,) = box.holders
        held.setdefault(holder, []).append(box.no)
        if holder not in floor.seats:
            raise rules.refusal("no_seated_holder", box=box.no)
    for party, own in held.items():
        extra = [no for no in own if no != floor.seats[party]]
        check_vacant(rules, extra, taken_from(party, floor))
        check_box_numbers(rules, len(own), len(extra), floor.others_wish)
    if are_boxes_too_few(rules, len(boxes), floor.alone):
        raise rules.refusal("sole_player_min_boxes", minimum=rules.min_boxes_when_alone)
    for box in boxes:
        before = 0
        for bet in box.bets:
            if bet.standing:
                check_standing(rules, bet.consent, len(floor.seats) < rules.layout_boxes)
            check_bet(rules, box.no, bet.wanted, before)
            before += bet.wanted.main


def taken_from(party: str, floor: Floor) -> set[int]:
    """Return the boxes that are not vacant to somebody: others sit there, or wish to."""
    return {no for other, no in floor.seats.items() if other != party} | floor.claimed


_QUEENS: Final = "queen_of_hearts"


def _sides(sides: Mapping[str, int | Mapping[str, int]]) -> Iterator[SideAmount]:
    for key, wanted in sides.items():
        if isinstance(wanted, int):
            yield SideAmount(key, Amount(wanted))  # type: ignore[arg-type]
            continue
        for field in DEALER_RESULTS:
            if field in wanted:
                yield SideAmount(f"{key}:{field}", Amount(wanted[field]))  # type: ignore[arg-type]
