"""The guard and action language: parse, print, compile. ``EXPRESSIONS.md`` is its reference."""

from .ast import Expression, Statement
from .compile import compile_expression
from .compile_statement import compile_statements
from .equality import is_equal
from .errors import EvaluationError, ExpressionError
from .evaluate import CompiledExpression, CompiledStatements
from .parse import parse_action, parse_guard
from .print import print_expression, print_statements
from .scope import Scope
from .values import is_truthy

__all__ = [
    "CompiledExpression",
    "CompiledStatements",
    "EvaluationError",
    "Expression",
    "ExpressionError",
    "Scope",
    "Statement",
    "compile_expression",
    "compile_statements",
    "is_equal",
    "is_truthy",
    "parse_action",
    "parse_guard",
    "print_expression",
    "print_statements",
]
