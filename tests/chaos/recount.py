"""Counts every round again, from its events alone, and compares with what the ledger moved.

Runs inside a house, by `manage.py shell`; prints one line for each round that does not agree.
"""

from collections import Counter

from tables import records
from tables.games.core.money import Place
from tables.models import Round


def recount() -> None:
    """Print `<rounds> rounds agree`, after a line for each that does not."""
    agree = 0
    for round_ in Round.objects.exclude(status="running").order_by("pk"):
        if faults := _faults(round_):
            print(f"round {round_.pk}: {'; '.join(faults)}")  # noqa: T201
        else:
            agree += 1
    print(f"{agree} rounds agree")  # noqa: T201


def _faults(round_: Round) -> list[str]:
    from casino.ledger.services import net_by_account
    from casino.players.models import Wallet

    game, _ = records.game_and_rules(round_.rules_id)
    rows = list(round_.events.order_by("seq"))
    events = records.events(round_.pk, 0, rows[-1].seq)
    state = None
    for event in events:
        state = game.evolve(state, event)
    faults = []
    if not game.over(state) or game.on_layout(state):
        faults.append("its events do not end it")
    wallets = dict(Wallet.objects.values_list("account_id", "player_id"))
    told: Counter[str] = Counter()
    for event in events:
        for move in event.moves:
            if move.source is Place.WALLET:
                told[move.party] -= move.amount
            if move.target is Place.WALLET:
                told[move.party] += move.amount
    moved = {
        str(wallets[account]): net
        for account, net in net_by_account(round_.reference).items()
        if account in wallets
    }
    if moved != dict(told):
        faults.append(f"events {dict(told)}, ledger {moved}")
    return faults
