"""What the actions of a definition do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Union

from .members import JsonObject
from .numbers import is_number
from .space import is_blank


@dataclass(frozen=True)
class CodeEffect:
    """Runs statements of the action language."""

    code: str
    kind: Literal["code"] = "code"


@dataclass(frozen=True)
class TimerStartEffect:
    """Starts a timer; a duration is a number of milliseconds or an expression."""

    timer: str
    duration: str | float
    repeat: str | float | None = None
    kind: Literal["timerStart"] = "timerStart"


@dataclass(frozen=True)
class TimerStopEffect:
    """Stops a timer."""

    timer: str
    kind: Literal["timerStop"] = "timerStop"


@dataclass(frozen=True)
class RaiseEffect:
    """Puts an event on the internal queue."""

    event: str
    data: str | None = None
    kind: Literal["raise"] = "raise"


@dataclass(frozen=True)
class SendEffect:
    """Sends an event, now or later, to the machine itself or to another."""

    event: str
    data: str | None = None
    delay: str | float | None = None
    """Milliseconds."""
    id: str | None = None
    """The name by which it is cancelled."""
    to: str | None = None
    """The machine that gets it: the id of an invoked one, or ``parent``."""
    kind: Literal["send"] = "send"


@dataclass(frozen=True)
class IfEffect:
    """Runs one list of actions or another."""

    condition: str
    then: list[JsonObject]
    otherwise: list[JsonObject]
    kind: Literal["if"] = "if"


@dataclass(frozen=True)
class ForEachEffect:
    """Runs actions once for each item of a list."""

    items: str
    item: str
    index: str
    actions: list[JsonObject]
    kind: Literal["forEach"] = "forEach"


@dataclass(frozen=True)
class LogEffect:
    """Gives a value to the observer."""

    value: str
    kind: Literal["log"] = "log"


@dataclass(frozen=True)
class NoEffect:
    """Does nothing."""

    kind: Literal["none"] = "none"


ActionEffect = Union[
    CodeEffect,
    TimerStartEffect,
    TimerStopEffect,
    RaiseEffect,
    SendEffect,
    IfEffect,
    ForEachEffect,
    LogEffect,
    NoEffect,
]
"""What one action does: exactly one thing."""

_NO_EFFECT = NoEffect()


def actions_of(block: object) -> list[JsonObject]:
    """The actions of an entry or exit block, or of a transition's list, one for one and in order.

    A plain string becomes ``{"code": ...}``, a block given as a list is that list, and an entry that is no action
    becomes one that does nothing, so that an index means the same here and in the document.
    """
    entries = block.get("actions") if isinstance(block, dict) else block
    return [_to_action(entry) for entry in entries] if isinstance(entries, list) else []


def _to_action(entry: object) -> JsonObject:
    if isinstance(entry, dict):
        return entry
    return {"code": entry} if isinstance(entry, str) else {}


def effect_of(action: JsonObject) -> ActionEffect:
    """What an action does.

    Of several members the first of ``code``, ``timerStart``, ``timerStop``, ``raise``, ``assign``, ``if``,
    ``forEach``, ``send``, ``cancel`` and ``log`` counts; blank text and members of the wrong type count as absent. An
    assignment is code.
    """
    code = _text(action.get("code"))
    if code is not None:
        return CodeEffect(code)
    timer_start = action.get("timerStart")
    if isinstance(timer_start, dict):
        return _timer_start_effect(timer_start)
    timer_stop = _text(action.get("timerStop"))
    if timer_stop is not None:
        return TimerStopEffect(timer_stop)
    event = _text(action.get("raise"))
    if event is not None:
        return RaiseEffect(event, _text(action.get("data")))
    assign, send = action.get("assign"), action.get("send")
    if isinstance(assign, dict):
        target, value = _text(assign.get("target")), _text(assign.get("value"))
        return _NO_EFFECT if target is None or value is None else CodeEffect(f"{target} = {value}")
    choice, loop = action.get("if"), action.get("forEach")
    if isinstance(choice, dict):
        return _if_effect(choice)
    if isinstance(loop, dict):
        return _for_each_effect(loop)
    if isinstance(send, dict):
        return _send_effect(send)
    id, value = _text(action.get("cancel")), _text(action.get("log"))
    if id is not None:
        return TimerStopEffect(id)
    return _NO_EFFECT if value is None else LogEffect(value)


def _if_effect(choice: JsonObject) -> ActionEffect:
    condition = _text(choice.get("condition"))
    if condition is None:
        return _NO_EFFECT
    return IfEffect(condition, actions_of(choice.get("then")), actions_of(choice.get("else")))


def _for_each_effect(loop: JsonObject) -> ActionEffect:
    items, item = _text(loop.get("list")), _text(loop.get("item"))
    if items is None or item is None:
        return _NO_EFFECT
    return ForEachEffect(items, item, _text(loop.get("index")) or "", actions_of(loop.get("actions")))


def _send_effect(send: JsonObject) -> ActionEffect:
    event, delay = _text(send.get("event")), _duration(send.get("delay"))
    if event is None:
        return _NO_EFFECT
    data, id, to = (_text(send.get(member)) for member in ("data", "id", "to"))
    return SendEffect(event, data, None if delay == "" else delay, id, to)


def _timer_start_effect(timer_start: JsonObject) -> ActionEffect:
    timer = _text(timer_start.get("timer"))
    if timer is None:
        return _NO_EFFECT
    duration = _duration(timer_start.get("duration"))
    repeat = _duration(timer_start.get("repeat"))
    return TimerStartEffect(timer, "" if duration is None else duration, None if repeat == "" else repeat)


def _text(member: Any) -> str | None:
    return member if isinstance(member, str) and not is_blank(member) else None


def _duration(member: Any) -> str | float | None:
    return member if isinstance(member, str) or is_number(member) else None
