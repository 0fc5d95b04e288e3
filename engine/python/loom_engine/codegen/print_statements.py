"""Prints the statements of an action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..expression.ast import Expression, Statement
from .dialect import HOLD, USES, Dialect, Printed, PrintedStatement
from .layout import Piece, brackets
from .print_expression import ARITHMETIC, ExpressionPrinter


class PrintedAction(NamedTuple):
    """The printed form of an action."""

    statements: Sequence[PrintedStatement]
    uses: int
    """Which of ``USES`` it needs, added up."""


def print_action(statements: Sequence[Statement], dialect: Dialect, expressions: ExpressionPrinter) -> PrintedAction:
    """Prints the statements of an action."""
    printer = _StatementPrinter(dialect, expressions)
    for statement in statements:
        printer.add(statement)
    return PrintedAction(printer.statements, printer.uses)


class _StatementPrinter:
    def __init__(self, dialect: Dialect, expressions: ExpressionPrinter) -> None:
        self.statements: list[PrintedStatement] = []
        self.uses = 0
        self._dialect = dialect
        self._expressions = expressions
        self._bound = 0

    def add(self, statement: Statement) -> None:
        if statement["kind"] == "expression":
            printed = self._expressions.value(statement["expression"])
            self._push(PrintedStatement(printed.piece, True), printed.uses)
        elif statement["target"]["kind"] == "name":
            self._assign_name(statement["target"]["name"], statement)
        else:
            self._assign_member(statement["target"], statement)

    def _assign_name(self, name: str, statement: Statement) -> None:
        operand = self._expressions.value(statement["value"])
        operator = statement.get("operator")
        result = operand if operator is None else self._combine(operator, self._dialect.own(name), operand)
        self._push(self._dialect.assign_name(name, result), result.uses | USES.CONTEXT)

    def _assign_member(self, target: Expression, statement: Statement) -> None:
        owner = self._expressions.value(target["object"])
        key = None if target["kind"] == "member" else self._expressions.value(target["index"])
        name = self._dialect.string(target["name"]) if target["kind"] == "member" else ""
        operator = statement.get("operator")
        if operator is None:
            operand = self._expressions.value(statement["value"])
            uses = owner.uses | (key.uses if key else 0)
            self._set_member(target, owner.piece, key.piece if key else name, operand, uses)
            return
        # Owner and key are worked out once, although they are read and then assigned.
        self._bound += 1
        place = f"place{self._bound}"
        self._push(PrintedStatement(self._dialect.bind(place, owner.piece), False), owner.uses)
        index = name
        if key:
            index = f"index{self._bound}"
            self._push(PrintedStatement(self._dialect.bind(index, key.piece), False), key.uses)
        before = brackets(f"{self._dialect.runtime('item')}(", [place, index], ")")
        result = self._combine(operator, before, self._expressions.value(statement["value"]))
        self._set_member(target, place, index, result, 0)

    def _combine(self, operator: str, before: Piece, operand: Printed) -> Printed:
        piece = brackets(f"{self._dialect.runtime(ARITHMETIC[operator])}(", [before, operand.piece], ")")
        return operand._replace(piece=piece, hold=HOLD.ATOM, type="unknown")

    def _set_member(self, target: Expression, owner: Piece, key: Piece, value: Printed, uses: int) -> None:
        root = _root_of(target)
        root_name = self._dialect.constant(None) if root is None else self._dialect.string(root)
        open = f"{self._dialect.runtime('setMember')}("
        piece = brackets(open, ["p", root_name, owner, key, value.piece], ")")
        self._push(PrintedStatement(piece, True), uses | value.uses | USES.PAYLOAD)

    def _push(self, statement: PrintedStatement, uses: int) -> None:
        self.statements.append(statement)
        self.uses |= uses


def _root_of(target: Expression) -> str | None:
    """The name that a path such as ``order.lines[0]`` starts with."""
    node = target
    while node["kind"] in ("member", "index"):
        node = node["object"]
    return node["name"] if node["kind"] == "name" else None
