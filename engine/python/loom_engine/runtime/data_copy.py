"""Copies the data of a context, and puts it back."""

from __future__ import annotations

from typing import Any, Iterator, Union

from ..numbers import is_number, to_float, whole
from .errors import MachineRuntimeError

MOST_VALUES = 1_000_000
"""The most values of the data that a snapshot holds."""

ABSENT = object()
"""Stands for what cannot be copied: functions, host objects and circles."""

_Copy = Union["dict[str, Any]", "list[Any]"]


def data_of(value: Any) -> Any:
    """Copies what JSON can write; functions, host objects and circles are left out.

    Raises ``MachineRuntimeError`` with code ``snapshot_too_large``.
    """
    return _DataCopy().of(value)


class _Frame:
    """A container that is being copied."""

    __slots__ = ("source", "members", "copy")

    def __init__(self, source: Any, copy: _Copy) -> None:
        self.source = source
        self.copy = copy
        self.members: Iterator[tuple[Any, Any]] = (
            iter(source.items()) if isinstance(source, dict) else enumerate(source)
        )

    def put(self, key: Any, value: Any) -> None:
        if isinstance(self.copy, list):
            self.copy.append(None if value is ABSENT else value)
        elif value is not ABSENT:
            self.copy[key] = value


class _DataCopy:
    """One copy; it goes down with a list of frames, since data may be deeper than the call stack."""

    def __init__(self) -> None:
        self._left = MOST_VALUES
        self._frames: list[_Frame] = []
        self._above: set[int] = set()

    def of(self, value: Any) -> Any:
        copy = self._begin(value)
        while self._frames:
            frame = self._frames[-1]
            member = next(frame.members, None)
            if member is None:
                self._frames.pop()
                self._above.discard(id(frame.source))
            elif isinstance(frame.copy, list) or isinstance(member[0], str):
                frame.put(member[0], self._begin(member[1]))
        return copy

    def _begin(self, value: Any) -> Any:
        """The copy of a value; that of a container is filled later."""
        if not isinstance(value, (dict, list, tuple)):
            return _plain(value)
        if id(value) in self._above:
            return ABSENT
        self._spend(len(value))
        copy: _Copy = {} if isinstance(value, dict) else []
        self._above.add(id(value))
        self._frames.append(_Frame(value, copy))
        return copy

    def _spend(self, count: int) -> None:
        # A list that holds another many times over is written out each time: without a bound that never ends.
        self._left -= count
        if self._left < 0:
            raise MachineRuntimeError(
                "snapshot_too_large",
                f"The context holds more than {MOST_VALUES} values: keep large data in a host object.",
            )


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, (str, bool)):
        return value
    if is_number(value) and abs(to_float(value)) < float("inf"):
        return whole(value)
    return ABSENT


def restore_data(present: Any, data: dict[str, Any]) -> None:
    """Makes the data in ``present`` that of a snapshot; functions and host objects stay."""
    waiting = [(present, data_of(data))]
    while waiting:
        target, source = waiting.pop()
        if not isinstance(target, dict):
            continue
        for key in [*target]:
            if key not in source and _is_data(target[key]):
                del target[key]
        for key, value in source.items():
            known = target.get(key)
            if isinstance(known, dict) and isinstance(value, dict):
                waiting.append((known, value))
            else:
                target[key] = value


def _is_data(value: Any) -> bool:
    return isinstance(value, (dict, list, tuple)) or _plain(value) is not ABSENT
