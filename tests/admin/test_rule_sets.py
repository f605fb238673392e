"""Rule sets in the office: drafted option by option, published, compared, never edited."""

from typing import Any
from uuid import uuid4

import pytest
from django.contrib.admin.utils import quote
from django.test import Client
from django.urls import reverse

from tables.games import GAMES
from tables.models import RuleSet, RuleSetDraft, Table
from tests.admin.office import sign_in, url
from tests.floor import House

CHOICES = GAMES["blackjack"].books["FR-2024"].choices


@pytest.fixture
def root(house: House) -> Client:
    return sign_in("superuser")


def begin(root: Client, **given: str) -> Any:
    page = reverse("admin:tables_rulesetdraft_add")
    series = {"draft": str(uuid4()), "series": "FR-2024/maison", "text": "blackjack/FR-2024"}
    return root.post(page, {**series, "amends": "", "reason": "", **given})


def page_of(draft: RuleSetDraft, verb: str = "change") -> str:
    return reverse(f"admin:tables_rulesetdraft_{verb}", args=[draft.pk])


def shown(root: Client, draft: RuleSetDraft) -> dict[str, Any]:
    """Return what the form of a draft would send back as it is."""
    form = root.get(page_of(draft)).context["form"]
    values = {name: form[name].value() for name in form.fields}
    return {name: "" if value is None else value for name, value in values.items()}


def test_the_form_has_every_option_with_its_values_and_clause(root: Client) -> None:
    begin(root)
    draft = RuleSetDraft.objects.get()
    answer = root.get(page_of(draft))
    form, page = answer.context["form"], answer.content.decode()
    assert set(CHOICES) < set(form.fields)
    clauses = {each.id: each for each in GAMES["blackjack"].books["FR-2024"].clauses}
    for name, choice in CHOICES.items():
        assert form.fields[name].disabled == (choice.kind == "fixed")
        assert f"<strong>{choice.clause}</strong>" in form.fields[name].help_text
        assert clauses[choice.clause].en.split("&")[0][:20] in page.replace("&#x27;", "'")


def test_options_are_revised_and_published_from_the_form(root: Client, house: House) -> None:
    begin(root, amends=house.table.rules_id)
    draft = RuleSetDraft.objects.get()
    assert draft.options == RuleSet.objects.get().options
    given = {**shown(root, draft), "max_multiple": "50", "max_splits": "3", "surrender": "true"}
    assert root.post(page_of(draft), given)["Location"] == page_of(draft)
    draft = RuleSetDraft.objects.get()
    changed = {"max_multiple": 50, "max_splits": 3, "surrender": True}
    assert draft.options == RuleSet.objects.get().options | changed
    page = root.get(page_of(draft, "publish")).content.decode()
    assert all(name in page for name in changed)
    done = root.post(page_of(draft, "publish"), {"revision": draft.revision, "reason": "summer"})
    rules = RuleSet.objects.get(key="FR-2024/maison")
    assert done["Location"] == url(RuleSet, "change", rules)
    assert (rules.published_by.username, rules.reason) == ("the.superuser", "summer")
    page = root.get(url(RuleSet, "change", rules)).content.decode()
    assert "summer" in page
    assert "FR-2024-147" in page, "the difference from what it amends"


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("max_multiple", "75"),
        ("layout_boxes", "8"),
        ("stop_card_cards_behind", "51"),
        ("stop_card_cards_behind", ""),
        ("stop_card_cards_behind", "9999"),
        ("table_min_cents", "0"),
        ("table_min_cents", "many"),
        ("enabled_side_bets", "roulette"),
        ("surrender", "perhaps"),
        ("jp1_contribution_secondary_bps", "10001"),
    ],
)
def test_a_value_that_the_text_does_not_allow_is_refused_with_the_clause(
    root: Client, option: str, value: str
) -> None:
    begin(root)
    draft = RuleSetDraft.objects.get()
    answer = root.post(page_of(draft), {**shown(root, draft), option: value})
    assert answer.status_code == 200
    assert CHOICES[option].clause in str(answer.context["form"].errors[option])
    assert RuleSetDraft.objects.get().options == {}


def test_a_fixed_option_keeps_the_text_s_value_whatever_is_sent(root: Client) -> None:
    begin(root)
    draft = RuleSetDraft.objects.get()
    assert root.post(page_of(draft), {**shown(root, draft), "decks": "8"}).status_code == 302
    assert RuleSetDraft.objects.get().options == {}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("series", ""),
        ("series", "../up"),
        ("series", "FR-2024/maison/v2"),
        ("text", "blackjack/FR-1907"),
        ("amends", "nobody"),
    ],
)
def test_a_draft_that_cannot_be_begun_is_asked_again(root: Client, field: str, value: str) -> None:
    answer = begin(root, **{field: value})
    assert answer.status_code == 200
    assert field in answer.context["form"].errors
    assert not RuleSetDraft.objects.exists()


def test_a_draft_of_another_text_is_refused(root: Client, house: House) -> None:
    answer = begin(root, amends=house.table.rules_id, text="blackjack/MC")
    assert "autre texte" in str(answer.context["form"].errors["text"])


def test_who_saves_what_another_has_changed_is_told(root: Client) -> None:
    begin(root)
    draft = RuleSetDraft.objects.get()
    given = shown(root, draft)
    assert root.post(page_of(draft), {**given, "surrender": "true"}).status_code == 302
    answer = root.post(page_of(draft), {**given, "max_multiple": "50"})
    assert "a changé" in answer.content.decode()
    assert RuleSetDraft.objects.get().options == {"surrender": True}


def test_a_draft_is_discarded_with_a_reason(root: Client) -> None:
    begin(root)
    draft = RuleSetDraft.objects.get()
    assert root.post(page_of(draft, "discard"), {"reason": ""}).status_code == 200
    assert root.post(page_of(draft, "discard"), {"reason": "not now"}).status_code == 302
    assert not RuleSetDraft.objects.exists()


def test_a_rule_set_is_never_edited(root: Client, house: House) -> None:
    base = RuleSet.objects.get()
    page = url(RuleSet, "change", base)
    assert root.get(page).status_code == 200
    assert root.post(page, {"key": base.key, "options": "{}"}).status_code == 403
    assert root.get(reverse("admin:tables_ruleset_add")).status_code == 403
    assert RuleSet.objects.get().options == base.options


def test_two_sets_are_compared(root: Client, house: House) -> None:
    page = reverse("admin:tables_ruleset_compare")
    answer = root.get(f"{page}?after={quote(house.table.rules_id)}")
    assert answer.status_code == 200
    told = root.get(page, {"after": house.table.rules_id}).content.decode()
    assert "table_min_cents" in told
    assert "sans limite" in told
    same = {"before": house.table.rules_id, "after": house.table.rules_id}
    assert "Aucune différence." in root.get(page, same).content.decode()


def test_a_set_names_the_tables_that_deal_by_it(root: Client, house: House) -> None:
    page = url(RuleSet, "change", RuleSet.objects.get())
    assert house.table.name.replace("'", "&#x27;") in root.get(page).content.decode()
    Table.objects.update(follows_series=True)
    assert "suit la série" in root.get(page).content.decode()


@pytest.mark.parametrize("role", ["clerk", "reader", "operator"])
def test_only_those_who_may_publish_act_on_drafts(root: Client, role: str) -> None:
    begin(root)
    draft, somebody = RuleSetDraft.objects.get(), sign_in(role)
    for verb in ("change", "publish", "discard"):
        given = {"revision": 1, "reason": "x"}
        assert somebody.post(page_of(draft, verb), given).status_code == 403
    assert somebody.get(page_of(draft)).status_code == (403 if role == "clerk" else 200)
    assert RuleSetDraft.objects.get() == draft
