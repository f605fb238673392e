"""SHOE_KEY is changed while the house plays: old and new processes deal from the same shoe."""

import logging
from io import StringIO
from itertools import count

import pytest
from django.conf import LazySettings, settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from casino.process import startup
from casino.rng import draws, keys, shoes, verify
from casino.rng.log import tree
from casino.rng.models import Draw, Shoe
from casino.rng.rotation import key_checks, resealing
from casino.rng.seal import SealBroken
from casino.rng.verify import log as verify_log
from tests import campaign
from tests.fork_server import ForkedProcess
from tests.rng.ceremony import seal, terms
from tests.rng.conftest import Start
from tests.rng.test_log import own_keys, rows
from tests.rng.test_shoe_secrets import secrets_of

__all__ = ["own_keys"]

pytestmark = pytest.mark.django_db(transaction=True)

FORMER, PRESENT, OTHER = "former" * 8, "present" * 8, "other" * 8


@pytest.fixture
def live(settings: LazySettings) -> Shoe:
    """A shoe of the former key, five cards burnt and twenty dealt."""
    settings.SHOE_KEY = FORMER
    made = shoes.make_shoe("table:1", 1, packs=6, cards_behind=60, burn=5)
    with transaction.atomic():
        shoes.open_cards(made.id, 20)
    return Shoe.objects.get(pk=made.pk)


@pytest.fixture
def promised(live: Shoe) -> list[Shoe | Draw]:
    """A shoe and draws of the former key at each step that hides something, beside a live shoe."""
    sealing = shoes.promise_shoe("table:2", 1, terms())
    seal(sealing.id, 1, 104)
    fallen = draws.prepare_draw("table:4", 1, (37,))
    draws.make_draw(fallen.id, "round:1")
    shown = draws.prepare_draw("table:4", 2, (37,))
    draws.withdraw_draw(shown.id)
    return [live, sealing, fallen, draws.prepare_draw("table:5", 1, (6, 6))]


def changed(settings: LazySettings, *fallbacks: str) -> None:
    """Change SHOE_KEY to the present one, with these fallbacks."""
    settings.SHOE_KEY, settings.SHOE_KEY_FALLBACKS = PRESENT, list(fallbacks)


def reseal(*options: str) -> str:
    out = StringIO()
    call_command("reseal", *options, stdout=out)
    return out.getvalue()


def test_what_a_former_key_sealed_is_sealed_again_and_goes_on_without_it(
    promised: list[Shoe | Draw], settings: LazySettings
) -> None:
    live, sealing, fallen, coming = promised
    changed(settings, FORMER)
    assert resealing.count_sealed() == resealing.SealedCounts(0, 4, ())
    assert reseal("--check") == "0 sealed by SHOE_KEY, 4 sealed by a former key.\n"
    assert resealing.count_sealed().former == 4, "only counted"
    assert reseal() == f"0 sealed by SHOE_KEY, 4 sealed again.\n{reseal_done()}"
    assert reseal() == f"4 sealed by SHOE_KEY, 0 sealed again.\n{reseal_done()}"
    changed(settings)
    with transaction.atomic():
        assert shoes.open_cards(live.id, 3).position == 28
    assert len(shoes.openings(live.id, 5, 23)) == 23
    shoes.retire_shoe(live.id)
    shoes.void_shoe(sealing.id, "test")
    draws.reveal_draw(fallen.id)
    draws.make_draw(coming.id, "round:1")
    draws.reveal_draw(coming.id)
    for each in (live, sealing):
        assert verify.verify(shoes.bundle(each.id))
    for drawn in (fallen, coming):
        assert verify.verify_draw(draws.bundle(drawn.id))
    assert resealing.count_sealed() == resealing.SealedCounts(0, 0, ())


def reseal_done() -> str:
    return (
        "Nothing is sealed by a former key: once every process was restarted with this SHOE_KEY,"
        " take SHOE_KEY_FALLBACKS away.\n"
    )


def test_without_it_what_the_former_key_sealed_opens_no_more(
    live: Shoe, settings: LazySettings
) -> None:
    changed(settings)
    with pytest.raises(SealBroken), transaction.atomic():
        shoes.open_cards(live.id, 1)
    with pytest.raises(CommandError, match=r"1 shoes and draws open by no key \(table:1/shoe:1\)"):
        reseal()


def test_an_order_of_the_former_key_is_found_below_a_seed_of_the_present_one(
    settings: LazySettings,
) -> None:
    """An old process may shuffle, during the change, what a new one promised."""
    changed(settings, FORMER)
    promised = shoes.promise_shoe("table:1", 1, terms(contributions="none", cut=None))
    settings.SHOE_KEY, settings.SHOE_KEY_FALLBACKS = FORMER, [PRESENT]
    shoes.shuffle_shoe(promised.id)
    changed(settings, FORMER)
    assert resealing.count_sealed() == resealing.SealedCounts(0, 1, ())
    assert resealing.reseal_all().former == 1
    assert resealing.count_sealed() == resealing.SealedCounts(1, 0, ())


def test_only_resealing_changes_what_is_sealed(
    promised: list[Shoe | Draw], settings: LazySettings
) -> None:
    """Not the statements beside it, nor what is retired or revealed."""
    live, _, fallen, _ = promised
    changed(settings, FORMER)
    rows = (Shoe.objects.filter(pk=live.pk), Draw.objects.filter(pk=fallen.pk))
    for row, reseal_one in zip(rows, (shoes.reseal_shoe, draws.reseal_draw), strict=True):
        with transaction.atomic():
            assert reseal_one(row.get().pk)
            with pytest.raises(IntegrityError, match="promised"), transaction.atomic():
                row.update(sealed_seed=bytes(464 if row.model is Shoe else 144))
    shoes.retire_shoe(live.id)
    draws.reveal_draw(fallen.id)
    assert not shoes.reseal_shoe(live.id)
    assert not draws.reseal_draw(fallen.id)
    with connection.cursor() as cursor:
        cursor.execute("SELECT rng_reseal_shoe(%s, 'x', NULL)", [live.pk])
        assert cursor.fetchone() == (False,)
        cursor.execute("SELECT rng_reseal_draw(%s, 'x')", [fallen.pk])
        assert cursor.fetchone() == (False,)


DEALER = """
import sys
from uuid import UUID
from django.conf import settings
from django.db import transaction
from casino.rng import shoes
settings.SHOE_KEY, settings.SHOE_KEY_FALLBACKS = {key!r}, {fallbacks!r}
settings.SIGNING_KEYS = {folder!r}
for line in sys.stdin:
    word, _, value = line.strip().partition(" ")
    if word == "make":
        made = shoes.make_shoe("table:7", int(value), packs=1, cards_behind=9, burn=1)
        print(made.id, flush=True)
    else:
        with transaction.atomic():
            print(shoes.open_cards(UUID(value), 1).faces[0], flush=True)
"""


def dealer(start: Start, key: str, *fallbacks: str) -> ForkedProcess:
    """Start a process with these keys, and the signing keys of the test."""
    folder = str(settings.SIGNING_KEYS)
    return start(DEALER.format(key=key, fallbacks=list(fallbacks), folder=folder))


def ask(process: ForkedProcess, what: str) -> str:
    """Have a process make a shoe or deal a card; nothing where it failed."""
    process.stdin.write(f"{what}\n")
    process.stdin.flush()
    return process.stdout.readline().strip()


@pytest.mark.campaign
def test_processes_of_each_step_deal_from_the_same_shoe(
    live: Shoe, house_process: Start, settings: LazySettings
) -> None:
    """Each step of the change beside the one before it, as in a rolling restart; each makes shoes
    from which the other deals. The log's key changes too.
    """
    steps = [(FORMER,), (FORMER, PRESENT), (PRESENT, FORMER), (PRESENT,)]
    dealt, numbers = [], count(1)
    first = dealer(house_process, *steps[0])
    for step in steps[1:]:
        if step == steps[-1]:
            changed(settings, FORMER)
            counts = resealing.count_sealed()
            assert (counts.present > 0, counts.former > 1) == (True, True)
            assert resealing.reseal_all() == counts
        second = dealer(house_process, *step)
        tree.rotate("log")
        for _ in range(campaign.length(1, 40)):
            dealt += [ask(each, f"deal {live.id}") for each in (first, second)]
            for maker, other in ((first, second), (second, first)):
                made = ask(maker, f"make {next(numbers)}")
                assert ask(other, f"deal {made}").isdigit()
        first.close()
        first = second
    changed(settings)
    retired = shoes.retire_shoe(live.id)
    assert list(retired.order or b"")[25 : 25 + len(dealt)] == list(map(int, dealt))
    assert verify.verify(shoes.bundle(live.id))
    assert len(verify_log.verify(rows()).keys["log"]) == len(steps)


def test_steps_that_are_left_out_do_not_deal_side_by_side(
    live: Shoe, house_process: Start, settings: LazySettings
) -> None:
    """Why the new key is a fallback first: who knows the former alone opens nothing of it."""
    changed(settings, FORMER)
    assert shoes.reseal_shoe(live.id)
    late = dealer(house_process, FORMER)
    assert ask(late, f"deal {live.id}") == ""


# --- at the start of a process


def test_a_process_without_the_key_of_what_is_sealed_does_not_start(
    promised: list[Shoe | Draw], settings: LazySettings
) -> None:
    key_checks.refuse_wrong_keys()
    changed(settings, OTHER)
    with pytest.raises(SystemExit) as refused:
        startup.check_house()
    assert str(refused.value) == (
        "SHOE_KEY opens none of the 4 shoes and draws of this database: set the house's, or add"
        " the key that sealed them to SHOE_KEY_FALLBACKS (docs/rotating-keys.md)."
    )
    changed(settings, OTHER, FORMER)
    key_checks.refuse_wrong_keys()


def test_where_some_of_what_is_sealed_does_not_open_the_log_says_how_many(
    live: Shoe, settings: LazySettings, caplog: pytest.LogCaptureFixture
) -> None:
    changed(settings)
    draws.prepare_draw("table:4", 1, (37,))
    key_checks.refuse_wrong_keys()
    (record,) = [each for each in caplog.records if "sealed_by_another_key" in each.getMessage()]
    assert record.levelno == logging.ERROR
    assert "SHOE_KEY_FALLBACKS" in record.getMessage()


@pytest.mark.parametrize("use", key_checks.SIGNING)
def test_a_process_without_a_signing_key_in_force_does_not_start(
    use: keys.Use, monkeypatch: pytest.MonkeyPatch
) -> None:
    public = tree.public_key(use)
    key_checks.refuse_wrong_keys()
    monkeypatch.setenv(f"{use.upper()}_KEY", OTHER)
    with pytest.raises(ImproperlyConfigured) as refused:
        key_checks.refuse_wrong_keys()
    assert str(refused.value) == (
        f"{use.upper()}_KEY has no secret of the key in force, {public}: set the house's, or add it"
        " behind a comma (docs/rotating-keys.md)."
    )


@pytest.mark.parametrize("name", ["SHOE_KEY", "SHOE_KEY_FALLBACKS"])
def test_a_short_key_is_refused_at_the_start_without_being_said(
    name: str, live: Shoe, settings: LazySettings
) -> None:
    setattr(settings, name, "short-secret" if name == "SHOE_KEY" else ["short-secret"])
    # A key that opens everything spares a look at the others.
    if name == "SHOE_KEY_FALLBACKS":
        settings.SHOE_KEY = PRESENT
    with pytest.raises(ImproperlyConfigured, match="at least 32 characters") as refused:
        key_checks.refuse_wrong_keys()
    assert "short-secret" not in str(refused.value)


# --- secrets


def test_no_key_seed_or_card_is_said_by_a_change(
    live: Shoe, settings: LazySettings, caplog: pytest.LogCaptureFixture
) -> None:
    hidden = secrets_of(live)
    caplog.set_level(logging.DEBUG)
    said = []
    changed(settings, OTHER)
    for refused in (key_checks.refuse_wrong_keys, reseal):
        with pytest.raises((ImproperlyConfigured, CommandError)) as failure:
            refused()
        said.append(repr(failure.value))
    changed(settings, FORMER)
    said += [reseal(), repr(resealing.count_sealed())]
    said += [f"{each.getMessage()} {each.__dict__}" for each in caplog.records]
    text = "\n".join(said)
    assert hidden.found_in(text) == set()
    assert not any(key in text for key in (FORMER, PRESENT, OTHER))
