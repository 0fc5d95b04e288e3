"""The refusal of promises: a step runs to completion at once, so that nothing can wait for one.

Only the actions of asynchronous machines wait.
"""

from __future__ import annotations

import collections.abc
import concurrent.futures
import inspect
from typing import Any

from .errors import EvaluationError

_PLAIN = (type(None), bool, int, float, str, list, dict)


def is_promise(value: Any) -> bool:
    """Whether a value is a coroutine, a future or anything else that is awaited."""
    if isinstance(value, _PLAIN):
        return False
    return inspect.isawaitable(value) or isinstance(value, concurrent.futures.Future)


def promise_refusal(promise: Any, subject: str) -> str:
    """The sentence that refuses a promise, without a full stop; ``subject`` is what returned it."""
    # A coroutine that nobody awaits would warn when it is collected.
    if isinstance(promise, collections.abc.Coroutine):
        promise.close()
    return (
        f"{subject} returned a promise, which nothing waits for: make it synchronous, or let it start the work, "
        "return nothing and send an event when the work is done (settings.asynchronous makes actions wait)"
    )


def refuse_promise(value: Any, text: str) -> Any:
    """Returns what a function of the host returned for the guard or action ``text``.

    Raises:
        EvaluationError: When it is a promise.
    """
    if is_promise(value):
        raise EvaluationError(promise_refusal(value, "its function"), text)
    return value


def refuse_promise_of_callback(value: Any) -> None:
    """Checks what a callback of the host returned: an observer, an end handler or a hook of a state.

    Raises:
        TypeError: When it is a promise.
    """
    if is_promise(value):
        raise TypeError(f"{promise_refusal(value, 'it')}.")
