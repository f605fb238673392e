"""Who holds the banco: claims checked when they are made and compared when their window closes."""

from dataclasses import dataclass, field

from tables.games.chemin_de_fer.messages import Bet, ClaimsCompared, Taken, TurnedDown
from tables.games.chemin_de_fer.rules import Rules, refusal
from tables.games.chemin_de_fer.state import Claim, State
from tables.games.core.money import Amount, Move, Party, Place


def refuse_faulty(rules: Rules, state: State, party: Party, bet: Bet, amount: Amount) -> None:
    """Refuse a claim that cannot be accepted whatever the others claim.

    A stake that its ponte may leave in after a tie is measured only when claims are compared (A24).
    """
    if state.stage in ("idle", "keep") and (state.shoe_over or state.ending):
        raise refusal("session_ended")
    if state.stage == "idle":
        raise refusal("not_enough_players", seated=rules.min_seated_players)
    if state.stage in ("bank", "keep"):
        raise refusal("bank_not_announced")
    late = state.stage == "deal" and rules.late_stakes_with_banker_consent
    if not (
        state.stage == "banco" or (bet == "complement" and (state.stage == "complete" or late))
    ):
        raise refusal("betting_closed")
    if party == state.banker:
        raise refusal("not_owner")
    if late and not state.missing:
        raise refusal("bank_covered")
    if amount > 0 and state.stage == "banco" and _has_right(state, party, bet, amount):
        return
    if code := claim_fault(rules, state, bet, amount):
        detail = {"bank": state.bank, "minimum": rules.table_min_cents}
        raise refusal(code, **detail)


def claim_fault(rules: Rules, state: State, bet: Bet, amount: Amount) -> str | None:
    """Return why a new claim of this amount cannot stand against the bank, or `None`."""
    if bet == "banco" and amount != state.bank:
        return "above_bank" if amount > state.bank else "below_bank"
    if bet == "with_table" and amount >= state.bank:
        return "above_bank"
    if bet == "with_table" and 2 * amount < state.bank:
        return "below_half_bank"
    if bet != "banco" and amount < rules.table_min_cents:
        return "below_min"
    return None


def _has_right(state: State, party: Party, bet: Bet, amount: Amount) -> bool:
    """Tell whether a tied stake of this ponte is not yet matched by a claim."""
    like = (party, bet, amount)
    rights = sum((each.party, each.bet, each.amount) == like for each in state.rights)
    return rights > sum((each.party, each.bet, each.amount) == like for each in state.claims)


@dataclass(slots=True)
class _Comparing:
    """Claims being decided one after another against what is left of the bank."""

    state: State
    left: int
    taken: list[Taken] = field(default_factory=list)
    turned_down: list[TurnedDown] = field(default_factory=list)
    holder: Party = Party("")
    back: list[Move] = field(default_factory=list)

    def take(self, claim: Claim, *, left_in: bool = False) -> None:
        amount = Amount(min(claim.amount, self.left))
        self.left -= amount
        self.taken.append(Taken(claim.no, amount, left_in))
        self._return(claim, claim.amount - amount)

    def turn_down(self, claim: Claim, code: str) -> None:
        self.turned_down.append(TurnedDown(claim.no, code))
        self._return(claim, claim.amount)

    def complete(self, rules: Rules, claim: Claim) -> None:
        """Decide on a complement: in order of arrival, the last cut to what is missing."""
        if not self.left:
            self.turn_down(claim, "bank_covered")
        elif code := claim_fault(rules, self.state, "complement", claim.amount):
            self.turn_down(claim, code)
        else:
            self.take(claim)

    def _return(self, claim: Claim, amount: int) -> None:
        if amount:
            self.back.append(move_back(self.state, claim, Amount(amount)))

    def event(self) -> ClaimsCompared:
        return ClaimsCompared(
            tuple(self.taken),
            tuple(self.turned_down),
            self.holder,
            self.left > 0 and self.state.stage != "deal",
            tuple(self.back),
        )


def move_back(state: State, claim: Claim, amount: Amount) -> Move:
    """Return the move that gives chips of a claim back to their owner."""
    seat = state.seat_of(claim.party)
    return Move(amount, Place.LAYOUT, Place.WALLET, claim.party, seat, "take_back")


def compare_claims(rules: Rules, state: State) -> ClaimsCompared:
    """Return what becomes of all the claims of the *banco?* window (section 3, step 3)."""
    comparing = _Comparing(state, state.bank)
    fresh = _left_in(comparing)
    banco, part, complements = (
        [claim for claim in fresh if claim.bet == bet]
        for bet in ("banco", "with_table", "complement")
    )
    if comparing.taken:
        for claim in (*banco, *part):
            comparing.turn_down(claim, "priority")
    else:
        # The banco wins over any part, whatever the seats (A12).
        for claims in (banco, part):
            _hold(rules, comparing, claims)
    for claim in complements:
        comparing.complete(rules, claim)
    return comparing.event()


def _left_in(comparing: _Comparing) -> list[Claim]:
    """Take the stakes left in after a tie, and return the claims that are new (A14, A24)."""
    state = comparing.state
    fresh = list(state.claims)
    for right in state.rights:
        like = (right.party, right.bet, right.amount)
        claim = next((each for each in fresh if (each.party, each.bet, each.amount) == like), None)
        if claim is None or claim.amount > comparing.left:
            continue
        fresh.remove(claim)
        comparing.take(claim, left_in=True)
        if claim.bet != "complement" and claim.party == state.cards_were:
            comparing.holder = claim.party
    return fresh


def _hold(rules: Rules, comparing: _Comparing, claims: list[Claim]) -> None:
    """Give the banco, or a part of it, to the first in priority; turn the others down."""
    state = comparing.state
    sound = [
        claim for claim in claims if claim_fault(rules, state, claim.bet, claim.amount) is None
    ]
    best = min(
        sound,
        key=lambda claim: (claim.party != state.follower, state.place(claim.party, claim.no)),
        default=None,
    )
    if comparing.taken:
        best = None
    for claim in claims:
        if claim is best:
            comparing.take(claim)
            comparing.holder = claim.party
        elif claim not in sound:
            comparing.turn_down(
                claim, claim_fault(rules, state, claim.bet, claim.amount) or "priority"
            )
        else:
            comparing.turn_down(claim, "priority" if best else "bank_covered")


def complete_claim(rules: Rules, state: State, claim: Claim) -> ClaimsCompared:
    """Return what becomes of a complement of the second window, or of an agreed late stake."""
    comparing = _Comparing(state, state.missing, holder=state.holder)
    comparing.complete(rules, claim)
    return comparing.event()


def turn_down_late_stakes(state: State) -> ClaimsCompared | None:
    """Return the event that turns down late stakes the banker did not accept; `None` for none."""
    comparing = _Comparing(state, 0, holder=state.holder)
    for claim in state.claims:
        if claim.state == "late":
            comparing.turn_down(claim, "betting_closed")
    return comparing.event() if comparing.turned_down else None


def receives_cards(state: State) -> Party:
    """Return who receives the ponte's cards (MC-CDF-29).

    The holder of the banco or of a part of it; otherwise the highest pile, all stakes of one player
    together (A23); of equal ones the next seat after the banker (A25).
    """
    if state.holder:
        return state.holder
    piles: dict[Party, int] = {}
    arrived: dict[Party, int] = {}
    for place, claim in enumerate(state.claims):
        piles[claim.party] = piles.get(claim.party, 0) + claim.amount
        arrived.setdefault(claim.party, place)
    return min(piles, key=lambda party: (-piles[party], state.place(party, arrived[party])))


def holds_alone(state: State) -> bool:
    """Tell whether the ponte holds the whole banco, so that no other party has money in it."""
    return any(claim.bet == "banco" and claim.party == state.ponte for claim in state.claims)
