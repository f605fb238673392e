"""What rule sets cost: kept once, never changed, and no table where the player has the edge."""

from dataclasses import replace
from typing import Any, Final

import pytest
from django.db import IntegrityError, connection, transaction

from tables.games.core.protocol import Refused
from tables.models import RuleSet, TheoreticalReturn
from tables.operation import opening
from tables.rules import returns
from tests.floor import House
from tests.jackpots import SPLIT_ACES
from tests.published import publish


@pytest.mark.parametrize(
    ("book", "options", "bet", "edge"),
    [
        ("FR-2007", {"surrender": True}, "main", "-0.193"),
        ("FR-2007", {"enabled_side_bets": ["lucky_ladies"]}, "lucky_ladies", "-2.004"),
        (
            "FR-2024",
            {
                "enabled_side_bets": ["queen_of_hearts"],
                "queen_of_hearts_pay_table": "B",
                "queen_couleur": "colour",
            },
            "queen_of_hearts",
            "-7.293",
        ),
        ("FR-2024", {"enabled_side_bets": ["jp1"]}, "jp1", "-56.268"),
    ],
)
def test_rules_that_favour_the_player_are_not_published(
    house: House, book: str, options: dict[str, Any], bet: str, edge: str
) -> None:
    sets = RuleSet.objects.count()
    with pytest.raises(Refused, match="favours_player") as refused:
        publish(f"{book}/trop belle", book, **options)
    assert refused.value.detail == {"bet": bet, "edge": edge}
    assert RuleSet.objects.count() == sets
    assert TheoreticalReturn.objects.count() == sets


def test_without_the_guard_such_rules_would_be_published_and_still_open_no_table(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A set that was published before there was a guard gets no table either."""
    with monkeypatch.context() as unguarded:
        unguarded.setattr(returns, "refuse_favourable", lambda rule_set: None)
        old = publish("FR-2007/trop belle", "FR-2007", surrender=True)
    with pytest.raises(Refused, match="favours_player"):
        opening.create_table(name="Trop belle", rules_key=old.key, operator=house.operator)


def test_a_tables_rules_have_their_return_kept_from_the_start(house: House) -> None:
    kept = TheoreticalReturn.objects.get(rules=house.table.rules)
    assert kept.found["main"]["edge"] == pytest.approx(0.0051607, abs=1e-6)
    assert kept.found["side_bets"]["queen_of_hearts"]["offered"]
    assert not kept.found["side_bets"]["jp1"]["offered"]


def test_a_return_that_is_kept_is_not_computed_again(house: House) -> None:
    key = publish("ON/foire", "ON").key
    first = TheoreticalReturn.objects.get(rules=key)
    report = returns.report_of(RuleSet.objects.get(key=key))
    assert report is not None
    assert report.to_json() == first.found
    assert TheoreticalReturn.objects.get(rules=key).computed_at == first.computed_at


EARLIER: Final[dict[str, dict[str, Any]]] = {
    "european_roulette": {"bets": {"straight": {"edge": 1 / 37, "fraction": "1/37"}}},
    "chemin_de_fer": {"bets": {"levy": {"edge": 0.05, "fraction": "1/20"}}},
}
"""What an earlier release kept; of blackjack it kept the pages without the bets."""


@pytest.mark.parametrize(
    ("game", "book", "options"),
    [
        ("european_roulette", "MC", {}),
        ("chemin_de_fer", "MC", {}),
        ("blackjack", "FR-2024", {"enabled_side_bets": ["queen_of_hearts", "hyper"]}),
        ("blackjack", "MC", {"enabled_side_bets": ["split_aces"], "split_aces": SPLIT_ACES}),
    ],
)
def test_a_report_of_an_earlier_release_tells_what_one_of_today_does(
    house: House, monkeypatch: pytest.MonkeyPatch, game: str, book: str, options: dict[str, Any]
) -> None:
    with monkeypatch.context() as unguarded:
        unguarded.setattr(returns, "refuse_favourable", lambda rule_set: None)
        old = publish("old", book, game, **options)
    new = publish("new", book, game, **options)
    today = returns.report_of(new)
    assert today is not None
    found = EARLIER.get(game, dict(today.pages))
    TheoreticalReturn.objects.create(rules=old, found=found)
    read = returns.report_of(RuleSet.objects.get(pk=old.pk))
    assert read is not None
    assert read.pages == today.pages
    by_name = {each.bet: each for each in read.bets}
    assert by_name.keys() == {each.bet for each in today.bets}
    for price in today.bets:
        least = by_name[price.bet].least_edge
        assert float(least) == float(price.least_edge)
        assert replace(by_name[price.bet], worst=price.worst) == price
    assert returns.stored_guide(old.pk) == returns.stored_guide(new.pk)


def test_the_database_keeps_a_return_as_it_is(house: House) -> None:
    with pytest.raises(IntegrityError, match="is refused"), transaction.atomic():
        TheoreticalReturn.objects.filter(rules=house.table.rules).update(found={})
    with (
        pytest.raises(IntegrityError, match="is refused"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute("DELETE FROM tables_theoreticalreturn")
