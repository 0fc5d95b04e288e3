"""Completions: the events that say that a state is complete."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set

from ..members import join_target_of
from ..runtime.wildcard import is_wildcard, matches_event
from .per_survey import per_survey
from .rule import Remark, quoted
from .sites import StateSite, is_leaf
from .survey import Survey

_PREFIX = "done.state."


def completed_name(event: str) -> str | None:
    """The name of the state whose completion an event id announces; None for any other event."""
    return event[len(_PREFIX) :] if event.startswith(_PREFIX) else None


def completion_of(name: str) -> str:
    """The id of the event that announces the completion of a state."""
    return _PREFIX + name


@per_survey
def sent_completions(survey: Survey) -> Set[str]:
    """The completions that actions send by themselves.

    They raise them, or start a timer that no source declares and that sends its name.
    """
    sent: set[str] = set()
    for action in survey.actions:
        effect = action.effect
        event = effect.event if effect.kind == "raise" else effect.timer if effect.kind == "timerStart" else None
        if event is not None and completed_name(event) is not None:
            sent.add(event)
    return sent


_UNDECLARED = re.compile(r"after\.|(?:done|error)\.invoke\.|error\.action\Z")
"""Events that need no declaration: those of delays, of invoked work and of failures."""


def is_known_event(survey: Survey, event: str) -> bool:
    """Whether an event is declared, or is the completion of a state that can complete."""
    if event in survey.model.event_map or is_wildcard(event) or _UNDECLARED.match(event):
        return True
    name = completed_name(event)
    state = None if name is None else survey.by_name.get(name)
    return state is not None and bool(state.children or state.regions)


def check_completions(survey: Survey) -> Iterator[Remark]:
    """W110: a final state inside a composite completes it, and no transition waits for that."""
    awaited = {event for transition in survey.transitions for event in transition.events}
    wildcards = [*filter(is_wildcard, awaited)]
    for site in survey.states:
        parent = site.parent
        if site.kind != "final" or site.slot != "child" or not parent or not is_leaf(site):
            continue
        if parent.regions or _is_handled(parent, survey, awaited):
            continue
        if any(matches_event(wildcard, completion_of(parent.name)) for wildcard in wildcards):
            continue
        yield Remark(
            f"Nothing happens when {quoted(site.name)} completes {quoted(parent.name)}: "
            f"add a transition on {quoted(completion_of(parent.name))}, or move the final state to the top.",
            site.path,
            site.name,
        )


def _is_handled(completed: StateSite, survey: Survey, awaited: Set[str]) -> bool:
    bubbles = survey.settings.get("completion") == "bubble"
    is_passed_on = False
    site: StateSite | None = completed
    while site:
        if site.slot == "root" or completion_of(site.name) in awaited:
            return True
        if site.regions and join_target_of(site.state) is not None:
            return True
        # A region that an inner completion was passed on to is not complete for its parallel state.
        if is_passed_on if site.slot == "region" else not bubbles:
            return False
        if site.slot != "region":
            is_passed_on = True
        site = site.parent
    return False
