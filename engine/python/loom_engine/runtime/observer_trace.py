"""An observer that keeps a record."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Callable

from .observer import IObserver


@dataclass
class TraceEvent:
    """One record of an ``ObserverTrace``; what does not apply is None."""

    sequence: int
    """Its number, from 1."""
    timestamp: str
    """When, as the trace's clock tells it."""
    event_type: str
    """What happened: ``entry``, ``exit``, ``transition_begin``, ``transition_end``, ``timer_start``, ``timer_stop``,
    ``unhandled``, ``guard_refused``, ``internal_transition``, ``timer_expired``, ``action_failed``, ``done``,
    ``state_set`` or ``error``."""
    context_name: str
    """The name of the machine."""
    state_name: str | None = None
    """The state entered, left, or concerned."""
    state_prev: str | None = None
    """The state before a transition."""
    state_next: str | None = None
    """The state after a transition."""
    transition_name: str | None = None
    """The transition's name."""
    timer_name: str | None = None
    """The timer's name."""
    duration: float | None = None
    """The timer's duration in milliseconds."""
    event: str | None = None
    """The event that was not handled."""
    text: str | None = None
    """The guard's or action's text."""
    reason: str | None = None
    """Why it was not handled, or what went wrong."""


class ObserverTrace(IObserver):
    """An observer that keeps a record of every callback.

    >>> trace = ObserverTrace(lambda: "2026-01-01T00:00:00Z")
    >>> trace.on_entry("Door", "Open")
    >>> trace.events[0].state_name
    'Open'
    """

    def __init__(self, now: Callable[[], str] | None = None) -> None:
        """Makes a trace; ``now`` gives the time stamps, by default the current time in ISO 8601."""
        self.events: list[TraceEvent] = []
        """The records so far, oldest first."""
        self._now = _utc_now if now is None else now

    def snapshot(self) -> list[TraceEvent]:
        """Copies of the records so far."""
        return [dataclasses.replace(event) for event in self.events]

    def clear(self) -> None:
        """Forgets all records and counts from 1 again."""
        self.events.clear()

    def _record(self, event_type: str, context_name: str, **details: Any) -> None:
        self.events.append(
            TraceEvent(len(self.events) + 1, self._now(), event_type, context_name, **details)
        )

    def on_entry(self, context_name: str, state_name: str) -> None:
        """Records an entry."""
        self._record("entry", context_name, state_name=state_name)

    def on_exit(self, context_name: str, state_name: str) -> None:
        """Records an exit."""
        self._record("exit", context_name, state_name=state_name)

    def on_transition_begin(
        self, context_name: str, state_prev: str, state_next: str, transition_name: str
    ) -> None:
        """Records the begin of a transition."""
        self._record(
            "transition_begin",
            context_name,
            state_prev=state_prev,
            state_next=state_next,
            transition_name=transition_name,
        )

    def on_transition_end(
        self, context_name: str, state_prev: str, state_next: str, transition_name: str
    ) -> None:
        """Records the end of a transition."""
        self._record(
            "transition_end",
            context_name,
            state_prev=state_prev,
            state_next=state_next,
            transition_name=transition_name,
        )

    def on_timer_start(self, context_name: str, timer_name: str, duration: float) -> None:
        """Records the start of a timer."""
        self._record("timer_start", context_name, timer_name=timer_name, duration=duration)

    def on_timer_stop(self, context_name: str, timer_name: str) -> None:
        """Records the stop of a timer."""
        self._record("timer_stop", context_name, timer_name=timer_name)

    def on_unhandled(self, context_name: str, event: str, reason: str) -> None:
        """Records an unhandled event."""
        self._record("unhandled", context_name, event=event, reason=reason)

    def on_guard_refused(
        self, context_name: str, state_name: str, condition: str, error: str | None = None
    ) -> None:
        """Records a refused guard."""
        self._record("guard_refused", context_name, state_name=state_name, text=condition, reason=error)

    def on_internal_transition(self, context_name: str, state_name: str, transition_name: str) -> None:
        """Records an internal transition."""
        self._record(
            "internal_transition", context_name, state_name=state_name, transition_name=transition_name
        )

    def on_timer_expired(self, context_name: str, timer_name: str) -> None:
        """Records the expiry of a timer."""
        self._record("timer_expired", context_name, timer_name=timer_name)

    def on_action_failed(self, context_name: str, state_name: str, action: str, error: str) -> None:
        """Records a failed action."""
        self._record("action_failed", context_name, state_name=state_name, text=action, reason=error)

    def on_done(self, context_name: str) -> None:
        """Records the end."""
        self._record("done", context_name)

    def on_state_set(self, context_name: str, state_prev: str, state_next: str) -> None:
        """Records a state that was set."""
        self._record("state_set", context_name, state_prev=state_prev, state_next=state_next)

    def on_error(self, context_name: str, message: str) -> None:
        """Records an error."""
        self._record("error", context_name, reason=message)


def _utc_now() -> str:
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
