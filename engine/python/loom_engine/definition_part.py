"""What the objects of a definition have in common: they are dicts, and so are their parts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, TypeVar

AnyPart = TypeVar("AnyPart", bound="DefinitionPart")


class DefinitionPart(dict[str, Any]):
    """An object of a definition. The parts that its class knows become objects of their classes when it is made."""

    __slots__ = ()

    _lists: ClassVar[Mapping[str, type[DefinitionPart]]] = {}
    """The members that hold lists, with the class of their items."""
    _objects: ClassVar[Mapping[str, type[DefinitionPart]]] = {}
    """The members that hold one object, with its class."""

    def __init__(self, members: Mapping[str, Any] | None = None) -> None:
        """Takes the members of a JSON object; neither it nor its lists are changed."""
        super().__init__(members or {})
        _adopt(self)

    def _text(self, key: str) -> str | None:
        member = self.get(key)
        return member if isinstance(member, str) else None

    def _texts(self, key: str) -> list[str]:
        member = self.get(key)
        return [item for item in member if isinstance(item, str)] if isinstance(member, list) else []

    def _members(self, key: str) -> dict[str, Any] | None:
        member = self.get(key)
        return member if isinstance(member, dict) else None

    def _object(self, key: str, kind: type[AnyPart]) -> AnyPart | None:
        member = self.get(key)
        if isinstance(member, kind):
            return member
        return kind(member) if isinstance(member, dict) else None

    def _list(self, key: str, kind: type[AnyPart]) -> list[AnyPart]:
        member = self.get(key)
        items = member if isinstance(member, list) else []
        return [item if isinstance(item, kind) else kind(item) for item in items if isinstance(item, dict)]


def _adopt(root: DefinitionPart) -> None:
    """Gives everything below ``root`` its class; a stack, since a definition may be deeper than the call stack."""
    waiting = [root]

    def typed(value: Any, kind: type[DefinitionPart]) -> Any:
        if not isinstance(value, dict) or isinstance(value, kind):
            return value
        part = kind.__new__(kind)
        part.update(value)
        waiting.append(part)
        return part

    while waiting:
        part = waiting.pop()
        for key, kind in part._lists.items():
            member = part.get(key)
            if isinstance(member, list):
                part[key] = [typed(item, kind) for item in member]
        for key, kind in part._objects.items():
            member = part.get(key)
            if isinstance(member, dict):
                part[key] = typed(member, kind)
