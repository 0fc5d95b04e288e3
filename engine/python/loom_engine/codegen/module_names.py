"""Modules that generated code may import."""

from __future__ import annotations

import re

from ..json_quote import json_quote
from .errors import ModuleNameError
from .reserved import PYTHON_WORDS

_MODULE = re.compile(r"\.*[^\W\d]\w*(?:\.[^\W\d]\w*)*|\.+")
"""A module as an import statement names it; anything else would be code."""


def check_modules(*, runtime: str, types: str | None) -> None:
    """Refuses modules that cannot be imported under their names.

    Raises:
        ModuleNameError: With the option that names none.
    """
    for option, module in (("runtime", runtime), ("types", types)):
        if module is not None and not _is_module(module):
            raise ModuleNameError(
                f"{option} is {json_quote(module)}, which names no module: give one such as my_package.runtime, or leave it out."
            )


def _is_module(module: str) -> bool:
    """A word of the language is no name, either: ``from my.import import ...`` is a syntax error."""
    return _MODULE.fullmatch(module) is not None and PYTHON_WORDS.isdisjoint(module.split("."))
