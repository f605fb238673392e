"""Decides commands: each becomes events, or is refused; `play` adds what follows by itself."""

from typing import assert_never

from tables.games.baccara.options import BankerDraws
from tables.games.baccara.points import is_natural, must_banker_draw, must_ponte_draw, point
from tables.games.chemin_de_fer import claims, messages, settle
from tables.games.chemin_de_fer.messages import Bet, Command, Event, Side
from tables.games.chemin_de_fer.rules import PonteDraws, Rules, refusal
from tables.games.chemin_de_fer.state import Claim, State, evolve
from tables.games.core.course import check_stake, not_awaited
from tables.games.core.money import Amount, BoxNo, Move, Party, Place
from tables.games.core.protocol import PlayerCommand


def apply_command(rules: Rules, state: State, given: PlayerCommand[Command]) -> tuple[Event, ...]:
    """Return the events of a player's command, without what follows from them.

    Whoever has no seat plays standing. Refuses `not_awaited` out of turn, `not_owner` to anybody
    but the banker where only the banker may, and what the rules of each command refuse.
    """
    party, command = given.party, given.command
    match command:
        case messages.StakeBank():
            return _bank(rules, state, party, command.amount)
        case messages.KeepHand():
            _must_be_banker(state, party)
            if state.stage != "keep":
                raise not_awaited()
            return keep_hand(rules, state, timed_out=False)
        case messages.PassHand():
            return _pass(rules, state, party)
        case messages.CapBank():
            return (_capped(rules, state, party),)
        case messages.Banco():
            return _claim(rules, state, party, "banco", command.amount)
        case messages.WithTable():
            return _claim(rules, state, party, "with_table", command.amount)
        case messages.Complement():
            return _claim(rules, state, party, "complement", command.amount)
        case messages.WithdrawClaim():
            return (_withdrawn(state, party, command.claim),)
        case messages.NoMore():
            if state.stage not in ("banco", "complete"):
                raise refusal("betting_closed")
            if party == state.banker or not state.seat_of(party) or party in state.no_more:
                raise not_awaited()
            return (messages.NoMoreSaid(party),)
        case messages.Consent():
            return _agreed(rules, state, party, command.claim)
        case messages.DealCards():
            if state.stage != "deal":
                raise not_awaited()
            _must_be_banker(state, party)
            return ()
        case messages.TakeCard() | messages.NoCard():
            return (
                _spoken(rules, state, party, command.hand, isinstance(command, messages.TakeCard)),
            )
        case _:
            assert_never(command)


def _must_be_banker(state: State, party: Party) -> None:
    if party != state.banker:
        raise refusal("not_owner")


def _bank(rules: Rules, state: State, party: Party, amount: Amount) -> tuple[Event, ...]:
    if state.stage == "idle":
        over = state.shoe_over or state.ending
        raise (
            refusal("session_ended")
            if over
            else refusal("not_enough_players", seated=rules.min_seated_players)
        )
    _must_be_banker(state, party)
    if state.stage != "bank":
        raise refusal("already_decided")
    check_stake(
        refusal, amount, least=rules.least_bank, step=rules.bank_step, most=rules.most_first_bank
    )
    return (bank_staked(state, amount, timed_out=False),)


def bank_staked(state: State, amount: Amount, *, timed_out: bool) -> messages.BankStaked:
    """Put a new banker's stake into the bank."""
    move = Move(amount, Place.WALLET, Place.BANK, state.banker, state.seat, "bank")
    return messages.BankStaked(amount, timed_out, (move,))


def _pass(rules: Rules, state: State, party: Party) -> tuple[Event, ...]:
    _must_be_banker(state, party)
    if state.stage == "bank":
        raise refusal("cannot_refuse_hand")
    if state.stage != "keep" or not state.coups:
        raise refusal("must_play")
    return (settle.pass_hand(rules, state, "passed"),)


def _capped(rules: Rules, state: State, party: Party) -> Event:
    _must_be_banker(state, party)
    if not may_cap(rules, state):
        raise refusal("variant_disabled")
    assert rules.garage_from_cents is not None
    surplus = Amount(state.bank - rules.garage_from_cents)
    return settle.fill_garage(state, surplus, wanted=True)


def may_cap(rules: Rules, state: State) -> bool:
    """Tell whether the banker may put a surplus into the garage now (MC-CDF-44, A20)."""
    return (
        rules.garage_from_cents is not None
        and state.stage == "keep"
        and state.coups > 0
        and not state.tied
        and state.bank > rules.garage_from_cents
    )


def keep_hand(rules: Rules, state: State, *, timed_out: bool) -> tuple[Event, ...]:
    """Return what follows when the banker does not pass: the next coup, or why there is none."""
    if state.ending:
        return (settle.pass_hand(rules, state, "session"),)
    if not settle.may_follow(rules, state.seats, started=state.started):
        return (settle.pass_hand(rules, state, "too_few"),)
    if state.coups and not state.seat_of(state.banker):
        return (settle.pass_hand(rules, state, "left"),)
    if state.shoe_over and state.last:
        return (settle.pass_hand(rules, state, "session"),)
    if state.shoe_over:
        return (messages.HandKept(timed_out), messages.CoupClosed())
    return (messages.HandKept(timed_out),)


def _claim(rules: Rules, state: State, party: Party, bet: Bet, amount: Amount) -> tuple[Event, ...]:
    claims.refuse_faulty(rules, state, party, bet, amount)
    seat, no = state.seat_of(party), state.claimed + 1
    move = Move(amount, Place.WALLET, Place.LAYOUT, party, seat, "stake")
    made = messages.ClaimMade(no, party, bet, amount, state.stage == "deal", (move,))
    if state.stage != "complete":
        return (made,)
    after = evolve(state, made)
    return (made, claims.complete_claim(rules, after, after.claims[-1]))


def may_withdraw(state: State, claim: Claim) -> bool:
    """Tell whether a claim may still be taken back; the part and the banco not once compared."""
    match state.stage:
        case "banco":
            return True
        case "complete":
            return claim.bet == "complement"
        case "deal":
            return claim.state == "late"
        case _:
            return False


def _withdrawn(state: State, party: Party, no: int) -> Event:
    claim = next((each for each in state.claims if each.no == no), None)
    if claim is None or claim.party != party:
        raise refusal("not_owner")
    if not may_withdraw(state, claim):
        raise refusal("already_decided")
    return messages.ClaimWithdrawn(no, (claims.move_back(state, claim, claim.amount),))


def _agreed(rules: Rules, state: State, party: Party, no: int) -> tuple[Event, ...]:
    _must_be_banker(state, party)
    claim = next((each for each in state.claims if each.no == no), None)
    if claim is None or claim.state != "late":
        raise not_awaited()
    return (claims.complete_claim(rules, state, claim),)


def must_draw(rules: Rules, state: State, hand: Side) -> bool | None:
    """Tell what the rules make the hand on turn do; `None` where it is free (A1, A2)."""
    if hand == "ponte":
        if rules.ponte_draw_rule is PonteDraws.FREE and claims.holds_alone(state):
            return None
        return must_ponte_draw(point(state.ponte_cards))
    return banker_table(state) if rules.banker_draw_rule is BankerDraws.TABLE13 else None


def banker_table(state: State) -> bool:
    """Tell whether the banker draws a third card by the table of article 13."""
    third = state.ponte_cards[2] if state.ponte_draws else None
    return must_banker_draw(point(state.banker_cards), third)


def by_default(rules: Rules, state: State, hand: Side) -> bool:
    """Tell whether a hand draws by default: by the forced rule, not on 5; by the banker's table."""
    if hand == "banker":
        return banker_table(state)
    return bool(must_ponte_draw(point(state.ponte_cards)))


def _spoken(rules: Rules, state: State, party: Party, hand: Side, draws: bool) -> Event:
    if state.stage != hand:
        looked = state.shown and any(
            is_natural(cards[:2]) for cards in (state.ponte_cards, state.banker_cards)
        )
        raise refusal("natural" if looked else "not_awaited")
    if party != (state.ponte if hand == "ponte" else state.banker):
        raise refusal("not_owner")
    forced = must_draw(rules, state, hand)
    if forced is not None and forced is not draws:
        raise refusal("forced_draw" if forced else "forced_stand")
    return messages.HandSpoke(hand, draws, timed_out=False)


def seat_that_speaks(state: State) -> BoxNo:
    """Return the seat of the party on turn; 0 when it stands, or no party is on turn."""
    party = state.ponte if state.stage == "ponte" else state.banker
    return state.seat_of(party)
