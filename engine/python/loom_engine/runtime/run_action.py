"""Runs actions."""

from __future__ import annotations

from typing import Any, Protocol

from ..expression.promise import refuse_promise
from .actions import (
    Action,
    BrokenAction,
    CodeAction,
    InvokeAction,
    RaiseAction,
    StartTimerAction,
    StopTimerAction,
    milliseconds,
)
from .results import Payload


class ActionHost(Protocol):
    """What actions need of the machine beside its context."""

    def start_event_timer(self, name: str, duration: float, event: str, repeat: float | None) -> None:
        """Starts a timer that sends ``event``."""
        ...

    def stop_timer(self, name: str) -> None:
        """Stops a timer."""
        ...

    def raise_event(self, event: str) -> None:
        """Puts an event on the internal queue."""
        ...


def run_action(action: Action, context: Any, payload: Payload | None, host: ActionHost) -> str | None:
    """Runs one action; gives the sentence that says why it failed, or None."""
    try:
        return perform(action, context, payload, host)
    except Exception as error:
        return str(error)


def perform(action: Action, context: Any, payload: Payload | None, host: ActionHost) -> str | None:
    """Runs one action; raises what it raises."""
    if isinstance(action, CodeAction):
        if not _run_registered(action.text, context, payload):
            refuse_promise(action.run(context, payload), action.text)
    elif isinstance(action, BrokenAction):
        return None if _run_registered(action.text, context, payload) else action.error
    elif isinstance(action, StartTimerAction):
        return _start_timer(action, context, payload, host)
    elif isinstance(action, StopTimerAction):
        host.stop_timer(action.timer)
    elif isinstance(action, RaiseAction):
        host.raise_event(action.event)
    elif isinstance(action, InvokeAction):
        return action.start(context, payload)
    return None


def _run_registered(text: str, context: Any, payload: Payload | None) -> bool:
    if not is_registered(text, context):
        return False
    refuse_promise(call_registered(text, context, payload), text)
    return True


def is_registered(text: str, context: Any) -> bool:
    """Whether a function of the host runs instead of an action."""
    registered = context.registered_actions
    return registered is not None and text in registered


def call_registered(text: str, context: Any, payload: Payload | None) -> Any:
    """Calls the function that the host registered for an action."""
    return context.registered_actions[text](payload, context.data)


def _start_timer(
    action: StartTimerAction, context: Any, payload: Payload | None, host: ActionHost
) -> str | None:
    duration = milliseconds(action.duration, context, payload)
    if duration is None:
        return f'The duration of the timer "{action.timer}" is no number of milliseconds of 0 or more.'
    repeat = None
    if action.repeat is not None:
        repeat = milliseconds(action.repeat, context, payload)
        if not repeat:
            return f'The repeat of the timer "{action.timer}" is no number of milliseconds above 0.'
    host.start_event_timer(action.timer, duration, action.event, repeat)
    return None
