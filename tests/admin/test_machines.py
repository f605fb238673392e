"""The files of bases and machines in the office: read, kept, and taken away as a signed copy."""

import json
from dataclasses import fields
from typing import Final
from uuid import uuid4

import pytest
from django.contrib.auth.models import Group
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from casino.players.models import Department, Player
from casino.staff import rights
from tables.games.automatic_games.meters import Meters
from tables.incidents import services as incidents
from tables.machines import keys, machine_files
from tables.machines.admin.interventions import METERS
from tables.machines.admin.machines import TYPES
from tables.models import (
    Intervention,
    KeyLoan,
    Machine,
    MachineBan,
    MachineBase,
    MachineCopy,
    MachineEntry,
    Notice,
    Relief,
    SheetBundle,
    Table,
)
from tests.admin.office import filed, sign_in, url
from tests.admin.test_staff import person
from tests.admin.test_stock import told
from tests.floor import House
from tests.machines import (
    accountant,
    attendant,
    cashier,
    equip,
    lend_device,
    mechanic,
    supervisor,
    take_key,
    watcher,
)
from tests.pictures import png
from tests.tables.test_staff import employee

pytestmark = pytest.mark.django_db

FRENCH: Final = {"accept-language": "fr"}


def page(name: str, machine: Machine) -> str:
    return reverse("admin:tables_machine_act", args=[machine.pk, name])


@pytest.fixture
def machine(house: House) -> Machine:
    filed(house)
    machine = Machine.objects.get()
    incidents.break_off_session(machine.pk, operator=house.operator, reason="nuit")
    return machine


@pytest.mark.clause("MC-AUTO-06", "MC-AUTO-07", "MC-AUTO-12", "MC-AUTO-13")
def test_the_management_keeps_the_files_and_the_page_tells_their_history(machine: Machine) -> None:
    keeper, reader = person("mona", "keep_machines"), person("rita")
    shown = url(Machine, "change", machine)
    for name in ("place", "move", "certify", "photograph"):
        assert page(name, machine) in keeper.get(shown).content.decode()
        assert page(name, machine) not in reader.get(shown).content.decode()
        assert reader.get(page(name, machine)).status_code == 403
        assert reader.post(page(name, machine), {"reason": "x"}).status_code == 403
    # The page of the machine's table leads there.
    at_table = url(Table, "change", machine.table)
    rolf = Client()
    rolf.force_login(employee("rolf", "view_table"))
    assert f'href="{shown}"' in reader.get(at_table).text
    assert f'href="{shown}"' not in rolf.get(at_table).text
    add = url(MachineBase, "add")
    assert reader.get(add).status_code == 403
    assert told(keeper, add, number="1", room="salon") == [
        "Numéroter un socle : refusé. Un socle porte déjà ce numéro."
    ]
    assert told(keeper, add, number="12", room="salon rose") == ["Numéroter un socle : fait."]
    title = f"Placer sur un socle, {machine}"
    assert told(keeper, page("place", machine), base="12") == [f"{title} : fait."]
    source = reverse("admin:tables_machine_photograph", args=[machine.pk])
    assert keeper.get(source).status_code == 404
    title = f"Classer une photographie, {machine}"
    for name, content, answer in (
        ("face.png", b"<svg onload='x'/>", "refusé"),
        ("face.html", png(), "fait"),
    ):
        picture = SimpleUploadedFile(name, content, "text/html")
        (said,) = told(keeper, page("photograph", machine), picture=picture)
        assert said.startswith(f"{title} : {answer}")
    assert told(keeper, page("photograph", machine)) == []
    # It is what its content says, and nobody but the staff that reads the file is shown it.
    other = Client()
    other.force_login(employee("otto", "keep_stock"))
    assert other.get(source).status_code == 403
    answer = reader.get(source)
    assert (answer.content, answer["Content-Type"]) == (png(), "image/png")
    assert "sandbox" in answer["Content-Security-Policy"]
    assert Client().get(source).status_code == 302
    content = keeper.get(shown, headers=FRENCH).content.decode()
    assert f'<img src="{source}?' in content
    for words in ("rouleaux", "salle", "7777/8192", ".png", "intacte", "inventorié", "photograph"):
        assert words in content
    assert "salon rose" in keeper.get(url(MachineBase, "changelist")).content.decode()


@pytest.mark.clause("MC-AUTO-22")
def test_the_secretariat_takes_the_signed_copy_and_others_do_not(machine: Machine) -> None:
    secretary, export = (
        person("sofia", "view_machinecopy"),
        reverse("admin:tables_machinecopy_export"),
    )
    assert export in secretary.get(url(MachineCopy, "changelist")).content.decode()
    answer = secretary.get(export)
    lines = answer.content.decode().splitlines()
    assert len(lines) == MachineEntry.objects.count()
    assert machine_files.first_broken_copy(lines) is None
    assert json.loads(json.loads(lines[-1])["body"])["told"]["base"] == 2
    stranger = Client()
    stranger.force_login(employee("cleo", "keep_machines"))
    assert stranger.get(export).status_code == 403
    assert "/login/" in Client().get(export)["Location"]


@pytest.mark.clause("MC-AUTO-36", "MC-AUTO-37", "MC-AUTO-60")
def test_keys_are_lent_and_given_back_in_the_office(machine: Machine) -> None:
    supervisor, mechanic = person("sven", "lend_machine_key"), person("milo", "open_machine")
    lend, order = page("lend_key", machine), str(uuid4())
    assert lend in supervisor.get(url(Machine, "change", machine)).content.decode()
    assert mechanic.get(lend).status_code == 403
    assert "milo" in supervisor.get(lend).content.decode()
    given = {"person": str(Player.objects.get(username="milo").pk), "minutes": "60", "order": order}
    title = f"Remettre la clé de l’appareil, {machine}"
    assert told(supervisor, lend, **given) == [f"{title} : fait."]
    given["order"] = str(uuid4())
    assert told(supervisor, lend, **given) == [f"{title} : refusé. Quelqu’un tient déjà cette clé."]
    loan = KeyLoan.objects.get(pk=order)
    shown = mechanic.get(url(KeyLoan, "change", loan), headers=FRENCH).content.decode()
    for words in ("coffre d’exploitation", "sven", "milo", "because"):
        assert words in shown
    back = reverse("admin:tables_keyloan_act", args=[order, "give_back"])
    assert told(mechanic, back) == [f"Rendre la clé, {loan} : fait."]
    take = page("take_note_box", machine)
    assert mechanic.get(take).status_code == supervisor.get(take).status_code == 403
    accountant = person("abel", "open_note_box")
    assert told(accountant, take, minutes="60", order=str(uuid4())) != []
    assert KeyLoan.objects.get(returned_at=None).holder.username == "abel"


@pytest.mark.clause("MC-AUTO-39", "MC-AUTO-40", "MC-AUTO-41", "MC-AUTO-56", "MC-AUTO-57")
def test_a_mechanic_works_at_a_machine_in_the_office_and_the_management_has_his_sheet(
    house: House,
) -> None:
    filed(house)
    machine = Machine.objects.get()
    device = House(machine.pk, house.operator)
    loan = lend_device(device, mechanic())
    client, over = Client(), Client()
    client.force_login(mechanic())
    over.force_login(supervisor())
    opens, signs, back = (page(name, machine) for name in ("open", "sign", "put_back"))
    assert over.get(opens).status_code == client.get(back).status_code == 403
    equip(device)
    assert told(client, opens) == [f"Ouvrir l’appareil, {machine} : fait."]
    assert told(over, back) == [
        f"Remettre en service, {machine} : refusé. Une fiche d’intervention n’est pas signée."
    ]
    # At a machine its supervisor gives the orders that a chief gives at tables, and at no other.
    order = reverse("admin:tables_table_order", args=["order_play"])
    assert over.get(f"{order}?tables={machine.pk}").status_code == 200
    for tables in (f"{house.table_id}", f"{house.table_id},{machine.pk}"):
        assert over.get(f"{order}?tables={tables}").status_code == 403
    assert (
        over.get(order.replace("order_play", "fill") + f"?tables={machine.pk}").status_code == 403
    )
    assert told(client, signs) == [f"Signer la fiche, {machine} : fait."]
    keys.return_key(loan.pk, operator=mechanic(), reason="done")
    equip(device)
    assert told(over, back) == [f"Remettre en service, {machine} : fait."]
    sheet = Intervention.objects.latest("pk")
    reader = person("rita")
    shown = reader.get(url(Intervention, "change", sheet), headers=FRENCH).content.decode()
    for words in ("max", "because", "avant", "<td>parties</td>", sheet.hash):
        assert words in shown
    bundle = SheetBundle.objects.get()
    shown = reader.get(url(SheetBundle, "change", bundle), headers=FRENCH).content.decode()
    assert "operator" in shown
    assert "/receive/" not in shown
    receive = reverse("admin:tables_sheetbundle_act", args=[bundle.pk, "receive"])
    assert reader.get(receive).status_code == reader.get(url(SheetBundle, "add")).status_code == 403
    assert told(over, url(SheetBundle, "add")) == [
        "Mettre les fiches du jour sous enveloppe : refusé. Les fiches du jour sont déjà sous"
        " enveloppe."
    ]


@pytest.mark.clause("MC-AUTO-28", "MC-AUTO-35", "MC-AUTO-55", "MC-AUTO-59")
def test_a_relief_is_done_in_the_office_by_five_persons(house: House) -> None:
    filed(house)
    machine = Machine.objects.get()
    people = (supervisor(), watcher(), cashier(), attendant(), accountant())
    over, watch, cage, hands, books = (Client() for _ in people)
    for client, somebody in zip((over, watch, cage, hands, books), people, strict=True):
        client.force_login(somebody)
    for client, name, given in (
        (over, "begin_relief", {}),
        (watch, "attend_relief", {}),
        (cage, "lend_latch", {"person": str(attendant().pk), "minutes": "30"}),
        (hands, "exchange", {}),
    ):
        others = {over, watch, cage, hands, books} - {client}
        assert {each.get(page(name, machine)).status_code for each in others} == {403}, name
        (said,) = told(client, page(name, machine), order=str(uuid4()), **given)
        assert said.endswith(f", {machine} : fait."), said
    relief = Relief.objects.latest("pk")
    count = reverse("admin:tables_relief_act", args=[relief.pk, "count"])
    assert hands.get(count).status_code == 403
    assert told(books, count, amount="0") == [
        f"Compter la boîte à billets, {relief} : refusé. Vous n’avez pas la clé."
    ]
    take_key(House(machine.pk, house.operator))
    change = url(Relief, "change", relief)
    assert [each["url"] for each in books.get(change).context["orders"]] == [count]
    assert told(books, count, amount="0,10") == [f"Compter la boîte à billets, {relief} : fait."]
    assert books.get(change).context["orders"] == [], "it is counted once"
    shown = person("rita").get(change, headers=FRENCH).content.decode()
    for words in ("vera", "aldo", "0,10", "boîte à billets"):
        assert words in shown
    notices = person("rolf").get(url(Notice, "changelist"), headers=FRENCH).content.decode()
    assert "compté 0,10, compteur 0,00" in notices
    assert "superviseur des appareils" in notices


@pytest.mark.clause("MC-AUTO-53")
def test_the_office_gives_nobody_groups_of_two_departments(house: House) -> None:
    superuser, bo = sign_in("superuser"), Player.objects.create_user("boris", is_staff=True)
    groups = [Group.objects.create(name=name) for name in ("machines", "casinos", "neither")]
    for group in groups[:2]:
        given = {"group": str(group.pk), "name": group.name}
        assert superuser.post(url(Department, "add"), given).status_code == 302
    asker = Player.objects.get(username="the.superuser")
    second = Player.objects.create_superuser("second", password=None)
    for chosen, refused in ((groups[:2], True), (groups[1:], False)):
        wanted = rights.rights_of_person(bo) | {"groups": sorted(each.name for each in chosen)}
        change = rights.request_rights(uuid4(), bo, wanted, asker=asker, reason="hired")
        if refused:
            with pytest.raises(rights.RightsRefused, match="two_departments"):
                rights.approve(change.pk, by=second, reason="so be it")
            assert not bo.groups.exists()
        else:
            rights.approve(change.pk, by=second, reason="so be it")
    assert set(bo.groups.all()) == {*groups[1:]}
    late = {"group": str(groups[2].pk), "name": "machines"}
    answer = superuser.post(url(Department, "add"), late, headers=FRENCH)
    assert "relève d’une autre direction" in answer.content.decode()
    assert sign_in("reader").get(url(Department, "add")).status_code == 403


@pytest.mark.clause("MC-AUTO-48")
def test_the_supervisor_excludes_from_the_machines_in_the_office(house: House) -> None:
    house.player("ann")
    add, sven = url(MachineBan, "add"), person("sven", "ban_from_machines")
    title = "Exclure des appareils"
    assert told(sven, add, username="anna") == [f"{title} : refusé. Aucun joueur n’a ce nom."]
    assert told(sven, add, username="ann") == [f"{title} : fait."]
    assert person("rita").get(add).status_code == 403
    assert "because" in sven.get(url(MachineBan, "changelist")).content.decode()


def test_all_that_is_stored_has_words() -> None:
    assert TYPES.keys() == {"reels", "video_poker"}
    assert METERS.keys() == {*(each.name for each in fields(Meters)), "in", "hopper"} - {"played"}
