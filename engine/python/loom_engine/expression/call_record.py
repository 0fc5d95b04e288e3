"""The calls of a statement that is evaluated again when a promise of one of them is settled."""

from __future__ import annotations

from threading import get_ident
from typing import Any, Callable, TypeVar

from .promise import is_promise

T = TypeVar("T")


class Suspension(BaseException):
    """Raised by a call that gave a promise which is awaited: it ends the evaluation."""

    def __init__(self, promise: Any) -> None:
        """Makes the signal."""
        super().__init__("A promise is awaited.")
        self.promise = promise
        """The promise."""


class CallRecord:
    """The values of the calls of a statement, in order."""

    def __init__(self) -> None:
        """Makes an empty record."""
        self._values: list[Any] = []
        self._next = 0

    def evaluate(self, evaluate: Callable[[], T]) -> T:
        """Evaluates a statement; calls that were made already are not made again.

        Raises ``Suspension`` when a call gives a promise.
        """
        self._next = 0
        return _with(self, evaluate)

    def add(self, value: Any) -> None:
        """Adds what a promise gave."""
        self._values.append(value)

    def value_of(self, call: Callable[[], Any]) -> Any:
        """The value of a call: that of the last time, or what the function returns now."""
        if self._next == len(self._values):
            value = _with(None, call)
            if is_promise(value):
                raise Suspension(value)
            self._values.append(value)
        self._next += 1
        return self._values[self._next - 1]


_RECORDS: dict[int, CallRecord] = {}
"""The record of the statement that a thread evaluates, where its promises are awaited."""


def called(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Calls a function of the host, or gives the value that the record of the statement has."""
    record = _RECORDS.get(get_ident()) if _RECORDS else None
    return function(*args, **kwargs) if record is None else record.value_of(lambda: function(*args, **kwargs))


def _with(record: CallRecord | None, evaluate: Callable[[], T]) -> T:
    thread = get_ident()
    outer = _RECORDS.pop(thread, None)
    if record is not None:
        _RECORDS[thread] = record
    try:
        return evaluate()
    finally:
        _RECORDS.pop(thread, None)
        if outer is not None:
            _RECORDS[thread] = outer
