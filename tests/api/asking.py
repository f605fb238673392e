"""How the tests of the API ask, and play the rounds that they ask about."""

from typing import Any

from django.test import Client

from tables.games.blackjack import messages as bj
from tables.games.core.money import BoxNo
from tables.models import Round
from tests.floor import House


def browser(house: House, name: str) -> Client:
    """Return a browser in which the player has signed in."""
    client = Client()
    client.force_login(house.player(name))
    return client


def get(client: Client, path: str, status: int = 200) -> Any:
    """Return the JSON at `/api/<path>`, which must answer with this status."""
    answer = client.get(f"/api/{path}")
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"] == "application/json"
    return answer.json()


def every_page(client: Client, path: str) -> list[Any]:
    """Return the rows of all pages, following `next` to its end."""
    rows: list[Any] = []
    url: str | None = f"/api/{path}"
    while url:
        answer = client.get(url)
        assert answer.status_code == 200, answer.content
        rows += answer.json()["results"]
        url = answer.json()["next"]
    return rows


def code(answer: Any) -> str:
    """Return a problem's code; its message must be there in both languages."""
    assert set(answer) == {"code", "message"}
    assert set(answer["message"]) == {"fr", "en"}
    assert answer["message"]["fr"] != answer["message"]["en"]
    found: str = answer["code"]
    return found


def win(house: House, name: str, box: int = 1, stake: int = 1000) -> int:
    """Let a player win a round with 19 against 17; return the round's id."""
    return _play(house, name, box, stake, "Th 9s 9d 8c")


def lose(house: House, name: str, box: int = 1, stake: int = 1000) -> int:
    """Let a player lose a round with 18 against 19; return the round's id."""
    return _play(house, name, box, stake, "Th 9s 8d Tc")


def _play(house: House, name: str, box: int, stake: int, cards: str) -> int:
    house.deal(cards)
    if not house.table.boxes.filter(number=box, player=house.player(name)).exists():
        house.sit(name, box)
    assert house.stake(name, box, stake) == ""
    assert house.do(name, bj.Ready()) == ""
    assert house.do(name, bj.Stand(BoxNo(box))) == ""
    return Round.objects.latest("id").pk
