"""Values that are written out, and whether a type has them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from ..expression.ast import Expression
from ..json_quote import quoted
from ..numbers import is_number, number_text
from ..suggest import did_you_mean
from .data_type import DataType, EnumType, NumberType

_MOST_LISTED = 5
"""How many values a sentence lists."""

NO_LITERAL = object()
"""Stands for an expression that is no literal."""


def literal_of(expression: Expression) -> Any:
    """The value of a literal, or of one with a sign; else ``NO_LITERAL``."""
    if expression["kind"] == "literal":
        return expression["value"]
    if expression["kind"] != "unary" or expression["operand"]["kind"] != "literal":
        return NO_LITERAL
    value = expression["operand"]["value"]
    if not is_number(value):
        return NO_LITERAL
    return -value if expression["operator"] == "-" else value


def fault_of_literal(type: DataType, value: object) -> str | None:
    """Why a type does not have a value that is otherwise of its sort: the value and the end of a sentence."""
    if isinstance(type, EnumType) and isinstance(value, str):
        return _fault_of_text(type.values, value)
    return _fault_of_number(type, value) if isinstance(type, NumberType) and is_number(value) else None


def _fault_of_text(values: Sequence[str], value: str) -> str | None:
    if not values or value in values:
        return None
    more = ", ..." if len(values) > _MOST_LISTED else ""
    listed = ", ".join(map(quoted, values[:_MOST_LISTED])) + more
    return f"{quoted(value)}, which is none of its values: write one of {listed}.{did_you_mean(value, values)}"


def _fault_of_number(type: NumberType, value: Any) -> str | None:
    written = number_text(value)
    if type.kind == "integer" and not (math.isfinite(value) and value == math.floor(value)):
        return f"{written}, which is no whole number: write one, or declare a number."
    if type.minimum is not None and value < type.minimum:
        return f"{written}, which is below its minimum {number_text(type.minimum)}: write a number of its range."
    if type.maximum is not None and value > type.maximum:
        return f"{written}, which is above its maximum {number_text(type.maximum)}: write a number of its range."
    return None
