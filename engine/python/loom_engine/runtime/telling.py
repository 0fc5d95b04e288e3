"""Tells the observer what happens, and of what went wrong."""

from __future__ import annotations

from typing import Any

from .clock import Clock
from .context_base import ContextBase
from .observer import IObserver
from .observer_null import ObserverNull
from .problem import end_problem, observer_problem
from .tell import tell


class Telling(ContextBase):
    """Tells the observer what happens; whatever the observer does, the step goes on."""

    def __init__(self, name: str, clock: Clock | None) -> None:
        """Makes a context that nobody observes."""
        super().__init__(name, clock)
        self._listener: Any = None
        """The observer; None while nobody observes."""
        self._is_busy = False
        """Whether a step is running."""
        self._problem: str | None = None
        """The first thing that went wrong in the step that runs or ran last."""
        self._step_failure: str | None = None
        """What the observer or an end handler raised first in that step; told once the step is over."""

    def set_observer(self, observer: IObserver) -> None:
        """Puts another observer in place."""
        super().set_observer(observer)
        self._listener = None if observer is ObserverNull.instance() else observer

    def _tell(self, callback: str, *args: Any) -> None:
        """Calls a callback of the observer; what it raises is told, and does not reach the step."""
        if self._listener is None:
            return
        try:
            tell(self._listener, callback, self.name, *args)
        except Exception as error:
            self._observer_failed(callback, error)

    def _tell_error(self, problem: str) -> None:
        """Tells what went wrong where no result does, unless the observer knows."""
        if problem != self._step_failure:
            self._tell("on_error", problem)

    def _tell_failure(self) -> None:
        """Tells, once a step is over, what the observer or an end handler raised in it."""
        if self._step_failure is not None:
            self._tell("on_error", self._step_failure)

    def _tell_end(self) -> None:
        """Calls the end handlers and tells the observer of the end.

        Raises what an end handler raised when no step is running: then whoever stopped the machine is there to be
        told.
        """
        raised: Exception | None = None
        try:
            self._on_end()
        except Exception as error:
            if self._is_busy:
                self._note_failure(end_problem(error))
            else:
                raised = error
        self._tell("on_done")
        if raised is not None:
            raise raised

    def _observer_failed(self, callback: str, error: Exception) -> None:
        if callback == "on_error":
            return  # Nobody is left to be told.
        failure = observer_problem(callback, error)
        if self._is_busy:
            self._note_failure(failure)
        else:
            self._tell("on_error", failure)

    def _note_failure(self, failure: str) -> None:
        """The step goes on; what was raised is told when it is over."""
        if self._problem is None:
            self._problem = failure
        if self._step_failure is None:
            self._step_failure = failure
