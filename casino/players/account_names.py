"""What the accounts of players are called, and what moves between them is for."""

from collections.abc import Mapping
from typing import Final

from casino.i18n import Words
from casino.ledger.account_names import REASONS, named_by
from casino.players import services
from casino.players.models import Player


def usernames(ids: set[str]) -> dict[str, str]:
    """Return the usernames of players, by id as text."""
    numbers = [int(each) for each in ids if each.isdigit()]
    rows = Player.objects.filter(pk__in=numbers).values_list("pk", "username")
    return {str(player_id): username for player_id, username in rows}


def reason(why: str) -> tuple[str, str]:
    """Return what a transfer is for; its code twice where it is no posting of the players'."""
    return services.REASONS.get(why, (why, why))


REASONS.append(reason)
OWNED: Final = {
    "wallet": Words("Porte-monnaie de {owner}", "{owner}’s wallet"),
    "cash": Words("Espèces de {owner}", "{owner}’s cash"),
    "practice": Words("Jetons d’entraînement de {owner}", "{owner}’s practice chips"),
}


@named_by(*OWNED)
def of_players(codes: Mapping[str, str]) -> Mapping[str, str]:
    """Name wallets, cash and practice chips by whose they are."""
    owners = {code: rest.partition(":")[0] for code, rest in codes.items()}
    known = usernames(set(owners.values()))
    return {
        code: OWNED[code.partition(":")[0]].said(owner=known[owner])
        for code, owner in owners.items()
        if owner in known
    }
