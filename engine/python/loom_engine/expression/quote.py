"""Errors that say which part failed."""

from __future__ import annotations

from .ast import Expression
from .errors import EvaluationError
from .print import print_expression, print_statements


def quoting(part: Expression, error: EvaluationError) -> EvaluationError:
    """What to raise when ``part``, an expression or a statement, failed with ``error``: it quotes the part's text."""
    is_statement = part["kind"] in ("assign", "expression")
    return EvaluationError(error.reason, print_statements([part]) if is_statement else print_expression(part))
