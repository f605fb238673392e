"""What an operator may read of a round in play: not the cards that its players hold covered."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tables.games.chemin_de_fer import CheminDeFer
from tables.games.chemin_de_fer import messages as cdf
from tables.models import RoundEvent
from tests.admin.office import sign_in
from tests.floor import House
from tests.tables.test_chemin_de_fer import house
from tests.tables.test_private_cards import BANKER, PONTE, begin

__all__ = ["house"]


def pages(house: House, client: Client) -> str:
    """Return every page of the office, and the answer of the API, that tell of the round."""
    round_id = house.table.round_id
    urls = [reverse("admin:tables_round_change", args=[round_id]), f"/api/rounds/{round_id}/"]
    urls += [
        reverse("admin:tables_roundevent_change", args=[event.pk])
        for event in RoundEvent.objects.filter(round=round_id)
    ]
    answers = [client.get(each) for each in urls]
    assert {answer.status_code for answer in answers} == {200}
    return "".join(answer.content.decode() for answer in answers)


def leaked(text: str) -> set[str]:
    signs = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
    written: Callable[[str], tuple[str, ...]] = lambda card: (  # noqa: E731
        f'"{card}"',
        f"&quot;{card}&quot;",
        card[0] + signs[card[1]],
    )
    return {card for card in PONTE | BANKER if any(each in text for each in written(card))}


def test_an_operator_reads_backs_until_the_hands_are_shown(house: House) -> None:
    operator = sign_in("operator")
    begin(house)
    assert house.do("ann", cdf.DealCards()) == ""
    assert leaked(pages(house, operator)) == set()
    assert house.do("bob", cdf.NoCard("ponte")) == ""
    assert house.do("ann", cdf.NoCard("banker")) == ""
    assert leaked(pages(house, operator)) == PONTE | BANKER


def test_a_planted_leak_is_found(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def seen(self: CheminDeFer, event: Any, audience: Any = None) -> Any:
        return event

    monkeypatch.setattr(CheminDeFer, "redact", seen)
    begin(house)
    assert house.do("ann", cdf.DealCards()) == ""
    assert leaked(pages(house, sign_in("operator"))) == PONTE | BANKER
