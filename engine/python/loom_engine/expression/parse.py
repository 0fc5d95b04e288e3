"""Parses guards and actions; Python's and JavaScript's spelling give the same tree."""

from __future__ import annotations

from ..deep_stack import with_room
from .ast import Expression, Statement
from .errors import ExpressionError
from .names import is_forbidden
from .operators import ASSIGNMENT
from .parse_expression import parse_expression
from .token_reader import TokenReader


def parse_guard(text: str) -> Expression:
    """Parses a guard.

    Args:
        text: The guard; new lines count as spaces.

    Raises:
        ExpressionError: When the text is no single expression, is too long or nested too deep.
    """
    return with_room(lambda: _parse_guard(TokenReader(text, False)))


def parse_action(text: str) -> list[Statement]:
    """Parses an action: statements with ``;`` or a new line between them.

    Args:
        text: The action; an empty text has no statements.

    Raises:
        ExpressionError: When the text does not parse, is too long or nested too deep.
    """
    return with_room(lambda: _parse_action(TokenReader(text, True)))


def _parse_guard(reader: TokenReader) -> Expression:
    if reader.is_at_end():
        raise ExpressionError("Expected a guard but found nothing", 0, "write an expression")
    expression = parse_expression(reader)
    if reader.is_at_end():
        return expression
    raise reader.unexpected("Expected an operator or the end of the guard but found")


def _parse_action(reader: TokenReader) -> list[Statement]:
    statements: list[Statement] = []
    while True:
        while reader.take_if(";"):
            pass
        if reader.is_at_end():
            return statements
        statements.append(_parse_statement(reader))
        if not reader.next.starts_line and reader.next_text != ";":
            raise reader.unexpected('Expected an operator, ";" or a new line but found')


def _parse_statement(reader: TokenReader) -> Statement:
    start = reader.next.offset
    expression = parse_expression(reader)
    if reader.continuation not in ASSIGNMENT:
        return {"kind": "expression", "expression": expression}
    target = _to_target(expression, start)
    operator = ASSIGNMENT[reader.take().text]
    value = parse_expression(reader)
    if operator is None:
        return {"kind": "assign", "target": target, "value": value}
    return {"kind": "assign", "target": target, "operator": operator, "value": value}


def _to_target(expression: Expression, offset: int) -> Expression:
    kind = expression["kind"]
    if kind == "index":
        return expression
    if kind not in ("name", "member"):
        advice = "assign to a name, a member or an item"
        raise ExpressionError("Unexpected target of an assignment", offset, advice)
    if is_forbidden(expression["name"]):
        raise ExpressionError(f'Unexpected assignment to "{expression["name"]}"', offset, "use another name")
    return expression
