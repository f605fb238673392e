"""How arbitrary players behave at blackjack, for the laws."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from tables.games.blackjack.messages import (
    BoxStake,
    Command,
    Decline,
    Double,
    EvenMoney,
    Hit,
    Insure,
    Match,
    Ready,
    RefuseExposed,
    SideAmount,
    SideBet,
    Split,
    Stake,
    Stand,
    Surrender,
)
from tables.games.blackjack.view import View
from tables.games.core.cards import Card
from tables.games.core.money import Amount, BoxNo, Party, Place
from tables.games.core.protocol import Fact, Option
from tests.games.tape import Conduct, Tape


def _mostly(default: Any, *others: Any) -> st.SearchStrategy[Any]:
    return st.sampled_from([default, default, *others])


_AMOUNT = st.sampled_from([None, 100])
_SPLITS = {
    "split_identical_only": st.booleans(),
    "max_splits": st.sampled_from([None, 1, 3]),
    "double_after_split": st.booleans(),
    "split_second_card_timing": st.sampled_from(["sequential", "both_first"]),
}
_MONEY = {
    "payout_unit_cents": st.sampled_from([1, 100]),
    "rounding": st.sampled_from(["down", "up"]),
    "stake_step_cents": st.sampled_from([None, 50]),
}
_FRENCH = {
    **_SPLITS,
    **_MONEY,
    "table_min_cents": _AMOUNT,
    "min_boxes_when_alone": st.sampled_from([1, 2]),
    "vacant_boxes_playable": _mostly(True, False),
    "max_boxes_per_player": st.sampled_from([None, 2]),
    "layout_boxes": st.sampled_from([1, 3, 7]),
    "surrender": st.booleans(),
    "draw_on_21_allowed": st.booleans(),
    "insurance_window": st.sampled_from(["until_own_draw", "offer"]),
    "queen_of_hearts_pay_table": st.sampled_from(["A", "B"]),
    "queen_of_hearts_max_cents": st.sampled_from([None, 200]),
    "queen_of_hearts_seated_only": st.booleans(),
    "no_split_after_queen_bonus_win": st.booleans(),
    "queen_couleur": st.sampled_from(["suit", "colour"]),
}
_SPLIT_ACES = {
    "stake_cents": 200,
    "seed_cents": 50_000,
    "contribution_bps": 5000,
    "pay_table": [
        {"id": "four", "aces": 4, "progressive_pct": 100},
        {"id": "three", "aces": 3, "progressive_pct": 10},
        {"id": "two", "aces": 2, "suited": True, "to_one": 20},
        {"id": "one", "aces": 1, "to_one": 1},
    ],
}
_SIDE_AMOUNTS: Sequence[tuple[SideBet, int]] = (
    ("two_plus_one", 100),
    ("hyper:17", 100),
    ("hyper:BUST", 100),
    ("hyper:BJ", 50),
    ("jp1", 500),
    ("jp1", 500),
    ("lucky_ladies", 100),
    ("perfect_pairs", 100),
    ("twenty_one_plus_three", 100),
    ("split_aces", 200),
    ("split_aces", 200),
    ("jp1", 1),
    ("hyper:21", -1),
)


def _bet_on(tape: Tape, key: str) -> SideBet:
    """Return a side bet of this key: a field of hyper, or the bet itself."""
    if key == "hyper":
        return tape.choose(("hyper:17", "hyper:20", "hyper:BJ", "hyper:BUST"))
    return key  # type: ignore[return-value]


class BlackjackConduct(Conduct):
    """Small stakes on few boxes, every option, and cards that make pairs and aces common."""

    parties: Sequence[Party] = ()
    standing = False
    face_down = False
    books: Mapping[str, st.SearchStrategy[dict[str, Any]]] = {
        "FR-2024": st.fixed_dictionaries(
            {
                "enabled_side_bets": _mostly(
                    ["queen_of_hearts", "hyper", "two_plus_one", "jp1"], ["queen_of_hearts"], []
                )
            },
            optional={
                **_FRENCH,
                "standing_play_when_seats_vacant": st.booleans(),
                "hyper_seated_only": st.booleans(),
                "two_plus_one_max_cents": st.sampled_from([None, 50]),
                "jp1_contribution_total_bps": st.sampled_from([10_000, 3000]),
                "jp1_seated_only": st.booleans(),
                "jp1_split_third_card_counts": st.booleans(),
                "jp1_stake_returned": st.booleans(),
            },
        ),
        "FR-2007": st.fixed_dictionaries(
            {"enabled_side_bets": _mostly(["lucky_ladies"], [])},
            optional={
                **_FRENCH,
                "max_ace_splits": st.sampled_from([None, 1]),
                "queen_pair_rule": st.sampled_from(["same_rank", "same_rank_same_couleur"]),
            },
        ),
        "MC": st.fixed_dictionaries(
            {
                "enabled_side_bets": _mostly(
                    ["perfect_pairs", "twenty_one_plus_three", "split_aces"], []
                ),
                "split_aces": _mostly(_SPLIT_ACES, None),
            },
            optional={
                **_MONEY,
                "table_min_cents": _AMOUNT,
                "table_max_cents": st.sampled_from([None, 2000]),
                "layout_boxes": st.sampled_from([1, 3, 9]),
                "split_identical_only": st.booleans(),
                "split_second_card_timing": st.sampled_from(["sequential", "both_first"]),
                "perfect_pairs_offered": st.booleans(),
                "shuffling": st.sampled_from(["manual", "continuous"]),
            },
        ),
        "ON": st.fixed_dictionaries(
            {},
            optional={
                **_MONEY,
                "layout_boxes": st.sampled_from([1, 3, 7]),
                "split_21_is_blackjack": st.booleans(),
                "blackjack_tie": st.sampled_from(["push", "player_wins"]),
                "dealer_blackjack_beats_21": st.booleans(),
            },
        ),
        "HOUSE": st.fixed_dictionaries(
            {},
            optional={
                **_MONEY,
                "table_max_cents": st.sampled_from([None, 2000]),
                "max_splits": st.sampled_from([2, 3]),
                "double_after_split": st.booleans(),
                "dealer_blackjack_beats_21": st.booleans(),
                "resplit_first_hand_only": st.booleans(),
                "split_second_card_timing": st.sampled_from(["sequential", "both_first"]),
            },
        ),
    }

    def command(self, tape: Tape, holders: Mapping[BoxNo, Party], party: Party) -> Command:
        box = BoxNo(tape.below(len(holders) + 1) + 1)
        label = tape.choose(("h", "h", "ha", "hb", "haa", "hab", "x"))
        match tape.below(18):
            case 16:
                return Match(box, label, matches=tape.below(4) != 0)
            case 17:
                return RefuseExposed(box)
            case 0 | 1 | 2 | 3 | 4 | 5:
                return Stake(self._bets(tape, holders, party))
            case 6 | 7:
                return Ready()
            case 8:
                return Decline(box) if tape.below(2) else EvenMoney(box)
            case 9:
                return Insure(box, tape.choose((None, None, Amount(50), Amount(1))))
            case 10:
                return Surrender(box, label)
            case verb:
                verbs: Sequence[type[Any]] = (Hit, Hit, Stand, Double, Split)
                command: Command = verbs[verb - 11](box, label)
                return command

    def _bets(
        self, tape: Tape, holders: Mapping[BoxNo, Party], party: Party
    ) -> tuple[BoxStake, ...]:
        own = [no for no, holder in holders.items() if holder == party]
        if not own or tape.below(8) == 7:
            own = list(holders)
        return tuple(
            BoxStake(
                no,
                Amount(tape.choose((100, 1000, 100, 150, 1001, 1000, 0, 1, -5))),
                Amount(tape.choose((0, 100, 0, 100, 300, 0, 0, -1))),
                tuple(
                    SideAmount(bet, Amount(amount))
                    for bet, amount in [tape.choose(_SIDE_AMOUNTS) for _ in range(tape.below(3))]
                ),
                standing=holders[no] != party and tape.below(5) != 0,
            )
            for no in own[: 1 + tape.below(3)]
        )

    def wager(
        self, tape: Tape, shown: View, holders: Mapping[BoxNo, Party], party: Party
    ) -> Command:
        taken = {box.box for box in shown.boxes}
        own = [no for no, holder in holders.items() if holder == party]
        others = [no for no in sorted(taken) if holders[no] != party]
        standing = bool(others) and (not own or not tape.below(3))
        boxes = [tape.choose(others)] if standing else own[: 1 + tape.below(2)] or [BoxNo(1)]
        main = Amount(tape.choose((200, 300, 500)))
        sides = [
            SideAmount(_bet_on(tape, limit.bet), limit.least if limit.most else Amount(50))
            for limit in shown.limits.sides
            if limit.bet != "queen_of_hearts" and tape.below(2)
            if not (standing and limit.seated_only)
        ]
        queens = Amount(100 if shown.limits.queen_of_hearts_min and tape.below(4) else 0)
        if standing:
            queens = Amount(0)
        return Stake(tuple(BoxStake(no, main, queens, tuple(sides), standing) for no in boxes))

    def of_option(self, option: Option) -> Command:
        verb = option.command.removeprefix("blackjack.")
        if verb == "ready":
            return Ready()
        if verb in ("insure", "decline"):
            return Insure(option.box) if verb == "insure" else Decline(option.box)
        if verb in ("even_money", "refuse_exposed"):
            return EvenMoney(option.box) if verb == "even_money" else RefuseExposed(option.box)
        if verb == "match":
            return Match(option.box, option.hand)
        hands: dict[str, Any] = {"hit": Hit, "stand": Stand, "double": Double, "split": Split}
        command: Command = {**hands, "surrender": Surrender}[verb](option.box, option.hand)
        return command

    def disguised(self, given: Any) -> Any:
        return given

    def played(self, events: Iterable[Fact]) -> int:
        """Return what lay there before the cards, and insurances.

        What a box that was passed over gets back is none of it.
        """
        played = 0
        for event in events:
            if getattr(event, "result", "") == "void" or _side_of_a_void_box(event):
                played -= event.staked  # type: ignore[attr-defined]
            for move in event.moves:
                if move.source is Place.WALLET and move.why not in ("double", "split"):
                    played += move.amount
                elif move.why == "take_back":
                    played -= move.amount
        return played

    def hands(self, state: Any) -> Mapping[str, Sequence[Card]]:
        return {f"box {box.no}": box.dealt for box in state.boxes} | {"dealer": state.dealer}


def _side_of_a_void_box(event: Fact) -> bool:
    return (
        event.kind == "blackjack.side_bet_settled"
        and event.returned == event.staked  # type: ignore[attr-defined]
        and not event.line  # type: ignore[attr-defined]
    )


CONDUCT = BlackjackConduct()
