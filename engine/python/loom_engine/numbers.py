"""Numbers as JSON and the expression language mean them: 64-bit floats, of which ``1`` and ``1.0`` are one."""

from __future__ import annotations

import math
from typing import Any, TypeGuard

MOST_EXACT = 2**53
"""Up to this whole number a float tells all whole numbers apart."""

_MOST_PLAIN_DIGITS = 21
"""Larger numbers are written with an exponent, as JavaScript does."""

_MOST_LEADING_ZEROS = 6


def is_number(value: Any) -> TypeGuard[float]:
    """Whether a value is a number; ``True`` and ``False`` are none."""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def to_float(number: float) -> float:
    """The number as a 64-bit float; one that is too large becomes infinite."""
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def as_double(number: float) -> float:
    """The number rounded to what a 64-bit float can hold; whole numbers that fit stay ``int``."""
    if isinstance(number, float) or -MOST_EXACT <= number <= MOST_EXACT:
        return number
    return to_float(number)


def whole(number: float) -> float:
    """The number as an ``int`` when it is a whole one, so that hosts get ``3`` and not ``3.0``."""
    if isinstance(number, float) and number.is_integer() and -MOST_EXACT <= number <= MOST_EXACT:
        return int(number)
    return number


def number_text(number: float) -> str:
    """The number in the digits that JavaScript writes (ECMA-262, Number::toString): ``1``, ``0.1``, ``1e+21``."""
    if isinstance(number, int) and -MOST_EXACT <= number <= MOST_EXACT:
        return str(number)
    value = to_float(number)
    if value != value:
        return "NaN"
    if math.isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    if value == 0:
        return "0"
    sign = "-" if value < 0 else ""
    return sign + _digits_text(*_digits_and_point(abs(value)))


def _digits_and_point(value: float) -> tuple[str, int]:
    """The shortest digits that mean the value, and how many of them stand before the point."""
    mantissa, _, exponent = repr(value).partition("e")
    before, _, after = mantissa.partition(".")
    point = len(before) + int(exponent or "0")
    digits = before + after
    stripped = digits.lstrip("0")
    return stripped.rstrip("0"), point - (len(digits) - len(stripped))


def _digits_text(digits: str, point: int) -> str:
    if len(digits) <= point <= _MOST_PLAIN_DIGITS:
        return digits + "0" * (point - len(digits))
    if 0 < point <= _MOST_PLAIN_DIGITS:
        return f"{digits[:point]}.{digits[point:]}"
    if -_MOST_LEADING_ZEROS < point <= 0:
        return f"0.{'0' * -point}{digits}"
    fraction = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{digits[0]}{fraction}e{point - 1:+d}"
