"""Rules about ways into states and out of them."""

from __future__ import annotations

from collections.abc import Iterator, Set

from .completion import completed_name, sent_completions
from .per_survey import per_survey
from .reach import reachable_states
from .rule import Remark, quoted
from .sites import StateSite, TransitionSite, is_leaf, is_within
from .survey import Survey

_reachable_of = per_survey(reachable_states)


def check_reachable(survey: Survey) -> Iterator[Remark]:
    """W101: no run of the machine can enter a state; what is inside it is not reported again."""
    reached = _reachable_of(survey)
    for site in survey.states:
        parent = site.parent
        if site in reached or not parent or parent not in reached:
            continue
        # Of a repeated name (V002) only the last state can be named.
        if survey.by_name.get(site.name) is not site:
            continue
        if site.slot == "child" and parent.regions:
            continue
        group = "" if site.end - site.order == 1 else ", nor anything inside it"
        yield Remark(
            f"No transition leads to the history state {quoted(site.name)}: lead one there, or remove it."
            if site.kind == "history"
            else f"State {quoted(site.name)} can never be entered{group}: lead a transition there, or remove it.",
            site.path,
            site.name,
        )


def check_dead_ends(survey: Survey) -> Iterator[Remark]:
    """W104: a state that is not final has no way out, and nothing happens in it."""
    reached = _reachable_of(survey)
    escapes, sent = _region_escapes(survey), sent_completions(survey)
    for site in survey.states:
        if site.kind != "normal" or site.slot != "child" or not is_leaf(site):
            continue
        if site not in reached or site.transitions or _has_way_out(site, escapes, sent):
            continue
        yield Remark(
            f"State {quoted(site.name)} has no way out and is not final: "
            f'add a transition, or set its kind to "final".',
            site.path,
            site.name,
        )


def _has_way_out(leaf: StateSite, escapes: Set[StateSite], sent: Set[str]) -> bool:
    """Whether a transition of an ancestor, or one that ends a surrounding parallel state, leads away from a leaf."""
    above = leaf.parent
    while above:
        if above in escapes or any(_leads_away(transition, leaf, sent) for transition in above.transitions):
            return True
        above = above.parent
    return False


def _leads_away(transition: TransitionSite, leaf: StateSite, sent: Set[str]) -> bool:
    """A completion of an ancestor that no action sends does not happen while the leaf, which is not final, is active."""
    event, target = transition.event, transition.target
    if target is None or target == leaf.name:
        return False
    completed = None if event is None else completed_name(event)
    if completed is None or event in sent:
        return True
    above = leaf.parent
    while above:
        if above.name == completed:
            return False
        above = above.parent
    return True


def _region_escapes(survey: Survey) -> Set[StateSite]:
    """The parallel states that a transition from inside one of their regions leaves."""
    escapes: set[StateSite] = set()
    for transition in survey.transitions:
        for to in transition.all_to:
            region = transition.source.region
            while region:
                if region.parent and not is_within(to, region):
                    escapes.add(region.parent)
                region = region.parent.region if region.parent else None
    return escapes
