"""What the bets of every game cost: against the catalogue's figures, and by plain enumeration."""

import json
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from typing import Any

import jsonschema
import pytest

from tables.games import GAMES
from tables.games.core.options import OneOf
from tables.games.core.price import Price, Report
from tables.games.core.protocol import Wording
from tables.games.core.words import Words
from tables.games.european_roulette.mc import BOOK
from tables.games.european_roulette.prices import HALF, PRISON, prices_of
from tables.games.european_roulette.rules import LAYOUT, ORDER_OF_PAYMENT, Rules
from tables.games.wheel.layout import CHANCES, Position

ROULETTE = GAMES["european_roulette"]
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"prison_release_value": "full"},
    {"double_pairs": "any"},
    {"allow_zero_trios": False},
    {"zero_default_choice": "prison", "require_exact_multiples": True},
)


def bets(options: dict[str, Any]) -> dict[str, Fraction]:
    rules = ROULETTE.amend("MC", options)
    return {each.bet: Fraction(each.edge) for each in prices_of(rules, LAYOUT)}


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_roulette_s_bets_cost_what_the_catalogue_says(options: dict[str, Any]) -> None:
    found = bets(options)
    assert set(found) == set(ORDER_OF_PAYMENT) - set(CHANCES) | {HALF, PRISON}
    full = options.get("prison_release_value") == "full"
    assert found.pop(HALF) == Fraction(1, 74)
    assert found.pop(PRISON) == (Fraction(1, 74) if full else Fraction(1, 73))
    assert set(found.values()) == {Fraction(1, 37)}


def back(rules: Rules, position: Position, stake: int, zeros: int, depth: int) -> Fraction:
    """Return what the best choices at every zero bring back, by following every pocket."""
    total = Fraction(0)
    for pocket in range(37):
        if pocket in position.pockets:
            total += rules.freed(stake, zeros) if zeros else stake + position.win(stake)
        elif pocket == 0 and position.even:
            half = Fraction(rules.half_of(stake, zeros + 1))
            stays = back(rules, position, stake, zeros + 1, depth - 1) if depth else half
            total += max(half, stays)
    return total / 37


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_no_choice_at_the_zeros_is_better_than_the_priced_ones(options: dict[str, Any]) -> None:
    rules, found, stake = ROULETTE.amend("MC", options), bets(options), 2**40
    for on, position in LAYOUT.items():
        if not rules.allows(position):
            continue
        edge = 1 - back(rules, position, stake, 0, 12 if position.even else 0) / stake
        priced = min(found[HALF], found[PRISON]) if position.even else found[position.bet]
        assert abs(edge - priced) < Fraction(1, 10**12), on


def every_set() -> Iterator[tuple[str, str, dict[str, Any]]]:
    for game, engine in GAMES.items():
        for key in engine.books:
            yield game, key, {}
        for table in engine.demo_tables:
            yield game, table.book, dict(table.options)


@pytest.mark.parametrize(
    ("game", "book", "options"),
    [pytest.param(*each, id=f"{each[0]}-{each[1]}-{nth}") for nth, each in enumerate(every_set())],
)
def test_every_game_prices_its_bets_and_no_text_favours_the_player(
    game: str, book: str, options: dict[str, Any]
) -> None:
    pricing = GAMES[game].pricing
    assert pricing is not None
    rules, told = GAMES[game].amend(book, options), GAMES[game].wording
    clauses = {clause.id for clause in GAMES[game].books[book].clauses}
    report = pricing.report(rules)
    assert report.bets
    assert len({price.bet for price in report.bets}) == len(report.bets)
    for price in report.bets:
        assert not price.favours_player
        assert all(told.bet_name(price.bet))
        assert not price.group or all(told.groups[price.group])
        # What is not per unit staked says so.
        assert all(told.notes[price.note]) if price.note else price.unit == "stake"
        assert not price.clause or price.clause in clauses
        if price.bet != "main":
            exact = [
                each for each in pricing.quick_price(rules, price.bet) if each.bet == price.bet
            ]
            assert exact == [price]
    # A group is one piece of the list, so that it has one heading.
    groups = [group for group, _ in groupby(price.group for price in report.bets)]
    assert len(set(groups)) == len(groups)
    assert Report.from_json(json.loads(json.dumps(report.to_json()))) == report
    for name, page in report.pages.items():
        jsonschema.validate(json.loads(json.dumps(page)), pricing.pages[name])


@pytest.mark.parametrize("key", GAMES)
def test_every_heading_and_note_of_a_game_stands_beside_a_price(key: str) -> None:
    game = GAMES[key]
    assert game.pricing is not None
    played = [book.rules for book in game.books.values()]
    for name, book in game.books.items():
        if "variant" in book.choices and isinstance(form := book.choices["variant"].form, OneOf):
            played += [game.amend(name, {"variant": each}) for each in form.values]
    bets = [price for rules in played for price in game.pricing.report(rules).bets]
    assert {price.group for price in bets} - {""} == game.wording.groups.keys()
    assert {price.note for price in bets} - {""} == game.wording.notes.keys()


def test_no_two_games_have_a_page_of_one_name() -> None:
    names = [name for game in GAMES.values() if game.pricing for name in game.pricing.pages]
    assert len(set(names)) == len(names)
    assert "bets" not in names


def test_a_bet_may_have_a_price_for_each_number() -> None:
    told = Wording({}, {}, str, bets={"place": Words("Place {chosen}", "Place {chosen}")})
    assert told.bet_name("place[4]") == ("Place 4", "Place 4")
    assert told.bet_name("place") == ("Place", "Place")
    report = Report((Price("place[4]", Fraction(1, 15)), Price("field", 0.5, Fraction(1, 36))))
    assert Report.from_json(json.loads(json.dumps(report.to_json()))) == report


def test_chemin_de_fer_s_house_takes_its_levy_and_no_risk() -> None:
    pricing = GAMES["chemin_de_fer"].pricing
    assert pricing is not None
    (levy,) = pricing.report(GAMES["chemin_de_fer"].books["MC"].rules).bets
    assert (levy.edge, levy.unit, levy.favours_player) == (Fraction(1, 20), "winnings", False)
    nothing = replace(GAMES["chemin_de_fer"].books["MC"].rules, levy_numerator=0)
    assert pricing.report(nothing).bets[0].favours_player


@pytest.mark.parametrize(("odds", "favours"), [(34, False), (35, False), (36, True), (40, True)])
def test_a_bet_that_pays_too_much_is_found_whatever_it_is(odds: int, favours: bool) -> None:
    """A control: the guard would see it."""
    one = {**LAYOUT, "straight:17": replace(LAYOUT["straight:17"], odds=(odds, 1))}
    found = {each.bet: each for each in prices_of(BOOK.rules, one)}
    assert found["straight"].favours_player == favours
    assert not any(each.favours_player for bet, each in found.items() if bet != "straight")
