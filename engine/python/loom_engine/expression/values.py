"""What the values of the expression language are, in Python's types."""

from __future__ import annotations

import functools
import types
from collections.abc import Mapping
from typing import Any, Literal

from ..numbers import is_number

TypeName = Literal["null", "boolean", "number", "string", "list", "object", "function", "host"]
"""The types of values; ``object`` is plain data, ``host`` any other object."""

_FUNCTIONS = (
    types.FunctionType,
    types.MethodType,
    types.BuiltinFunctionType,
    types.MethodWrapperType,
    types.WrapperDescriptorType,
    types.MethodDescriptorType,
    types.ClassMethodDescriptorType,
    functools.partial,
    type,
)

_DESCRIPTIONS: Mapping[TypeName, str] = {
    "null": "null",
    "boolean": "a boolean",
    "number": "a number",
    "string": "a string",
    "list": "a list",
    "object": "an object",
    "function": "a function",
    "host": "a host object",
}


def is_truthy(value: Any) -> bool:
    """Whether a value counts as true.

    False are ``False``, None, ``0``, NaN, ``""``, an empty list and an empty plain object; all else is true, host
    objects whatever they say of themselves.
    """
    if value is None or value is True or value is False:
        return value is True
    if isinstance(value, str) or is_list(value) or is_plain_object(value):
        return len(value) > 0
    return not is_number(value) or (value != 0 and value == value)


def is_list(value: Any) -> bool:
    """Whether a value is a list or a tuple; a named tuple is a host object."""
    return isinstance(value, list) or type(value) is tuple


def is_plain_object(value: Any) -> bool:
    """Whether a value is data rather than a host object: a dict, or a view of one that cannot be changed."""
    return isinstance(value, (dict, types.MappingProxyType))


def is_function(value: Any) -> bool:
    """Whether a value is a function, a method or a class; a host object that can be called is still an object."""
    return isinstance(value, _FUNCTIONS)


def type_of(value: Any) -> TypeName:
    """The type of a value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, (int, float)):
        return "number"
    if isinstance(value, str):
        return "string"
    if is_list(value):
        return "list"
    if is_plain_object(value):
        return "object"
    return "function" if is_function(value) else "host"


def describe(value: Any) -> str:
    """What a value is, for an error sentence: ``null``, ``a number``, ``a list``, ..."""
    return _DESCRIPTIONS[type_of(value)]
