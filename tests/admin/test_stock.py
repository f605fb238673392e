"""The stock of dice and cards in the office: who opens, receives, moves, destroys and endorses."""

import html
import re
from typing import Any, Final

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from casino.players.models import Player
from tables.equipment import card_incidents, card_sets, stock
from tables.equipment.admin.stock import SET_ACTIONS, WORDS
from tables.models import (
    EquipmentEndorsement,
    EquipmentEntry,
    EquipmentRegister,
    EquipmentSet,
    Notice,
)
from tests.admin.office import sign_in, url
from tests.admin.test_staff import person
from tests.floor import open_house
from tests.opening_checks import receive_sets

pytestmark = pytest.mark.django_db

DUTIES: Final = {
    "move": "keep_stock",
    "withdraw": "keep_stock",
    "announce": "destroy_equipment",
    "destroy": "serve_as_inspector",
}
"""The permission behind each order, without which nobody gives it."""
OTHERS: Final = ("operate_table", "open_register", "endorse_register", *{*DUTIES.values()})


def order_page(name: str, *sets: EquipmentSet) -> str:
    wanted = ",".join(str(each.pk) for each in sets)
    return f"{reverse('admin:tables_equipmentset_order', args=[name])}?sets={wanted}"


def told(client: Client, page: str, **given: Any) -> list[str]:
    """Post a form; return what the person is told, nothing when asked again."""
    answer = client.post(page, {"reason": "because", **given}, headers={"accept-language": "fr"})
    assert answer.status_code in (200, 302), answer.status_code
    if answer.status_code == 200:
        return []
    said = [str(each) for each in get_messages(answer.wsgi_request)]
    client.get(reverse("admin:index"))
    return said


@pytest.mark.clause("MC-EQ-04", "MC-EQ-05", "MC-EQ-44")
def test_the_commissioner_opens_a_register_and_the_keeper_receives_into_it() -> None:
    keeper, commissioner = person("karl", "keep_stock"), person("come", "open_register")
    receive, opens = url(EquipmentSet, "add"), url(EquipmentRegister, "add")
    given = {"kind": "dice", "lot": "L", "count": "2", "colours": "1", "purchase_order": "P-7"}
    assert told(keeper, receive, **given) == [
        "Prendre en charge : refusé. Le Commissaire du Gouvernement n’a pas ouvert ce registre."
    ]
    for client, page in ((keeper, opens), (commissioner, receive)):
        assert client.get(page).status_code == 403
        assert client.post(page, {"reason": "x", "category": "dice", **given}).status_code == 403
    assert told(commissioner, opens, category="dice", reason=" ") == []
    assert told(commissioner, opens, category="dice") == ["Ouvrir un registre : fait."]
    assert told(keeper, receive, **given | {"count": "0"}) == []
    assert told(keeper, receive, **given) == ["Prendre en charge : fait."]
    assert [*EquipmentSet.objects.order_by("pk").values_list("serial", "purchase_order")] == [
        ("L/1", "P-7"),
        ("L/2", "P-7"),
    ]


@pytest.mark.clause("MC-EQ-07", "MC-EQ-51")
def test_the_keeper_moves_sets_and_the_register_tells_where_they_are() -> None:
    keeper, (one, two) = person("karl", "keep_stock"), receive_sets("L", 2)
    listed = keeper.post(
        url(EquipmentSet, "changelist"),
        {"action": "move", "_selected_action": [one.pk, two.pk]},
    )
    page = order_page("move", one, two)
    assert listed["Location"] == page
    assert "L/1, L/2" in keeper.get(page).content.decode()
    assert told(keeper, page, depot="annex_depot:2") == ["Déplacer, L/1, L/2 : fait."]
    assert {each.place for each in EquipmentSet.objects.all()} == {"annex_depot:2"}
    assert told(keeper, order_page("move", one), depot="elsewhere") == []
    for language, words in (
        ("fr", ("intacte", "dépôt annexe 2 : +2 −0, reste 2", "dépôt principal : +2 −2, reste 0")),
        ("en", ("unbroken", "annex depot 2: +2 −0, holds 2", "main depot: +2 −2, holds 0")),
    ):
        headers = {"accept-language": language}
        shown = keeper.get(url(EquipmentRegister, "change", one.register), headers=headers)
        for each in words:
            assert each in shown.content.decode()


@pytest.mark.clause("MC-EQ-15", "MC-EQ-52")
def test_a_destruction_is_announced_by_the_management_and_witnessed_by_an_inspector(
    settings: Any,
) -> None:
    settings.DESTRUCTION_NOTICE_HOURS = 1
    (one,) = receive_sets("L", 1)
    assert told(person("karl", "keep_stock"), order_page("withdraw", one)) == [
        "Retirer, L/1 : fait."
    ]
    inspector = person("ines", "serve_as_inspector")
    assert told(inspector, order_page("destroy", one)) == [
        "Constater la destruction, L/1 : refusé. La destruction de L/1 n’est pas annoncée."
    ]
    management = person("mona", "destroy_equipment")
    waits = f"Withdrawn equipment to be announced|{order_page('announce', one)}"
    assert waits in offered(management)
    assert told(management, order_page("announce", one)) == ["Annoncer la destruction, L/1 : fait."]
    assert waits not in offered(management)
    notices = person("cora").get(url(Notice, "changelist"), headers={"accept-language": "fr"})
    assert ": L/1. Décidé par mona : because." in notices.content.decode()
    (refused,) = told(inspector, order_page("destroy", one))
    assert re.search(
        r"refusé. Le contrôle de l’État est avisé : pas avant le \d\d/\d\d/20", refused
    )
    settings.DESTRUCTION_NOTICE_HOURS = 0
    assert told(inspector, order_page("destroy", one), control="M. Agent") == [
        "Constater la destruction, L/1 : fait."
    ]
    entry = EquipmentEntry.objects.latest("number")
    assert (entry.by.username, entry.control, entry.target) == ("ines", "M. Agent", "")


@pytest.mark.django_db(transaction=True)
def test_cards_in_question_are_kept_until_it_is_decided_what_was_found() -> None:
    house = open_house("Marked", "MC", game="punto_banco")
    management = person("mona", "destroy_equipment")
    card_sets.report_cards(
        house.table_id, what="card_marked", operator=house.operator, reason="a knave"
    )
    assert [each.partition("|")[0] for each in offered(management)] == [
        "Marked: cards to be decided on"
    ]
    mona = Player.objects.get(username="mona")
    card_incidents.decide_card_incident(house.table_id, operator=mona, reason="marked")
    assert [each.partition("|")[0] for each in offered(management)] == [
        "Withdrawn equipment to be announced"
    ]


def offered(client: Client) -> list[str]:
    """Return what waits for whoever's browser it is, each with its page."""
    page = client.get("/admin/", headers={"accept-language": "en"})
    return [f"{each.text}|{each.url}" for each in page.context["waiting"]]


@pytest.mark.clause("MC-EQ-08", "MC-EQ-44")
def test_the_state_control_endorses_what_it_has_read() -> None:
    (one,) = receive_sets("L", 1)
    page = reverse("admin:tables_equipmentregister_endorse", args=[one.register_id])
    control, reader = person("cora", "endorse_register"), person("rita")
    shown = url(EquipmentRegister, "change", one.register)
    assert page in control.get(shown).content.decode()
    assert page not in reader.get(shown).content.decode()
    assert reader.get(page).status_code == 403
    assert reader.post(page, {"reason": "x"}).status_code == 403
    assert told(control, page) == ["Viser le registre : fait."]
    assert told(control, page) == [
        "Viser le registre : refusé. Le registre est déjà visé jusqu’à sa dernière ligne."
    ]
    assert EquipmentEndorsement.objects.get().by.username == "cora"


def test_nobody_gives_an_order_without_its_permission() -> None:
    (one,) = receive_sets("L", 1)
    shown = url(EquipmentSet, "change", one)
    pages = {name: order_page(name, one) for name in SET_ACTIONS}
    assert pages.keys() == DUTIES.keys()
    given = {"reason": "x", "depot": "main_depot"}
    for number, codename in enumerate(("", *OTHERS)):
        client = person(f"p{number}", codename)
        offered = client.get(shown).content.decode()
        for name, page in pages.items():
            may = codename == DUTIES[name]
            assert client.get(page).status_code == (200 if may else 403), (codename, name)
            assert (page in offered) == (may and name in ("move", "withdraw")), (codename, name)
            assert may or client.post(page, given).status_code == 403
    for role in ("anonymous", "player"):
        client = sign_in(role)
        assert all("/login/" in client.get(page)["Location"] for page in pages.values())
    assert EquipmentEntry.objects.count() == 1


def test_a_set_offers_what_its_state_allows_and_tells_why_not_the_rest(settings: Any) -> None:
    settings.DESTRUCTION_NOTICE_HOURS = 1
    (one,) = receive_sets("L", 1)
    able, witness = person("all", *DUTIES.values()), person("wit", *DUTIES.values())
    orders = {name: order_page(name, one) for name in SET_ACTIONS}

    def allowed(client: Client) -> tuple[set[str], str]:
        """Return the orders on offer, and the page; what it refuses, the service refuses too."""
        page = client.get(url(EquipmentSet, "change", one), headers={"accept-language": "fr"})
        text = page.content.decode()
        found = {name for name in orders if orders[name] in text}
        for refused in page.context["refused_orders"]:
            name = next(each for each in orders if orders[each] == refused.url)
            (said,) = told(client, orders[name], depot="annex_depot:1")
            assert said.endswith(f"refusé. {refused.refusal}")
            assert html.escape(refused.refusal) in text
        return found, text

    found, text = allowed(able)
    assert found == {"move", "withdraw"}
    assert "Pas maintenant (2)" in text
    told(able, orders["withdraw"])
    assert allowed(able)[0] == {"announce"}
    told(able, orders["announce"])
    assert allowed(able)[0] == set()
    assert "destroy" not in allowed(able)[0], "not before him who announced it"
    assert "destroy" not in allowed(witness)[0], "the notice runs"
    settings.DESTRUCTION_NOTICE_HOURS = 0
    assert "destroy" not in allowed(able)[0], "nor when it is over"
    assert "destroy" in allowed(witness)[0]
    told(witness, orders["destroy"])
    assert allowed(able)[0] == set()


def test_a_register_that_is_endorsed_says_so_instead_of_offering_it_again() -> None:
    (one,) = receive_sets("L", 1)
    page = reverse("admin:tables_equipmentregister_endorse", args=[one.register_id])
    control, shown = (
        person("cora", "endorse_register"),
        url(EquipmentRegister, "change", one.register),
    )
    assert page in control.get(shown).content.decode()
    told(control, page)
    text = control.get(shown, headers={"accept-language": "en"}).content.decode()
    assert page not in text
    assert "The register is endorsed up to its last entry already." in text
    assert "Not now" not in person("rita").get(shown).content.decode()


def test_all_that_is_stored_has_words() -> None:
    stored = {
        *EquipmentRegister.Category.values,
        *EquipmentSet.Kind.values,
        *EquipmentSet.State.values,
        *EquipmentEntry.Movement.values,
        *(each.partition(":")[0] for each in (*stock.DEPOTS, "table:1")),
    }
    assert WORDS.keys() == stored
