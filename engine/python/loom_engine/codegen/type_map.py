"""The types that the words of the format stand for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Spelling(NamedTuple):
    """A type or a name in each language."""

    typescript: str
    python: str


_TYPES: Mapping[str, Spelling] = {
    "string": Spelling("string", "str"),
    "int": Spelling("number", "int"),
    "float": Spelling("number", "float"),
    "double": Spelling("number", "float"),
    "number": Spelling("number", "float"),
    "bool": Spelling("boolean", "bool"),
    "boolean": Spelling("boolean", "bool"),
    "object": Spelling("unknown", "Any"),
    "Object": Spelling("unknown", "Any"),
}

_DATA_TYPES: Mapping[str, Spelling] = {
    "text": Spelling("string", "str"),
    "enum": Spelling("string", "str"),
    "integer": Spelling("number", "int"),
    "list": Spelling("unknown[]", "list[Any]"),
    "any": Spelling("unknown", "Any"),
}
"""The words for types of declared data."""

UNKNOWN_TYPE = Spelling("unknown", "Any")
"""The type of what nothing is known of."""


def built_in_type(word: str, has_data: bool = False) -> Spelling | None:
    """The types of a word of the format; None when it is the name of a class.

    Args:
        word: The word.
        has_data: Whether data is declared: its words are words for parameters, too.
    """
    return _TYPES.get(word) or (_DATA_TYPES.get(word) if has_data else None)
