"""The first values of declared data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..expression.reach import ABSENT, member_of


def with_initial(data: Any, initial: dict[str, Any]) -> Any:
    """Gives a host's data the members that it lacks. Data that cannot grow stays as it is.

    Args:
        data: A dict, a host object, or None for a new dict.
        initial: The declared first values, in new objects.

    Returns:
        The same data.
    """
    if data is None:
        return initial
    for name, value in initial.items():
        if isinstance(data, dict):
            data.setdefault(name, value)
        elif member_of(data, name) is ABSENT:
            _set(data, name, value)
    return data


def host_functions(functions: Mapping[str, object] | None) -> Any:
    """The functions of a host, whose types the generated context has checked."""
    return functions


def _set(data: Any, name: str, value: Any) -> None:
    try:
        setattr(data, name, value)
    except (AttributeError, TypeError):
        pass  # Slots, a named tuple, or a read-only mapping: it reads as null.
