"""The last states a machine was in."""

from __future__ import annotations

from collections import deque
from typing import Iterable

MOST_VISITED = 1000
"""How many states are remembered."""


class VisitedStates:
    """The last states a machine was in: bounded, so that a machine can run for years."""

    __slots__ = ("_states",)

    def __init__(self) -> None:
        self._states: deque[str] = deque(maxlen=MOST_VISITED)

    def add(self, state: str) -> None:
        """Adds a state."""
        self._states.append(state)

    @property
    def last(self) -> str | None:
        """The last state added."""
        return self._states[-1] if self._states else None

    def list(self) -> list[str]:
        """The states, oldest first."""
        return [*self._states]

    def reset(self, states: Iterable[str]) -> None:
        """Replaces what is remembered."""
        self._states.clear()
        self._states.extend(states)
