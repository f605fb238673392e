"""A round in sentences, and its page in the office."""

import typing
from typing import Any

import pytest
from django.urls import reverse

from tables.games import GAMES
from tables.games.blackjack import messages as bj
from tables.games.core.money import Amount, BoxNo, Move, Party, Place
from tables.games.core.protocol import Voided
from tables.games.european_roulette import messages as roulette
from tables.games.wheel.stakes import Settled
from tables.history import narration
from tables.models import Round
from tables.projections import round_rows
from tables.rows import table_rows
from tables.wire import codec
from tests.admin.office import sign_in
from tests.api.asking import win
from tests.floor import House

ALICE = Party("7")
FRENCH = narration.Narrator(french=True, names={ALICE: "alice"})
ENGLISH = narration.Narrator(french=False, names={ALICE: "alice"})
BOX = BoxNo(3)


def kinds() -> list[Any]:
    return [event for game in GAMES.values() for event in typing.get_args(game.wire.events)]


@pytest.mark.parametrize("event", kinds(), ids=lambda event: str(event.__name__))
def test_every_kind_of_event_has_a_sentence_of_its_own(event: Any) -> None:
    kind = typing.get_args(typing.get_type_hints(event)["kind"])[0]
    assert kind in narration.wording_of(kind).sentences


def test_every_sentence_is_of_a_kind_that_exists() -> None:
    known = {typing.get_args(typing.get_type_hints(event)["kind"])[0] for event in kinds()}
    tellings = [narration.COMMON, *(game.wording for game in GAMES.values())]
    told = {key.split()[0] for each in tellings for key in each.sentences}
    assert {key for key in told if "." in key} == known


@pytest.mark.parametrize(
    ("event", "french", "english"),
    [
        (
            bj.Staked(ALICE, BOX, Amount(1000), Amount(0)),
            "Case 3 (alice) mise 10,00.",
            "Box 3 (alice) stakes 10.00.",
        ),
        (
            bj.Staked(ALICE, BOX, Amount(1000), Amount(250)),
            "Case 3 (alice) mise 10,00, et 2,50 sur les dames de cœur.",
            "Box 3 (alice) stakes 10.00, and 2.50 on the queens of hearts.",
        ),
        (
            bj.Staked(ALICE, BOX, Amount(0), Amount(0)),
            "Case 3 (alice) reprend sa mise.",
            "Box 3 (alice) takes its stake back.",
        ),
        (
            bj.Staked(
                ALICE,
                BOX,
                Amount(1000),
                Amount(0),
                sides=(
                    bj.SideAmount("jp1", Amount(500)),
                    bj.SideAmount("hyper:17", Amount(100)),
                ),
            ),
            "Case 3 (alice) mise 10,00, et 5,00 (Jackpot JP1), 1,00 (Hyper black jack 17).",
            "Box 3 (alice) stakes 10.00, and 5.00 (JP1 jackpot), 1.00 (Hyper black jack 17).",
        ),
        (
            bj.CardDealt(BOX, "ha", typing.cast("Any", "Kh")),
            "Case 3, main ha : R♥.",
            "Box 3, hand ha: K♥.",
        ),
        (
            bj.CardDealt(BoxNo(0), "d", typing.cast("Any", "Ts")),
            "La banque tire 10♠.",
            "The dealer draws 10♠.",
        ),
        (
            bj.Stood(BOX, "h", timed_out=True),
            "Case 3, main h : reste, le temps est écoulé.",
            "Box 3, hand h: stands, time ran out.",
        ),
        (
            bj.InsuranceOffered((BoxNo(1), BoxNo(3))),
            "La banque montre un as : assurance offerte aux cases 1, 3.",
            "The dealer shows an ace: insurance offered to boxes 1, 3.",
        ),
        (
            bj.SideBetSettled(ALICE, BOX, "queen_of_hearts", 0, Amount(100), Amount(0)),
            "Case 3 (alice), Dames de cœur : perdu, misé 1,00.",
            "Box 3 (alice), Queens of hearts: lost, staked 1.00.",
        ),
        (
            bj.HandSettled(ALICE, BOX, "h", "push", Amount(1000), Amount(1000)),
            "Case 3 (alice), main h : égalité, misé 10,00, rendu 10,00.",
            "Box 3 (alice), hand h: push, staked 10.00, returned 10.00.",
        ),
        (bj.DealerDone("BJ"), "La banque annonce black-jack.", "The dealer announces blackjack."),
        (Voided("misdeal"), "Coup annulé : misdeal.", "Round voided: misdeal."),
    ],
)
def test_an_event_in_one_sentence(event: Any, french: str, english: str) -> None:
    assert FRENCH.describe(event) == french
    assert ENGLISH.describe(event) == english


def test_a_move_says_where_the_chips_went() -> None:
    move = Move(Amount(1000), Place.WALLET, Place.LAYOUT, ALICE, BOX, "stake")
    assert FRENCH.tell_move(move) == "10,00 : alice → tapis (Mise, 3)"
    assert ENGLISH.tell_move(move) == "10.00 : alice → layout (Stake, 3)"


def test_a_reason_with_braces_is_told_as_it_is() -> None:
    assert FRENCH.describe(Voided("{party}")) == "Coup annulé : {party}."


def test_a_settlement_at_roulette_names_whose_stakes_it_settled() -> None:
    settled = Settled(ALICE, "w1", "red", Amount(1000), Amount(500), "half")
    taken = roulette.HalfTaken((settled,), Amount(500), "silent")
    assert narration.parties_of(taken) == {ALICE}
    assert FRENCH.describe(taken) == (
        "Partage d’office, faute de choix : alice rouge, partagé, misé 10,00, rendu 5,00."
    )
    assert ENGLISH.describe(roulette.NumberFell(9, ("red", "odd", "low"))) == "9, red, odd, low."
    assert FRENCH.describe(roulette.NumberFell(0, ())) == "Zéro."


def test_a_kind_without_a_sentence_is_told_by_its_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(narration, "wording_of", lambda kind: narration.COMMON)
    told = FRENCH.describe(bj.Insured(ALICE, BOX, Amount(1000)))
    assert told == "blackjack.insured party: alice box: 3 amount: 10,00"


def test_every_event_that_a_round_made_can_be_told(house: House) -> None:
    win(house, "ann")
    row = table_rows.read(house.table_id)
    assert row.round_id is not None
    for event in round_rows.round_events(row.round_id, 0, row.round_seq):
        assert FRENCH.describe(event) == FRENCH.describe(
            codec.decode_event(codec.encode_event(event))
        )
        assert event.kind not in FRENCH.describe(event)


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("fr", ["Case 1 (ann) mise 10,00.", "Case 1, main h : 10♥.", "La banque annonce 17."]),
        ("en", ["Box 1 (ann) stakes 10.00.", "Box 1, hand h: 10♥.", "The dealer announces 17."]),
    ],
)
def test_the_page_of_a_round_tells_it_and_shows_the_recorded_events(
    house: House, language: str, sentences: list[str]
) -> None:
    win(house, "ann")
    page = (
        sign_in("reader")
        .get(
            reverse("admin:tables_round_change", args=[Round.objects.get().pk]),
            headers={"accept-language": language},
        )
        .content.decode()
    )
    places = [page.index(sentence) for sentence in sentences]
    assert places == sorted(places)
    assert "&quot;kind&quot;: &quot;blackjack.card_dealt&quot;" in page
    assert {"fr": "ann → tapis", "en": "ann → layout"}[language] in page
