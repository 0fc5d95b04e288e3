"""What every running machine has."""

from __future__ import annotations

import threading
from typing import Any, Callable

from ..expression.promise import refuse_promise_of_callback
from .clock import Clock, system_clock
from .observer import IObserver
from .observer_null import ObserverNull
from .tell import tell
from .timers import TimerSet, Turn

EndHandler = Callable[[Any], Any]
"""Called with the context when a machine has reached its end."""


class ContextBase:
    """What every running machine has: a name, an observer, end handlers and timers."""

    def __init__(self, name: str = "Context", clock: Clock | None = None) -> None:
        """Makes a context; ``clock`` is the platform's unless given."""
        self.name = name
        """The name given to the observer."""
        self.clock: Clock = system_clock if clock is None else clock
        """The clock its timers run on."""
        self.transition_name = ""
        """The transition being taken, empty between transitions."""
        self._lock = threading.RLock()
        self._timers = TimerSet(self.clock, _TimerTeller(self), self._lock)
        self._observer: IObserver = ObserverNull.instance()
        self._end_handlers: list[EndHandler] = []
        self._children: list[ContextBase] = []

    @property
    def observer(self) -> IObserver:
        """The observer that is told what happens."""
        return self._observer

    def set_observer(self, observer: IObserver) -> None:
        """Puts another observer in place, in its children too."""
        self._observer = observer
        for child in self._children:
            child.set_observer(observer)

    def add_child(self, child: ContextBase) -> None:
        """Adds a context that belongs to this one and shares its observer."""
        self._children.append(child)
        child.set_observer(self._observer)

    def register_end_handler(self, handler: EndHandler) -> None:
        """Adds a function to call at the end; they are called in the order they were added."""
        self._end_handlers.append(handler)

    def _on_end(self) -> None:
        """Calls the end handlers, all of them; raises what the first of them raised that did."""
        errors: list[Exception] = []
        for handler in [*self._end_handlers]:
            try:
                refuse_promise_of_callback(handler(self))
            except Exception as error:
                errors.append(error)
        if errors:
            raise errors[0]

    def _tell(self, callback: str, *args: Any) -> None:
        """Calls a callback of the observer."""
        tell(self._observer, callback, self.name, *args)

    def _turn(self) -> Turn | None:
        """What runs the expiry of an event's timer when it is its turn; None: at once."""
        return None

    def start_timer(self, name: str, ms: float, callback: Callable[[], Any]) -> None:
        """Starts a timer that calls ``callback`` after ``ms`` milliseconds; a running one of the name is stopped
        first."""
        self._timers.start(name, ms, callback)

    def stop_timer(self, name: str) -> None:
        """Stops a timer if it runs."""
        self._timers.stop(name)

    def stop_all_timers(self) -> None:
        """Stops every running timer."""
        self._timers.stop_all()

    def running_timers(self) -> list[dict[str, Any]]:
        """The running timers, in the order they were started."""
        return self._timers.running()

    def enter_initial_state(self) -> None:
        """Enters the initial configuration."""
        raise NotImplementedError

    def set_state(self, name: str) -> None:
        """Goes to the named state without exits, entries or actions."""
        raise NotImplementedError

    def serialize(self) -> dict[str, Any]:
        """The state, as plain data."""
        raise NotImplementedError

    def deserialize(self, data: dict[str, Any]) -> None:
        """Goes to the state that ``serialize`` gave; nothing happens when it is None or empty."""
        state = data.get("state")
        if state:
            self.set_state(state)


class _TimerTeller:
    """Tells the observer of a context about its timers."""

    def __init__(self, context: ContextBase) -> None:
        self._context = context

    def started(self, name: str, duration: float) -> None:
        self._context._tell("on_timer_start", name, duration)

    def stopped(self, name: str) -> None:
        self._context._tell("on_timer_stop", name)
