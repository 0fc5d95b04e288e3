"""The rule about event-less transitions that never end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..members import initial_of
from .rule import Remark, quoted
from .sites import StateSite, TransitionSite, first_child, is_below, is_leaf
from .survey import Survey

# The most states of a loop in a message.
_MOST_NAMES = 8


def check_endless(survey: Survey) -> Iterator[Remark]:
    """W115: event-less transitions without guards lead round in a circle of states."""
    seen: set[StateSite] = set()
    ways = _event_less_ways(survey)
    remarks: list[Remark] = []
    for start in survey.states if ways else ():
        # Each leaf has at most one way on: the walk ends at a rest, in a loop, or on an earlier walk.
        walk: dict[StateSite, TransitionSite] = {}
        leaf = start if is_leaf(start) else None
        while leaf and leaf not in seen:
            seen.add(leaf)
            way = _way_on(leaf, ways)
            if way is None:
                break
            walk[leaf] = way
            leaf = _leaf_of(survey, way.to)
        if leaf and leaf in walk:
            remarks.extend(_remark(walk, leaf))
    yield from remarks


def _remark(walk: Mapping[StateSite, TransitionSite], first: StateSite) -> Iterator[Remark]:
    leaves = list(walk)
    loop = leaves[leaves.index(first) :]
    way = walk[first]
    # A transition to its own source is a finding of W114.
    if len(loop) == 1 and way.target == way.source.name:
        return
    names = [quoted(site.name) for site in [*loop, first]]
    shown = [*names[:_MOST_NAMES], f"… ({len(loop)} states)"] if len(names) > _MOST_NAMES + 1 else names
    message = (
        f"Event-less transitions lead round without end: {' → '.join(shown)}: "
        f"give one of them an event or a guard."
    )
    yield Remark(message, way.path, way.source.name)


def _event_less_ways(survey: Survey) -> dict[StateSite, TransitionSite]:
    """The event-less transitions of the states that have any, the first of each."""
    ways: dict[StateSite, TransitionSite] = {}
    for transition in survey.transitions:
        if transition.event is None and transition.source.kind != "history":
            ways.setdefault(transition.source, transition)
    return ways


def _way_on(leaf: StateSite, ways: Mapping[StateSite, TransitionSite]) -> TransitionSite | None:
    """The event-less transition that is certainly taken in a leaf; none where a guard or a final state decides."""
    if leaf.kind == "final":
        return None
    at: StateSite | None = leaf
    while at:
        way = ways.get(at)
        if way:
            return way if way.condition is None and way.to else None
        # Above a parallel state the other regions decide too.
        if at.slot == "region":
            return None
        at = at.parent
    return None


def _leaf_of(survey: Survey, target: StateSite | None) -> StateSite | None:
    """The leaf that entering a state leads to; none with regions, and for history, which depends on the run."""
    at = target
    while at and not is_leaf(at):
        if at.regions:
            return None
        initial = initial_of(at.state)
        named = None if initial is None else survey.by_name.get(initial)
        at = named if named and is_below(named, at) else first_child(at)
    return None if at is None or at.kind == "history" else at
