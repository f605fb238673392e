"""A player's age and identity: declared once, decided by another, asked by the licence alone."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import Permission
from django.db import DatabaseError, connection, transaction
from django.test import Client
from django.utils import timezone

from casino.cashier import services as cashier
from casino.cashier.services import CashRefused
from casino.identity import services as identity
from casino.identity.services import IdentityRefused
from casino.players.models import Identity, Player
from casino.players.services import sign_up
from casino.responsible_gaming import limits
from casino.responsible_gaming.limits import LimitRefused
from tables.games.american_roulette import messages as roulette
from tables.games.automatic_games.messages import CashOut, Load
from tables.games.core.money import Amount
from tables.games.wheel.stakes import Wager
from tests.api.asking import browser
from tests.floor import House, reused_house
from tests.profiles import profile

pytestmark = pytest.mark.django_db(transaction=True)

ADULT = date(1980, 2, 29)
LATER = timezone.localdate() + timedelta(days=400)
PLAYED = profile(identity="before_play")
WITHDRAWN = profile(identity="before_withdrawal")


def a_clerk() -> Player:
    """Return somebody of the house who may verify identities."""
    person = Player.objects.filter(username="clara").first() or Player.objects.create_user(
        "clara", password="pass", is_staff=True
    )
    person.user_permissions.set(Permission.objects.filter(codename="verify_identity"))
    return Player.objects.get(pk=person.pk)


def verified(player: Player, by: Player | None = None, **changed: Any) -> Identity:
    told = {"born_on": ADULT, "valid_until": LATER, "reason": "passeport vu"} | changed
    return identity.verify(player, operator=by or a_clerk(), **told)


def expire(player: Player) -> None:
    """Let what was verified of a player be of long ago."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE players_identity DISABLE TRIGGER USER")
        cursor.execute(
            "UPDATE players_identity SET valid_until = '2001-01-01'"
            " WHERE player_id = %s AND state = 'verified'",
            [player.pk],
        )
        cursor.execute("ALTER TABLE players_identity ENABLE TRIGGER USER")


def born(years: int, days: int = 0) -> date:
    """Return the birth of somebody who is so old since so many days; below 0 he will be."""
    day = timezone.localdate() - timedelta(days=days)
    return day.replace(year=day.year - years, day=min(day.day, 28 if day.month == 2 else 31))


def red(amount: int = 10_00) -> roulette.Stake:
    return roulette.Stake((Wager("red", "red", Amount(amount)),))


def wheel() -> House:
    return reused_house(
        "Colours", "MC", game="american_roulette", table_max_cents=2000, stake_increment_cents=50
    )


def withdrawal(player: Player) -> str:
    try:
        cashier.request_cash(player, cashier.WITHDRAWAL, 1_00, order=uuid4())
    except CashRefused as refused:
        return refused.code
    return ""


def deposit(player: Player, amount: int = 1_00) -> str:
    try:
        cashier.request_cash(player, cashier.DEPOSIT, amount, order=uuid4())
    except CashRefused as refused:
        return refused.code
    return ""


def test_play_money_asks_nothing(house: House) -> None:
    ann = house.player("ann")
    house.sit("ann", 1)
    assert house.stake("ann", 1, 10_00) == ""
    assert deposit(ann) == ""
    assert withdrawal(ann) == "cash_short"
    assert browser(house, "ann").get("/account/identity/").status_code == 404


def test_a_stake_waits_for_age_and_verification_where_the_licence_wants_them(
    settings: LazySettings,
) -> None:
    house = wheel()
    ann = house.player("ann")
    settings.PROFILE = PLAYED
    assert house.do("ann", red()) == "identity_not_given"
    identity.declare(ann, ADULT)
    assert house.do("ann", red()) == "identity_unverified"
    settings.PROFILE = WITHDRAWN
    assert house.do("ann", red()) == "", "declared is enough to play here"
    settings.PROFILE = PLAYED
    assert house.do("ann", red(11_00)) == "identity_unverified"
    verified(ann)
    assert house.do("ann", red(11_00)) == ""
    identity.refuse(ann, operator=a_clerk(), reason="papiers d’un autre")
    assert house.do("ann", red(12_00)) == "identity_refused"
    verified(ann)
    expire(ann)
    assert house.do("ann", red(12_00)) == "identity_expired"
    settings.PROFILE = WITHDRAWN
    assert house.do("ann", red(12_00)) == "", "her age is known still"


@pytest.mark.parametrize("years", [18, 19, 21])
def test_nobody_plays_before_his_birthday(years: int, settings: LazySettings) -> None:
    house = wheel()
    settings.PROFILE = profile(minimum_age=years)
    verified(house.player("ann"), born_on=born(years, -2))
    verified(house.player("bob"), born_on=born(years))
    assert house.do("ann", red()) == "under_age"
    assert house.do("bob", red()) == ""
    assert deposit(house.player("bob")) == ""


def test_who_is_under_age_neither_deposits_nor_withdraws(
    house: House, settings: LazySettings
) -> None:
    ann = house.player("ann")
    settings.PROFILE = WITHDRAWN
    assert (deposit(ann), withdrawal(ann)) == ("identity_not_given", "identity_not_given")
    identity.declare(ann, born(10))
    assert (deposit(ann), withdrawal(ann)) == ("under_age", "under_age")
    verified(ann)
    assert deposit(ann) == ""
    assert withdrawal(ann) == "cash_short"


def test_a_withdrawal_wants_verification_when_it_is_asked_and_when_it_is_paid(
    house: House, settings: LazySettings
) -> None:
    ann = house.player("ann")
    settings.PROFILE = WITHDRAWN
    identity.declare(ann, ADULT)
    assert cashier.exchange(ann, cashier.TO_CASH, 50_00, order=uuid4())
    assert withdrawal(ann) == "identity_unverified"
    verified(ann)
    asked = cashier.request_cash(ann, cashier.WITHDRAWAL, 10_00, order=uuid4())
    identity.refuse(ann, operator=a_clerk(), reason="papiers d’un autre")
    with pytest.raises(CashRefused, match="identity_refused"):
        cashier.approve_request(asked.pk, cashier=house.operator, reason="vu", receipt="r1")
    verified(ann)
    assert cashier.approve_request(
        asked.pk, cashier=house.operator, reason="vu", receipt="r1"
    ).state


def test_standing_bettors_and_the_holder_are_judged_each_for_himself(
    house: House, settings: LazySettings
) -> None:
    house.sit("bob", 2)
    house.welcome("bob", 2)
    settings.PROFILE = WITHDRAWN
    identity.declare(house.player("bob"), ADULT)
    assert house.stake("bob", 2, 10_00) == ""
    assert house.stand_behind("ann", 2, 10_00) == "identity_not_given"
    identity.declare(house.player("ann"), ADULT)
    assert house.stand_behind("ann", 2, 10_00) == ""


def test_at_a_machine_nothing_is_loaded_and_credits_are_given_back(settings: LazySettings) -> None:
    device = reused_house("device", "MC", game="automatic_games")
    device.sit("ann", 1)
    assert device.do("ann", Load(Amount(10_00))) == ""
    settings.PROFILE = PLAYED
    assert device.do("ann", Load(Amount(1_00))) == "identity_not_given"
    assert device.do("ann", CashOut()) == ""


def test_practice_asks_nothing(settings: LazySettings) -> None:
    house = reused_house("essai", practice=True)
    settings.PROFILE = PLAYED
    house.sit("ann", 1)
    assert house.stake("ann", 1, 10_00) == ""


def told(act: Callable[[], object]) -> str:
    try:
        act()
    except IdentityRefused as refused:
        return refused.code
    return ""


def test_it_is_declared_once_and_decided_by_another_with_the_right_and_a_reason(
    house: House,
) -> None:
    ann, bob, clerk = house.player("ann"), house.player("bob"), a_clerk()
    assert told(lambda: identity.declare(ann, date(1850, 1, 1))) == "birth_date_refused"
    assert told(lambda: identity.declare(ann, LATER)) == "birth_date_refused"
    identity.declare(ann, ADULT)
    assert told(lambda: identity.declare(ann, ADULT)) == "identity_declared"
    assert told(lambda: verified(ann, bob)) == "not_permitted"
    assert told(lambda: verified(clerk, clerk)) == "own_account"
    assert told(lambda: verified(ann, reason="  ")) == "no_reason"
    assert told(lambda: verified(ann, born_on=date(1850, 1, 1))) == "birth_date_refused"
    assert told(lambda: verified(ann, valid_until=date(2020, 1, 1))) == "validity_refused"
    assert told(lambda: verified(ann, valid_until=date(2999, 1, 1))) == "validity_refused"
    assert Identity.objects.filter(player=ann).count() == 1
    verified(ann)
    assert told(lambda: identity.declare(ann, ADULT)) == "identity_declared"


def test_what_was_said_stays_and_nobody_decides_for_himself(house: House) -> None:
    ann = house.player("ann")
    verified(ann)
    himself = Identity(player=ann, state="verified", by=ann, reason="moi", born_on=ADULT)
    for change in (
        lambda: Identity.objects.update(reason="rien"),
        lambda: Identity.objects.all().delete(),
        lambda: Identity.objects.bulk_create([himself]),
    ):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()


def test_the_page_shows_what_is_known_and_takes_the_date_once(
    house: House, settings: LazySettings
) -> None:
    settings.PROFILE = PLAYED
    client, page = browser(house, "ann"), "/account/identity/"
    assert "non déclarée" in client.get(page).content.decode()
    for wrong in ("", "29/02/1980", "1980-02-30", "3000-01-01", "x" * 5000):
        assert client.post(page, {"born_on": wrong}).status_code == 422
    assert client.post(page, {"born_on": "1980-02-29"}).status_code == 302
    assert client.post(page, {"born_on": "1990-01-01"}).status_code == 422
    assert identity.identity_status(house.player("ann").pk).born_on == ADULT
    identity.refuse(house.player("ann"), operator=a_clerk(), reason="papiers illisibles")
    english = client.get(page, headers={"accept-language": "en"}).content.decode()
    assert "papiers illisibles" in english
    assert "refused" in english
    account = client.get("/account/").content.decode()
    assert "refusée" in account
    assert "papiers illisibles" in account
    assert Client().get(page).status_code == 302


LIMITED = profile(limits={"deposit": {"week": 100_00}, "loss": {"day": 50_00}})


def test_a_new_player_has_the_limits_that_the_licence_wants_and_keeps_one(
    house: House, settings: LazySettings
) -> None:
    settings.PROFILE = LIMITED
    ann = sign_up(username="anna", password="a long enough one")
    identity.declare(ann, ADULT)
    told = {(e.kind, e.period): e.amount for e in limits.limit_statuses(ann.pk) if e.amount}
    assert told == {("deposit", "week"): 100_00, ("loss", "day"): 50_00}
    assert deposit(ann, 100_01) == "deposit_limit_reached"
    with pytest.raises(LimitRefused, match="limit_wanted"):
        limits.set_limit(ann, "deposit", "week", None)
    limits.set_limit(ann, "deposit", "day", 10_00)
    assert limits.set_limit(ann, "deposit", "week", None).coming is None
    with pytest.raises(LimitRefused, match="limit_wanted"):
        limits.set_limit(ann, "deposit", "day", None)


def test_who_has_none_of_them_neither_deposits_nor_plays(settings: LazySettings) -> None:
    house = wheel()
    ann = house.player("ann")
    settings.PROFILE = LIMITED
    identity.declare(ann, ADULT)
    assert house.do("ann", red()) == "limit_wanted"
    assert deposit(ann) == "limit_wanted"
    limits.set_limit(ann, "loss", "day", 40_00)
    assert house.do("ann", red()) == ""
    assert deposit(ann) == "limit_wanted"
    limits.set_limit(ann, "deposit", "month", 40_00)
    assert deposit(ann) == ""
