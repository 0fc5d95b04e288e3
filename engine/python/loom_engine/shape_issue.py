"""The ways in which a value differs from its shape, in words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from .json_quote import json_quote
from .numbers import is_number, number_text
from .pointer import to_pointer
from .shape import FieldShape, ObjectShape
from .suggest import nearest
from .type_expression import ArrayType, LiteralType, Primitive, ShapeType, TypeExpression, UnionType, parse_type
from .utf16 import utf16_cut


@dataclass(frozen=True)
class ShapeIssue:
    """One way in which a value differs from its shape.

    Attributes:
        path: The JSON pointer to the value of the wrong type, to the unknown field, or to the object in which a field
            is missing.
        kind: What is wrong.
        field: The field's key; for an item of a list the key of the list; ``""`` for the whole value.
        message: The whole finding as one sentence.
        expected: What should stand there, in words.
        actual: What stands there, in words.
        suggestion: The field or word that was probably meant.
    """

    path: str
    kind: Literal["missing", "wrong_type", "unknown_field"]
    field: str
    message: str
    expected: str | None = None
    actual: str | None = None
    suggestion: str | None = None


@dataclass(frozen=True)
class Place:
    """Where a value stands; the pointer is only written when there is something to say.

    Attributes:
        above: Where the object or list stands that it is in.
        step: Its key or index there.
        field: The field's key.
        owner: The name of the object shape that has the field.
    """

    above: Place | None
    step: str | int
    field: str
    owner: str


def missing(at: Place, owner: str, field: FieldShape) -> ShapeIssue:
    """A required field is not there; ``at`` is the object."""
    expected = _type_text(parse_type(field.type))
    message = f'{owner} needs "{field.name}", {expected}: add it.'
    return ShapeIssue(_pointer_of(at), "missing", field.name, message, expected=expected)


def unknown_field(at: Place, owner: str, shape: ObjectShape, members: Mapping[str, Any]) -> ShapeIssue:
    """A field that the shape does not name; ``members`` are those of the object where it stands."""
    suggestion = nearest(at.field, [field.name for field in shape.fields if field.name not in members])
    advice = f'Did you mean "{suggestion}"?' if suggestion else "It is kept but means nothing."
    message = f"{owner} has no field {_quoted(at.field)}. {advice}"
    return ShapeIssue(_pointer_of(at), "unknown_field", at.field, message, suggestion=suggestion)


def wrong_type(at: Place, type_: TypeExpression, value: Any) -> ShapeIssue:
    """A value that is not of its type."""
    expected = _type_text(type_)
    actual = _value_text(value)
    suggestion = nearest(value, _literals(type_)) if isinstance(value, str) else None
    advice = f' Did you mean "{suggestion}"?' if suggestion else ""
    message = f"{_subject(at)} must be {expected}, but it is {actual}.{advice}"
    return ShapeIssue(_pointer_of(at), "wrong_type", at.field, message, expected, actual, suggestion)


def _subject(at: Place) -> str:
    if at.above is None:
        return at.owner
    of = f'"{at.field}" of {at.owner}'
    return f"Item {at.step} of {of}" if isinstance(at.step, int) else of


def _pointer_of(at: Place) -> str:
    steps: list[str | int] = []
    place = at
    while place.above is not None:
        steps.append(place.step)
        place = place.above
    return to_pointer(reversed(steps))


def _literals(type_: TypeExpression) -> list[str]:
    if isinstance(type_, UnionType):
        return [word for member in type_.of for word in _literals(member)]
    return [type_.value] if isinstance(type_, LiteralType) else []


_PRIMITIVE_TEXT = {
    "string": "a string",
    "number": "a number",
    "integer": "a whole number",
    "boolean": "true or false",
    "null": "null",
    "unknown": "any value",
}


def _type_text(type_: TypeExpression) -> str:
    if isinstance(type_, Primitive):
        return _PRIMITIVE_TEXT[type_.name]
    if isinstance(type_, LiteralType):
        return _quoted(type_.value)
    if isinstance(type_, ArrayType):
        return "a list"
    if isinstance(type_, ShapeType):
        return f"an object ({type_.name})"
    parts = [_type_text(member) for member in type_.of]
    return f"{', '.join(parts[:-1])} or {parts[-1]}"


def _value_text(value: Any) -> str:
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, str):
        return f"the string {_quoted(value)}"
    if is_number(value):
        return f"the number {number_text(value)}"
    return "null" if value is None else str(value).lower()


def _quoted(word: str) -> str:
    """A word from a document, quoted and not too long."""
    return json_quote(utf16_cut(word, 60))
