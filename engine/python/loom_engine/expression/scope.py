"""Where plain names are found."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .reach import ABSENT, member_of


@dataclass
class Scope:
    """What a guard or an action sees while it runs.

    Attributes:
        payload: The payload of the event; its own members are found first and cannot be assigned.
        context: The machine's context: plain data or an object of a host's class. Plain names are assigned here.
        functions: The functions that the host registered.
        in_state: Whether the state of this name is active.
    """

    payload: Mapping[str, Any] | None
    context: Any
    functions: Mapping[str, Callable[..., Any]]
    in_state: Callable[[str], bool]


def look_up(scope: Scope, name: str) -> Any:
    """The value of a plain name that is not forbidden: the payload's, the context's, a function, or None."""
    payload = scope.payload
    if payload is not None and name in payload:
        return payload[name]
    member = member_of(scope.context, name)
    return scope.functions.get(name) if member is ABSENT else member
