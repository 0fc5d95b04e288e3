"""Type expressions of shape tables, such as ``"a" | "b"``, ``State[]`` or ``Partial<State>``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Union

from .json_quote import json_quote


@dataclass(frozen=True)
class Primitive:
    """A type that stands for itself: ``string``, ``number``, ``integer``, ``boolean``, ``null`` or ``unknown``."""

    name: str


@dataclass(frozen=True)
class LiteralType:
    """One word."""

    value: str


@dataclass(frozen=True)
class ArrayType:
    """A list."""

    of: TypeExpression


@dataclass(frozen=True)
class UnionType:
    """One of several types."""

    of: tuple[TypeExpression, ...]


@dataclass(frozen=True)
class ShapeType:
    """An object of the table; ``partial`` when no field is required."""

    name: str
    partial: bool


TypeExpression = Union[Primitive, LiteralType, ArrayType, UnionType, ShapeType]
"""A parsed type expression."""

_PRIMITIVES = frozenset(["string", "number", "integer", "boolean", "null", "unknown"])


@lru_cache(maxsize=None)
def parse_type(text: str) -> TypeExpression:
    """Parses a type expression.

    Raises:
        TypeError: When the text is no type expression: a mistake in a shape table, not in a document.
    """
    types = tuple(_parse_single(part.strip()) for part in text.split("|"))
    return types[0] if len(types) == 1 else UnionType(types)


def _parse_single(text: str) -> TypeExpression:
    if text.endswith("[]"):
        return ArrayType(_parse_single(text[:-2]))
    literal = re.fullmatch('"([^"]*)"', text)
    if literal:
        return LiteralType(literal[1])
    if text in _PRIMITIVES:
        return Primitive(text)
    shape = re.fullmatch(r"Partial<(\w+)>|(\w+)", text)
    if not shape:
        raise TypeError(f"Cannot read the type expression {json_quote(text)} of a shape table")
    return ShapeType(shape[1] or shape[2], shape[1] is not None)
