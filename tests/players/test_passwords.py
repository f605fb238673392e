"""Which passwords the house takes: 12 to 128 characters, and none that is guessed."""

import time

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils import translation

from casino.players.models import Player
from casino.players.passwords import LONGEST

ANN = Player(username="annabelle", display_name="Comtesse Zoé")


def codes(password: str) -> set[str]:
    try:
        validate_password(password, ANN)
    except ValidationError as error:
        return {str(each.code) for each in error.error_list}
    return set()


@pytest.mark.parametrize(
    "password",
    ["queen of hearts, twice", "cinq-dames-de-coeur", "a long password 7", "x9!kQ2#vLp0s",
     "correct horse battery staple", "mot très personnel 81",
     "éléphant quatorze lapins"],
)  # fmt: skip
def test_a_long_password_of_ones_own_is_taken(password: str) -> None:
    assert codes(password) == set()


@pytest.mark.parametrize(
    "password",
    ["zyxzyxzyxzyx", "sabotsabotsabot", "passwordpassword", "motdepasse123", "qwertyuiop123",
     "123456789012", "iloveyou123456", "azertyuiop12", "P@ssw0rd1234", "annabelle1234",
     "comtessezoe1", "aaaaaaaaaaaa", "x" * LONGEST, "20012001200120", "marseille2024"],
)  # fmt: skip
def test_a_password_of_the_lists_or_made_of_their_parts_is_refused(password: str) -> None:
    assert "password_guessed" in codes(password)


def test_a_password_is_more_than_figures() -> None:
    assert "password_entirely_numeric" in codes("84730195528461")


def test_a_password_has_12_to_128_characters() -> None:
    long = "queen of hearts, twice; " * 6
    assert "password_too_short" in codes("x9!kQ2#vLp0")
    assert codes(long[:LONGEST]) == set()
    assert codes(long[: LONGEST + 1]) == {"password_too_long"}


def test_the_reasons_are_in_both_languages() -> None:
    said = {}
    for language in ("fr", "en"):
        with translation.override(language), pytest.raises(ValidationError) as refused:
            validate_password("passwordpassword", ANN)
        said[language] = " ".join(refused.value.messages)
    assert "volés" in said["fr"]
    assert "stolen" in said["en"]


@pytest.mark.parametrize("nasty", ["4@8({[<369@4", "p@$$w0rd!1|7", "20012002200", "abcabdabe"])
def test_no_password_takes_long_to_judge(nasty: str) -> None:
    began = time.process_time()
    codes((nasty * 12)[:LONGEST])
    assert time.process_time() - began < 60
