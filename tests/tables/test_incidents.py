"""The state's control is notified of incidents, in the transaction of the act (art. 24)."""

import pytest
from django.core import mail
from pytest_django import Settings

from tables.games.blackjack import messages as bj
from tables.games.core.protocol import Refused
from tables.games.european_roulette import messages as roulette
from tables.incidents import services as incidents
from tables.models import Notice, Round
from tables.operation.croupier import Croupier
from tables.projections import frames, live_round
from tables.rounds import annulment, timer
from tables.rows import notices
from tests.floor import House, open_house
from tests.tables.test_chemin_de_fer import bank, cover, four
from tests.tables.test_refills import monaco, refill, run_out_in_the_deal
from tests.tables.test_roulette import stake, wheel
from tests.tables.test_rounds import make_due

__all__ = ["wheel"]

pytestmark = pytest.mark.django_db(transaction=True)


def told(house: House) -> list[tuple[str, str, str, str]]:
    """Return the notices to the control of a table: kind, clause, outcome, and who decided."""
    return [
        (each.kind, each.clause, each.detail["outcome"], each.by.username if each.by else "")
        for each in Notice.objects.filter(table_id=house.table_id).order_by("at", "pk")
        if each.addressee == Notice.Addressee.STATE_CONTROL
    ]


@pytest.mark.clause("MC-INC-03")
def test_mc_116_the_control_is_told_when_an_incident_is_submitted_and_when_it_is_ruled(
    house: House, settings: Settings
) -> None:
    settings.STATE_CONTROL_MAIL = "controle@example.mc"
    here = monaco(house)
    run_out_in_the_deal(here)
    assert told(here) == []
    refill(here)
    assert told(here) == [("incident_submitted", "MC-116", "", "")]
    incidents.confirm_procedure(here.table_id, operator=here.operator, reason="selon l'usage")
    assert told(here)[1:] == [("incident_decided", "MC-116", "stands", "operator")]
    submitted, decided = Notice.objects.order_by("at", "pk")
    assert (submitted.detail["what"], submitted.detail["round"]) == ("burn_after_refill", 1)
    assert (decided.detail["reason"], decided.detail["round"]) == ("selon l'usage", 1)
    assert notices.mail_all() == 2
    bodies = "\n".join(each.body for each in mail.outbox)
    for sentence in (
        "Monaco , coup 1 : incident soumis à la direction des jeux (brûlée).",
        "Monaco , round 1: incident submitted to the games management (burnt).",
        "Monaco , coup 1 : la direction des jeux (operator) laisse la procédure suivre son cours."
        " Motif : selon l'usage.",
        "Monaco , round 1: the games management (operator) lets the procedure stand."
        " Reason: selon l'usage.",
    ):
        assert sentence in bodies


def test_mc_116_the_control_is_told_too_when_the_clock_rules(house: House) -> None:
    here = monaco(house)
    run_out_in_the_deal(here)
    refill(here)
    make_due(here)
    assert timer.handle_expired_clock(here.table_id)
    assert told(here)[1:] == [("incident_decided", "MC-116", "stands", "")]
    fr, en = notices.notice_text(Notice.objects.latest("at"))
    assert fr.endswith("personne n’a tranché à temps, la procédure suit son cours.")
    assert en.endswith("nobody ruled in time, the procedure stands.")


def test_mc_116_a_void_round_is_a_decision_that_is_told(house: House) -> None:
    here = monaco(house)
    run_out_in_the_deal(here)
    refill(here)
    incidents.void_round(here.table_id, operator=here.operator, reason="carte marquée")
    assert told(here)[1:] == [("incident_decided", "MC-116", "voided", "operator")]
    assert Notice.objects.latest("at").detail["reason"] == "carte marquée"


def test_mc_116_what_is_undone_tells_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The notice is written with the act: where the act fails, there is none."""
    here = monaco(house)
    run_out_in_the_deal(here)
    refill(here)

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patch:
        patch.setattr(frames, "publish_on_commit", fail)
        with pytest.raises(RuntimeError):
            incidents.confirm_procedure(here.table_id, operator=here.operator, reason="x")
    assert told(here) == [("incident_submitted", "MC-116", "", "")]
    with pytest.raises(Refused, match="no_incident"):
        incidents.confirm_procedure(house.table_id, operator=here.operator, reason="x")


def test_mc_116_a_round_whose_shoe_cannot_be_refilled_is_told(house: House) -> None:
    here = monaco(house)
    here.sit("ann", 1)
    here.deal("5h 9s", only=True)
    here.stake("ann", 1, 1000)
    Round.objects.update(first_card=1)
    live_round.states.clear()
    assert here.do("ann", bj.Ready()) == ""
    assert told(here) == [("incident_decided", "MC-116", "voided", "")]
    assert Notice.objects.get().detail["reason"] == annulment.RAN_OUT


def test_only_the_text_that_wants_it_has_incidents_told(house: House) -> None:
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    incidents.void_round(house.table_id, operator=house.operator, reason="enough")
    assert told(house) == []


def test_mc_inc_02_a_void_spin_of_roulette_is_told(wheel: House) -> None:
    assert stake(wheel, "ann", red=1000) == ""
    incidents.void_round(wheel.table_id, operator=wheel.operator, reason="jeton tombé")
    assert told(wheel) == [("incident_decided", "MC-INC-02", "voided", "operator")]


def test_mc_inc_02_a_broken_session_of_roulette_is_told(wheel: House) -> None:
    assert stake(wheel, "ann", red=1000) == ""
    incidents.break_off_session(wheel.table_id, operator=wheel.operator, reason="alerte")
    assert told(wheel) == [("incident_decided", "MC-INC-02", "broken_off", "operator")]
    fr, en = notices.notice_text(Notice.objects.get())
    assert fr == (
        "Roulette, coup 1 : la direction des jeux (operator) interrompt la séance ; ce qui est"
        " sur la table revient à sa valeur. Motif : alerte."
    )
    assert en == (
        "Roulette, round 1: the games management (operator) breaks the session off; what lies at"
        " the table goes back at its value. Reason: alerte."
    )


def test_mc_inc_02_a_spin_that_the_chief_has_launched_again_is_no_matter_of_the_management(
    wheel: House,
) -> None:
    assert stake(wheel, "ann", red=1000) == ""
    assert wheel.do("ann", roulette.Ready()) == ""
    incidents.stop_draw(wheel.table_id, operator=wheel.operator, reason="un jeton dans le cylindre")
    assert told(wheel) == []


@pytest.mark.parametrize("outcome", ["voided", "broken_off"])
def test_mc_inc_02_a_void_coup_and_a_broken_session_of_chemin_de_fer_are_told(
    house: House, outcome: str
) -> None:
    table = open_house("chemin", "MC", game="chemin_de_fer", table_min_cents=500)
    four(table)
    bank(table)
    cover(table, 20_00)
    end = incidents.void_round if outcome == "voided" else incidents.break_off_session
    end(table.table_id, operator=table.operator, reason="carte en trop")
    assert told(table) == [("incident_decided", "MC-INC-02", outcome, "operator")]


def test_mc_inc_02_a_notice_that_no_mail_told_of_in_time_is_an_alarm(
    wheel: House,
    settings: Settings,
    caplog: pytest.LogCaptureFixture,
) -> None:
    assert stake(wheel, "ann", red=1000) == ""
    incidents.void_round(wheel.table_id, operator=wheel.operator, reason="alerte")
    settings.CONTROL_NOTICE_MINUTES = 0
    assert notices.count_overdue() == 0, "without an address the office is where it is read"
    settings.STATE_CONTROL_MAIL = "controle@example.mc"
    assert notices.count_overdue() == 1
    Croupier().tick()
    assert "notices_late" in caplog.text
    assert notices.mail_all() == 1
    assert notices.count_overdue() == 0
