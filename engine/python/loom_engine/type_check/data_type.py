"""The types that a definition declares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Union


@dataclass(frozen=True)
class SimpleType:
    """A text, a boolean, or ``any``, which is not checked."""

    kind: Literal["text", "boolean", "any"]


@dataclass(frozen=True)
class NumberType:
    """A whole or any number, with its range."""

    kind: Literal["number", "integer"]
    minimum: float | None
    maximum: float | None


@dataclass(frozen=True)
class EnumType:
    """One of some texts."""

    values: Sequence[str]
    kind: Literal["enum"] = "enum"


@dataclass(frozen=True)
class ListType:
    """A list."""

    items: DataType
    kind: Literal["list"] = "list"


@dataclass(frozen=True)
class ObjectType:
    """An object; without declared members it may have any."""

    declared: DeclaredData | None
    kind: Literal["object"] = "object"


DataType = Union[SimpleType, NumberType, EnumType, ListType, ObjectType]
"""A type of the format."""

ANY = SimpleType("any")
"""The type that is not checked."""

ABSENT = object()
"""Stands for a first value that is not written."""


@dataclass(frozen=True)
class MemberType:
    """A type, and whether null has it too."""

    type: DataType
    is_optional: bool


@dataclass(frozen=True)
class DeclaredMember(MemberType):
    """A declared member with its place in the document."""

    name: str
    """Its key."""
    description: str | None
    """Its meaning."""
    initial: object
    """The value written as its first; ``ABSENT`` when none is."""
    path: str
    """JSON pointer to the declaration."""


@dataclass(frozen=True)
class RepeatedMember:
    """A member declared a second time."""

    name: str
    path: str
    is_object: bool
    """Whether an object of the settings has the name."""


@dataclass(frozen=True)
class DeclaredData:
    """The data of a machine."""

    members: Mapping[str, DeclaredMember]
    """The members by name; of two with one name the first."""
    repeated: Sequence[RepeatedMember]
    """The declarations that mean nothing, since the name is taken."""
