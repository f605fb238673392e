"""Profiles of places: each one that the house brings, and what is refused in one's own."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from django.conf import LazySettings, settings
from django.core.exceptions import ImproperlyConfigured

from casino.responsible_gaming.jurisdiction import (
    CHAT,
    IDENTITY,
    LANGUAGES,
    PLAY_MONEY,
    bundled_places,
    load,
)
from tables.apps import _check_profile
from tables.games import GAMES
from tests.profiles import PLAY

NONE = (settings.ROOT / "casino/responsible_gaming/jurisdictions/none.toml").read_text()
LICENSED = (
    NONE.replace("licensed = false", "licensed = true")
    .replace("minimum_age = 0 ", "minimum_age = 18 ")
    .replace('"PLAY"', '"EUR"')
)


@pytest.mark.parametrize("name", bundled_places())
def test_each_profile_is_whole_and_names_games_and_texts_of_the_house(
    name: str, settings: LazySettings
) -> None:
    found = load(name)
    settings.PROFILE = found
    _check_profile()
    assert found.chat in CHAT
    assert found.identity in IDENTITY
    assert set(found.languages) <= set(LANGUAGES)
    assert found.licensed is (name != "none")
    assert found.requires_declarations is found.licensed
    texts = [(game, book) for game, each in GAMES.items() for book in each.books]
    allowed = [text for text in texts if found.allows(*text)]
    assert allowed == texts if found.games is None else 0 < len(allowed) < len(texts)
    assert bool(found.shown) is found.licensed
    assert found.pace("no_such_game") == 0
    assert (found.currency == PLAY_MONEY) is not found.licensed
    assert found.currency != settings.PRACTICE_CURRENCY


def test_a_place_offers_only_texts_of_its_own() -> None:
    of = {name: load(name).games or {} for name in ("mc", "fr", "on")}
    begin = {"mc": "MC", "fr": "FR-", "on": "ON"}
    for name, games in of.items():
        for books in games.values():
            assert all(book.startswith(begin[name]) for book in books), name
    assert of["mc"].keys() == {key for key, game in GAMES.items() if "MC" in game.books}
    assert not load("fr").allows("blackjack", "MC")
    assert not load("on").allows("craps", "MC")


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("autoplay = true", "", "autoplay: Field required."),
        ("autoplay = true", "autoplay = 1", "autoplay: Input should be a valid boolean."),
        (
            "autoplay = true",
            "autoplay = true\nautplay = true",
            "autplay: Extra inputs are not permitted.",
        ),
        ('chat = "free"', 'chat = "loud"', "chat: Input should be 'off', 'signals' or 'free'."),
        ('identity = "never"', "identity = 1", "identity: Input should be 'never', "),
        ('["fr", "en"]', '["de"]', "languages.0: Input should be 'fr' or 'en'."),
        ('["fr", "en"]', "[]", "languages: List should have at least 1 item"),
        ('games = "all"', 'games = "some"', "games.literal['all']: Input should be 'all'."),
        ('currency = "EUR"', "", "currency: Field required."),
        ('currency = "EUR"', 'currency = "PLAY"', "currency must be three letters of ISO 4217"),
        ('currency = "EUR"', 'currency = "eur"', "currency: String should match pattern"),
        (
            "minimum_age = 18",
            "minimum_age = -1",
            "minimum_age: Input should be greater",
        ),
        ("minimum_age = 18", "minimum_age = 0", "minimum_age must be at least 1 where"),
        ("licensed = true", "licensed = false", "licensed must be true where age, identity"),
        ("licensed = true", "licensed true", "Expected '=' after a key"),
    ],
)
def test_what_is_wrong_in_ones_own_is_told_with_file_and_key(
    tmp_path: Path, before: str, after: str, told: str
) -> None:
    assert before in LICENSED
    own = tmp_path / "own.toml"
    own.write_text(LICENSED.replace(before, after))
    with pytest.raises(ImproperlyConfigured, match=r"own\.toml") as wrong:
        load(str(own))
    assert told in str(wrong.value)


@pytest.mark.parametrize(
    ("added", "told"),
    [
        ("[pace]\nboule = 1.5", "pace.boule: Input should be a valid integer."),
        ("[limits.spins]\nday = 1", "limits.spins.[key]: Input should be 'stake', "),
        (
            "[limits.loss]\nyear = 1",
            "limits.loss.year.[key]: Input should be 'day', ",
        ),
        ("[limits.loss]\nday = 0", "limits.loss.day: Input should be greater than 0."),
        ('[[shown]]\nfr = "Aide"', "shown.0.en: Field required."),
        (
            '[[shown]]\nfr = "Aide"\nen = "Help"\nurl = "javascript:alert(1)"',
            "shown.0.url: String should match pattern",
        ),
        (
            '[[shown]]\nfr = "Aide"\nen = "Help"\nphone = "ring"',
            "shown.0.phone: String should match pattern",
        ),
        (
            '[[shown]]\nfr = "Aide"\nen = "Help"\nfax = "1"',
            "shown.0.fax: Extra inputs",
        ),
    ],
)
def test_a_wrong_table_is_told_likewise(tmp_path: Path, added: str, told: str) -> None:
    own = tmp_path / "own.toml"
    own.write_text(f"{LICENSED}\n{added}\n")
    with pytest.raises(ImproperlyConfigured) as wrong:
        load(str(own))
    assert told in str(wrong.value)


def test_all_that_is_wrong_is_told_at_once(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(LICENSED.replace("autoplay = true", "").replace('chat = "free"', "chat = 1"))
    with pytest.raises(ImproperlyConfigured, match=r"chat: .* autoplay: "):
        load(str(own))


def test_a_house_without_a_licence_plays_for_nothing_else_than_play_money(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(NONE.replace('"PLAY"', '"EUR"'))
    with pytest.raises(ImproperlyConfigured, match="currency must be PLAY where the house is not"):
        load(str(own))


def test_a_process_speaks_the_languages_of_its_profile(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(LICENSED.replace('["fr", "en"]', '["en"]'))
    named = "s.LANGUAGES, s.LANGUAGE_CODE, s.LICENSED, s.HOUSE_CURRENCY"
    told = f"import casino.settings as s; print({named})"
    found = subprocess.run(
        [sys.executable, "-c", told],
        cwd=settings.ROOT,
        env=os.environ | {"JURISDICTION": str(own)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.strip() == "[('en', 'English')] en True EUR"


def test_games_and_texts_that_the_house_has_not_are_refused(settings: LazySettings) -> None:
    for changed, told in (
        ({"games": {"poker": frozenset({"MC"})}}, "names the game poker; the house has"),
        ({"paces": {"poker": 5}}, "names the game poker; the house has"),
        ({"games": {"boule": frozenset({"FR"})}}, "names the text FR of boule, which has MC"),
    ):
        settings.PROFILE = replace(PLAY, **changed)
        with pytest.raises(ImproperlyConfigured, match=told):
            _check_profile()


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"JURISDICTION": "atlantis"}, "JURISDICTION must be one of fr, mc, none, on, or the path"),
        ({"JURISDICTION": "../settings"}, "JURISDICTION must be one of fr, mc, none, on"),
        ({"LICENSED": "1"}, "LICENSED=1 needs a JURISDICTION whose profile is licensed."),
        ({"CHAT_OF": "MC=off"}, "CHAT_OF is said by the profile of the JURISDICTION: `chat`."),
    ],
)
def test_no_process_starts_with_another_place(said: dict[str, str], told: str) -> None:
    found = subprocess.run(
        [sys.executable, "-c", "import casino.settings"],
        cwd=settings.ROOT,
        env=os.environ | said,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode != 0
    assert f"ImproperlyConfigured: {told}" in found.stderr
