"""The floor: who sits where, and what operators do with a table.

The only writer of tables and boxes beside `rounds`. Every operator's act is named, has a reason and
leaves a `FloorEvent`; players' acts are commands with a receipt like any other.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final, Literal
from uuid import UUID, uuid5

from django.conf import settings
from django.db import connection, transaction
from django.db.models import QuerySet

from casino.ledger import services as ledger
from casino.ledger.models import Kind
from casino.players.models import Player, Wallet
from tables import (
    accounts,
    books,
    delivery,
    duties,
    equipment,
    jackpots,
    publish,
    records,
    returns,
    rounds,
    showing,
    shuffling,
    wire,
)
from tables.games.core.money import BoxNo, Party, Place
from tables.games.core.protocol import Levies, Progressive, Refused, Reserves
from tables.models import Box, FloorEvent, Jackpot, Pot, Table, Waiting
from tables.records import AnyGame, Surroundings, TableRow

ORDERS: Final = UUID("6e1a7b0c-5f0e-5b7e-9f0a-0f6a5a1c3d03")
"""Namespace of the entry ids of the orders that the floor gives itself."""
FLOAT: Final = 100_000_00
"""Minor units that a new table's float is filled with."""
SUPERVISE: Final = "tables.approve_claim"
"""The permission to approve the payment of a jackpot."""
OPERATED: Final = (
    *("open", "drain", "close", "fill", "credit", "void", "stop", "rule"),
    "end_session",
    *("rules", "follow", "keep_rules"),
)
"""The floor events by which an operator runs a table."""
AWAY_AFTER: Final = timedelta(seconds=15)
"""A holder without a socket for this long is shown as away; the seat stays his."""
HELD_FOR: Final = timedelta(minutes=3)
"""Then the seat is freed, unless chips of his lie on the layout."""


def sit(*, player_id: int, table_id: int, command_id: UUID, box: BoxNo) -> wire.ReceiptShown | None:
    """Give a free box to a player (FR-2024-014, FR-2024-016); see `rounds.answer`.

    Where the game wants it (`Reserves`), what he must be able to stake is reserved on his balance
    while he sits; refused as `not_enough_chips` where it is not there.
    """

    def attempt(table: TableRow, around: Surroundings) -> None:
        if table.status != "open":
            raise Refused("table_closed" if table.status == "closed" else "table_draining")
        if holder := around.holders.get(box):
            mine = holder.player_id == player_id
            raise Refused("already_seated" if mine else "box_taken", box=box)
        taken = Box.objects.filter(table_id=table.id, number=box, player=None).update(
            player_id=player_id, seen_at=table.now, sat_at=table.now, away=False
        )
        if not taken:
            raise Refused("box_out_of_range", box=box)
        Waiting.objects.filter(table_id=table.id, player_id=player_id).delete()
        if isinstance(game := showing.live(table, around).game, Reserves):
            if around.purse is None:
                raise Refused("no_wallet")
            amount = game.reserve(records.game_and_rules(table.rules_key)[1])
            ledger.reserve(around.purse.account, rounds.holder(table.id), amount)
        if not around.holders:
            table = equipment.burn_to_resume(table, around)
        _done(table, "sit", box=box, player_id=player_id, command_id=command_id)

    return rounds.answer(
        player_id=player_id, table_id=table_id, command_id=command_id, attempt=attempt
    )


def leave(
    *, player_id: int, table_id: int, command_id: UUID, box: BoxNo
) -> wire.ReceiptShown | None:
    """Take a box back from its holder; refused while chips of his lie on it."""

    def attempt(table: TableRow, around: Surroundings) -> None:
        holder = around.holders.get(box)
        if holder is None or holder.player_id != player_id:
            raise Refused("not_your_box", box=box)
        if records.party(player_id) in showing.staked(table, around):
            raise Refused("box_in_play", box=box)
        _free(table, Box.objects.filter(table_id=table.id, number=box))
        _done(table, "leave", box=box, player_id=player_id, command_id=command_id)

    return rounds.answer(
        player_id=player_id, table_id=table_id, command_id=command_id, attempt=attempt
    )


def _free(table: TableRow, boxes: QuerySet[Box]) -> None:
    """Take boxes back; consent was their holders' and goes with them, and so do reserves."""
    boxes.update(player=None, seen_at=None, sat_at=None, away=False, welcomes=False)
    seated = Box.objects.filter(table_id=table.id, player__isnull=False).values("player_id")
    wallets = Wallet.objects.filter(player_id__in=seated, currency=table.currency)
    ledger.release(rounds.holder(table.id), but=set(wallets.values_list("account_id", flat=True)))


def welcome(
    *, player_id: int, table_id: int, command_id: UUID, box: BoxNo, welcomes: bool
) -> wire.ReceiptShown | None:
    """Record whether a holder lets others stake behind him (FR-2024-017); see `rounds.answer`.

    Chips that lie behind him already stay until the round is over. Refused to all but the holder.
    """

    def attempt(table: TableRow, around: Surroundings) -> None:
        holder = around.holders.get(box)
        if holder is None or holder.player_id != player_id:
            raise Refused("not_your_box", box=box)
        Box.objects.filter(table_id=table.id, number=box).update(welcomes=welcomes)
        kind = "welcome" if welcomes else "unwelcome"
        _done(table, kind, box=box, player_id=player_id, command_id=command_id)

    return rounds.answer(
        player_id=player_id, table_id=table_id, command_id=command_id, attempt=attempt
    )


def wish(
    *, player_id: int, table_id: int, command_id: UUID, wishes: bool
) -> wire.ReceiptShown | None:
    """Record whether a visitor wishes to take part (FR-2024-029, HOUSE-22); see `rounds.answer`.

    While somebody wishes, texts that say so limit the boxes of the others. Refused to a holder.
    """

    def attempt(table: TableRow, around: Surroundings) -> None:
        if any(each.player_id == player_id for each in around.holders.values()):
            raise Refused("already_seated")
        if wishes:
            Waiting.objects.update_or_create(
                table_id=table.id, player_id=player_id, defaults={"seen_at": table.now}
            )
        else:
            Waiting.objects.filter(table_id=table.id, player_id=player_id).delete()
        kind = "wish" if wishes else "unwish"
        _done(table, kind, player_id=player_id, command_id=command_id)

    return rounds.answer(
        player_id=player_id, table_id=table_id, command_id=command_id, attempt=attempt
    )


def contribute(
    *, player_id: int, table_id: int, command_id: UUID, given: wire.Contribution
) -> wire.ReceiptShown | None:
    """Take a player's part in the making of a shoe; see `rounds.answer` and `shuffling`."""

    def attempt(table: TableRow, around: Surroundings) -> None:
        shuffling.contribute(table, around, player_id, given, command_id)

    return rounds.answer(
        player_id=player_id, table_id=table_id, command_id=command_id, attempt=attempt
    )


def unseat(table_id: int, account_id: int) -> bool:
    """Take the seats of a player whose wallet cannot pay what the clock stakes for him.

    The hand goes on to the next player (chemin de fer, MC-CDF-15). Returns whether he lost a seat:
    not when he has paid meanwhile. Called by the croupier after `rounds.expire`.
    """
    party = rounds.owner(account_id)
    if party is None:
        return False
    with transaction.atomic(durable=True):
        begun = records.begin(table_id)
        assert begun is not None
        table, around = begun
        seats = [box for box, each in around.holders.items() if each.player_id == int(party)]
        late = table.due_at is not None and table.due_at <= table.now
        if not seats or not late or party in showing.staked(table, around):
            return False
        _free(table, Box.objects.filter(table_id=table.id, number__in=seats))
        for box in seats:
            records.write_floor_event(
                table, "leave", by=None, box=box, reason="cannot stake", shown=False
            )
        _show(table, "unseat", by=None, reason="cannot stake")
        rounds.seated(table.id)
        return True


def _done(
    table: TableRow, kind: str, *, player_id: int, command_id: UUID, box: BoxNo | None = None
) -> None:
    seq = records.write_floor_event(table, kind, by=player_id, box=box)
    records.write_receipt(table, player_id, command_id, seq=seq)
    table = replace(table, seq=seq)
    showing.announce(table, records.surroundings(table), cause=command_id)
    rounds.seated(table.id)


def arrive(table_id: int, player_id: int) -> None:
    """Note that a player has a socket open at the table; shows him present at once."""
    boxes = Box.objects.filter(table_id=table_id, player_id=player_id)
    if not boxes.exists():
        return
    with transaction.atomic(durable=True):
        table = records.lock(table_id)
        back = boxes.filter(away=True).exists()
        boxes.update(seen_at=table.now, away=False)
        if back:
            _show(table, "back", by=player_id)
            rounds.seated(table_id)


def keep_seats(present: Mapping[int, set[Party]]) -> None:
    """Note who has a socket open at which table; called by every web process each few seconds."""
    pairs = [(table_id, int(party)) for table_id, parties in present.items() for party in parties]
    if not pairs:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE tables_box SET seen_at = clock_timestamp()"
            " FROM unnest(%s::bigint[], %s::bigint[]) AS present (at_table, who)"
            " WHERE table_id = at_table AND player_id = who",
            [[table for table, _ in pairs], [player for _, player in pairs]],
        )
        cursor.execute(
            "UPDATE tables_waiting SET seen_at = clock_timestamp()"
            " FROM unnest(%s::bigint[], %s::bigint[]) AS present (at_table, who)"
            " WHERE table_id = at_table AND player_id = who",
            [[table for table, _ in pairs], [player for _, player in pairs]],
        )


def sweep_seats() -> int:
    """Mark holders without a socket as away, free seats held too long; return tables changed.

    Whoever waits for a box and has no socket waits no longer.

    Called by the croupier. A table that somebody is acting at is left for the next sweep.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT table_id FROM tables_box WHERE player_id IS NOT NULL"
            " AND ((NOT away AND seen_at < clock_timestamp() - %s::interval)"
            "   OR seen_at < clock_timestamp() - %s::interval)"
            " UNION SELECT table_id FROM tables_waiting"
            " WHERE seen_at < clock_timestamp() - %s::interval",
            [str(AWAY_AFTER), str(HELD_FOR), str(AWAY_AFTER)],
        )
        tables = [table_id for (table_id,) in cursor.fetchall()]
    return sum(_sweep_table(table_id) for table_id in tables)


def _sweep_table(table_id: int) -> bool:
    with transaction.atomic(durable=True):
        begun = records.begin(table_id, skip_locked=True)
        if begun is None:
            return False
        table, around = begun
        staked = showing.staked(table, around)
        held = Box.objects.filter(table_id=table_id, player__isnull=False)
        freed = 0
        for box in held.filter(seen_at__lt=table.now - HELD_FOR):
            assert box.player_id is not None
            if records.party(box.player_id) not in staked:
                _free(table, Box.objects.filter(pk=box.pk))
                records.write_floor_event(
                    table, "leave", by=None, box=box.number, reason="held too long", shown=False
                )
                freed += 1
        away = held.filter(away=False, seen_at__lt=table.now - AWAY_AFTER).update(away=True)
        gone, _ = Waiting.objects.filter(
            table_id=table_id, seen_at__lt=table.now - AWAY_AFTER
        ).delete()
        if freed or away or gone:
            _show(table, "away", by=None)
        if freed or away:
            rounds.seated(table_id)
        return bool(freed or away or gone)


def _show(table: TableRow, kind: str, *, by: int | None, reason: str = "") -> None:
    seq = records.write_floor_event(table, kind, by=by, reason=reason)
    table = replace(table, seq=seq)
    showing.announce(table, records.surroundings(table))


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
    are, or gets one of its own. `practice` is for ever: everybody at such a
    table is shown what basic strategy would do.

    Refuses `unknown_rules` for a draft, `not_in_force` before the set's date, `not_served` when the
    rules want what the floor does not have, see `Game.wants`, `favours_player` when they cost the
    house, see `returns.refuse_favourable`, and `pot_mismatch` when the jackpot's pots are not those
    of the rules.
    """
    rule_set = books.in_force(rules_key)
    game, rules = records.game_and_rules(rule_set.key)
    rounds.must_serve(game, rules)
    returns.refuse_favourable(rule_set)
    currency = settings.PLAY_MONEY_CURRENCY
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT nextval(pg_get_serial_sequence('tables_table', 'id'))")
            row = cursor.fetchone()
        assert row is not None
        table_id = int(row[0])
        table = Table.objects.create(
            pk=table_id,
            name=name,
            jackpot=_jackpot(game, rules, jackpot, name, currency),
            rules=rule_set,
            follows_series=follows_series,
            practice=practice,
            currency=currency,
            float_account=ledger.open_account(f"float:{table_id}", Kind.FLOAT, currency),
            layout_account=ledger.open_account(f"layout:{table_id}", Kind.LAYOUT, currency),
        )
        accounts.open_held(table_id, currency, game.wants(rules))
        Box.objects.bulk_create(
            Box(table=table, number=number) for number in range(1, game.box_count(rules) + 1)
        )
    order = uuid5(ORDERS, f"opening float:{table_id}")
    fill(table_id, float_amount, operator=operator, reason="opening float", order=order)
    return table


def follow_series(table_id: int, *, operator: Player, reason: str) -> None:
    """Let a table take each new version of its rules, between two rounds, once it is in force."""
    with transaction.atomic(durable=True):
        table = records.lock(table_id)
        Table.objects.filter(pk=table.id).update(follows_series=True)
        records.write_floor_event(table, "follow", by=operator.pk, reason=reason, shown=False)
        if not showing.live(table, records.surroundings(table)).running:
            rounds.follow(table)


def keep_rules(table_id: int, *, operator: Player, reason: str) -> None:
    """Let a table stay with the version of its rules that it deals by, whatever is published."""
    with transaction.atomic(durable=True):
        table = records.lock(table_id)
        Table.objects.filter(pk=table.id).update(follows_series=False)
        records.write_floor_event(table, "keep_rules", by=operator.pk, reason=reason, shown=False)


def change_rules(table_id: int, rules_key: str, *, operator: Player, reason: str) -> None:
    """Let a table deal by another published set of its game from the next round on.

    Refuses `round_in_play`, `another_game`, and as `create_table` does.
    """
    with transaction.atomic(durable=True):
        table = records.lock(table_id)
        if showing.live(table, records.surroundings(table)).running:
            raise Refused("round_in_play")
        rule_set = books.in_force(rules_key)
        rounds.change_rules(
            table,
            rule_set.key,
            by=operator.pk,
            reason=f"{table.rules_key} -> {rule_set.key}: {reason}"[:200],
        )


def sweep_rules(table_id: int) -> bool:
    """Give a resting table the version that has come into force; return whether it changed.

    A table with a round in play, or where somebody is acting, is left for the next sweep. Called
    by the croupier for `records.tables_behind`.
    """
    with transaction.atomic(durable=True):
        begun = records.begin(table_id, skip_locked=True)
        if begun is None or showing.live(*begun).running:
            return False
        return rounds.follow(begun[0]).rules_key != begun[0].rules_key


def _jackpot(
    game: AnyGame, rules: Any, chosen: Jackpot | None, name: str, currency: str
) -> Jackpot | None:
    """Return the jackpot that a table of these rules plays for, made and seeded unless chosen."""
    seeds = game.pots(rules) if isinstance(game, Progressive) else {}
    if chosen is not None:
        pots = {pot.name: pot.seed for pot in chosen.pots.all()}
        if pots != dict(seeds) or chosen.currency != currency:
            raise Refused("pot_mismatch", jackpot=chosen.name)
        return chosen
    if not seeds:
        return None
    made = Jackpot.objects.create(name=name, currency=currency)
    house = rounds.capital(currency)
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


def approve_claim(claim_id: int, *, supervisor: Player, reason: str) -> None:
    """Pay a jackpot that a round won, once its supervisor has identified the win (FR-2024-138).

    Refuses `not_supervisor` without the permission, and `four_eyes` to whoever opened the table or
    ran it when the claim arose, runs it now, or would be paid himself. A claim that is paid stays
    as it is: the second approval gives the first answer. Nobody can reject one, because the
    text knows no such decision.
    """
    if not supervisor.has_perm(SUPERVISE):
        raise Refused("not_supervisor")
    with transaction.atomic(durable=True):
        found = jackpots.claim(claim_id)
        begun = records.begin(found.table_id) if found else None
        if begun is None:
            raise Refused("no_claim")
        table, around = begun
        jackpots.lock(table.id)
        claim = jackpots.claim(claim_id)
        assert claim is not None
        if claim.paid:
            return
        if supervisor.pk in _interested(claim):
            raise Refused("four_eyes")
        rounds.pay_claim(table, around, claim, by=supervisor.pk, reason=reason)


def _interested(claim: jackpots.ClaimRow) -> set[int]:
    """Return who may not approve a claim: its dealing operators, and whom it would pay."""
    acts = FloorEvent.objects.filter(
        table_id=claim.table_id, kind__in=OPERATED, by__isnull=False
    ).order_by("-id")
    before = acts.filter(seq__lte=claim.seq)
    dealing = [acts.first(), before.first(), before.filter(kind="open").first()]
    paid = rounds.payment(claim)
    return {act.by_id for act in dealing if act and act.by_id} | {
        int(move.party) for event in paid for move in event.moves if move.party.isdigit()
    }


def show_shared_pots() -> int:
    """Show the tables of shared jackpots what the pots hold, if that changed; return how many.

    Called by the croupier each few seconds, so that a stake at one table costs the others nothing.
    """
    told = 0
    for jackpot, tables in jackpots.shared().items():
        pots = jackpots.shown(tables[0])
        if _pots_told.get(jackpot) == pots:
            continue
        _pots_told[jackpot] = pots
        for table_id in tables:
            publish.aside(table_id, wire.encode(wire.PotsShown(table_id, pots)))
            told += 1
    return told


_pots_told: dict[int, tuple[wire.PotShown, ...]] = {}


def open_table(table_id: int, *, operator: Player, reason: str) -> None:
    """Open a table for stakes; a table without a shoe or draw asks for one first.

    Or extend the session of one that drains (MC-CDF-46). Refuses `already_open`, and as
    `duties.staff_to_open` does where the rules want a chief or an inspector.
    """
    with transaction.atomic(durable=True):
        table = records.lock(table_id)
        if table.status == "open":
            raise Refused("already_open")
        duties.staff_to_open(table, operator=operator, reason=reason)
        # A session that is extended goes on: what was written and endorsed in it holds.
        begins = {"opened_at": table.now} if table.status == "closed" else {}
        Table.objects.filter(pk=table.id).update(status="open", rounds_left=0, **begins)
        table = replace(table, status="open", rounds_left=0)
        if not table.equipped:
            table = equipment.order_equipment(table, resumes=True)
        _show(table, "open", by=operator.pk, reason=reason)
        # Whoever stayed seated need not sit down again for a game that begins by itself.
        rounds.seated(table_id)


def drain_table(table_id: int, *, operator: Player, reason: str) -> None:
    """Announce the end of the session: the last rounds are played, then the table closes.

    How many they are the game says (`Game.notice`); a table where nobody plays closes at once.
    """
    with transaction.atomic(durable=True):
        table = records.lock(table_id)
        if table.status != "open":
            raise Refused("table_closed")
        table = rounds.drain(table)
        _show(table, "drain", by=operator.pk, reason=reason)


def close_table(table_id: int, *, operator: Player, reason: str) -> None:
    """Close a table that has no round in play; drain it or void the round otherwise."""
    with transaction.atomic(durable=True):
        table = records.lock(table_id)
        if table.status == "closed":
            raise Refused("table_closed")
        round_ = showing.live(table, records.surroundings(table))
        # Stakes that stay over for the next round would be locked in with the table.
        if round_.running or round_.game.on_layout(round_.state):
            raise Refused("round_in_play")
        _show(equipment.close(table), "close", by=operator.pk, reason=reason)


def void_round(table_id: int, *, operator: Player, reason: str) -> None:
    """Annul the round in play and give every stake back (COMMON-7); see `rounds.void`."""
    rounds.void(table_id, by=operator.pk, reason=reason)


def stop_spin(table_id: int, *, operator: Player, reason: str) -> None:
    """Stop the ball before it falls and have it launched again; see `delivery.stop_draw`."""
    delivery.stop_draw(table_id, by=operator.pk, reason=reason)


def end_session(table_id: int, *, operator: Player, reason: str) -> None:
    """End a session by an incident: what lies there goes back at its value, the table closes.

    See `rounds.end_session`.
    """
    with transaction.atomic(durable=True):
        rounds.end_session(table_id, by=operator.pk, reason=reason)
        table = records.lock(table_id)
        if table.status != "closed":
            _show(equipment.close(table), "close", by=operator.pk, reason=reason)


def rule_incident(table_id: int, *, operator: Player, reason: str) -> None:
    """Let the procedure stand for the incident that awaits a decision; see `rounds.rule`."""
    rounds.rule(table_id, by=operator.pk, reason=reason)


def fill(table_id: int, amount: int, *, operator: Player, reason: str, order: UUID) -> None:
    """Bring chips from the house to the float, once per `order`; `amount` in minor units."""
    _supply(table_id, amount, "fill", operator, reason, order)


def credit(table_id: int, amount: int, *, operator: Player, reason: str, order: UUID) -> None:
    """Take chips from the float back to the house, once per `order`; raises `ledger.Overdrawn`."""
    _supply(table_id, amount, "credit", operator, reason, order)


def cash_levy(table_id: int, amount: int, *, operator: Player, reason: str, order: UUID) -> None:
    """Empty a table's levy into the house, once per `order` (MC-CDF-38).

    `amount` is what whoever signs has counted, minor units. Refuses `levy_differs` unless it is
    what the account holds, the records come to all that was ever levied, and their serials have no
    gap; the detail says what was found.
    """
    with transaction.atomic():
        table = records.lock(table_id)
        game, _ = records.game_and_rules(table.rules_key)
        account = accounts.held_account(table_id, Place.LEVY)
        if account is None or not isinstance(game, Levies):
            raise Refused("levy_differs", holds=0, recorded=0, tickets=0)
        tickets = records.levies(table_id, game)
        recorded = sum(each for _, each in tickets)
        leg = ledger.Leg(account.pk, rounds.capital(table.currency), amount, "levy")
        differs = Refused(
            "levy_differs",
            holds=account.balance,
            recorded=recorded - account.debits,
            tickets=len(tickets),
        )
        try:
            posted = ledger.post(
                order,
                [leg],
                cause="cash_levy",
                reference=f"table:{table_id}",
                operator=str(operator.pk),
            )
        except ledger.Overdrawn:
            raise differs from None
        if posted.already:
            return
        unbroken = [serial for serial, _ in tickets] == list(range(1, len(tickets) + 1))
        if not unbroken or recorded != account.credits or amount != account.balance:
            raise differs
        signed = f"{len(tickets)} tickets: {reason}"[:200]
        records.write_floor_event(table, "cash_levy", by=operator.pk, reason=signed, shown=False)


def _supply(
    table_id: int,
    amount: int,
    kind: Literal["fill", "credit"],
    operator: Player,
    reason: str,
    order: UUID,
) -> None:
    if amount <= 0:
        raise Refused("below_min", minimum=1)
    with transaction.atomic():
        table = records.lock(table_id)
        house = rounds.capital(table.currency)
        source, target = (
            (house, table.float_account) if kind == "fill" else (table.float_account, house)
        )
        posted = ledger.post(
            order,
            [ledger.Leg(source, target, amount, kind)],
            cause=kind,
            reference=f"table:{table_id}",
            operator=str(operator.pk),
        )
        if not posted.already:
            records.write_floor_event(table, kind, by=operator.pk, reason=reason, shown=False)
