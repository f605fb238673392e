"""The page of one's own account: name, language, what the house keeps, and how it is closed."""

import csv
import io
import json
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.conf import LazySettings, settings
from django.contrib.sessions.models import Session
from django.test import Client

from casino.ledger.services import audit, statement
from casino.players.forms import SHUT_OUT
from casino.players.models import Player, Visit
from casino.players.services import SignUpRefused, rename, sign_up, wallet_of
from casino.site.account import REFUSALS
from tables.games.blackjack import messages as bj
from tables.games.core.money import BoxNo
from tests.api.asking import browser
from tests.floor import House
from tests.house import PASSWORD

PAGE = "/account/settings/"


@pytest.fixture
def ann(house: House) -> Client:
    """A browser of hers; her password is that of the demo house."""
    player = house.player("ann")
    player.set_password(PASSWORD)
    player.save()
    return browser(house, "ann")


def close(client: Client, password: str = PASSWORD) -> tuple[int, list[str]]:
    """Ask that the account be closed; return the status and the codes of the refusals."""
    answer = client.post(f"{PAGE}close/", {"password": password})
    form = answer.context["closing"] if answer.context and "closing" in answer.context else None
    found = form.errors.get_json_data().values() if form else ()
    codes = [each["code"] for field in found for each in field]
    page = answer.content.decode()
    assert all(REFUSALS[code].fr in page for code in codes), codes
    return answer.status_code, codes


def renamed(client: Client, name: str, language: str = "fr") -> list[str]:
    """Ask for another name; return the codes of the refusals."""
    answer = client.post(PAGE, {"display_name": name, "language": language})
    if answer.status_code == 302:
        return []
    assert answer.status_code == 422
    return [each["code"] for each in answer.context["name"].errors.get_json_data()["display_name"]]


def ann_kept() -> Player:
    """Return her as the database has her."""
    return Player.objects.get(username="ann")


def test_a_player_takes_another_name_and_the_pages_speak_his_language(
    house: House, ann: Client
) -> None:
    assert renamed(ann, "Zoé", "en") == []
    player = ann_kept()
    assert (player.shown_name, player.language) == ("Zoé", "en")
    assert 'lang="en"' in ann.get(PAGE).content.decode()
    assert renamed(ann, "Zoé") == [], "his own is not taken"
    bob = house.player("bob").shown_name
    assert renamed(ann, bob) == ["display_name_taken"]
    assert renamed(ann, "Superviseur") == ["display_name_reserved"]
    assert renamed(ann, "x\u202ey") == ["display_name_characters"]
    assert renamed(ann, "=HYPERLINK(1)") == ["display_name_formula"]
    assert renamed(ann, "Joueur 0001") == ["display_name_reserved"], "it would be another's"
    assert ann_kept().shown_name == "Zoé"
    assert renamed(ann, "") == []
    assert ann_kept().shown_name.startswith("Joueur ")
    with pytest.raises(SignUpRefused, match="display_name_length"):
        rename(ann_kept(), "x" * 25)


@pytest.mark.parametrize(
    ("asks", "chose", "speaks"),
    [("en-GB,en;q=0.9", "", "en"), ("", "", "fr"), ("de", "", "fr"), ("en", "fr", "fr")],
)
def test_who_signs_in_reads_what_the_browser_asks_for(
    house: House, ann: Client, asks: str, chose: str, speaks: str
) -> None:
    visitor = Client(headers={"Accept-Language": asks} if asks else {})
    if chose:
        visitor.cookies[settings.LANGUAGE_COOKIE_NAME] = chose
    Player.objects.filter(username="ann").update(language="fr")
    signed = visitor.post("/sign-in/", {"username": "ann", "password": PASSWORD})
    assert signed.status_code == 302
    assert f'lang="{speaks}"' in visitor.get("/account/").content.decode()


async def joined(sent: Any) -> bytes:
    return b"".join([each async for each in sent])


def test_twelve_months_of_movements_are_sent_as_csv(
    house: House, ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("casino.site.account.PART", 1)
    house.sit("ann", 1)
    assert house.stake("ann", 1, 50_00) == ""

    def rows() -> list[list[str]]:
        sent: Any = ann.get("/account/statement/")
        assert "attachment" in sent["Content-Disposition"]
        text = async_to_sync(joined)(sent.streaming_content).decode("utf-8-sig")
        return list(csv.reader(io.StringIO(text), delimiter=";"))

    head, stake, grant = rows()
    assert head == ["at", "what", "reference", "amount", "balance", "currency"]
    assert stake[1:] == ["Mise", stake[2], "-50,00", "950,00", "PLAY"]
    assert grant[3:5] == ["1000,00", "1000,00"]
    assert Client().get("/account/statement/").status_code == 302
    monkeypatch.setattr("casino.site.account.YEAR", timedelta(0))
    assert rows() == [head], "what is older is left out"


def test_all_that_the_house_keeps_is_sent_as_json(
    house: House, ann: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("casino.site.account.PART", 1)
    house.deal("Th 9s Ad Tc")
    house.sit("ann", 1)
    assert house.stake("ann", 1, 50_00) == ""
    assert house.do("ann", bj.Ready()) == ""
    answer = ann.get(f"{PAGE}data/")
    assert "attachment" in answer["Content-Disposition"]
    sent: Any = answer
    kept = json.loads(async_to_sync(joined)(sent.streaming_content))
    assert kept["account"]["name"] == "ann"
    assert "password" not in json.dumps(kept)
    assert len(kept["sign_ins"]) == Visit.objects.filter(player__username="ann").count() == 1
    assert [each["staked"] for each in kept["days"]] == [50_00]
    moved = [each["amount"] for each in kept["movements"]]
    assert sum(moved) == house.balance("ann")
    assert len(moved) == len(statement(wallet_of(house.player("ann").pk).account_id, 99)) >= 2
    assert [each["table_name"] for each in kept["rounds"]] == [house.table.name]
    assert Client().get(f"{PAGE}data/").status_code == 302


def test_an_account_is_closed_by_its_password_when_nothing_is_in_play(
    house: House, ann: Client, settings: LazySettings
) -> None:
    player = house.player("ann")
    elsewhere = browser(house, "ann").session.session_key
    assert Session.objects.filter(pk=elsewhere).exists()
    assert close(ann, "another password") == (422, ["password_wrong"])
    house.deal("Th 9s 8d Tc")
    house.sit("ann", 1)
    assert house.stake("ann", 1, 50_00) == ""
    before = house.balance("ann")
    assert close(ann) == (422, ["account_chips_lie"])
    assert house.balance("ann") == before > 0, "what is refused changes nothing"
    assert house.do("ann", bj.Ready()) == ""
    assert house.do("ann", bj.Stand(BoxNo(1), "h")) == ""
    settings.LICENSED = True
    assert close(ann) == (422, ["account_holds_money"])
    settings.LICENSED = False
    assert close(ann) == (200, [])
    assert ann.get("/account/").status_code == 302, "signed out"
    assert not Visit.objects.filter(player=player).exists()
    assert not Session.objects.filter(pk=elsewhere).exists()
    player.refresh_from_db()
    assert not player.is_active
    assert "ann" not in (player.username, player.shown_name)
    assert wallet_of(player.pk).account.balance == 0
    assert audit() == []
    assert (
        Client()
        .post("/sign-in/", {"username": "ann", "password": PASSWORD})
        .context["form"]
        .errors.as_data()["__all__"][0]
        .code
        == "invalid_login"
    )
    sign_up(username="ann", password="another ann, another word")


def test_who_serves_the_house_does_not_close_the_account(house: House, ann: Client) -> None:
    Player.objects.filter(username="ann").update(is_staff=True)
    assert close(ann) == (422, ["account_serves_house"])


def test_who_is_shut_out_reads_it_by_his_password_only(house: House, ann: Client) -> None:
    Player.objects.filter(username="ann").update(is_active=False)
    for password, code in ((PASSWORD, "account_shut_out"), ("a guess of it", "invalid_login")):
        answer = Client().post("/sign-in/", {"username": "ann", "password": password})
        (error,) = answer.context["form"].errors.as_data()["__all__"]
        assert error.code == code
        assert (SHUT_OUT.fr in answer.content.decode()) == (password == PASSWORD)
