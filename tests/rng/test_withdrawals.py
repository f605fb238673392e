"""What a house stops before it falls: the log says why and by whom, and what would have fallen."""

import json
from dataclasses import replace

import pytest
from django.conf import settings
from django.db import IntegrityError, connection

from casino.rng import contributions, draws, shoes, verify
from casino.rng.core.commitment import header_hash
from casino.rng.core.constants import DRAW_TAGS
from casino.rng.core.contribution import mix_of
from casino.rng.core.fall import fall
from casino.rng.models import Draw, Shoe
from casino.rng.seal import SeedSeal
from casino.rng.verify import log as verify_log
from casino.rng.withdrawal import CODES, ORDERED, Withdrawal
from tests import campaign
from tests.rng import browser_verifier, bundles
from tests.rng.bundles import Bundle, DrawShape, Shape
from tests.rng.ceremony import open_, seal
from tests.rng.test_log import rows

database = pytest.mark.django_db(transaction=True)


def browsers(*wholes: Bundle) -> list[dict[str, object]]:
    said = browser_verifier.verdicts(map(json.dumps, wholes))
    assert [each for each in said if not each["ok"]] == []
    return [each["withdrawn"] for each in said]


# --- the verifiers


@pytest.mark.campaign
@pytest.mark.parametrize(
    "shape", campaign.sample(2, [DrawShape(), DrawShape(contributions="none", seats=())])
)
def test_both_verifiers_compute_what_would_have_fallen(shape: DrawShape) -> None:
    stage = "opened" if shape.seats else "promised"
    fell = [bundles.draw(shape, number)["reveal"]["values"] for number in range(20)]
    stopped = [bundles.draw(replace(shape, withdrawn=stage), number) for number in range(20)]
    for whole, values in zip(stopped, fell, strict=True):
        found = verify.verify_draw(whole).withdrawn
        assert found is not None
        assert (found.code, found.by, found.would) == ("dispute", 7, tuple(values))
    assert browsers(*stopped) == [
        {"code": "dispute", "by": 7, "would": values, "awaits": "nothing"} for values in fell
    ]


def test_both_verifiers_compute_the_order_of_a_shoe_that_was_given_up() -> None:
    shape = Shape(cutter=4, withheld=(7,))
    dealt = bundles.shoe(shape, 3)["reveal"]["order"]
    given_up = bundles.shoe(replace(shape, void="opened"), 3)
    found = verify.verify(given_up).withdrawn
    assert found is not None
    assert found.would == tuple(dealt)
    assert browsers(given_up)[0]["would"] == dealt


@pytest.mark.parametrize(
    ("shape", "awaits"),
    [
        (DrawShape(withdrawn="listed"), "secrets"),
        (DrawShape(withdrawn="promised"), "secrets"),
        (DrawShape(withdrawn="opened", beacon="missing"), "beacon"),
        (DrawShape(withdrawn="opened", beacon="late"), "nothing"),
        (DrawShape(withdrawn="opened", beacon="unnamed"), "nothing"),
    ],
)
def test_what_was_not_decided_yet_is_not_told(shape: DrawShape, awaits: str) -> None:
    whole = bundles.draw(shape)
    found = verify.verify_draw(whole).withdrawn
    assert found is not None
    assert (found.awaits, found.would is None) == (awaits, awaits != "nothing")
    assert browsers(whole)[0]["awaits"] == awaits


def test_older_entries_say_neither_why_nor_by_whom_and_stay_right() -> None:
    for whole in (
        bundles.draw(DrawShape(withdrawn="opened", why=None)),
        bundles.shoe(Shape(void="opened", why=None)),
    ):
        check = verify.verify_draw if "draw" in whole["header"] else verify.verify
        found = check(whole).withdrawn
        assert found is not None
        assert (found.code, found.by) == ("", 0)
        assert found.would
        assert browsers(whole)[0]["code"] == ""


def test_every_code_has_words_in_both_languages() -> None:
    assert set(verify.WHY) == set(CODES)
    assert all(fr and en and fr != en for fr, en in verify.WHY.values())


# --- the house


def stop(draw: Draw, code: str = "dispute", by: int = 7) -> Bundle:
    assert code in CODES
    draws.withdraw_draw(draw.pk, Withdrawal(code, by))
    whole: Bundle = json.loads(json.dumps(draws.bundle(draw.pk)))
    return whole


@database
def test_a_withdrawn_draw_says_why_in_the_log_once_and_for_all() -> None:
    draw = draws.prepare_draw("table:1", 1, (37,))
    whole = stop(draw)
    draws.withdraw_draw(draw.pk, Withdrawal("device", 8))
    assert json.loads(json.dumps(draws.bundle(draw.pk))) == whole
    assert json.loads(whole["log"]["entries"][-1]["entry"])["facts"]["withdrawn"] == {
        "by": 7,
        "code": "dispute",
    }
    found = verify.verify_draw(whole).withdrawn
    again = Draw.objects.get()
    assert found is not None
    assert found.would == draws.would_have_fallen(again)
    public = draws.public(again)
    assert public["withdrawn"] == {"by": 7, "code": "dispute"}
    assert public["would_have_fallen"] == found.would
    assert "dispute" in verify.sentence("stopped", "en", who="no. 7", why="a dispute")


@database
def test_nothing_is_told_of_a_draw_that_may_still_fall() -> None:
    draw = draws.prepare_draw("table:1", 1, (37,))
    assert draws.would_have_fallen(draw) is None
    draws.make_draw(draw.pk, "round:1")
    assert draws.would_have_fallen(draws.reveal_draw(draw.pk)) is None
    listed = draws.prepare_draw("table:1", 2, (37,), contributions="full")
    seal(listed.pk, 1, None, DRAW_TAGS)
    contributions.close(listed.pk)
    assert draws.would_have_fallen(draws.withdraw_draw(listed.pk)) is None
    assert Draw.objects.get(pk=listed.pk).withdrawn_for == "forgotten"


@database
def test_a_shoe_given_up_after_the_secrets_were_opened_says_why() -> None:
    terms = shoes.Terms("any", "any", 1, 5, 1, (10, 40), "full", beacon=False)
    shoe = shoes.promise_shoe("table:1", 1, terms)
    seal(shoe.pk, 1, 20)
    contributions.close(shoe.pk)
    open_(shoe.pk, 1, 20)
    contributions.finish(shoe.pk)
    shoes.retire_shoe(shoe.pk, Withdrawal("closing", 9))
    whole = json.loads(json.dumps(shoes.bundle(shoe.pk)))
    found = verify.verify(whole).withdrawn
    assert found is not None
    assert (found.code, found.by, len(found.would or ())) == ("closing", 9, 52)
    assert browsers(whole)[0]["would"] == [*(found.would or ())]
    other = shoes.promise_shoe("table:1", 2, terms)
    assert shoes.retire_shoe(other.pk).withdrawn_for == "unused"
    assert shoes.public(Shoe.objects.get(pk=shoe.pk))["withdrawn"] == {"code": "closing", "by": 9}
    assert verify_log.withdrawal_rates(verify_log.verify(rows())) == [
        verify_log.WithdrawalRate("table:1", "shoe", 0, {("closing", 9): 1, ("unused", 0): 1})
    ]


@database
@pytest.mark.parametrize(
    "change",
    [
        "UPDATE rng_draw SET state = 'revealed', seed = repeat('0', 256), revealed_at = now()",
        "UPDATE rng_draw SET withdrawn_for = 'other', withdrawn_by = 0",
        "UPDATE rng_draw SET state = 'revealed', seed = repeat('0', 256), revealed_at = now(),"
        " withdrawn_for = 'other'",
        "UPDATE rng_shoe SET state = 'retired', seed = 'ab', retired_at = now()",
        "UPDATE rng_shoe SET withdrawn_for = 'other', withdrawn_by = 0",
    ],
)
def test_the_database_wants_the_reason_of_a_withdrawal_and_of_nothing_else(change: str) -> None:
    draws.prepare_draw("table:1", 1, (37,))
    terms = shoes.Terms("any", "any", 1, 5, 1, (10, 40), "full", beacon=False)
    shoes.promise_shoe("table:1", 1, terms)
    with pytest.raises(IntegrityError), connection.cursor() as cursor:
        cursor.execute(change)


def test_a_reason_is_one_of_the_codes() -> None:
    with pytest.raises(ValueError, match="no such reason"):
        Withdrawal("because", 1)  # type: ignore[arg-type]
    assert "unused" not in ORDERED


# --- a house that stops the spins that it would lose


def known_to_the_house(draw: Draw) -> int:
    """What will fall, for whoever has the key of the seals: the attack, no service of the house."""
    seed = SeedSeal(settings.SHOE_KEY, draw.pk).open_seed(bytes(draw.sealed_seed))
    mix = mix_of(DRAW_TAGS, bytes.fromhex(draw.commitment), b"", ())
    return fall(seed, header_hash(draw.header, DRAW_TAGS), (37,), mix).values[0]


@database
def test_a_house_that_stops_spins_by_their_stakes_is_seen() -> None:
    """Every number from 1 to 12 is staked on, and at one table none of them ever falls."""
    staked = range(1, 13)
    would: list[int] = []
    fallen: dict[str, list[int]] = {"table:1": [], "table:2": []}
    for sequence in range(1, 31):
        for table, fair in (("table:1", True), ("table:2", False)):
            draw = draws.prepare_draw(table, sequence, (37,))
            if not fair and known_to_the_house(draw) in staked:
                found = verify.verify_draw(stop(draw, "device", 7)).withdrawn
                assert found is not None
                assert found.would is not None
                would += found.would
                continue
            fallen[table] += draws.make_draw(draw.pk, f"round:{sequence}").values or []
            draws.reveal_draw(draw.pk)
    assert would, "the seeds of this run leave nothing to stop"
    fair, unfair = verify_log.withdrawal_rates(verify_log.verify(rows()))
    assert (fair.kept, fair.withdrawn) == (30, {})
    assert unfair.withdrawn == {("device", 7): len(would)}
    assert unfair.kept == 30 - len(would)
    assert set(would) <= set(staked)
    assert not set(fallen["table:2"]) & set(staked)
