"""Infers the types of expressions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from typing import Any, Literal, Protocol, Union

from ..expression.ast import Expression
from ..expression.names import is_forbidden
from ..expression.print import print_expression
from ..json_quote import quoted
from ..numbers import is_number
from ..suggest import did_you_mean
from ..utf16 import utf16_cut
from .data_type import ANY, DataType, ListType, MemberType, NumberType, ObjectType, SimpleType
from .literals import NO_LITERAL, fault_of_literal, literal_of
from .payloads import is_text, join_types

DataRule = Literal["W121", "W122", "W123"]
"""The rules about declared data."""

Fault = Callable[[DataRule, str], None]
"""Takes a fault: the words continue a sentence that begins with the text's place."""


Expected = Union[DataType, Literal["nothing"], None]
"""The type that a value is used as; ``nothing`` for one that is not used."""

OnCall = Callable[[Expression, Sequence[MemberType], Expected], None]
"""Takes a call of what may be a function of the host, with the types of its arguments and the use of its result."""


class NameTypes(Protocol):
    """The meaning of plain names."""

    def type_of(self, name: str) -> MemberType | None:
        """The type of a name's value; None for a name that nothing declares."""

    def hint(self, name: str) -> str:
        """A question that offers the nearest name, or empty text."""


_NULL = MemberType(ANY, True)
"""The type of null, which is no type of the format."""
_UNKNOWN = MemberType(ANY, False)
_BOOLEAN = MemberType(SimpleType("boolean"), False)
_TEXT = MemberType(SimpleType("text"), False)
_NUMBER = MemberType(NumberType("number", None, None), False)
_INTEGER = MemberType(NumberType("integer", None, None), False)

_WORDS: Mapping[str, str] = {
    "text": "a text",
    "enum": "a text",
    "number": "a number",
    "integer": "a number",
    "boolean": "a boolean",
    "list": "a list",
    "object": "an object",
    "any": "any value",
}


def words_of(type: DataType) -> str:
    """A type in words."""
    return _WORDS[type.kind]


def are_apart(one: DataType, other: DataType) -> bool:
    """Whether no value has both types."""
    return one.kind != "any" and other.kind != "any" and words_of(one) != words_of(other)


def shown(expression: Expression) -> str:
    """A part of a text, cut when it is long."""
    return f"`{utf16_cut(print_expression(expression), 80)}`"


class Inference:
    """Infers the types of expressions and reports what cannot be meant."""

    def __init__(self, names: NameTypes, fault: Fault, on_call: OnCall | None = None) -> None:
        """Makes the inference for the names that a text sees."""
        self._on_call = on_call
        self._names = names
        self._fault = fault
        self._quiet: Inference | None = None

    def type_of(self, expression: Expression, expected: Expected = None) -> MemberType:
        """The type of an expression, which is used as a value of a type."""
        kind = expression["kind"]
        if kind == "literal":
            return _literal_type(expression["value"])
        if kind == "list":
            return self._list(expression["items"])
        if kind == "object":
            for entry in expression["entries"]:
                self.type_of(entry["value"])
            return MemberType(ObjectType(None), False)
        if kind == "name":
            return self._name(expression["name"])
        if kind == "member":
            owner = expression["object"]
            return self._member(self.type_of(owner).type, expression["name"], owner)
        if kind == "index":
            return self._index(expression["object"], expression["index"])
        if kind == "call":
            return self._call(expression, expected)
        if kind == "unary":
            operand = expression["operand"]
            return self._signed(self.type_of(operand, _NUMBER.type).type, expression["operator"], operand)
        if kind == "binary":
            return self._binary(expression)
        if kind == "logical":
            return self._logical(expression["operands"], expected)
        if kind == "comparison":
            self._compare(expression["operator"], expression["left"], expression["right"])
        elif kind == "membership":
            self._membership(expression["item"], expression["collection"])
        else:
            self.type_of(expression["operand"], _BOOLEAN.type)
        return _BOOLEAN

    def check_value(self, expression: Expression, member: MemberType, place: str) -> None:
        """Reports a value that a place of this type cannot take."""
        self.type_of(expression, member.type)
        self.conform(expression, member, place)

    def conform(self, expression: Expression, member: MemberType, place: str) -> None:
        """The same without its parts, which were looked at before."""
        type = member.type
        given = self._silent.type_of(expression).type
        literal = literal_of(expression)
        if literal is None:
            if member.is_optional or type.kind == "any":
                return
            remedy = "declare it as optional, or give it a value."
            self._fault("W122", f"sets {place} to null, but it is not optional: {remedy}")
        elif are_apart(given, type):
            words = words_of(type)
            self._fault("W122", f"sets {place} to {words_of(given)}, but it is {words}: give it {words}.")
        elif literal is not NO_LITERAL:
            fault = fault_of_literal(type, literal)
            if fault is not None:
                self._fault("W123", f"sets {place} to {fault}")
        else:
            self._conform_parts(expression, type, place)

    def _conform_parts(self, expression: Expression, type: DataType, place: str) -> None:
        if expression["kind"] == "list" and isinstance(type, ListType):
            for item in expression["items"]:
                self.conform(item, MemberType(type.items, False), f"an item of {place}")
        if expression["kind"] != "object" or not isinstance(type, ObjectType) or not type.declared:
            return
        members = type.declared.members
        for entry in expression["entries"]:
            member = members.get(entry["key"])
            if member:
                self.conform(entry["value"], member, f"{quoted(entry['key'])} of {place}")
            else:
                self._unknown_member(entry["key"], place, members)

    @property
    def _silent(self) -> Inference:
        if self._quiet is None:
            self._quiet = Inference(self._names, lambda _rule, _what: None)
        return self._quiet

    def _list(self, items: Sequence[Expression]) -> MemberType:
        types = [self.type_of(item).type for item in items]
        return MemberType(ListType(reduce(join_types, types) if types else ANY), False)

    def _name(self, name: str) -> MemberType:
        if is_forbidden(name):
            return _NULL
        known = self._names.type_of(name)
        if known:
            return known
        remedy = 'declare it in "settings.data", or as a parameter of the event.'
        self._fault("W121", f"reads {quoted(name)}, which nothing declares: {remedy}{self._names.hint(name)}")
        return _UNKNOWN

    def _member(self, owner: DataType, name: str, expression: Expression) -> MemberType:
        if owner.kind == "any":
            return _UNKNOWN
        if (owner.kind == "list" or is_text(owner)) and name == "length":
            return _INTEGER
        if isinstance(owner, ObjectType):
            if not owner.declared:
                return _UNKNOWN
            member = owner.declared.members.get(name)
            if member:
                return member
            self._unknown_member(name, shown(expression), owner.declared.members)
            return _UNKNOWN
        place = f"{shown(expression)}, {words_of(owner)}"
        self._fault("W121", f"reads {quoted(name)} of {place}, which has no such member.")
        return _UNKNOWN

    def _unknown_member(self, name: str, place: str, names: Iterable[str]) -> None:
        self._fault(
            "W121",
            f"names the member {quoted(name)} of {place}, which is not declared: "
            f'add it to "fields", or name another.{did_you_mean(name, names)}',
        )

    def _index(self, owner: Expression, index: Expression) -> MemberType:
        type = self.type_of(owner).type
        key = self.type_of(index).type
        literal = literal_of(index)
        if isinstance(literal, str):
            return self._member(type, literal, owner)
        if isinstance(type, ListType):
            return MemberType(type.items, True)
        if type.kind not in ("any", "object") and key.kind != "any" and not is_text(type):
            self._fault("W122", f"takes an item of {shown(owner)}, {words_of(type)}, which has none.")
        return _UNKNOWN

    def _call(self, expression: Expression, expected: Expected) -> MemberType:
        callee = expression["callee"]
        is_in_state = callee["kind"] == "name" and callee["name"] == "in_state"
        if callee["kind"] != "name":
            self._callee(callee, self.type_of(callee).type)
        elif not is_in_state:
            # A name that nothing declares is a function of the host.
            known = self._names.type_of(callee["name"])
            self._callee(callee, known.type if known else ANY)
        values = [*expression["args"], *(keyword["value"] for keyword in expression["kwargs"])]
        types = [self.type_of(value) for value in values]
        if self._on_call:
            self._on_call(expression, types, expected)
        return _BOOLEAN if is_in_state else _UNKNOWN

    def _callee(self, callee: Expression, type: DataType) -> None:
        if type.kind != "any":
            what = f"calls {shown(callee)}, which is {words_of(type)} and no function: call a function of the host."
            self._fault("W122", what)

    def _signed(self, type: DataType, operator: str, operand: Expression) -> MemberType:
        self._need_number(type, operator, operand)
        return _INTEGER if type.kind == "integer" else _NUMBER

    def _need_number(self, type: DataType, operator: str, operand: Expression) -> None:
        if type.kind != "any" and not isinstance(type, NumberType):
            self._fault("W122", f'uses "{operator}" on {shown(operand)}, {words_of(type)}: it needs numbers.')

    def _binary(self, expression: Expression) -> MemberType:
        """Goes down the left operands in a loop, since a chain may be thousands deep."""
        links: list[Expression] = []
        start = expression
        while start["kind"] == "binary":
            links.append(start)
            start = start["left"]
        type = self.type_of(start, _operand_of(links[-1]["operator"])).type
        for link in reversed(links):
            other = self.type_of(link["right"], _operand_of(link["operator"])).type
            operator, left, right = link["operator"], link["left"], link["right"]
            if operator == "+":
                type = self._sum(type, other, left, right)
            else:
                type = self._calculated(operator, type, other, left, right)
        return MemberType(type, False)

    def _calculated(
        self, operator: str, one: DataType, other: DataType, left: Expression, right: Expression
    ) -> DataType:
        self._need_number(one, operator, left)
        self._need_number(other, operator, right)
        is_whole = one.kind == "integer" and other.kind == "integer" and operator not in ("/", "**")
        return (_INTEGER if is_whole else _NUMBER).type

    def _sum(self, one: DataType, other: DataType, left: Expression, right: Expression) -> DataType:
        if not self._are_alike("+", one, other, left, right):
            return ANY
        known = other if one.kind == "any" else one
        if known.kind == "any":
            return ANY
        if is_text(known):
            return _TEXT.type
        if known.kind == "list":
            return join_types(one, other) if one.kind == other.kind else ListType(ANY)
        return (_INTEGER if one.kind == "integer" and other.kind == "integer" else _NUMBER).type

    def _are_alike(
        self, operator: str, one: DataType, other: DataType, left: Expression, right: Expression
    ) -> bool:
        """Reports operands that are not two numbers or two texts; ``+`` also joins two lists."""
        need = f"it needs two numbers{', two texts or two lists' if operator == '+' else ' or two texts'}."
        for type, operand in ((one, left), (other, right)):
            if type.kind == "any" or isinstance(type, NumberType) or is_text(type):
                continue
            if operator == "+" and type.kind == "list":
                continue
            what = f'uses "{operator}" on {shown(operand)}, {words_of(type)}: {need}'
            self._fault("W122", what)
            return False
        if not are_apart(one, other):
            return True
        pair = f"{shown(left)}, {words_of(one)}, and {shown(right)}, {words_of(other)}"
        self._fault("W122", f'uses "{operator}" on {pair}: {need}')
        return False

    def _compare(self, operator: str, left: Expression, right: Expression) -> None:
        one = self.type_of(left, self._beside(left, right)).type
        other = self.type_of(right, self._beside(right, left)).type
        if operator in ("==", "!="):
            self._equality(one, other, left, right)
        else:
            self._are_alike(operator, one, other, left, right)

    def _beside(self, value: Expression, other: Expression) -> Expected:
        """The type that a call is compared with: any number, any text."""
        if value["kind"] != "call" or not self._on_call:
            return None
        type = self._silent.type_of(other).type
        if isinstance(type, NumberType):
            return _NUMBER.type
        return _TEXT.type if is_text(type) else type

    def _equality(self, one: DataType, other: DataType, left: Expression, right: Expression) -> None:
        if are_apart(one, other):
            pair = f"{shown(left)}, {words_of(one)}, with {shown(right)}, {words_of(other)}"
            self._fault("W122", f"compares {pair}, which are never equal: compare values of one type.")
            return
        self._possible(one, left, right)
        self._possible(other, right, left)

    def _possible(self, type: DataType, value: Expression, other: Expression) -> None:
        """Reports a literal that a value of the type is never equal to."""
        literal = literal_of(other) if literal_of(value) is NO_LITERAL else NO_LITERAL
        fault = fault_of_literal(type, literal)
        if fault is not None:
            self._fault("W123", f"compares {shown(value)} with {fault}")

    def _membership(self, item: Expression, collection: Expression) -> None:
        one, every = self.type_of(item).type, self.type_of(collection).type
        if every.kind == "boolean" or isinstance(every, NumberType):
            place = f"{shown(collection)}, {words_of(every)}"
            self._fault("W122", f'looks into {place}: "in" needs a list, a text or an object.')
        elif is_text(every) and one.kind != "any" and not is_text(one):
            self._fault("W122", f"looks for {shown(item)}, {words_of(one)}, in a text: look for a text.")
        elif collection["kind"] == "list":
            for other in collection["items"]:
                self._equality(one, self._silent.type_of(other).type, item, other)
        elif isinstance(every, ListType):
            self._item_of(one, every.items, item, collection)

    def _item_of(self, one: DataType, items: DataType, item: Expression, collection: Expression) -> None:
        if not are_apart(one, items):
            self._possible(items, collection, item)
            return
        place = f"{shown(collection)}, whose items are never equal to it"
        self._fault("W122", f"looks for {shown(item)}, {words_of(one)}, in {place}: look for {words_of(items)}.")

    def _logical(self, operands: Sequence[Expression], expected: Expected) -> MemberType:
        types = [self.type_of(operand, expected).type for operand in operands]
        return MemberType(reduce(join_types, types), True)


def _operand_of(operator: str) -> Expected:
    """The type of the operands of an operator; ``+`` has two."""
    return None if operator == "+" else _NUMBER.type


def _literal_type(value: Any) -> MemberType:
    if isinstance(value, str):
        return _TEXT
    if isinstance(value, bool):
        return _BOOLEAN
    if is_number(value):
        return _INTEGER if value == int(value) else _NUMBER
    return _NULL
