"""The seal of a shoe at rest."""

from uuid import uuid4

import pytest

from casino.rng.seal import Seal, SealBroken

KEY = "k" * 32


def test_an_order_made_again_after_a_rollback_shares_no_key_with_the_first() -> None:
    """Dead rows of a database keep both; one key with one nonce would show how they differ."""
    shoe, salts = uuid4(), [bytes(32)] * 2
    first, again = Seal(KEY, shoe, "aa" * 32), Seal(KEY, shoe, "bb" * 32)
    sealed = first.seal_order((7, 9), salts)
    assert first.open_cards(0, sealed) == (7, 9)
    assert again.seal_order((7, 9), salts) != sealed
    with pytest.raises(SealBroken):
        again.open_cards(0, sealed)


def test_the_seed_opens_before_there_is_an_order_and_after() -> None:
    shoe = uuid4()
    sealed = Seal(KEY, shoe).seal_seed(b"seed")
    assert Seal(KEY, shoe, "aa" * 32).open_seed(sealed) == b"seed"
