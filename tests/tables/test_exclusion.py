"""A player who is excluded: no stake of his from anywhere, no seat, no place in the queue."""

from collections.abc import Iterator
from concurrent.futures import Future
from datetime import timedelta

import pytest
from django.contrib.auth import SESSION_KEY
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone

from casino.players.forms import EXCLUDED, EXCLUDED_FOR_EVER
from casino.players.models import Exclusion, Played, Player, Visit
from casino.responsible_gaming import limits
from casino.responsible_gaming.limits import ExclusionRefused, exclude
from tables.games.american_roulette import messages as roulette
from tables.games.automatic_games.messages import CashOut, Load, Play
from tables.games.blackjack import messages as bj
from tables.games.core.money import Amount
from tables.games.wheel.stakes import Wager
from tables.models import Box, FloorEvent, Round, Waiting
from tables.rounds import timer
from tables.seating import services as seating
from tables.sockets.sessions import recognise
from tests.api.asking import browser, code, get
from tests.floor import House, open_house, reuse_beside, reused_house
from tests.house import PASSWORD
from tests.ledger.together import meanwhile
from tests.players.test_limits import counted
from tests.tables.test_rounds import books_balance, make_due
from tests.tables.test_standing import START

pytestmark = pytest.mark.django_db(transaction=True)


def keep_out(house: House, name: str, span: str = "day") -> Player:
    player = house.player(name)
    exclude(player, span, by=player)
    return player


def test_no_stake_is_taken_at_any_table_from_a_seat_or_behind_one(house: House) -> None:
    other = reuse_beside(house, "another", lambda: open_house("another"))
    house.sit("ann", 1)
    house.sit("bob", 2)
    house.welcome("bob", 2)
    assert house.stake("bob", 2, 10_00) == ""
    assert house.stake("ann", 1, 10_00) == ""
    other.sit("ann", 1)
    keep_out(house, "ann")
    assert house.stake("ann", 1, 20_00) == "excluded"
    assert house.stand_behind("ann", 2, 10_00) == "excluded"
    assert other.stake("ann", 1, 10_00) == "excluded"
    assert house.stake("bob", 2, 15_00) == "", "nobody else is touched"
    assert house.balance("ann") == START - 10_00


def test_for_ever_is_said_so(house: House) -> None:
    house.sit("ann", 1)
    keep_out(house, "ann", "for_ever")
    assert house.stake("ann", 1, 10_00) == "excluded_for_ever"


def test_none_is_taken_at_a_wheel_which_has_no_seats() -> None:
    wheel = reused_house(
        "Colours", "MC", game="american_roulette", table_max_cents=2000, stake_increment_cents=50
    )
    keep_out(wheel, "ann")
    red = roulette.Stake((Wager("red", "red", Amount(5_00)),))
    assert wheel.do("ann", red) == "excluded"


def test_at_a_machine_credits_are_played_no_more_and_are_given_back() -> None:
    device = reused_house("device", "MC", game="automatic_games")
    device.sit("ann", 1)
    assert device.do("ann", Load(Amount(10_00))) == ""
    keep_out(device, "ann")
    assert device.do("ann", Play(Amount(1_00))) == "excluded"
    assert device.do("ann", Load(Amount(1_00))) == "excluded"
    assert device.do("ann", CashOut()) == ""
    assert device.balance("ann") == START


def test_seats_and_waiting_places_are_freed_and_the_round_is_finished(house: House) -> None:
    other = reuse_beside(house, "another", lambda: open_house("another"))
    house.deal("Th 9s 9d 8c")
    house.sit("ann", 1)
    assert house.stake("ann", 1, 10_00) == ""
    assert house.do("ann", bj.Ready()) == ""
    other.sit("ann", 3, 4)
    third = reuse_beside(house, "third", lambda: open_house("third"))
    assert third.wish("ann") == ""
    keep_out(house, "ann")
    assert seating.mark_away_and_free() >= 2
    assert not Box.objects.filter(table_id=other.table_id, player__isnull=False).exists()
    assert not Waiting.objects.exists()
    held = Box.objects.get(table_id=house.table_id, number=1)
    assert held.player == house.player("ann"), "her chips lie there"
    assert held.away
    make_due(house)
    assert timer.handle_expired_clock(house.table_id)
    assert Round.objects.get(table_id=house.table_id).status == "closed"
    assert seating.mark_away_and_free() == 1
    assert not Box.objects.filter(player__isnull=False).exists()
    reasons = set(FloorEvent.objects.filter(kind="leave").values_list("reason", flat=True))
    assert reasons == {"excluded"}
    assert seating.mark_away_and_free() == 0
    books_balance(house)


def test_her_sessions_end_her_browsers_are_strangers_and_no_new_one_is_let_in(
    house: House,
) -> None:
    player = house.player("ann")
    player.set_password(PASSWORD)
    player.save()
    ann, tab = browser(house, "ann"), browser(house, "ann")
    assert get(ann, "wallet/")["balance"] == START
    held = dict(ann.session.items())
    keep_out(house, "ann")
    for client in (ann, tab):
        assert code(get(client, "wallet/", 403)) == "not_signed_in"
        assert client.get("/account/").status_code == 302
    assert not Visit.objects.filter(player=player).exists()
    # A session that began at the same moment is worth nothing either.
    late = Client().session
    late.update(held)
    late.save()
    assert late.session_key
    assert late[SESSION_KEY] == str(player.pk)
    assert recognise(late.session_key) is None
    late_one = Client()
    late_one.cookies["sessionid"] = late.session_key
    assert code(get(late_one, "wallet/", 403)) == "not_signed_in"


def signed_in(name: str, password: str) -> tuple[int, str]:
    answer = Client().post("/sign-in/", {"username": name, "password": password})
    return answer.status_code, answer.content.decode()


@pytest.mark.parametrize(
    ("span", "told"), [("day", EXCLUDED.fr.split("{")[0]), ("for_ever", EXCLUDED_FOR_EVER.fr)]
)
def test_the_sign_in_says_why_to_her_and_to_no_stranger(house: House, span: str, told: str) -> None:
    player = house.player("ann")
    player.set_password(PASSWORD)
    player.save()
    assert signed_in("ann", PASSWORD)[0] == 302
    keep_out(house, "ann", span)
    status, page = signed_in("ann", PASSWORD)
    assert status != 302
    assert told in page
    status, page = signed_in("ann", "not her password at all")
    assert status != 302
    assert told not in page
    house.player("bob")
    other = signed_in("bob", "not his password at all")[1]
    assert "en pause" not in other
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE players_player DISABLE TRIGGER players_stays_shut")
        cursor.execute("UPDATE players_player SET shut_until = clock_timestamp()")
        cursor.execute("ALTER TABLE players_player ENABLE TRIGGER players_stays_shut")
    assert signed_in("ann", PASSWORD)[0] == 302, "it is over by itself"


def test_nobody_shortens_it(house: House) -> None:
    player = house.player("ann")
    stale = Player.objects.get(pk=player.pk)
    exclude(player, "year", by=player)
    until = Player.objects.get(pk=player.pk).shut_until
    assert until is not None
    assert timedelta(days=364) < until - timezone.now() < timedelta(days=366)
    stale.save()
    Player.objects.filter(pk=player.pk).update(shut_until=None)
    Player.objects.filter(pk=player.pk).update(shut_until=timezone.now())
    exclude(player, "day", by=house.operator, reason="a shorter one")
    assert Player.objects.get(pk=player.pk).shut_until == until
    for change in ("UPDATE players_exclusion SET reason = ''", "DELETE FROM players_exclusion"):
        with (
            pytest.raises(Exception, match="what was said stays"),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(change)
    exclude(player, "for_ever", by=house.operator, reason="a longer one")
    assert Player.objects.get(pk=player.pk).shut_until == limits.FOR_EVER


def test_who_serves_the_house_is_not_excluded(house: House) -> None:
    with pytest.raises(ExclusionRefused, match="account_serves_house"):
        exclude(house.operator, "day", by=house.operator)
    with pytest.raises(ExclusionRefused, match="exclusion_unknown"):
        exclude(house.player("ann"), "minute", by=house.operator)
    assert not Exclusion.objects.exists()


def at_the_same_moment(player: Player) -> str:
    """Exclude a player while a stake of his waits; return what the stake meets."""
    other: Future[str]
    with transaction.atomic():
        exclude(player, "day", by=player)
        other = meanwhile(lambda: counted(player, 10_00))
    return other.result(300)


def test_no_stake_slips_in_beside_the_exclusion(house: House) -> None:
    assert at_the_same_moment(house.player("ann")) == "excluded"
    assert not Played.objects.exists()


@pytest.fixture
def unlocked() -> Iterator[None]:
    """Excluding as it would be without the player's lock: a stake of his does not wait."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_get_functiondef('players_count'::regproc)")
        (kept,) = cursor.fetchone() or ("",)
        cursor.execute(kept.replace("PERFORM pg_advisory_xact_lock(", "PERFORM ("))
    yield
    with connection.cursor() as cursor:
        cursor.execute(kept)


def test_control_without_the_lock_the_stake_does_not_wait(house: House, unlocked: None) -> None:
    player = house.player("ann")
    with transaction.atomic():
        exclude(player, "day", by=player)
        with pytest.raises(AssertionError, match="did not wait"):
            meanwhile(lambda: counted(player, 10_00)).result(300)
    assert Played.objects.get(player=player).staked == 10_00
