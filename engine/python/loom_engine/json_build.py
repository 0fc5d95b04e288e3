"""Builds the values of JSON texts."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from .json_scan import Bracket, JsonVisitor

_MOST_DIGITS = 300
"""Longer numbers are read as floats: Python bounds the digits of whole ones."""
_MAX_INDEX = 2**32 - 2


class ForeignConstantError(ValueError):
    """A word such as ``NaN``, which Python's reader knows and JSON does not."""


def object_of(members: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """An object with its members in the order that JavaScript gives them: keys that are indices come first."""
    found = dict(members)
    indices = sorted((int(key), key) for key in found if _is_index(key))
    if not indices:
        return found
    first = {key: found.pop(key) for _, key in indices}
    return {**first, **found}


def _is_index(key: str) -> bool:
    if not key.isdigit() or not key.isascii() or (key[0] == "0" and key != "0"):
        return False
    return len(key) <= len(str(_MAX_INDEX)) and int(key) <= _MAX_INDEX


def _whole_number(digits: str) -> float:
    return int(digits) if len(digits) <= _MOST_DIGITS else float(digits)


def _refuse(constant: str) -> None:
    raise ForeignConstantError(constant)


DECODER = json.JSONDecoder(object_pairs_hook=object_of, parse_int=_whole_number, parse_constant=_refuse)
"""Python's own reader, which calls itself for each level."""


class JsonBuilder(JsonVisitor):
    """Builds a value of any depth from what a walk over its text tells."""

    def __init__(self, text: str) -> None:
        """Takes the text that is walked over."""
        self.result: Any = None
        """The value, when the walk is over."""
        self._text = text
        self._around: list[tuple[Bracket, list[Any]]] = []
        self._keys: list[str] = []

    def value(self, start: int, end: int) -> None:
        """Adds a scalar."""
        if end > start:
            self._add(DECODER.decode(self._text[start:end]))

    def open(self, bracket: Bracket) -> None:
        """Begins an object or an array."""
        self._around.append((bracket, []))

    def close(self) -> None:
        """Adds the object or array that ends."""
        bracket, entries = self._around.pop()
        self._add(object_of(entries) if bracket == "{" else entries)

    def key(self, start: int, end: int) -> None:
        """Keeps the key for its value."""
        self._keys.append(json.loads(self._text[start:end]))

    def _add(self, value: Any) -> None:
        if not self._around:
            self.result = value
            return
        bracket, entries = self._around[-1]
        entries.append((self._keys.pop(), value) if bracket == "{" else value)
