"""Decides commands: each becomes an event, or is refused (ENG-27)."""

from typing import assert_never

from tables.games.blackjack import betting, settle
from tables.games.blackjack.legal import (
    hand_to_decide,
    insurance_of,
    is_closed,
    why_not_double,
    why_not_even_money,
    why_not_hit,
    why_not_insure,
    why_not_split,
    why_not_surrender,
)
from tables.games.blackjack.messages import (
    CardCalled,
    CardRefused,
    Command,
    Decline,
    Declined,
    Double,
    Doubled,
    EvenMoney,
    Event,
    HandSplit,
    Hit,
    Insure,
    Insured,
    Joined,
    Match,
    Matched,
    Ready,
    RefuseExposed,
    Split,
    Stake,
    Stand,
    Stood,
    Surrender,
)
from tables.games.blackjack.rules import Rules
from tables.games.blackjack.state import Bettor, Box, Hand, State
from tables.games.core.money import Amount, BoxNo, Move, Party, Place
from tables.games.core.protocol import PlayerCommand


def apply_command(rules: Rules, state: State, given: PlayerCommand[Command]) -> list[Event]:
    """Return the event of a command, without what follows from it."""
    match given.command:
        case Hit() | Stand() | Double() | Split() as move:
            box = _own_box(rules, state, given, move.box)
            hand = _hand_on_turn(rules, state, box, move.hand)
            return [_moved(rules, box, hand, move, given.unable_to_pay)]
        case Stake() as stake:
            return betting.stakes(rules, state, given, stake)
        case Ready():
            return betting.ready(rules, state, given)
        case Match() as wish:
            return [_matched(rules, state, given, wish)]
        case Surrender() as wish:
            return _surrendered(rules, state, given, wish)
        case Insure() as wish:
            return [_insured(rules, state, given, wish)]
        case Decline() as wish:
            box, bettor = _own_stake(rules, state, given, wish.box)
            holder = bettor is box.holder
            if (box.no, bettor.party) not in state.unanswered_behind and not (
                holder and box.no in state.unanswered
            ):
                why = why_not_insure(rules, state, box, bettor) or "insurance_closed"
                raise rules.refusal(why, box=box.no)
            return [Declined(box.no, Party("") if holder else bettor.party)]
        case EvenMoney() as wish:
            box, bettor = _own_stake(rules, state, given, wish.box)
            if code := why_not_even_money(rules, state, box, bettor):
                raise rules.refusal(code, box=box.no)
            answered: list[Event] = []
            if bettor is box.holder and box.no in state.unanswered:
                answered = [Declined(box.no)]
            elif (box.no, bettor.party) in state.unanswered_behind:
                answered = [Declined(box.no, bettor.party)]
            return [settle.pay_even_money(rules, box, bettor), *answered]
        case RefuseExposed() as wish:
            return [_refused(rules, state, given, wish)]
        case _:
            assert_never(given.command)


def _moved(
    rules: Rules,
    box: Box,
    hand: Hand,
    move: Hit | Stand | Double | Split,
    unable: frozenset[Party],
) -> Event:
    """Return the decision of the hand on turn as an event, or refuse it (ENG-27)."""
    match move:
        case Hit():
            code = why_not_hit(hand)
            event: Event = CardCalled(box.no, hand.label)
        case Stand():
            code = None
            event = Stood(box.no, hand.label)
        case Double():
            code = why_not_double(rules, hand)
            joined, moves = _matching(box, hand, "double", unable)
            event = Doubled(box.no, hand.label, box.main, joined, moves)
        case Split():
            code = why_not_split(rules, box, hand)
            joined, moves = _matching(box, hand, "split", unable)
            event = HandSplit(box.no, hand.label, box.main, joined, moves)
        case _:
            assert_never(move)
    if code is not None:
        raise rules.refusal(code, box=box.no, hand=hand.label)
    return event


def _matching(
    box: Box, hand: Hand, why: str, unable: frozenset[Party]
) -> tuple[tuple[Joined, ...], tuple[Move, ...]]:
    """Return who matches the holder's stake, and the chips that all of them add (ENG-17).

    One who wished to but cannot pay is left out: his single stake stays (AMB-33).
    """
    joined = tuple(
        [
            Joined(bettor.party, bettor.main)
            for bettor in box.bettors[1:]
            if bettor.party in hand.matching and bettor.party not in unable
        ]
    )
    moves = [*stake_move(box, box.party, box.main, why)]
    for each in joined:
        moves += stake_move(box, each.party, each.added, why)
    return joined, tuple(moves)


def _matched(rules: Rules, state: State, given: PlayerCommand[Command], wish: Match) -> Event:
    box = _box_in_play(rules, state, wish.box)
    hand = _hand_on_turn(rules, state, box, wish.hand)
    bettor = box.bettor(given.party)
    behind = [wager.party for wager in hand.wagers[1:]]
    if bettor is None or given.party not in behind:
        raise rules.refusal("no_such_hand", box=box.no, hand=wish.hand)
    if wish.matches and given.wallet_balance is not None and given.wallet_balance < bettor.main:
        raise rules.refusal("not_enough_chips", balance=given.wallet_balance)
    return Matched(given.party, box.no, hand.label, wish.matches)


def _surrendered(
    rules: Rules, state: State, given: PlayerCommand[Command], wish: Surrender
) -> list[Event]:
    box = _own_box(rules, state, given, wish.box)
    labels = [hand.label for hand in box.hands]
    # A label that was split is too late, not unknown (AMB-66).
    if not any(label.startswith(wish.hand) for label in labels) or not wish.hand:
        raise rules.refusal("no_such_hand", box=box.no, hand=wish.hand)
    if code := why_not_surrender(rules, state, box):
        raise rules.refusal(code, box=box.no, hand=wish.hand)
    return list(settle.settle_surrender(rules, box, box.hands[0]))


def _insured(rules: Rules, state: State, given: PlayerCommand[Command], wish: Insure) -> Event:
    box, bettor = _own_stake(rules, state, given, wish.box)
    if code := why_not_insure(rules, state, box, bettor):
        raise rules.refusal(code, box=box.no)
    least, most = rules.insurance_limits(bettor.main)
    amount = insurance_of(rules, bettor) if wish.amount is None else wish.amount
    if not least <= amount <= most:
        raise rules.refusal("insurance_amount", box=box.no, amount=most)
    moves = stake_move(box, bettor.party, amount, "insurance")
    return Insured(bettor.party, box.no, amount, moves)


def _refused(
    rules: Rules, state: State, given: PlayerCommand[Command], wish: RefuseExposed
) -> Event:
    """Close all hands of a player who refuses the exposed card (ON-81, AMB-50, AMB-71)."""
    _own_stake(rules, state, given, wish.box)
    if state.exposed is None:
        raise rules.refusal("nothing_to_refuse", box=wish.box)
    mine = [box for box in state.boxes if box.party == given.party]
    if all(is_closed(rules, box, hand) for box in mine for hand in box.hands):
        raise rules.refusal("hand_closed", box=wish.box)
    turn = hand_to_decide(rules, state)
    if turn is None or turn[0].party != given.party:
        raise rules.refusal("out_of_turn", box=wish.box)
    return CardRefused(given.party)


def _box_in_play(rules: Rules, state: State, no: BoxNo) -> Box:
    box = state.box(no)
    if box is None or box.void or not box.dealt:
        raise rules.refusal("no_such_hand", box=no)
    return box


def _own_box(rules: Rules, state: State, given: PlayerCommand[Command], no: BoxNo) -> Box:
    """Return a box in play that the party holds, or refuse."""
    if no not in given.boxes:
        raise rules.refusal("not_your_box", box=no)
    box = _box_in_play(rules, state, no)
    if box.party != given.party:
        raise rules.refusal("no_such_hand", box=no)
    return box


def _own_stake(
    rules: Rules, state: State, given: PlayerCommand[Command], no: BoxNo
) -> tuple[Box, Bettor]:
    """Return a box in play and the party's stake on it, seated or standing, or refuse."""
    box = state.box(no)
    bettor = None if box is None else box.bettor(given.party)
    if bettor is None and no not in given.boxes:
        raise rules.refusal("not_your_box", box=no)
    box = _box_in_play(rules, state, no)
    if bettor is None:
        raise rules.refusal("no_such_hand", box=no)
    return box, bettor


def _hand_on_turn(rules: Rules, state: State, box: Box, label: str) -> Hand:
    """Return the named hand if it decides now, or refuse (ENG-27)."""
    hand = box.hand(label)
    if hand is None:
        raise rules.refusal("no_such_hand", box=box.no, hand=label)
    if state.stage == "closed" or is_closed(rules, box, hand):
        raise rules.refusal("hand_closed", box=box.no, hand=label)
    if hand_to_decide(rules, state) != (box, hand):
        raise rules.refusal("out_of_turn", box=box.no, hand=label)
    return hand


def stake_move(box: Box, party: Party, amount: Amount, why: str) -> tuple[Move, ...]:
    """Return the move of a bettor's chips from their wallet to the box, for the reason `why`."""
    return (Move(amount, Place.WALLET, Place.LAYOUT, party, box.no, why),)
