"""What compiling gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .ast import Expression
from .scope import Scope

CompiledExpression = Callable[[Scope], Any]
"""A compiled expression: gives its value in a scope."""

CompiledStatements = Callable[[Scope], None]
"""A compiled action: runs its statements in a scope."""

CompilePart = Callable[[Expression], CompiledExpression]
"""Compiles a part of an expression."""
