"""Which states some run of a machine may enter."""

from __future__ import annotations

from ..members import initial_of, join_target_of
from .completion import completed_name, sent_completions
from .sites import StateSite, TransitionSite, first_child, is_below, is_leaf
from .survey import Survey


class Reachable:
    """The states that some run of the machine may enter; for a history state, whether something leads to it."""

    def __init__(self, reached: bytearray) -> None:
        """The states whose flag, at their place in document order, is set."""
        self._reached = reached

    def __contains__(self, site: StateSite) -> bool:
        return self._reached[site.order] == 1


def reachable_states(survey: Survey) -> Reachable:
    """The states that some run of the machine may enter.

    Guards count as passing and events as happening, so that what is left out really is out of reach; only completions
    are followed: a transition on ``done.state.X`` counts once X can complete, or an action raises it.
    """
    return Reachable(_Reach(survey).run())


class _Reach:
    """A worklist over the tree: every state is reached once, entered by default once and completed once."""

    def __init__(self, survey: Survey) -> None:
        self._survey = survey
        self._sent = sent_completions(survey)
        self._bubbles = survey.settings.get("completion") == "bubble"
        # One flag for each state, at its place in document order.
        self._reached = bytearray(len(survey.states))
        self._entered = bytearray(len(survey.states))
        self._completed = bytearray(len(survey.states))
        # The regions that count as complete for their parallel state.
        self._closed: set[StateSite] = set()
        # Parallel states that are entered, with the number of their regions that are not complete.
        self._open_regions: dict[StateSite, int] = {}
        # Transitions of reached states that wait for the completion of a state.
        self._waiting: dict[StateSite, list[TransitionSite]] = {}
        self._to_enter: list[StateSite] = []
        self._to_complete: list[StateSite] = []

    def run(self) -> bytearray:
        if self._survey.root:
            self._to_enter.append(self._survey.root)
        while self._to_enter or self._to_complete:
            if self._to_enter:
                self._enter(self._to_enter.pop())
            else:
                self._complete(self._to_complete.pop())
        return self._reached

    def _enter(self, site: StateSite) -> None:
        """The state is entered as a target or by default: with all that stands above it and what it begins with."""
        if self._entered[site.order]:
            return
        self._entered[site.order] = 1
        self._reach_with_ancestors(site)
        if site.kind == "history":
            return self._enter_history(site)
        if site.regions:
            return self._enter_regions(site)
        named = self._find(initial_of(site.state))
        first = named if named and is_below(named, site) else first_child(site)
        if first:
            self._to_enter.append(first)

    def _enter_history(self, site: StateSite) -> None:
        """Without a record a history state stands for its own default target, else for what its parent begins with."""
        default = next((transition for transition in site.transitions if transition.event is None), None)
        if not site.parent:
            return
        if default and default.to and is_below(default.to, site.parent):
            self._to_enter.append(default.to)
            return
        self._to_enter.append(site.parent)
        first = first_child(site.parent)
        if first and initial_of(site.parent.state) == site.name:
            self._to_enter.append(first)

    def _enter_regions(self, parallel: StateSite) -> None:
        if parallel in self._open_regions:
            return
        regions = [region for region in parallel.regions if region.kind != "history"]
        self._open_regions[parallel] = len(regions)
        self._to_enter.extend(regions)

    def _reach_with_ancestors(self, site: StateSite) -> None:
        at: StateSite | None = site
        while at and not self._reached[at.order]:
            self._reached[at.order] = 1
            if at.slot == "region" and at.parent:
                self._enter_regions(at.parent)
            if at.kind != "history":
                self._activate(at)
            at = at.parent

    def _activate(self, site: StateSite) -> None:
        """What may happen once the state is active."""
        for transition in site.transitions:
            self._follow(transition)
        if site.kind == "final" and site.slot == "child" and site.parent and is_leaf(site):
            self._to_complete.append(site.parent)

    def _follow(self, transition: TransitionSite) -> None:
        if not transition.all_to:
            return
        origin = None if len(transition.events) > 1 else self._completion_origin(transition.event)
        if not origin or self._completed[origin.order]:
            self._to_enter.extend(transition.all_to)
        else:
            self._waiting.setdefault(origin, []).append(transition)

    def _completion_origin(self, event: str | None) -> StateSite | None:
        """The state whose completion is the only thing that can send the event."""
        name = None if event is None else completed_name(event)
        if name is None or event in self._survey.model.event_map or event in self._sent:
            return None
        return self._find(name)

    def _complete(self, site: StateSite) -> None:
        self._announce(site)
        if site.slot != "region" or not site.parent or site in self._closed:
            return
        self._closed.add(site)
        self._complete_region_of(site.parent)

    def _announce(self, site: StateSite) -> None:
        """What waits for the completion of the state goes on."""
        if self._completed[site.order]:
            return
        self._completed[site.order] = 1
        for transition in self._waiting.get(site, ()):
            self._follow(transition)
        join = self._find(join_target_of(site.state)) if site.regions else None
        if join:
            self._to_enter.append(join)
        if not self._bubbles or not site.parent or site.slot == "region":
            return
        # A region that an inner completion passes on to is not complete for its parallel state.
        if site.parent.slot == "region":
            self._announce(site.parent)
        else:
            self._to_complete.append(site.parent)

    def _complete_region_of(self, parallel: StateSite) -> None:
        still_open = self._open_regions.get(parallel, 0) - 1
        self._open_regions[parallel] = still_open
        if still_open == 0:
            self._to_complete.append(parallel)

    def _find(self, name: str | None) -> StateSite | None:
        return None if name is None else self._survey.by_name.get(name)
