"""Arithmetic and order, on 64-bit floats."""

from __future__ import annotations

import math
import operator as python
from collections.abc import Callable, Mapping
from typing import Any

from ..numbers import as_double, is_number, number_text, whole
from ..utf16 import utf16_joined, utf16_key, utf16_length
from .equality import is_equal
from .errors import EvaluationError
from .limits import MAX_JOINED_LENGTH
from .power import power
from .values import describe

_ARITHMETIC: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": python.add,
    "-": python.sub,
    "*": python.mul,
    "/": python.truediv,
    # The sign of the divisor, as the language has it.
    "%": python.mod,
    "**": power,
}

_ORDER: Mapping[str, Callable[[Any, Any], bool]] = {
    "<": python.lt,
    "<=": python.le,
    ">": python.gt,
    ">=": python.ge,
}


def calculate(operator: str, left: Any, right: Any) -> float | str | list[Any]:
    """Applies an arithmetic operator to two numbers, or joins two strings or lists.

    Raises:
        EvaluationError: When the operands are something else, or the result is no finite number.
    """
    if is_number(left) and is_number(right):
        return _calculate_number(operator, left, right)
    if operator == "+" and isinstance(left, str) and isinstance(right, str):
        return _join(left, right)
    if operator == "+" and isinstance(left, list) and isinstance(right, list):
        return _join_lists(left, right)
    needed = "two numbers, two strings or two lists" if operator == "+" else "two numbers"
    raise EvaluationError(f'"{operator}" needs {needed}, not {describe(left)} and {describe(right)}')


def apply_sign(operator: str, operand: Any) -> float:
    """Applies a sign.

    Raises:
        EvaluationError: When the operand is no number.
    """
    if is_number(operand):
        return whole(-operand) if operator == "-" else operand
    raise EvaluationError(f'"{operator}" needs a number, not {describe(operand)}')


def compare(operator: str, left: Any, right: Any) -> bool:
    """Compares two values; strings are ordered by their UTF-16 units.

    Raises:
        EvaluationError: When an order is asked of other things than two numbers or two strings.
    """
    if operator == "==":
        return is_equal(left, right)
    if operator == "!=":
        return not is_equal(left, right)
    if is_number(left) and is_number(right):
        return _ORDER[operator](as_double(left), as_double(right))
    if isinstance(left, str) and isinstance(right, str):
        return _ORDER[operator](utf16_key(left), utf16_key(right))
    found = f"{describe(left)} and {describe(right)}"
    raise EvaluationError(f'"{operator}" needs two numbers or two strings, not {found}')


def _calculate_number(operator: str, left: float, right: float) -> float:
    if operator in ("/", "%") and right == 0:
        raise EvaluationError("division by zero")
    # Whole numbers that a float holds stay `int`: their results are exact, and rounded once, as those of floats are.
    result = as_double(_ARITHMETIC[operator](as_double(left), as_double(right)))
    if math.isfinite(result):
        return whole(result)
    raise EvaluationError(f"{number_text(left)} {operator} {number_text(right)} has no finite result")


def _join(left: str, right: str) -> str:
    if utf16_length(left) + utf16_length(right) <= MAX_JOINED_LENGTH:
        return utf16_joined(left + right)
    raise EvaluationError(f"the joined string is longer than {MAX_JOINED_LENGTH} characters")


def _join_lists(left: list[Any], right: list[Any]) -> list[Any]:
    if len(left) + len(right) <= MAX_JOINED_LENGTH:
        return [*left, *right]
    raise EvaluationError(f"the joined list has more than {MAX_JOINED_LENGTH} items")
