"""Prints the plan of a module as Python, with the same parts in the same order as in TypeScript."""

from __future__ import annotations

from ..dialect import Printed
from ..escape import comment_line
from ..layout import brackets, sequence
from ..plan import CodePlan
from ..print_expression import ExpressionPrinter
from .chart import chart_lines
from .context import context_lines, feeder_lines
from .dialect import PythonDialect
from .imports import Imports
from .lines import doc_of, line_of
from .states import StatePrinter
from .types import type_lines

RUNTIME = "loom_engine.runtime"
"""The module that generated code takes the runtime library from."""


def python_module(plan: CodePlan, *, runtime: str = RUNTIME, types: str | None = None) -> str:
    """The Python module of a plan."""
    imports = Imports()
    parts: list[str] = []

    def add_part(value: Printed) -> str:
        name = plan.part().python
        parts.extend(_part_lines(name, value, plan, imports))
        return name

    dialect = PythonDialect(imports.runtime, add_part)
    states = StatePrinter(plan, dialect, ExpressionPrinter(dialect, plan.scope), imports, parts)
    lines = [
        *type_lines(plan, imports, types is not None),
        *states.lines(),
        *context_lines(plan, imports, dialect),
        *feeder_lines(plan, imports),
        *chart_lines(plan, imports),
    ]
    return "\n".join([*_head_lines(plan), *imports.lines(runtime, plan, types), *lines]) + "\n"


def _head_lines(plan: CodePlan) -> list[str]:
    namespace = comment_line(plan.namespace or "")
    place = f" ({namespace})" if namespace else ""
    text = f"Made by the loom from the definition of {comment_line(plan.machine)}{place}."
    return doc_of(f"{text}\n\nChange the definition, not this file.", "")


def _part_lines(name: str, value: Printed, plan: CodePlan, imports: Imports) -> list[str]:
    """A function for a part of an expression that would be too deep."""
    imports.typing("Any")
    imports.runtime("Payload")
    type = "bool" if value.type == "boolean" else "Any"
    return [
        "",
        "",
        f"def {name}(c: {plan.names.context}, p: Payload | None) -> {type}:",
        line_of(sequence("return ", brackets("(", [value.piece], ")", has_last_comma=False)), "    "),
    ]
