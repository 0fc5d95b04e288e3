"""What one event can do in one configuration."""

from __future__ import annotations

from typing import Sequence

from .configuration import Configuration
from .step import Step
from .tables import Edge, StateNode


class Choice:
    """A node of the tree of choices: what was chosen for the leaves up to here."""

    __slots__ = ("step", "_before", "_edge", "_selection", "_further")

    def __init__(self, before: Choice | None = None, edge: Edge | None = None) -> None:
        """Makes the node for a transition (None: none) behind another; the first node has nothing before it."""
        self.step: Step | None = None
        """The step they make; None until it is known, and always when history decides it."""
        # Only the last node of a way is asked for all transitions: each keeps its own, so that a way takes as much as
        # it is long.
        self._before = before
        self._edge = edge
        self._selection: tuple[Edge, ...] | None = None
        self._further: dict[Edge | None, Choice] = {}

    @property
    def selection(self) -> tuple[Edge, ...]:
        """The transitions chosen, in order, without repeats."""
        if self._selection is None:
            edges: list[Edge] = []
            at: Choice | None = self
            while at is not None:
                if at._edge is not None:
                    edges.append(at._edge)
                at = at._before
            self._selection = tuple(dict.fromkeys(reversed(edges)))
        return self._selection

    def then(self, transition: Edge | None) -> Choice:
        """The node after choosing a transition (None: none) for the next leaf."""
        choice = self._further.get(transition)
        if choice is None:
            choice = self._further.setdefault(transition, Choice(self, transition))
        return choice


class Plan:
    """What one event can do in one configuration."""

    __slots__ = ("candidates", "is_empty", "shares_guards", "choices")

    def __init__(self, leaves: Sequence[StateNode], event: str) -> None:
        """Makes the plan of an event for some active leaves."""
        self.candidates = [_candidates_of(leaf, event) for leaf in leaves]
        """For each leaf, the transitions to try in order; none stands behind an unguarded one."""
        self.is_empty = not any(self.candidates)
        """Whether there is nothing to try."""
        guarded = [edge for edges in self.candidates for edge in edges if edge.guard is not None]
        self.shares_guards = len(set(guarded)) < len(guarded)
        """Whether a guarded transition is a candidate of several leaves."""
        self.choices = Choice()
        """The choices made so far, one level a leaf, with the steps they led to."""


def plan_of(configuration: Configuration, event: str) -> Plan:
    """The plan of an event in a configuration, made on first use."""
    plan = configuration.plans.get(event)
    if plan is None:
        plan = configuration.plans.setdefault(event, Plan(configuration.leaves, event))
    return plan


def _candidates_of(leaf: StateNode, event: str) -> list[Edge]:
    candidates: list[Edge] = []
    node: StateNode | None = leaf
    while node is not None:
        named = event if node.wildcards is None else node.wildcards.get(event, event)
        for edge in node.transitions:
            if edge.event != named:
                continue
            candidates.append(edge)
            if edge.guard is None:
                return candidates
        node = node.parent
    return candidates
