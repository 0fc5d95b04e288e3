"""Cuts the text of a guard or an action into tokens."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable
from itertools import accumulate
from typing import Literal, NamedTuple

from ..numbers import to_float, whole
from ..utf16 import utf16_length
from .errors import ExpressionError
from .limits import MAX_TEXT_LENGTH
from .names import name_at
from .string_literal import read_string


class Token(NamedTuple):
    """One token; a ``word`` is a name or a keyword, which of the two the parser decides."""

    type: Literal["word", "symbol", "value", "end"]
    offset: int
    """Where the token starts, in UTF-16 units."""
    starts_line: bool
    """Whether the token is the first on its line."""
    text: str
    """The token as it is written; empty at the end of the text."""
    value: float | str = 0
    """What a ``value`` stands for."""


_SPACE = re.compile("[\t\v\f \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\ufeff]+")
_LINE_END = re.compile("[\r\n\u2028\u2029]+")
_NUMBER = re.compile(r"0[xX][0-9a-fA-F]+|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_SYMBOL = re.compile(r"===|!==|\*\*=|\+\+|--|\?\.|&&|\|\||[=!<>+\-*/%]=|\*\*|[-+*/%<>=!()\[\]{},.:;]")
_LEADING_ZERO = re.compile("0[0-9]")
_ADVICE = {
    "?": "there is no conditional expression, use two transitions with a guard each",
    "&": 'join two conditions with "and"',
    "|": 'join two conditions with "or"',
    "~": 'negate a condition with "not"',
    "#": "there are no comments, use a description",
    "`": "write text between double quotes",
}
"""What to write in place of what other languages have."""


def tokenize(text: str) -> list[Token]:
    """Cuts a text into tokens; the last one is always ``end``.

    Raises:
        ExpressionError: When the text is too long, or a part of it is no token.
    """
    if utf16_length(text) > MAX_TEXT_LENGTH:
        advice = f"at most {MAX_TEXT_LENGTH} characters are read, move work into a registered function"
        raise ExpressionError("Too much text", MAX_TEXT_LENGTH, advice)
    return _Tokenizer(text).tokens()


class _Tokenizer:
    """Reads one text; places are counted in characters inside and in UTF-16 units outside."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._offset_of = _unit_offsets(text)

    def tokens(self) -> list[Token]:
        text = self._text
        tokens: list[Token] = []
        starts_line = True
        at = 0
        while at < len(text):
            space = _SPACE.match(text, at)
            line_end = space or _LINE_END.match(text, at)
            if line_end:
                starts_line = starts_line or not space
                at = line_end.end()
                continue
            token = self._read_token(at, starts_line)
            tokens.append(token)
            starts_line = False
            at += len(token.text)
        tokens.append(Token("end", self._offset_of(len(text)), True, ""))
        return tokens

    def _read_token(self, at: int, starts_line: bool) -> Token:
        text = self._text
        offset = self._offset_of(at)
        if text[at] in "\"'":
            value, end = self._read_string(at)
            return Token("value", offset, starts_line, text[at:end], value)
        number = _NUMBER.match(text, at)
        if number:
            return Token("value", offset, starts_line, number[0], self._to_number(number[0], at))
        word = name_at(text, at)
        if word:
            return Token("word", offset, starts_line, word)
        symbol = _SYMBOL.match(text, at)
        if symbol:
            return Token("symbol", offset, starts_line, symbol[0])
        raise _unexpected_character(text[at], offset)

    def _read_string(self, at: int) -> tuple[str, int]:
        try:
            return read_string(self._text, at)
        except ExpressionError as error:
            raise ExpressionError(error.problem, self._offset_of(error.offset), error.advice) from None

    def _to_number(self, digits: str, at: int) -> float:
        following = at + len(digits)
        if name_at(self._text, following):
            offset = self._offset_of(following)
            raise ExpressionError("Unexpected name right after a number", offset, "put an operator between them")
        if _LEADING_ZERO.match(digits):
            raise ExpressionError("Unexpected leading zero", self._offset_of(at), "write the number without it")
        value = to_float(int(digits, 16)) if digits[:2] in ("0x", "0X") else float(digits)
        if math.isfinite(value):
            return whole(value)
        raise ExpressionError("Number too large", self._offset_of(at), "use one below 1.8e308")


def _unit_offsets(text: str) -> Callable[[int], int]:
    """Gives, for a place counted in characters, the place counted in UTF-16 units."""
    if text.isascii() or utf16_length(text) == len(text):
        return lambda at: at
    offsets = [0, *accumulate(2 if character > "\uffff" else 1 for character in text)]
    return lambda at: offsets[at]


def _unexpected_character(character: str, offset: int) -> ExpressionError:
    is_visible = unicodedata.category(character)[0] in "LNPS"
    shown = f'"{character}"' if is_visible else f"character U+{ord(character):04X}"
    return ExpressionError(f"Unexpected {shown}", offset, _ADVICE.get(character))
