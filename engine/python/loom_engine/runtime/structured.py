"""Structured actions: choices and loops over other actions, events that are sent, and lines for the observer."""

from __future__ import annotations

from typing import Any, Callable, Sequence

from ..expression.values import is_truthy
from ..json_write import json_text
from .actions import Action, CodeAction
from .run_action import run_action
from .values import EvaluationError

Value = Callable[[Any, Any], Any]
"""A value from the context and the payload."""


def choose_actions(text: str, test: Value, then: Sequence[Action], otherwise: Sequence[Action] = ()) -> CodeAction:
    """An action that runs one list of actions or another."""

    def run(context: Any, payload: Any) -> None:
        _run_all(then if is_truthy(test(context, payload)) else otherwise, context, payload)

    return CodeAction(text, run)


def each_item(text: str, items: Value, item: str, index: str, actions: Sequence[Action]) -> CodeAction:
    """An action that runs actions once for each item of a list.

    They see the item and its index like members of the payload.
    """

    def run(context: Any, payload: Any) -> None:
        values = items(context, payload)
        if not isinstance(values, (list, tuple)):
            raise EvaluationError("the value is no list", text)
        for place, value in enumerate([*values]):
            names = {item: value} if index == "" else {item: value, index: place}
            _run_all(actions, context, {**(payload or {}), **names})

    return CodeAction(text, run)


def send_event(event: str, data: Value | None = None) -> CodeAction:
    """An action that sends an event to the machine itself: it waits until the step is over."""
    text = f"send {event}"

    def run(context: Any, payload: Any) -> None:
        value = None if data is None else data(context, payload)
        if value is not None and not isinstance(value, dict):
            raise EvaluationError("the data of an event is an object", text)
        context.send(event, value)

    return CodeAction(text, run)


def log_text(text: str, value: Value) -> CodeAction:
    """An action that gives a value to the observer."""

    def run(context: Any, payload: Any) -> None:
        said = value(context, payload)
        on_log = getattr(context.observer, "on_log", None)
        if on_log is not None:
            on_log(context.name, said if isinstance(said, str) else json_text(said))

    return CodeAction(f"log {text}", run)


def _run_all(actions: Sequence[Action], context: Any, payload: Any) -> None:
    """Runs actions until one fails."""
    for action in actions:
        failure = run_action(action, context, payload, context)
        if failure is not None:
            raise RuntimeError(failure)
