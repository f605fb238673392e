"""The search finds a secret in every writing that a careless line may give it, and no accident."""

import base64
import html
import json
import pprint
from collections.abc import Callable
from random import Random

import pytest

from tables.games.core.cards import PACK
from tests.secrets.secret import RAW_TOGETHER, TOGETHER, Secrets

CHANCE = Random(1)
SEED = CHANCE.randbytes(448)
ORDER = bytes(CHANCE.choices(range(52), k=300))
AT = 101


@pytest.fixture(scope="module")
def secrets() -> Secrets:
    known = Secrets()
    known.hide("the seed", SEED)
    known.hide_cards(ORDER)
    known.texts[b"correct-horse-battery-staple"] = "a key"
    return known


def names(cards: bytes) -> list[str]:
    return [PACK[face] for face in cards]


CARDS: dict[str, Callable[[bytes], str]] = {
    "list": lambda cards: str(list(cards)),
    "tuple": lambda cards: f"dealt{tuple(cards)}",
    "JSON": lambda cards: json.dumps(list(cards), separators=(",", ":")),
    "array of PostgreSQL": lambda cards: "{" + ",".join(map(str, cards)) + "}",
    "list of texts": lambda cards: json.dumps(list(map(str, cards))),
    "HTML of numbers": lambda cards: "".join(f"<li>{card}</li>" for card in cards),
    "hex": lambda cards: f"bytea \\x{cards.hex()}ff",
    "upper hex": lambda cards: f"a1{cards.hex().upper()}",
    "hex at an odd place": lambda cards: f"0{cards.hex()}",
    "a page's locals": lambda cards: f"<pre>{pprint.pformat({'faces': [*cards]}, width=1)}</pre>",
    "names": lambda cards: " ".join(names(cards)),
    "HTML of names": lambda cards: "".join(f'<use href="#{card}"/>' for card in names(cards)),
    "events": lambda cards: json.dumps([{"card": card, "at": 1} for card in names(cards)]),
    "base 64 of JSON": lambda cards: base64.b64encode(json.dumps([[*cards]]).encode()).decode(),
}
BARE: dict[str, Callable[[bytes], str]] = {
    "bytes": lambda cards: cards.decode(),
    "repr": repr,
    "repr in JSON": lambda cards: json.dumps({"order": repr(cards)}),
    "bytes in JSON": lambda cards: json.dumps(cards.decode()),
    "octal": lambda cards: "".join(f"\\{card:03o}" for card in cards),
    "base 64": lambda cards: base64.b64encode(cards).decode(),
    "base 64 in an address": lambda cards: "a/b/" + base64.urlsafe_b64encode(cards).decode(),
}


@pytest.mark.parametrize("write", CARDS.values(), ids=CARDS.keys())
def test_six_undealt_cards_are_found_and_five_are_not(
    secrets: Secrets, write: Callable[[bytes], str]
) -> None:
    text = write(ORDER[AT : AT + TOGETHER])
    assert secrets.found_in(f"before {text} after".encode()) == {"undealt cards"}
    assert secrets.found_in(write(ORDER[AT : AT + TOGETHER - 1]).encode()) == set()


@pytest.mark.parametrize("write", BARE.values(), ids=BARE.keys())
def test_eight_undealt_cards_as_bytes_are_found_and_seven_are_not(
    secrets: Secrets, write: Callable[[bytes], str]
) -> None:
    text = write(ORDER[AT : AT + RAW_TOGETHER])
    assert secrets.found_in(f"before {text} after".encode()) == {"undealt cards"}
    assert secrets.found_in(write(ORDER[AT : AT + RAW_TOGETHER - 1]).encode()) == set()


@pytest.mark.parametrize(
    "written",
    [
        SEED,
        SEED.hex().encode(),
        SEED.hex().upper().encode(),
        repr(SEED).encode(),
        json.dumps({"locals": repr(SEED)}).encode(),
        str(list(SEED)).encode(),
        json.dumps(list(SEED), separators=(",", ":")).encode(),
        base64.b64encode(SEED),
        base64.urlsafe_b64encode(SEED),
        b"seed=" + base64.b64encode(SEED[64:128]),
        SEED[64:128].hex().encode(),
        f"<td><pre>{html.escape(pprint.pformat(SEED))}</pre>".encode(),
    ],
    ids=lambda written: repr(written[:12]),
)
def test_a_seed_or_a_segment_of_it_is_found(secrets: Secrets, written: bytes) -> None:
    assert secrets.found_in(b'{"event": "' + written + b'"}') == {"the seed"}


def test_a_key_is_found(secrets: Secrets) -> None:
    assert secrets.found_in(b"SHOE_KEY=correct-horse-battery-staple") == {"a key"}


def test_other_cards_seeds_and_numbers_are_no_secrets(secrets: Secrets) -> None:
    other = Random(2)
    cards, seed = bytes(other.choices(range(52), k=300)), other.randbytes(448)
    for text in (seed, seed.hex().encode(), base64.b64encode(seed)):
        assert secrets.found_in(text) == set()
    for write in (*CARDS.values(), *BARE.values()):
        assert secrets.found_in(write(cards).encode()) == set()
    assert secrets.found_in(write(ORDER[::-1]).encode()) == set()


CODE = "7K2M-9QXD-04TZ-WB5H"


@pytest.mark.parametrize(
    "said",
    [
        json.dumps({"kind": "ticket", "code": CODE}),
        f"GET /api/tickets/?code={CODE.lower()} 200",
        f"parameters: $1 = '{CODE.replace('-', '')}'",
        base64.b64encode(json.dumps([[CODE]]).encode()).decode(),
        repr(f"command {CODE}".encode().hex()),
    ],
)
def test_a_code_is_found_however_it_is_written(said: str) -> None:
    known = Secrets()
    known.hide_code("a ticket's code", CODE)
    assert known.found_in(said.encode()) == {"a ticket's code"}
    assert known.found_in(said.swapcase().replace("9", "8").encode()) == set()
