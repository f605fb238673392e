"""Stakes before the deal: « faites vos jeux » to « rien ne va plus » (ENG-24, ENG-26)."""

from collections.abc import Iterator

from tables.games.blackjack.legal import stakes_of_sole_player_refused
from tables.games.blackjack.messages import BoxStake, Command, Event, Readied, Stake, Staked
from tables.games.blackjack.rules import Rules
from tables.games.blackjack.state import State
from tables.games.core.money import Amount, BoxNo, Move, Party, Place, Why
from tables.games.core.protocol import Asked


def stakes(rules: Rules, state: State, given: Asked[Command], stake: Stake) -> list[Event]:
    """Return the stakes as they lie now, all of them, or refuse them all."""
    if state.stage != "betting":
        raise rules.refusal("bets_closed")
    _check_boxes(rules, state, given, stake)
    laid = [
        _laid(state, given.party, bet, given.alone)
        for bet in stake.bets
        if _check_amounts(rules, bet) or state.box(bet.box)
    ]
    if not laid:
        raise rules.refusal("below_min", minimum=rules.table_min_cents or 1)
    # Chips come back before chips go out, so that one command can move them between boxes.
    laid.sort(key=lambda event: any(move.target is Place.LAYOUT for move in event.moves))
    return list(laid)


def ready(rules: Rules, state: State, given: Asked[Command]) -> list[Event]:
    """Return that the party wants no further bets; refused without a stake on enough boxes."""
    if state.stage != "betting":
        raise rules.refusal("bets_closed")
    if all(box.party != given.party for box in state.boxes):
        raise rules.refusal("below_min", minimum=rules.table_min_cents or 1)
    if stakes_of_sole_player_refused(rules, state, given.alone):
        raise rules.refusal("sole_player_min_boxes", minimum=rules.min_boxes_when_alone)
    return [Readied(given.party)]


def taken_back(state: State) -> Iterator[Event]:
    """Return every stake to its party (a sole player on too few boxes, FR-2024-026)."""
    for box in state.boxes:
        yield _laid(state, box.party, BoxStake(box.no, Amount(0)), state.alone)


def may_close(rules: Rules, state: State) -> bool:
    """Tell whether there are stakes and everybody who staked has said Ready (FR-2024-022)."""
    return (
        bool(state.boxes)
        and all(box.party in state.ready for box in state.boxes)
        and not stakes_of_sole_player_refused(rules, state, state.alone)
    )


def _check_boxes(rules: Rules, state: State, given: Asked[Command], stake: Stake) -> None:
    """Refuse boxes that do not exist, are another's, or are too many for one player."""
    numbers = [bet.box for bet in stake.bets]
    for index, no in enumerate(numbers):
        if not 1 <= no <= rules.layout_boxes or no in numbers[:index]:
            raise rules.refusal("box_out_of_range", box=no, boxes=rules.layout_boxes)
    for no in numbers:
        there = state.box(no)
        if no not in given.boxes or (there is not None and there.party != given.party):
            raise rules.refusal("not_your_box", box=no)
    emptied = {bet.box for bet in stake.bets if not bet.main and not bet.queen_of_hearts}
    held = {box.no for box in state.boxes if box.party == given.party}
    after = (held | set(numbers)) - emptied
    if after <= held:
        return
    if len(after) > 1 and not rules.vacant_boxes_playable:
        raise rules.refusal("vacant_box_refused")
    if rules.max_boxes_per_player is not None and len(after) > rules.max_boxes_per_player:
        raise rules.refusal("too_many_boxes", maximum=rules.max_boxes_per_player)


def _check_amounts(rules: Rules, bet: BoxStake) -> bool:
    """Refuse amounts outside the limits; tell whether there is a stake at all (ENG-26 (8))."""
    main, queens = bet.main, bet.queen_of_hearts
    if main == 0 == queens:
        return False
    if main <= 0 and queens:
        raise rules.refusal("side_bet_without_main", box=bet.box)
    least = rules.table_min_cents or 1
    if main < least:
        raise rules.refusal("below_min", box=bet.box, minimum=least)
    if rules.stake_step_cents is not None and main % rules.stake_step_cents:
        raise rules.refusal("stake_step", box=bet.box, step=rules.stake_step_cents)
    if rules.main_max is not None and main > rules.main_max:
        raise rules.refusal("above_max", box=bet.box, maximum=rules.main_max)
    if queens:
        _check_queens(rules, bet)
    return True


def _check_queens(rules: Rules, bet: BoxStake) -> None:
    """Refuse an additional stake that is not offered or outside its limits (FR-2024-078)."""
    if "queen_of_hearts" not in rules.enabled_side_bets:
        raise rules.refusal("side_bet_not_available", box=bet.box)
    least, most = rules.queen_of_hearts_min_cents or 1, rules.queen_of_hearts_max_cents
    if bet.queen_of_hearts < least:
        raise rules.refusal("side_bet_below_min", box=bet.box, minimum=least)
    if most is not None and bet.queen_of_hearts > most:
        raise rules.refusal("side_bet_above_max", box=bet.box, maximum=most)


def _laid(state: State, party: Party, bet: BoxStake, alone: bool) -> Staked:
    """Return the event that changes a box's stakes to these totals, with the chips that move."""
    there = state.box(bet.box)
    main = there.main if there else 0
    queens = sum(side.stake for side in there.sides) if there else 0
    moves = [
        *_difference(bet.main - main, party, bet.box, "stake"),
        *_difference(bet.queen_of_hearts - queens, party, bet.box, "side_stake"),
    ]
    moves.sort(key=lambda move: move.target is Place.LAYOUT)
    return Staked(party, bet.box, bet.main, bet.queen_of_hearts, alone, tuple(moves))


def _difference(change: int, party: Party, box: BoxNo, why: Why) -> Iterator[Move]:
    if change > 0:
        yield Move(Amount(change), Place.WALLET, Place.LAYOUT, party, box, why)
    elif change < 0:
        yield Move(Amount(-change), Place.LAYOUT, Place.WALLET, party, box, "take_back")
