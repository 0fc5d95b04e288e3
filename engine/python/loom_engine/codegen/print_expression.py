"""Prints guards, durations and the right sides of actions.

Each operator is printed by the function of the runtime library that has its meaning, or natively where the types that
are known make that the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..expression.ast import Expression
from ..expression.names import is_forbidden
from ..expression.print import print_expression
from ..numbers import is_number
from .dialect import HOLD, USES, Dialect, KeywordPiece, Printed, RuntimeName, ValueType
from .layout import Piece, brackets, row, sequence
from .plan import NameScope

_MAX_DEPTH = 12
"""The deepest piece of code; what goes deeper becomes a function of its own, since parsers have their limits."""
_MAX_ROW = 40
"""The longest row of operands."""

ARITHMETIC: Mapping[str, RuntimeName] = {
    "+": "add",
    "-": "sub",
    "*": "mul",
    "/": "div",
    "%": "mod",
    "**": "pow",
}
"""The function of each arithmetic operator."""

_COMPARISON: Mapping[str, RuntimeName] = {
    "==": "eq",
    "!=": "ne",
    "<": "lt",
    "<=": "le",
    ">": "gt",
    ">=": "ge",
}

_HOLD_OF_ROW: Mapping[str, int] = {"and": HOLD.AND, "or": HOLD.OR}


class ExpressionPrinter:
    """Prints expressions in a language."""

    def __init__(self, dialect: Dialect, scope: NameScope) -> None:
        """A printer for a language and the names of a machine."""
        self._dialect = dialect
        self._scope = scope
        self._printers: Mapping[str, Callable[[Expression], Printed]] = {
            "literal": self._literal,
            "list": self._list,
            "object": self._object,
            "name": lambda expression: self._name(expression["name"]),
            "member": self._member,
            "index": lambda expression: self._pair("item", expression["object"], expression["index"], "unknown"),
            "call": self._call_of,
            "unary": self._unary,
            "binary": self._binary,
            "comparison": self._comparison,
            "membership": lambda expression: self._pair(
                "contains", expression["item"], expression["collection"], "boolean"
            ),
            "logical": self._logical,
            "not": lambda expression: self._not(expression["operand"]),
        }

    def test(self, expression: Expression) -> Printed:
        """What a guard gives; only whether it is true matters."""
        if expression["kind"] != "logical" or expression["operator"] == "or":
            return self.value(expression)
        *firsts, last = expression["operands"]
        return self._row("and", [*map(self.condition, firsts), self.test(last)])

    def value(self, expression: Expression) -> Printed:
        """What an expression gives."""
        printed = self._printers[expression["kind"]](expression)
        return printed if printed.depth <= _MAX_DEPTH else self._part(printed)

    def condition(self, expression: Expression) -> Printed:
        """Whether an expression counts as true."""
        if expression["kind"] == "logical":
            return self._row(expression["operator"], list(map(self.condition, expression["operands"])))
        printed = self.value(expression)
        return printed if printed.type == "boolean" else self._call("truthy", [printed], "boolean")

    def _held_at(self, expression: Expression) -> list[Piece] | None:
        """The arguments that tell an object of the settings, when it is named: the payload, its name, and where it is
        held."""
        member = self._scope.object_of(expression["name"]) if expression["kind"] == "name" else None
        return None if member is None else ["p", self._dialect.string(expression["name"]), f"c.{member}"]

    def _literal(self, expression: Expression) -> Printed:
        value = expression["value"]
        if isinstance(value, str):
            return _atom(self._dialect.string(value), "string")
        type: ValueType = "null" if value is None else "number" if is_number(value) else "boolean"
        return _atom(self._dialect.constant(value), type)

    def _list(self, expression: Expression) -> Printed:
        items = list(map(self.value, expression["items"]))
        return _over(items, self._dialect.list(_pieces_of(items)), "data")

    def _object(self, expression: Expression) -> Printed:
        values = [self.value(entry["value"]) for entry in expression["entries"]]
        keys = [entry["key"] for entry in expression["entries"]]
        return _over(values, self._dialect.object(list(zip(keys, _pieces_of(values)))), "data")

    def _name(self, name: str) -> Printed:
        if is_forbidden(name):
            return _atom(self._dialect.constant(None), "null")
        held = self._held_at({"kind": "name", "name": name})
        piece = self._dialect.read(name) if held is None else self._runtime("held", held)
        return _atom(piece, "unknown")._replace(depth=1, uses=USES.BOTH)

    def _member(self, expression: Expression) -> Printed:
        owner = self.value(expression["object"])
        name = self._dialect.string(expression["name"])
        return _over([owner], self._runtime("member", [owner.piece, name]), "unknown")

    def _pair(self, name: RuntimeName, first: Expression, second: Expression, type: ValueType) -> Printed:
        return self._call(name, [self.value(first), self.value(second)], type)

    def _call_of(self, expression: Expression) -> Printed:
        callee = expression["callee"]
        if callee["kind"] == "name" and callee["name"] == "in_state":
            return self._in_state(expression)
        args = list(map(self.value, expression["args"]))
        values = [self.value(keyword["value"]) for keyword in expression["kwargs"]]
        names = [keyword["name"] for keyword in expression["kwargs"]]
        keywords = list(map(KeywordPiece, names, _pieces_of(values)))
        name, head, operands = self._callee(callee)
        text = print_expression(expression)
        piece = self._dialect.safe_call(name, head, _pieces_of(args), text, keywords)
        return _over([*operands, *args, *values], piece, "unknown")

    def _callee(self, callee: Expression) -> tuple[RuntimeName, list[Piece], list[Printed]]:
        """Which function makes a call, what it is given first, and what that is made of."""
        kind = callee["kind"]
        if kind == "name" and not is_forbidden(callee["name"]) and self._scope.object_of(callee["name"]) is None:
            operand = _atom("", "unknown")._replace(uses=USES.BOTH)
            return "callName", ["p", "c", self._dialect.string(callee["name"])], [operand]
        held = self._held_at(callee["object"]) if kind == "member" else None
        if held is not None and self._dialect.is_native_member(callee["name"]):
            operand = _atom("", "unknown")._replace(uses=USES.BOTH)
            return "callHeld", [*held, self._dialect.string(callee["name"])], [operand]
        if kind == "member":
            owner = self.value(callee["object"])
            return "callMember", [owner.piece, self._dialect.string(callee["name"])], [owner]
        if kind == "index":
            operands = [self.value(callee["object"]), self.value(callee["index"])]
            return "callItem", _pieces_of(operands), operands
        value = self.value(callee)
        return "call", [value.piece, self._dialect.constant(None)], [value]

    def _in_state(self, expression: Expression) -> Printed:
        args = expression["args"]
        text = print_expression(expression)
        if len(args) != 1 or expression["kwargs"]:
            question = _atom(self._dialect.in_state(None, text), "boolean")
            return question._replace(depth=1, uses=USES.CONTEXT)
        name = args[0]
        if name["kind"] == "literal" and isinstance(name["value"], str):
            question = _atom(self._dialect.is_active(name["value"]), "boolean")
            return question._replace(depth=1, uses=USES.CONTEXT)
        value = self.value(name)
        printed = _over([value], self._dialect.in_state(value.piece, text), "boolean")
        return printed._replace(uses=printed.uses | USES.CONTEXT)

    def _unary(self, expression: Expression) -> Printed:
        operand = self.value(expression["operand"])
        is_minus = expression["operator"] == "-"
        if expression["operand"]["kind"] == "literal" and operand.type == "number":
            piece = sequence("-", operand.piece) if is_minus else operand.piece
            return operand._replace(piece=piece, hold=HOLD.SIGN)
        return self._call("neg" if is_minus else "pos", [operand], "number")

    def _binary(self, expression: Expression) -> Printed:
        """Goes down the left operands in a loop, since a chain may be thousands deep."""
        links: list[Expression] = []
        start = expression
        while start["kind"] == "binary":
            links.append(start)
            start = start["left"]
        printed = self.value(start)
        for link in reversed(links):
            operator = link["operator"]
            type: ValueType = "data" if operator == "+" else "number"
            printed = self._call(ARITHMETIC[operator], [printed, self.value(link["right"])], type)
            if printed.depth > _MAX_DEPTH:
                printed = self._part(printed)
        return printed

    def _comparison(self, expression: Expression) -> Printed:
        operator = expression["operator"]
        operands = [self.value(expression["left"]), self.value(expression["right"])]
        native = self._dialect.native_equality(operator, *operands) if operator in ("==", "!=") else None
        if native is None:
            return self._call(_COMPARISON[operator], operands, "boolean")
        return _over(operands, native, "boolean")._replace(hold=HOLD.COMPARISON)

    def _logical(self, expression: Expression) -> Printed:
        operator = expression["operator"]
        printed = list(map(self.value, expression["operands"]))
        if all(one.type == "boolean" for one in printed[:-1]):
            return self._row(operator, printed)
        first, *others = _pieces_of(printed)
        pieces = [first, *map(self._dialect.later, others)]
        return _over(printed, self._runtime(operator, pieces), "unknown")

    def _row(self, operator: str, operands: Sequence[Printed]) -> Printed:
        if len(operands) > _MAX_ROW:
            return self._row(operator, self._chunks(operator, operands))
        hold = _HOLD_OF_ROW[operator]
        pieces = [within(operand, hold + 1) for operand in operands]
        last = operands[-1].type
        type: ValueType = "unknown" if last == "unknown" else "data"
        if all(operand.type == "boolean" for operand in operands):
            type = "boolean"
        word = self._dialect.and_word if operator == "and" else self._dialect.or_word
        return _over(operands, row(word, pieces), type)._replace(hold=hold)

    def _chunks(self, operator: str, operands: Sequence[Printed]) -> list[Printed]:
        """A long row as a row of shorter ones, each a function of its own."""
        starts = range(0, len(operands), _MAX_ROW)
        return [self._part(self._row(operator, operands[start : start + _MAX_ROW])) for start in starts]

    def _not(self, expression: Expression) -> Printed:
        if expression["kind"] == "not":
            return self.condition(expression["operand"])
        operand = self.condition(expression)
        hold = self._dialect.not_hold
        return operand._replace(
            piece=sequence(self._dialect.not_word, within(operand, hold)), hold=hold, type="boolean"
        )

    def _call(self, name: RuntimeName, operands: Sequence[Printed], type: ValueType) -> Printed:
        return _over(operands, self._runtime(name, _pieces_of(operands)), type)

    def _part(self, printed: Printed) -> Printed:
        return _atom(self._dialect.part(printed), printed.type)._replace(uses=USES.BOTH)

    def _runtime(self, name: RuntimeName, args: Sequence[Piece]) -> Piece:
        return brackets(f"{self._dialect.runtime(name)}(", args, ")")


def within(printed: Printed, needed: int) -> Piece:
    """A piece, in parentheses unless it holds together at least as tightly as is needed."""
    return printed.piece if printed.hold >= needed else brackets("(", [printed.piece], ")", has_last_comma=False)


def _atom(piece: Piece, type: ValueType) -> Printed:
    return Printed(piece, HOLD.ATOM, type, 0, 0)


def _over(operands: Sequence[Printed], piece: Piece, type: ValueType) -> Printed:
    """A piece that is made of operands and holds together as a call does."""
    depth = 0
    uses = 0
    for operand in operands:
        depth = max(depth, operand.depth)
        uses |= operand.uses
    return Printed(piece, HOLD.ATOM, type, depth + 1, uses)


def _pieces_of(operands: Sequence[Printed]) -> list[Piece]:
    return [operand.piece for operand in operands]
