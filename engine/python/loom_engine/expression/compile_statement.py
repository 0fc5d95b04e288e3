"""Compiles actions into functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .arithmetic import calculate
from .assign import assign_member, refuse_payload
from .ast import Expression, Statement
from .compile import compile_expression
from .errors import EvaluationError
from .evaluate import CompiledExpression, CompiledStatements
from .quote import quoting
from .reach import reach
from .scope import Scope


def compile_statements(statements: Sequence[Statement]) -> CompiledStatements:
    """Compiles an action once into a function that runs its statements in order.

    The first statement that fails ends the run with its error, as ``compile_expression`` describes; what earlier
    statements did stays done.

    Args:
        statements: The statements, for example from ``parse_action``.
    """
    steps = [_compile_statement(statement) for statement in statements]

    def run(scope: Scope) -> None:
        for step in steps:
            step(scope)

    return run


def _compile_statement(statement: Statement) -> CompiledExpression:
    if statement["kind"] == "expression":
        return compile_expression(statement["expression"])
    if statement["target"]["kind"] == "name":
        return _compile_name_assignment(statement)
    return _compile_member_assignment(statement)


def _compile_name_assignment(statement: Statement) -> CompiledExpression:
    name = statement["target"]["name"]
    operator = statement.get("operator")
    value = compile_expression(statement["value"])

    def run(scope: Scope) -> None:
        # The context's own member, even where a member of the payload hides it from reading.
        before = reach(scope.context, name) if operator else None
        operand = value(scope)
        try:
            assign_member(scope.context, name, _combine(operator, before, operand))
        except EvaluationError as error:
            raise quoting(statement, error) from None

    return run


def _compile_member_assignment(statement: Statement) -> CompiledExpression:
    target = statement["target"]
    operator = statement.get("operator")
    owner_of = compile_expression(target["object"])
    key_of = _compile_key(target)
    value = compile_expression(statement["value"])
    root = _root_of(target)

    def run(scope: Scope) -> None:
        owner = owner_of(scope)
        key = key_of(scope)
        before = reach(owner, key) if operator else None
        operand = value(scope)
        try:
            if root is not None:
                _refuse_root(root, scope)
            refuse_payload(owner, scope.payload)
            assign_member(owner, key, _combine(operator, before, operand))
        except EvaluationError as error:
            raise quoting(statement, error) from None

    return run


def _compile_key(target: Expression) -> CompiledExpression:
    if target["kind"] == "index":
        return compile_expression(target["index"])
    name = target["name"]
    return lambda _: name


def _combine(operator: str | None, before: Any, operand: Any) -> Any:
    return operand if operator is None else calculate(operator, before, operand)


def _root_of(target: Expression) -> str | None:
    """The name that a path such as ``order.lines[0]`` starts with."""
    node = target
    while node["kind"] in ("member", "index"):
        node = node["object"]
    return node["name"] if node["kind"] == "name" else None


def _refuse_root(name: str, scope: Scope) -> None:
    if scope.payload is not None and name in scope.payload:
        raise EvaluationError(f'"{name}" belongs to the event\'s payload, which cannot be assigned')
