"""What is done on the way from state to state."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Callable, Sequence, Union

from ..expression.promise import refuse_promise
from ..numbers import is_number, to_float, whole

Milliseconds = Union[int, float, Callable[[Any, Any], Any]]
"""A number of milliseconds, or what finds it from the context and the payload."""


@dataclass(frozen=True)
class CodeAction:
    """Runs statements."""

    text: str
    """The statements as written."""
    run: Callable[[Any, Any], Any]
    """What they mean; gets the context and the payload."""
    steps: Sequence[Callable[[Any, Any], Any]] = ()
    """Each of several statements, for machines that wait between them."""
    blocks: Callable[[Any, Any], Sequence[tuple[Sequence[Action], Any]]] | None = None
    """Gives the actions inside with the payload that they see, for machines that wait between them."""


@dataclass(frozen=True)
class StartTimerAction:
    """Starts a timer."""

    timer: str
    """The timer's name."""
    event: str
    """The event it sends."""
    duration: Milliseconds
    """Milliseconds."""
    repeat: Milliseconds | None
    """Milliseconds between further expiries."""

    @property
    def text(self) -> str:
        """What is shown for it."""
        return f"start timer {self.timer}"


@dataclass(frozen=True)
class StopTimerAction:
    """Stops a timer."""

    timer: str
    """The timer's name."""

    @property
    def text(self) -> str:
        """What is shown for it."""
        return f"stop timer {self.timer}"


@dataclass(frozen=True)
class RaiseAction:
    """Raises an event."""

    event: str
    """The event's id."""

    @property
    def text(self) -> str:
        """What is shown for it."""
        return f"raise {self.event}"


@dataclass(frozen=True)
class BrokenAction:
    """Says that its text means nothing."""

    text: str
    """The text as written."""
    error: str
    """Why it means nothing."""


@dataclass(frozen=True)
class NoAction:
    """Does nothing."""

    text: str = ""
    """What is shown for it."""


@dataclass(frozen=True)
class InvokeAction:
    """Begins the work of a state."""

    id: str
    """The name of the work."""
    start: Callable[[Any, Any], str | None]
    """Begins it at the end of the step; gives the sentence that says why it cannot, or None."""
    resume: Callable[[Any, dict[str, Any]], None]
    """Begins what a snapshot says was running."""

    @property
    def text(self) -> str:
        """What is shown for it."""
        return f"invoke {self.id}"


Action = Union[
    CodeAction, StartTimerAction, StopTimerAction, RaiseAction, InvokeAction, BrokenAction, NoAction
]
"""One thing to do."""


def code(text: str, run: Callable[[Any, Any], Any]) -> CodeAction:
    """An action that runs statements."""
    return CodeAction(text, run)


def statements(text: str, steps: Sequence[Callable[[Any, Any], Any]]) -> CodeAction:
    """An action that runs several statements, in a machine that waits between them."""

    def run(context: Any, payload: Any) -> None:
        for step in steps:
            step(context, payload)

    return CodeAction(text, run, steps)


def start_timer(
    timer: str, duration: Milliseconds, event: str | None = None, repeat: Milliseconds | None = None
) -> StartTimerAction:
    """An action that starts a timer, which sends ``event`` after ``duration`` milliseconds, then every ``repeat``."""
    return StartTimerAction(timer, timer if event is None else event, duration, repeat)


def stop_timer(timer: str) -> StopTimerAction:
    """An action that stops a timer."""
    return StopTimerAction(timer)


def raise_event(event: str) -> RaiseAction:
    """An action that raises an event."""
    return RaiseAction(event)


def broken(text: str, error: str) -> BrokenAction:
    """An action whose text means nothing, and why."""
    return BrokenAction(text, error)


def milliseconds(source: Milliseconds, context: Any, payload: Any) -> float | None:
    """The milliseconds, or None when there is no number of 0 or more."""
    value = refuse_promise(source(context, payload), "duration") if callable(source) else source
    is_usable = is_number(value) and value >= 0 and to_float(value) < math.inf
    return whole(value) if is_usable else None
