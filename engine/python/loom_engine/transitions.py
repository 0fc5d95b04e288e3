"""The transitions of a definition as edges."""

from __future__ import annotations

from dataclasses import dataclass

from .members import (
    JsonObject,
    condition_of,
    delay_of,
    events_of,
    further_targets_of,
    target_of,
    transitions_of,
)
from .model import enrich


@dataclass(frozen=True)
class TransitionEdge:
    """One transition as an edge between two named states.

    Attributes:
        source: The name of the state that declares it.
        event: The first event's id; ``""`` for an event-less or a delayed transition.
        target: The name of the target as the definition gives it; for an internal transition the same as ``source``.
        internal: Whether it has no target.
        condition: The guard's text, if there is one.
        description: Why it is there, if the definition says so.
        events: The ids of further events.
        after: The delay in place of an event, if there is one.
        further: The names of further targets.
    """

    source: str
    event: str
    target: str
    internal: bool
    condition: str | None = None
    description: str | None = None
    events: tuple[str, ...] = ()
    after: str | float | None = None
    further: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, object]:
        """The edge under the names that TypeScript uses."""
        edge: dict[str, object] = {
            "from": self.source,
            "event": self.event,
            "to": self.target,
            "internal": self.internal,
        }
        if self.condition is not None:
            edge["condition"] = self.condition
        if self.description is not None:
            edge["description"] = self.description
        if self.events:
            edge["events"] = [*self.events]
        if self.after is not None:
            edge["after"] = self.after
        if self.further:
            edge["further"] = [*self.further]
        return edge


def list_transitions(definition: JsonObject) -> list[TransitionEdge]:
    """All transitions of a definition in document order, those of composites, regions and the root included.

    A target stays the one declared: a composite is not resolved to the leaf that is entered.
    """
    return [
        _to_edge(state["name"], transition)
        for state in enrich(definition).all_states
        for transition in transitions_of(state)
    ]


def _to_edge(source: str, transition: JsonObject) -> TransitionEdge:
    target, events = target_of(transition), events_of(transition)
    description = transition.get("description")
    return TransitionEdge(
        source,
        events[0] if events else "",
        source if target is None else target,
        target is None,
        condition_of(transition),
        description if isinstance(description, str) else None,
        tuple(events[1:]),
        delay_of(transition),
        tuple(further_targets_of(transition)),
    )
