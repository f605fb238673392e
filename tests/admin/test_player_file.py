"""A player's page: what it tells to whom, the ban with a reason, the notes that nobody changes."""

from datetime import date
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.test import Client
from django.urls import reverse

from casino.identity import services as identity
from casino.players.models import Ban, HouseNote, OfficeAct, Player
from casino.responsible_gaming import exclusions
from tests.admin.office import sign_in
from tests.admin.test_home import person
from tests.api.asking import browser, lose, win
from tests.floor import House
from tests.profiles import profile


def page(player: Player) -> str:
    return reverse("admin:players_player_change", args=[player.pk])


def act(player: Player, name: str) -> str:
    return reverse("admin:players_player_act", args=[player.pk, name])


def text(client: Client, player: Player) -> str:
    return client.get(page(player), headers={"accept-language": "en"}).content.decode()


def test_a_ban_has_a_reason_and_signs_out_and_is_undone_with_another(house: House) -> None:
    ann = house.player("ann")
    at_home = browser(house, "ann")
    assert at_home.get("/api/wallet/").status_code == 200
    client = person("cleo", "view_player", "view_ban", "add_ban")
    assert client.post(act(ann, "ban"), {"reason": ""}).status_code == 200
    ann.refresh_from_db()
    assert ann.is_active
    assert client.post(act(ann, "ban"), {"reason": "counterfeit chips"}).status_code == 302
    ann.refresh_from_db()
    assert not ann.is_active
    assert at_home.get("/api/wallet/").status_code in (401, 403)
    assert "counterfeit chips" in text(client, ann)
    assert client.get(act(ann, "ban")).status_code == 403, "he is out already"
    assert client.post(act(ann, "let_in"), {"reason": "cleared"}).status_code == 302
    ann.refresh_from_db()
    assert ann.is_active
    assert at_home.get("/api/wallet/").status_code == 403, "no session of before the ban is back"
    assert [(each.banned, each.reason) for each in ann.bans.order_by("pk")] == [
        (True, "counterfeit chips"),
        (False, "cleared"),
    ]


def test_nobody_bans_without_the_right_nor_the_staff_nor_himself(house: House) -> None:
    ann = house.player("ann")
    reader = person("rolf", "view_player")
    assert reader.get(act(ann, "ban")).status_code == 403
    assert "Ban</a>" not in text(reader, ann)
    chief = person("cleo", "view_player", "add_ban")
    cleo = Player.objects.get(username="cleo")
    person("rita", "add_ban")
    rita = Player.objects.get(username="rita")
    for who in (house.operator, cleo, rita):
        assert chief.post(act(who, "ban"), {"reason": "test"}).status_code == 403
    root = sign_in("superuser")
    assert root.post(act(cleo, "ban"), {"reason": "test"}).status_code == 302
    assert not Player.objects.get(username="cleo").is_active


def test_the_service_itself_refuses_what_the_office_does_not_offer(house: House) -> None:
    """The office offers nobody these acts; whoever comes by another way is refused as well."""
    ann, root = house.player("ann"), house.operator
    person("rita", "view_player")
    rita = Player.objects.get(username="rita")
    for act_ in (exclusions.ban, exclusions.lift_ban):
        with pytest.raises(exclusions.BanRefused, match="not_permitted"):
            act_(ann.pk, operator=rita, reason="test")
    with pytest.raises(exclusions.BanRefused, match="own_account"):
        exclusions.ban(root.pk, operator=root, reason="test")
    with pytest.raises(exclusions.BanRefused, match="as_it_is"):
        exclusions.lift_ban(ann.pk, operator=root, reason="test")
    with pytest.raises(exclusions.BanRefused, match="not_permitted"):
        exclusions.add_note(ann, operator=rita, text="test")
    assert not Ban.objects.exists()
    assert not HouseNote.objects.exists()


def test_an_account_that_its_owner_has_closed_is_not_let_in_again(house: House) -> None:
    ann = house.player("ann")
    Player.objects.filter(pk=ann.pk).update(
        username=f"{exclusions.CLOSED}{ann.pk}", is_active=False
    )
    with pytest.raises(exclusions.BanRefused, match="account_closed"):
        exclusions.lift_ban(ann.pk, operator=house.operator, reason="test")


def test_a_note_has_its_author_and_stays(house: House) -> None:
    ann = house.player("ann")
    cashier = person("carl", "view_player", "view_housenote", "add_housenote")
    sent = {"reason": "brings large notes"}
    assert cashier.post(act(ann, "note"), sent).status_code == 302
    shown = text(cashier, ann)
    assert "brings large notes" in shown
    assert "carl" in shown
    reader = person("rita", "view_player")
    assert "brings large notes" not in text(reader, ann)
    assert reader.post(act(ann, "note"), {"reason": "x"}).status_code == 403
    for rows in (HouseNote.objects.all(), Ban.objects.all()):
        for change in (lambda rows=rows: rows.update(by=ann), rows.delete):
            with pytest.raises(DatabaseError, match="stays"), transaction.atomic():
                change()


def test_the_parts_of_the_page_are_read_by_whoever_may(house: House) -> None:
    ann = house.player("ann")
    win(house, "ann")
    lose(house, "ann")
    all_ = sign_in("superuser").get(page(ann)).context["parts"]
    assert {name for name, _, _ in all_} >= {
        *("house_notes", "bans", "exclusions", "limits", "days", "stays", "requests"),
        *("boxes", "last_rounds"),
    }
    rounds = {name: shown for name, _, shown in all_}["last_rounds"].rows
    assert [row[-1] for row in rounds] == ["-10,00 PLAY", "10,00 PLAY"]
    few = person("rita", "view_player", "view_limit").get(page(ann)).context["parts"]
    assert [name for name, _, _ in few] == ["limits"]


def test_a_username_is_not_changed(house: House) -> None:
    ann = house.player("ann")
    client = person("cleo", "view_player", "change_player")
    sent = {"username": "zoe", "display_name": "Zoe", "language": "en", "is_active": ""}
    assert client.post(page(ann), sent).status_code == 302
    ann.refresh_from_db()
    assert (ann.username, ann.display_name, ann.is_active) == ("ann", "Zoe", True)


VERIFIED = {"born_on": "1980-02-29", "valid_until": "2030-01-01", "reason": "passport seen"}


def test_an_identity_is_verified_and_refused_by_whoever_may_with_a_reason(
    house: House, settings: Any
) -> None:
    ann = house.player("ann")
    keeper = person("kate", "view_player", "view_identity", "verify_identity")
    assert act(ann, "verify_identity") not in keeper.get(page(ann)).content.decode()
    assert keeper.post(act(ann, "verify_identity"), VERIFIED).status_code == 403, "of play money"
    settings.PROFILE = profile(identity="before_play")
    identity.declare(ann, date(1980, 2, 29))
    form = keeper.get(act(ann, "verify_identity")).content.decode()
    assert 'value="1980-02-29"' in form
    for wrong in (
        {"reason": ""},
        {"born_on": "29.2.80"},
        {"valid_until": ""},
        {"born_on": "x" * 999},
    ):
        assert keeper.post(act(ann, "verify_identity"), VERIFIED | wrong).status_code == 200
    assert keeper.post(act(ann, "verify_identity"), VERIFIED | {"valid_until": "2001-01-01"})
    assert identity.identity_status(ann.pk).state == "declared"
    assert keeper.post(act(ann, "verify_identity"), VERIFIED).status_code == 302
    assert identity.identity_status(ann.pk).state == "verified"
    assert keeper.post(act(ann, "refuse_identity"), {"reason": "not hers"}).status_code == 302
    assert identity.identity_status(ann.pk).state == "refused"
    told = text(keeper, ann)
    assert "passport seen" in told
    assert "not hers" in told
    assert OfficeAct.objects.filter(what__contains="refuse_identity").exists()
    clerk = person("carl", "view_player", "view_identity")
    assert clerk.post(act(ann, "verify_identity"), VERIFIED).status_code == 403
    reader = person("rita", "view_player")
    assert "1980-02-29" not in text(reader, ann)
