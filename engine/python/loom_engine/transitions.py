"""The transitions of a definition as edges."""

from __future__ import annotations

from dataclasses import dataclass

from .members import JsonObject, condition_of, event_of, target_of, transitions_of
from .model import enrich


@dataclass(frozen=True)
class TransitionEdge:
    """One transition as an edge between two named states.

    Attributes:
        source: The name of the state that declares it.
        event: The event's id; ``""`` for an event-less transition.
        target: The name of the target as the definition gives it; for an internal transition the same as ``source``.
        internal: Whether it has no target.
        condition: The guard's text, if there is one.
        description: Why it is there, if the definition says so.
    """

    source: str
    event: str
    target: str
    internal: bool
    condition: str | None = None
    description: str | None = None

    def to_dict(self) -> dict[str, str | bool]:
        """The edge under the names that TypeScript uses."""
        edge: dict[str, str | bool] = {
            "from": self.source,
            "event": self.event,
            "to": self.target,
            "internal": self.internal,
        }
        if self.condition is not None:
            edge["condition"] = self.condition
        if self.description is not None:
            edge["description"] = self.description
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
    target = target_of(transition)
    description = transition.get("description")
    return TransitionEdge(
        source,
        event_of(transition) or "",
        source if target is None else target,
        target is None,
        condition_of(transition),
        description if isinstance(description, str) else None,
    )
