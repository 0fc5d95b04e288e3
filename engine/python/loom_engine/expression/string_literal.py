"""String literals and their escapes."""

from __future__ import annotations

import re

from ..utf16 import utf16_joined
from .errors import ExpressionError

_SIMPLE_ESCAPES = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "b": "\b",
    "f": "\f",
    "v": "\v",
    "0": "\0",
    "\\": "\\",
    "'": "'",
    '"': '"',
    "/": "/",
}
_NUMERIC_ESCAPE = re.compile(r"x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,8})\}")
_PLAIN_TEXT = re.compile(r"""[^"'\\\r\n]+""")
_DIGITS = "0123456789"
_MAX_CODE = 0x10FFFF


def read_string(text: str, start: int) -> tuple[str, int]:
    """Reads the string literal whose opening quote stands at ``start``.

    Returns:
        The value, and where the text goes on.

    Raises:
        ExpressionError: When it does not end on its line or has an unknown escape; the offset counts characters.
    """
    quote = text[start]
    parts: list[str] = []
    at = start + 1
    while at < len(text):
        character = text[at]
        if character == quote:
            # Two \\uXXXX of a surrogate pair meet in the joined string and form one character there.
            return utf16_joined("".join(parts)), at + 1
        if character in "\n\r":
            break
        if character == "\\":
            value, at = _read_escape(text, at)
            parts.append(value)
            continue
        plain = _PLAIN_TEXT.match(text, at)
        parts.append(plain[0] if plain else character)
        at += len(parts[-1])
    raise ExpressionError("Unfinished string", start, f"close it with {quote} on the same line")


def _read_escape(text: str, start: int) -> tuple[str, int]:
    character = text[start + 1 : start + 2]
    following = text[start + 2 : start + 3]
    is_octal = character == "0" and following != "" and following in _DIGITS
    if character in _SIMPLE_ESCAPES and not is_octal:
        return _SIMPLE_ESCAPES[character], start + 2
    numeric = _NUMERIC_ESCAPE.match(text, start + 1)
    if numeric:
        code = int(numeric[1] or numeric[2] or numeric[3], 16)
        if code <= _MAX_CODE:
            return chr(code), numeric.end()
    raise ExpressionError("Unknown escape in a string", start, "write a backslash itself twice")
