"""Boule: the Administration agrees to limits, and a session keeps its own (MC-BOULE-09, A4)."""

from typing import Any
from uuid import uuid4

import pytest

from casino.players.models import Player
from tables.games.core.protocol import Refused
from tables.models import RuleSetDraft, RuleSetEvent, Table
from tables.operation import series
from tables.operation.croupier import Croupier
from tables.rules import services as rules
from tests.floor import House, open_house

pytestmark = pytest.mark.django_db(transaction=True)
SERIES = "MC/Plateau"


@pytest.fixture
def boule() -> House:
    """A table of boule in session, by the first version of its series."""
    return open_house("Plateau", "MC", game="boule")


@pytest.fixture
def control(boule: House) -> Player:
    """Who answers for the Administration."""
    return boule.player("control")


def drafted(boule: House, **options: Any) -> RuleSetDraft:
    return rules.begin_draft(
        draft_id=uuid4(),
        series=SERIES,
        game="boule",
        book="MC",
        options=options,
        operator=boule.operator,
    )


def publish(boule: House, draft: RuleSetDraft) -> str:
    """Publish a draft; return why that was refused."""
    try:
        rules.publish_draft(
            draft.pk, revision=draft.revision, operator=boule.operator, reason="season"
        )
    except Refused as refused:
        return f"{refused.code} {refused.detail.get('option', '')}".strip()
    return ""


def test_mc_boule_09_limits_are_published_once_the_control_has_agreed_to_them(
    boule: House, control: Player
) -> None:
    draft = drafted(boule, table_min_cents=500)
    assert publish(boule, draft) == "agreement_missing table_min_cents"
    with pytest.raises(Refused, match="wrote_it"):
        rules.agree_to_draft(draft.pk, revision=1, operator=boule.operator)
    for _ in range(2):
        rules.agree_to_draft(draft.pk, revision=1, operator=control)
    assert RuleSetEvent.objects.filter(kind="agreed", by=control).count() == 1
    assert publish(boule, draft) == ""


def test_mc_boule_09_an_agreement_is_to_the_limits_that_were_read(
    boule: House, control: Player
) -> None:
    draft = drafted(boule, table_min_cents=500)
    rules.agree_to_draft(draft.pk, revision=1, operator=control)
    draft = rules.revise_draft(
        draft.pk, revision=1, options={"table_min_cents": 1000}, operator=boule.operator
    )
    assert publish(boule, draft) == "agreement_missing table_min_cents"
    with pytest.raises(Refused, match="draft_changed"):
        rules.agree_to_draft(draft.pk, revision=1, operator=control)
    rules.agree_to_draft(draft.pk, revision=2, operator=control)
    assert publish(boule, draft) == ""


def test_what_is_no_limit_wants_no_agreement(boule: House, control: Player) -> None:
    draft = drafted(boule, betting_window_seconds=45)
    with pytest.raises(Refused, match="nothing_to_agree"):
        rules.agree_to_draft(draft.pk, revision=1, operator=control)
    assert publish(boule, draft) == ""


def test_mc_boule_09_limits_are_in_force_from_the_next_session_on(
    boule: House, control: Player
) -> None:
    series.follow_series(boule.table_id, operator=boule.operator, reason="test")
    before = boule.table.rules_id
    draft = drafted(boule, table_min_cents=500)
    rules.agree_to_draft(draft.pk, revision=1, operator=control)
    assert publish(boule, draft) == ""
    with pytest.raises(Refused, match="next_session"):
        series.change_rules(boule.table_id, f"{SERIES}/v2", operator=boule.operator, reason="now")
    Croupier().apply_new_rule_versions()
    assert boule.table.rules_id == before
    assert boule.frame()["floor"]["accepting"]
    Table.objects.filter(pk=boule.table_id).update(status=Table.Status.CLOSED)
    Croupier().apply_new_rule_versions()
    assert boule.table.rules_id == f"{SERIES}/v2"


def test_another_option_is_taken_between_two_rounds_of_a_session(boule: House) -> None:
    series.follow_series(boule.table_id, operator=boule.operator, reason="test")
    assert publish(boule, drafted(boule, betting_window_seconds=45)) == ""
    Croupier().apply_new_rule_versions()
    assert boule.table.rules_id == f"{SERIES}/v2"
