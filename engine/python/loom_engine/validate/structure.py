"""Rules about what stands inside what."""

from __future__ import annotations

from collections.abc import Iterator

from ..members import initial_of, join_target_of
from .rule import Remark, quoted
from .sites import StateSite, TransitionSite, first_child, is_below, is_leaf, is_within
from .survey import Survey


def check_final_transitions(survey: Survey) -> Iterator[Remark]:
    """V007: a final state has transitions."""
    for site in survey.states:
        if site.kind != "final" or not site.transitions:
            continue
        yield Remark(
            f"The final state {quoted(site.name)} has transitions: remove them, or make it a normal state.",
            f"{site.path}/transitions",
            site.name,
        )


def check_final_children(survey: Survey) -> Iterator[Remark]:
    """V008: a final state has children or regions."""
    for site in survey.states:
        if site.kind != "final":
            continue
        if not site.children and not isinstance(site.state.get("parallel"), dict):
            continue
        yield Remark(
            f"The final state {quoted(site.name)} has states inside and runs as a normal one: "
            f"make it a normal state, or move them out.",
            f"{site.path}/{'states' if site.children else 'parallel'}",
            site.name,
        )


def check_initial_child(survey: Survey) -> Iterator[Remark]:
    """V009: what a composite enters by default is final, or it has nothing to enter."""
    for site in survey.states:
        if not site.children or site.regions:
            continue
        first = first_child(site)
        if not first:
            message = (
                f"State {quoted(site.name)} has only history states inside and nothing to enter: add a normal state."
            )
            yield Remark(message, f"{site.path}/states", site.name)
            continue
        named = _named_initial(survey, site)
        entered = named or first
        if entered.kind != "final" or not is_leaf(entered):
            continue
        yield Remark(
            f"State {quoted(site.name)} begins in its final state {quoted(entered.name)} and is complete at once: "
            f'put another state first, or name one in "initial".',
            f"{site.path}/initial" if named else first.path,
            site.name,
        )


def _named_initial(survey: Survey, site: StateSite) -> StateSite | None:
    initial = initial_of(site.state)
    named = None if initial is None else survey.by_name.get(initial)
    return named if named and is_below(named, site) else None


def check_regions(survey: Survey) -> Iterator[Remark]:
    """V010: a parallel state has fewer than two regions, or a region has no states."""
    for site in survey.states:
        if isinstance(site.state.get("parallel"), dict):
            yield from _check_regions_of(site)


def _check_regions_of(site: StateSite) -> Iterator[Remark]:
    real = [region for region in site.regions if region.kind != "history"]
    if len(real) < 2:
        has_list = isinstance(site.state["parallel"].get("states"), list)
        yield Remark(
            f"The parallel state {quoted(site.name)} needs at least 2 regions and has {len(real)}: "
            f"add regions, or nest the states plainly.",
            f"{site.path}/parallel/states" if has_list else f"{site.path}/parallel",
            site.name,
        )
    for region in real:
        if region.children or region.regions:
            continue
        yield Remark(
            f"The region {quoted(region.name)} has no states inside and never completes: add its states.",
            region.path,
            region.name,
        )


def check_region_borders(survey: Survey) -> Iterator[Remark]:
    """V011: a transition inside a region leads out, other than to where the parallel state goes when complete."""
    for transition in survey.transitions:
        region = _crossed_region(transition)
        if not region:
            continue
        source, target = transition.source, transition.target or ""
        parent = region.parent.name if region.parent else ""
        yield Remark(
            f"The transition of {quoted(source.name)} to {quoted(target)} leaves the region {quoted(region.name)} "
            f"and ends its parallel state: put it on {quoted(parent)}, or stay inside.",
            f"{transition.path}/nextState",
            source.name,
        )


def _crossed_region(transition: TransitionSite) -> StateSite | None:
    """The innermost region that the transition leaves against the rule."""
    to, region = transition.to, transition.source.region
    while to and region:
        if is_within(to, region):
            return None
        exit_name = join_target_of(region.parent.state) if region.parent else None
        if to.name != exit_name:
            return region
        region = region.parent.region if region.parent else None
    return None


def check_empty_composites(survey: Survey) -> Iterator[Remark]:
    """V012: the root has nothing inside, or a state has an empty list of states."""
    for site in survey.states:
        if site.children or site.regions:
            continue
        empty_list = isinstance(site.state.get("states"), list)
        if site.slot != "root" and not empty_list:
            continue
        yield Remark(
            f"The root state {quoted(site.name)} has no states inside: add the first one."
            if site.slot == "root"
            else f"State {quoted(site.name)} has an empty list of states: add states to it, or remove the list.",
            f"{site.path}/states" if empty_list else site.path,
            site.name,
        )


def check_sources(survey: Survey) -> Iterator[Remark]:
    """V013: there is no event source."""
    definition = survey.definition
    present = isinstance(definition, dict) and "events" in definition
    events = definition["events"] if present else None
    if isinstance(events, list) and events:
        return
    yield Remark(
        'The machine has no event sources: add one with a name and its events to "events".',
        "/events" if present else "",
    )


def check_mixed_state(survey: Survey) -> Iterator[Remark]:
    """W109: a state has both children and regions."""
    for site in survey.states:
        if not site.children or not site.regions:
            continue
        message = (
            f"State {quoted(site.name)} has both states and regions, and the regions run: "
            f"move its states into a region, or remove them."
            if any(child.kind != "history" for child in site.children)
            else f"State {quoted(site.name)} has regions, and its history state {quoted(site.children[0].name)} is in "
            f'its list of states, which is ignored: move it to "parallel.states", beside the regions.'
        )
        yield Remark(message, f"{site.path}/states", site.name)


def check_history(survey: Survey) -> Iterator[Remark]:
    """W113: a history state stands where it has no meaning, or has what it cannot use."""
    depths: dict[StateSite | None, set[str]] = {}
    for site in survey.states:
        history = site.state.get("history")
        if site.kind == "history":
            remark = _misplaced_history(site, "deep" if history == "deep" else "shallow", depths)
            if remark:
                yield remark
        elif isinstance(history, str):
            yield Remark(
                f"State {quoted(site.name)} says how deep it remembers but is no history state: "
                f'remove "history", or set its kind to "history".',
                f"{site.path}/history",
                site.name,
            )


def _misplaced_history(site: StateSite, depth: str, depths: dict[StateSite | None, set[str]]) -> Remark | None:
    history = f"The history state {quoted(site.name)}"
    if site.slot == "root":
        message = f"{history} is the root and remembers nothing: make it a normal state."
        return Remark(message, f"{site.path}/kind", site.name)
    if site.children or site.regions:
        message = f"{history} has states inside, which are never entered: move them out."
        return Remark(message, f"{site.path}/{'states' if site.children else 'parallel'}", site.name)
    eventful = next((transition for transition in site.transitions if transition.event is not None), None)
    if eventful:
        message = (
            f"{history} is never active and its transition on {quoted(eventful.event or '')} never taken: "
            f"remove the event, which makes it the default target."
        )
        return Remark(message, f"{eventful.path}/event", site.name)
    default = next((transition for transition in site.transitions if transition.event is None), None)
    if default and default.to and site.parent and not is_below(default.to, site.parent):
        message = (
            f"{history} has the default target {quoted(default.to.name)}, which is not inside "
            f"{quoted(site.parent.name)} and is ignored: name a state inside it, or remove the transition."
        )
        return Remark(message, f"{default.path}/nextState", site.name)
    taken = depths.setdefault(site.parent, set())
    if depth not in taken:
        taken.add(depth)
        return None
    parent = quoted(site.parent.name if site.parent else "")
    return Remark(f"{history} is the second {depth} one in {parent}: remove one of the two.", site.path, site.name)
