"""Prints the states, each with the state it stands in, and the chart that all contexts share."""

from __future__ import annotations

from collections.abc import Sequence

from ..escape import python_string
from ..layout import Piece, brackets, sequence
from ..plan import CodePlan, StatePlan
from .dialect import dict_of
from .imports import Imports
from .lines import line_of


def chart_lines(plan: CodePlan, imports: Imports) -> list[str]:
    """The states, each with the state it stands in, and the chart that all contexts share."""
    imports.runtime("Chart")
    if plan.states:
        imports.runtime("StateKind")
    arguments = [python_string(plan.machine), "STATES", *_options(plan)]
    return [
        "",
        "",
        f"STATES: list[{plan.names.base}] = []",
        *(_state_line(state, plan) for state in plan.states),
        "",
        line_of(sequence("CHART = ", brackets("Chart(", arguments, ")")), ""),
    ]


def _options(plan: CodePlan) -> list[Piece]:
    handlers = [(event.handler.python, python_string(event.id)) for event in plan.events if event.handler]
    options: list[Piece] = [
        sequence("events=", _list_of([event.id for event in plan.events])),
        sequence("handlers=", dict_of(handlers)),
    ]
    chart = plan.chart
    tables = (("timers", chart.timers), ("initial", chart.initial), ("joins", chart.joins), ("aliases", chart.aliases))
    options += [sequence(f"{key}=", _texts_of(entries)) for key, entries in tables if entries]
    if chart.deep:
        options.append(sequence("deep=", _list_of(chart.deep)))
    if chart.bubbles:
        options.append("bubbles=True")
    return options


def _state_line(state: StatePlan, plan: CodePlan) -> str:
    arguments = [python_string(state.name), f"StateKind.{state.kind}"]
    if state.parent is not None:
        arguments.append(f"STATES[{plan.names.enumeration}.{plan.states[state.parent].member}]")
    return line_of(brackets("STATES.append(", [brackets(f"{state.class_name}(", arguments, ")")], ")"), "")


def _list_of(texts: Sequence[str]) -> Piece:
    return brackets("[", [python_string(text) for text in texts], "]")


def _texts_of(entries: Sequence[tuple[str, str]]) -> Piece:
    return dict_of([(key, python_string(value)) for key, value in entries])
