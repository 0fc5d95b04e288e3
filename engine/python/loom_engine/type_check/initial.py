"""Makes the first values of declared data."""

from __future__ import annotations

from typing import Any

from ..runtime.data_copy import data_of
from .data_type import ABSENT, DataType, DeclaredData, DeclaredMember, EnumType, ListType, ObjectType


def initial_data_of(data: DeclaredData) -> dict[str, Any]:
    """The first values of declared data, in new objects.

    A member without one is None when it is optional, else the empty value of its type: ``""``, 0, False, the first text
    of an enum, ``[]``, an object of such values, None for ``any``. An object that is given gets the declared members
    that it lacks.
    """
    return {member.name: _initial_of(member) for member in data.members.values()}


def _initial_of(member: DeclaredMember) -> Any:
    if member.initial is not ABSENT:
        return _filled(data_of(member.initial), member.type)
    return None if member.is_optional else _empty_of(member.type)


def _filled(value: Any, type: DataType) -> Any:
    if not isinstance(type, ObjectType) or not type.declared or not isinstance(value, dict):
        return value
    for member in type.declared.members.values():
        given = value.get(member.name, ABSENT)
        value[member.name] = _initial_of(member) if given is ABSENT else _filled(given, member.type)
    return value


def _empty_of(type: DataType) -> Any:
    if isinstance(type, EnumType):
        return type.values[0] if type.values else ""
    if isinstance(type, ListType):
        return []
    if isinstance(type, ObjectType):
        return initial_data_of(type.declared) if type.declared else {}
    return {"text": "", "number": 0, "integer": 0, "boolean": False, "any": None}[type.kind]
