"""Rules about delays, and timers that should be delays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..actions import RaiseEffect, SendEffect, TimerStartEffect, TimerStopEffect
from ..numbers import number_text
from ..runtime.wildcard import is_wildcard, matches_event
from .rule import Remark, quoted
from .sites import ActionSite, StateSite
from .survey import Survey


def check_delays(survey: Survey) -> Iterator[Remark]:
    """W120: a transition has both a delay and an event."""
    for site in survey.transitions:
        if site.transition.get("after") is None or not site.events:
            continue
        message = (
            f'The transition of {quoted(site.source.name)} on {quoted(site.events[0])} has "after" too, '
            f"which is ignored: remove it, or make a transition of its own of it."
        )
        yield Remark(message, f"{site.path}/after", site.source.name)


@dataclass
class _Starts:
    """Starts of one timer."""

    on_entry: dict[StateSite, ActionSite] = field(default_factory=dict)
    is_other: bool = False
    """Whether ``after`` cannot replace all of them."""


def check_lasting_timers(survey: Survey) -> Iterator[Remark]:
    """W126: a timer that states start on entry to wait for it themselves, and that nothing stops."""
    if not survey.timers:
        return
    starts: dict[str, _Starts] = {}
    stopped: set[str] = set()
    # Events that something else than a timer sends, or that a transition awaits with others.
    others: set[str] = set()
    for action in survey.actions:
        effect = action.effect
        if isinstance(effect, TimerStopEffect):
            stopped.add(effect.timer)
        elif isinstance(effect, (RaiseEffect, SendEffect)):
            others.add(effect.event)
        elif isinstance(effect, TimerStartEffect):
            known = starts.setdefault(effect.timer, _Starts())
            if effect.repeat is not None or not action.is_on_entry or action.owner in known.on_entry:
                known.is_other = True
            else:
                known.on_entry[action.owner] = action
    waiting: dict[str, dict[StateSite, None]] = {}
    for transition in survey.transitions:
        for event in transition.events:
            if len(transition.events) > 1:
                others.add(event)
            waiting.setdefault(event, {})[transition.source] = None
    wildcards = [*filter(is_wildcard, waiting)]
    for timer in survey.timers:
        id, name = timer.value.get("id"), timer.value.get("name")
        if not isinstance(id, str) or not isinstance(name, str):
            continue
        found = starts.get(name)
        if found is None or found.is_other or name in stopped or id in others:
            continue
        if any(matches_event(wildcard, id) for wildcard in wildcards):
            continue
        sources = waiting.get(id, {})
        if not all(source in found.on_entry for source in sources):
            continue
        for source in sources:
            yield _lasting(found.on_entry[source], name, id)


def _lasting(start: ActionSite, name: str, id: str) -> Remark:
    effect, state = start.effect, quoted(start.owner.name)
    duration = effect.duration if effect.kind == "timerStart" else ""
    written = quoted(duration) if isinstance(duration, str) else number_text(duration)
    message = (
        f"State {state} starts the timer {quoted(name)}, and nothing stops it when the state is left: "
        f'write "after": {written} on the transition in place of the event {quoted(id)}, and remove the timer.'
    )
    return Remark(message, start.path, start.owner.name)
