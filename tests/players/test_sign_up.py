"""Who may enrol, under which name, and what they are given."""

import re

import pytest
from django.conf import LazySettings
from django.contrib.auth import authenticate
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.utils import translation

from casino.ledger.models import Account, JournalEntry
from casino.ledger.services import audit, balance, statement
from casino.players import names
from casino.players.forms import SignUpForm
from casino.players.models import Player, Wallet
from casino.players.services import (
    SignUpRefused,
    ensure_demo_player,
    grant_play_money,
    open_wallet,
    sign_up,
    wallet_of,
)

pytestmark = pytest.mark.django_db

PASSWORD = "queen of hearts, twice"


def test_a_new_player_has_a_wallet_with_the_grant(settings: LazySettings) -> None:
    player = sign_up(username="ann", password=PASSWORD)
    wallet = wallet_of(player.pk)
    assert wallet.account.code == f"wallet:{player.pk}"
    assert wallet.account.balance == settings.PLAY_MONEY_GRANT
    assert (wallet.currency, wallet.account.currency) == (settings.HOUSE_CURRENCY,) * 2
    assert not wallet.account.unbounded
    (posting,) = statement(wallet.account_id)
    assert (posting.why, posting.counterpart) == ("grant", f"mint:{settings.HOUSE_CURRENCY}")
    mint = Account.objects.get(code=posting.counterpart)
    assert mint.balance == -settings.PLAY_MONEY_GRANT
    assert audit() == []


def test_a_new_player_speaks_french_unless_they_say_otherwise() -> None:
    assert sign_up(username="ann", password=PASSWORD).language == "fr"
    assert sign_up(username="bob", password=PASSWORD, language="en").language == "en"


def test_others_read_the_display_name_or_else_a_neutral_one() -> None:
    ann = sign_up(username="ann", password=PASSWORD)
    assert ann.shown_name == names.neutral_name(ann.pk, "fr", staff=False)
    assert re.fullmatch("Joueur [0-9a-f]{4}", ann.shown_name)
    eve = sign_up(username="eve", password=PASSWORD, language="en")
    assert re.fullmatch("Player [0-9a-f]{4}", eve.shown_name)
    clara = Player.objects.create_user("clara", password=PASSWORD, is_staff=True)
    assert re.fullmatch("Maison [0-9a-f]{4}", clara.shown_name)
    player = sign_up(username="bob", password=PASSWORD, display_name="  Zoé d’Été  ")
    assert player.shown_name == "Zoé d’Été"


def test_no_two_neutral_names_are_alike_and_nobody_chooses_one() -> None:
    told = {names.neutral_name(number, "fr", staff=False) for number in range(1, 70_000)}
    assert len(told) == 69_999
    for name in ("Joueur 7f3a", "player 12ab", "HOUSE-0001", "Ｊoueur 7f3a"):
        with pytest.raises(SignUpRefused, match="display_name_reserved"):
            sign_up(username="ann", password=PASSWORD, display_name=name)


def test_a_neutral_name_stays_when_others_change() -> None:
    ann = sign_up(username="ann", password=PASSWORD)
    before = ann.shown_name
    ann.username, ann.language = "anna", "en"
    ann.save()
    assert Player.objects.get(pk=ann.pk).shown_name == before


def test_a_player_signs_in_whatever_the_case_of_the_name() -> None:
    player = sign_up(username="Ann", password=PASSWORD)
    assert authenticate(username="aNN", password=PASSWORD) == player
    assert authenticate(username="ann", password=PASSWORD.upper()) is None
    assert authenticate(username="an_", password=PASSWORD) is None


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"username": ""}, "name_length"),
        ({"username": "an"}, "name_length"),
        ({"username": "a" * 25}, "name_length"),
        ({"username": "ann bob"}, "name_characters"),
        ({"username": "ann\n"}, "name_characters"),
        ({"username": "аnn"}, "name_characters"),
        ({"username": "ann@example.org"}, "name_characters"),
        ({"username": "taken"}, "name_taken"),
        ({"username": "TAKEN"}, "name_taken"),
        ({"password": "short"}, "password_too_short"),
        ({"password": ""}, "password_too_short"),
        ({"password": "password123"}, "password_too_short"),
        ({"password": "passwordpassword"}, "password_guessed"),
        ({"password": "x1" * 65}, "password_too_long"),
        ({"password": "candidate"}, "password_too_similar"),
        ({"language": "de"}, "language_unknown"),
        ({"display_name": "x" * 25}, "display_name_length"),
        ({"display_name": "ann\u202ebob"}, "display_name_characters"),
        ({"display_name": "ann\nbob"}, "display_name_characters"),
        ({"display_name": "=HYPERLINK(1)"}, "display_name_formula"),
        ({"display_name": "  +1"}, "display_name_formula"),
        ({"display_name": "-ann-"}, "display_name_formula"),
        ({"display_name": "@ann"}, "display_name_formula"),
        ({"display_name": "\N{FULLWIDTH EQUALS SIGN}1"}, "display_name_formula"),
        ({"username": "-ann"}, "name_characters"),
    ],
)
def test_a_refused_sign_up_has_a_code_and_changes_nothing(wrong: dict[str, str], code: str) -> None:
    sign_up(username="Taken", password=PASSWORD)
    before = (Player.objects.count(), Account.objects.count(), JournalEntry.objects.count())
    with pytest.raises(SignUpRefused) as refused:
        sign_up(**{"username": "candidate", "password": PASSWORD, **wrong})
    assert refused.value.code == code
    assert before == (
        Player.objects.count(),
        Account.objects.count(),
        JournalEntry.objects.count(),
    )


@pytest.mark.parametrize("username", ["ann", "a" * 24, "A.n-n_9", "..."])
def test_a_name_is_of_letters_digits_and_three_signs(username: str) -> None:
    assert sign_up(username=username, password=PASSWORD).username == username


def test_the_database_alone_refuses_names_that_differ_by_case() -> None:
    sign_up(username="ann", password=PASSWORD)
    with pytest.raises(IntegrityError, match="differs_by_case"), transaction.atomic():
        Player.objects.create(username="ANN")


def test_the_grant_is_given_once_whatever_it_is_later(settings: LazySettings) -> None:
    player = sign_up(username="ann", password=PASSWORD)
    given = settings.PLAY_MONEY_GRANT
    grant_play_money(player)
    settings.PLAY_MONEY_GRANT = 7 * given
    grant_play_money(player)
    assert wallet_of(player.pk).account.balance == given
    assert statement(wallet_of(player.pk).account_id)[0].amount == given


def test_each_player_has_their_own_grant(settings: LazySettings) -> None:
    wallets = [
        wallet_of(sign_up(username=name, password=PASSWORD).pk) for name in ("ann", "bob", "eve")
    ]
    assert {balance(wallet.account_id) for wallet in wallets} == {settings.PLAY_MONEY_GRANT}
    assert len({wallet.account_id for wallet in wallets}) == 3


def test_a_wallet_is_opened_once_and_empty() -> None:
    player = Player.objects.create(username="operator")
    with pytest.raises(Wallet.DoesNotExist):
        wallet_of(player.pk)
    wallet = open_wallet(player)
    assert open_wallet(player) == wallet == wallet_of(player.pk)
    assert wallet.account.balance == 0


def test_a_player_with_a_wallet_cannot_be_deleted() -> None:
    player = sign_up(username="ann", password=PASSWORD)
    with pytest.raises(ProtectedError):
        player.delete()


def test_a_demo_player_is_there_however_often_one_asks(settings: LazySettings) -> None:
    player = ensure_demo_player("demo", "demo")
    assert ensure_demo_player("Demo", "other") == player
    assert authenticate(username="demo", password="demo") == player
    assert authenticate(username="demo", password="other") is None
    assert wallet_of(player.pk).account.balance == settings.PLAY_MONEY_GRANT


def test_a_demo_player_who_existed_without_a_wallet_is_given_one(settings: LazySettings) -> None:
    player = Player.objects.create_user("demo", password="demo")
    ensure_demo_player("demo", "demo")
    assert wallet_of(player.pk).account.balance == settings.PLAY_MONEY_GRANT


def answers(**changed: str) -> dict[str, str]:
    return {"username": "ann", "password": PASSWORD, "language": "en", **changed}


def test_a_valid_form_enrols() -> None:
    form = SignUpForm(answers(display_name="Ann"))
    assert form.is_valid()
    player = form.sign_up()
    assert player is not None
    assert (player.username, player.display_name, player.language) == ("ann", "Ann", "en")
    assert authenticate(username="ann", password=PASSWORD) == player


@pytest.mark.parametrize(
    ("changed", "field", "code"),
    [
        ({"username": ""}, "username", "required"),
        ({"username": "an"}, "username", "name_length"),
        ({"username": "a n n"}, "username", "name_characters"),
        ({"password": ""}, "password", "required"),
        ({"password": "123"}, "password", "password_too_short"),
        ({"username": "harlequin", "password": "harlequin"}, "password", "password_too_similar"),
        ({"display_name": "x" * 25}, "display_name", "display_name_length"),
        ({"display_name": "a\u202eb"}, "display_name", "display_name_characters"),
        ({"display_name": "=1"}, "display_name", "display_name_formula"),
        ({"language": "de"}, "language", "invalid_choice"),
    ],
)
def test_a_form_says_what_is_wrong_by_code(changed: dict[str, str], field: str, code: str) -> None:
    form = SignUpForm(answers(**changed))
    assert not form.is_valid()
    errors = form.errors.get_json_data()
    assert list(errors) == [field]
    assert code in {error["code"] for error in errors[field]}
    assert not Player.objects.exists()


def test_a_form_says_every_reason_against_a_password() -> None:
    form = SignUpForm(answers(password="123456"))
    assert {error["code"] for error in form.errors.get_json_data()["password"]} == {
        "password_too_short",
        "password_too_common",
        "password_entirely_numeric",
        "password_guessed",
    }


@pytest.mark.parametrize(
    ("language", "message"), [("fr", "Ce nom est déjà pris."), ("en", "This name is taken.")]
)
def test_a_name_taken_in_the_meantime_is_an_error_of_the_form(language: str, message: str) -> None:
    form = SignUpForm(answers())
    assert form.is_valid()
    sign_up(username="ANN", password=PASSWORD)
    with translation.override(language):
        assert form.sign_up() is None
    assert form.errors.get_json_data() == {"username": [{"message": message, "code": "name_taken"}]}


def test_messages_and_labels_are_in_both_languages() -> None:
    labels: dict[str, list[str]] = {}
    for language, label, message in (
        ("fr", "Mot de passe", "Le nom compte de 3 à 24 caractères."),
        ("en", "Password", "The name has 3 to 24 characters."),
    ):
        with translation.override(language):
            form = SignUpForm(answers(username="an"))
            labels[language] = [str(field.label) for field in form.fields.values()]
            assert form.fields["password"].label == label
            assert form["language"].initial == language
            assert form.errors["username"] == [message]
    assert [fr for fr, en in zip(*labels.values(), strict=True) if fr == en or not fr] == []


def test_a_form_never_shows_a_password_again() -> None:
    form = SignUpForm(answers(username="an"))
    assert PASSWORD not in form.as_p()
