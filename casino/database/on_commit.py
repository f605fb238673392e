"""Run a function after the transaction has committed."""

from collections.abc import Callable
from typing import ParamSpec

from django.db import transaction

P = ParamSpec("P")


def run_on_commit(function: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    """Call the function with these arguments once the current transaction has committed.

    After a rollback the function is not called; outside a transaction it is called at once. An
    exception is logged, not raised: the transaction stays committed.
    """

    # Django logs a failed hook by its name, which a `partial` does not have: that would raise.
    def call() -> None:
        function(*args, **kwargs)

    transaction.on_commit(call, robust=True)
