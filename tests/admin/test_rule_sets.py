"""Rule sets in the office: amended under a new key, never edited."""

import json
from typing import Any

import pytest
from django.urls import reverse

from tables.games import GAMES
from tables.models import RuleSet
from tests.admin.office import sign_in
from tests.floor import House

GIVEN: dict[str, Any] = {
    "key": "FR-2024/high",
    "game": "blackjack",
    "book": "FR-2024",
    "options": '{"table_min_cents": 2500}',
    "amends": "",
}


def add(**given: str) -> Any:
    return sign_in("superuser").post(reverse("admin:tables_ruleset_add"), {**GIVEN, **given})


def test_an_amendment_is_added_and_gives_its_rules(house: House) -> None:
    base = RuleSet.objects.get()
    assert add(amends=base.pk).status_code == 302
    added = RuleSet.objects.get(key="FR-2024/high")
    assert (added.rules().table_min_cents, added.amends_id) == (2500, base.pk)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("key", ""),
        ("key", "two words"),
        ("key", "../up\n"),
        ("game", "whist"),
        ("book", "FR-1907"),
        ("options", '{"table_min_cents": "2500"}'),
        ("options", '{"dealer_peeks": true}'),
        ("options", "[1]"),
        ("options", "{"),
        ("amends", "nobody"),
    ],
)
def test_an_amendment_that_the_book_does_not_allow_is_refused(
    house: House, field: str, value: str
) -> None:
    answer = add(**{field: value})
    assert answer.status_code == 200
    assert field in answer.context["adminform"].form.errors
    assert RuleSet.objects.count() == 1


def test_a_refused_option_names_its_clause(house: House) -> None:
    book = GAMES["blackjack"].books["FR-2024"]
    name, choice = next((n, c) for n, c in book.choices.items() if c.kind == "operator")
    answer = add(options=json.dumps({name: "never"}))
    (error,) = answer.context["adminform"].form.errors["options"]
    assert name in error
    assert choice.clause in error


def test_a_key_that_exists_is_never_written_over(house: House) -> None:
    base = RuleSet.objects.get()
    add(key=base.key)
    assert RuleSet.objects.get().options == base.options


def test_a_rule_set_is_never_edited(house: House) -> None:
    base = RuleSet.objects.get()
    root = sign_in("superuser")
    page = reverse("admin:tables_ruleset_change", args=[base.key.replace("/", "_2F")])
    assert root.get(page).status_code == 200
    assert root.post(page, {**GIVEN, "key": base.key}).status_code == 403
    assert RuleSet.objects.get().options == base.options
