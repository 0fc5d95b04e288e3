"""Named timers over a clock."""

from __future__ import annotations

import threading
from typing import Any, Callable, Iterable, Mapping, Protocol

from .clock import Cancel, Clock
from ..numbers import whole


DelayedEvent = Mapping[str, Any]
"""An event that a timer sends: ``event``, perhaps its ``payload``, and ``to``: the machine that gets it."""


Turn = Callable[[Callable[[], None]], Any]
"""Runs an expiry, now or later."""


class TimerListener(Protocol):
    """What a ``TimerSet`` tells."""

    def started(self, name: str, duration: float) -> None:
        """A timer was started."""
        ...

    def stopped(self, name: str) -> None:
        """A running timer was stopped."""
        ...


class _Entry:
    __slots__ = ("duration", "repeat", "expired", "due", "cancel", "sends")

    def __init__(
        self,
        duration: float,
        repeat: float | None,
        expired: Callable[[], None],
        due: float,
        sends: DelayedEvent | None = None,
    ) -> None:
        self.duration = duration
        self.repeat = repeat
        self.expired = expired
        self.due = due
        self.cancel: Cancel = _nothing
        self.sends = sends


class TimerSet:
    """Named timers over a clock: one running timer a name, forgotten once it has expired.

    Expiries take ``lock``, so that one that comes on another thread waits until the step that is running has ended.
    """

    __slots__ = ("_clock", "_listener", "_lock", "_running")

    def __init__(self, clock: Clock, listener: TimerListener, lock: threading.RLock | None = None) -> None:
        """Makes an empty set on a clock."""
        self._clock = clock
        self._listener = listener
        self._lock: Any = lock if lock is not None else threading.RLock()
        self._running: dict[str, _Entry] = {}

    def start(
        self,
        name: str,
        duration: float,
        expired: Callable[[], None],
        repeat: float | None = None,
        sends: DelayedEvent | None = None,
        turn: Turn | None = None,
    ) -> None:
        """Starts a timer, after stopping a running one of the same name.

        ``turn`` runs the expiry when it is its turn; until then the timer runs. Default: at once.
        """
        with self._lock:
            self.stop(name)
            self._schedule(name, _Entry(duration, repeat, expired, self._clock.now() + duration, sends), turn)
            self._listener.started(name, duration)

    def stop(self, name: str) -> None:
        """Stops a timer if it runs."""
        with self._lock:
            entry = self._running.pop(name, None)
            if entry is None:
                return
            entry.cancel()
            self._listener.stopped(name)

    def stop_all(self) -> None:
        """Stops every running timer, in the order they were started."""
        with self._lock:
            for name in [*self._running]:
                self.stop(name)

    def has(self, name: str) -> bool:
        """Whether a timer runs."""
        return name in self._running

    def __len__(self) -> int:
        """How many timers run."""
        return len(self._running)

    def running(self) -> list[dict[str, Any]]:
        """The running timers as plain data, in the order they were started: ``name``, ``duration``, ``left`` and,
        for a repeating one, which each expiry starts again, ``repeat``; ``sends`` for a delayed event."""
        with self._lock:
            now = self._clock.now()
            return [_as_data(name, entry, now) for name, entry in self._running.items()]

    def resume(
        self,
        timers: Iterable[Mapping[str, Any]],
        expired: Callable[[Mapping[str, Any]], None],
        turn: Turn | None = None,
    ) -> None:
        """Sets timers going again with the time they had left, without telling the listener."""
        with self._lock:
            now = self._clock.now()
            for timer in timers:
                entry = _Entry(
                    timer["duration"],
                    timer.get("repeat"),
                    _bind(expired, timer),
                    now + timer["left"],
                    timer.get("sends"),
                )
                self._schedule(timer["name"], entry, turn)

    def drop(self) -> None:
        """Drops every timer without telling the listener."""
        with self._lock:
            for entry in self._running.values():
                entry.cancel()
            self._running.clear()

    def _schedule(self, name: str, entry: _Entry, turn: Turn | None) -> None:
        self._running[name] = entry

        def ring() -> None:
            if turn is None:
                expire()
            else:
                turn(expire)

        def expire() -> None:
            with self._lock:
                # On another thread, or in a queue, the expiry may be on its way when the timer is stopped.
                if self._running.get(name) is not entry:
                    return
                if entry.repeat is None:
                    del self._running[name]
                else:
                    # Set again, it stands behind what was started before: a clock calls it in that order, and so
                    # does a restored one.
                    self._running[name] = self._running.pop(name)
                    entry.due += entry.repeat
                    entry.cancel = self._clock.schedule(ring, max(0, entry.due - self._clock.now()))
                entry.expired()

        entry.cancel = self._clock.schedule(ring, max(0, entry.due - self._clock.now()))


def _as_data(name: str, entry: _Entry, now: float) -> dict[str, Any]:
    timer: dict[str, Any] = {"name": name, "duration": whole(entry.duration), "left": whole(max(0, entry.due - now))}
    if entry.repeat is not None:
        timer["repeat"] = whole(entry.repeat)
    if entry.sends is not None:
        timer["sends"] = entry.sends
    return timer


def _bind(expired: Callable[[Mapping[str, Any]], None], timer: Mapping[str, Any]) -> Callable[[], None]:
    return lambda: expired(timer)


def _nothing() -> None:
    pass
