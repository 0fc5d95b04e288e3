"""Room for trees that are nested deeper than Python's usual limit of calls allows."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

Result = TypeVar("Result")

_ENOUGH_CALLS = 10_000
"""Many times what the deepest tree that parses needs."""

_lock = threading.Lock()
_users = 0
_usual_limit = 0


@contextmanager
def deep_stack() -> Iterator[None]:
    """Raises the limit of calls for the time being; it is one for all threads, so that the last one resets it."""
    global _users, _usual_limit
    with _lock:
        if _users == 0:
            _usual_limit = sys.getrecursionlimit()
            sys.setrecursionlimit(max(_usual_limit, _ENOUGH_CALLS))
        _users += 1
    try:
        yield
    finally:
        with _lock:
            _users -= 1
            if _users == 0:
                sys.setrecursionlimit(_usual_limit)


def with_room(work: Callable[[], Result]) -> Result:
    """Does work without side effects again with more room when the usual room is not enough."""
    try:
        return work()
    except RecursionError:
        with deep_stack():
            return work()
