"""Finds the places of values in JSON texts."""

from __future__ import annotations

import json

from .json_scan import Bracket, JsonVisitor, walk_json
from .pointer import from_pointer
from .position import TextPosition, position_at, without_byte_order_mark


def locate(text: str, pointer: str) -> TextPosition | None:
    """Finds the line and column where the value of a JSON pointer begins.

    Args:
        text: A JSON text.
        pointer: A JSON pointer (RFC 6901) from the top of the text; ``""`` is the whole value.

    Returns:
        None when the text has no such value, or is broken before it. Of a repeated key the last one counts.
    """
    text = without_byte_order_mark(text)
    finder = _Finder(text, from_pointer(pointer))
    walk_json(text, finder)
    return None if finder.offset is None else position_at(text, finder.offset)


class _Finder(JsonVisitor):
    """Follows one path: how many steps of it the objects and arrays around the place have matched."""

    def __init__(self, text: str, steps: list[str]) -> None:
        self.offset: int | None = None
        self._text = text
        self._steps = steps
        self._levels: list[tuple[Bracket, bool]] = []
        """The objects and arrays around the place, and whether they stand on the path."""
        self._indices: list[int] = []
        self._key = ""
        self._is_on_path = False

    def value(self, start: int, end: int) -> None:
        self._is_on_path = self._matches()
        if not self._is_on_path:
            return
        # What was found below an earlier value of this key is forgotten.
        self.offset = start if len(self._levels) == len(self._steps) else None

    def open(self, bracket: Bracket) -> None:
        self._levels.append((bracket, self._is_on_path))
        self._indices.append(0)

    def close(self) -> None:
        self._levels.pop()
        self._indices.pop()

    def key(self, start: int, end: int) -> None:
        self._key = json.loads(self._text[start:end])

    def _matches(self) -> bool:
        """Whether the value that begins is the next step of the path, or its end."""
        if not self._levels:
            return True
        bracket, is_on_path = self._levels[-1]
        name = self._key
        if bracket == "[":
            name = str(self._indices[-1])
            self._indices[-1] += 1
        return is_on_path and len(self._levels) <= len(self._steps) and self._steps[len(self._levels) - 1] == name
