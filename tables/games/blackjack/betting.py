"""Stakes before the deal: « faites vos jeux » to « rien ne va plus » (ENG-24, ENG-26)."""

from collections.abc import Iterator
from typing import Any

from tables.games.blackjack.layout import (
    Wanted,
    check_bet,
    check_box_numbers,
    check_standing,
    check_vacant,
    why_not_box,
)
from tables.games.blackjack.legal import are_sole_player_stakes_refused
from tables.games.blackjack.messages import BoxStake, Command, Event, Readied, Stake, Staked
from tables.games.blackjack.rules import Rules
from tables.games.blackjack.state import Bettor, State
from tables.games.core.course import all_ready
from tables.games.core.money import Amount, BoxNo, Move, Party, Place
from tables.games.core.protocol import PlayerCommand


def stakes(rules: Rules, state: State, given: PlayerCommand[Command], stake: Stake) -> list[Event]:
    """Return the stakes as they lie now, all of them, or refuse them all."""
    if state.stage != "betting":
        raise rules.refusal("betting_closed")
    _check_boxes(rules, state, given, stake)
    laid: list[Staked] = []
    for bet in stake.bets:
        there = _bettor(state, given.party, bet.box)
        if not _nothing(bet):
            _check_amounts(rules, state, given, bet)
        elif there is None:
            continue
        elif not bet.standing:
            # A box without its holder has no hand for those behind him.
            laid += _others_taken_back(state, given.party, bet.box)
        laid.append(_laid(state, given.party, bet, given.alone))
    if not laid:
        raise rules.refusal("below_min", minimum=rules.table_min_cents or 1)
    # Chips come back before chips go out, so that one command can move them between boxes.
    laid.sort(key=lambda event: any(map(_laying, event.moves)))
    return list(laid)


def ready(rules: Rules, state: State, given: PlayerCommand[Command]) -> list[Event]:
    """Return that the party wants no further bets; refused without a stake on enough boxes."""
    if state.stage != "betting":
        raise rules.refusal("betting_closed")
    if given.party not in bettors(state):
        raise rules.refusal("below_min", minimum=rules.table_min_cents or 1)
    seated = any(box.party == given.party for box in state.boxes)
    if seated and are_sole_player_stakes_refused(rules, state, given.alone):
        raise rules.refusal("sole_player_min_boxes", minimum=rules.min_boxes_when_alone)
    return [Readied(given.party)]


def return_stakes(state: State) -> Iterator[Event]:
    """Return every stake to its party (a sole player on too few boxes, FR-2024-026)."""
    for box in state.boxes:
        yield from _others_taken_back(state, box.party, box.no)
        yield _laid(state, box.party, BoxStake(box.no, Amount(0)), state.alone)


def may_close(rules: Rules, state: State) -> bool:
    """Tell whether there are stakes and everybody who staked has said Ready (FR-2024-022)."""
    return all_ready(bettors(state), state.ready) and not are_sole_player_stakes_refused(
        rules, state, state.alone
    )


def bettors(state: State) -> frozenset[Party]:
    """Return everybody who has a stake, seated or standing."""
    return frozenset(bettor.party for box in state.boxes for bettor in box.bettors)


def _nothing(bet: BoxStake) -> bool:
    return not bet.main and not bet.queen_of_hearts and not bet.sides


def _bettor(state: State, party: Party, no: BoxNo) -> Bettor | None:
    box = state.box(no)
    return None if box is None else box.bettor(party)


def _check_boxes(rules: Rules, state: State, given: PlayerCommand[Command], stake: Stake) -> None:
    """Refuse boxes that do not exist, are another's, or are too many for one player."""
    numbers = [bet.box for bet in stake.bets]
    for index, no in enumerate(numbers):
        if code := why_not_box(rules, no, numbers[:index]):
            raise rules.refusal(code, box=no, boxes=rules.layout_boxes)
    for bet in stake.bets:
        there = state.box(bet.box)
        if bet.standing:
            if there is None or there.party == given.party or bet.box in given.boxes:
                raise rules.refusal("no_seated_holder", box=bet.box)
        elif bet.box not in given.boxes or (there is not None and there.party != given.party):
            raise rules.refusal("not_your_box", box=bet.box)
    own = [bet for bet in stake.bets if not bet.standing]
    held = {box.no for box in state.boxes if box.party == given.party}
    after = (held | {bet.box for bet in own}) - {bet.box for bet in own if _nothing(bet)}
    if not after <= held:
        seat = after & {given.seat} if given.seat else {min(after)}
        check_vacant(rules, sorted(after - held - seat), given.boxes_due_to_others)
        check_box_numbers(rules, len(after), len(after - seat), given.others_waiting)


def _check_amounts(
    rules: Rules, state: State, given: PlayerCommand[Command], bet: BoxStake
) -> None:
    """Refuse a standing bettor who may not be there, and amounts outside the limits."""
    if bet.standing:
        check_standing(rules, bet.box in given.may_stake_behind, given.seats_vacant)
    box = state.box(bet.box)
    others = [each.main for each in box.bettors if each.party != given.party] if box else []
    sides: dict[str, Any] = {}
    if bet.queen_of_hearts:
        sides["queen_of_hearts"] = bet.queen_of_hearts
    for side in bet.sides:
        key, _, field = side.bet.partition(":")
        if side.bet == "queen_of_hearts" or (key in sides and not field):
            raise rules.refusal("side_bet_not_available", box=bet.box, bet=key)
        if field:
            if field in sides.setdefault(key, {}):
                raise rules.refusal("side_bet_not_available", box=bet.box, bet=key)
            sides[key][field] = side.amount
        else:
            sides[key] = side.amount
    wanted = Wanted(given.party, bet.main, sides, bet.standing)
    check_bet(rules, bet.box, wanted, sum(others))


def _others_taken_back(state: State, party: Party, no: BoxNo) -> Iterator[Staked]:
    box = state.box(no)
    for bettor in box.bettors if box else ():
        if bettor.party != party:
            yield _laid(state, bettor.party, BoxStake(no, Amount(0), standing=True), state.alone)


def _laid(state: State, party: Party, bet: BoxStake, alone: bool) -> Staked:
    """Return the event that changes a bettor's stakes to these totals, with the chips that move."""
    there = _bettor(state, party, bet.box)
    moves = _difference(bet.main - (there.main if there else 0), party, bet.box, "stake")
    before = {side.bet: side.stake for side in there.sides} if there else {}
    after = {each.bet: each.amount for each in bet.sides}
    if bet.queen_of_hearts:
        after["queen_of_hearts"] = bet.queen_of_hearts
    if before or after:
        for side in sorted(before.keys() | after.keys()):
            change = after.get(side, 0) - before.get(side, 0)
            moves += _difference(change, party, bet.box, "side_stake")
        moves.sort(key=_laying)
    return Staked(
        party,
        bet.box,
        bet.main,
        bet.queen_of_hearts,
        alone,
        bet.sides,
        bet.standing,
        tuple(moves),
    )


def _difference(change: int, party: Party, box: BoxNo, why: str) -> list[Move]:
    if change > 0:
        return [Move(Amount(change), Place.WALLET, Place.LAYOUT, party, box, why)]
    if change < 0:
        return [Move(Amount(-change), Place.LAYOUT, Place.WALLET, party, box, "take_back")]
    return []


def _laying(move: Move) -> bool:
    """Sort what is laid behind what is taken back."""
    return move.target is Place.LAYOUT
