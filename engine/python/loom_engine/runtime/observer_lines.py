"""An observer that writes lines of text."""

from __future__ import annotations

from typing import Any, Callable

from ..numbers import number_text
from .observer import IObserver


class ObserverLines(IObserver):
    """Turns every callback into one line of text, the context name first.

    The console and the logging observer are this one with a different sink.
    """

    def __init__(self, write: Callable[[str, str], Any]) -> None:
        """Makes an observer that gives each line, without a line end, and its level to ``write``; the level is
        ``debug``, ``info`` or ``warn``."""
        self._write = write

    def on_entry(self, context_name: str, state_name: str) -> None:
        """Writes ``<context>: enter <state>``."""
        self._write(f"{context_name}: enter {state_name}", "debug")

    def on_exit(self, context_name: str, state_name: str) -> None:
        """Writes ``<context>: exit <state>``."""
        self._write(f"{context_name}: exit {state_name}", "debug")

    def on_transition_begin(
        self, context_name: str, state_prev: str, state_next: str, transition_name: str
    ) -> None:
        """Writes ``<context>: begin <prev> -> <next> [<transition>]``."""
        self._write(f"{context_name}: begin {state_prev} -> {state_next} [{transition_name}]", "info")

    def on_transition_end(
        self, context_name: str, state_prev: str, state_next: str, transition_name: str
    ) -> None:
        """Writes ``<context>: end <prev> -> <next> [<transition>]``."""
        self._write(f"{context_name}: end {state_prev} -> {state_next} [{transition_name}]", "info")

    def on_timer_start(self, context_name: str, timer_name: str, duration: float) -> None:
        """Writes ``<context>: start timer <name> (<ms> ms)``."""
        self._write(f"{context_name}: start timer {timer_name} ({number_text(duration)} ms)", "debug")

    def on_timer_stop(self, context_name: str, timer_name: str) -> None:
        """Writes ``<context>: stop timer <name>``."""
        self._write(f"{context_name}: stop timer {timer_name}", "debug")

    def on_unhandled(self, context_name: str, event: str, reason: str) -> None:
        """Writes ``<context>: <event> was not handled (<reason>)``."""
        self._write(f"{context_name}: {event} was not handled ({reason})", "info")

    def on_guard_refused(
        self, context_name: str, state_name: str, condition: str, error: str | None = None
    ) -> None:
        """Writes ``<context>: guard refused in <state>: <condition>``."""
        why = "" if error is None else f" ({error})"
        level = "debug" if error is None else "warn"
        self._write(f"{context_name}: guard refused in {state_name}: {condition}{why}", level)

    def on_internal_transition(self, context_name: str, state_name: str, transition_name: str) -> None:
        """Writes ``<context>: internal <state> [<transition>]``."""
        self._write(f"{context_name}: internal {state_name} [{transition_name}]", "info")

    def on_timer_expired(self, context_name: str, timer_name: str) -> None:
        """Writes ``<context>: timer <name> expired``."""
        self._write(f"{context_name}: timer {timer_name} expired", "info")

    def on_action_failed(self, context_name: str, state_name: str, action: str, error: str) -> None:
        """Writes ``<context>: action failed in <state>: <action> (<error>)``."""
        self._write(f"{context_name}: action failed in {state_name}: {action} ({error})", "warn")

    def on_done(self, context_name: str) -> None:
        """Writes ``<context>: done``."""
        self._write(f"{context_name}: done", "info")

    def on_state_set(self, context_name: str, state_prev: str, state_next: str) -> None:
        """Writes ``<context>: set <prev> -> <next>``."""
        self._write(f"{context_name}: set {state_prev} -> {state_next}", "info")

    def on_error(self, context_name: str, message: str) -> None:
        """Writes ``<context>: error: <message>``."""
        self._write(f"{context_name}: error: {message}", "warn")
