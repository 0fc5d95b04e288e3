"""JSON text as TypeScript writes it: numbers in JavaScript's digits, no needless escapes, any depth."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from .json_quote import json_quote
from .numbers import number_text

_CLOSE = {"{": "}", "[": "]"}


def json_text(value: Any, indent: int = 0) -> str:
    """Writes a JSON value.

    Args:
        value: The value; it may nest deeper than the call stack.
        indent: How many blanks a level is indented; 0 writes one line without blanks.

    Raises:
        TypeError: When the value holds itself, or something that JSON cannot write.
    """
    if isinstance(value, (dict, list, tuple)):
        return "".join(_parts(value, indent))
    return _scalar_text(value)


def _parts(root: Any, indent: int) -> Iterator[str]:
    colon = ": " if indent else ":"
    levels: list[tuple[Iterator[Any], str, int]] = []
    around: set[int] = set()

    def line_end(levels_deep: int) -> str:
        return "\n" + " " * (indent * levels_deep) if indent else ""

    def entries(value: Any) -> Iterator[tuple[str, Any]]:
        if isinstance(value, dict):
            return ((json_quote(str(key)) + colon, member) for key, member in value.items())
        return (("", item) for item in value)

    def begin(value: Any) -> str:
        bracket = "{" if isinstance(value, dict) else "["
        if not value:
            return bracket + _CLOSE[bracket]
        if id(value) in around:
            raise TypeError("Cannot write a value that contains itself as JSON: break the circle.")
        around.add(id(value))
        levels.append((entries(value), bracket, id(value)))
        return bracket

    yield begin(root)
    is_first = True
    while levels:
        rest, bracket, identity = levels[-1]
        entry = next(rest, None)
        if entry is None:
            levels.pop()
            around.remove(identity)
            yield line_end(len(levels)) + _CLOSE[bracket]
            is_first = False
            continue
        key, value = entry
        yield ("" if is_first else ",") + line_end(len(levels)) + key
        is_container = isinstance(value, (dict, list, tuple))
        yield begin(value) if is_container else _scalar_text(value)
        is_first = is_container and bool(value)


def _scalar_text(value: Any) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json_quote(value)
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, float):
        return number_text(value) if math.isfinite(value) else "null"
    raise TypeError(f"Cannot write a value of the type {type(value).__name__} as JSON: use plain data.")
