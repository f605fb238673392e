"""Keeps seeds out of error reports."""

import functools
import traceback
from collections.abc import Callable
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def forgets_on_failure(function: Callable[P, R]) -> Callable[P, R]:
    """Clear the local variables of every inner frame before an exception leaves `function`.

    Error reports and debug pages print the locals of a traceback; these would hold a seed.
    """

    @functools.wraps(function)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except BaseException as error:
            cause: BaseException | None = error
            while cause is not None:
                traceback.clear_frames(cause.__traceback__)
                cause = cause.__context__
            raise

    return wrapper
