"""Prints the classes of the states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...expression.ast import Expression, Statement
from ..dialect import RuntimeName
from ..escape import comment_line, python_string
from ..json_literal import json_literal
from ..layout import Item, Piece, brackets, sequence
from ..plan import (
    ActionPlan,
    BrokenPlan,
    CodeActionPlan,
    CodePlan,
    DurationPlan,
    ForEachPlan,
    IfPlan,
    InvokePlan,
    LogPlan,
    OutputPlan,
    RaisePlan,
    SendPlan,
    StartTimerPlan,
    StatePlan,
    StopInvokePlan,
    TransitionPlan,
)
from ..print_expression import ExpressionPrinter
from ..print_statements import print_action
from .dialect import PythonDialect, closed, tuple_of
from .imports import Imports
from .lines import doc_of, line_of, remark_of


class StatePrinter:
    """Prints the classes of the states."""

    def __init__(
        self,
        plan: CodePlan,
        dialect: PythonDialect,
        expressions: ExpressionPrinter,
        imports: Imports,
        parts: list[str],
    ) -> None:
        """Makes the printer; ``parts`` holds the lines of the functions that the next class needs."""
        self._plan = plan
        self._dialect = dialect
        self._expressions = expressions
        self._imports = imports
        self._parts = parts

    def lines(self) -> list[str]:
        """The base class, then a class for each state, each behind the functions that it needs."""
        for name in ("Action", "State", "Transition"):
            self._imports.runtime(name)
        lines = self._base_lines()
        for state in self._plan.states:
            own = self._state_lines(state)
            lines += [*self._parts, *own]
            self._parts.clear()
        return lines

    def _base_lines(self) -> list[str]:
        handlers = [event.handler for event in self._plan.events if event.handler]
        members = [f"    {handler.python}: Transitions" for handler in handlers]
        return [
            "",
            "",
            f"class {self._plan.names.base}(State):",
            *doc_of(f"A state of {comment_line(self._plan.machine)}: what it does on each event.", "    "),
            *(["", *members] if members else []),
        ]

    def _state_lines(self, state: StatePlan) -> list[str]:
        members = [
            *self._list_lines("tags", "Sequence[str]", [Item((), python_string(tag)) for tag in state.tags]),
            *self._meta_lines(state.meta),
            *self._list_lines("entry", "Actions", self._actions(state.entry)),
            *self._list_lines("exit", "Actions", self._actions(state.exit)),
            *self._list_lines("always", "Transitions", self._transitions(state.always)),
        ]
        for event, transitions in state.handlers:
            handler = event.handler.python if event.handler else ""
            members += self._list_lines(handler, "Transitions", self._transitions(transitions))
        written = doc_of(state.description or "", "    ")
        return [
            "",
            "",
            f"class {state.class_name}({self._plan.names.base}):",
            *(written or doc_of(f"The state {comment_line(state.name)}.", "    ")),
            *(["", *members] if members else []),
        ]

    def _meta_lines(self, meta: Any) -> list[str]:
        if meta is None:
            return []
        return [line_of(sequence(f"meta: {_json_type(meta)} = ", json_literal(meta, self._dialect)), "    ")]

    def _list_lines(self, member: str, type: str, items: Sequence[Item]) -> list[str]:
        return [line_of(sequence(f"{member}: {type} = ", tuple_of(items)), "    ")] if items else []

    def _transitions(self, transitions: Sequence[TransitionPlan]) -> list[Item]:
        return [Item(remark_of(transition.description), self._transition(transition)) for transition in transitions]

    def _transition(self, transition: TransitionPlan) -> Piece:
        members: list[Piece] = []
        if transition.target is not None:
            members.append(f"target={python_string(transition.target)}")
        if transition.targets:
            items = [Item((), python_string(name)) for name in transition.targets]
            members.append(sequence("targets=", tuple_of(items)))
        if transition.is_external:
            members.append("external=True")
        if transition.guard is not None:
            members.append(f"guard={python_string(transition.guard)}")
        if transition.test is not None:
            members.append(sequence("test=lambda c, p: ", self._expressions.test(transition.test).piece))
        if transition.error is not None:
            members.append(f"error={python_string(transition.error)}")
        items = self._actions(transition.actions)
        if items:
            members.append(sequence("actions=", tuple_of(items)))
        return self._call("transition", members)

    def _actions(self, actions: Sequence[ActionPlan]) -> list[Item]:
        return [Item((), self._action(action)) for action in actions]

    def _action(self, action: ActionPlan) -> Piece:
        if isinstance(action, CodeActionPlan):
            return self._code(action)
        if isinstance(action, StartTimerPlan):
            first = self._duration(action.duration)
            rest = [] if action.repeat is None else [self._duration(action.repeat)]
            timer, event = python_string(action.timer), python_string(action.event)
            return self._call("startTimer", [timer, first, event, *rest])
        if isinstance(action, BrokenPlan):
            return self._call("broken", [python_string(action.text), python_string(action.error)])
        if isinstance(action, RaisePlan):
            event = python_string(action.event)
            if action.data is None:
                return self._call("raise", [event])
            return self._call("raiseWith", [event, self._value(action.data)])
        if isinstance(action, SendPlan):
            return self._send(action)
        if isinstance(action, InvokePlan):
            source = self._dialect.object([(key, python_string(name)) for key, name in action.source.items()])
            given = [] if action.input is None else [self._value(action.input)]
            return self._call("invoke", [python_string(action.id), source, *given])
        if isinstance(action, StopInvokePlan):
            return self._call("stopInvoke", [python_string(action.id)])
        if isinstance(action, OutputPlan):
            names = [python_string(action.state), python_string(action.text)]
            return self._call("giveOutput", [*names, self._value(action.value)])
        if isinstance(action, LogPlan):
            return self._call("logText", [python_string(action.text), self._value(action.value)])
        if isinstance(action, IfPlan):
            otherwise = [tuple_of(self._actions(action.otherwise))] if action.otherwise else []
            then = tuple_of(self._actions(action.then))
            return self._call(
                "chooseActions", [python_string(action.text), self._value(action.test), then, *otherwise]
            )
        if isinstance(action, ForEachPlan):
            names = [python_string(action.item), python_string(action.index)]
            actions = tuple_of(self._actions(action.actions))
            return self._call(
                "eachItem", [python_string(action.text), self._value(action.items), *names, actions]
            )
        return self._call("stopTimer", [python_string(action.timer)])

    def _send(self, action: SendPlan) -> Piece:
        event = python_string(action.event)
        payload = None if action.data is None else self._value(action.data)
        if action.delay is None and action.to is None:
            return self._call("sendEvent", [event] if payload is None else [event, payload])
        settings: list[tuple[str, Piece]] = []
        if payload is not None:
            settings.append(("data", payload))
        if action.delay is not None:
            settings.append(("delay", self._duration(action.delay)))
        if action.id is not None:
            settings.append(("id", python_string(action.id)))
        if action.to is not None:
            settings.append(("to", python_string(action.to)))
        return self._call("sendAway", [event, self._dialect.object(settings)])

    def _code(self, action: CodeActionPlan) -> Piece:
        """Machines that wait between statements get a function for each."""
        if not self._plan.is_async or len(action.statements) < 2:
            return self._call("code", [python_string(action.text), self._statements(action.statements)])
        steps = tuple_of([self._statements([one]) for one in action.statements])
        return self._call("statements", [python_string(action.text), steps])

    def _statements(self, parsed: Sequence[Statement]) -> Piece:
        """One expression is a lambda; anything else needs a function of its own."""
        statements = print_action(parsed, self._dialect, self._expressions).statements
        if not statements:
            return "lambda c, p: None"
        if len(statements) == 1 and statements[0].is_expression:
            return sequence("lambda c, p: ", statements[0].piece)
        self._imports.runtime("Payload")
        name = self._plan.part().python
        self._parts += [
            "",
            "",
            f"def {name}(c: {self._plan.names.context}, p: Payload | None) -> None:",
            *(line_of(closed(statement.piece), "    ") for statement in statements),
        ]
        return name

    def _duration(self, duration: DurationPlan) -> Piece:
        if not isinstance(duration, dict):
            return self._dialect.constant(duration)
        return self._value(duration)

    def _value(self, expression: Expression) -> Piece:
        """A function that gives the value of an expression."""
        return sequence("lambda c, p: ", self._expressions.value(expression).piece)

    def _call(self, name: RuntimeName, args: Sequence[Piece]) -> Piece:
        return brackets(f"{self._dialect.runtime(name)}(", args, ")")


def _json_type(value: Any) -> str:
    """The type of a JSON value; ``object`` for null and where the items differ."""
    if isinstance(value, str):
        return "str"
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, (int, float)):
        return "float"
    if value is None:
        return "object"
    types = {_json_type(item) for item in (value.values() if isinstance(value, dict) else value)}
    inner = types.pop() if len(types) == 1 else "object"
    return f"dict[str, {inner}]" if isinstance(value, dict) else f"list[{inner}]"
