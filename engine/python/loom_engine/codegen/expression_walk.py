"""Walks over the trees of guards and actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..expression.ast import Expression, Statement


def parts_of(expression: Expression) -> list[Expression]:
    """The parts that an expression is directly made of, in order."""
    kind = expression["kind"]
    if kind == "list":
        return list(expression["items"])
    if kind == "object":
        return [entry["value"] for entry in expression["entries"]]
    if kind == "member":
        return [expression["object"]]
    if kind == "index":
        return [expression["object"], expression["index"]]
    if kind == "call":
        keywords = [keyword["value"] for keyword in expression["kwargs"]]
        return [expression["callee"], *expression["args"], *keywords]
    if kind in ("unary", "not"):
        return [expression["operand"]]
    if kind in ("binary", "comparison"):
        return [expression["left"], expression["right"]]
    if kind == "membership":
        return [expression["item"], expression["collection"]]
    return list(expression["operands"]) if kind == "logical" else []


def every_part(roots: Sequence[Expression]) -> Iterator[Expression]:
    """Every part of some expressions, whole before part, without recursion: chains may be thousands deep."""
    pending = list(reversed(roots))
    while pending:
        part = pending.pop()
        yield part
        pending.extend(reversed(parts_of(part)))


def expressions_of(statements: Sequence[Statement]) -> list[Expression]:
    """The expressions of statements, assigned places included."""
    expressions: list[Expression] = []
    for statement in statements:
        if statement["kind"] == "expression":
            expressions.append(statement["expression"])
        else:
            expressions += [statement["target"], statement["value"]]
    return expressions


def targets_of(statements: Sequence[Statement]) -> list[Expression]:
    """The places that statements assign."""
    return [statement["target"] for statement in statements if statement["kind"] == "assign"]
