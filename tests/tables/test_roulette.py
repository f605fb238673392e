"""A wheel on the floor: operators stop a spin and break a session off, prisoners and all."""

import io
import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from uuid import UUID

import pytest
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from casino.ledger import services as ledger
from casino.ledger.models import Transfer
from casino.rng import draws, verify
from casino.rng.beacon import CHAIN
from casino.rng.models import Draw
from tables import queue, tasks
from tables.games.core.money import Amount
from tables.games.core.protocol import Refused
from tables.games.european_roulette import messages
from tables.games.wheel.stakes import Wager
from tables.history import review
from tables.incidents import services as incidents
from tables.models import FloorEvent, Round, RoundEvent, Table
from tables.operation import opening, sessions
from tables.rounds import timer
from tables.rows import due_work
from tables.seating import snapshots
from tests.floor import House, reuse_beside
from tests.opening_checks import pass_opening_check
from tests.published import publish
from tests.relay import AT, ROUND
from tests.rng.clock import Clock, clock
from tests.stacked_shoes import promise_draw
from tests.tables.test_review import changed, played_again, tampering

__all__ = ["clock"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def wheel(house: House) -> Iterator[House]:
    """A table of European roulette with a promised draw, and the people of the house.

    Every test ends with rounds that, played again, pay what the ledger moved.
    """

    def opened() -> House:
        rules = publish("MC/test", "MC", "european_roulette", operator=house.operator)
        table = opening.create_table(name="Roulette", rules_key=rules.key, operator=house.operator)
        pass_opening_check(table.pk)
        sessions.open_session(table.pk, operator=house.operator, reason="test")
        wheel = House(table.pk, house.operator)
        equip(wheel)
        return wheel

    wheel = reuse_beside(house, "roulette", opened)
    yield wheel
    played_again(wheel.table_id)


def equip(wheel: House) -> None:
    """Promise the draw that the table has asked for, as the `rng` worker does."""
    tasks.make_equipment(wheel.table_id, wheel.table.shoe_sequence)


def stake(wheel: House, name: str, **amounts: int) -> str:
    wagers = tuple(Wager(on, on, Amount(amount)) for on, amount in amounts.items())
    return wheel.do(name, messages.Stake(wagers))


def spin(wheel: House, number: int) -> None:
    """Close the bets of the running round and let this number come."""
    promise_draw(wheel.table_id, number)
    if wheel.frame()["view"]["phase"] == "betting":
        Table.objects.filter(pk=wheel.table_id).update(due_at=timezone.now() - timedelta(seconds=1))
        assert timer.handle_expired_clock(wheel.table_id)
    round_id = wheel.table.round_id
    assert round_id is not None
    tasks.make_draw(wheel.table_id, round_id)
    assert wheel.frame()["view"]["number"] == number


def go_on(wheel: House) -> None:
    """Promise the next draw and let the croupier open the round for which stakes stay over."""
    equip(wheel)
    assert timer.handle_expired_clock(wheel.table_id)
    assert wheel.frame()["view"]["phase"] == "betting"


def imprison(wheel: House, name: str, amount: int) -> None:
    assert stake(wheel, name, red=amount) == ""
    spin(wheel, 0)
    go_on(wheel)
    assert wheel.do(name, messages.Prison(("red",))) == ""


def test_the_round_for_a_prisoner_opens_by_itself_and_frees_him(wheel: House) -> None:
    start = wheel.balance("ann")
    imprison(wheel, "ann", 1000)
    assert wheel.balance("ann") == start - 1000
    spin(wheel, 1)
    assert wheel.balance("ann") == start


def test_a_stake_that_stays_over_lies_in_each_round_and_between_them(wheel: House) -> None:
    ann = wheel.player("ann").pk
    assert stake(wheel, "ann", red=1000) == ""
    assert snapshots.holdings_of(ann)
    spin(wheel, 0)
    assert snapshots.holdings_of(ann), "between two rounds"
    go_on(wheel)
    assert snapshots.holdings_of(ann), "in a round that has not moved her money"
    assert not snapshots.holdings_of(wheel.player("bob").pk)
    assert wheel.do("ann", messages.Prison(("red",))) == ""
    spin(wheel, 2)
    assert not snapshots.holdings_of(ann), "lost"


@pytest.mark.clause("COMMON-13")
def test_a_stopped_spin_falls_for_nobody_and_the_next_draw_decides(wheel: House) -> None:
    with pytest.raises(Refused, match="no_draw"):
        incidents.stop_draw(wheel.table_id, operator=wheel.operator, reason="too early")
    assert stake(wheel, "ann", red=1000) == ""
    assert wheel.do("ann", messages.Ready()) == ""
    stopped = wheel.table.draw
    assert stopped is not None
    incidents.stop_draw(wheel.table_id, operator=wheel.operator, reason="a chip in the wheel")
    stopped.refresh_from_db()
    assert (stopped.state, stopped.values) == (Draw.State.REVEALED, None)
    written = FloorEvent.objects.get(table=wheel.table_id, kind="stop")
    assert (written.by, written.reason) == (wheel.operator, "a chip in the wheel")
    view = wheel.frame()["view"]
    assert (view["phase"], view["number"], view["staked"], view["stops"]) == (
        "spinning", None, 1000, 1,
    )  # fmt: skip
    equip(wheel)
    spin(wheel, 1)


def test_a_spin_awaits_the_round_of_the_beacon_that_was_named_after_the_bets(
    wheel: House, clock: Clock
) -> None:
    # The draw on the table was promised before the beacon was asked to take part.
    assert stake(wheel, "ann", red=1000) == ""
    spin(wheel, 1)
    equip(wheel)
    draw = wheel.table.draw
    assert draw is not None
    assert draw.header["beacon"] == CHAIN.hash
    assert stake(wheel, "ann", red=1000) == ""
    assert wheel.do("ann", messages.Ready()) == ""
    round_id = wheel.table.round_id
    assert round_id is not None
    for _ in range(2):
        tasks.make_draw(wheel.table_id, round_id)
        draw.refresh_from_db()
        assert (draw.state, draw.values, draw.beacon_round) == (Draw.State.OPENED, None, ROUND)
    clock.ms = AT
    tasks.make_draw(wheel.table_id, round_id)
    draw.refresh_from_db()
    assert draw.state == Draw.State.REVEALED
    assert draw.beacon["round"] == ROUND
    assert verify.verify_draw(json.loads(json.dumps(draws.bundle(draw.pk)))).values is not None
    assert Round.objects.get(pk=round_id).status == "closed"


def test_a_draw_promised_on_other_terms_is_withdrawn_and_another_is_ordered(
    wheel: House, clock: Clock
) -> None:
    assert stake(wheel, "ann", red=1000) == ""
    spin(wheel, 1)
    sequence = wheel.table.shoe_sequence
    earlier = draws.prepare_draw(f"table:{wheel.table_id}", sequence, (37,))
    equip(wheel)
    earlier.refresh_from_db()
    assert (earlier.state, earlier.values) == (Draw.State.REVEALED, None)
    assert (wheel.table.draw, wheel.table.shoe_sequence) == (None, sequence + 1)
    equip(wheel)
    assert wheel.table.draw is not None


def test_the_worker_that_brings_what_fell_reveals_it_and_the_croupier_where_it_dies(
    wheel: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dies(draw_id: UUID) -> None:
        raise SystemExit

    asked: list[UUID] = []
    monkeypatch.setattr(queue, "reveal_draw", asked.append)
    assert stake(wheel, "ann", red=1000) == ""
    assert wheel.do("ann", messages.Ready()) == ""
    round_id, draw = wheel.table.round_id, wheel.table.draw
    assert round_id is not None
    assert draw is not None
    with monkeypatch.context() as dying:
        dying.setattr(draws, "reveal_draw", dies)
        with pytest.raises(SystemExit):
            tasks.make_draw(wheel.table_id, round_id)
    tasks.make_draw(wheel.table_id, round_id)
    draw.refresh_from_db()
    assert (draw.state, asked) == (Draw.State.DRAWN, []), "no second task for what is done at once"
    assert due_work.unrevealed_draws() == [draw.pk]
    tasks.reveal_draw(str(draw.pk))
    draw.refresh_from_db()
    assert draw.state == Draw.State.REVEALED
    assert due_work.unrevealed_draws() == []


def test_what_fell_is_neither_stopped_nor_broken_off(wheel: House) -> None:
    assert stake(wheel, "ann", red=1000) == ""
    assert wheel.do("ann", messages.Ready()) == ""
    round_id, draw = wheel.table.round_id, wheel.table.draw
    assert draw is not None
    tasks.draws.make_draw(draw.pk, f"round:{round_id}")
    for act in (incidents.stop_draw, incidents.break_off_session):
        with pytest.raises(Refused, match="already_fallen"):
            act(wheel.table_id, operator=wheel.operator, reason="I saw it")
    assert wheel.frame()["view"]["phase"] == "spinning"


def test_a_broken_session_gives_prisoners_their_value_and_closes(wheel: House) -> None:
    start = wheel.balance("ann")
    imprison(wheel, "ann", 1000)
    assert stake(wheel, "ben", odd=600) == ""
    incidents.break_off_session(wheel.table_id, operator=wheel.operator, reason="fire alarm")
    assert wheel.balance("ann") == start - 500
    assert wheel.balance("ben") == start
    assert ledger.balance(wheel.table.layout_account_id) == 0
    assert wheel.table.status == "closed"
    assert wheel.frame()["view"]["phase"] == "closed"
    kinds = FloorEvent.objects.filter(table=wheel.table_id, reason="fire alarm")
    assert {each.kind for each in kinds} == {"end_session", "close"}
    with pytest.raises(Refused, match="table_closed"):
        incidents.break_off_session(wheel.table_id, operator=wheel.operator, reason="again")


def test_a_session_is_broken_off_between_two_rounds(wheel: House) -> None:
    start = wheel.balance("ann")
    assert stake(wheel, "ann", red=1000) == ""
    spin(wheel, 0)
    equip(wheel)
    # The choice is open, the next round not yet: closing now would lock the stake in.
    with pytest.raises(Refused, match="round_in_play"):
        sessions.close_session(wheel.table_id, operator=wheel.operator, reason="night")
    incidents.break_off_session(wheel.table_id, operator=wheel.operator, reason="night")
    assert wheel.balance("ann") == start - 500
    assert wheel.table.status == "closed"


def test_the_office_stops_a_spin_and_tells_a_refusal(wheel: House) -> None:
    operator = Client()
    operator.force_login(wheel.operator)
    page = f"{reverse('admin:tables_table_order', args=['stop_spin'])}?tables={wheel.table_id}"
    answer = operator.post(
        page, {"reason": "early", "code": "device"}, headers={"Accept-Language": "fr"}, follow=True
    )
    assert "Aucun tirage n’est attendu" in answer.content.decode()
    assert stake(wheel, "ann", red=1000) == ""
    assert wheel.do("ann", messages.Ready()) == ""
    answer = operator.post(
        page, {"reason": "a chip", "code": "device"}, headers={"Accept-Language": "fr"}, follow=True
    )
    assert "fait" in answer.content.decode()
    assert wheel.frame()["view"]["stops"] == 1


def test_an_annulled_spin_leaves_its_prisoners_and_is_played_again_as_nothing(wheel: House) -> None:
    start = wheel.balance("ann")
    imprison(wheel, "ann", 1000)
    assert stake(wheel, "ben", odd=600) == ""
    incidents.void_round(wheel.table_id, operator=wheel.operator, reason="a tilted wheel")
    assert wheel.balance("ann") == start - 1000
    found = review.review_round(Round.objects.latest("pk").pk)
    assert (found.example, found.paid, found.agrees) == (None, {}, True)


def test_a_number_a_payment_or_a_prisoner_that_was_changed_is_found(wheel: House) -> None:
    """The negative controls of the second look at every round of these tests."""
    imprison(wheel, "ann", 1000)
    assert stake(wheel, "ben", odd=600) == ""
    spin(wheel, 1)
    last = Round.objects.latest("pk")
    found = review.review_round(last.pk)
    assert found.example is not None
    (prisoner,) = found.example["carried"]
    assert (prisoner["bet"], prisoner["stake"], prisoner["keep"]) == ("red", 1000, "choice")
    assert [each["action"] for each in found.example["decisions"]] == ["prison"]
    opened = RoundEvent.objects.get(round=last, kind="european_roulette.opened").body
    (held,) = opened["held"]
    for kind, fields in (
        ("european_roulette.number_fell", {"number": 2}),
        ("european_roulette.opened", {"held": [{**held, "laid": {**held["laid"], "amount": 900}}]}),
    ):
        with transaction.atomic():
            changed(kind, **fields)
            assert not review.review_round(last.pk).agrees
            transaction.set_rollback(True)
    with tampering():
        Transfer.objects.filter(why="pay").update(amount=599)
    assert review.review_round(last.pk).differing == (str(wheel.player("ben").pk),)
    with tampering():
        Transfer.objects.filter(why="pay").update(amount=600)


def test_a_spin_is_written_as_a_file_of_examples_that_anybody_can_play(
    wheel: House, tmp_path: Path
) -> None:
    imprison(wheel, "ann", 1000)
    spin(wheel, 1)
    last, told = Round.objects.latest("pk").pk, io.StringIO()
    out = tmp_path / "round.json"
    call_command("play", "--out", str(out), round=last, stdout=told)
    whole = json.loads(out.read_text())
    assert (whole["format"], whole["game"]) == ("mc-rules-examples/1", "european_roulette")
    results = io.StringIO()
    call_command("play", str(out), stdout=results)
    played = json.loads(results.getvalue())["results"][f"round-{last}"]
    assert played == json.loads(told.getvalue())["result"]
    (ref,) = played["bets"]
    assert (played["bets"][ref]["state"], played["bets"][ref]["returned"]) == ("released", 1000)
