"""Rule sets drafted and published: never edited after, followed between two rounds."""

import threading
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, connections
from django.db.models import Model
from django.utils import timezone

from tables.games import GAMES
from tables.games.blackjack import messages as bj
from tables.games.core.money import BoxNo
from tables.games.core.protocol import Refused
from tables.incidents import services as incidents
from tables.models import FloorEvent, Round, RuleSet, RuleSetDraft, RuleSetEvent, Table
from tables.operation import opening, series
from tables.operation.croupier import Croupier
from tables.rounds import timer
from tables.rows import rule_sets
from tables.rules import services as books
from tests.floor import House
from tests.published import publish
from tests.tables.test_review import tampering

SERIES = "FR-2024/maison"


def drafted(house: House, series: str = SERIES, book: str = "FR-2024", **options: Any) -> Any:
    return books.begin_draft(
        draft_id=uuid4(),
        series=series,
        game="blackjack",
        book=book,
        options=options,
        operator=house.operator,
    )


def published(house: House, draft: RuleSetDraft, **given: Any) -> RuleSet:
    given = {"revision": draft.revision, "operator": house.operator, "reason": "season"} | given
    return books.publish_draft(draft.pk, **given)


def test_a_draft_is_revised_then_published_by_whom_when_and_why(house: House) -> None:
    draft = drafted(house, max_multiple=50)
    draft = books.revise_draft(
        draft.pk, revision=1, options={"max_multiple": 200, "decks": 6}, operator=house.operator
    )
    assert (draft.revision, draft.options) == (2, {"max_multiple": 200})
    rules = published(house, draft)
    assert (rules.key, rules.version, rules.published_by) == (SERIES, 1, house.operator)
    assert rules.rules().max_multiple == 200
    assert not RuleSetDraft.objects.exists()
    told = RuleSetEvent.objects.filter(series=SERIES).order_by("id")
    assert [(each.kind, each.options, each.reason) for each in told] == [
        ("drafted", {"max_multiple": 50}, ""),
        ("revised", {"max_multiple": 200}, ""),
        ("published", {"max_multiple": 200}, "season"),
    ]
    assert {each.by for each in told} == {house.operator}


def test_the_next_version_follows_the_last(house: House) -> None:
    first = published(house, drafted(house, max_multiple=50))
    second = published(house, drafted(house, max_multiple=50, surrender=True))
    assert (second.key, second.version, second.amends) == (f"{SERIES}/v2", 2, first)
    (change,) = books.differences(first, second)
    assert (change.option, change.before, change.after) == ("surrender", False, True)
    assert change.clause is not None
    assert change.clause.id == "FR-2024-028"
    assert {each.option for each in books.differences(None, second)} == {
        "max_multiple",
        "surrender",
    }
    with pytest.raises(Refused, match="another_text"):
        drafted(house, book="MC")


@pytest.mark.parametrize("book", ["FR-2024", "FR-2007", "MC", "ON", "HOUSE"])
def test_what_no_text_allows_is_refused_with_its_clause(house: House, book: str) -> None:
    choices = GAMES["blackjack"].books[book].choices
    for name, choice in choices.items():
        with pytest.raises(Refused, match="invalid_option") as refused:
            drafted(house, book=book, **{name: {"never": "allowed"}})
        assert refused.value.detail == {"option": name, "clause": choice.clause}
    with pytest.raises(Refused, match="invalid_option"):
        drafted(house, book=book, dealer_peeks=True)
    assert not RuleSetDraft.objects.exists()


def test_a_draft_sent_twice_is_begun_and_published_once(house: House) -> None:
    draft = drafted(house)
    again = books.begin_draft(
        draft_id=draft.pk,
        series=SERIES,
        game="blackjack",
        book="FR-2024",
        options={},
        operator=house.operator,
    )
    assert again == draft
    with pytest.raises(Refused, match="draft_exists"):
        drafted(house)
    assert published(house, draft) == published(house, draft)
    assert RuleSet.objects.filter(series=SERIES).count() == 1


def test_two_operators_who_publish_at_once_publish_once(house: House) -> None:
    draft, keys = drafted(house), []

    def go() -> None:
        keys.append(published(house, draft).key)
        connections.close_all()

    together = [threading.Thread(target=go) for _ in range(2)]
    for each in together:
        each.start()
    for each in together:
        each.join()
    assert keys == [SERIES, SERIES]
    assert RuleSetEvent.objects.filter(kind="published", series=SERIES).count() == 1


def test_what_was_not_seen_is_not_published(house: House) -> None:
    draft = drafted(house)
    books.revise_draft(draft.pk, revision=1, options={"surrender": True}, operator=house.operator)
    with pytest.raises(Refused, match="draft_changed"):
        published(house, draft, revision=1)
    with pytest.raises(Refused, match="no_reason"):
        published(house, draft, revision=2, reason=" ")
    with pytest.raises(Refused, match="too_early"):
        published(house, draft, revision=2, effective_at=timezone.now() - timedelta(minutes=1))
    books.discard_draft(draft.pk, operator=house.operator, reason="no")
    with pytest.raises(Refused, match="no_draft"):
        published(house, draft)


def test_no_table_is_set_up_under_a_draft_or_before_the_date(house: House) -> None:
    draft = drafted(house)
    with pytest.raises(Refused, match="unknown_rules"):
        opening.create_table(name="Neuve", rules_key=SERIES, operator=house.operator)
    published(house, draft, effective_at=timezone.now() + timedelta(hours=1))
    with pytest.raises(Refused, match="not_in_force"):
        opening.create_table(name="Neuve", rules_key=SERIES, operator=house.operator)
    with pytest.raises(Refused, match="not_in_force"):
        series.change_rules(house.table_id, SERIES, operator=house.operator, reason="x")
    assert Table.objects.count() == 1


@pytest.mark.parametrize(
    ("model", "change"),
    [(RuleSet, {"options": {}}), (RuleSet, {"effective_at": None}), (RuleSetEvent, {"reason": ""})],
)
def test_what_is_published_is_neither_changed_nor_deleted(
    house: House, model: type[Model], change: dict[str, Any]
) -> None:
    published(house, drafted(house, surrender=True))
    for act in (lambda: model.objects.update(**change), lambda: raw_delete(model)):
        with pytest.raises(IntegrityError, match="what happened stays"):
            act()
    assert RuleSet.objects.get(pk=SERIES).rules().surrender


def raw_delete(model: type[Model]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {model._meta.db_table}")  # noqa: S608


@pytest.mark.parametrize(
    "wrong", [{"version": 3}, {"amends": None}, {"book": "MC"}, {"reason": ""}, {"at": -1}]
)
def test_the_database_itself_refuses_a_version_that_does_not_follow(
    house: House, wrong: dict[str, Any]
) -> None:
    first = published(house, drafted(house))
    earlier = first.effective_at - timedelta(seconds=1) if wrong.pop("at", 0) else None
    fields = {"version": 2, "amends": first, "book": "FR-2024", "reason": "x"} | wrong
    with pytest.raises(IntegrityError):
        RuleSet.objects.create(
            key="next",
            series=SERIES,
            game="blackjack",
            draft=uuid4(),
            effective_at=earlier or timezone.now(),
            published_by=house.operator,
            **fields,
        )


def next_version(house: House, seconds: float = 0, **options: Any) -> RuleSet:
    held = RuleSet.objects.get(pk=house.table.rules_id)
    draft = drafted(house, held.series, **held.options | options)
    at = timezone.now() + timedelta(seconds=seconds) if seconds else None
    return published(house, draft, effective_at=at)


def follow(house: House) -> None:
    series.follow_series(house.table_id, operator=house.operator, reason="season")


def test_a_table_that_follows_takes_the_version_between_two_rounds(house: House) -> None:
    house.sit("ann", 1)
    follow(house)
    before = house.table.rules_id
    house.deal("Th 9s 9d 8c 2h 3h")
    assert house.stake("ann", 1, 1000) == ""
    after = next_version(house, table_min_cents=2000)
    floor_swept()
    assert house.table.rules_id == before, "a round is in play"
    house.do("ann", bj.Ready())
    house.do("ann", bj.Stand(BoxNo(1)))
    assert Round.objects.get().rules_id == before
    assert house.stake("ann", 1, 1000) == "rules_changing", "the round ended under the old rules"
    floor_swept()
    assert house.table.rules_id == after.key
    assert house.frame()["floor"]["rules"] == after.key
    assert house.stake("ann", 1, 1000) == "below_min"
    assert house.stake("ann", 1, 2000) == ""
    assert Round.objects.order_by("-number")[0].rules_id == after.key
    told = FloorEvent.objects.filter(table=house.table_id, kind="rules").get()
    assert told.reason == f"{before} -> {after.key}"


def floor_swept() -> None:
    """Sweep as the croupier does."""
    Croupier().apply_new_rule_versions()


def test_no_table_takes_a_version_before_its_date(house: House) -> None:
    house.sit("ann", 1)
    follow(house)
    before = house.table.rules_id
    after = next_version(house, seconds=3600, table_min_cents=2000)
    floor_swept()
    assert house.table.rules_id == before
    assert house.stake("ann", 1, 1000) == ""
    assert house.stake("ann", 1, 0) == ""
    Table.objects.filter(pk=house.table_id).update(due_at=timezone.now())
    assert timer.handle_expired_clock(house.table_id)
    with tampering():
        RuleSet.objects.filter(pk=after.pk).update(effective_at=timezone.now())
    floor_swept()
    assert house.table.rules_id == after.key


def test_a_table_that_does_not_follow_stays(house: House) -> None:
    before = house.table.rules_id
    next_version(house, surrender=True)
    floor_swept()
    assert house.table.rules_id == before
    follow(house)
    assert house.table.rules_id != before, "it takes what is in force at once"
    series.keep_version(house.table_id, operator=house.operator, reason="stay")
    held = house.table.rules_id
    next_version(house, surrender=False)
    floor_swept()
    assert house.table.rules_id == held
    kinds = FloorEvent.objects.filter(table=house.table_id).values_list("kind", flat=True)
    assert {"follow", "rules", "keep_rules"} <= set(kinds)


def test_boxes_and_shoe_follow_the_rules(house: House) -> None:
    house.sit("ann", 7)
    follow(house)
    shoe = house.table.shoe_id
    next_version(house, layout_boxes=5)
    floor_swept()
    assert [box.number for box in house.table.boxes.all()] == [1, 2, 3, 4, 5]
    assert house.table.shoe_id == shoe
    next_version(house, layout_boxes=7, stop_card_cards_behind=104)
    floor_swept()
    assert house.table.boxes.count() == 7
    assert house.table.shoe_id is None, "a shoe with another stop card is asked for"


def test_fr_2024_148_a_maximum_changed_in_a_session_is_shown_before_anybody_stakes(
    house: House,
) -> None:
    house.sit("ann", 1)
    before = house.frame()["view"]["limits"]["main_max"]
    assert before == 100 * 5_00
    options = {"table_min_cents": 500, "stake_step_cents": 100}
    wider = publish("FR-2024/wider", **options, max_multiple=200)
    series.change_rules(house.table_id, wider.key, operator=house.operator, reason="evening")
    assert house.table.status == "open"
    assert house.frame()["view"]["limits"]["main_max"] == 200 * 5_00
    house.deal("Th 9s 9d 8c")
    assert house.stake("ann", 1, 200 * 5_00 + 100) == "above_max"
    assert house.stake("ann", 1, before + 100) == ""


def test_an_operator_changes_the_rules_between_two_rounds_only(house: House) -> None:
    other = publish("FR-2024/soir", table_min_cents=1500)
    house.sit("ann", 1)
    house.stake("ann", 1, 1000)
    with pytest.raises(Refused, match="round_in_play"):
        series.change_rules(house.table_id, other.key, operator=house.operator, reason="evening")
    incidents.void_round(house.table_id, operator=house.operator, reason="x")
    series.change_rules(house.table_id, other.key, operator=house.operator, reason="evening")
    assert house.table.rules_id == other.key
    told = FloorEvent.objects.filter(kind="rules").get()
    assert (told.by, "evening" in told.reason) == (house.operator, True)


def test_a_stake_that_races_with_the_date_is_never_dealt_by_the_old_version(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.sit("ann", 1)
    follow(house)
    next_version(house, table_min_cents=2000)
    assert house.stake("ann", 1, 1000) == "rules_changing"
    assert Round.objects.count() == 0
    # The negative control: without the guard the stake opens a round by rules that have ended.
    monkeypatch.setattr(rule_sets, "newer_version", lambda table_id: None)
    assert house.stake("ann", 1, 1000) == ""
    assert Round.objects.get().rules_id == house.table.rules_id
