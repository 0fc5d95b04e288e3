"""Reads JSON texts from outside within bounds."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import Any

from .error import LoomError
from .json_build import DECODER, ForeignConstantError, JsonBuilder
from .json_quote import json_quote
from .json_scan import JsonFault, walk_json
from .position import TextPosition, position_at, without_byte_order_mark
from .space import is_blank
from .utf16 import utf16_length, utf16_slice

_DEFAULT_MAX_LENGTH = 32 * 1024 * 1024
_DEFAULT_MAX_DEPTH = 1000
_FORBIDDEN_KEY = "__proto__"
_FORBIDDEN_KEY_LONGEST = len(_FORBIDDEN_KEY) * 6 + 2
"""As long as the forbidden key gets, quotes included, when each of its characters is written as an escape."""
_SAFE_DEPTH = 100
"""Deeper texts are read without recursion."""
_SHOWN_LENGTH = 24

_STRING_OR_BRACKET = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)|[{}\[\]]', re.DOTALL)
_COLON_NEXT = re.compile("[ \t\r\n]*:")


class JsonSyntaxError(LoomError):
    """A JSON text that cannot be read, with the place where reading ended.

    Codes: ``json_syntax``, ``too_deep``, ``too_large``, ``forbidden_key``.
    """

    line: int
    """The line, from 1."""
    column: int
    """The column in UTF-16 units, from 1."""

    def __init__(self, code: str, message: str, position: TextPosition) -> None:
        """Makes an error from its code, its sentence and its place."""
        super().__init__(code, message)
        self.line = position.line
        self.column = position.column


def parse_json_text(text: str, max_length: int = _DEFAULT_MAX_LENGTH, max_depth: int = _DEFAULT_MAX_DEPTH) -> Any:
    """Reads a JSON text, without a byte order mark and without members called ``__proto__``.

    Args:
        text: The text of a document.
        max_length: The longest text to read, in UTF-16 units.
        max_depth: How deep objects and arrays may nest.

    Returns:
        The value; nothing is known about its shape yet.

    Raises:
        JsonSyntaxError: With the line and column where the text breaks off (``json_syntax``), nests too deep
            (``too_deep``), passes the bound of its length (``too_large``), or where a member is called ``__proto__``
            (``forbidden_key``).
    """
    text = without_byte_order_mark(text)
    _check_length(text, max_length)
    depth = _checked_depth(text, max_depth)
    try:
        return DECODER.decode(text) if depth <= _SAFE_DEPTH else _read_deep(text)
    except RecursionError:
        # Little room is left on the stack.
        return _read_deep(text)
    except (json.JSONDecodeError, ForeignConstantError):
        raise _syntax_error(text, walk_json(text)) from None


def _read_deep(text: str) -> Any:
    builder = JsonBuilder(text)
    fault = walk_json(text, builder)
    if fault:
        raise _syntax_error(text, fault)
    return builder.result


def _check_length(text: str, max_length: int) -> None:
    if 2 * len(text) <= max_length:
        return
    length = utf16_length(text)
    if length <= max_length:
        return
    message = f"The JSON text is {length} characters long and at most {max_length} are read: split the document."
    raise JsonSyntaxError("too_large", message, position_at(utf16_slice(text, 0, max_length), max_length))


def _checked_depth(text: str, max_depth: int) -> int:
    """How deep the text nests; one pass before the reader, so that hostile texts cost no more than their length."""
    depth = deepest = 0
    for match in _STRING_OR_BRACKET.finditer(text):
        token = match[0]
        if token in "{[":
            depth += 1
            deepest = max(deepest, depth)
            if depth > max_depth:
                raise _too_deep(text, match.start(), max_depth)
        elif token in "}]":
            depth -= 1
        elif _is_forbidden_key(text, token, match.end()):
            raise _forbidden_key(text, match.start())
    return deepest


def _is_forbidden_key(text: str, token: str, end: int) -> bool:
    if token[1:2] not in ("_", "\\") or len(token) > _FORBIDDEN_KEY_LONGEST:
        return False
    return _decoded(token) == _FORBIDDEN_KEY and _COLON_NEXT.match(text, end) is not None


def _decoded(token: str) -> Any:
    try:
        return json.loads(token)
    except json.JSONDecodeError:
        return None


def _too_deep(text: str, offset: int, max_depth: int) -> JsonSyntaxError:
    position = position_at(text, offset)
    message = f"The JSON nests more than {max_depth} levels deep at {_place_text(position)}: make it flatter."
    return JsonSyntaxError("too_deep", message, position)


def _forbidden_key(text: str, offset: int) -> JsonSyntaxError:
    position = position_at(text, offset)
    place = _place_text(position)
    message = f'The JSON has a member called "{_FORBIDDEN_KEY}" at {place}: give it another name.'
    return JsonSyntaxError("forbidden_key", message, position)


def _syntax_error(text: str, found: JsonFault | None) -> JsonSyntaxError:
    fault = found or JsonFault(len(text), "JSON")
    position = position_at(text, fault.offset)
    return JsonSyntaxError("json_syntax", _fault_text(text, fault, position), position)


def _fault_text(text: str, fault: JsonFault, position: TextPosition) -> str:
    if is_blank(text):
        return "The JSON text is empty: expected a value at line 1, column 1."
    found = "the text ends" if fault.offset >= len(text) else f"found {_quoted_word(text, fault.offset)}"
    hint = f"; {fault.hint}" if fault.hint else ""
    return f"The JSON breaks off at {_place_text(position)}: expected {fault.expected} but {found}{hint}."


def _place_text(position: TextPosition) -> str:
    return f"line {position.line}, column {position.column}"


def _quoted_word(text: str, offset: int) -> str:
    """What stands at the offset: a whole word, or one character; control characters escaped."""
    end = offset
    while end < len(text) and _is_word_character(text[end]) and utf16_length(text[offset : end + 1]) <= _SHOWN_LENGTH:
        end += 1
    word = text[offset : max(end, offset + 1)]
    return "a quote" if word == '"' else json_quote(word)


def _is_word_character(character: str) -> bool:
    return character in "_$.+-" or unicodedata.category(character)[0] in "LN"
