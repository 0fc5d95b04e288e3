"""Compiles arithmetic and comparisons."""

from __future__ import annotations

from typing import Any

from .arithmetic import calculate, compare
from .ast import Expression
from .errors import EvaluationError
from .evaluate import CompiledExpression, CompilePart
from .quote import quoting
from .scope import Scope


def compile_binary(expression: Expression, compile_part: CompilePart) -> CompiledExpression:
    """Compiles arithmetic; a chain such as ``a + b - c`` runs in a loop, since it may have thousands of links."""
    links: list[tuple[Expression, CompiledExpression]] = []
    start = expression
    while start["kind"] == "binary":
        links.append((start, compile_part(start["right"])))
        start = start["left"]
    links.reverse()
    first = compile_part(start)

    def run(scope: Scope) -> Any:
        value = first(scope)
        for part, right in links:
            value = _calculate_part(part, value, right(scope))
        return value

    return run


def compile_comparison(expression: Expression, compile_part: CompilePart) -> CompiledExpression:
    """Compiles an equality or an order."""
    left = compile_part(expression["left"])
    right = compile_part(expression["right"])
    operator = expression["operator"]

    def run(scope: Scope) -> bool:
        a = left(scope)
        b = right(scope)
        try:
            return compare(operator, a, b)
        except EvaluationError as error:
            raise quoting(expression, error) from None

    return run


def _calculate_part(part: Expression, left: Any, right: Any) -> Any:
    try:
        return calculate(part["operator"], left, right)
    except EvaluationError as error:
        raise quoting(part, error) from None
