"""How a table is set up: closed, under a rule set, with its boxes, float and jackpot."""

from typing import Any, Final
from uuid import UUID, uuid5

from django.conf import settings
from django.db import transaction

from casino.ledger import services as ledger
from casino.ledger.models import Kind
from casino.players.models import Player
from tables.cage import floats
from tables.cage import services as cage
from tables.funds import accounts, postings
from tables.games.core.protocol import AnyGame, Refused
from tables.machines import services as machines
from tables.models import Jackpot, Pot, Table
from tables.rows import boxes, rule_sets, table_rows
from tables.rules import returns
from tables.rules import services as books
from tables.staff.authority import OPERATE

ORDERS: Final = UUID("6e1a7b0c-5f0e-5b7e-9f0a-0f6a5a1c3d03")
"""Namespace of the entry ids of the orders that the floor gives itself."""


FLOAT: Final = 100_000_00
"""Minor units that a new table's float is filled with, unless another amount is given."""


def create_table(
    *,
    name: str,
    rules_key: str,
    operator: Player,
    float_amount: int = FLOAT,
    follows_series: bool = False,
    jackpot: Jackpot | None = None,
    practice: bool = False,
) -> Table:
    """Set up a closed table under a rule set, with its boxes and a filled float (minor units).

    Where the rules play for pots the table is linked to `jackpot`, beside the tables that already
    are, or gets one of its own. `practice` is for ever: everybody at such a table plays for
    practice chips, and is shown what basic strategy would do. Where the text has the games
    management fix floats, and the operator is of it, his amount is fixed (MC-CHIPS-08). A machine
    is filed, in the store.

    Refuses `not_qualified`, `unknown_rules` for a draft, `not_in_force` before the set's date,
    `favours_player` when a bet does, see `returns.refuse_favourable`, and `pot_mismatch`
    when the jackpot's pots are not those of the rules.
    """
    if not operator.has_perm(OPERATE):
        raise Refused("not_qualified")
    rule_set = books.published_in_force(rules_key)
    game, rules = rule_sets.game_and_rules(rule_set.key)
    returns.refuse_favourable(rule_set)
    currency = settings.PRACTICE_CURRENCY if practice else settings.HOUSE_CURRENCY
    with transaction.atomic():
        table_id = table_rows.reserve_id()
        table = table_rows.create(
            table_id,
            name=name,
            jackpot=_jackpot(game, rules, jackpot, name, currency),
            rules=rule_set,
            follows_series=follows_series,
            practice=practice,
            currency=currency,
            float_account=ledger.open_account(f"float:{table_id}", Kind.FLOAT, currency),
            layout_account=ledger.open_account(f"layout:{table_id}", Kind.LAYOUT, currency),
        )
        accounts.open_place_accounts(table_id, currency, game.needs(rules).extra_places)
        boxes.set_count(table_id, game.box_count(rules))
        machines.file_new_machine(table_id, operator=operator)
    order = uuid5(ORDERS, f"opening float:{table_id}")
    cage.give_first_float(table_id, float_amount, operator=operator, order=order)
    if operator.has_perm(floats.FIX):
        floats.fix_as_held(table_id, operator=operator, reason="opening float")
    return table


def _jackpot(
    game: AnyGame, rules: Any, chosen: Jackpot | None, name: str, currency: str
) -> Jackpot | None:
    """Return the jackpot that a table of these rules plays for, made and seeded unless chosen."""
    seeds = game.needs(rules).pots
    if chosen is not None:
        pots = {pot.name: pot.seed for pot in chosen.pots.all()}
        if pots != dict(seeds) or chosen.currency != currency:
            raise Refused("pot_mismatch", jackpot=chosen.name)
        return chosen
    if not seeds:
        return None
    made = Jackpot.objects.create(name=name, currency=currency)
    house = postings.capital_account(currency)
    legs = []
    for pot, seed in seeds.items():
        account = ledger.open_account(f"pot:{made.pk}:{pot}", Kind.POT, currency)
        Pot.objects.create(jackpot=made, name=pot, seed=seed, account=account)
        if seed:
            legs.append(ledger.Leg(house, account.pk, seed, "seed"))
    if legs:
        order = uuid5(ORDERS, f"opening pots:{made.pk}")
        ledger.post(order, legs, cause="seed", reference=f"jackpot:{made.pk}")
    return made
