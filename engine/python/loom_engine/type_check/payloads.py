"""The payloads of a machine's events."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Optional

from ..runtime.wildcard import is_wildcard, matches_event
from .data_type import ANY, DataType, DeclaredData, EnumType, ListType, NumberType, ObjectType, SimpleType

PayloadEvents = Optional[Sequence[str]]
"""The events whose payload a text may see; None where it may be any event's."""

PayloadTypes = Mapping[str, DataType]
"""The names of a payload with their types."""

_TEXT = SimpleType("text")
_WORDS: Mapping[str, DataType] = {
    **dict.fromkeys(("text", "string", "enum"), _TEXT),
    **dict.fromkeys(("number", "float", "double"), NumberType("number", None, None)),
    **dict.fromkeys(("integer", "int"), NumberType("integer", None, None)),
    **dict.fromkeys(("boolean", "bool"), SimpleType("boolean")),
    "list": ListType(ANY),
}
"""The words for types of parameters."""


class Payloads:
    """The payloads of a machine's events."""

    def __init__(self, events: Iterable[Mapping[str, Any]]) -> None:
        """Reads the parameters of declared events."""
        self._by_event: dict[str, dict[str, DataType]] = {}
        self._known: dict[tuple[str, ...] | None, PayloadTypes] = {}
        for event in events:
            id, parameters = event.get("id"), event.get("parameters")
            if not isinstance(id, str) or id in self._by_event:
                continue
            types: dict[str, DataType] = {}
            for parameter in parameters if isinstance(parameters, list) else []:
                name = parameter.get("name") if isinstance(parameter, dict) else None
                if isinstance(name, str) and name not in types:
                    word = parameter.get("type")
                    types[name] = _WORDS.get(word, ANY) if isinstance(word, str) else ANY
            self._by_event[id] = types

    def of(self, event: str) -> PayloadTypes | None:
        """The parameters of one event; None when it declares none."""
        return self._by_event.get(event) or None

    def output_of(self, id: str) -> DataType:
        """The output of invoked work, which ``done.invoke.<id>`` declares as the parameter ``output``."""
        return self._by_event.get(f"done.invoke.{id}", {}).get("output", ANY)

    def seen_by(self, events: PayloadEvents) -> PayloadTypes:
        """The names that the payloads of some events may have."""
        key = None if events is None else tuple(events)
        types = self._known.get(key)
        if types is None:
            types = self._known[key] = self._joined(["*"] if events is None else events)
        return types

    def _joined(self, patterns: Sequence[str]) -> PayloadTypes:
        joined: dict[str, DataType] = {}
        for event, types in self._by_event.items():
            if not any(_takes(pattern, event) for pattern in patterns):
                continue
            for name, type in types.items():
                joined[name] = join_types(joined.get(name, type), type)
        # Completions and errors of the machine's own work, unless the event declares their type.
        for name, prefix in (("output", "done."), ("error", "error.")):
            if any(
                (pattern == "*" or pattern.startswith(prefix)) and name not in self._by_event.get(pattern, {})
                for pattern in patterns
            ):
                joined[name] = ANY
        return joined


def _takes(pattern: str, event: str) -> bool:
    return pattern == event or (is_wildcard(pattern) and matches_event(pattern, event))


def join_types(one: DataType, other: DataType) -> DataType:
    """The type of a value that has one type or the other."""
    if one is other:
        return one
    if isinstance(one, ListType) and isinstance(other, ListType):
        return ListType(join_types(one.items, other.items))
    if isinstance(one, NumberType) and isinstance(other, NumberType):
        is_whole = one.kind == "integer" and other.kind == "integer"
        return NumberType("integer" if is_whole else "number", None, None)
    if is_text(one) and is_text(other):
        return _TEXT
    if isinstance(one, ObjectType) and isinstance(other, ObjectType):
        return ObjectType(_join_members(one.declared, other.declared))
    return one if one.kind == other.kind else ANY


def _join_members(one: DeclaredData | None, other: DeclaredData | None) -> DeclaredData | None:
    """The members of an object that has the ones or the others, where their names are the same."""
    if not one or not other or one.members.keys() != other.members.keys():
        return None
    members = {}
    for name, member in one.members.items():
        second = other.members[name]
        joined = join_types(member.type, second.type)
        is_optional = member.is_optional or second.is_optional
        members[name] = replace(member, type=joined, is_optional=is_optional)
    return DeclaredData(members, [])


def is_text(type: DataType) -> bool:
    """Whether a type is one of texts and enums."""
    return isinstance(type, EnumType) or type.kind == "text"
