"""The last coup of a shoe, « du chemin de fer »: one hand against the banker, by article 11 (A5).

Commands, refusals and events are chemin de fer's; only the bank ends as it does at this table.
"""

from typing import Any, Final

from tables.games.baccara.seats import NO_SEAT, NOBODY
from tables.games.banque_a_tout_va import messages
from tables.games.banque_a_tout_va.rules import Rules
from tables.games.banque_a_tout_va.state import State
from tables.games.chemin_de_fer import messages as at_chemin
from tables.games.chemin_de_fer import rules as chemin
from tables.games.chemin_de_fer import view
from tables.games.chemin_de_fer.state import State as Coup
from tables.games.core.money import Amount, Party
from tables.games.core.options import MOST_MONEY
from tables.games.core.protocol import Option, Voided
from tables.games.core.values import changed

_SHARED: Final = ("table_min_cents", "betting_window_seconds", "decision_seconds")
"""The options of this game that are also that game's."""


def options(rules: Rules) -> dict[str, Any]:
    """Return the house options of chemin de fer by which the last coup is played.

    The bank is what the banker has put up, whatever a maximum of that game would be.
    """
    shared = {name: getattr(rules, name) for name in _SHARED}
    draws = rules.banker_draw_rule.value
    return {"bank_max_cents": MOST_MONEY, "banker_draw_rule": draws} | shared


def rules_of(rules: Rules) -> chemin.Rules:
    """Return the rules of chemin de fer by which the last coup is played."""
    chosen = {**options(rules), "banker_draw_rule": rules.banker_draw_rule}
    return changed(chemin.Rules(seats=2 * rules.seats), **chosen)


def to_chemin_de_fer(event: messages.Event) -> at_chemin.Event | None:
    """Return chemin de fer's event for one of the last coup; `None` for any other."""
    match event:
        case messages.SeatsChanged():
            return at_chemin.SeatsChanged(event.seats)
        case messages.BankLeft():
            return at_chemin.HandPassed("session", NO_SEAT, NOBODY, rests=True, moves=event.moves)
        case messages.CoupClosed():
            return at_chemin.CoupClosed()
        case messages.SessionBroken():
            return at_chemin.SessionBroken(event.by, event.moves)
        case _ if isinstance(event, messages.LastCoupEvent | Voided):
            return event
        case _:
            return None


def shown(rules: Rules, coup: Coup) -> view.View:
    """Return what everybody may know of it; the hand goes to nobody after it."""
    return changed(view.view(rules_of(rules), coup), follows=NO_SEAT)


def private_view(rules: Rules, state: State, party: Party) -> view.Own | None:
    """Return what a party alone is shown of the last coup; `None` for nothing.

    Its cards and what it may choose; a banker who holds no seat is shown that he may deal.
    """
    coup = state.chemin
    if coup is None:
        return None
    if party == coup.banker and coup.stage == "deal" and not coup.seat_of(party):
        deal = Option("chemin_de_fer.deal", NO_SEAT, "", Amount(0), "MC-CDF-27")
        return view.Own("banker", (), 0, (deal,))
    return view.private_view(rules_of(rules), coup, party)
