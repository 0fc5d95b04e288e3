"""Prints JSON values."""

from __future__ import annotations

from typing import Any

from .dialect import Dialect
from .layout import Piece


def json_literal(value: Any, dialect: Dialect) -> Piece:
    """A JSON value as a literal of a language."""
    if isinstance(value, str):
        return dialect.string(value)
    if isinstance(value, list):
        return dialect.list([json_literal(item, dialect) for item in value])
    if isinstance(value, dict):
        return dialect.object([(key, json_literal(member, dialect)) for key, member in value.items()])
    return dialect.constant(value)
