"""How single names and types of a definition are spelled in Python, before collisions are looked at."""

from __future__ import annotations

from ..naming import class_part, snake_case
from .type_map import built_in_type


def to_snake_case(name: str) -> str:
    """``HTTPRequest2Go`` becomes ``http_request2_go``; other characters than letters stay."""
    return snake_case(name)


def to_class_name(name: str) -> str:
    """The part of a class name that a state's name becomes: without ``_``, ``-`` and spaces, case kept."""
    return class_part(name)


def python_type(word: str) -> str:
    """The type that a word of the format stands for; any other word is a class and stays."""
    built_in = built_in_type(word)
    return built_in.python if built_in else word
