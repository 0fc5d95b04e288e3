"""What expressions can reach of a value."""

from __future__ import annotations

import types
from typing import Any

from ..numbers import is_number, number_text
from ..utf16 import utf16_length
from .built_ins import is_built_in
from .names import is_forbidden
from .values import is_list, is_plain_object, type_of

ABSENT = object()
"""Stands for a member that is not there."""


def reach(owner: Any, key: Any) -> Any:
    """The member of ``owner`` called ``key``, or None when there is none within reach.

    Within reach are own members of objects, the members that a host object's own classes give it, the items and the
    ``length`` of lists, and the ``length`` of strings.
    """
    if is_number(key):
        return _item_at(owner, key) if is_list(owner) else reach_named(owner, number_text(key))
    if not isinstance(key, str) or is_forbidden(key):
        return None
    return reach_named(owner, key)


def reach_named(owner: Any, key: str) -> Any:
    """The same for a text key that is known not to be forbidden."""
    if isinstance(owner, dict):
        return owner.get(key)
    if isinstance(owner, str):
        return utf16_length(owner) if key == "length" else None
    if is_list(owner):
        return len(owner) if key == "length" else None
    member = member_of(owner, key)
    return None if member is ABSENT else member


def member_of(owner: Any, key: str) -> Any:
    """The member of a plain or host object, or ``ABSENT``; what a getter of the host raises comes through."""
    if is_plain_object(owner):
        return owner.get(key, ABSENT)
    if type_of(owner) != "host" or isinstance(owner, types.ModuleType):
        return ABSENT
    if has_own_member(owner, key) or _holder_of(type(owner), key) is not None:
        return getattr(owner, key, None) if _is_slot(type(owner), key) else getattr(owner, key)
    if _holder_of(type(owner), "__getattr__") is None:
        return ABSENT
    return getattr(owner, key, ABSENT)


def has_own_member(owner: Any, key: str) -> bool:
    """Whether a host object has the member itself, in its ``__dict__`` or in a slot."""
    own = getattr(owner, "__dict__", None)
    if isinstance(own, dict) and key in own:
        return True
    return _is_slot(type(owner), key) and hasattr(owner, key)


def _holder_of(kind: type, key: str) -> type | None:
    """The class that gives its objects the member, unless it comes with the language."""
    for holder in kind.__mro__:
        # Whatever stands above a built-in is built in too, so that only the holder itself needs the question.
        if key in vars(holder):
            return None if is_built_in(holder) else holder
    return None


def _is_slot(kind: type, key: str) -> bool:
    holder = _holder_of(kind, key)
    return holder is not None and isinstance(vars(holder)[key], types.MemberDescriptorType)


def _item_at(items: Any, index: float) -> Any:
    is_place = 0 <= index < len(items) and index == int(index)
    return items[int(index)] if is_place else None
