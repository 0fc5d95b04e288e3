"""Reads a number from text as ECMAScript's ``Number(text)`` does, which is what durations mean."""

from __future__ import annotations

import math
import re

from .numbers import to_float
from .space import trim

_DECIMAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
_INFINITY = re.compile(r"[+-]?Infinity")
_WHOLE = {
    16: re.compile(r"0[xX][0-9a-fA-F]+"),
    8: re.compile(r"0[oO][0-7]+"),
    2: re.compile(r"0[bB][01]+"),
}


def number_of(text: str) -> float:
    """The number that the text is: blank text is 0, ``0x10`` is 16, and what is no number is NaN."""
    text = trim(text)
    if text == "":
        return 0.0
    if _DECIMAL.fullmatch(text):
        return float(text)
    if _INFINITY.fullmatch(text):
        return -math.inf if text.startswith("-") else math.inf
    for base, digits in _WHOLE.items():
        if digits.fullmatch(text):
            return to_float(int(text[2:], base))
    return math.nan
