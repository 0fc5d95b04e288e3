"""Structured actions: choices and loops over other actions, events that are sent, and lines for the observer."""

from __future__ import annotations

from typing import Any, Callable, Mapping, Sequence

from ..expression.errors import EvaluationError
from ..expression.values import is_truthy
from ..json_write import json_text
from .actions import Action, CodeAction, milliseconds
from .results import Payload
from .run_action import run_action

Value = Callable[[Any, Any], Any]
"""A value from the context and the payload."""

Blocks = Sequence["tuple[Sequence[Action], Any]"]
"""Actions inside another, with the payload that they see."""


def choose_actions(text: str, test: Value, then: Sequence[Action], otherwise: Sequence[Action] = ()) -> CodeAction:
    """An action that runs one list of actions or another."""

    def blocks(context: Any, payload: Any) -> Blocks:
        return [(then if is_truthy(test(context, payload)) else otherwise, payload)]

    return _structured(text, blocks)


def each_item(text: str, items: Value, item: str, index: str, actions: Sequence[Action]) -> CodeAction:
    """An action that runs actions once for each item of a list.

    They see the item and its index like members of the payload.
    """

    def blocks(context: Any, payload: Any) -> Blocks:
        values = items(context, payload)
        if not isinstance(values, (list, tuple)):
            raise EvaluationError("the value is no list", text)
        return [
            (actions, {**(payload or {}), item: value, **({} if index == "" else {index: place})})
            for place, value in enumerate(values)
        ]

    return _structured(text, blocks)


def _structured(text: str, blocks: Callable[[Any, Any], Blocks]) -> CodeAction:
    def run(context: Any, payload: Any) -> None:
        for actions, inner in blocks(context, payload):
            _run_all(actions, context, inner)

    return CodeAction(text, run, (), blocks)


def send_event(event: str, data: Value | None = None) -> CodeAction:
    """An action that sends an event to the machine itself: it waits until the step is over."""
    text = f"send {event}"
    return CodeAction(
        text, lambda context, payload: _nothing(context.send(event, _payload_of(text, data, context, payload)))
    )


def send_away(event: str, settings: Mapping[str, Any]) -> CodeAction:
    """An action that sends an event later, or to another machine, which gets it when the step is over.

    Settings: ``data``, ``delay`` (milliseconds), ``id`` (for ``cancel``) and ``to`` (the id of an invoked machine, or
    ``parent``).
    """
    data, delay, to = settings.get("data"), settings.get("delay"), settings.get("to")
    text = f"send {event}" if to is None else f"send {event} to {to}"

    def run(context: Any, payload: Any) -> None:
        sent = _payload_of(text, data, context, payload)
        if delay is None:
            context.defer(lambda: context.send_to(to, event, sent), to == "parent")
            return
        ms = milliseconds(delay, context, payload)
        if ms is None:
            raise EvaluationError("the delay is no number of milliseconds of 0 or more", text)
        sends: dict[str, Any] = {"event": event}
        if sent is not None:
            sends["payload"] = sent
        if to is not None:
            sends["to"] = to
        name = settings.get("id") or _free_name(context, event)
        context.start_event_timer(name, ms, event, None, sends)

    return CodeAction(text, run)


def raise_with(event: str, data: Value) -> CodeAction:
    """An action that raises an event with a payload."""
    text = f"raise {event}"
    return CodeAction(
        text, lambda context, payload: context.raise_event(event, _payload_of(text, data, context, payload))
    )


def give_output(state: str, text: str, value: Value) -> CodeAction:
    """An action of the final ``state``: the output of what it completes."""
    return CodeAction(f"output {text}", lambda context, payload: context.set_output(value(context, payload)))


def _payload_of(text: str, data: Value | None, context: Any, payload: Any) -> Payload | None:
    """The payload of an event that is sent: an object, or nothing."""
    value = None if data is None else data(context, payload)
    if value is not None and not isinstance(value, dict):
        raise EvaluationError("the data of an event is an object", text)
    return value


def _free_name(context: Any, event: str) -> str:
    """A name for the timer of a delayed event that no running timer has."""
    number = 0
    while context.has_timer(f"send.{event}.{number}"):
        number += 1
    return f"send.{event}.{number}"


def _nothing(_: object) -> None:
    return None


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
