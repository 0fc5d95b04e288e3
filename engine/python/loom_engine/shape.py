"""Rows that say which fields an object of a document has."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class FieldShape:
    """One field of an object.

    Attributes:
        name: The key in the JSON object.
        type: A type expression: ``string``, ``number``, ``integer``, ``boolean``, ``null``, ``unknown``, a quoted
            literal, the name of another shape, ``Partial<Name>``, any of these with ``[]``, and unions with ``|``.
        required: Whether an object without it is incomplete.
    """

    name: str
    type: str
    required: bool = False


@dataclass(frozen=True)
class ObjectShape:
    """An object with named fields, in the order to write them."""

    name: str
    fields: tuple[FieldShape, ...]


ShapeTable = tuple[ObjectShape, ...]
"""The shapes of one family of objects; type expressions refer to each other by name."""
