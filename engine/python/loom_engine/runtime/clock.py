"""Time as machines see it. Times and delays are in milliseconds."""

from __future__ import annotations

import threading
import time
from typing import Callable, Protocol

Cancel = Callable[[], None]
"""Cancels an appointment."""

LONGEST_DELAY = 2**31 - 1
"""The longest wait of one piece, in milliseconds; longer ones are cut into pieces."""


class Clock(Protocol):
    """What a machine needs of time."""

    def now(self) -> float:
        """The time now; only differences matter."""
        ...

    def schedule(self, callback: Callable[[], None], delay: float) -> Cancel:
        """Calls ``callback`` once, ``delay`` from now, unless the returned function is called before."""
        ...


class SystemClock:
    """The platform's clock. Callbacks come on threads of their own, which do not keep the program running."""

    def now(self) -> float:
        """The time now; only differences matter."""
        return time.monotonic() * 1000

    def schedule(self, callback: Callable[[], None], delay: float) -> Cancel:
        """Calls ``callback`` on another thread, ``delay`` from now."""
        return _Wait(callback, delay).cancel


class _Wait:
    """One appointment."""

    def __init__(self, callback: Callable[[], None], delay: float) -> None:
        self._callback = callback
        self._lock = threading.Lock()
        self._is_cancelled = False
        self._start(delay)

    def cancel(self) -> None:
        """Calls the appointment off."""
        with self._lock:
            self._is_cancelled = True
            self._thread.cancel()

    def _start(self, left: float) -> None:
        piece = min(left, LONGEST_DELAY)
        self._thread = threading.Timer(piece / 1000, self._over, (left - piece,))
        self._thread.daemon = True
        self._thread.start()

    def _over(self, left: float) -> None:
        with self._lock:
            if self._is_cancelled:
                return
            if left > 0:
                self._start(left)
                return
        self._callback()


system_clock: Clock = SystemClock()
"""The platform's clock."""
