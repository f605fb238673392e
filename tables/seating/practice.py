"""Practice chips: granted on arrival, and again before a player lacks the least stake.

They are of a currency of their own, so the ledger moves none of them to what a player has else, and
no limit, grant or session of his knows them (`players.practise`). Services of doors and the floor.
"""

from typing import Final

from django.conf import settings
from django.db import connection, transaction

from casino.database.on_commit import run_on_commit
from casino.players import services as players
from tables.realtime import publish
from tables.rows import parties, rule_sets
from tables.wire import codec, outgoing


def grant_practice_chips(player_id: int, rules_key: str) -> None:
    """Grant practice chips to a player who has less than the least stake of these rules.

    Needs the caller's transaction. Shows him what he has then, at all practice tables.
    """
    held = players.grant_practice_chips(player_id, _least(rules_key))
    if held is not None:
        shown = codec.encode(outgoing.WalletShown(held, 0, "practice"))
        run_on_commit(publish.purse, parties.party_of(player_id), shown)


def grant_on_arrival(player_id: int, rules_key: str) -> int:
    """Grant practice chips to a player who arrives without; return their balance."""
    with transaction.atomic(durable=True):
        grant_practice_chips(player_id, rules_key)
    return players.wallet_of(player_id, settings.PRACTICE_CURRENCY).account.balance


_SEATED: Final = """
SELECT DISTINCT box.player_id, gaming.rules_id, account.credits - account.debits
  FROM tables_table AS gaming
  JOIN tables_box AS box ON box.table_id = gaming.id AND box.player_id IS NOT NULL
  JOIN players_wallet AS wallet
    ON wallet.player_id = box.player_id AND wallet.currency = gaming.currency
  JOIN ledger_account AS account ON account.id = wallet.account_id
  LEFT JOIN tables_round AS round ON round.id = gaming.round_id
 WHERE gaming.practice AND round.status IS DISTINCT FROM 'running'"""


def grant_between_rounds() -> int:
    """Grant chips to seated players below the least stake, between rounds; return how many.

    Called by the croupier.
    """
    with connection.cursor() as cursor:
        cursor.execute(_SEATED)
        short = [(who, rules) for who, rules, held in cursor.fetchall() if held < _least(rules)]
    for player_id, rules_key in short:
        with transaction.atomic(durable=True):
            grant_practice_chips(player_id, rules_key)
    return len(short)


def _least(rules_key: str) -> int:
    game, rules = rule_sets.game_and_rules(rules_key)
    return game.stake_limits(rules)[0] or 1
