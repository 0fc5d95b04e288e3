"""Walks JSON texts without recursion, and says where and why a text is none."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

Bracket = Literal["{", "["]


class JsonVisitor:
    """What ``walk_json`` tells on its way; offsets are in characters."""

    def value(self, start: int, end: int) -> None:
        """A value begins at ``start``; one that is no object or array ends at ``end``, else ``end`` is ``start``."""

    def open(self, bracket: Bracket) -> None:
        """The value that has just begun is an object or an array."""

    def close(self) -> None:
        """The innermost object or array ends."""

    def key(self, start: int, end: int) -> None:
        """A member's key, quotes included."""


class JsonFault(NamedTuple):
    """Where and why a text is no JSON.

    Attributes:
        offset: Where the text stops being JSON.
        expected: What could stand there.
        hint: What to do about it, where a usual slip is recognised.
    """

    offset: int
    expected: str
    hint: str | None = None


# What may come next, as the words of the error.
_VALUE = "a value"
_KEY = "a key in double quotes"
_FIRST_KEY = f'{_KEY} or "}}"'
_FIRST_ITEM = 'a value or "]"'
_COLON = '":"'
_AFTER_MEMBER = '"," or "}"'
_AFTER_ITEM = '"," or "]"'
_END = "the end of the text"

_SPACE = re.compile("[ \t\r\n]*")
_SCALAR = re.compile(r"true|false|null|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
_STRING_PART = re.compile('[^"\\\\\x00-\x1f]*')
_ESCAPE = re.compile(r'\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})')
_FOREIGN_WORD = re.compile(r"(?:True|False|None|NaN|-?Infinity|undefined)(?![0-9A-Za-z_])")
_CLOSE = {"{": "}", "[": "]"}


def walk_json(text: str, visitor: JsonVisitor | None = None) -> JsonFault | None:
    """Walks a JSON text from its first to its last character.

    Args:
        text: The text, without a byte order mark.
        visitor: Told about keys, values and brackets in their order.

    Returns:
        The first fault, or None when the whole text is JSON.
    """
    return _Walk(text, visitor or JsonVisitor()).run()


class _Walk:
    """How far a walk has come."""

    def __init__(self, text: str, visitor: JsonVisitor) -> None:
        self._text = text
        self._visitor = visitor
        self._open: list[Bracket] = []
        """The objects and arrays around the place, the innermost last."""
        self._at = 0
        self._expected = _VALUE

    def run(self) -> JsonFault | None:
        self._skip_space()
        while self._at < len(self._text):
            fault = self._step()
            if fault:
                return fault
            self._skip_space()
        return None if self._expected == _END else JsonFault(self._at, self._expected)

    def _step(self) -> JsonFault | None:
        """Takes the next token; the walk is not at the end of its text."""
        char = self._text[self._at]
        expected = self._expected
        if expected in (_AFTER_MEMBER, _AFTER_ITEM):
            if char != ",":
                return self._step_out()
            self._step_over(_KEY if expected == _AFTER_MEMBER else _VALUE)
            return None
        if expected == _COLON:
            if char != ":":
                return self._fault()
            self._step_over(_VALUE)
            return None
        if expected == _KEY or expected == _FIRST_KEY:
            return self._step_out() if char == "}" and expected == _FIRST_KEY else self._step_over_key()
        if expected == _END:
            return self._fault()
        return self._step_out() if char == "]" and expected == _FIRST_ITEM else self._step_into_value()

    def _step_over(self, expected: str) -> None:
        self._at += 1
        self._expected = expected

    def _step_out(self) -> JsonFault | None:
        if not self._open or self._text[self._at] != _CLOSE[self._open[-1]]:
            return self._fault()
        self._open.pop()
        self._visitor.close()
        self._at += 1
        self._expected = self._after_value()
        return None

    def _step_over_key(self) -> JsonFault | None:
        if self._text[self._at] != '"':
            return self._fault()
        end = self._string_end()
        if not isinstance(end, int):
            return end
        self._visitor.key(self._at, end)
        self._at = end
        self._expected = _COLON
        return None

    def _step_into_value(self) -> JsonFault | None:
        char = self._text[self._at]
        if char == "{" or char == "[":
            bracket: Bracket = "{" if char == "{" else "["
            self._visitor.value(self._at, self._at)
            self._visitor.open(bracket)
            self._open.append(bracket)
            self._at += 1
            self._expected = _FIRST_KEY if bracket == "{" else _FIRST_ITEM
            return None
        end = self._scalar_end()
        if not isinstance(end, int):
            return end
        self._visitor.value(self._at, end)
        self._at = end
        self._expected = self._after_value()
        return None

    def _after_value(self) -> str:
        if not self._open:
            return _END
        return _AFTER_MEMBER if self._open[-1] == "{" else _AFTER_ITEM

    def _skip_space(self) -> None:
        space = _SPACE.match(self._text, self._at)
        if space:
            self._at = space.end()

    def _scalar_end(self) -> int | JsonFault:
        if self._text[self._at] == '"':
            return self._string_end()
        scalar = _SCALAR.match(self._text, self._at)
        return scalar.end() if scalar else self._fault()

    def _string_end(self) -> int | JsonFault:
        text = self._text
        at = self._at + 1
        while True:
            part = _STRING_PART.match(text, at)
            at = part.end() if part else at
            char = text[at : at + 1]
            if char == '"':
                return at + 1
            if char == "":
                return JsonFault(at, "the closing quote of a string")
            if char != "\\":
                hint = "write line ends and other control characters in a string as escapes such as \\n"
                return JsonFault(at, "the closing quote of a string", hint)
            escape = _ESCAPE.match(text, at)
            if not escape:
                return JsonFault(at, "an escape such as \\n or \\u00e9", "write a backslash itself as \\\\")
            at = escape.end()

    def _fault(self) -> JsonFault:
        return JsonFault(self._at, self._expected, self._slip())

    def _slip(self) -> str | None:
        """What to do about a slip that people often make."""
        char = self._text[self._at]
        expected = self._expected
        if char in "/#":
            return "JSON has no comments"
        if char == "'":
            return "JSON strings take double quotes"
        if expected == _KEY and char == "}":
            return "remove the comma before it"
        if expected == _VALUE and char == "]" and self._open and self._open[-1] == "[":
            return "remove the comma before it"
        if expected == _END:
            return "one text holds one value"
        if _FOREIGN_WORD.match(self._text[self._at : self._at + 10]):
            return "JSON knows true, false, null and finite numbers"
        if expected in (_AFTER_MEMBER, _AFTER_ITEM) and char == '"':
            return "a comma is missing"
        return None
