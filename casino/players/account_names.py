"""What the accounts of players are called, and what moves between them is for."""

from collections.abc import Collection, Mapping
from typing import Final

from casino.backoffice.labels import names_references
from casino.i18n import Words, both
from casino.ledger.account_names import CAUSES, REASONS, register_names
from casino.players import services
from casino.players.models import Player


def usernames(ids: set[str]) -> dict[str, str]:
    """Return the usernames of players, by id as text."""
    numbers = [int(each) for each in ids if each.isdigit()]
    rows = Player.objects.filter(pk__in=numbers).values_list("pk", "username")
    return {str(player_id): username for player_id, username in rows}


def transfer_label(why: str) -> tuple[str, str]:
    """Return the text of a transfer's purpose; its code twice for postings of other apps."""
    return services.REASONS.get(why, (why, why))


REASONS.append(transfer_label)
CAUSES.append({"close": Words("Compte fermé", "Account closed")}.get)


@names_references("player")
def names_of_players(ids: Collection[str]) -> Mapping[str, str]:
    """Name players by their username."""
    return usernames({*ids})


@names_references("request")
def names_of_cash_requests(ids: Collection[str]) -> Mapping[str, str]:
    """Name requests at the cage by their number."""
    return {each: both(f"demande n° {each}", f"request no. {each}") for each in ids}


OWNED: Final = {
    "wallet": Words("Porte-monnaie de {owner}", "{owner}’s wallet"),
    "cash": Words("Espèces de {owner}", "{owner}’s cash"),
    "practice": Words("Jetons d’entraînement de {owner}", "{owner}’s practice chips"),
}


@register_names(*OWNED)
def name_player_accounts(codes: Mapping[str, str]) -> Mapping[str, str]:
    """Return display names by code, with the player's username; see `Namer`.

    Codes of unknown players are left out.
    """
    owners = {code: rest.partition(":")[0] for code, rest in codes.items()}
    known = usernames(set(owners.values()))
    return {
        code: OWNED[code.partition(":")[0]].text(owner=known[owner])
        for code, owner in owners.items()
        if owner in known
    }
