"""Reads the data that a definition declares."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from ..expression.names import is_forbidden
from ..numbers import is_number
from .data_type import (
    ABSENT,
    ANY,
    DataType,
    DeclaredData,
    DeclaredMember,
    EnumType,
    ListType,
    NumberType,
    ObjectType,
    RepeatedMember,
    SimpleType,
)

_MOST_LEVELS = 50
"""Types that nest deeper than this count as ``any``."""


def declared_data_of(settings: object) -> DeclaredData | None:
    """The data that a definition declares, read tolerantly; None when it declares none and any member is allowed.

    The name of an object of the settings belongs to that object.
    """
    data = settings.get("data") if isinstance(settings, dict) else None
    if not isinstance(settings, dict) or not isinstance(data, list):
        return None
    objects = settings.get("objects")
    instances = [one.get("instance") for one in objects if isinstance(one, dict)] if isinstance(objects, list) else []
    return _members_of(data, "/settings/data", 0, {name for name in instances if isinstance(name, str)})


def _members_of(entries: Sequence[Any], path: str, level: int, taken: Collection[str] = ()) -> DeclaredData:
    members: dict[str, DeclaredMember] = {}
    repeated: list[RepeatedMember] = []
    for index, field in enumerate(entries):
        name = field.get("name") if isinstance(field, dict) else None
        # Names out of reach of guards and actions hold nothing.
        if not isinstance(name, str) or is_forbidden(name):
            continue
        place = f"{path}/{index}"
        if name in members or name in taken:
            repeated.append(RepeatedMember(name, f"{place}/name", name in taken))
            continue
        description = field.get("description")
        members[name] = DeclaredMember(
            type=type_of(field, place, level),
            is_optional=field.get("optional") is True,
            name=name,
            description=description if isinstance(description, str) else None,
            initial=field.get("initial", ABSENT),
            path=place,
        )
    return DeclaredData(members, repeated)


def repeated_inside(data: DeclaredData) -> Iterator[RepeatedMember]:
    """The declarations that mean nothing, at any depth."""
    yield from data.repeated
    for member in data.members.values():
        yield from _repeated_in(member.type)


def _repeated_in(type: DataType) -> Iterator[RepeatedMember]:
    if isinstance(type, ListType):
        yield from _repeated_in(type.items)
    elif isinstance(type, ObjectType) and type.declared:
        yield from repeated_inside(type.declared)


def type_of(field: object, path: str, level: int = 0) -> DataType:
    """The type of a field, of a list's items or of a parameter; an unknown word is ``any``."""
    if not isinstance(field, dict) or level > _MOST_LEVELS:
        return ANY
    word = field.get("type")
    if word == "text" or word == "boolean":
        return SimpleType(word)
    if word == "number" or word == "integer":
        return NumberType(word, _number_or_none(field.get("minimum")), _number_or_none(field.get("maximum")))
    if word == "enum":
        values = field.get("values")
        return EnumType([value for value in values if isinstance(value, str)] if isinstance(values, list) else [])
    if word == "list":
        return ListType(type_of(field.get("items"), f"{path}/items", level + 1))
    if word == "object":
        fields = field.get("fields")
        return ObjectType(_members_of(fields, f"{path}/fields", level + 1) if isinstance(fields, list) else None)
    return ANY


def _number_or_none(value: object) -> float | None:
    return value if is_number(value) else None
