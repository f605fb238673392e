"""A round examined again in the office."""

import pytest
from django.urls import reverse

from casino.ledger.models import Transfer
from tables.models import Round
from tests.admin.office import sign_in, url
from tests.api.asking import win
from tests.floor import House
from tests.tables.test_review import tampering


def page_of(round_: Round) -> str:
    return reverse("admin:tables_round_review", args=[round_.pk])


def test_a_finished_round_links_to_its_second_look(house: House) -> None:
    win(house, "ann")
    round_, reader = Round.objects.get(), sign_in("reader")
    assert page_of(round_) in reader.get(url(Round, "change", round_)).content.decode()
    page = reader.get(page_of(round_)).content.decode()
    assert "Le registre et les règles concordent." in page
    assert "&quot;rule_set&quot;: &quot;FR-2024&quot;" in page


def test_a_difference_is_shown(house: House) -> None:
    win(house, "ann")
    with tampering():
        Transfer.objects.filter(why="pay").update(amount=1)
    page = sign_in("reader").get(page_of(Round.objects.get())).content.decode()
    assert "Le registre et les règles ne concordent pas." in page
    assert "≠ ann" in page


def test_a_round_in_play_is_not_examined(house: House) -> None:
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    round_, reader = Round.objects.get(), sign_in("reader")
    assert reader.get(page_of(round_)).status_code == 404
    assert "/review/" not in reader.get(url(Round, "change", round_)).content.decode()


@pytest.mark.parametrize("role", ["anonymous", "player", "clerk"])
def test_only_those_who_may_look_examine(house: House, role: str) -> None:
    win(house, "ann")
    answer = sign_in(role).get(page_of(Round.objects.get()))
    assert answer.status_code == (403 if role == "clerk" else 302)
