"""Colour chips: bought at a table for a value that the player chooses, and changed back there.

They are money of the ledger in an account of the player and the table alone (MC-CHIPS-05): stakes
come out of it, and what they win goes into it. Services of players, and of the croupier's sweep.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final, Literal
from uuid import UUID

from django.db import connection, transaction

from casino.database.on_commit import run_on_commit
from casino.ledger import services as ledger
from casino.ledger.models import Kind
from casino.ledger.services import Leg
from casino.players.models import Wallet
from tables.funds import colour_chips
from tables.games.core.course import check_stake
from tables.games.core.money import Amount, Party
from tables.games.core.protocol import ColoursSold, Refused
from tables.models import ColourChips
from tables.projections import floor_acts, live_round
from tables.realtime import publish
from tables.rounds.persistence import HOUSE, Origin
from tables.rows import answers, due_work, rule_sets, table_rows
from tables.rows.table_rows import HeldColourChips, Surroundings, TableRow
from tables.wire import codec, floor_commands, outgoing
from tables.wire.handlers import Handlers

HELD_FOR: Final = timedelta(minutes=2)
"""Whoever has had no socket open for this long is given his money back (MC-CHIPS-20)."""


def buy_colour_chips(
    *, player_id: int, table_id: int, command_id: UUID, unit: Amount, chips: int
) -> outgoing.ReceiptShown | None:
    """Sell a player colour chips of a chosen value (MC-CHIPS-06); see `answers.answer_once`.

    Refuses `colours_not_sold` where the rules sell none, `colours_taken` when every colour is
    somebody's, `chip_value_fixed` for another value while he has chips, and, as a stake is
    refused, a value beyond the limits; `exchange_closed` while a round is settled (MC-CHIPS-13).
    """
    with answers.answer_once(player_id, table_id, command_id) as answer:
        table, around = answer.begin()
        if table.status not in live_round.PLAYING:
            raise Refused(live_round.NOT_PLAYING[table.status], clause="MC-CHIPS-12")
        game, rules = rule_sets.game_and_rules(table.rules_key)
        sold = game.needs(rules).colours
        if sold is None:
            raise Refused("colours_not_sold")
        if around.purse is None:
            raise Refused("no_wallet")
        _check_open(table, around)
        check_stake(
            Refused, unit, least=sold.least, step=sold.step, most=sold.most, clause="MC-CHIPS-06"
        )
        held = _colour_for(table, around, player_id, sold, unit)
        posted = ledger.post(
            Origin(player_id, command_id).entry(table.id, table.seq),
            [Leg(around.purse.account, held.account, unit * chips, "colours")],
            cause="colours",
            reference=f"table:{table.id}",
        )
        _show(table, held, posted, around.purse.account, command_id, f"{chips} × {unit}")
    return answer.receipt


def change_colours_back(
    *, player_id: int, table_id: int, command_id: UUID
) -> outgoing.ReceiptShown | None:
    """Change all colour chips of a player into chips and free the colour (MC-CHIPS-20).

    Refuses `no_colours` to whoever has none, `colours_lie` while some lie on the layout, and
    `exchange_closed` while a round is settled.
    """
    with answers.answer_once(player_id, table_id, command_id) as answer:
        table, around = answer.begin()
        held = colour_chips.of_player(table.id, player_id)
        if held is None:
            raise Refused("no_colours")
        _check_open(table, around)
        if held.party in _staked(table, around):
            raise Refused("colours_lie", clause="MC-CHIPS-20")
        assert around.purse is not None
        entry = Origin(player_id, command_id).entry(table.id, table.seq)
        _change_back(table, held, around.purse.account, entry, command_id)
    return answer.receipt


def record_presence(present: Mapping[int, set[Party]]) -> None:
    """Record who has a socket open at which table; every web process calls it each few seconds."""
    pairs = [(table_id, int(party)) for table_id, parties in present.items() for party in parties]
    if not pairs:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tables_colourchips SET seen_at = clock_timestamp()"
            " FROM unnest(%s::bigint[], %s::bigint[]) AS present (at_table, who)"
            " WHERE table_id = at_table AND player_id = who AND colour IS NOT NULL",
            [[table for table, _ in pairs], [player for _, player in pairs]],
        )


_DUE: Final = """
SELECT chips.table_id, array_agg(chips.player_id ORDER BY chips.player_id)
  FROM tables_colourchips AS chips JOIN tables_table AS gaming ON gaming.id = chips.table_id
 WHERE chips.colour IS NOT NULL
   AND (chips.seen_at < clock_timestamp() - %s::interval OR gaming.status = 'closed')
 GROUP BY chips.table_id"""


def change_back_abandoned(at_each: due_work.Sweep = due_work.run_at_each) -> int:
    """Change back colour chips of absent players and closed tables; return how many players.

    Stakes that lie are settled first. Called by the croupier; a table that somebody is acting at is
    left for the next sweep.
    """
    with connection.cursor() as cursor:
        cursor.execute(_DUE, [str(HELD_FOR)])
        players = dict(cursor.fetchall())
    changed = 0

    def sweep_table(table_id: int) -> bool:
        nonlocal changed
        for player_id in players[table_id]:
            changed += _sweep(table_id, player_id)
        return True

    at_each(sweep_table, players)
    return changed


def _sweep(table_id: int, player_id: int) -> bool:
    with transaction.atomic(durable=True):
        begun = table_rows.lock_and_read_unless_locked(table_id)
        if begun is None:
            return False
        table, around = begun
        held = colour_chips.of_player(table_id, player_id)
        row = ColourChips.objects.get(table_id=table_id, player_id=player_id)
        late = row.seen_at < table.now - HELD_FOR or table.status == "closed"
        if held is None or not late or held.party in _staked(table, around):
            return False
        wallet = Wallet.objects.get(player_id=player_id, currency=table.currency).account_id
        _change_back(table, held, wallet, HOUSE.entry(table.id, table.seq + 1), None)
        return True


def _check_open(table: TableRow, around: Surroundings) -> None:
    """Refuse an exchange while the layout is cleared and winners are paid (MC-CHIPS-13)."""
    if live_round.load(table, around).is_settling:
        raise Refused("exchange_closed", clause="MC-CHIPS-13")


def _staked(table: TableRow, around: Surroundings) -> frozenset[Party]:
    """Return who has chips on the layout, also between two rounds."""
    round_ = live_round.load(table, around)
    return round_.game.staked_parties(round_.state)


def _colour_for(
    table: TableRow, around: Surroundings, player_id: int, sold: ColoursSold, unit: Amount
) -> HeldColourChips:
    """Return the player's colour, else the first free one."""
    everybody = colour_chips.at_table(table.id)
    mine = next((each for each in everybody if each.player_id == player_id), None)
    if mine is None:
        taken = {each.colour for each in everybody}
        free = [colour for colour in sold.colours if colour not in taken]
        if not free:
            raise Refused("colours_taken", colours=len(sold.colours), clause="MC-CHIPS-05")
        colour = free[0]
    else:
        colour = mine.colour
        if mine.unit == unit:
            return mine
        if ledger.balance(mine.account) or mine.party in _staked(table, around):
            raise Refused("chip_value_fixed", value=mine.unit, clause="MC-CHIPS-06")
    account = ledger.open_account(f"colour:{player_id}:{table.id}", Kind.COLOUR, table.currency)
    ColourChips.objects.update_or_create(
        table_id=table.id,
        player_id=player_id,
        defaults={"account": account, "colour": colour, "unit": unit, "seen_at": table.now},
    )
    name = around.purse.name if around.purse else ""
    return HeldColourChips(player_id, name, colour, unit, account.pk)


def _change_back(
    table: TableRow, held: HeldColourChips, wallet: int, entry: UUID, cause: UUID | None
) -> None:
    """Move all that the chips are worth to the wallet; the colour is anybody's again."""
    worth = ledger.balance(held.account)
    posted = None
    if worth:
        legs = [Leg(held.account, wallet, worth, "colours_back")]
        posted = ledger.post(entry, legs, cause="colours_back", reference=f"table:{table.id}")
    ColourChips.objects.filter(table_id=table.id, player_id=held.player_id).update(colour=None)
    _show(table, held, posted, wallet, cause, str(worth), back=True)


def _show(
    table: TableRow,
    held: HeldColourChips,
    posted: ledger.Posted | None,
    wallet: int,
    cause: UUID | None,
    reason: str,
    *,
    back: bool = False,
) -> None:
    """Record the exchange; publish the colours, and send the player their new holdings."""
    floor_acts.record_and_publish(
        table,
        "colours_back" if back else "colours",
        by=held.player_id if cause else None,
        reason=f"{held.colour}: {reason}" if cause else f"{held.name}, {held.colour}: {reason}",
        cause=cause,
        own={} if back else {held.party: colour_chips.colour_chips_message(held, table.seq + 1)},
    )
    if posted:
        of: Literal["practice", "wallet"] = "practice" if table.practice else "wallet"
        balance = codec.encode(outgoing.WalletShown(posted.balances[wallet], 0, of))
        run_on_commit(publish.purse, held.party, balance)


COMMANDS: Final[Handlers] = {
    floor_commands.BuyColours: lambda command, **asked: buy_colour_chips(
        **asked, unit=command.unit, chips=command.chips
    ),
    floor_commands.ChangeColours: lambda command, **asked: change_colours_back(**asked),
}
"""Who carries out a command of this subject."""
