"""Where a machine written by hand stands."""

from __future__ import annotations

from typing import Any

from .asynchronous import Asynchronous
from .clock import Clock
from .state import State
from .tables import ChartTables


class HandWritten(Asynchronous):
    """What machines written by hand, with ``TransitionHelper``, keep of where they stand."""

    def __init__(self, name: str, tables: ChartTables, clock: Clock | None) -> None:
        """Makes a machine that stands nowhere yet."""
        super().__init__(name, tables, clock)
        self._manual: dict[str, State | None] = {}

    @property
    def state_current(self) -> State | None:
        """The active leaf of a chart, or what a machine written by hand set."""
        leaves = self._active.leaves
        return self._manual.get("current") or (leaves[0].state if leaves else None)

    @state_current.setter
    def state_current(self, state: State | None) -> None:
        self._manual["current"] = state

    @property
    def state_previous(self) -> State | None:
        """For machines written by hand: where the running transition came from."""
        return self._manual.get("previous")

    @state_previous.setter
    def state_previous(self, state: State | None) -> None:
        self._manual["previous"] = state

    @property
    def state_next(self) -> State | None:
        """For machines written by hand: where the running transition leads."""
        return self._manual.get("next")

    @state_next.setter
    def state_next(self, state: State | None) -> None:
        self._manual["next"] = state

    @property
    def state_history(self) -> State | None:
        """For machines written by hand: what ``save_state`` saved."""
        return self._manual.get("history")

    @state_history.setter
    def state_history(self, state: State | None) -> None:
        self._manual["history"] = state

    def leave_current_state(self) -> None:
        """For machines written by hand: leaves the current state and all states above it."""
        state = self.state_current
        while state is not None:
            self.observer.on_exit(self.name, state.name)
            state.on_exit(self)
            state = state.parent

    def save_state(self) -> None:
        """For machines written by hand: remembers the current state in ``state_history``."""
        self.state_history = self.state_current

    def serialize(self) -> dict[str, Any]:
        """The state as plain data. A snapshot holds more."""
        current = self._manual.get("current")
        history = self._manual.get("history")
        state = self._active.state or (None if current is None else current.name)
        return {"state": state} if history is None else {"state": state, "history": history.name}
