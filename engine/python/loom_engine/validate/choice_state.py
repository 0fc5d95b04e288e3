"""The rule about choices."""

from __future__ import annotations

from collections.abc import Iterator

from ..actions import actions_of
from ..members import delay_of, event_of, invocations_of
from .rule import Remark, quoted
from .sites import StateSite
from .survey import Survey


def check_choices(survey: Survey) -> Iterator[Remark]:
    """W119: a choice has what a state that is left at once cannot use, or no way that is always open."""
    for site in survey.states:
        if site.state.get("kind") != "choice":
            continue
        for message, at in _remarks(site):
            yield Remark(f"The choice {quoted(site.name)} {message}", site.path + at, site.name)


def _remarks(site: StateSite) -> Iterator[tuple[str, str]]:
    if site.children or site.regions:
        message = "has states inside and runs as a normal state: make it one, or move them out."
        yield message, "/states" if site.children else "/parallel"
    for member in ("onEntry", "onExit"):
        block = site.state.get(member)
        if actions_of(block):
            message = "has actions of its own: put them on the transitions that lead there or away."
            yield message, f"/{member}/actions" if isinstance(block, dict) else f"/{member}"
    if invocations_of(site.state):
        yield "is left before its work begins: invoke it in the state that follows.", "/invoke"
    for way in site.transitions:
        if way.event is None:
            continue
        members = way.transition
        at = "after" if delay_of(members) is not None else "event" if event_of(members) else "events"
        message = (
            f"is left at once, and its transition on {quoted(way.event)} never taken: "
            f'remove "{at}", and write a condition.'
        )
        yield message, f"/transitions/{way.index}/{at}"
    if site.transitions and all(way.event is not None or way.condition is not None for way in site.transitions):
        message = (
            "has no way that is always open, and the machine stays in it when no condition is true: "
            "add a last transition without a condition."
        )
        yield message, "/transitions"
