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
    kind: Literal["raise"] = "raise"


@dataclass(frozen=True)
class NoEffect:
    """Does nothing."""

    kind: Literal["none"] = "none"


ActionEffect = Union[CodeEffect, TimerStartEffect, TimerStopEffect, RaiseEffect, NoEffect]
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

    Of several members the first of ``code``, ``timerStart``, ``timerStop`` and ``raise`` counts; blank text and
    members of the wrong type count as absent.
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
    return _NO_EFFECT if event is None else RaiseEffect(event)


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
