"""What the licence forbids is not played, and its pace is kept; a round in play is finished."""

import io
from datetime import timedelta
from uuid import uuid4

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import Permission
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from django.utils import timezone

from casino.cashier import services as cashier
from casino.i18n import Words
from casino.ledger import services as ledger
from casino.players.models import Wallet
from casino.players.services import wallet_of
from tables import tasks
from tables.games.blackjack import messages as bj
from tables.games.core.protocol import Refused
from tables.lobby import table_list
from tables.models import Round, Table
from tables.operation import opening, sessions
from tables.rounds import timer
from tests.admin.office import sign_in
from tests.admin.test_acts import order
from tests.api.asking import browser
from tests.floor import House, open_house, reuse_beside
from tests.profiles import profile
from tests.tables.test_rounds import books_balance, make_due
from tests.tables.test_simple_wheels import AMERICAN

pytestmark = pytest.mark.django_db(transaction=True)

FRANCE = profile(minimum_age=0, games={"blackjack": frozenset({"FR-2024"})})
MONACO = profile(minimum_age=0, games={"american_roulette": frozenset({"MC"})})


def shown(house: House, name: str) -> set[int]:
    return {each.id for each in table_list.lobby_tables(house.player(name).pk)}


def test_a_round_in_play_is_finished_and_none_opens_after_it(
    house: House, settings: LazySettings
) -> None:
    house.deal("Th 9s 9d 8c")
    house.sit("ann", 1)
    assert house.stake("ann", 1, 10_00) == ""
    assert house.do("ann", bj.Ready()) == ""
    settings.PROFILE = MONACO
    while Round.objects.get(table_id=house.table_id).status == "running":
        make_due(house)
        assert timer.handle_expired_clock(house.table_id)
    assert house.stake("ann", 1, 10_00) == "not_licensed"
    assert house.frame()["floor"]["accepting"] is False
    assert Round.objects.filter(table_id=house.table_id).count() == 1
    books_balance(house)
    settings.PROFILE = FRANCE
    assert house.stake("ann", 1, 10_00) == ""


def test_a_table_of_a_forbidden_game_is_neither_set_up_nor_opened(
    house: House, settings: LazySettings
) -> None:
    sessions.announce_end(house.table_id, operator=house.operator, reason="fin")
    settings.PROFILE = MONACO
    with pytest.raises(Refused, match="not_licensed"):
        sessions.open_session(house.table_id, operator=house.operator, reason="ouvre")
    rules = Table.objects.get(pk=house.table_id).rules_id
    with pytest.raises(Refused, match="not_licensed"):
        opening.create_table(name="Deux", rules_key=rules, operator=house.operator)
    settings.PROFILE = profile(games={"blackjack": frozenset({"FR-2007"})})
    with pytest.raises(Refused, match="not_licensed"):
        sessions.open_session(house.table_id, operator=house.operator, reason="l’autre texte")
    settings.PROFILE = FRANCE
    sessions.open_session(house.table_id, operator=house.operator, reason="ouvre")


def test_the_office_is_told_in_words_why_a_table_is_not_opened(
    house: House, settings: LazySettings
) -> None:
    sessions.announce_end(house.table_id, operator=house.operator, reason="fin")
    settings.PROFILE = MONACO
    operator = sign_in("operator")
    for language, told in (("fr", "La licence de la maison"), ("en", "The house’s licence")):
        (said,) = order(operator, "open_table", house.table_id, language=language, reason="soirée")
        assert told in said
    assert Table.objects.get(pk=house.table_id).status == "closed"


def test_lobby_and_api_list_what_is_allowed_and_what_one_still_plays(
    house: House, settings: LazySettings
) -> None:
    wheel = reuse_beside(house, "wheel", lambda: open_house("Roue", "MC", game="american_roulette"))
    house.sit("ann", 1)
    assert {house.table_id, wheel.table_id} <= shown(house, "bob")
    settings.PROFILE = MONACO
    assert wheel.table_id in shown(house, "bob")
    assert house.table_id not in shown(house, "bob")
    assert house.table_id in shown(house, "ann"), "she finds her seat again"
    listed = browser(house, "bob").get("/api/tables/").json()
    assert house.table_id not in {each["id"] for each in listed}
    assert f"/tables/{house.table_id}/" not in Client().get("/").content.decode()


def test_pages_are_in_the_languages_of_the_licence_alone(
    house: House, settings: LazySettings
) -> None:
    settings.LANGUAGES, settings.LANGUAGE_CODE = [("en", "English")], "en"
    told = Client().get("/", headers={"accept-language": "fr"}).content.decode()
    assert '<html lang="en">' in told
    assert 'name="language"' not in told
    asked = Client()
    asked.post("/language/", {"language": "fr"})
    assert '<html lang="en">' in asked.get("/").content.decode()


@pytest.mark.parametrize("allowed", [True, False])
def test_a_tables_page_is_told_whether_stakes_may_be_laid_by_themselves(
    house: House, settings: LazySettings, allowed: bool
) -> None:
    settings.PROFILE = profile(autoplay=allowed)
    told = Client().get(f"/tables/{house.table_id}/").content.decode()
    assert f'"autoplay": {str(allowed).lower()}' in told


def test_a_tables_page_tells_of_the_licence_and_of_play_money_only_without_one(
    house: House, settings: LazySettings
) -> None:
    page = f"/tables/{house.table_id}/"
    assert '"age": 18, "licence": null' in Client().get(page).content.decode()
    settings.PROFILE = profile(licensed=True, minimum_age=21, name=Words("Monaco", "Monaco"))
    told = Client().get(page).content.decode()
    assert '"age": 21, "licence": {"fr": "Monaco", "en": "Monaco"}' in told


def test_the_doctor_names_a_live_table_that_the_licence_forbids(
    house: House, settings: LazySettings, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.PROFILE = MONACO
    with pytest.raises(CommandError):
        call_command("doctor", "--quick")
    assert f"the licence allows no game of table {house.table_id}" in capsys.readouterr().out


def opened(house: House) -> Round:
    return Round.objects.get(pk=house.table.round_id)


def test_no_round_opens_before_the_pace_of_the_licence(
    settings: LazySettings,
) -> None:
    wheel = AMERICAN.opened()
    assert AMERICAN.stake(wheel, "ann", ("red", 10_00)) == ""
    first = opened(wheel)
    Round.objects.filter(pk=first.pk).update(opened_at=timezone.now() - timedelta(seconds=60))
    AMERICAN.spin(wheel)
    tasks.make_equipment(wheel.table_id, wheel.table.shoe_sequence)
    settings.PROFILE = profile(minimum_age=0, paces={"american_roulette": 90, "blackjack": 5})
    assert AMERICAN.stake(wheel, "ann", ("red", 10_00)) == "round_too_soon"
    settings.PROFILE = profile(minimum_age=0, paces={"american_roulette": 59, "blackjack": 90})
    assert AMERICAN.stake(wheel, "ann", ("red", 10_00)) == ""
    assert opened(wheel) != first


def test_a_round_that_opens_by_itself_waits_for_the_pace(
    settings: LazySettings,
) -> None:
    wheel = AMERICAN.opened()
    assert AMERICAN.stake(wheel, "ann", ("red", 10_00)) == ""
    AMERICAN.spin(wheel)
    tasks.make_equipment(wheel.table_id, wheel.table.shoe_sequence)
    settings.PROFILE = profile(minimum_age=0, paces={"american_roulette": 90})
    sessions.announce_end(wheel.table_id, operator=wheel.operator, reason="derniers coups")
    first, late = opened(wheel), timezone.now() - timedelta(seconds=1)
    Table.objects.filter(pk=wheel.table_id).update(due_at=late)
    assert timer.handle_expired_clock(wheel.table_id)
    due = Table.objects.get(pk=wheel.table_id).due_at
    assert opened(wheel) == first
    assert due == first.opened_at + timedelta(seconds=90)
    settings.PROFILE = profile()
    Table.objects.filter(pk=wheel.table_id).update(due_at=late)
    assert timer.handle_expired_clock(wheel.table_id)
    assert opened(wheel) != first


def test_a_house_of_another_currency_opens_no_table_of_play_money_and_new_ones_in_its_own(
    house: House, settings: LazySettings
) -> None:
    """The database is one of play money, and the house has got a licence since."""
    ann = house.player("ann")
    practice = open_house("École", practice=True)
    play = wallet_of(ann.pk)
    sessions.announce_end(house.table_id, operator=house.operator, reason="fin")
    settings.PROFILE = profile(minimum_age=0)
    settings.LICENSED, settings.HOUSE_CURRENCY = True, "EUR"
    house.operator.user_permissions.set(Permission.objects.all())
    with pytest.raises(Refused, match="not_licensed"):
        sessions.open_session(house.table_id, operator=house.operator, reason="ouvre")
    euros = open_house("En euros")
    assert (euros.table.currency, practice.table.currency) == ("EUR", settings.PRACTICE_CURRENCY)
    # Her wallet of play money stays as it was; she signs in, and has one for money.
    with pytest.raises(Wallet.DoesNotExist):
        wallet_of(ann.pk)
    Client().force_login(ann)
    assert (wallet_of(ann.pk).currency, wallet_of(ann.pk).account.balance) == ("EUR", 0)
    assert wallet_of(ann.pk, "PLAY").account_id == play.account_id
    assert cashier.open_cash(ann).currency == "EUR"
    euros.people, practice.people = house.people, house.people
    euros.sit("ann", 1)
    assert euros.stake("ann", 1, 10_00) == "not_enough_chips"
    with transaction.atomic():
        mint = ledger.open_account("mint:EUR", "mint", "EUR", unbounded=True)
        leg = ledger.Leg(mint.pk, wallet_of(ann.pk).account_id, 50_00, "test")
        ledger.post(uuid4(), [leg], cause="test")
    assert euros.stake("ann", 1, 10_00) == ""
    assert wallet_of(ann.pk, "PLAY").account.balance == play.account.balance
    said = io.StringIO()
    with pytest.raises(CommandError):
        call_command("doctor", quick=True, stdout=said)
    assert "players' accounts hold PLAY, the house plays for EUR" in said.getvalue()
    assert ledger.audit() == []


def test_the_doctor_names_an_open_table_of_another_currency(
    house: House, settings: LazySettings
) -> None:
    def told() -> str:
        said = io.StringIO()
        with pytest.raises(CommandError):
            call_command("doctor", quick=True, stdout=said)
        return said.getvalue()

    assert "plays for PLAY" not in told()
    settings.HOUSE_CURRENCY = "EUR"
    assert (
        f"table {house.table_id} ({house.table.name}) plays for PLAY, the house for EUR" in told()
    )
    assert house.frame()["floor"]["accepting"] is False
