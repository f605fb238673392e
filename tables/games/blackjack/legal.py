"""What a hand may do now, and the code of the refusal where it may not (ENG-07, ENG-27)."""

from tables.games.blackjack.points import count, is_21_in_two, same_value
from tables.games.blackjack.rules import InsuranceWindow, Rules, SplitTiming
from tables.games.blackjack.state import Box, Hand, State
from tables.games.core.money import Amount, BoxNo
from tables.games.core.protocol import Option


def is_natural(hand: Hand) -> bool:
    """Tell whether the hand is a black-jack: 21 in the two cards it was dealt (ENG-08)."""
    return hand.original and is_21_in_two(hand.cards)


def is_split_ace(hand: Hand) -> bool:
    """Tell whether the hand grew from one ace of a split pair (FR-2024-062)."""
    return not hand.original and hand.cards[0][0] == "A"


def is_closed(rules: Rules, box: Box, hand: Hand) -> bool:
    """Tell whether the hand takes no further decision (ENG-07)."""
    if hand.result is not None or hand.stood:
        return True
    dealt = len(hand.cards)
    if dealt < 2:
        return False
    if hand.doubled:
        return dealt > 2
    total = count(hand.cards)[0]
    if total > 21:
        return True
    if total == 21 and (not rules.draw_on_21_allowed or (hand.original and dealt == 2)):
        return True
    return is_split_ace(hand) and why_not_split(rules, box, hand) is not None


def on_turn(rules: Rules, state: State) -> tuple[Box, Hand] | None:
    """Return the hand that decides or gets its card now: box by box, right to left (ENG-04)."""
    if state.stage != "play":
        return None
    for box in state.boxes:
        for hand in box.hands:
            if not is_closed(rules, box, hand):
                return box, hand
    return None


def next_card_for(rules: Rules, state: State) -> tuple[BoxNo, str] | None:
    """Return the player's hand that gets the next card of the shoe, if one is due."""
    turn = on_turn(rules, state)
    return None if turn is None else _card_due(rules, *turn)


def to_decide(rules: Rules, state: State) -> tuple[Box, Hand] | None:
    """Return the hand whose decision is awaited; none while a card is due or no hand is left."""
    turn = on_turn(rules, state)
    return None if turn is None or _card_due(rules, *turn) else turn


def _card_due(rules: Rules, box: Box, hand: Hand) -> tuple[BoxNo, str] | None:
    if hand.calling or hand.doubled or len(hand.cards) < 2:
        return box.no, hand.label
    if rules.split_second_card_timing is SplitTiming.BOTH_FIRST:
        for each in box.hands:
            if len(each.cards) < 2:
                return box.no, each.label
    return None


def why_not_hit(hand: Hand) -> str | None:
    """Return why an open hand on turn may not take a card, or `None` if it may."""
    return "one_card_per_split_ace" if is_split_ace(hand) else None


def why_not_double(rules: Rules, hand: Hand) -> str | None:
    """Return why an open hand on turn may not double, or `None` if it may (FR-2024-066 to 069)."""
    if len(hand.cards) != 2:
        return "double_not_first_two"
    if is_split_ace(hand):
        return "one_card_per_split_ace"
    if not hand.original and not rules.double_after_split:
        return "double_after_split"
    return None


def why_not_split(rules: Rules, box: Box, hand: Hand) -> str | None:
    """Return why an open hand on turn may not split, or `None` if it may (FR-2024-056 to 065)."""
    if len(hand.cards) != 2 or not same_value(hand.cards):
        return "split_not_pair"
    if rules.split_identical_only and hand.cards[0][0] != hand.cards[1][0]:
        return "split_not_identical"
    # A box whose hand begins with an ace has split nothing but aces.
    splits = len(box.hands) - 1
    if rules.max_splits is not None and splits >= rules.max_splits:
        return "split_limit"
    aces = rules.max_ace_splits if hand.cards[0][0] == "A" else None
    if aces is not None and splits >= aces:
        return "split_limit"
    if rules.no_split_after_queen_bonus_win and any(
        side.bet == "queen_of_hearts" and side.state in ("won", "held") for side in box.sides
    ):
        return "split_after_queen_win"
    return None


def why_not_surrender(rules: Rules, state: State, box: Box) -> str | None:
    """Return why the box may not abandon its hand, or `None` if it may (FR-2024-028, ENG-16)."""
    if not rules.surrender:
        return "surrender_not_available"
    if state.dealer and state.dealer[0][0] == "A":
        return "surrender_dealer_ace"
    hand = box.hands[0]
    if not hand.original or len(hand.cards) != 2 or is_closed(rules, box, hand):
        return "surrender_too_late"
    return "out_of_turn" if state.stage == "dealing" else None


def insurance_of(rules: Rules, box: Box) -> Amount:
    """Return what the box must lay to be insured: half its stake (FR-2024-053)."""
    return rules.half(box.main)


def why_not_insure(rules: Rules, state: State, box: Box) -> str | None:
    """Return why the box may not insure, or `None` if it may (FR-2024-050 to 053, ENG-14)."""
    if state.stage in ("betting", "dealing") or state.dealer[0][0] != "A":
        return "insurance_not_offered"
    if state.stage == "closed" or len(state.dealer) > 1 or box.insurance:
        return "insurance_closed"
    watched = (box,) if rules.insurance_window is InsuranceWindow.UNTIL_OWN_DRAW else state.boxes
    if not all(map(_untouched, watched)):
        return "insurance_closed"
    return None if insurance_of(rules, box) else "insurance_amount"


def _untouched(box: Box) -> bool:
    """Tell whether the box has taken no card, doubled or split since the deal."""
    hand = box.hands[0]
    return hand.original and len(hand.cards) == 2 and not hand.doubled


def stakes_of_sole_player_refused(rules: Rules, state: State, alone: bool) -> bool:
    """Tell whether the only player at the table plays too few boxes (FR-2024-026, AMB-54)."""
    return (
        alone
        and len(state.boxes) < rules.min_boxes_when_alone
        and len({box.party for box in state.boxes}) == 1
    )


def all_options(rules: Rules, state: State) -> tuple[Option, ...]:
    """Return what each box may do now beside staking, box by box."""
    turn = to_decide(rules, state)
    return tuple([option for box in state.boxes for option in _options(rules, state, box, turn)])


def options(rules: Rules, state: State, no: BoxNo) -> tuple[Option, ...]:
    """Return what the box may do now beside staking, in the order of the buttons."""
    box = state.box(no)
    return () if box is None else tuple(_options(rules, state, box, to_decide(rules, state)))


def _options(rules: Rules, state: State, box: Box, turn: tuple[Box, Hand] | None) -> list[Option]:
    no = box.no
    if state.stage in ("dealing", "closed") or (state.stage == "play" and turn is None):
        return []
    cited = rules.cited
    if state.stage == "betting":
        if box.party in state.ready or stakes_of_sole_player_refused(rules, state, state.alone):
            return []
        return [Option("blackjack.ready", no, "", Amount(0), cited.ready)]
    found: list[Option] = []
    if turn is not None and turn[0].no == no:
        hand = turn[1]
        label, stake = hand.label, box.main
        if why_not_hit(hand) is None:
            found.append(Option("blackjack.hit", no, label, Amount(0), cited.hit))
        found.append(Option("blackjack.stand", no, label, Amount(0), cited.stand))
        if why_not_double(rules, hand) is None:
            clause = cited.double if hand.original else cited.double_pair
            found.append(Option("blackjack.double", no, label, stake, clause))
        if why_not_split(rules, box, hand) is None:
            clause = cited.split if hand.original else cited.split_again
            found.append(Option("blackjack.split", no, label, stake, clause))
    if why_not_surrender(rules, state, box) is None:
        found.append(Option("blackjack.surrender", no, "h", Amount(0), cited.surrender))
    if why_not_insure(rules, state, box) is None:
        amount = insurance_of(rules, box)
        found.append(Option("blackjack.insure", no, "", amount, cited.insure))
        if no in state.unanswered:
            found.append(Option("blackjack.decline", no, "", Amount(0), cited.decline))
    return found
