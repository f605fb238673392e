"""Side bets: what the deal, the dealer's point and the pots make of each stake (ENG-18 to 21)."""

from collections.abc import Iterator

from tables.games.blackjack.messages import (
    ConsolationDue,
    ConsolationPaid,
    Event,
    JackpotClaimed,
    JackpotFed,
    JackpotPaid,
    Pot,
    PotRestarted,
    SideBetHeld,
    SideBetSettled,
)
from tables.games.blackjack.points import (
    DEALER_RESULTS,
    aces_line,
    deal_line,
    queens_wait,
    sevens_line,
    side_odds,
)
from tables.games.blackjack.rules import Rules
from tables.games.blackjack.state import Bettor, Box, Claim, SideStake, State
from tables.games.blackjack.terms import DECIDED_BY_DEAL, PROGRESSIVE, Combination, SideTerms
from tables.games.core.cards import Card
from tables.games.core.money import Amount, BoxNo, Move, Party, Place

HOUSE = Party("")
"""The party of a move that concerns nobody's wallet."""

_Staked = tuple[Box, Bettor, SideStake, SideTerms]


def stakes(rules: Rules, state: State) -> Iterator[_Staked]:
    """Yield every side stake: box by box, the holder first, with its terms."""
    for box in state.boxes:
        for bettor in box.bettors:
            for side in bettor.sides:
                terms = rules.side(side.bet)
                assert terms is not None
                yield box, bettor, side, terms


def _last_box_first(rules: Rules, state: State) -> Iterator[_Staked]:
    for box in reversed(state.boxes):
        for bettor in box.bettors:
            for side in bettor.sides:
                terms = rules.side(side.bet)
                assert terms is not None
                yield box, bettor, side, terms


def due_after_deal(rules: Rules, state: State) -> bool:
    """Tell whether a side bet that the deal decides is still to be settled."""
    return any(
        side.state == "open" and terms.combination in DECIDED_BY_DEAL and not box.void
        for box, _, side, terms in stakes(rules, state)
    )


def bonuses(rules: Rules, state: State) -> int | None:
    """Return how many stakes on the queens have a hand of 20; `None` where nobody staked.

    A pair that waits for the dealer's second card is one of them (FR-2024-081, FR-2024-086).
    """
    hands = [
        (terms, box.hands[0].cards)
        for box, _, side, terms in stakes(rules, state)
        if side.state == "open" and terms.combination is Combination.QUEENS and not box.void
    ]
    if not hands:
        return None
    first = state.dealer[0]
    return sum(
        queens_wait(cards, first) or bool(deal_line(rules, terms, cards, first))
        for terms, cards in hands
    )


def settle_after_deal(rules: Rules, state: State) -> list[Event]:
    """Settle what the deal has decided: losers, then winners, last box first (FR-2024-082)."""
    lost: list[Event] = []
    won: list[Event] = []
    for box, bettor, side, terms in _last_box_first(rules, state):
        if side.state != "open" or terms.combination not in DECIDED_BY_DEAL or box.void:
            continue
        cards = box.hands[0].cards
        if terms.combination is Combination.QUEENS and queens_wait(cards, state.dealer[0]):
            won.append(SideBetHeld(box.no, side.bet, bettor.party))
            continue
        line = deal_line(rules, terms, cards, state.dealer[0])
        (won if line else lost).append(settle_side_bet(rules, box, bettor, side, line))
    return lost + won


def settle_side_bet(
    rules: Rules, box: Box, bettor: Bettor, side: SideStake, line: int
) -> SideBetSettled:
    """Pay a side bet by its line, or collect it."""
    terms = rules.side(side.bet)
    assert terms is not None
    odds = side_odds(rules, terms, line)
    returned = Amount(side.stake * (1 + odds)) if line else Amount(0)
    moves = return_moves(bettor.party, box.no, side.stake, returned)
    return SideBetSettled(
        bettor.party,
        box.no,
        side.bet,
        line,
        side.stake,
        returned,
        clauses_of(terms, line),
        moves,
    )


def clauses_of(terms: SideTerms, line: int) -> tuple[str, ...]:
    """Return the clause of a pay line; an operator's own lines have one in common."""
    return (terms.lines[min(line, len(terms.lines)) - 1] if line else terms.lost,)


def return_moves(party: Party, box: BoxNo, staked: Amount, returned: Amount) -> tuple[Move, ...]:
    """Return the moves that give `returned` for `staked` and leave none of it on the layout."""
    moves: list[Move] = []
    if kept := min(staked, returned):
        moves.append(Move(kept, Place.LAYOUT, Place.WALLET, party, box, "return"))
    if returned > staked:
        moves.append(Move(Amount(returned - staked), Place.FLOAT, Place.WALLET, party, box, "pay"))
    elif staked > returned:
        moves.append(
            Move(Amount(staked - returned), Place.LAYOUT, Place.FLOAT, party, box, "collect")
        )
    return tuple(moves)


def settle_held_pairs(rules: Rules, state: State) -> Iterator[SideBetSettled]:
    """Pay the pairs of queens of hearts that waited (FR-2024-089, 092)."""
    line = 1 if state.dealer_result == "BJ" else 2
    for box, bettor, side, _ in _last_box_first(rules, state):
        if side.state == "held":
            yield settle_side_bet(rules, box, bettor, side, line)


def settle_hyper(rules: Rules, state: State) -> Iterator[SideBetSettled]:
    """Settle hyper black jack by the bank's final result (FR-2024-096, ENG-19)."""
    for box, bettor, side, terms in _last_box_first(rules, state):
        if terms.combination is not Combination.DEALER_POINT or box.void:
            continue
        field = side.bet.partition(":")[2]
        line = DEALER_RESULTS.index(field) + 1 if field == state.dealer_result else 0
        yield settle_side_bet(rules, box, bettor, side, line)


def collect_progressive_stakes(rules: Rules, state: State) -> Iterator[JackpotFed]:
    """Take the progressive stakes off the layout, into the pots (FR-2024-127, ENG-20, ENG-21)."""
    for box, bettor, side, terms in stakes(rules, state):
        if terms.combination not in PROGRESSIVE:
            continue
        moves = []
        left = side.stake
        for pot, amount in _contributions(rules, terms, side.stake):
            left = Amount(left - amount)
            moves += _move(
                amount, Place.LAYOUT, Place.JACKPOT, bettor.party, box.no, "contribution", pot
            )
        moves += _move(left, Place.LAYOUT, Place.FLOAT, bettor.party, box.no, "collect")
        yield JackpotFed(bettor.party, box.no, side.bet, side.stake, tuple(moves))


def _contributions(rules: Rules, terms: SideTerms, stake: Amount) -> list[tuple[Pot, Amount]]:
    """Return what of a stake feeds which pot; the house keeps the rest (AMB-62)."""
    if terms.combination is Combination.ACES:
        assert rules.split_aces is not None
        return [("split_aces", Amount(stake * rules.split_aces.contribution_bps // 10_000))]
    secondary = stake * rules.jp1_contribution_secondary_bps // 10_000
    total = stake * rules.jp1_contribution_total_bps // 10_000
    return [("jp1_main", Amount(total - secondary)), ("jp1_secondary", Amount(secondary))]


def returned_from_pots(
    rules: Rules, box: Box, bettor: Bettor, side: SideStake, terms: SideTerms
) -> tuple[Move, ...]:
    """Return the moves that give a void box its progressive stake back (ENG-22)."""
    moves: list[Move] = []
    left = side.stake
    for pot, amount in _contributions(rules, terms, side.stake):
        left = Amount(left - amount)
        moves += _move(amount, Place.JACKPOT, Place.WALLET, bettor.party, box.no, "void", pot)
    moves += _move(left, Place.FLOAT, Place.WALLET, bettor.party, box.no, "void")
    return tuple(moves)


def due_after_round(rules: Rules, state: State) -> bool:
    """Tell whether a progressive bet is still to be settled."""
    return any(side.state == "fed" and not box.void for box, _, side, _ in stakes(rules, state))


def settle_progressive(rules: Rules, state: State) -> list[Event]:
    """Pay the fixed lines of the progressive bets, claim the pots, promise the consolations."""
    events: list[Event] = []
    sevens: list[tuple[Box, Bettor, SideStake, int]] = []
    for box, bettor, side, terms in stakes(rules, state):
        if side.state != "fed" or box.void:
            continue
        if terms.combination is Combination.ACES:
            events.append(_aces(rules, terms, box, bettor, side))
            continue
        line = sevens_line(_consecutive(rules, box))
        sevens.append((box, bettor, side, line))
        events.append(_sevens(rules, terms, box, bettor, side, line))
    return events + _consolations(rules, sevens)


def _consecutive(rules: Rules, box: Box) -> tuple[Card, ...]:
    """Return the first three cards dealt to the box one after another (AMB-44)."""
    split = not box.hands[0].original
    return box.dealt[:2] if split and not rules.jp1_split_third_card_counts else box.dealt[:3]


def _sevens(
    rules: Rules, terms: SideTerms, box: Box, bettor: Bettor, side: SideStake, line: int
) -> Event:
    if line >= 4:
        pot: Pot = "jp1_main" if line == 5 else "jp1_secondary"
        return JackpotClaimed(
            bettor.party,
            box.no,
            side.bet,
            line,
            pot,
            100,
            side.stake,
            supervised=True,
            clauses=clauses_of(terms, line),
        )
    kept = 1 if line and rules.jp1_stake_returned else 0
    odds = terms.odds[line - 1] if line else 0
    returned = Amount(side.stake * (odds + kept))
    return _from_float(terms, box, bettor, side, line, returned)


def _aces(rules: Rules, terms: SideTerms, box: Box, bettor: Bettor, side: SideStake) -> Event:
    drawn = tuple(
        [hand.cards[1] for hand in box.hands if not hand.original and len(hand.cards) > 1]
    )
    line = aces_line(rules, box.dealt[:2], drawn)
    if not line:
        return _from_float(terms, box, bettor, side, 0, Amount(0))
    assert rules.split_aces is not None
    paid = rules.split_aces.pay_table[line - 1]
    if paid.to_one is not None:
        return _from_float(terms, box, bettor, side, line, Amount(side.stake * paid.to_one))
    percent = paid.progressive_pct or 0
    return JackpotClaimed(
        bettor.party,
        box.no,
        side.bet,
        line,
        "split_aces",
        percent,
        side.stake,
        supervised=False,
        clauses=clauses_of(terms, line),
    )


def _from_float(
    terms: SideTerms, box: Box, bettor: Bettor, side: SideStake, line: int, returned: Amount
) -> SideBetSettled:
    """Pay a fixed line of a progressive bet, whose stake has left already (AMB-07)."""
    moves = tuple(_move(returned, Place.FLOAT, Place.WALLET, bettor.party, box.no, "pay"))
    # A line that pays nothing is a lost bet.
    return SideBetSettled(
        bettor.party,
        box.no,
        side.bet,
        line if returned else 0,
        side.stake,
        returned,
        clauses_of(terms, line),
        moves,
    )


def _consolations(rules: Rules, sevens: list[tuple[Box, Bettor, SideStake, int]]) -> list[Event]:
    """Promise the others of the table their prize: 100 to 1 for the main pot, else 25 (AMB-46)."""
    best = max((line for *_, line in sevens), default=0)
    if best < 4:
        return []
    times, prize = (100, "FR-2024-137") if best == 5 else (25, "FR-2024-135")
    winners = {bettor.party for _, bettor, _, line in sevens if line >= 4}
    return [
        ConsolationDue(bettor.party, box.no, Amount(side.stake * times), ("FR-2024-141", prize))
        for box, bettor, side, _ in sevens
        if bettor.party not in winners
    ]


def pay_claims(rules: Rules, state: State, pots: dict[str, Amount]) -> list[Event]:
    """Pay the claims on these pots in equal shares, then restart each pot (FR-2024-140, AMB-73)."""
    events: list[Event] = []
    for pot in ("jp1_main", "jp1_secondary", "split_aces"):
        claims = [claim for claim in state.claims if claim.pot == pot]
        if claims and pot in pots:
            events += _paid(rules, claims, pots[pot])
    if any(isinstance(event, JackpotPaid) and event.pot != "split_aces" for event in events):
        events += [
            ConsolationPaid(
                due.party,
                due.box,
                due.amount,
                tuple(
                    _move(due.amount, Place.FLOAT, Place.WALLET, due.party, due.box, "consolation")
                ),
            )
            for due in state.consolations
        ]
    return events


def _paid(rules: Rules, claims: list[Claim], holds: Amount) -> Iterator[Event]:
    pot = claims[0].pot
    left = holds
    # The lines are served in the order of the pay table; none gets what an earlier one has taken.
    for line in sorted({claim.line for claim in claims}):
        sharing = [claim for claim in claims if claim.line == line]
        taken = min(left, holds * sharing[0].percent // 100)
        left = Amount(left - taken)
        for claim, share in zip(sharing, shares(Amount(taken), len(sharing)), strict=True):
            moves = _move(
                share, Place.JACKPOT, Place.WALLET, claim.party, claim.box, "jackpot", pot
            )
            yield JackpotPaid(claim.party, claim.box, claim.bet, pot, share, tuple(moves))
    seed = seed_of(rules, pot)
    seeded = _move(
        Amount(max(seed - left, 0)), Place.FLOAT, Place.JACKPOT, HOUSE, BoxNo(0), "seed", pot
    )
    yield PotRestarted(pot, Amount(max(seed, left)), tuple(seeded))


def pots_of(rules: Rules) -> tuple[Pot, ...]:
    """Return the pots that the side bets on offer play for."""
    offered = [terms.combination for terms in rules.side_bets if rules.offers(terms)]
    sevens: tuple[Pot, ...] = ("jp1_main", "jp1_secondary")
    aces: tuple[Pot, ...] = ("split_aces",)
    return (
        *(sevens if Combination.SEVENS in offered else ()),
        *(aces if Combination.ACES in offered else ()),
    )


def seed_of(rules: Rules, pot: Pot) -> Amount:
    """Return the amount from which a pot restarts (FR-2024-122)."""
    if pot == "split_aces":
        return rules.split_aces.seed_cents if rules.split_aces else Amount(0)
    main = pot == "jp1_main"
    return Amount(rules.jp1_seed_main_cents if main else rules.jp1_seed_secondary_cents)


def shares(amount: Amount, hands: int) -> list[Amount]:
    """Return equal shares; odd cents go one each to the first hands (FR-2024-140, AMB-47)."""
    each, odd = divmod(amount, hands)
    return [Amount(each + (index < odd)) for index in range(hands)]


def _move(
    amount: Amount,
    source: Place,
    target: Place,
    party: Party,
    box: BoxNo,
    why: str,
    pot: str = "",
) -> list[Move]:
    return [Move(amount, source, target, party, box, why, pot)] if amount else []
