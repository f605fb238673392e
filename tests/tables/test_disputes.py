"""A round is disputed, an incident reported; games management decides (art. 24)."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.contrib.auth.models import Permission
from django.core import mail
from django.db import IntegrityError, transaction
from django.utils import timezone
from pytest_django import Settings

from casino.ledger import services as ledger
from casino.ledger.models import JournalEntry
from casino.players import closure
from casino.players.closure import ClosingRefused
from casino.players.models import Player
from tables.chat import services as chat
from tables.disputes import dossier
from tables.disputes import services as disputes
from tables.games.automatic_games.messages import CashOut, Load
from tables.games.blackjack import messages as bj
from tables.games.core.money import Amount, BoxNo
from tables.games.core.protocol import Refused
from tables.games.punto_banco.messages import RefuseBank
from tables.incidents import services as incidents
from tables.models import ChatMessage, Dispute, DisputeReader, DisputeRuling, Notice, Round, Ticket
from tables.operation import sessions
from tables.realtime import publish
from tables.rows import disputes as rows
from tables.rows import notices
from tables.staff import services as duties
from tests.api.asking import lose, win
from tests.floor import House, open_house
from tests.games.punto_banco.playing import staking
from tests.tables.test_rounds import START

pytestmark = pytest.mark.django_db(transaction=True)


def staff(name: str, *may: str) -> Player:
    """Return somebody of the staff with these permissions."""
    person = Player.objects.filter(username=name).first() or Player.objects.create_user(
        name, password="pass", is_staff=True
    )
    person.user_permissions.add(*Permission.objects.filter(codename__in=may))
    return Player.objects.get(pk=person.pk)


def management(name: str = "gail") -> Player:
    return staff(name, "decide_dispute")


def disputed(house: House, name: str, round_id: int, order: UUID | None = None) -> Dispute:
    """Have a player dispute a round."""
    return disputes.file_dispute(
        round_id,
        player=house.player(name),
        kind=Dispute.Kind.OTHER,
        words="J’avais 19, le croupier 19 aussi.",
        order=order or uuid4(),
    )


def refusal(*asked: object, **named: object) -> str:
    """Return the code with which a service of disputes refuses."""
    service, *given = asked
    with pytest.raises(Refused) as refused:
        service(*given, **named)  # type: ignore[operator]
    return refused.value.code


def ruled(found: Dispute, by: Player, amount: int = 0, *, upheld: bool = True) -> Dispute:
    """Have a dispute decided, with what it moves to its player."""
    moves = {found.player_id: amount} if found.player_id else {}
    return disputes.rule_on_dispute(
        found.pk,
        operator=by,
        upheld=upheld,
        corrections=moves,
        reason="L’égalité rend la mise.",
        order=uuid4(),
    )


def test_mc_inc_01_02_a_player_disputes_his_round_once_and_the_control_is_told(
    house: House, settings: Settings
) -> None:
    settings.STATE_CONTROL_MAIL = "controle@example.mc"
    lost, order = lose(house, "ann"), uuid4()
    filed = disputed(house, "ann", lost, order)
    assert (filed.state, filed.table_id, filed.player) == (
        "filed",
        house.table_id,
        house.player("ann"),
    )
    assert disputed(house, "ann", lost, order) == filed, "the same form is the same dispute"
    assert refusal(disputed, house, "ann", lost) == "already_disputed"
    assert refusal(disputed, house, "ann", lose(house, "ann"), order) == "order_used"
    notice = Notice.objects.get()
    assert (notice.kind, notice.clause, notice.addressee) == (
        "dispute_filed",
        "MC-INC-02",
        "state_control",
    )
    assert notices.mail_all() == 1
    assert "round 1: Something else. Filed by ann: “J’avais 19" in mail.outbox[0].body
    assert "coup 1 : Autre chose. Déposée par ann : « J’avais 19" in mail.outbox[0].body


def test_mc_inc_01_a_round_is_disputed_by_who_staked_in_time_and_in_words(
    house: House, settings: Settings
) -> None:
    won = win(house, "ann")
    assert refusal(disputed, house, "bob", won) == "no_stake_there"
    assert refusal(disputed, house, "ann", won + 1) == "no_stake_there"
    ann = house.player("ann")
    for words, code in ((" \n ", "words_missing"), ("x" * 1001, "words_too_long")):
        asked = {"player": ann, "kind": "other", "words": words, "order": uuid4()}
        assert refusal(disputes.file_dispute, won, **asked) == code
    closed_at = Round.objects.get(pk=won).closed_at
    assert closed_at is not None
    # Three quarters of the time that has gone by since.
    settings.CLAIM_HOURS = (timezone.now() - closed_at) / timedelta(hours=1) * 3 / 4
    assert refusal(disputed, house, "ann", won) == "claim_late"
    settings.CLAIM_HOURS = 24
    house.deal("Th 9s 9d 8c")
    assert house.stake("ann", 1, 1000) == ""
    running = Round.objects.latest("id").pk
    assert refusal(disputed, house, "ann", running) == "round_not_over"
    assert not Dispute.objects.exists()
    assert not Notice.objects.exists()


def test_mc_inc_03_the_dossier_is_frozen_with_what_was_said_at_the_table(house: House) -> None:
    def say(name: str) -> None:
        receipt = chat.say_at_table(
            player_id=house.player(name).pk,
            table_id=house.table_id,
            command_id=uuid4(),
            signal="wait_please",
            text="",
        )
        assert receipt.refused is None

    say("ann")
    assert house.stake("ann", 1, 1000) == "not_your_box"
    lost = lose(house, "ann")
    filed = disputed(house, "ann", lost)
    frozen = dossier.parse_dossier(filed.dossier)
    assert dossier.hash_of(filed.dossier) == filed.dossier_hash
    round_ = Round.objects.get(pk=lost)
    assert [each["seq"] for each in frozen["round"]["events"]] == list(
        round_.events.values_list("seq", flat=True)
    )
    assert sum(each["amount"] for each in frozen["round"]["ledger"]) == 2000
    assert frozen["round"]["commitments"]["shoe"]["commitment"] == house.table.shoe.commitment  # type: ignore[union-attr]
    assert [each["code"] for each in frozen["receipts"] if each["code"]] == ["not_your_box"]
    assert [each["signal"] for each in frozen["chat"]] == ["wait_please"]
    assert "sit" in [each["kind"] for each in frozen["floor"]]
    ChatMessage.objects.update(at=timezone.now() - timedelta(days=31))
    chat.delete_old_messages()
    assert not ChatMessage.objects.exists()
    say("ann")
    filed.refresh_from_db()
    assert dossier.parse_dossier(filed.dossier) == frozen, (
        "what is swept, and what is said later, is not in"
    )


def test_mc_inc_03_04_a_dispute_is_upheld_with_a_correction_and_never_decided_again(
    house: House, settings: Settings
) -> None:
    settings.STATE_CONTROL_MAIL = "controle@example.mc"
    filed, gail = disputed(house, "ann", lose(house, "ann")), management()
    assert disputes.take_up(filed.pk, operator=gail).state == "under_review"
    order = uuid4()
    for _ in range(2):
        decided = disputes.rule_on_dispute(
            filed.pk,
            operator=gail,
            upheld=True,
            corrections={house.player("ann").pk: 1000},
            reason="L’égalité rend la mise.",
            order=order,
        )
        assert (decided.state, house.balance("ann")) == ("decided", START)
    entry = JournalEntry.objects.get(reference=f"dispute:{filed.pk}")
    assert (entry.cause, entry.operator) == ("dispute", str(gail.pk))
    assert ledger.audit() == []
    assert refusal(ruled, filed, gail) == "dispute_decided"
    assert refusal(disputed, house, "ann", filed.round_id) == "already_disputed"
    notice = Notice.objects.get(kind="dispute_decided")
    assert (notice.detail["moved"], notice.detail["minutes"]) == (1000, 0)
    notices.mail_all()
    told = "\n".join(each.body for each in mail.outbox)
    assert "upheld by gail, 0 min after it was filed; corrections 10.00." in told
    for change in ({"words": "x"}, {"state": "filed"}, {"ruling": None}, {"dossier": "{}"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Dispute.objects.filter(pk=filed.pk).update(**change)
    with pytest.raises(IntegrityError), transaction.atomic():
        Dispute.objects.filter(pk=filed.pk).delete()
    with pytest.raises(IntegrityError), transaction.atomic():
        DisputeRuling.objects.update(reason="another")


def test_mc_inc_03_what_is_rejected_moves_nothing_and_what_was_paid_too_much_goes_back(
    house: House,
) -> None:
    gail = management()
    filed = disputed(house, "ann", lose(house, "ann"))
    assert refusal(ruled, filed, gail, 100, upheld=False) == "rejected_moves_nothing"
    assert ruled(filed, gail, upheld=False).state == "decided"
    assert house.balance("ann") == START - 1000
    back = disputed(house, "ann", win(house, "ann"))
    assert ruled(back, gail, -1000).state == "decided"
    assert house.balance("ann") == START - 1000
    more = disputed(house, "ann", win(house, "ann"))
    house.empty("ann")
    with pytest.raises(ledger.Overdrawn):
        ruled(more, gail, -1000)
    more.refresh_from_db()
    assert (more.state, more.rulings.count()) == ("filed", 0), "nothing has happened"


def test_mc_inc_01_who_took_part_without_a_stake_disputes_nothing(house: House) -> None:
    baccara = open_house("Baccara", "MC", game="punto_banco", betting_window_seconds=300)
    for box, name in enumerate(("ann", "bob"), start=1):
        baccara.sit(name, box)
    baccara.deal("Ah 2d 9h 4c Td 2s")
    assert baccara.do("bob", staking(punto=10_00)) == ""
    assert baccara.do("ann", RefuseBank()) == ""
    round_ = Round.objects.get(table_id=baccara.table_id)
    incidents.void_round(baccara.table_id, operator=baccara.operator, reason="a glass fell")
    assert refusal(disputed, house, "ann", round_.pk) == "no_stake_there"
    assert disputed(house, "bob", round_.pk).state == "filed"


def test_mc_inc_03_a_correction_of_just_the_limit_is_decided_by_one(
    house: House, settings: Settings
) -> None:
    settings.CORRECTION_BY_ONE = 500
    filed = disputed(house, "ann", lose(house, "ann"))
    assert ruled(filed, management(), 500).state == "decided"


def test_mc_inc_03_a_large_correction_wants_a_second_person(
    house: House, settings: Settings
) -> None:
    settings.CORRECTION_BY_ONE = 500
    filed, gail, hugo = disputed(house, "ann", lose(house, "ann")), management(), management("hugo")
    waits = ruled(filed, gail, 501)
    ruling = disputes.ruling_to_second(waits)
    assert ruling is not None
    assert (waits.state, house.balance("ann")) == ("under_review", START - 1000)
    assert refusal(disputes.second_ruling, ruling.pk, operator=gail) == "four_eyes"
    assert refusal(disputes.second_ruling, ruling.pk, operator=staff("ida")) == "not_management"
    other = disputes.ruling_to_second(ruled(filed, hugo, 600))
    assert other is not None
    assert refusal(disputes.second_ruling, ruling.pk, operator=hugo) == "ruling_replaced"
    for _ in range(2):
        assert disputes.second_ruling(other.pk, operator=gail).state == "decided"
        assert house.balance("ann") == START - 400
    filed.refresh_from_db()
    assert (filed.ruling, filed.seconded_by) == (other, gail)
    entry = JournalEntry.objects.get(reference=f"dispute:{filed.pk}")
    assert entry.operator == str(gail.pk), "who seconds it moves the money"
    assert disputes.ruling_to_second(filed) is None
    # What a player gives back counts as what he is given.
    back = disputed(house, "ann", win(house, "ann"))
    assert ruled(back, gail, -501).state == "under_review"
    assert ledger.audit() == []


def test_mc_inc_01_nobody_decides_where_he_has_a_part(house: House) -> None:
    served = staff("clara", "serve_as_inspector", "decide_dispute")
    duties.sign_in_inspector(house.table_id, operator=served, reason="day")
    house.deal("Th 8h 9s 8d 9c Tc")
    for box, name in enumerate(("ann", "bob"), 1):
        house.sit(name, box)
        assert house.stake(name, box, 1000) == ""
    assert [house.do(name, bj.Ready()) for name in ("ann", "bob")] == ["", ""]
    for box, name in enumerate(("ann", "bob"), 1):
        assert house.do(name, bj.Stand(BoxNo(box))) == ""
    filed = disputed(house, "ann", Round.objects.get().pk)
    for name in ("ann", "bob"):
        house.player(name).user_permissions.add(Permission.objects.get(codename="decide_dispute"))
        player = Player.objects.get(pk=house.player(name).pk)
        assert refusal(ruled, filed, player) == "own_dispute", name
    assert refusal(ruled, filed, staff("ida", "view_dispute")) == "not_management"
    assert refusal(ruled, filed, served) == "served_there"
    others = {"upheld": True, "reason": "x", "order": uuid4(), "operator": management()}
    corrections = {house.player("bob").pk: 100}
    assert (
        refusal(disputes.rule_on_dispute, filed.pk, corrections=corrections, **others)
        == "not_concerned"
    )
    duties.sign_out_inspector(house.table_id, operator=served, reason="night")
    assert refusal(ruled, filed, served) == "served_there", "she answered for it then"
    assert ruled(filed, management(), upheld=False).state == "decided"


def test_mc_inc_01_the_staff_reports_and_another_decides_whom_to_correct(house: House) -> None:
    lose(house, "ann")
    ida = staff("ida", "file_dispute", "decide_dispute")
    said = {"kind": "other", "reason": "Le croupier s’est trompé.", "order": uuid4()}
    assert (
        refusal(disputes.report_incident, house.table_id, operator=staff("jo"), **said)
        == "not_staff"
    )
    other = {"operator": ida, "number": 2, **said}
    assert refusal(disputes.report_incident, house.table_id, **other) == "no_such_round"
    assert (
        refusal(disputes.report_incident, house.table_id, ticket_id=1, **other) == "no_such_round"
    )
    no_ticket = {"operator": ida, "ticket_id": 1, **said}
    assert refusal(disputes.report_incident, house.table_id, **no_ticket) == "no_such_ticket"
    filed = disputes.report_incident(house.table_id, operator=ida, number=1, **said)
    assert disputes.report_incident(house.table_id, operator=ida, number=1, **said) == filed
    assert disputes.concerned_players(filed) == {house.player("ann").pk: "ann"}
    assert house.table.status == "open", "no card and no generator is in question"
    more = {"operator": ida, "follows": filed.pk, **said, "order": uuid4()}
    assert refusal(disputes.report_incident, house.table_id, **more) == "not_decided"
    assert refusal(ruled, filed, ida) == "own_dispute"
    disputes.rule_on_dispute(
        filed.pk,
        operator=management(),
        upheld=True,
        corrections={house.player("ann").pk: 500},
        reason="moitié",
        order=uuid4(),
    )
    assert house.balance("ann") == START - 500
    assert disputes.report_incident(house.table_id, **more).follows == filed


def told_to(kind: str, at: House) -> list[str]:
    """Return whom the notices of a kind that are about a table are owed to."""
    found = Notice.objects.filter(kind=kind, table=at.table_id).order_by("addressee")
    return list(found.values_list("addressee", flat=True))


@pytest.mark.clause("MC-AUTO-61")
def test_mc_auto_61_an_incident_at_a_machine_is_notified_to_its_supervisor_too(
    house: House,
) -> None:
    machine = open_house("appareil", "MC", game="automatic_games")
    machine.people = house.people
    watcher = staff("ida", "file_dispute")
    said = {"kind": "other", "reason": "Un client force l’appareil.", "operator": watcher}
    disputes.report_incident(machine.table_id, order=uuid4(), **said)
    owed = ["games_management", "machines", "state_control"]
    assert told_to("dispute_filed", machine) == owed
    assert Notice.objects.get(addressee="machines").clause == "MC-AUTO-61"
    disputes.report_incident(house.table_id, order=uuid4(), **said)
    assert told_to("dispute_filed", house) == ["state_control"], "at no other table"
    machine.sit("ann", 1)
    assert machine.do("ann", Load(Amount(50_00))) == ""
    incidents.break_off_session(machine.table_id, operator=house.operator, reason="panne")
    assert told_to("incident_decided", machine) == owed, (
        "of the game's own incidents he is notified too"
    )


def test_mc_inc_01_an_incident_with_a_ticket_is_decided_for_its_owner(house: House) -> None:
    machine = open_house("appareil", "MC", game="automatic_games")
    machine.people = house.people
    machine.sit("ann", 1)
    assert machine.do("ann", Load(Amount(50_00))) == ""
    assert machine.do("ann", CashOut(medium="ticket")) == ""
    ticket = Ticket.objects.get()
    filed = disputes.report_incident(
        machine.table_id,
        operator=staff("ida", "file_dispute"),
        kind="appropriation",
        reason="Un autre a pris le ticket.",
        order=uuid4(),
        ticket_id=ticket.pk,
    )
    assert dossier.parse_dossier(filed.dossier)["ticket"]["amount"] == 50_00
    ann = house.player("ann").pk
    assert disputes.concerned_players(filed) == {ann: "ann"}
    owed = ["games_management", "machines", "state_control"]
    assert told_to("dispute_filed", machine) == owed
    own = {"upheld": True, "reason": "rendu", "order": uuid4(), "corrections": {ann: 50_00}}
    disputes.rule_on_dispute(filed.pk, operator=management(), **own)
    assert told_to("dispute_decided", machine) == owed
    assert house.balance("ann") == START
    assert ledger.audit() == []


def test_mc_inc_01_a_table_whose_generator_is_in_question_is_closed_until_it_is_decided(
    house: House, settings: Settings
) -> None:
    ida, gail = staff("ida", "file_dispute"), management()
    house.sit("ann", 1)
    assert house.stake("ann", 1, 1000) == ""

    def report() -> Dispute:
        return disputes.report_incident(
            house.table_id, operator=ida, kind="technical", reason="Il s’arrête.", order=uuid4()
        )

    filed = report()
    assert (house.table.status, house.balance("ann")) == ("closed", START), "the stake is back"
    opened = {"operator": house.operator, "reason": "day"}
    assert refusal(sessions.open_session, house.table_id, **opened) == "incident_undecided"
    again = report()
    ruled(filed, gail, upheld=False)
    assert refusal(sessions.open_session, house.table_id, **opened) == "incident_undecided"
    ruled(again, gail, upheld=False)
    sessions.open_session(house.table_id, **opened)
    settings.AUTO_CLOSE_ON_INTEGRITY_INCIDENT = False
    report()
    assert house.table.status == "open"


def test_mc_inc_03_everybody_whom_a_decision_concerns_is_owed_it_and_reads_it_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    filed = disputed(house, "ann", lose(house, "ann"))
    ann = house.player("ann").pk
    with pytest.raises(ClosingRefused, match="account_money_waits"):
        closure.close_account(house.player("ann"))
    assert not rows.unread_decisions(ann).exists(), "there is nothing to be read"
    told: list[tuple[str, Any]] = []
    monkeypatch.setattr(publish, "purse", lambda party, text: told.append((party, text)))
    ruled(filed, management(), upheld=False)
    assert told == [
        (
            str(ann),
            f'{{"dispute":{filed.pk},"table":"{house.table.name}","round":1,"type":"decision"}}',
        )
    ]
    assert [each.dispute for each in rows.unread_decisions(ann)] == [filed]
    assert rows.decided_for(filed.pk, house.player("bob").pk) is None
    other = ruled(disputed(house, "ann", lose(house, "ann")), management("hugo"))
    disputes.mark_read(ann, dispute_id=other.pk)
    assert [each.dispute for each in rows.unread_decisions(ann)] == [filed]
    disputes.mark_read(ann, round_id=filed.round_id)
    reader = DisputeReader.objects.get(dispute=filed)
    assert reader.read_at is not None
    disputes.mark_read(ann, dispute_id=filed.pk)
    assert DisputeReader.objects.get(dispute=filed).read_at == reader.read_at
    with pytest.raises(IntegrityError), transaction.atomic():
        DisputeReader.objects.update(read_at=None)
    closure.close_account(house.player("ann"))


def test_an_order_is_of_one_table_one_dispute_and_one_person(house: House) -> None:
    other, order = open_house("other"), uuid4()
    reports = staff("rita", "file_dispute")
    asked = {"operator": reports, "kind": Dispute.Kind.OTHER, "reason": "a chip", "order": order}
    filed = disputes.report_incident(house.table_id, **asked)
    assert disputes.report_incident(house.table_id, **asked) == filed
    assert refusal(disputes.report_incident, other.table_id, **asked) == "order_used"
    lost = disputed(house, "ann", lose(house, "ann"))
    ruling = {"upheld": False, "corrections": {}, "reason": "as dealt", "order": uuid4()}
    disputes.rule_on_dispute(lost.pk, operator=management(), **ruling)
    assert (
        refusal(disputes.rule_on_dispute, filed.pk, operator=management(), **ruling) == "order_used"
    )
    another = management("gus")
    assert refusal(disputes.rule_on_dispute, lost.pk, operator=another, **ruling) == "order_used"


def test_who_sat_there_without_a_stake_disputes_nothing(house: House) -> None:
    house.sit("bob", 2)
    assert refusal(disputed, house, "bob", lose(house, "ann")) == "no_stake_there"
