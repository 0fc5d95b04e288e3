"""A clock for tests and simulations."""

from __future__ import annotations

import heapq
import math
from typing import Any, Callable

from ..error import LoomError
from ..numbers import is_number
from .clock import Cancel

MOST_AT_ONE_INSTANT = 10_000
"""How many callbacks may fall due at one instant before they are taken for a loop."""


class _Appointment:
    __slots__ = ("due", "order", "callback")

    def __init__(self, due: float, order: int, callback: Callable[[], None]) -> None:
        self.due = due
        self.order = order
        self.callback: Callable[[], None] | None = callback

    def __lt__(self, other: _Appointment) -> bool:
        return (self.due, self.order) < (other.due, other.order)


class SimulatedClock:
    """A clock that stands still until it is told to move on, so that tests and simulations never sleep.

    >>> clock = SimulatedClock()
    >>> rung = []
    >>> cancel = clock.schedule(lambda: rung.append(clock.now()), 50)
    >>> clock.advance(100)
    >>> rung
    [50]
    """

    def __init__(self, now: float = 0) -> None:
        """Makes a clock that shows ``now``, in milliseconds."""
        self._now = now
        self._order = 0
        self._pending = 0
        self._appointments: list[_Appointment] = []

    def now(self) -> float:
        """The time it shows, in milliseconds."""
        return self._now

    def schedule(self, callback: Callable[[], None], delay: float) -> Cancel:
        """Notes a callback; returns the function that cancels it."""
        appointment = _Appointment(self._now + max(0, delay), self._order, callback)
        self._order += 1
        self._pending += 1
        heapq.heappush(self._appointments, appointment)

        def cancel() -> None:
            if appointment.callback is not None:
                appointment.callback = None
                self._pending -= 1

        return cancel

    @property
    def pending(self) -> int:
        """How many callbacks wait."""
        return self._pending

    @property
    def until_next(self) -> float | None:
        """The time until the next callback, in milliseconds; None when none waits."""
        following = self._next()
        return None if following is None else following.due - self._now

    def advance(self, ms: float) -> None:
        """Moves on by ``ms`` milliseconds and calls what falls due on the way, in order of time.

        Raises ``LoomError`` with code ``bad_time`` when ``ms`` is no number of 0 or more, and then nothing happens;
        with code ``time_stands_still`` when callbacks keep making new ones that are due at once.
        """
        if not is_number(ms) or not 0 <= ms < math.inf:
            raise _no_time(ms)
        end = self._now + ms
        at_once = 0
        following = self._next()
        while following is not None and following.due <= end:
            at_once = at_once + 1 if following.due == self._now else 0
            if at_once > MOST_AT_ONE_INSTANT:
                raise _standstill(self._now)
            heapq.heappop(self._appointments)
            callback, following.callback = following.callback, None
            self._pending -= 1
            self._now = following.due
            if callback is not None:
                callback()
            following = self._next()
        self._now = end

    def _next(self) -> _Appointment | None:
        while self._appointments and self._appointments[0].callback is None:
            heapq.heappop(self._appointments)
        return self._appointments[0] if self._appointments else None


def _no_time(ms: Any) -> LoomError:
    return LoomError(
        "bad_time",
        f"Cannot advance the clock by {ms}: time only moves on, so give a number of milliseconds of 0 or more.",
    )


def _standstill(now: float) -> LoomError:
    return LoomError(
        "time_stands_still",
        f"More than {MOST_AT_ONE_INSTANT} timers expired at {now} ms without time moving on: "
        "give the timer that starts itself again a duration above 0.",
    )
