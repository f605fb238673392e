"""Nobody bears another's name, nor that of somebody who serves the house."""

import pytest

from casino.players import names
from casino.players.forms import SignUpForm
from casino.players.models import Player
from casino.players.services import SignUpRefused, sign_up

PASSWORD = "queen of hearts, twice"

THE_HOUSES = (
    *("admin", "Admin1", "ADM1N", "аdmin", "ａｄｍｉｎ", "a d m i n", "super admin", "admin Bob"),
    *("croupier", "Le Croupier", "CroupierJean", "operator", "0perator", "opérateur", "ìnspéctor"),
    *("Sabot", "s.a.b.o.t", "SabotAdmin", "Sabot – la maison", "House", "the-house", "La Maison"),
    *("supervisor", "sup3rvisor", "chief", "pit boss", "management", "control", "staff"),
    "croupier\u0301",
)
ANYBODYS = (
    *("ann", "badminton", "sabotage", "Doctor House", "Chief Wiggum", "Camille", "Inès", "demo1"),
    *("Zoé d’Été", "La Maison Bleue", "stable", "harlequin", "...", "bot-1-1", "Jean-Luc 2"),
)


@pytest.mark.parametrize("name", THE_HOUSES)
def test_a_name_of_the_house_is_known_however_it_is_written(name: str) -> None:
    assert names.is_reserved(name)


@pytest.mark.parametrize("name", ANYBODYS)
def test_other_names_are_anybodys(name: str) -> None:
    assert not names.is_reserved(name)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["admin", "Croup1er", "the.house", "sabot"])
def test_nobody_signs_up_as_the_house(name: str) -> None:
    for given, code in (
        ({"username": name}, "name_reserved"),
        ({"username": "ann", "display_name": name}, "display_name_reserved"),
    ):
        with pytest.raises(SignUpRefused, match=code):
            sign_up(password=PASSWORD, **given)
        field = "display_name" if "display_name" in given else "username"
        form = SignUpForm({"password": PASSWORD, "language": "en", **given})
        assert [each.code for each in form.errors.as_data()[field]] == [code]
    assert not Player.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        ({"username": "ann"}, {"username": "bob", "display_name": "Ann"}, "display_name_taken"),
        ({"username": "ann"}, {"username": "bob", "display_name": "А n n"}, "display_name_taken"),
        ({"username": "ann"}, {"username": "bob", "display_name": "Ánn."}, "display_name_taken"),
        (
            {"username": "ann", "display_name": "Zoé"},
            {"username": "bob", "display_name": "zoe"},
            "display_name_taken",
        ),
        ({"username": "ann", "display_name": "Zoé"}, {"username": "zoe"}, "name_taken"),
        ({"username": "lilly10"}, {"username": "IIlIy1O"}, "name_taken"),
    ],
)
def test_nobody_bears_what_looks_like_anothers_name(
    first: dict[str, str], second: dict[str, str], code: str
) -> None:
    sign_up(password=PASSWORD, **first)
    with pytest.raises(SignUpRefused) as refused:
        sign_up(password=PASSWORD, **second)
    assert refused.value.code == code
    assert Player.objects.count() == 1


@pytest.mark.django_db
def test_ones_two_names_may_look_alike() -> None:
    assert sign_up(username="ann", display_name="Ann", password=PASSWORD).shown_name == "Ann"


@pytest.mark.parametrize(
    ("name", "legible"),
    [
        ("a\u0301\u0302\u0303", False),
        ("Z\u0351\u036b\u0343a", False),
        ("a\u20dd", False),
        ("\u3164\u3164\u3164", False),
        ("a\u202eb", False),
        ("é", True),
        ("e\u0301", True),
        ("Tiếng Việt", True),
        ("हूँ", True),
    ],
)
def test_a_pile_of_marks_or_an_unseen_letter_is_not_legible(name: str, legible: bool) -> None:
    assert names.is_legible(name) is legible


@pytest.mark.django_db
def test_a_name_that_is_changed_is_compared_as_it_is() -> None:
    ann = sign_up(username="ann", password=PASSWORD)
    ann.display_name = "Zoé"
    ann.save(update_fields=["display_name"])
    with pytest.raises(SignUpRefused, match="name_taken"):
        sign_up(username="zoe", password=PASSWORD)
