"""The tree of a guard or of an action.

Plain JSON values without positions, equal for equal meanings and the same as in TypeScript, so that code generators can
print it in another language and tests can compare it. ``EXPRESSIONS.md`` lists the kinds and their members.
"""

from __future__ import annotations

from typing import Any, Literal

UnaryOperator = Literal["-", "+"]
"""The sign operators."""
BinaryOperator = Literal["+", "-", "*", "/", "%", "**"]
"""The arithmetic operators."""
ComparisonOperator = Literal["==", "!=", "<", "<=", ">", ">="]
"""The comparison operators."""
LogicalOperator = Literal["and", "or"]
"""The logical operators that give one of their operands."""

Expression = dict[str, Any]
"""What has a value; ``kind`` tells which part it is."""
Statement = dict[str, Any]
"""One step of an action: an ``expression`` that runs for its effect, or ``assign``."""
