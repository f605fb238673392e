"""What an operator stops before it falls: the log and the table tell who, why, and what it was."""

import json

import pytest
from django.test import Client

from casino.rng import draws, verify
from casino.rng.models import Draw
from casino.rng.verify import log as verify_log
from tables import tasks
from tables.dashboard.table_action_forms import STOPPED, AnnulForm, StopForm
from tables.games.core.protocol import Refused
from tables.games.european_roulette import messages
from tables.incidents import services as incidents
from tests.floor import House
from tests.rng.test_log import rows
from tests.stacked_shoes import promise_draw
from tests.tables.test_roulette import equip, stake, wheel

__all__ = ["wheel"]

pytestmark = pytest.mark.django_db(transaction=True)


def spinning(wheel: House, number: int) -> Draw:
    """The draw that is about to fall, on this number."""
    promise_draw(wheel.table_id, number)
    assert stake(wheel, "ann", red=1000) == ""
    assert wheel.do("ann", messages.Ready()) == ""
    draw = wheel.table.draw
    assert draw is not None
    return draw


def logged(draw: Draw) -> verify.Withdrawal:
    found = verify.verify_draw(json.loads(json.dumps(draws.bundle(draw.pk)))).withdrawn
    assert found is not None
    return found


def test_common_13_the_players_read_who_stopped_a_spin_why_and_what_would_have_fallen(
    wheel: House,
) -> None:
    draw = spinning(wheel, 5)
    assert wheel.frame()["floor"]["stopped"] is None
    incidents.stop_draw(wheel.table_id, operator=wheel.operator, reason="a chip", code="dispute")
    assert wheel.frame()["floor"]["stopped"] == {
        "sequence": draw.sequence,
        "code": "dispute",
        "by": wheel.operator.pk,
        "would": "5",
    }
    found = logged(draw)
    assert (found.code, found.by, found.would) == ("dispute", wheel.operator.pk, (5,))
    equip(wheel)
    assert wheel.frame()["floor"]["stopped"] is None


@pytest.mark.parametrize("act", [incidents.void_round, incidents.break_off_session])
def test_a_spin_that_is_annulled_or_broken_off_is_withdrawn_by_name(
    wheel: House, act: object
) -> None:
    draw = spinning(wheel, 7)
    assert callable(act)
    act(wheel.table_id, operator=wheel.operator, reason="smoke", code="disorder")
    found = logged(draw)
    assert (found.code, found.by, found.would) == ("disorder", wheel.operator.pk, (7,))
    assert wheel.frame()["floor"]["stopped"]["would"] == "7"


def test_a_round_is_not_annulled_once_its_ball_fell(wheel: House) -> None:
    draw = spinning(wheel, 5)
    tasks.draws.make_draw(draw.pk, f"round:{wheel.table.round_id}")
    with pytest.raises(Refused, match="already_fallen"):
        incidents.void_round(wheel.table_id, operator=wheel.operator, reason="I saw it")
    assert wheel.frame()["view"]["phase"] == "spinning"


def test_a_round_that_is_annulled_before_the_bets_are_closed_withdraws_nothing_by_name(
    wheel: House,
) -> None:
    assert stake(wheel, "ann", red=1000) == ""
    draw = wheel.table.draw
    assert draw is not None
    incidents.void_round(wheel.table_id, operator=wheel.operator, reason="smoke", code="disorder")
    tasks.reveal_draw(str(draw.pk))
    assert logged(draw).code == "unused"
    assert wheel.frame()["floor"]["stopped"] is None


def test_anybody_reads_how_often_a_table_stops_what_would_fall(
    wheel: House, client: Client
) -> None:
    for _ in range(2):
        spinning(wheel, 5)
        incidents.stop_draw(wheel.table_id, operator=wheel.operator, reason="a chip", code="device")
        equip(wheel)
        incidents.void_round(
            wheel.table_id, operator=wheel.operator, reason="enough", code="device"
        )
        equip(wheel)
    table_arguments = f"/api/log/withdrawals/?table=table:{wheel.table_id}"
    told = client.get(table_arguments).json()["draws"]
    by_code = {each["code"]: (each["by"], each["count"]) for each in told["withdrawn"]}
    assert by_code["device"] == (wheel.operator.pk, 4)
    assert told["promised"] == wheel.table.shoe_sequence
    (rate,) = [
        each
        for each in verify_log.withdrawal_rates(verify_log.verify(rows()))
        if each.table == f"table:{wheel.table_id}"
    ]
    assert rate.withdrawn["device", wheel.operator.pk] == 4
    assert client.get("/api/log/withdrawals/").status_code == 400
    assert client.get("/api/log/withdrawals/?table=%00").status_code == 400


def test_the_office_asks_for_the_cause() -> None:
    assert not StopForm({"reason": "a chip"}).is_valid()
    assert not StopForm({"reason": "a chip", "code": "unused"}).is_valid()
    for code in STOPPED:
        form = StopForm({"reason": "a chip", "code": code})
        assert form.is_valid()
        assert form.table_arguments(1) == {"code": code}
    annulled = AnnulForm({"reason": "a misdeal"})
    assert annulled.is_valid()
    assert annulled.table_arguments(1) == {"code": "other"}
