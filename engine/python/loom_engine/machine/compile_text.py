"""Turns the texts of a definition into guards and actions that run."""

from __future__ import annotations

import math
from typing import Any, Callable, Protocol, TypeVar

from ..actions import (
    CodeEffect,
    ForEachEffect,
    IfEffect,
    LogEffect,
    RaiseEffect,
    SendEffect,
    TimerStartEffect,
    TimerStopEffect,
    effect_of,
)
from ..expression import (
    ExpressionError,
    compile_expression,
    compile_statements,
    parse_action,
    parse_guard,
)
from ..members import Invocation, JsonObject, invocations_of
from ..number_of import number_of
from ..runtime.actions import (
    Action,
    BrokenAction,
    CodeAction,
    Milliseconds,
    NoAction,
    RaiseAction,
    StartTimerAction,
    StopTimerAction,
    statements,
)
from ..runtime.structured import (
    choose_actions,
    each_item,
    give_output,
    log_text,
    raise_with,
    send_away,
    send_event,
)
from ..runtime.tables import Guard
from ..runtime.work import invoke


_Source = TypeVar("_Source")


def compile_guard(text: str) -> Guard:
    """Compiles a guard; a text that does not parse gives one that says why instead of deciding."""
    try:
        expression = parse_guard(text)
    except ExpressionError as error:
        return Guard(text, False, None, str(error))
    return Guard(text, expression["kind"] == "name", _in_scope(compile_expression(expression)), "")


class ActionScope(Protocol):
    """What compiling an action needs to know of the machine."""

    is_asynchronous: bool
    """Whether it waits between statements."""

    def timer_event(self, timer: str) -> str:
        """The event that a timer raises."""
        ...


def compile_action(action: JsonObject, machine: ActionScope) -> Action:
    """Compiles an action."""
    effect = effect_of(action)
    if isinstance(effect, CodeEffect):
        return _compile_code(effect.code, machine.is_asynchronous)
    if isinstance(effect, TimerStartEffect):
        return _compile_timer_start(effect, machine.timer_event(effect.timer))
    if isinstance(effect, TimerStopEffect):
        return StopTimerAction(effect.timer)
    if isinstance(effect, RaiseEffect):
        return _compiled(f"raise {effect.event}", effect, _compile_raise)
    if isinstance(effect, SendEffect):
        return _compiled(f"send {effect.event}", effect, _compile_send)
    if isinstance(effect, LogEffect):
        return _compiled(f"log {effect.value}", effect, lambda one: log_text(one.value, _value_of(one.value)))
    if isinstance(effect, IfEffect):
        text = f"if {effect.condition}"
        then = [compile_action(one, machine) for one in effect.then]
        otherwise = [compile_action(one, machine) for one in effect.otherwise]
        return _compiled(text, effect, lambda one: choose_actions(text, _value_of(one.condition), then, otherwise))
    if isinstance(effect, ForEachEffect):
        text = f"for each {effect.item} of {effect.items}"
        actions = [compile_action(one, machine) for one in effect.actions]
        return _compiled(
            text, effect, lambda one: each_item(text, _value_of(one.items), one.item, one.index, actions)
        )
    return NoAction()


def _compile_raise(effect: RaiseEffect) -> Action:
    return RaiseAction(effect.event) if effect.data is None else raise_with(effect.event, _value_of(effect.data))


def _compile_send(effect: SendEffect) -> Action:
    data = None if effect.data is None else _value_of(effect.data)
    if effect.delay is None and effect.to is None:
        return send_event(effect.event, data)
    settings: dict[str, Any] = {
        "data": data,
        "delay": None if effect.delay is None else _duration_of(effect.delay),
        "id": effect.id,
        "to": effect.to,
    }
    return send_away(effect.event, settings)


def compile_invocations(state: JsonObject) -> list[Action]:
    """The actions that begin the work of a state."""
    return [_compile_invocation(work) for work in invocations_of(state)]


def _compile_invocation(work: Invocation) -> Action:
    return _compiled(
        f"invoke {work.id}",
        work,
        lambda one: invoke(one.id, one.source, None if one.input is None else _value_of(one.input)),
    )


def compile_output(state: str, text: str) -> Action:
    """The action that gives the output of a final state."""
    return _compiled(f"output {text}", text, lambda one: give_output(state, one, _value_of(one)))


def _compiled(text: str, source: _Source, compile: Callable[[_Source], Action]) -> Action:
    """An action, or one that says why its text means nothing."""
    try:
        return compile(source)
    except ExpressionError as error:
        return BrokenAction(text, str(error))


def _value_of(text: str) -> Callable[[Any, Any], Any]:
    return _in_scope(compile_expression(parse_guard(text)))


def _compile_code(text: str, is_asynchronous: bool) -> Action:
    try:
        parsed = parse_action(text)
        if is_asynchronous and len(parsed) > 1:
            return statements(text, [_in_scope(compile_statements([one])) for one in parsed])
        return CodeAction(text, _in_scope(compile_statements(parsed)))
    except ExpressionError as error:
        return BrokenAction(text, str(error))


def _compile_timer_start(effect: TimerStartEffect, event: str) -> Action:
    try:
        duration = _duration_of(effect.duration)
        repeat = None if effect.repeat is None else _duration_of(effect.repeat)
    except ExpressionError as error:
        return BrokenAction(f"start timer {effect.timer}", str(error))
    return StartTimerAction(effect.timer, event, duration, repeat)


def _duration_of(value: str | float) -> Milliseconds:
    if not isinstance(value, str):
        return value
    # Blank text is 0 and "0x10" is 16: both are what the format says.
    number = number_of(value)
    return _in_scope(compile_expression(parse_guard(value))) if math.isnan(number) else number


def _in_scope(evaluate: Callable[[Any], Any]) -> Callable[[Any, Any], Any]:
    return lambda machine, payload: evaluate(machine.scope(payload))
