"""The rule about what nothing uses."""

from __future__ import annotations

from collections.abc import Iterator

from ..runtime.wildcard import is_wildcard, matches_event
from .rule import Remark, quoted
from .survey import Survey


def check_unused(survey: Survey) -> Iterator[Remark]:
    """W105: nothing in the machine uses an event or a timer."""
    if not survey.root:
        return
    awaited = {event for transition in survey.transitions for event in transition.events}
    wildcards = [*filter(is_wildcard, awaited)]

    def is_awaited(id: str) -> bool:
        return id in awaited or any(matches_event(wildcard, id) for wildcard in wildcards)

    effects = [action.effect for action in survey.actions]
    started = {effect.timer for effect in effects if effect.kind == "timerStart"}
    for event in survey.events:
        id = event.value.get("id")
        if not isinstance(id, str) or is_awaited(id):
            continue
        message = f"No transition waits for the event {quoted(id)}: add one, or remove the event."
        yield Remark(message, event.path, id)
    for timer in survey.timers:
        id, name = timer.value.get("id"), timer.value.get("name")
        if not isinstance(id, str) or not isinstance(name, str):
            continue
        if name not in started:
            message = f'No action starts the timer {quoted(name)}: add a "timerStart", or remove the timer.'
        elif not is_awaited(id):
            message = (
                f"No transition waits for {quoted(id)}, the event of the timer {quoted(name)}: "
                f"add one, or remove the timer."
            )
        else:
            continue
        yield Remark(message, timer.path, id)
