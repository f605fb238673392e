"""Celery tasks: arguments are ids and codes only, and every task is idempotent."""

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Concatenate, Final, ParamSpec, assert_never
from uuid import UUID

import structlog
from django.conf import settings

from casino.celery import app
from casino.rng import contributions, draws, shoes
from casino.rng import models as rng
from casino.rng.core.health import Broken
from casino.rng.withdrawal import Code, Withdrawal
from tables.games.core.protocol import Draw, Shoe
from tables.history import card_assignments
from tables.incidents import pauses
from tables.investigations import services as investigations
from tables.machines import meters, observed_return
from tables.models import Round, Table
from tables.revenue import earnings, takings
from tables.rounds import delivery
from tables.rows import notices, rule_sets
from tables.shoes import shuffling

log = structlog.get_logger(__name__)


P = ParamSpec("P")

_failures: Final = pauses.StepFailures()
"""Of this worker."""


@contextmanager
def _step(table_id: int, name: str) -> Iterator[None]:
    """Do a step of a table, which the croupier asks for again as long as it is wanted.

    One that fails the same way again and again pauses its table. Where the generator makes nothing
    the table waits (R23).
    """
    try:
        yield
    except Broken as closed:
        log.error("no_chance", table=table_id, reason=str(closed))
        delivery.show_generator_failure(table_id)
    except Exception as error:
        _failures.note(table_id, name, error)
        raise
    else:
        _failures.forget(table_id, name)


def _of_table(do: Callable[Concatenate[int, P], None]) -> Callable[Concatenate[int, P], None]:
    """Make a task a step of the table whose id is its first argument."""

    @functools.wraps(do)
    def step(table_id: int, /, *args: P.args, **more: P.kwargs) -> None:
        with _step(table_id, do.__name__):
            do(table_id, *args, **more)

    return step


def _table_of(whose: str) -> int:
    """Return the id of the table that a shoe or draw was promised to."""
    return int(whose.removeprefix("table:"))


@app.task(name="tables.make_equipment")
@_of_table
def make_equipment(table_id: int, sequence: int) -> None:
    """Promise the table's shoe, or its draw, of this number, once: a retry finds the same.

    A draw, and a shoe to which nobody contributes, is put on the table at once.
    """
    rules_key, resumes = Table.objects.values_list("rules_id", "shoe_resumes").get(pk=table_id)
    game, rules = rule_sets.game_and_rules(rules_key)
    wanted = game.equipment(rules)
    whose = f"table:{table_id}"
    match wanted:
        case Draw():
            try:
                draw = draws.prepare_draw(
                    whose,
                    sequence,
                    wanted.sides,
                    game=game.key,
                    rules=rules_key,
                    contributions=settings.DRAW_CONTRIBUTIONS,
                    beacon=settings.BEACON != "none",
                    timelock="none" not in (settings.BEACON, settings.DRAW_CONTRIBUTIONS),
                )
            except draws.DrawDiffers:
                # Its terms changed since it was promised: it ends in a reveal as any other.
                other = rng.Draw.objects.get(table=whose, sequence=sequence)
                draws.withdraw_draw(other.pk)
                delivery.request_shoe_again(table_id, sequence)
                return
            delivery.put_equipment(table_id, sequence, draw=draw.pk)
        case Shoe():
            burn = wanted.burnt
            if not resumes and wanted.burnt_between is not None:
                burn = wanted.burnt_between
            terms = shoes.Terms(
                game=game.key,
                rules=rules_key,
                packs=wanted.packs,
                cards_behind=wanted.behind,
                burn=burn,
                cut=wanted.cut,
                contributions=settings.SHOE_CONTRIBUTIONS,
                beacon=settings.BEACON != "none",
                timelock="none" not in (settings.BEACON, settings.SHOE_CONTRIBUTIONS),
            )
            try:
                shoe = shoes.promise_shoe(whose, sequence, terms)
            except shoes.ShoeDiffers:
                delivery.request_shoe_again(table_id, sequence)
                return
            if contributions.has_list(shoe):
                shuffling.begin_shuffle(table_id, sequence, shoe.pk)
            else:
                shoes.shuffle_shoe(shoe.pk)
                delivery.put_equipment(table_id, sequence, shoe=shoe.pk)
        case _:
            assert_never(wanted)


@app.task(name="tables.close_contributions")
@_of_table
def close_contributions(table_id: int, shoe_id: str) -> None:
    """Log the hashes of those who contribute to a shoe; the table then takes their secrets."""
    contributions.close(UUID(shoe_id))
    shuffling.continue_after_hashes_logged(table_id, UUID(shoe_id))


@app.task(name="tables.shuffle_shoe")
@_of_table
def shuffle_shoe(table_id: int, shoe_id: str) -> None:
    """Log the secrets, shuffle the shoe, commit to its order, and put it on its table.

    A retry finds the same order. The croupier retries until the beacon's round has come.
    """
    try:
        contributions.finish(UUID(shoe_id))
        shoes.shuffle_shoe(UUID(shoe_id))
    except shoes.BeaconAwaited as awaited:
        shuffling.wait_for_beacon(table_id, UUID(shoe_id), awaited.until)
        return
    except shoes.ShoeFinished:
        # The table has given it up meanwhile.
        return
    delivery.put_shuffled_shoe(table_id, UUID(shoe_id))


@app.task(name="tables.make_draw")
@_of_table
def make_draw(table_id: int, round_id: int) -> None:
    """Make the draw that the round awaits, deliver it, reveal the seed; a retry draws the same.

    As no stake can change any more, the list of secrets is closed now, and the beacon's round
    named where it takes part. Nothing falls before each secret was opened, or locked to that round,
    or OPENING_SECONDS are over: who comes last asks again, and the croupier does; he retries until
    the round has come.
    """
    draw_id = delivery.awaited_draw(table_id, round_id)
    if draw_id is None:
        return
    try:
        if contributions.has_list(rng.Draw.objects.get(pk=draw_id)):
            contributions.close(draw_id)
            until = contributions.awaited_until(draw_id, settings.OPENING_SECONDS)
            if until is not None:
                delivery.ask_for_draw_secrets(table_id, round_id, draw_id, until)
                return
            contributions.finish(draw_id)
        draw = draws.make_draw(draw_id, f"round:{round_id}")
    except draws.DrawTaken:
        # An operator stopped it a moment ago; the next draw is asked for when it is promised.
        return
    except contributions.BeaconAwaited:
        return
    assert draw.values is not None
    delivery.deliver_draw_result(table_id, round_id, draw_id, tuple(draw.values))
    draws.reveal_draw(draw_id)


@app.task(name="tables.reveal_draw")
def reveal_draw(draw_id: str) -> None:
    """Reveal the seed of a draw that no table uses any more, whether it fell or not."""
    whose = rng.Draw.objects.values_list("table", flat=True).get(pk=draw_id)
    with _step(_table_of(whose), "reveal_draw"):
        try:
            draws.withdraw_draw(UUID(draw_id))
        except draws.DrawTaken:
            draws.reveal_draw(UUID(draw_id))


@app.task(name="tables.make_refill")
@_of_table
def make_refill(table_id: int, round_id: int, sequence: int) -> None:
    """Shuffle what was dealt before a round whose shoe ran out, and go on with the round."""
    ran_out, first_card, rules_key = Round.objects.values_list(
        "shoe_id", "first_card", "rules_id"
    ).get(pk=round_id)
    game, _ = rule_sets.game_and_rules(rules_key)
    shoe = shoes.make_refill(
        f"table:{table_id}",
        sequence,
        ran_out=ran_out,
        cards=first_card,
        game=game.key,
        rules=rules_key,
    )
    delivery.put_refill(table_id, shoe.id, sequence)


@app.task(name="tables.reveal_shoe")
def reveal_shoe(shoe_id: str, code: Code | None = None, by: int = 0) -> None:
    """Reveal the seed of a shoe that no table uses any more, and which hand got which card.

    The code is for one without order.
    """
    whose = rng.Shoe.objects.values_list("table", flat=True).get(pk=shoe_id)
    with _step(_table_of(whose), "reveal_shoe"):
        shoes.retire_shoe(
            UUID(shoe_id), Withdrawal(code, by) if code else None, card_assignments.cards_by_hand
        )


@app.task(name="tables.settle_side_bets")
@_of_table
def settle_side_bets(table_id: int, round_id: int) -> None:
    """Settle the side bets that the round awaits."""
    delivery.settle_side_bets(table_id, round_id)


@app.task(name="tables.audit_meters")
def audit_meters() -> None:
    """Log what meters tell otherwise than the ledger, returns than sheets, and bets than prices.

    MC-AUTO-20.
    """
    _, found = meters.audit_meters()
    for each in found:
        log.error(
            "meter_differs",
            table=each.table_id,
            meter=each.meter,
            told=each.told,
            moved=each.moved,
        )
    for device in observed_return.unexpected_returns():
        log.error(
            "return_differs",
            table=device.table_id,
            games=device.games,
            realised=device.realised,
            theoretical=device.theoretical,
        )
    for bet in earnings.differing_bets():
        log.error(
            "bet_differs",
            table=bet.table_id,
            bet=bet.bet,
            rounds=bet.rounds,
            evidence=round(bet.evidence, 1),
        )


@app.task(name="tables.watch_players")
def watch_players() -> None:
    """Open cases about players whom chance does not explain; a retry opens none twice."""
    if opened := investigations.open_new_cases():
        log.warning("cases_opened", cases=opened)


@app.task(name="tables.count_takings")
def count_takings() -> None:
    """Count what the tables took since it was counted last; a retry counts nothing twice."""
    takings.count_takings()
    earnings.count_ended_rounds()


@app.task(name="tables.mail_notices")
def mail_notices() -> None:
    """Send the outbox: mail the notices that are owed, each once."""
    notices.mail_all()
