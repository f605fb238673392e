"""What the accounts of tables and jackpots are called."""

from collections.abc import Collection, Mapping
from typing import Final

from casino.backoffice.labels import names_references
from casino.i18n import Words, both
from casino.ledger.account_names import CAUSES, REASONS, register_names
from casino.players.account_names import usernames
from tables.games import GAMES
from tables.history.narration import move_reason, pot_name
from tables.models import Jackpot, Round, Table
from tables.office.floor_event_words import FLOOR_EVENT_WORDS

REASONS.append(move_reason)
ENTRIES: Final = {
    "cash_ticket": Words("Ticket payé à la caisse", "Ticket paid at the cage"),
    "dispute": Words("Contestation tranchée", "Dispute decided"),
    "issue_payment": Words("Chèque ou virement émis", "Cheque or transfer issued"),
    "table.voided": Words("Coup annulé", "Round voided"),
    "ticket_lapses": Words("Ticket périmé", "Ticket lapsed"),
    "voucher": Words("Bon exécuté", "Voucher carried out"),
}
"""What entries of the ledger stand for beside moves and acts on the floor, by cause."""


@CAUSES.append
def entry_label(cause: str) -> tuple[str, str] | None:
    """Return what an entry of the floor is for; of a step of a round its game."""
    if (game := GAMES.get(cause.partition(".")[0])) is not None:
        return game.wording.name
    return ENTRIES.get(cause) or FLOOR_EVENT_WORDS.get(cause)


@names_references("table")
def names_of_tables(ids: Collection[str]) -> Mapping[str, str]:
    """Name tables by their name."""
    rows = Table.objects.filter(pk__in=_numbers(ids)).values_list("pk", "name")
    return {str(table_id): name for table_id, name in rows}


@names_references("round")
def names_of_rounds(ids: Collection[str]) -> Mapping[str, str]:
    """Name rounds by their table and number."""
    rows = Round.objects.filter(pk__in=_numbers(ids)).values_list("pk", "table__name", "number")
    word = both("coup", "round")
    return {str(round_id): f"{table}, {word} {number}" for round_id, table, number in rows}


@names_references("dispute")
def names_of_disputes(ids: Collection[str]) -> Mapping[str, str]:
    """Name disputes by their number."""
    return {each: both(f"contestation n° {each}", f"dispute no. {each}") for each in ids}


@names_references("jackpot")
def names_of_jackpots(ids: Collection[str]) -> Mapping[str, str]:
    """Name jackpots by their name."""
    rows = Jackpot.objects.filter(pk__in=_numbers(ids)).values_list("pk", "name")
    return {str(jackpot_id): f"jackpot {name}" for jackpot_id, name in rows}


def _numbers(ids: Collection[str]) -> list[int]:
    return [int(each) for each in ids if each.isdigit()]


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
        code: f"{called[part[0]]}, {both(*pot_name(part[-1]))}"
        for code, part in parts.items()
        if part[0] in called
    }


@register_names(*OF_CURRENCY)
def names_of_currency_accounts(codes: Mapping[str, str]) -> Mapping[str, str]:
    """Name what there is once in each currency: what is owed to tickets, and what is counted."""
    return {
        code: f"{OF_CURRENCY[code.partition(':')[0]].text()} ({currency})"
        for code, currency in codes.items()
    }
