"""Plans the actions and guards of a machine."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeVar

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
from ..expression.ast import Expression
from ..expression.errors import ExpressionError
from ..expression.parse import parse_action, parse_guard
from ..members import Invocation, JsonObject, invocations_of, output_of
from ..number_of import number_of
from ..numbers import as_double, whole
from .plan import (
    ActionPlan,
    BrokenPlan,
    CodeActionPlan,
    DurationPlan,
    ForEachPlan,
    GuardPlan,
    IfPlan,
    InvokePlan,
    LogPlan,
    OutputPlan,
    RaisePlan,
    SendPlan,
    StartTimerPlan,
    StopTimerPlan,
)


_Planned = TypeVar("_Planned")


def plan_action(action: JsonObject, event_of_timer: Callable[[str], str]) -> ActionPlan | None:
    """The plan of an action; None for one that does nothing."""
    effect = effect_of(action)
    if isinstance(effect, CodeEffect):
        try:
            return CodeActionPlan(effect.code, parse_action(effect.code))
        except ExpressionError as error:
            return BrokenPlan(effect.code, str(error))
    if isinstance(effect, TimerStartEffect):
        return _plan_timer_start(effect, event_of_timer)
    if isinstance(effect, TimerStopEffect):
        return StopTimerPlan(effect.timer)
    if isinstance(effect, RaiseEffect):
        return _attempt(f"raise {effect.event}", effect, lambda one: RaisePlan(one.event, _plan_text(one.data)))
    if isinstance(effect, SendEffect):
        return _attempt(f"send {effect.event}", effect, _plan_send)
    if isinstance(effect, LogEffect):
        return _attempt(f"log {effect.value}", effect, lambda one: LogPlan(one.value, parse_guard(one.value)))
    if isinstance(effect, IfEffect):
        text = f"if {effect.condition}"
        then, otherwise = _plan_all(effect.then, event_of_timer), _plan_all(effect.otherwise, event_of_timer)
        return _attempt(text, effect, lambda one: IfPlan(text, parse_guard(one.condition), then, otherwise))
    if isinstance(effect, ForEachEffect):
        text = f"for each {effect.item} of {effect.items}"
        actions = _plan_all(effect.actions, event_of_timer)
        return _attempt(
            text, effect, lambda one: ForEachPlan(text, parse_guard(one.items), one.item, one.index, actions)
        )
    return None


def _plan_all(actions: list[JsonObject], event_of_timer: Callable[[str], str]) -> list[ActionPlan]:
    plans = (plan_action(action, event_of_timer) for action in actions)
    return [plan for plan in plans if plan is not None]


def _plan_send(effect: SendEffect) -> ActionPlan:
    delay = None if effect.delay is None else _plan_duration(effect.delay)
    return SendPlan(effect.event, _plan_text(effect.data), delay, effect.id, effect.to)


def _attempt(text: str, effect: _Planned, plan: Callable[[_Planned], ActionPlan]) -> ActionPlan:
    try:
        return plan(effect)
    except ExpressionError as error:
        return BrokenPlan(text, str(error))


def plan_invocations(state: JsonObject) -> list[ActionPlan]:
    """The actions that begin the work of a state."""
    return [_plan_invocation(work) for work in invocations_of(state)]


def _plan_invocation(work: Invocation) -> ActionPlan:
    return _attempt(f"invoke {work.id}", work, lambda one: InvokePlan(one.id, one.source, _plan_text(one.input)))


def plan_output(state: JsonObject) -> list[ActionPlan]:
    """The action that gives the output of a final state."""
    text = output_of(state)
    if text is None:
        return []
    return [_attempt(f"output {text}", text, lambda one: OutputPlan(state["name"], one, parse_guard(one)))]


def _plan_text(text: str | None) -> Expression | None:
    return None if text is None else parse_guard(text)


def plan_guard(condition: str | None) -> GuardPlan:
    """What a guard means, or why it means nothing."""
    if condition is None:
        return GuardPlan(None, None, None)
    try:
        return GuardPlan(condition, parse_guard(condition), None)
    except ExpressionError as error:
        return GuardPlan(condition, None, str(error))


def _plan_timer_start(effect: TimerStartEffect, event_of_timer: Callable[[str], str]) -> ActionPlan:
    try:
        return StartTimerPlan(
            effect.timer,
            event_of_timer(effect.timer),
            _plan_duration(effect.duration),
            None if effect.repeat is None else _plan_duration(effect.repeat),
        )
    except ExpressionError as error:
        return BrokenPlan(f"start timer {effect.timer}", str(error))


def _plan_duration(value: str | float) -> DurationPlan:
    # Blank text is 0 and 0x10 is 16: both are what the format says.
    number = number_of(value) if isinstance(value, str) else as_double(value)
    if not math.isnan(number):
        return whole(number)
    return parse_guard(value if isinstance(value, str) else "NaN")
