"""Games management reads a dossier on one page and decides; the staff reports incidents."""

import json
import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group, Permission
from django.db.models import F, Value
from django.db.models.functions import Replace
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from casino.ledger.models import Transfer
from casino.players.models import Department, Player
from tables.disputes import services as disputes
from tables.games.blackjack.messages import Ready
from tables.incidents import services as incidents
from tables.models import Dispute, Notice, Round, RoundEvent
from tables.office.refusals import OFFICE
from tests.admin.office import CARD, as_fetched, sign_in, url
from tests.admin.secret import secret_of
from tests.api.asking import lose, win
from tests.floor import House, open_house
from tests.tables.test_disputes import disputed, staff
from tests.tables.test_review import tampering
from tests.tables.test_rounds import START


def desk(name: str, *more: str) -> Client:
    """Return the browser of somebody who decides disputes."""
    client = Client()
    client.force_login(staff(name, "decide_dispute", "view_dispute", *more))
    return client


def act(found: Dispute, name: str) -> str:
    return reverse("admin:tables_dispute_act", args=[found.pk, name])


def sent(client: Client, found: Dispute, name: str, **given: str) -> str:
    """Send an act's form with what is written into it; return what the office says then."""
    answer = client.post(act(found, name), as_fetched(client, act(found, name)) | given)
    assert answer.status_code == 302, answer.content.decode()
    page = client.get(answer["Location"]).content.decode()
    said = re.search(r'<ul class="messagelist">(.*?)</ul>', page, re.DOTALL)
    return re.sub(r"<[^>]*>|\s+", " ", said[1]).strip() if said else ""


def page_of(client: Client, found: Dispute) -> str:
    return client.get(url(Dispute, "change", found)).content.decode()


def test_mc_inc_03_the_dossier_is_read_and_the_dispute_upheld_with_a_correction(
    house: House,
) -> None:
    found = disputed(house, "ann", lose(house, "ann"))
    gail, player = desk("gail", "view_round"), house.player("ann").pk
    assert str(found.pk) in gail.get(url(Dispute, "changelist")).content.decode()
    page = page_of(gail, found)
    for part in (
        "J’avais 19",
        "Le registre et les règles concordent.",
        "les registres disent de même",
        house.table.shoe.commitment,  # type: ignore[union-attr]
        reverse("admin:tables_dispute_act", args=[found.pk, "uphold"]),
        reverse("admin:tables_table_replay", args=[found.round_id]),
    ):
        assert part in page, part
    assert sent(gail, found, "take_up") == "C’est à l’examen."
    given = {f"to_{player}": "10,00", "reason": "L’égalité rend la mise."}
    assert sent(gail, found, "uphold", **given) == "C’est tranché, sans appel."
    assert house.balance("ann") == START
    assert act(found, "uphold") not in page_of(gail, found)
    assert "tranché" in sent(gail, found, "reject", reason="non"), "and never again"
    assert Dispute.objects.get().ruling.upheld  # type: ignore[union-attr]


def test_the_office_sees_who_sat_where_on_the_replayed_felt_and_nobody_else(house: House) -> None:
    found = disputed(house, "ann", lose(house, "ann"))
    replay = reverse("admin:tables_table_replay", args=[found.round_id])
    page = desk("gail", "view_round").get(replay)
    data = json.loads(re.findall(r'id="replayed"[^>]*>(.*?)</script>', page.content.decode())[0])
    (seat,) = data["steps"][0]["frame"]["floor"]["seats"]
    assert (seat["box"], seat["name"], data["you"]) == (1, "ann", None)
    assert data["page"] == url(Round, "change", found.round)
    assert replay in sign_in("reader").get(data["page"]).content.decode()
    # Whoever reads disputes, and no rounds, has the stranger's replay.
    hugo = desk("hugo")
    assert hugo.get(replay).status_code == 403
    stranger = re.findall(r'href="(/shared/[^"]+/replay/)"', page_of(hugo, found))
    assert '"ann"' not in hugo.get(stranger[0]).content.decode()
    assert Client().get(replay).status_code == 302
    for missing in (0, 2**70):
        address = reverse("admin:tables_table_replay", args=[missing])
        assert desk(f"m{missing}", "view_round").get(address).status_code == 404


def test_mc_inc_03_a_second_person_seconds_a_large_correction(
    house: House, settings: Settings
) -> None:
    settings.CORRECTION_BY_ONE = 0
    found, player = disputed(house, "ann", lose(house, "ann")), house.player("ann").pk
    gail, hugo = desk("gail"), desk("hugo")
    said = sent(gail, found, "uphold", **{f"to_{player}": "5", "reason": "moitié"})
    assert said == "C’est proposé : une seconde personne doit confirmer."
    assert act(found, "second") not in page_of(gail, found)
    assert "Pas maintenant (1)" in page_of(gail, found)
    assert sent(gail, found, "second").startswith("Refusé.")
    assert house.balance("ann") == START - 1000
    assert act(found, "second") in page_of(hugo, found)
    assert sent(hugo, found, "second") == "C’est tranché, sans appel."
    assert house.balance("ann") == START - 500


def test_only_games_management_is_offered_a_decision_and_no_one_with_a_part_in_it(
    house: House,
) -> None:
    found = disputed(house, "ann", lose(house, "ann"))
    reader = sign_in("reader")
    assert act(found, "uphold") not in page_of(reader, found)
    assert reader.get(act(found, "uphold")).status_code == 403
    assert sign_in("clerk").get(url(Dispute, "change", found)).status_code == 403
    ann = house.player("ann")
    ann.is_staff = True
    ann.save()
    own = desk("ann")
    assert act(found, "uphold") not in page_of(own, found)
    assert "Pas maintenant" not in page_of(reader, found)
    page = own.get(url(Dispute, "change", found), headers={"accept-language": "en"})
    assert [each.title for each in page.context["refused_orders"]] == [
        "Take it up",
        "Uphold",
        "Reject",
    ]
    assert {each.refusal for each in page.context["refused_orders"]} == {OFFICE["own_dispute"].en}
    player = {f"to_{ann.pk}": "10,00", "reason": "à moi"}
    assert sent(own, found, "uphold", **player).startswith("Refusé. Personne ne tranche")


def test_mc_inc_01_the_staff_reports_an_incident_of_a_round(house: House) -> None:
    lose(house, "ann")
    client = sign_in("clerk")
    clerk = Player.objects.get(username="the.clerk")
    clerk.user_permissions.set(Permission.objects.filter(codename="file_dispute"))
    form = f"{reverse('admin:tables_table_order', args=['report_incident'])}?tables={{}}&number=1"
    page = form.format(house.table_id)
    filled = as_fetched(client, page)
    assert filled["number"] == ["1"]
    told: dict[str, Any] = filled | {"kind": "technical", "reason": "Le générateur s’arrête."}
    for _ in range(2):
        assert client.post(page, told)["Location"] == reverse("admin:index")
    found = Dispute.objects.get()
    assert (found.kind, found.round.number, found.closes_table) == ("technical", 1, True)  # type: ignore[union-attr]
    assert house.table.status == "closed"


@pytest.mark.parametrize("role", ["anonymous", "player", "clerk"])
def test_the_signed_dossier_is_for_those_who_may_read_it(house: House, role: str) -> None:
    found = disputed(house, "ann", lose(house, "ann"))
    address = reverse("admin:tables_dispute_file", args=[found.pk])
    assert sign_in(role).get(address).status_code == (403 if role == "clerk" else 302)
    document = json.loads(sign_in("reader").get(address).content)
    assert document["dossier"]["hash"] == found.dossier_hash
    assert document["dossier"]["frozen"]["round"]["id"] == found.round_id


@pytest.mark.parametrize("what", ["nothing", "ledger", "event", "dossier"])
def test_records_that_say_something_else_than_the_dossier_are_found(
    house: House, what: str
) -> None:
    found = disputed(house, "ann", win(house, "ann"))
    with tampering():
        if what == "ledger":
            Transfer.objects.filter(why="pay").update(amount=1)
        if what == "event":
            RoundEvent.objects.filter(round=found.round, kind="blackjack.dealer_done").update(
                at=F("at") + timedelta(seconds=1)
            )
        if what == "dossier":
            other = Replace("dossier", Value('"amount":1000'), Value('"amount":1001'))
            Dispute.objects.update(dossier=other)
    found.refresh_from_db()
    page = page_of(desk("gail"), found)
    assert ("LES REGISTRES DISENT AUTRE CHOSE" in page) is (what != "nothing")


def test_a_dossier_tells_nothing_of_what_a_live_shoe_hides(house: House) -> None:
    house.sit("ann", 1)
    assert house.stake("ann", 1, 1000) == ""
    assert house.do("ann", Ready()) == ""
    if Round.objects.latest("pk").status == Round.Status.RUNNING:
        incidents.void_round(house.table_id, operator=house.operator, reason="panne")
    found, secret = disputed(house, "ann", Round.objects.latest("pk").pk), secret_of(house)
    assert CARD.findall(found.dossier), "cards that were dealt are in it"
    assert secret.found_in(found.dossier) == ""
    assert secret.found_in(page_of(desk("gail"), found)) == ""
    assert secret.found_in(found.dossier + secret.texts[0]), "the negative control"


@pytest.mark.clause("MC-AUTO-61")
def test_mc_auto_61_the_machines_supervisor_reads_the_incidents_at_machines_alone(
    house: House,
) -> None:
    machine = open_house("appareil", "MC", game="automatic_games")
    said = {"kind": "other", "operator": staff("ida", "file_dispute")}
    here = disputes.report_incident(machine.table_id, reason="panne", order=uuid4(), **said)
    there = disputes.report_incident(house.table_id, reason="bruit", order=uuid4(), **said)
    sven = staff("sven")
    group, _ = Group.objects.get_or_create(name="machine supervisors")
    group.permissions.set(Permission.objects.filter(codename__in=("view_dispute", "view_notice")))
    Department.objects.create(group=group, name=Department.Name.MACHINES)
    sven.groups.add(group)
    client = Client()
    client.force_login(sven)
    listed = client.get(url(Dispute, "changelist")).content.decode()
    assert (url(Dispute, "change", here) in listed, url(Dispute, "change", there) in listed) == (
        True, False,
    )  # fmt: skip
    assert "panne" in page_of(client, here)
    assert client.get(url(Dispute, "change", there)).status_code == 302
    file = reverse("admin:tables_dispute_file", args=[there.pk])
    assert client.get(file).status_code == 404
    assert client.get(reverse("admin:tables_dispute_file", args=[here.pk])).status_code == 200
    assert "panne" in client.get(url(Notice, "changelist")).content.decode()
    shut = [
        disputes.report_incident(
            each.table_id, reason="panne", order=uuid4(), **said | {"kind": "technical"}
        )
        for each in (machine, house)
    ]
    home = client.get(reverse("admin:index")).content.decode()
    assert [url(Dispute, "change", each) in home for each in shut] == [True, False]
