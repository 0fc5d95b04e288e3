"""Everything the rules look at, gathered in one pass over a definition."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .sites import ActionBlockName, ActionSite, StateSite, TransitionSite, survey_states

if TYPE_CHECKING:
    from ..model import EnrichedModel


@dataclass(frozen=True)
class Declared:
    """An event source, an event or a timer with its place in the document."""

    value: dict[str, Any]
    """The thing itself."""
    path: str
    """JSON pointer to it."""


@dataclass(frozen=True, eq=False)
class Survey:
    """What the rules look at."""

    model: EnrichedModel
    """The definition with its indexes."""
    definition: Any
    """The definition."""
    settings: dict[str, Any]
    """Its settings, as far as there are any."""
    root: StateSite | None
    """The root state."""
    states: list[StateSite]
    """All states in document order."""
    by_name: dict[str, StateSite]
    """Name to state; of several with one name, the last."""
    transitions: list[TransitionSite]
    """All transitions in document order."""
    actions: list[ActionSite]
    """All actions: for each state those of its entry, its exit and its transitions."""
    sources: list[Declared]
    """The event sources."""
    events: list[Declared]
    """The events of all sources."""
    timers: list[Declared]
    """The timers of all sources."""
    computed: dict[Callable[[Survey], object], object] = field(default_factory=dict)
    """What rules have computed from it."""


def survey_of(model: EnrichedModel) -> Survey:
    """Walks over the definition once.

    Passes over whatever cannot be a state, a transition, an event or a timer.
    """
    definition: Any = model.definition
    members = definition if isinstance(definition, dict) else {}
    states = survey_states(members.get("state"))
    by_name = {site.name: site for site in states}
    transitions: list[TransitionSite] = []
    actions: list[ActionSite] = []
    for site in states:
        _add_actions(actions, site, None, "onEntry", site.state.get("onEntry"))
        _add_actions(actions, site, None, "onExit", site.state.get("onExit"))
        for transition in site.transitions:
            if transition.target is not None:
                transition.to = by_name.get(transition.target)
                targets = (transition.to, *map(by_name.get, transition.further))
                transition.all_to = [target for target in targets if target is not None]
            transitions.append(transition)
            _add_actions(actions, site, transition, "actions", transition.transition.get("actions"))
    settings = members.get("settings")
    sources, events, timers = _survey_events(members.get("events"))
    return Survey(
        model=model,
        definition=definition,
        settings=settings if isinstance(settings, dict) else {},
        root=states[0] if states else None,
        states=states,
        by_name=by_name,
        transitions=transitions,
        actions=actions,
        sources=sources,
        events=events,
        timers=timers,
    )


def _add_actions(
    actions: list[ActionSite],
    owner: StateSite,
    transition: TransitionSite | None,
    member: ActionBlockName,
    block: object,
) -> None:
    written = block.get("actions") if isinstance(block, dict) else block
    if not isinstance(written, list):
        return
    for index, action in enumerate(written):
        actions.extend(ActionSite(owner, transition, member, written is not block, index, action).all)


def _survey_events(written: object) -> tuple[list[Declared], list[Declared], list[Declared]]:
    sources = _declared(written, "/events")
    events: list[Declared] = []
    timers: list[Declared] = []
    for source in sources:
        events.extend(_declared(source.value.get("events"), f"{source.path}/events"))
        timers.extend(_declared(source.value.get("timers"), f"{source.path}/timers"))
    return sources, events, timers


def _declared(written: object, path: str) -> list[Declared]:
    if not isinstance(written, list):
        return []
    return [Declared(value, f"{path}/{index}") for index, value in enumerate(written) if isinstance(value, dict)]
