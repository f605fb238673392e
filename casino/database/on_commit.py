"""Hooks that run once a transaction has committed."""

from collections.abc import Callable
from typing import ParamSpec

from django.db import transaction

P = ParamSpec("P")


def once_committed(function: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    """Call the function when the transaction has committed; its failure is logged, not raised.

    The transaction stays committed; a lost message is retried, or the next one makes up for it.
    """

    # Django logs a failed hook by its name, which a `partial` does not have: that would raise.
    def call() -> None:
        function(*args, **kwargs)

    transaction.on_commit(call, robust=True)
