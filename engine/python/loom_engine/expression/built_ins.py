"""What comes with the language itself and is out of reach of expressions."""

from __future__ import annotations

import builtins
import types
from typing import Any

_BUILT_IN_MODULES = frozenset(["builtins", "types", "collections", "datetime", "re"])
"""The modules whose classes are the language's own: their members are not a host's."""

_CODE_MAKERS = (builtins.eval, builtins.exec, builtins.compile, builtins.__import__)


def is_built_in(kind: type) -> bool:
    """Whether a class comes with the language."""
    return kind.__module__ in _BUILT_IN_MODULES


def is_closed(value: Any) -> bool:
    """Whether a value is no place to look into: a module, which holds all that it imports, or a type's own object."""
    return isinstance(value, types.ModuleType) or (
        is_built_in(type(value)) and not isinstance(value, types.SimpleNamespace)
    )


def is_code_maker(value: Any) -> bool:
    """Whether calling ``value`` would run text as code."""
    return any(value is maker for maker in _CODE_MAKERS)
