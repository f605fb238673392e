"""What a hand may do now, and the code of the refusal where it may not (ENG-07, ENG-27)."""

from collections.abc import Iterator

from tables.games.blackjack.points import POINTS, count, is_21_in_two, same_value
from tables.games.blackjack.rules import Rules
from tables.games.blackjack.state import Bettor, Box, Hand, State
from tables.games.blackjack.terms import (
    EvenMoneyTerms,
    InsuranceWindow,
    SplitTiming,
    SurrenderTerms,
)
from tables.games.core.money import Amount, BoxNo, Party
from tables.games.core.protocol import Option
from tables.games.core.values import cache_last


def is_natural(hand: Hand) -> bool:
    """Tell whether the hand is a black-jack: 21 in the two cards it was dealt (ENG-08)."""
    return hand.original and is_21_in_two(hand.cards)


def is_split_ace(hand: Hand) -> bool:
    """Tell whether the hand grew from one ace of a split pair (FR-2024-062)."""
    return not hand.original and hand.cards[0][0] == "A"


def is_closed(rules: Rules, box: Box, hand: Hand) -> bool:
    """Tell whether the hand takes no further decision (ENG-07)."""
    if hand.stood or hand.wagers[0].result is not None or box.void:
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


@cache_last
def on_turn(rules: Rules, state: State) -> tuple[Box, Hand] | None:
    """Return the hand that decides or gets its card now: box by box, right to left (ENG-04)."""
    if state.stage != "play":
        return None
    for box in state.boxes:
        for hand in box.hands:
            if not (hand.stood or is_closed(rules, box, hand)):
                return box, hand
    return None


def next_card_for(rules: Rules, state: State) -> tuple[BoxNo, str] | None:
    """Return the player's hand that gets the next card of the shoe, if one is due."""
    turn = on_turn(rules, state)
    return None if turn is None else _card_due(rules, *turn)


@cache_last
def hand_to_decide(rules: Rules, state: State) -> tuple[Box, Hand] | None:
    """Return the hand whose decision is awaited; none while a card is due or no hand is left."""
    turn = on_turn(rules, state)
    return None if turn is None or _card_due(rules, *turn) else turn


def _card_due(rules: Rules, box: Box, hand: Hand) -> tuple[BoxNo, str] | None:
    if hand.calling or hand.doubled or len(hand.cards) < 2:
        return box.no, hand.label
    if rules.split_second_card_timing is SplitTiming.BOTH_FIRST:
        for each in box.hands:
            if len(each.cards) < 2 and not each.stood:
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
    if rules.resplit_first_hand_only and "b" in hand.label:
        return "split_limit"
    if rules.no_split_after_queen_bonus_win and any(
        side.bet in ("queen_of_hearts", "lucky_ladies") and side.state in ("won", "held")
        for side in box.holder.sides
    ):
        return "split_after_queen_win"
    return None


def why_not_surrender(rules: Rules, state: State, box: Box) -> str | None:
    """Return why the box may not abandon its hand, or `None` if it may (ENG-16)."""
    if not rules.surrender:
        return "surrender_not_available"
    early = rules.surrender_terms is SurrenderTerms.BEFORE_ANY_DRAW
    if not early and state.dealer and state.dealer[0][0] == "A":
        return "surrender_dealer_ace"
    hand = box.hands[0]
    if not hand.original or len(hand.cards) != 2 or is_closed(rules, box, hand):
        return "surrender_too_late"
    if early and not all(map(_undrawn, state.boxes)):
        return "surrender_too_late"
    return "out_of_turn" if state.stage == "dealing" else None


def why_not_insure(rules: Rules, state: State, box: Box, bettor: Bettor) -> str | None:
    """Return why the bettor may not insure, or `None` if he may (FR-2024-050 to 053, ENG-14)."""
    if state.stage in ("betting", "dealing") or state.dealer[0][0] != "A":
        return "insurance_not_offered"
    if not is_insurance_open(rules, state, box) or bettor.insurance or _settled(box, bettor):
        return "insurance_closed"
    return None if insurance_of(rules, bettor) else "insurance_amount"


def is_insurance_open(rules: Rules, state: State, box: Box) -> bool:
    """Tell whether the window of insurance is open for the box (FR-2024-052, MC-074, ON-56)."""
    if state.stage == "closed" or len(state.dealer) > 1 or state.dealer_result is not None:
        return False
    own = rules.insurance_window is InsuranceWindow.UNTIL_OWN_DRAW
    return all(map(_untouched, (box,) if own else state.boxes))


def insurance_of(rules: Rules, bettor: Bettor) -> Amount:
    """Return the most that the bettor may lay to be insured: half his stake (FR-2024-053)."""
    return rules.insurance_limits(bettor.main)[1]


def is_insurance_offered(rules: Rules, state: State, box: Box, bettor: Bettor) -> bool:
    """Tell whether the dealer offers the bettor insurance once the deal is done (FR-2024-051)."""
    return not box.void and bool(insurance_of(rules, bettor))


def is_even_money_offered(rules: Rules, state: State, box: Box, bettor: Bettor) -> bool:
    """Tell whether the bettor is asked, after the deal, if he wants to be paid 1 to 1 (MC-078)."""
    return (
        rules.even_money is EvenMoneyTerms.VS_ACE_OR_TEN
        and not box.void
        and is_natural(box.hands[0])
        and POINTS[state.dealer[0][0]] == 10
    )


def why_not_even_money(rules: Rules, state: State, box: Box, bettor: Bettor) -> str | None:
    """Return why the bettor may not be paid 1 to 1 now, or `None` if he may (ENG-15)."""
    code = "even_money_not_available"
    if rules.even_money is EvenMoneyTerms.NONE or state.stage not in ("insurance", "play"):
        return code
    if not is_natural(box.hands[0]) or bettor.insurance or _settled(box, bettor):
        return code
    if len(state.dealer) > 1 or state.dealer_result is not None:
        return code
    points = POINTS[state.dealer[0][0]]
    if rules.even_money is EvenMoneyTerms.VS_ACE_OR_TEN:
        return None if points in (1, 10) else code
    return None if points == 1 and is_insurance_open(rules, state, box) else code


def _settled(box: Box, bettor: Bettor) -> bool:
    """Tell whether the bettor's stake on the hand as dealt is settled already."""
    hand = box.hands[0]
    return hand.original and any(
        wager.result is not None for wager in hand.wagers if wager.party == bettor.party
    )


def _untouched(box: Box) -> bool:
    """Tell whether the box has taken no card, doubled or split since the deal."""
    return not box.hands[0].doubled and _undrawn(box)


def _undrawn(box: Box) -> bool:
    """Tell whether the box has got no card since the deal."""
    hand = box.hands[0]
    return box.void or (hand.original and len(hand.cards) == 2)


def are_sole_player_stakes_refused(rules: Rules, state: State, alone: bool) -> bool:
    """Tell whether the only player at the table plays too few boxes (FR-2024-026, AMB-54)."""
    one = len({box.party for box in state.boxes}) == 1
    return one and are_boxes_too_few(rules, len(state.boxes), alone)


def are_boxes_too_few(rules: Rules, boxes: int, alone: bool) -> bool:
    """Tell whether somebody who sits alone must play more boxes than these (FR-2024-026)."""
    return alone and boxes < rules.min_boxes_when_alone


@cache_last
def all_options(rules: Rules, state: State) -> tuple[Option, ...]:
    """Return what each box's holder may do now beside staking, box by box."""
    turn = hand_to_decide(rules, state)
    return tuple([option for box in state.boxes for option in _options(rules, state, box, turn)])


def options(rules: Rules, state: State, no: BoxNo) -> tuple[Option, ...]:
    """Return what the box's holder may do now beside staking, in the order of the buttons."""
    box = state.box(no)
    return () if box is None else tuple(_options(rules, state, box, hand_to_decide(rules, state)))


def _options(rules: Rules, state: State, box: Box, turn: tuple[Box, Hand] | None) -> list[Option]:
    no = box.no
    if box.void or state.incident or state.stage in ("dealing", "closed"):
        return []
    if state.stage == "play" and turn is None:
        return []
    cited = rules.cited
    if state.stage == "betting":
        if box.party in state.ready or are_sole_player_stakes_refused(rules, state, state.alone):
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
        if state.exposed is not None:
            clause = cited.refuse_exposed
            found.append(Option("blackjack.refuse_exposed", no, "", Amount(0), clause))
    if why_not_surrender(rules, state, box) is None:
        found.append(Option("blackjack.surrender", no, "h", Amount(0), cited.surrender))
    found += _own_stake_options(rules, state, box, box.holder)
    return found


def standing_options(rules: Rules, state: State) -> Iterator[tuple[Party, Option]]:
    """Yield what standing bettors may do now, each for his own stake (ENG-17)."""
    turn = hand_to_decide(rules, state)
    if state.incident or state.stage in ("dealing", "closed"):
        return
    if state.stage == "play" and turn is None:
        return
    for box in state.boxes:
        for bettor in () if box.void else box.bettors[1:]:
            if state.stage == "betting":
                if bettor.party not in state.ready:
                    yield (
                        bettor.party,
                        Option("blackjack.ready", box.no, "", Amount(0), rules.cited.ready),
                    )
                continue
            if turn is not None and turn[0].no == box.no:
                hand = turn[1]
                staked = any(wager.party == bettor.party for wager in hand.wagers)
                may = why_not_double(rules, hand) is None or why_not_split(rules, box, hand) is None
                if staked and may and bettor.party not in hand.matching:
                    yield (
                        bettor.party,
                        Option("blackjack.match", box.no, hand.label, Amount(0), rules.cited.match),
                    )
            for option in _own_stake_options(rules, state, box, bettor):
                yield bettor.party, option


def _own_stake_options(rules: Rules, state: State, box: Box, bettor: Bettor) -> list[Option]:
    """Return what each bettor decides for his own stake: insurance and even money (AMB-33)."""
    no, cited = box.no, rules.cited
    found: list[Option] = []
    unanswered = (
        no in state.unanswered
        if bettor is box.holder
        else (no, bettor.party) in state.unanswered_behind
    )
    if why_not_insure(rules, state, box, bettor) is None:
        amount = insurance_of(rules, bettor)
        found.append(Option("blackjack.insure", no, "", amount, cited.insure))
    if why_not_even_money(rules, state, box, bettor) is None:
        found.append(Option("blackjack.even_money", no, "", Amount(0), cited.even_money))
    if unanswered:
        found.append(Option("blackjack.decline", no, "", Amount(0), cited.decline))
    return found
