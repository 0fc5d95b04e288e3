"""Rules about transitions that compete for one event."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ..space import trim
from ..utf16 import utf16_cut
from .rule import Remark, quoted
from .sites import TransitionSite
from .survey import Survey


@dataclass
class _Earlier:
    """What the earlier transitions of one state on one event leave for the later ones."""

    unguarded: bool = False
    guards: set[str] = field(default_factory=set)


def check_shadowed(survey: Survey) -> Iterator[Remark]:
    """W102: a transition can never be taken because an earlier one of its state always is."""
    for transition, earlier in _with_earlier(survey):
        condition = transition.condition
        if condition is None:
            continue
        if earlier.unguarded:
            reason = "an earlier one on the same event has no guard"
        elif trim(condition) in earlier.guards:
            reason = "an earlier one on the same event has the same guard"
        else:
            continue
        yield Remark(
            f"{_subject(transition)} can never be taken, because {reason}: reorder or remove it.",
            transition.path,
            transition.source.name,
        )


def check_nondeterminism(survey: Survey) -> Iterator[Remark]:
    """W103: two transitions of one state on one event have no guard."""
    for transition, earlier in _with_earlier(survey):
        if transition.condition is not None or not earlier.unguarded:
            continue
        yield Remark(
            f"{_subject(transition)} is the second one without a guard and the first is always taken: "
            f"give one a guard, or remove it.",
            transition.path,
            transition.source.name,
        )


def _with_earlier(survey: Survey) -> Iterator[tuple[TransitionSite, _Earlier]]:
    for site in survey.states:
        if len(site.transitions) < 2:
            continue
        by_event: dict[str | None, _Earlier] = {}
        for transition in site.transitions:
            earlier = by_event.setdefault(transition.event, _Earlier())
            yield transition, earlier
            condition = transition.condition
            if condition is None:
                earlier.unguarded = True
            else:
                earlier.guards.add(trim(condition))


def _subject(transition: TransitionSite) -> str:
    event, condition, target = transition.event, transition.condition, transition.target
    on = "event-less transition" if event is None else f"transition on {quoted(event)}"
    guard = "" if condition is None else f" [{utf16_cut(condition, 60)}]"
    to = "" if target is None else f" to {quoted(target)}"
    return f"The {on}{guard}{to} of {quoted(transition.source.name)}"
