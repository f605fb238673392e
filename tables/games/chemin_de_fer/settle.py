"""The end of a coup: who has won, who is paid, and what becomes of the hand."""

from typing import Final

from tables.games.baccara.points import point
from tables.games.baccara.seats import NO_SEAT, SeatTaken, in_seat_order, next_seat
from tables.games.chemin_de_fer import messages
from tables.games.chemin_de_fer.rules import Rules
from tables.games.chemin_de_fer.state import Claim, State
from tables.games.chemin_de_fer.words import LEVY
from tables.games.core.money import Amount, Move, Party, Place
from tables.games.core.protocol import BetResult, Fact, Voided

EARNING_KINDS: Final = frozenset({"chemin_de_fer.coup_decided", "chemin_de_fer.levy_taken"})
"""Of the events by which the house earns its levy."""
TICKETS_IN_A_BOOK = 100
"""A book of levy tickets that is used up is followed by the next; the serials run on."""


def show_hands(state: State) -> messages.HandsShown:
    """Return the hands turned up, and their points."""
    ponte, banker = state.ponte_cards, state.banker_cards
    return messages.HandsShown(ponte, banker, point(ponte), point(banker))


def winner(state: State) -> messages.Winner:
    """Return whose point is nearer to nine (MC-CDF-30)."""
    ponte, banker = point(state.ponte_cards), point(state.banker_cards)
    if ponte == banker:
        return "tie"
    return "ponte" if ponte > banker else "banker"


def decide_coup(state: State) -> messages.CoupDecided:
    """Collect, give back or pay the stakes (MC-CDF-33, MC-CDF-39, MC-CDF-40)."""
    who = winner(state)
    order = in_seat_order(state.seats, state.claims, lambda claim: claim.party)
    moves: list[Move] = []
    outcomes: list[messages.Outcome] = []
    for claim in order:
        seat, party = state.seat_of(claim.party), claim.party
        if who == "banker":
            moves.append(Move(claim.amount, Place.LAYOUT, Place.BANK, party, seat, "collect"))
        else:
            moves.append(Move(claim.amount, Place.LAYOUT, Place.WALLET, party, seat, "return"))
        if who == "ponte":
            moves.append(Move(claim.amount, Place.BANK, Place.WALLET, party, seat, "pay"))
        times = {"banker": 0, "tie": 1, "ponte": 2}[who]
        outcomes.append(
            messages.Outcome(claim.no, party, claim.amount, Amount(times * claim.amount))
        )
    return messages.CoupDecided(who, tuple(outcomes), tuple(moves))


def after_win(rules: Rules, state: State, stakes: Amount) -> tuple[messages.Event, ...]:
    """Take the levy on the stakes that the banker won; put what is above the maximum aside."""
    levy = rules.levy(stakes)
    serial = state.tickets + 1
    book = (serial - 1) // TICKETS_IN_A_BOOK + 1
    taken = Move(levy, Place.BANK, Place.LEVY, state.banker, state.seat, "levy") if levy else None
    ticket = messages.Ticket(book, serial, state.coup, levy)
    events: list[messages.Event] = [messages.LevyTaken(ticket, (taken,) if taken else ())]
    surplus = state.bank - levy - rules.bank_max_cents
    if surplus > 0:
        events.append(fill_garage(state, Amount(surplus), wanted=False))
    return tuple(events)


def levy_record(event: Fact) -> tuple[int, Amount] | None:
    """Return the serial and the amount of a ticket, `None` for any other event (MC-CDF-35)."""
    if not isinstance(event, messages.LevyTaken):
        return None
    return event.ticket.serial, event.ticket.amount


def bet_results(event: Fact) -> tuple[BetResult, ...]:
    """Return what a banker wins, which the levy is a part of, and the levy (MC-CDF-33)."""
    match event:
        case messages.CoupDecided():
            won = sum(move.amount for move in event.moves if move.why == "collect")
            return (BetResult(LEVY, won, 0),) if won else ()
        case messages.LevyTaken():
            return (BetResult(LEVY, 0, event.ticket.amount),)
        case _:
            return ()


def fill_garage(state: State, amount: Amount, *, wanted: bool) -> messages.GarageFilled:
    """Move a part of the bank to the garage (MC-CDF-42)."""
    move = Move(amount, Place.BANK, Place.GARAGE, state.banker, state.seat, "garage")
    return messages.GarageFilled(amount, wanted, (move,))


def may_follow(rules: Rules, seats: tuple[SeatTaken, ...], *, started: bool) -> bool:
    """Tell whether enough players sit to begin a game, or to go on with one (MC-CDF-03, A15)."""
    return len(seats) >= (2 if started else rules.min_seated_players)


def pass_hand(rules: Rules, state: State, why: messages.Passing) -> messages.HandPassed:
    """Give bank and garage back, and the hand to the next occupied seat (MC-CDF-14, MC-CDF-43)."""
    enough = may_follow(rules, state.seats, started=True)
    follows = next_seat(state.seats, state.seat) if enough else SeatTaken(NO_SEAT, Party(""))
    over = state.ending or (state.last and state.winner is not None)
    rests = not enough or state.shoe_over or over
    return messages.HandPassed(why, follows.seat, follows.party, rests, _given_back(state))


def _given_back(state: State) -> tuple[Move, ...]:
    """Return the moves that give the banker his bank and his garage back."""
    return tuple(
        Move(amount, source, Place.WALLET, state.banker, state.seat, "return")
        for amount, source in ((state.bank, Place.BANK), (state.garage, Place.GARAGE))
        if amount
    )


def why_hand_passes(rules: Rules, state: State) -> messages.Passing | None:
    """Return why the hand passes at the end of this coup, or `None` when the banker keeps it."""
    if state.winner == "ponte":
        return "lost"
    if state.last:
        return "session"
    if not state.seat_of(state.banker):
        return "left"
    if state.silent >= rules.max_auto_coups:
        return "away"
    return None


def voiding_event(state: State, reason: str) -> Voided:
    """Return the coup annulled: the pontes' stakes go back, and nothing else moves (A21).

    Bank, banker, *banco suivi* and the rights after a tie stay as they were before the coup, but
    a bank that was reduced stays reduced. At the last coup of the session nothing can follow:
    the banker too gets all back.
    """
    back = tuple(_back(state, claim) for claim in state.claims)
    return Voided(reason, (*back, *_given_back(state)) if state.last else back)


def broken_off(state: State, by: str) -> messages.SessionBroken:
    """Return the session broken off by an incident: everything goes back as it lies."""
    back = tuple(_back(state, claim) for claim in state.claims)
    return messages.SessionBroken(by, (*back, *_given_back(state)))


def _back(state: State, claim: Claim) -> Move:
    seat = state.seat_of(claim.party)
    return Move(claim.amount, Place.LAYOUT, Place.WALLET, claim.party, seat, "void")
