"""Runs charts: what generated code and the interpreter stand on. ``engine/RUNTIME.md`` describes it."""

from __future__ import annotations

from ..expression.errors import EvaluationError
from .actions import Action, broken, code, raise_event, start_timer, statements, stop_timer
from .chart import Chart
from .clock import Clock, SystemClock, system_clock
from .context import Context
from .context_async import ContextAsync
from .context_base import ContextBase, EndHandler
from .errors import MachineRuntimeError
from .guard import GuardFn, RegisteredAction, RegisteredGuard
from .initial_data import host_functions, with_initial
from .observer import IObserver
from .observer_console import ObserverConsole
from .observer_lines import ObserverLines
from .observer_logger import ObserverLogger
from .observer_null import ObserverNull
from .observer_trace import ObserverTrace, TraceEvent
from .results import Payload, SendReason, SendResult
from .simulated_clock import SimulatedClock
from .snapshot import MachineSnapshot
from .state import State
from .state_kind import StateKind
from .stepping import MICROSTEP_LIMIT
from .structured import (
    choose_actions,
    each_item,
    give_output,
    log_text,
    raise_with,
    send_away,
    send_event,
)
from .timers import TimerListener, TimerSet
from .transition import Transition, transition
from .transition_helper import TransitionHelper
from .values import (
    add,
    and_,
    assign,
    call,
    call_held,
    call_item,
    call_member,
    call_name,
    contains,
    div,
    eq,
    ge,
    gt,
    held,
    in_state,
    item,
    le,
    lt,
    member,
    mod,
    mul,
    ne,
    neg,
    or_,
    own,
    pos,
    pow,
    read,
    set_member,
    sub,
    truthy,
)
from .work import ChildFactory, Receiver, Task, TaskResult, TaskTools, invoke, stop_invoke

__all__ = [
    "MICROSTEP_LIMIT",
    "Action",
    "Chart",
    "ChildFactory",
    "Clock",
    "Context",
    "ContextAsync",
    "ContextBase",
    "EndHandler",
    "EvaluationError",
    "GuardFn",
    "IObserver",
    "MachineRuntimeError",
    "MachineSnapshot",
    "ObserverConsole",
    "ObserverLines",
    "ObserverLogger",
    "ObserverNull",
    "ObserverTrace",
    "Payload",
    "Receiver",
    "RegisteredAction",
    "RegisteredGuard",
    "SendReason",
    "SendResult",
    "SimulatedClock",
    "State",
    "StateKind",
    "SystemClock",
    "Task",
    "TaskResult",
    "TaskTools",
    "TimerListener",
    "TimerSet",
    "TraceEvent",
    "Transition",
    "TransitionHelper",
    "add",
    "and_",
    "assign",
    "broken",
    "call",
    "call_held",
    "call_item",
    "call_member",
    "call_name",
    "choose_actions",
    "code",
    "contains",
    "div",
    "each_item",
    "eq",
    "ge",
    "give_output",
    "gt",
    "held",
    "host_functions",
    "in_state",
    "invoke",
    "item",
    "le",
    "log_text",
    "lt",
    "member",
    "mod",
    "mul",
    "ne",
    "neg",
    "or_",
    "own",
    "pos",
    "pow",
    "raise_event",
    "raise_with",
    "read",
    "send_away",
    "send_event",
    "set_member",
    "start_timer",
    "statements",
    "stop_invoke",
    "stop_timer",
    "sub",
    "system_clock",
    "transition",
    "truthy",
    "with_initial",
]
