"""Plans the actions and guards of a machine."""

from __future__ import annotations

import math
from collections.abc import Callable

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
        return _attempt(f"raise {effect.event}", lambda: RaisePlan(effect.event, _plan_text(effect.data)))
    if isinstance(effect, SendEffect):
        return _attempt(
            f"send {effect.event}",
            lambda: SendPlan(
                effect.event,
                _plan_text(effect.data),
                None if effect.delay is None else _plan_duration(effect.delay),
                effect.id,
                effect.to,
            ),
        )
    if isinstance(effect, LogEffect):
        return _attempt(f"log {effect.value}", lambda: LogPlan(effect.value, parse_guard(effect.value)))
    if isinstance(effect, IfEffect):
        text = f"if {effect.condition}"
        then, otherwise = _plan_all(effect.then, event_of_timer), _plan_all(effect.otherwise, event_of_timer)
        return _attempt(text, lambda: IfPlan(text, parse_guard(effect.condition), then, otherwise))
    if isinstance(effect, ForEachEffect):
        text = f"for each {effect.item} of {effect.items}"
        actions = _plan_all(effect.actions, event_of_timer)
        return _attempt(
            text, lambda: ForEachPlan(text, parse_guard(effect.items), effect.item, effect.index, actions)
        )
    return None


def _plan_all(actions: list[JsonObject], event_of_timer: Callable[[str], str]) -> list[ActionPlan]:
    plans = (plan_action(action, event_of_timer) for action in actions)
    return [plan for plan in plans if plan is not None]


def _attempt(text: str, plan: Callable[[], ActionPlan]) -> ActionPlan:
    try:
        return plan()
    except ExpressionError as error:
        return BrokenPlan(text, str(error))


def plan_invocations(state: JsonObject) -> list[ActionPlan]:
    """The actions that begin the work of a state."""
    return [_plan_invocation(work) for work in invocations_of(state)]


def _plan_invocation(work: Invocation) -> ActionPlan:
    return _attempt(f"invoke {work.id}", lambda: InvokePlan(work.id, work.source, _plan_text(work.input)))


def plan_output(state: JsonObject) -> list[ActionPlan]:
    """The action that gives the output of a final state."""
    text = output_of(state)
    return [] if text is None else [_attempt(f"output {text}", lambda: OutputPlan(state["name"], text, parse_guard(text)))]


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
