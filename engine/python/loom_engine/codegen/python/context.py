"""Prints the class that runs the machine and the classes that send its events."""

from __future__ import annotations

from collections.abc import Sequence

from ..escape import comment_line, python_string
from ..json_literal import json_literal
from ..layout import Piece, brackets, sequence
from ..plan import CodePlan, DataPlan, EventPlan, FeederPlan
from .dialect import PythonDialect, dict_of
from .imports import Imports
from .lines import doc_of, line_of


def context_lines(plan: CodePlan, imports: Imports, dialect: PythonDialect) -> list[str]:
    """The class that runs the machine."""
    base = "ContextAsync" if plan.is_async else "Context"
    imports.runtime(base)
    imports.typing("Any")
    written = doc_of(plan.description or "", "    ")
    lines = [
        "",
        "",
        f"class {plan.names.context}({base}):",
        *(written or doc_of(f"Runs {comment_line(plan.machine)}.", "    ")),
        *(["", f"    data: {plan.names.data}"] if plan.declared else []),
        *_constructor_lines(plan, dialect),
    ]
    for event in plan.events:
        if event.is_declared:
            lines += _event_lines(event)
    return lines


def feeder_lines(plan: CodePlan, imports: Imports) -> list[str]:
    """The classes that send the events of sources."""
    if plan.is_async and any(feeder.events for feeder in plan.feeders):
        imports.future()
        imports.runtime("SendResult")
    lines: list[str] = []
    for feeder in plan.feeders:
        lines += _class_lines(feeder, plan)
    return lines


def _class_lines(feeder: FeederPlan, plan: CodePlan) -> list[str]:
    lines = [
        "",
        "",
        f"class {feeder.class_name}:",
        *doc_of(f"Sends the events of {comment_line(feeder.source)}.", "    "),
        "",
        f"    def __init__(self, context: {plan.names.context}) -> None:",
        "        self._context = context",
    ]
    for event in feeder.events:
        if plan.is_async:
            call = brackets("self._context.post(", [python_string(event.id), *_payload_of(event)], ")")
            lines += _method_lines(event, event.method.python, "Future[SendResult]", call)
        else:
            arguments = [parameter.name.python for parameter in event.parameters]
            call = brackets(f"self._context.{_handler_of(event)}(", arguments, ")")
            lines += _method_lines(event, event.method.python, "bool", call)
    return lines


def _constructor_lines(plan: CodePlan, dialect: PythonDialect) -> list[str]:
    objects = plan.objects
    declared = plan.declared
    given = ["*", f"data: {declared.given} | None = None"] if declared else []
    if declared and declared.functions:
        given.append(f"functions: {declared.functions_type} | None = None")
    if declared and declared.tasks:
        given.append(f"tasks: {declared.tasks_type} | None = None")
    parameters = ["self", *(f"{one.name}: {one.type.python}" for one in objects), *given, "**options: Any"]
    name = python_string(plan.names.context)
    lines = [
        "",
        line_of(brackets("def __init__(", parameters, ")", has_last_comma=False), "    ", " -> None:"),
        *(f"        self.{one.name} = {one.name}" for one in objects),
        line_of(
            brackets("super().__init__(", [name, "CHART", *_given(declared, dialect), "**options"], ")"),
            "        ",
        )
        if declared
        else f"        super().__init__({name}, CHART, **options)",
    ]
    for hidden in plan.hidden:
        key = python_string(hidden.instance)
        lines += [
            f"        if {dialect.runtime('own')}(self, {key}) is None:",
            f"            {dialect.runtime('assign')}(self, {key}, {hidden.name})",
        ]
    return lines


def _given(declared: DataPlan, dialect: PythonDialect) -> list[Piece]:
    data = brackets(f"{dialect.runtime('withInitial')}(", ["data", json_literal(declared.initial, dialect)], ")")
    given: list[Piece] = [sequence("data=", data)]
    names = ("functions", bool(declared.functions)), ("tasks", bool(declared.tasks))
    for name in (name for name, is_given in names if is_given):
        functions = brackets(f"{dialect.runtime('hostFunctions')}(", [name], ")")
        given.append(sequence(f"{name}=", functions))
    return given


def _event_lines(event: EventPlan) -> list[str]:
    call = brackets("self.fire(", [str(event.number), *_payload_of(event)], ")")
    return _method_lines(event, _handler_of(event), "bool", call)


def _method_lines(event: EventPlan, name: str, type: str, call: Piece) -> list[str]:
    parameters = ["self", *(f"{one.name.python}: {one.type.python}" for one in event.parameters)]
    args = [(one.name.python, one.description) for one in event.parameters if one.description is not None]
    written = doc_of(event.description or "", "        ", args)
    return [
        "",
        line_of(brackets(f"def {name}(", parameters, ")"), "    ", f" -> {type}:"),
        *(written or doc_of(f"Sends ``{comment_line(event.id)}``.", "        ", args)),
        line_of(sequence("return ", call), "        "),
    ]


def _handler_of(event: EventPlan) -> str:
    return event.handler.python if event.handler else ""


def _payload_of(event: EventPlan) -> Sequence[Piece]:
    if not event.parameters:
        return []
    return [dict_of([(parameter.key, parameter.name.python) for parameter in event.parameters])]
