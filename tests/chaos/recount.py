"""Counts every round and pot again, from the events alone, and compares with what the ledger moved.

Runs inside a house, by `manage.py shell`; prints one line for each that does not agree.
"""

from collections import Counter

from tables.funds import accounts
from tables.games.core.money import Place
from tables.models import Pot, Round, RoundEvent
from tables.projections import round_rows
from tables.rows import rule_sets


def recount() -> None:
    """Print `<rounds> rounds agree`, after a line for each that does not."""
    agree = 0
    for round_ in Round.objects.exclude(status="running").order_by("pk"):
        if faults := _faults(round_):
            print(f"round {round_.pk}: {'; '.join(faults)}")  # noqa: T201
        else:
            agree += 1
    for pot in Pot.objects.order_by("pk"):
        if faults := _pot_faults(pot):
            print(f"pot {pot}: {'; '.join(faults)}")  # noqa: T201
    print(f"{agree} rounds agree")  # noqa: T201


def _faults(round_: Round) -> list[str]:
    from casino.ledger.models import Account
    from casino.ledger.services import net_by_account
    from casino.players.models import Wallet

    game, _ = rule_sets.game_and_rules(round_.rules_id)
    rows = list(round_.events.order_by("seq"))
    events = round_rows.round_events(round_.pk, 0, rows[-1].seq)
    state = None
    for event in events:
        state = game.evolve(state, event)
    faults = []
    if not game.is_over(state):
        faults.append("its events do not end it")
    if game.on_layout(state) != round_.carried_out:
        faults.append(f"keeps {game.on_layout(state)}, says {round_.carried_out}")
    wallets = dict(Wallet.objects.values_list("account_id", "player_id"))
    pots = dict(
        Pot.objects.filter(jackpot__table=round_.table_id).values_list("account_id", "name")
    )
    codes = {f"{place}:{round_.table_id}": str(place) for place in accounts.EXTRA_PLACES}
    held = {
        account: codes[code]
        for account, code in Account.objects.filter(code__in=codes).values_list("pk", "code")
    }
    told: Counter[str] = Counter()
    for event in events:
        for move in event.moves:
            for place, amount in ((move.source, -move.amount), (move.target, move.amount)):
                if place is Place.WALLET:
                    told[move.party] += amount
                if place is Place.JACKPOT:
                    told[move.pot] += amount
                if place in accounts.EXTRA_PLACES:
                    told[place] += amount
    names = {account: str(player) for account, player in wallets.items()} | pots | held
    moved = {
        names[account]: net
        for account, net in net_by_account(round_.reference).items()
        if account in names
    }
    if moved != dict(told):
        faults.append(f"events {dict(told)}, ledger {moved}")
    return faults


def _pot_faults(pot: Pot) -> list[str]:
    """Compare a pot with its opening seed and what the events of its tables' rounds say of it."""
    from casino.ledger.services import balance, net_by_account

    told = net_by_account(f"jackpot:{pot.jackpot_id}").get(pot.account_id, 0)
    for body in RoundEvent.objects.filter(
        round__table__jackpot=pot.jackpot_id, body__moves__contains=[{"pot": pot.name}]
    ).values_list("body", flat=True):
        for move in body["moves"]:
            if move["pot"] == pot.name:
                told += move["amount"] * (1 if move["target"] == "jackpot" else -1)
    holds = balance(pot.account_id)
    owed = sum(
        each.change for each in pot.claimed.filter(claim__payment=None).select_related("claim")
    )
    faults = [f"events {told}, ledger {holds}"] if told != holds else []
    if holds + owed < pot.seed:
        faults.append(f"holds {holds}, owes {-owed}, less than its seed {pot.seed}")
    return faults
