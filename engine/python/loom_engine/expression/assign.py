"""Assignments to members and items."""

from __future__ import annotations

import types
from typing import Any

from ..numbers import is_number, number_text
from .built_ins import is_built_in
from .errors import EvaluationError
from .names import is_forbidden
from .values import describe, is_list, is_plain_object, type_of


def assign_member(owner: Any, key: Any, value: Any) -> None:
    """Sets a member of ``owner``, which must be a list, a plain object or a host object.

    Raises:
        EvaluationError: When the owner has no members to set, or this one cannot be set.
    """
    kind = type_of(owner)
    if kind not in ("list", "object", "host"):
        raise EvaluationError(f"{describe(owner)} has no members to assign")
    if kind == "list":
        _assign_item(owner, key, value)
        return
    if not isinstance(key, str) and not is_number(key):
        raise EvaluationError(f"a member's name is a string or a number, not {describe(key)}")
    name = key if isinstance(key, str) else number_text(key)
    if is_forbidden(name) or (kind == "host" and is_built_in(type(owner)) and not _is_namespace(owner)):
        raise EvaluationError(f'"{name}" cannot be assigned')
    if not (_set_key(owner, name, value) if kind == "object" else _set_attribute(owner, name, value)):
        raise EvaluationError(f'"{name}" is read-only')


def refuse_payload(owner: Any, payload: Any) -> None:
    """Refuses an owner that is a part of the payload's data, whatever way it was reached.

    Raises:
        EvaluationError: When it is one.
    """
    if payload is None or type_of(owner) not in ("list", "object", "host"):
        return
    if _is_part_of(owner, payload):
        raise EvaluationError("the event's payload cannot be assigned")


def _assign_item(items: Any, key: Any, value: Any) -> None:
    if not is_number(key) or not 0 <= key < len(items) or key != int(key):
        raise EvaluationError(f"a list of {len(items)} items only has its items to assign")
    if not isinstance(items, list):
        raise EvaluationError("the list is read-only")
    items[int(key)] = value


def _set_key(owner: Any, name: str, value: Any) -> bool:
    if not isinstance(owner, dict):
        return False
    owner[name] = value
    return True


def _set_attribute(owner: Any, name: str, value: Any) -> bool:
    """Sets an attribute of a host object; what a property's setter raises comes through."""
    member = next((vars(kind)[name] for kind in type(owner).__mro__ if name in vars(kind)), None)
    if isinstance(member, property):
        if member.fset is None:
            return False
        setattr(owner, name, value)
        return True
    try:
        setattr(owner, name, value)
    except AttributeError:
        return False
    return True


def _is_namespace(owner: Any) -> bool:
    return isinstance(owner, types.SimpleNamespace)


def _is_part_of(owner: Any, payload: Any) -> bool:
    """Looks through plain data only: what a host object in the payload holds is the host's."""
    seen = {id(payload)}
    pending = [payload]
    while pending:
        value = pending.pop()
        if value is owner:
            return True
        if is_plain_object(value):
            members = value.values()
        elif is_list(value):
            members = value
        else:
            continue
        for member in members:
            if type_of(member) in ("list", "object", "host") and id(member) not in seen:
                seen.add(id(member))
                pending.append(member)
    return False
