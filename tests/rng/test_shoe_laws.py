"""What the database itself says of a shoe, when it is written and when a column changes."""

import re
from datetime import UTC, datetime
from uuid import UUID

import pytest
from django.db import IntegrityError, connection, transaction

from casino.rng import shoes
from casino.rng.models import Shoe
from casino.rng.shoes import Terms

pytestmark = pytest.mark.django_db(transaction=True)

BROKEN: dict[str, dict[str, object]] = {
    "shoe_sequence": {"sequence": 0},
    "shoe_size": {"size": 313},
    "shoe_stop_card": {"stop_at": 313},
    "shoe_position": {"position": 313},
    "shoe_commitment": {"commitment": "X" * 64},
    "shoe_sealed_whole": {"sealed_seed": b"short"},
    "shoe_closed_before_opened": {"opened_at": datetime(2026, 11, 22, tzinfo=UTC)},
    "shoe_ordered_whole": {"cut": 7},
    "shoe_revealed_when_retired": {"seed": "00"},
}
"""For each law a change that breaks it."""


def promised() -> Shoe:
    terms = Terms("blackjack", "a test's", 6, 60, 5, None, "none", beacon=False)
    return Shoe.objects.defer(None).get(pk=shoes.promise_shoe("table:1", 1, terms).pk)


def run(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)


def laws() -> dict[str, str]:
    """Return the definition of each law that is a trigger."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgname, pg_get_triggerdef(oid) FROM pg_trigger"
            " WHERE tgrelid = 'rng_shoe'::regclass AND NOT tgisinternal"
            "   AND tgfoid = 'rng_shoe_violates'::regproc"
        )
        return dict(cursor.fetchall())


@pytest.mark.parametrize("law", BROKEN)
def test_no_shoe_is_written_against_a_law(law: str) -> None:
    broken = promised()
    broken.pk, broken.sequence = UUID(int=5), 9
    whole = {name: getattr(broken, name) for name in BROKEN[law]}
    for name, value in BROKEN[law].items():
        setattr(broken, name, value)
    with pytest.raises(IntegrityError, match=law), transaction.atomic():
        broken.save(force_insert=True)
    for name, value in whole.items():
        setattr(broken, name, value)
    broken.save(force_insert=True)


@pytest.mark.parametrize("law", BROKEN)
def test_no_shoe_is_changed_against_a_law(law: str) -> None:
    shoe = promised()
    with transaction.atomic():
        # What forbids any change of a promise would be met before.
        run("DROP TRIGGER rng_shoe_promise ON rng_shoe")
        run("DROP TRIGGER rng_shoe_sealed_seed ON rng_shoe")
        with pytest.raises(IntegrityError, match=law), transaction.atomic():
            Shoe.objects.filter(pk=shoe.pk).update(**BROKEN[law])
        if law in laws():
            run(f"DROP TRIGGER {law} ON rng_shoe")
        else:
            run(f"ALTER TABLE rng_shoe DROP CONSTRAINT {law}")
        assert Shoe.objects.filter(pk=shoe.pk).update(**BROKEN[law]) == 1
        transaction.set_rollback(True)


def test_each_law_is_tested_when_a_column_changes_of_which_it_speaks() -> None:
    found = laws()
    assert found.keys() == BROKEN.keys() - {"shoe_position"}
    for law, told in found.items():
        before, _, condition = told.partition(" WHEN ")
        changed = re.search(r"BEFORE INSERT OR UPDATE OF (.*) ON ", before)
        assert changed is not None, law
        assert {*changed[1].split(", ")} == {*re.findall(r'new\.("?\w+"?)', condition)}, law


def test_a_deal_tests_what_it_changes_and_nothing_else() -> None:
    """Each law more is prepared anew for every card that leaves the shoe."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT conname FROM pg_constraint"
            " WHERE conrelid = 'rng_shoe'::regclass AND contype = 'c'"
        )
        assert cursor.fetchall() == [("shoe_position",)]
        cursor.execute(
            "SELECT tgname FROM pg_trigger JOIN pg_attribute AS deal ON attrelid = tgrelid"
            "   AND attname IN ('position', 'first_card_at')"
            " WHERE tgrelid = 'rng_shoe'::regclass AND NOT tgisinternal AND tgtype & 16 > 0"
            "   AND (tgattr = '' OR attnum = ANY (tgattr)) GROUP BY tgname ORDER BY tgname"
        )
        told = [name for (name,) in cursor.fetchall()]
    assert told == ["rng_shoe_first_card", "rng_shoe_position", "rng_shoe_retired"]


def test_no_card_leaves_a_shoe_that_has_no_order() -> None:
    shoe = promised()
    for change in ({"position": 6}, {"first_card_at": datetime(2026, 11, 22, tzinfo=UTC)}):
        with pytest.raises(IntegrityError, match="shoe_position"):
            Shoe.objects.filter(pk=shoe.pk).update(**change)
