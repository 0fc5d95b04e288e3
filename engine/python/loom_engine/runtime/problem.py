"""The sentences that say what went wrong in a step."""

from __future__ import annotations

from typing import Sequence

from .results import Payload


def guard_problem(condition: str, state: str, reason: str) -> str:
    """A guard has no value."""
    return f'The guard "{condition}" of "{state}" could not be evaluated: {reason}'


def action_problem(action: str, state: str, reason: str) -> str:
    """An action failed."""
    return f'The action "{action}" of "{state}" failed: {reason}'


def loop_problem(limit: int, loop: Sequence[str]) -> str:
    """A macro step does not end."""
    states = ", ".join(f'"{state}"' for state in dict.fromkeys(loop))
    return (
        f"The machine took {limit} steps without coming to rest, around {states}: "
        "give one of their event-less transitions or raised events a guard that ends the loop."
    )


def work_problem(event: str, payload: Payload | None) -> str:
    """Work of a state failed, and no transition takes its event."""
    error = (payload or {}).get("error")
    message = error.get("message") if isinstance(error, dict) else None
    return f'Nothing handles "{event}": {message if message is not None else "its error has no message."}'


def observer_problem(callback: str, error: Exception) -> str:
    """A callback of the observer raised an exception."""
    # In words that hold for every language: ``on_transition_begin`` is ``onTransitionBegin`` elsewhere.
    words = callback[len("on_") :].replace("_", " ")
    return f'The observer failed when it was told of "{words}": {error}'


def end_problem(error: Exception) -> str:
    """An end handler raised an exception."""
    return f"An end handler failed: {error}"
