"""Players as the engines know them, and whose wallet is whose."""

from tables.games.core.money import Party


def party_of(player_id: int) -> Party:
    """Return the name under which engines know a player."""
    return Party(str(player_id))
