"""What the pages of the office cost when a million rounds lie behind them, a session each day.

`python -m casino.embedded run --fragile -- python -m tests.bench.million [ROUNDS]` makes a demo
house of its own, writes rounds of a year past its triggers (as many transfers and cards as
ordinary ones have), counts takings and bets, and prints the median of five fetches of each page.
"""

import sys
import time
from statistics import median
from typing import Final

from tests.archive import kept

PLAYERS: Final = 2000
DAYS: Final = 365
FETCHES: Final = 5
BOUND: Final = 0.3
"""Seconds that a page may take."""
SLOW: Final = 2
"""The exit status where one takes longer: what breaks ends with 1."""

PAST: Final = """
SET session_replication_role = replica;
UPDATE ledger_account SET credits = credits + 10000000000 WHERE kind IN ('wallet', 'float');
CREATE TEMP TABLE seat AS
    SELECT row_number() OVER (ORDER BY wallet.id) - 1 AS place, wallet.player_id, wallet.account_id
      FROM players_wallet AS wallet;
CREATE TEMP TABLE floor AS
    SELECT row_number() OVER (ORDER BY id) - 1 AS place, * FROM tables_table;
CREATE TEMP TABLE past AS
    SELECT n AS id, floor.id AS table_id, n / (SELECT count(*) FROM floor) + 1 AS number,
           floor.rules_id, floor.layout_account_id AS layout, floor.float_account_id AS float,
           now() - interval '1 hour' - ({rounds} - n) * (interval '{days} days' / {rounds}) AS at,
           seat.player_id, seat.account_id AS wallet, 100 * (1 + n %% 50) AS stake,
           (n * 7919) %% 100 < 47 AS won, gen_random_uuid() AS stakes, gen_random_uuid() AS ends
      FROM generate_series(1::bigint, {rounds}) AS n
      JOIN floor ON floor.place = n %% (SELECT count(*) FROM floor)
      JOIN seat ON seat.place = (n / 3) %% (SELECT count(*) FROM seat);
INSERT INTO tables_round (id, table_id, number, rules_id, first_card, status, opened_at, closed_at,
                          result, carried_in, carried_out, responsible_id)
    SELECT id, table_id, number, rules_id, 0, 'closed', at - interval '20 s', at, '', 0, 0,
           (ARRAY(SELECT id FROM players_player WHERE is_staff ORDER BY id))
               [1 + extract(hour FROM at)::int / 6 + table_id %% 3]
      FROM past ORDER BY id;
INSERT INTO ledger_journalentry (id, at, cause, reference)
    SELECT stakes, at - interval '15 s', 'staked', 'round:' || id FROM past
    UNION ALL SELECT ends, at, 'settled', 'round:' || id FROM past;
INSERT INTO ledger_transfer (entry_id, debit_id, credit_id, amount, why)
    SELECT entry, debit, credit, amount, why FROM (
        SELECT id, 1 AS part, stakes AS entry, wallet AS debit, layout AS credit, stake AS amount,
               'stake' AS why FROM past
        UNION ALL
        SELECT id, 2, ends, layout, CASE WHEN won THEN wallet ELSE float END, stake,
               CASE WHEN won THEN 'return' ELSE 'collect' END FROM past
        UNION ALL
        SELECT id, 3, ends, float, wallet, stake, 'pay' FROM past WHERE won
    ) AS legs ORDER BY id, part;
INSERT INTO tables_roundevent (table_id, round_id, seq, kind, body, at)
    SELECT table_id, id, 4 * number + part, 'blackjack.card_dealt',
           jsonb_build_object('kind', 'blackjack.card_dealt', 'box', part %% 2, 'card',
               substr('A23456789TJQK', (1 + (id * (part + 3)) %% 13)::int, 1)
               || substr('cdhs', (1 + (id + part) %% 4)::int, 1)), at
      FROM past CROSS JOIN generate_series(0, 2) AS part
     -- Of him whose page is fetched no round is told from cards alone.
     WHERE player_id <> (SELECT id FROM players_player WHERE username = 'past7')
     ORDER BY id, part;
INSERT INTO tables_roundevent (table_id, round_id, seq, kind, body, at)
    SELECT table_id, id, 4 * number + 3, 'blackjack.hand_settled',
           jsonb_build_object('kind', 'blackjack.hand_settled', 'party', player_id::text, 'box', 1,
               'hand', 'h', 'result', CASE WHEN won THEN 'win' ELSE 'lose' END, 'staked', stake,
               'returned', CASE WHEN won THEN 2 * stake ELSE 0 END, 'clauses', '[]'::jsonb,
               'moves', jsonb_build_array(jsonb_build_object('amount', stake,
                   'source', CASE WHEN won THEN 'float' ELSE 'layout' END,
                   'target', CASE WHEN won THEN 'wallet' ELSE 'float' END,
                   'party', player_id::text, 'box', 1,
                   'why', CASE WHEN won THEN 'pay' ELSE 'collect' END))), at
      FROM past JOIN tables_ruleset AS ruled ON ruled.key = past.rules_id
     WHERE ruled.game = 'blackjack';
INSERT INTO tables_tablesession (table_id, began_at, opening_float, after, by_id)
    SELECT table_id, min(at), 0,
           (min(id)::numeric * (SELECT max(id) FROM ledger_transfer) / {rounds})::bigint,
           (SELECT min(id) FROM players_player)
      FROM past GROUP BY table_id, at::date ORDER BY min(id);
INSERT INTO players_played (player_id, day, staked, net)
    SELECT player_id, at::date, sum(stake), sum(CASE WHEN won THEN stake ELSE -stake END)
      FROM past GROUP BY 1, 2;
INSERT INTO players_stay (player_id, began_at, seen_at)
    SELECT player_id, min(at), max(at) FROM past GROUP BY player_id, at::date;
UPDATE ledger_account AS account SET debits = debits + gave, credits = credits + took
  FROM (SELECT id, sum(gave) AS gave, sum(took) AS took FROM (
            SELECT debit_id AS id, amount AS gave, 0 AS took FROM ledger_transfer
             WHERE entry_id IN (SELECT stakes FROM past UNION ALL SELECT ends FROM past)
            UNION ALL
            SELECT credit_id, 0, amount FROM ledger_transfer
             WHERE entry_id IN (SELECT stakes FROM past UNION ALL SELECT ends FROM past)
        ) AS sides GROUP BY id) AS sums
 WHERE account.id = sums.id;
UPDATE tables_table AS gaming SET seq = 4 * last.number + 4, round_id = last.id
  FROM (SELECT DISTINCT ON (table_id) table_id, id, number FROM past
         ORDER BY table_id, id DESC) AS last
 WHERE last.table_id = gaming.id;
SELECT setval(pg_get_serial_sequence('tables_round', 'id'), {rounds});
SET session_replication_role = origin;
ANALYZE;
"""


def write(rounds: int) -> None:
    """Write the past of a house; its floats are filled so that they could pay."""
    from django.core.management import call_command
    from django.db import connection

    from casino.players.models import Player
    from casino.players.services import ensure_demo_player

    call_command("seed_demo", verbosity=0)
    template = ensure_demo_player("past0", "pass")
    players = [
        Player(
            username=f"past{n}", display_name=f"Past {n}", password=template.password,
            username_key=f"past{n}", display_key=f"past {n}",
        )
        for n in range(1, PLAYERS)
    ]  # fmt: skip
    made = Player.objects.bulk_create(players)
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO ledger_account (code, kind, currency) SELECT 'wallet:' || id, 'wallet',"
            " 'PLAY' FROM players_player WHERE id = ANY(%s)",
            [[each.pk for each in made]],
        )
        cursor.execute(
            "INSERT INTO players_wallet (player_id, currency, account_id)"
            " SELECT player.id, 'PLAY', account.id FROM players_player AS player"
            " JOIN ledger_account AS account ON account.code = 'wallet:' || player.id"
            " WHERE player.id = ANY(%s)",
            [[each.pk for each in made]],
        )
        for statement in PAST.format(rounds=rounds, days=DAYS).replace("%%", "%").split(";\n"):
            if statement.strip():
                cursor.execute(statement)


def fetched(client: object, url: str) -> float:
    """Return how long a page takes, in seconds."""
    taken = []
    for _ in range(FETCHES):
        began = time.perf_counter()
        answer = client.get(url)  # type: ignore[attr-defined]
        taken.append(time.perf_counter() - began)
        assert answer.status_code == 200, (url, answer.status_code)
    return median(taken)


def main() -> int:
    """Make the house, count, fetch, and print; return SLOW where a page takes too long."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    with kept.fresh_house():
        from django.test import Client

        from casino.players.models import Player
        from tables.models import Table
        from tables.revenue import earnings, takings
        from tests.bench.office_pages import pages

        began = time.perf_counter()
        write(rounds)
        print(f"{rounds:,} rounds written in {time.perf_counter() - began:.0f} s", flush=True)  # noqa: T201
        began, calls = time.perf_counter(), 0
        while not calls or takings.tables_to_count():
            takings.count_takings()
            calls += 1
        took = time.perf_counter() - began
        print(f"takings counted in {calls} calls, {took:.1f} s", flush=True)  # noqa: T201
        began, calls = time.perf_counter(), 0
        while not calls or earnings.tables_to_count():
            earnings.count_ended_rounds()
            calls += 1
        took = time.perf_counter() - began
        print(f"bets counted in {calls} calls, {took:.1f} s", flush=True)  # noqa: T201
        began = time.perf_counter()
        takings.count_takings()
        earnings.count_ended_rounds()
        print(f"nothing new: {1000 * (time.perf_counter() - began):.1f} ms", flush=True)  # noqa: T201
        # The last rounds have no opening from which their states could be folded.
        Table.objects.update(round=None)
        client = Client(SERVER_NAME="localhost")
        client.force_login(Player.objects.get(username="operator"))
        slow = 0
        for name, url in pages():
            took = fetched(client, url)
            slow += took > BOUND
            print(f"{1000 * took:7.0f} ms  {name}", flush=True)  # noqa: T201
    return SLOW if slow else 0


if __name__ == "__main__":
    sys.exit(main())
