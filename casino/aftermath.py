"""What is done once a transaction has committed."""

from collections.abc import Callable
from typing import ParamSpec

from django.db import transaction

P = ParamSpec("P")


def once_committed(function: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    """Call the function when the transaction has committed; its failure is logged, not raised.

    The rows are kept whatever it does: a message that is lost is shown, or asked for, again.
    """

    # Django tells of a failed hook by its name, which a `partial` does not have: it would raise.
    def call() -> None:
        function(*args, **kwargs)

    transaction.on_commit(call, robust=True)
