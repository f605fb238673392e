"""The end of a coup: who draws, what a tableau does, what a stake brings, and what comes next."""

from tables.games.baccara.hands import Hand
from tables.games.baccara.points import must_banker_draw
from tables.games.baccara.stakes import settle_stakes, settlement_moves, stakes_back
from tables.games.banque_a_tout_va import messages
from tables.games.banque_a_tout_va.rules import BETS, TABLEAUX, Bet, Rules, Tableau
from tables.games.banque_a_tout_va.state import State, written
from tables.games.chemin_de_fer import settle as chemin
from tables.games.core.cards import Card
from tables.games.core.money import Amount, Move, Place
from tables.games.core.protocol import Voided

LEFT_FOR_A_COUP = 9
"""A coup of three hands may need as many cards (MC-BTV-37)."""
LEFT_FOR_ONE_HAND = 6
"""A coup of chemin de fer may need as many (MC-BTV-38)."""
SILENT_COUPS = 3
"""Coups in a row without a word of the banker, after which he has his chips back."""


def is_decided(rules: Rules, state: State, tableau: Tableau) -> bool:
    """Tell whether a tableau is decided by two cards: the banker's natural, or its own (A4)."""
    if state.bankers.natural:
        return True
    return rules.natural_settles_at_once and state.hand(tableau).natural


def outcome(rules: Rules, state: State, tableau: Tableau) -> messages.Outcome:
    """Return what a tableau does against the banker (MC-BTV-17, MC-BTV-19)."""
    hand, bankers = state.hand(tableau), state.bankers
    if is_decided(rules, state, tableau) and not bankers.natural:
        return "wins"
    if hand.point == bankers.point:
        return "equal"
    return "wins" if hand.point > bankers.point else "loses"


def hand_to_draw_against(rules: Rules, state: State) -> Hand:
    """Return the hand against which the table of article 13 is applied (A1).

    That of the tableau with the larger stakes, the right one at equal stakes; the other where that
    one is already decided. A stake à cheval counts for both.
    """
    first: Tableau = "right" if state.on("tableau_right") >= state.on("tableau_left") else "left"
    other: Tableau = "left" if first == "right" else "right"
    return state.hand(other if is_decided(rules, state, first) else first)


def table_draws(rules: Rules, state: State) -> bool:
    """Tell whether the table of article 13 draws for the banker (MC-BTV-30)."""
    hand = hand_to_draw_against(rules, state)
    third: Card | None = hand.cards[2] if len(hand.cards) == 3 else None
    return must_banker_draw(state.bankers.point, third)


_STEPS: dict[messages.Outcome, int] = {"wins": 1, "equal": 0, "loses": -1}


def returned(bet: Bet, stake: int, on_right: messages.Outcome, on_left: messages.Outcome) -> Amount:
    """Return what comes back of a stake, itself included, halves rounded down (COMMON-R1)."""
    right, left = _STEPS[on_right], _STEPS[on_left]
    # In halves of the stake (MC-BTV-32 to MC-BTV-36, A3).
    halves = {"tableau_right": 2 * right, "tableau_left": 2 * left, "a_cheval": right + left}[bet]
    return Amount(stake * (2 + halves) // 2)


def announce_coup(rules: Rules, state: State) -> messages.CoupAnnounced:
    """Return the points of the coup, and who wins."""
    on_right, on_left = outcome(rules, state, "right"), outcome(rules, state, "left")
    right, left, banker = state.right.point, state.left.point, state.bankers.point
    result = written(right, left, banker, on_right, on_left)
    return messages.CoupAnnounced(right, left, banker, on_right, on_left, result)


def settled_stakes(state: State) -> messages.StakesSettled | None:
    """Return the stakes settled in the order of the seats; `None` where nobody has staked.

    An approved banker pays and collects himself: no chip of the house is moved (MC-BTV-08).
    """
    assert state.on_right is not None
    assert state.on_left is not None
    on_right, on_left = state.on_right, state.on_left
    found = settle_stakes(
        state, messages.Settled, lambda bet, stake: returned(bet, stake, on_right, on_left), BETS
    )
    if not found:
        return None
    back = Amount(sum(each.returned for each in found))
    house = Place.BANK if state.banker else Place.FLOAT
    moves = tuple(settlement_moves(state, found, house))
    return messages.StakesSettled(found, state.staked, back, moves)


def _bank_back(state: State, why: str) -> tuple[Move, ...]:
    if not state.bank:
        return ()
    seat = state.seat_of(state.banker)
    return (Move(state.bank, Place.BANK, Place.WALLET, state.banker, seat, why),)


def bank_left(state: State, why: messages.Leaving) -> messages.BankLeft:
    """Return the banker with all his chips in his own wallet."""
    return messages.BankLeft(state.banker, state.bank, why, _bank_back(state, "bank_left"))


def why_bank_leaves(rules: Rules, state: State) -> messages.Leaving | None:
    """Return why the banker has his chips back after this coup, or `None`."""
    if not state.banker:
        return None
    if state.rounds_left == 1:
        return "session"
    if state.leaving:
        return "asked"
    if state.silent >= SILENT_COUPS:
        return "silent"
    if state.bank < rules.table_min_cents:
        return "spent"
    return "shoe" if is_shoe_over(state) and state.last != "chemin_de_fer_offered" else None


def banker_may_continue(state: State) -> bool:
    """Tell whether this coup is over and the next is the banker's to play or not (MC-BTV-38).

    A banker who is a player is asked; the house never speaks.
    """
    asked = state.last == "chemin_de_fer_offered" and not state.opened.chemin_de_fer
    return asked and state.stage == "closed" and state.bank > 0


def is_shoe_over(state: State) -> bool:
    """Tell whether no other coup of this shoe is dealt (MC-BTV-37, A5)."""
    before = state.opened.last
    if before == "announced":
        return state.dealt > 0
    return bool(before) or (state.rest is not None and state.rest < LEFT_FOR_A_COUP)


def last_coup_kind(rules: Rules, state: State) -> messages.LastCoup:
    """Return what the stop card leads to when this coup is over (MC-BTV-37, MC-BTV-38)."""
    before = state.opened.last
    if state.chemin is not None and state.chemin.winner is not None:
        return "played"
    if state.rest is None or before not in ("", "announced"):
        return before
    if not is_shoe_over(state):
        return "announced"
    if before == "announced":
        return "played"
    offered = rules.last_coup_chemin_de_fer and state.rest >= LEFT_FOR_ONE_HAND
    return "chemin_de_fer_offered" if offered else "none"


def shoe_ends(rules: Rules, state: State) -> messages.ShoeEnds | None:
    """Return the announcement of a last coup, or of none; `None` while the stop card is in."""
    last = last_coup_kind(rules, state)
    if last == state.last or state.rest is None:
        return None
    return messages.ShoeEnds(last, state.rest, last != "announced" and _last_shoe(rules, state))


def is_session_over(rules: Rules, state: State) -> bool:
    """Tell whether no other coup of this session is dealt: its last shoe is over (MC-BTV-02)."""
    return is_shoe_over(state) and not banker_may_continue(state) and _last_shoe(rules, state)


def _last_shoe(rules: Rules, state: State) -> bool:
    return state.shoe >= rules.shoes_per_session


def voiding_event(state: State, reason: str) -> Voided:
    """Return the coup annulled: the stakes go back, and the bank stays (COMMON-7).

    Where no coup can follow, the banker has his chips back too.
    """
    if state.chemin is not None:
        return chemin.voiding_event(state.chemin, reason)
    ends = is_shoe_over(state) or state.rounds_left == 1
    return Voided(reason, (*stakes_back(state), *(_bank_back(state, "void") if ends else ())))


def broken_off(state: State, by: str) -> messages.SessionBroken:
    """Return the session broken off by an incident: everything goes back as it lies."""
    if state.chemin is not None:
        return messages.SessionBroken(by, chemin.broken_off(state.chemin, by).moves)
    return messages.SessionBroken(by, (*stakes_back(state), *_bank_back(state, "void")))


def all_tableaux_decided(rules: Rules, state: State) -> bool:
    """Tell whether the banker has nothing to decide: both tableaux are."""
    return all(is_decided(rules, state, tableau) for tableau in TABLEAUX)
