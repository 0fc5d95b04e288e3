"""Rules about names that must lead to something."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeGuard

from ..actions import RaiseEffect, SendEffect
from ..members import initial_of, join_target_of, text_of
from ..space import is_blank
from .completion import completed_name, is_known_event
from .rule import Remark, quoted, suggester
from .sites import ActionSite, StateSite, is_below
from .survey import Survey


def check_events(survey: Survey) -> Iterator[Remark]:
    """V005: a transition waits for an event, or an action raises one, that no source declares."""
    hint = suggester(lambda: survey.model.event_map)

    def advice(event: str) -> str:
        return _undeclared(survey, event) or f"declare it as an event.{hint(event)}"

    for transition in survey.transitions:
        source, members = transition.source, transition.transition
        for event in transition.events:
            if is_known_event(survey, event):
                continue
            is_first = event == text_of(members.get("event"))
            at = "event" if is_first else f"events/{place_in(members.get('events'), event)}"
            yield Remark(
                f"State {quoted(source.name)} waits for the undefined event {quoted(event)}: {advice(event)}",
                f"{transition.path}/{at}",
                source.name,
            )
    for action in survey.actions:
        effect, owner = action.effect, action.owner
        if not isinstance(effect, (RaiseEffect, SendEffect)) or is_known_event(survey, effect.event):
            continue
        if isinstance(effect, SendEffect) and effect.to is not None:
            continue  # Another machine's.
        verb, at = ("raises", "raise") if isinstance(effect, RaiseEffect) else ("sends", "send/event")
        yield Remark(
            f"State {quoted(owner.name)} {verb} the undefined event {quoted(effect.event)}: {advice(effect.event)}",
            f"{action.path}/{at}",
            owner.name,
        )


def _undeclared(survey: Survey, event: str) -> str | None:
    """What to do about a completion event that nothing will ever send."""
    name = completed_name(event)
    if name is None:
        return None
    if name in survey.by_name:
        return f"{quoted(name)} has no states inside and never completes; give it a final child or name another state."
    return f"no state is called {quoted(name)}; name a state that has a final child."


def check_targets(survey: Survey) -> Iterator[Remark]:
    """V006: a transition or the join of a parallel state leads to a state that does not exist."""
    hint = suggester(lambda: survey.by_name)
    for transition in survey.transitions:
        if transition.target is not None and not transition.to:
            yield _unknown_target(transition.source, transition.target, f"{transition.path}/nextState", hint)
        for name in transition.further:
            if name not in survey.by_name:
                place = place_in(transition.transition.get("nextStates"), name)
                yield _unknown_target(transition.source, name, f"{transition.path}/nextStates/{place}", hint)
    for site in survey.states:
        join = join_target_of(site.state)
        if join is not None and join not in survey.by_name:
            yield _unknown_target(site, join, f"{site.path}/parallel/nextState", hint)


def place_in(names: object, name: str) -> int:
    """The place of a name in a list."""
    return [text_of(item) for item in names].index(name) if isinstance(names, list) else 0


def _unknown_target(site: StateSite, target: str, path: str, hint: Callable[[str], str]) -> Remark:
    return Remark(
        f"State {quoted(site.name)} leads to the undefined state {quoted(target)}: "
        f"add it or name another.{hint(target)}",
        path,
        site.name,
    )


def check_timer_names(survey: Survey) -> Iterator[Remark]:
    """V014: an action starts or stops a timer that no source declares."""
    timers = survey.model.timer_map
    hint = suggester(lambda: timers)

    def is_unknown(timer: object) -> TypeGuard[str]:
        return isinstance(timer, str) and not is_blank(timer) and timer not in timers

    def unknown_timer(site: ActionSite, verb: str, timer: str, member: str) -> Remark:
        return Remark(
            f"State {quoted(site.owner.name)} {verb} the undefined timer {quoted(timer)}: "
            f"declare a timer of that name.{hint(timer)}",
            f"{site.path}/{member}",
            site.owner.name,
        )

    for site in survey.actions:
        start, stop = site.action.get("timerStart"), site.action.get("timerStop")
        timer = start.get("timer") if isinstance(start, dict) else None
        if is_unknown(timer):
            yield unknown_timer(site, "starts", timer, "timerStart/timer")
        if is_unknown(stop):
            yield unknown_timer(site, "stops", stop, "timerStop")


def check_initial(survey: Survey) -> Iterator[Remark]:
    """W112: ``initial`` names no state below the one that has it."""
    for site in survey.states:
        initial = initial_of(site.state)
        if initial is None:
            continue
        path = f"{site.path}/initial"
        if site.regions:
            message = f'State {quoted(site.name)} enters all its regions, so "initial" means nothing here: remove it.'
            yield Remark(message, path, site.name)
            continue
        named = survey.by_name.get(initial)
        if named and is_below(named, site):
            continue
        hint = suggester(lambda: [child.name for child in site.children])(initial)
        message = (
            f"State {quoted(site.name)} names {quoted(initial)} as initial, which is no state inside it: "
            f'name a child or remove "initial".{hint}'
        )
        yield Remark(message, path, site.name)
