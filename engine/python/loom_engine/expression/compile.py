"""Compiles expressions into functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..deep_stack import deep_stack, with_room
from .arithmetic import apply_sign
from .ast import Expression
from .compile_call import compile_call
from .compile_operator import compile_binary, compile_comparison
from .equality import is_member
from .errors import EvaluationError
from .evaluate import CompiledExpression
from .names import is_forbidden
from .nesting import is_nested_deeper
from .print import print_expression
from .quote import quoting
from .reach import reach, reach_named
from .scope import Scope, look_up
from .values import is_truthy

_USUAL_NESTING = 60
"""Trees of so many levels run within Python's usual limit of calls."""


def compile_expression(expression: Expression) -> CompiledExpression:
    """Compiles an expression once into a function that can be called for every event.

    The function reaches nothing but the scope it is given. It raises an ``EvaluationError`` when an operation meets the
    wrong values; what a host's function or getter raises comes through as it is.

    Args:
        expression: The tree, for example from ``parse_guard``.
    """
    compiled = with_room(lambda: _compile(expression))
    if not is_nested_deeper(expression, _USUAL_NESTING):
        return compiled

    def run(scope: Scope) -> Any:
        with deep_stack():
            return compiled(scope)

    return run


def _compile(expression: Expression) -> CompiledExpression:
    return _COMPILERS[expression["kind"]](expression)


def _compile_literal(expression: Expression) -> CompiledExpression:
    value = expression["value"]
    return lambda _: value


def _compile_list(expression: Expression) -> CompiledExpression:
    items = [_compile(item) for item in expression["items"]]
    return lambda scope: [item(scope) for item in items]


def _compile_object(expression: Expression) -> CompiledExpression:
    entries = [(entry["key"], _compile(entry["value"])) for entry in expression["entries"]]
    forbidden = next((key for key, _ in entries if is_forbidden(key)), None)
    if forbidden is not None:
        return _fails(expression, f'the key "{forbidden}" is reserved')
    return lambda scope: {key: value(scope) for key, value in entries}


def _fails(expression: Expression, reason: str) -> CompiledExpression:
    """A tree that was not parsed may hold what the parser refuses."""
    text = print_expression(expression)

    def run(_: Scope) -> Any:
        raise EvaluationError(reason, text)

    return run


def _compile_name(expression: Expression) -> CompiledExpression:
    name = expression["name"]
    if is_forbidden(name):
        return _nothing
    return lambda scope: look_up(scope, name)


def _nothing(_: Scope) -> None:
    return None


def _compile_member(expression: Expression) -> CompiledExpression:
    owner = _compile(expression["object"])
    name = expression["name"]
    if not is_forbidden(name):
        return lambda scope: reach_named(owner(scope), name)

    def run(scope: Scope) -> None:
        owner(scope)

    return run


def _compile_index(expression: Expression) -> CompiledExpression:
    owner = _compile(expression["object"])
    index = _compile(expression["index"])
    return lambda scope: reach(owner(scope), index(scope))


def _compile_call(expression: Expression) -> CompiledExpression:
    return compile_call(expression, _compile)


def _compile_unary(expression: Expression) -> CompiledExpression:
    operator = expression["operator"]
    operand = _compile(expression["operand"])

    def run(scope: Scope) -> float:
        value = operand(scope)
        try:
            return apply_sign(operator, value)
        except EvaluationError as error:
            raise quoting(expression, error) from None

    return run


def _compile_binary(expression: Expression) -> CompiledExpression:
    return compile_binary(expression, _compile)


def _compile_comparison(expression: Expression) -> CompiledExpression:
    return compile_comparison(expression, _compile)


def _compile_membership(expression: Expression) -> CompiledExpression:
    item = _compile(expression["item"])
    collection = _compile(expression["collection"])

    def run(scope: Scope) -> bool:
        sought = item(scope)
        place = collection(scope)
        try:
            return is_member(sought, place)
        except EvaluationError as error:
            raise quoting(expression, error) from None

    return run


def _compile_logical(expression: Expression) -> CompiledExpression:
    operands = [_compile(operand) for operand in expression["operands"]]
    decides = expression["operator"] == "or"

    def run(scope: Scope) -> Any:
        value: Any = not decides
        for operand in operands:
            value = operand(scope)
            if is_truthy(value) is decides:
                return value
        return value

    return run


def _compile_not(expression: Expression) -> CompiledExpression:
    operand = _compile(expression["operand"])
    return lambda scope: not is_truthy(operand(scope))


_COMPILERS: Mapping[str, Callable[[Expression], CompiledExpression]] = {
    "literal": _compile_literal,
    "list": _compile_list,
    "object": _compile_object,
    "name": _compile_name,
    "member": _compile_member,
    "index": _compile_index,
    "call": _compile_call,
    "unary": _compile_unary,
    "binary": _compile_binary,
    "comparison": _compile_comparison,
    "membership": _compile_membership,
    "logical": _compile_logical,
    "not": _compile_not,
}
"""How each kind is compiled."""
