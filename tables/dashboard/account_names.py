"""What the accounts of tables and jackpots are called."""

from collections.abc import Mapping
from typing import Final

from casino.i18n import Words, both
from casino.ledger.account_names import REASONS, register_names
from casino.players.account_names import usernames
from tables.history.narration import move_reason
from tables.models import Jackpot, Table

REASONS.append(move_reason)
PLACES: Final = {
    "float": Words("Encaisse", "Float"),
    "layout": Words("Tapis", "Layout"),
    "drop": Words("Change", "Drop"),
    "bank": Words("Banque", "Bank"),
    "garage": Words("Garage", "Garage"),
    "levy": Words("Cagnotte", "Levy"),
    "note_box": Words("Boîte à billets", "Note box"),
}
OF_CURRENCY: Final = {
    "tickets": Words("Tickets émis", "Tickets issued"),
    "payments": Words("Chèques et virements à émettre", "Cheques and transfers to be issued"),
    "orphans": Words("Tickets orphelins", "Orphan tickets"),
    "note_boxes": Words("Boîtes à billets à compter", "Note boxes to be counted"),
}
"""What there is once in each currency."""


@register_names(*PLACES, "colour")
def names_of_table_accounts(codes: Mapping[str, str]) -> Mapping[str, str]:
    """Return the display names of ledger accounts at tables, by code.

    `codes` maps a code (`float:7`, `colour:14:7`) to what follows its first colon; codes of no
    known table or owner are left out. Two queries at the most.
    """
    tables = {code: rest.rpartition(":")[2] for code, rest in codes.items()}
    numbers = [int(each) for each in tables.values() if each.isdigit()]
    rows = Table.objects.filter(pk__in=numbers).values_list("pk", "name")
    called = {str(table_id): name for table_id, name in rows}
    owners = {
        code: rest.partition(":")[0] for code, rest in codes.items() if code.startswith("colour")
    }
    known = usernames(set(owners.values())) if owners else {}
    found = {}
    for code, table_id in tables.items():
        if table_id not in called:
            continue
        kind = code.partition(":")[0]
        if kind in PLACES:
            found[code] = f"{PLACES[kind].text()}, {called[table_id]}"
        elif owners[code] in known:
            owner = known[owners[code]]
            chips = both(f"Jetons de couleur de {owner}", f"{owner}’s colour chips")
            found[code] = f"{chips}, {called[table_id]}"
    return found


@register_names("pot")
def names_of_pot_accounts(codes: Mapping[str, str]) -> Mapping[str, str]:
    """Name pots by their jackpot."""
    parts = {code: rest.split(":", 1) for code, rest in codes.items()}
    numbers = [int(each[0]) for each in parts.values() if each[0].isdigit()]
    rows = Jackpot.objects.filter(pk__in=numbers).values_list("pk", "name")
    called = {str(jackpot_id): name for jackpot_id, name in rows}
    return {
        code: f"{called[part[0]]}, {part[-1]}" for code, part in parts.items() if part[0] in called
    }


@register_names(*OF_CURRENCY)
def names_of_currency_accounts(codes: Mapping[str, str]) -> Mapping[str, str]:
    """Name what there is once in each currency: what is owed to tickets, and what is counted."""
    return {
        code: f"{OF_CURRENCY[code.partition(':')[0]].text()} ({currency})"
        for code, currency in codes.items()
    }
