"""Decides guards."""

from __future__ import annotations

from typing import Any, Callable

from ..expression import is_truthy
from ..expression.promise import refuse_promise
from .results import Payload
from .tables import Guard

GuardFn = Callable[[str, Any, Any], bool]
"""Decides a guard by its text, the payload and the context."""

RegisteredGuard = Callable[[Any, Any], bool]
"""Decides the guard it is registered for, by the payload and the context."""

RegisteredAction = Callable[[Any, Any], Any]
"""Runs instead of the action it is registered for; gets the payload and the context."""


def passes(guard: Guard, context: Any, payload: Payload | None) -> bool | str:
    """Whether a guard passes: True, False, or the sentence that says why it cannot be evaluated."""
    try:
        return _decide(guard, context, payload)
    except Exception as error:
        return str(error)


def _decide(guard: Guard, context: Any, payload: Payload | None) -> bool | str:
    text = guard.text
    data = context.data
    if context.guard_evaluator is not None:
        return bool(refuse_promise(context.guard_evaluator(text, payload, data), text))
    registered = context.registered_guards
    if registered is not None and text in registered:
        return bool(refuse_promise(registered[text](payload, data), text))
    if not guard.is_plain_name and isinstance(data, dict) and text in data:
        return bool(refuse_promise(data[text], text))
    if guard.test is None:
        return guard.error
    value = guard.test(context, payload)
    if value is True or value is False:
        return value
    return is_truthy(refuse_promise(value, text))
