"""The staff's acts in the office: who may take a table, inspect it, and answer what is written."""

import re
from uuid import uuid4

import pytest
from django.contrib.auth.models import Permission
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from casino.ledger.models import Account, Reserve
from casino.players.models import Player
from casino.players.services import wallet_of
from tables.models import (
    AnnouncementAnswer,
    Anomaly,
    Assignment,
    FloorEvent,
    LevySignature,
    Notice,
    Round,
    Table,
    WrittenAnnouncement,
)
from tests.admin.office import staffed, url
from tests.admin.test_acts import order
from tests.floor import House, open_house
from tests.tables.test_chemin_de_fer import win_a_coup
from tests.tables.test_roulette import stake


@pytest.fixture
def wheel(house: House) -> House:
    """A roulette with a chief, an inspector, one writing endorsed and one that waits."""
    return staffed(house)


def person(name: str, *codenames: str) -> Client:
    """Return the browser of somebody of the staff with these permissions, who may look."""
    somebody = Player.objects.create_user(name, password="pass", is_staff=True)
    wanted = Permission.objects.filter(codename__in=codenames)
    somebody.user_permissions.set(wanted | Permission.objects.filter(codename__startswith="view_"))
    client = Client()
    client.force_login(somebody)
    return client


def order_status(client: Client, name: str, table_id: int, **given: str) -> int:
    page = f"{reverse('admin:tables_table_order', args=[name])}?tables={table_id}"
    return client.post(page, {"reason": "x", **given}).status_code


def test_mc_erou_05_a_chief_hands_the_table_over_in_the_office(wheel: House) -> None:
    person("bert", "serve_as_table_chief")
    bert = Player.objects.get(username="bert")
    superuser = Client()
    superuser.force_login(wheel.operator)
    assert order(superuser, "hand_over", wheel.table_id, reason="rota", person=str(bert.pk)) == [
        "Passer la table, Roulette : fait."
    ]
    assert Assignment.objects.get(duty="table_chief", until=None).person == bert
    assert order(superuser, "hand_over", wheel.table_id, reason="rota", person=str(bert.pk)) == [
        "Passer la table, Roulette : refusé. Cette personne tient déjà cette fonction ici."
    ]
    page = superuser.get(
        url(Table, "change", wheel.table), headers={"accept-language": "fr"}
    ).content.decode()
    assert "chef de table : bert, inspecteur : clara" in page


def test_mc_erou_05_only_chiefs_are_offered(wheel: House) -> None:
    person("bert", "serve_as_table_chief")
    person("carl", "serve_as_inspector")
    superuser = Client()
    superuser.force_login(wheel.operator)
    page = reverse("admin:tables_table_order", args=["hand_over"])
    form = superuser.get(f"{page}?tables={wheel.table_id}").context["form"]
    assert {each.username for each in form.fields["person"].queryset} == {"bert", "operator"}


def test_mc_cdf_09_an_inspector_needs_no_other_permission_than_his_own(wheel: House) -> None:
    denis = person("denis", "serve_as_inspector")
    assert order(denis, "sign_in", wheel.table_id, reason="relève") == [
        "Prendre l’inspection, Roulette : fait."
    ]
    assert Assignment.objects.get(duty="inspector", until=None).person.username == "denis"
    event = FloorEvent.objects.latest("id")
    assert (event.kind, event.by and event.by.username) == ("inspector", "denis")
    for name in ("open_table", "close_table", "fill", "hand_over", "void_round"):
        given = {"amount": "1", "person": str(wheel.operator.pk)}
        assert order_status(denis, name, wheel.table_id, **given) == 403, name
    assert order_status(denis, "sign_out", wheel.table_id) == 302
    assert not Assignment.objects.filter(duty="inspector", until=None).exists()


def test_mc_cdf_09_where_no_chief_is_wanted_the_inspector_answers_for_the_table(
    house: House,
) -> None:
    table = open_house("chemin", "MC", game="chemin_de_fer", table_min_cents=500)
    denis = person("denis", "serve_as_inspector")
    assert order_status(denis, "void_round", table.table_id) == 403
    order(denis, "sign_in", table.table_id, reason="relève")
    assert order(denis, "void_round", table.table_id, reason="x") == [
        "Annuler le coup, chemin : refusé. Aucun coup n’est en cours."
    ]


def test_mc_erou_09_who_answers_for_a_table_voids_its_round_and_no_other(wheel: House) -> None:
    bert = person("bert", "serve_as_table_chief")
    assert stake(wheel, "ann", red=1000) == ""
    assert order_status(bert, "void_round", wheel.table_id) == 403
    superuser = Client()
    superuser.force_login(wheel.operator)
    pk = str(Player.objects.get(username="bert").pk)
    order(superuser, "hand_over", wheel.table_id, reason="rota", person=pk)
    start = wheel.balance("ann")
    assert order(bert, "void_round", wheel.table_id, reason="") == []
    assert order(bert, "void_round", wheel.table_id, reason="jeton tombé") == [
        "Annuler le coup, Roulette : fait."
    ]
    assert wheel.balance("ann") == start + 1000
    voided = Round.objects.get(table_id=wheel.table_id)
    assert (voided.status, voided.responsible) == ("voided", wheel.operator)
    assert order_status(bert, "fill", wheel.table_id, amount="1") == 403
    other = Table.objects.exclude(pk=wheel.table_id).latest("pk").pk
    assert order_status(bert, "void_round", other) == 403


def test_mc_erou_40_the_management_endorses_in_the_office(wheel: House) -> None:
    diana = person("diana", "answer_announcement")
    waiting = WrittenAnnouncement.objects.get(answer=None)
    page = url(WrittenAnnouncement, "change", waiting)
    shown = diana.get(page, headers={"accept-language": "fr"}).content.decode()
    assert "attend la direction des jeux" in shown
    assert "carré 14-15-17-18, cheval 15-18, cheval 17-18, carré 17-18-20-21, plein 18" in shown
    assert "Viser" in shown
    endorse = reverse("admin:tables_writtenannouncement_answer", args=[waiting.pk, "endorse"])
    assert endorse in shown
    assert diana.post(endorse, {"reason": " "}).status_code == 200
    assert not AnnouncementAnswer.objects.filter(announcement=waiting).exists()
    answer = diana.post(endorse, {"reason": "lisible"})
    assert answer["Location"] == page
    given = AnnouncementAnswer.objects.get(announcement=waiting)
    assert (given.endorsed, given.by.username, given.reason) == (True, "diana", "lisible")
    told = diana.get(page, headers={"accept-language": "en"}).content.decode()
    assert "endorsed (diana : lisible)" in told
    assert endorse not in told
    decline = reverse("admin:tables_writtenannouncement_answer", args=[waiting.pk, "decline"])
    refused = diana.post(decline, {"reason": "x"}, headers={"accept-language": "en"})
    assert [str(each) for each in get_messages(refused.wsgi_request)][-1] == (
        "Refused. The games management has answered already."
    )


@pytest.mark.parametrize("codenames", [(), ("operate_table",), ("serve_as_inspector",)])
def test_mc_erou_40_nobody_else_answers(wheel: House, codenames: tuple[str, ...]) -> None:
    client = person("nobody", *codenames)
    waiting = WrittenAnnouncement.objects.get(answer=None)
    for name in ("endorse", "decline"):
        page = reverse("admin:tables_writtenannouncement_answer", args=[waiting.pk, name])
        assert client.get(page).status_code == 403
        assert client.post(page, {"reason": "x"}).status_code == 403
    shown = client.get(url(WrittenAnnouncement, "change", waiting)).content.decode()
    assert "/answer/" not in shown
    assert not AnnouncementAnswer.objects.filter(announcement=waiting).exists()


def test_mc_erou_40_the_control_reads_its_notices_in_two_languages(wheel: House) -> None:
    control = person("control")
    for language, words in (
        ("fr", ("contrôle des jeux", "vise l’annonce écrite de ann : Complète du 17")),
        ("en", ("state control", "endorses the written announcement of ann: Complete of 17")),
    ):
        page = control.get(url(Notice, "changelist"), headers={"accept-language": language})
        for each in words:
            assert each in page.content.decode()


def test_mc_erou_08_surveillance_reads_the_anomalies(wheel: House) -> None:
    page = person("watch").get(url(Anomaly, "changelist"), headers={"accept-language": "fr"})
    assert "refus répétés" in page.content.decode()


def test_mc_erou_05_the_record_of_a_handover_is_read(wheel: House) -> None:
    duty = Assignment.objects.get(duty="table_chief", until=None)
    page = person("watch").get(url(Assignment, "change", duty), headers={"accept-language": "fr"})
    assert "encaisse 100\N{NO-BREAK SPACE}000,00 · tapis 0,00" in page.content.decode()


def test_mc_cdf_15_the_office_reads_what_is_reserved(wheel: House) -> None:
    account = wallet_of(wheel.player("ann").pk).account
    watch = person("watch")
    page = watch.get(url(Account, "change", account), headers={"accept-language": "fr"})
    assert "Dont réservé" in page.content.decode()
    page = watch.get(url(Reserve, "changelist"), headers={"accept-language": "fr"})
    kept = re.search(r'class="field-holder_column"><a [^>]*>([^<]*)<', page.content.decode())
    assert kept is not None
    assert kept[1] == wheel.table.name


def test_mc_cdf_38_the_operator_counts_the_levy_and_the_inspector_signs_in_the_office(
    house: House,
) -> None:
    table = open_house("chemin", "MC", game="chemin_de_fer", table_min_cents=500)
    win_a_coup(table)
    denis, runs = person("denis", "serve_as_inspector"), person("olga", "operate_table")
    order(denis, "sign_in", table.table_id, reason="relève")
    assert order_status(denis, "count_levy", table.table_id, amount="1") == 403
    given = {"reason": "clôture", "order": str(uuid4())}
    refused = "Signer et ouvrir la cagnotte, chemin : refusé. "
    assert order(denis, "cash_levy", table.table_id, amount="1", **given) == [
        refused + "Personne n’a compté la cagnotte depuis la dernière signature."
    ]
    assert order(runs, "count_levy", table.table_id, amount="2", **given) == [
        "Compter la cagnotte, chemin : refusé. Le carnet, la cagnotte et ce qui est compté ne"
        " concordent pas."
    ]
    assert order(runs, "count_levy", table.table_id, amount="1", **given) == [
        "Compter la cagnotte, chemin : fait."
    ]
    assert order_status(runs, "cash_levy", table.table_id, amount="1") == 403
    assert order(denis, "cash_levy", table.table_id, amount="1", control="M. Agent", **given) == [
        "Signer et ouvrir la cagnotte, chemin : fait."
    ]
    signature = LevySignature.objects.get()
    assert (signature.by.username, signature.count.by.username, signature.control) == (
        "denis",
        "olga",
        "M. Agent",
    )
