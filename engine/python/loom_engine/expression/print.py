"""Prints expressions and actions in the loom's own spelling."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..deep_stack import with_room
from ..json_quote import json_quote
from ..numbers import is_number, number_text
from .ast import Expression, Statement
from .names import is_reserved, is_word
from .operators import BINARY_LEVEL, LEVEL, LOGICAL_LEVEL, level_of


def print_expression(expression: Expression) -> str:
    """Prints an expression: ``and``, ``or``, ``not``, ``==``, ``null``, double quotes, brackets only where needed.

    Returns:
        The text, on one line; parsing it gives the same tree.
    """
    return with_room(lambda: _print(expression))


def print_statements(statements: Sequence[Statement]) -> str:
    """Prints an action, its statements joined by ``; ``.

    Returns:
        The text, on one line; parsing it gives the same statements.
    """
    return with_room(lambda: "; ".join(map(_print_statement, statements)))


def _print_statement(statement: Statement) -> str:
    if statement["kind"] == "expression":
        return _print(statement["expression"])
    return f"{_print(statement['target'])} {statement.get('operator') or ''}= {_print(statement['value'])}"


def _print(expression: Expression) -> str:
    return _PRINTERS[expression["kind"]](expression)


def _print_literal(expression: Expression) -> str:
    value = expression["value"]
    if isinstance(value, str):
        return json_quote(value)
    if is_number(value):
        return number_text(value)
    return "null" if value is None else str(value).lower()


def _print_list(expression: Expression) -> str:
    return f"[{', '.join(map(_print, expression['items']))}]"


def _print_object(expression: Expression) -> str:
    return "{" + ", ".join(map(_print_entry, expression["entries"])) + "}"


def _print_entry(entry: Expression) -> str:
    key, value = entry["key"], entry["value"]
    if value["kind"] == "name" and value["name"] == key:
        return str(key)
    return f"{key if is_word(key) and not is_reserved(key) else json_quote(key)}: {_print(value)}"


def _print_name(expression: Expression) -> str:
    return str(expression["name"])


def _print_member(expression: Expression) -> str:
    return f"{_print_owner(expression['object'])}.{expression['name']}"


def _print_index(expression: Expression) -> str:
    return f"{_within(expression['object'], LEVEL.POSTFIX)}[{_print(expression['index'])}]"


def _print_call(expression: Expression) -> str:
    arguments = [_print(argument) for argument in expression["args"]]
    arguments += [f"{keyword['name']}={_print(keyword['value'])}" for keyword in expression["kwargs"]]
    return f"{_within(expression['callee'], LEVEL.POSTFIX)}({', '.join(arguments)})"


def _print_unary(expression: Expression) -> str:
    operand = expression["operand"]
    # `--` is no operator, so that a sign after a sign needs brackets.
    text = f"({_print(operand)})" if operand["kind"] == "unary" else _within(operand, LEVEL.SIGN)
    return f"{expression['operator']}{text}"


def _print_binary(expression: Expression) -> str:
    """Walks down the left operands in a loop, since a chain may be thousands deep."""
    if expression["operator"] == "**":
        return f"{_within(expression['left'], LEVEL.POSTFIX)} ** {_within(expression['right'], LEVEL.SIGN)}"
    parts: list[str] = []
    node = expression
    while True:
        level = BINARY_LEVEL[node["operator"]]
        parts.append(f"{node['operator']} {_within(node['right'], level + 1)}")
        left = node["left"]
        if left["kind"] != "binary" or left["operator"] == "**" or BINARY_LEVEL[left["operator"]] < level:
            parts.append(_within(left, level))
            return " ".join(reversed(parts))
        node = left


def _print_comparison(expression: Expression) -> str:
    return _print_pair(expression["left"], expression["operator"], expression["right"], LEVEL.COMPARISON + 1)


def _print_membership(expression: Expression) -> str:
    return _print_pair(expression["item"], "in", expression["collection"], LEVEL.SUM)


def _print_logical(expression: Expression) -> str:
    operator = expression["operator"]
    level = LOGICAL_LEVEL[operator] + 1
    return f" {operator} ".join([_within(operand, level) for operand in expression["operands"]])


def _print_not(expression: Expression) -> str:
    operand = expression["operand"]
    if operand["kind"] != "membership":
        return f"not {_within(operand, LEVEL.NOT)}"
    return _print_pair(operand["item"], "not in", operand["collection"], LEVEL.SUM)


def _print_pair(left: Expression, operator: str, right: Expression, level: int) -> str:
    return f"{_within(left, level)} {operator} {_within(right, level)}"


def _within(operand: Expression, level: int) -> str:
    """The text of an operand, in brackets unless its operator binds at least as tightly as ``level``."""
    text = _print(operand)
    return text if level_of(operand) >= level else f"({text})"


def _print_owner(owner: Expression) -> str:
    """A number before a dot needs brackets: ``1.x`` would be read as a number."""
    is_bare_number = owner["kind"] == "literal" and is_number(owner["value"])
    return f"({_print(owner)})" if is_bare_number else _within(owner, LEVEL.POSTFIX)


_PRINTERS: Mapping[str, Callable[[Expression], str]] = {
    "literal": _print_literal,
    "list": _print_list,
    "object": _print_object,
    "name": _print_name,
    "member": _print_member,
    "index": _print_index,
    "call": _print_call,
    "unary": _print_unary,
    "binary": _print_binary,
    "comparison": _print_comparison,
    "membership": _print_membership,
    "logical": _print_logical,
    "not": _print_not,
}
"""How each kind is printed."""
