"""The operators and how tightly they bind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from .ast import Expression


class LEVEL:
    """How tightly each level binds; a higher level binds tighter."""

    OR = 1
    AND = 2
    NOT = 3
    COMPARISON = 4
    SUM = 5
    PRODUCT = 6
    SIGN = 7
    POWER = 8
    POSTFIX = 9
    ATOM = 10


@dataclass(frozen=True)
class Infix:
    """An operator between two operands."""

    kind: Literal["logical", "comparison", "binary"]
    level: int
    operator: str


BINARY_LEVEL: Mapping[str, int] = {
    "+": LEVEL.SUM,
    "-": LEVEL.SUM,
    "*": LEVEL.PRODUCT,
    "/": LEVEL.PRODUCT,
    "%": LEVEL.PRODUCT,
    "**": LEVEL.POWER,
}
"""The level of each arithmetic operator."""

LOGICAL_LEVEL: Mapping[str, int] = {"or": LEVEL.OR, "and": LEVEL.AND}
"""The level of each logical operator."""


def _comparison(operator: str) -> Infix:
    return Infix("comparison", LEVEL.COMPARISON, operator)


_OR = Infix("logical", LEVEL.OR, "or")
_AND = Infix("logical", LEVEL.AND, "and")

INFIX: Mapping[str, Infix] = {
    "or": _OR,
    "||": _OR,
    "and": _AND,
    "&&": _AND,
    "is": _comparison("=="),
    "==": _comparison("=="),
    "===": _comparison("=="),
    "!=": _comparison("!="),
    "!==": _comparison("!="),
    "<": _comparison("<"),
    "<=": _comparison("<="),
    ">": _comparison(">"),
    ">=": _comparison(">="),
    **{operator: Infix("binary", level, operator) for operator, level in BINARY_LEVEL.items()},
}
"""Every infix operator by its spelling, except those made of two words (``is not``, ``not in``) and ``in``."""

ASSIGNMENT: Mapping[str, str | None] = {
    "=": None,
    "+=": "+",
    "-=": "-",
    "*=": "*",
    "/=": "/",
    "%=": "%",
    "**=": "**",
}
"""The assignment operators; the plain one stands for no arithmetic."""

_LEVEL_OF_KIND: Mapping[str, int] = {
    "comparison": LEVEL.COMPARISON,
    "membership": LEVEL.COMPARISON,
    "unary": LEVEL.SIGN,
    "member": LEVEL.POSTFIX,
    "index": LEVEL.POSTFIX,
    "call": LEVEL.POSTFIX,
    "literal": LEVEL.ATOM,
    "name": LEVEL.ATOM,
    "list": LEVEL.ATOM,
    "object": LEVEL.ATOM,
}


def level_of(expression: Expression) -> int:
    """The level of the operator that makes ``expression``."""
    kind = expression["kind"]
    if kind == "logical":
        return LOGICAL_LEVEL[expression["operator"]]
    if kind == "binary":
        return BINARY_LEVEL[expression["operator"]]
    if kind == "not":
        return LEVEL.COMPARISON if expression["operand"]["kind"] == "membership" else LEVEL.NOT
    return _LEVEL_OF_KIND[kind]
