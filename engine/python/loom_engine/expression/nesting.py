"""How deep a tree is nested."""

from __future__ import annotations

from .ast import Expression


def is_nested_deeper(expression: Expression, levels: int) -> bool:
    """Whether a tree has more than the given number of levels; the left operands of a chain are one level."""
    pending = [(expression, 1)]
    while pending:
        part, level = pending.pop()
        if level > levels:
            return True
        for key, member in part.items():
            below = level if key == "left" else level + 1
            if isinstance(member, dict):
                pending.append((member, below))
            elif isinstance(member, list):
                pending.extend((item, below) for item in member)
    return False
