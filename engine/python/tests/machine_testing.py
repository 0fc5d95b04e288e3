"""Small definitions and observers for tests of machines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from loom_engine.runtime import IObserver


def definition_of(states: Sequence[object], events: tuple[str, ...] = ("go", "back")) -> dict[str, Any]:
    """A definition with these states below its root."""
    return {
        "settings": {"namespace": "Test", "name": "Test", "asynchronous": False},
        "events": [
            {
                "name": "All",
                "events": [{"id": event} for event in events],
                "timers": [{"id": "timeout_evt", "name": "Timeout"}],
            }
        ],
        "state": {"name": "Root", "states": states},
    }


TOGGLE = definition_of(
    [
        {"name": "Off", "transitions": [{"event": "go", "nextState": "On"}]},
        {"name": "On", "transitions": [{"event": "back", "nextState": "Off"}]},
    ]
)

WORKFLOW = definition_of(
    [
        {"name": "idle", "transitions": [{"event": "start", "nextState": "running"}]},
        {"name": "running", "transitions": [{"event": "complete", "nextState": "done"}]},
        {"name": "done", "kind": "final"},
    ],
    ("start", "complete"),
)


class LogObserver(IObserver):
    """Writes one line a callback that matters to the order of a step."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def on_entry(self, context_name: str, state_name: str) -> None:
        self.lines.append(f"entry {state_name}")

    def on_exit(self, context_name: str, state_name: str) -> None:
        self.lines.append(f"exit {state_name}")

    def on_transition_begin(
        self, context_name: str, state_prev: str, state_next: str, transition_name: str
    ) -> None:
        self.lines.append(f"begin {state_prev} -> {state_next} [{transition_name}]")

    def on_transition_end(
        self, context_name: str, state_prev: str, state_next: str, transition_name: str
    ) -> None:
        self.lines.append(f"end {state_prev} -> {state_next} [{transition_name}]")

    def on_timer_expired(self, context_name: str, timer_name: str) -> None:
        self.lines.append(f"expired {timer_name}")

    def on_action_failed(self, context_name: str, state_name: str, action: str, error: str) -> None:
        self.lines.append(f"failed {state_name}: {error}")

    def on_error(self, context_name: str, message: str) -> None:
        self.lines.append(f"error: {message}")

    def on_done(self, context_name: str) -> None:
        self.lines.append("done")
