"""By what the search of the office finds tables, rounds, rules, disputes, tickets and vouchers.

A house has few tables and rule sets: these are looked through by a part of their name.
"""

import re
from contextlib import suppress
from datetime import date
from typing import Final

from django.db.models import Q

from casino.backoffice.search.sources import Matches, SearchTerm, search_source
from casino.i18n import Words
from tables.history import round_search
from tables.models import Dispute, Round, RuleSet, Table, Ticket, Voucher

_VOUCHER: Final = re.compile(r"(\d{4})(\d\d)(\d\d)-(\d{1,9})-(\d{1,9})", re.ASCII)


def _tables(term: SearchTerm) -> list[int]:
    """Return the table of this name, whatever its case."""
    return list(Table.objects.filter(name__iexact=term.text).values_list("pk", flat=True))


@search_source(Table, Words("nom, ou une partie du nom", "name, or a part of it"))
def search_tables(term: SearchTerm) -> Matches:
    """Tables by name or id; similar are those whose name contains the term."""
    exact = [Q(pk__in=_tables(term))]
    if term.number is not None:
        exact.append(Q(pk=term.number))
    return Matches(exact, [Q(name__icontains=term.text)])


@search_source(
    Round,
    Words(
        "table et numéro (Dauphine 42), nom exact d’un joueur, jour (2026-11-25), heure (20:15),"
        " montant misé ou payé (17,50), carte (K♥), ou plusieurs de ces mots",
        "table and number (Dauphine 42), a player’s exact name, day (2026-11-25), time (20:15),"
        " amount staked or paid (17.50), card (K♥), or several of these words",
    ),
)
def search_rounds(term: SearchTerm) -> Matches:
    """Rounds as their own list finds them; a name alone finds similar ones."""
    query = round_search.parse_query(term.text)
    if query is None:
        return Matches(())
    found = [round_search.query_condition(query)]
    by_name = query.name and query.number is None
    return Matches((), found) if by_name else Matches(found)


@search_source(
    Ticket,
    Words(
        "numéro, nom du joueur, nom de l’appareil, montant (1 234,50)",
        "number, the player’s name, the machine’s name, amount (1,234.50)",
    ),
)
def search_tickets(term: SearchTerm) -> Matches:
    """Machine tickets by number, player, machine or amount; never by their code."""
    return _numbered(term, [Q(player__in=term.player_ids), Q(table__in=_tables(term))])


@search_source(
    Voucher,
    Words(
        "numéro (20261125-3-1), nom de la table, nom de qui l’a écrit, montant (1 234,50)",
        "number (20261125-3-1), the table’s name, the writer’s name, amount (1,234.50)",
    ),
)
def search_vouchers(term: SearchTerm) -> Matches:
    """Vouchers by the number that they bear, table, writer or amount."""
    found = [Q(table__in=_tables(term)), Q(by__in=term.player_ids)]
    if term.amount is not None:
        found.append(Q(amount=term.amount))
    if written := _VOUCHER.fullmatch(term.text):
        year, month, day, table, number = map(int, written.groups())
        with suppress(ValueError):  # No such day.
            found.append(Q(day=date(year, month, day), table=table, number=number))
    return Matches(found)


@search_source(
    Dispute,
    Words("numéro, nom du joueur, nom de la table", "number, the player’s name, the table’s name"),
    state="all",
)
def search_disputes(term: SearchTerm) -> Matches:
    """Disputes by number, player or table."""
    found = [Q(player__in=term.player_ids), Q(table__in=_tables(term))]
    return Matches([*found, Q(pk=term.number)] if term.number is not None else found)


@search_source(
    RuleSet,
    Words("série (FR-2024/maison), ou une partie", "series (FR-2024/house), or a part of it"),
)
def search_rule_sets(term: SearchTerm) -> Matches:
    """Rule sets by key or series; similar are those whose key contains the term."""
    return Matches([Q(pk=term.text), Q(series=term.text)], [Q(key__icontains=term.text)])


def _numbered(term: SearchTerm, found: list[Q]) -> Matches:
    if term.number is not None:
        found.append(Q(pk=term.number))
    if term.amount is not None:
        found.append(Q(amount=term.amount))
    return Matches(found)
