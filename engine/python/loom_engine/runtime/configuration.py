"""Sets of active states."""

from __future__ import annotations

from typing import TYPE_CHECKING, AbstractSet, Iterable

if TYPE_CHECKING:
    from .plan import Plan
    from .tables import StateNode

MOST_CONFIGURATIONS = 10_000
"""How many configurations a table keeps before it starts again; they are only a cache."""

MOST_STATES_IN_STEPS = 500_000
"""How many states the steps that configurations keep may name before the table starts again."""


class Configuration:
    """A set of active states that belong together, with what a machine has worked out about it."""

    __slots__ = ("leaves", "state", "is_settled", "plans", "_active")

    def __init__(self, leaves: tuple[StateNode, ...]) -> None:
        """Makes a configuration from its leaves in document order."""
        self.leaves = leaves
        """The active leaves in document order."""
        self.state = "|".join(leaf.name for leaf in leaves)
        """The names of the leaves, joined by ``|``."""
        self.is_settled = not any(map(_has_eventless, leaves))
        """Whether no event-less transition can start here."""
        self.plans: dict[str, Plan] = {}
        """What each event met so far can do here."""
        self._active: tuple[StateNode, ...] | None = None

    @property
    def active(self) -> tuple[StateNode, ...]:
        """All active states in document order."""
        if self._active is None:
            self._active = _with_ancestors(self.leaves)
        return self._active


class ConfigurationTable:
    """The configurations of a chart, each made once."""

    __slots__ = ("_by_leaves", "_states_in_steps")

    def __init__(self) -> None:
        self._by_leaves: dict[tuple[StateNode, ...], Configuration] = {}
        self._states_in_steps = 0

    def of(self, leaves: Iterable[StateNode]) -> Configuration:
        """The configuration with these leaves, which are in document order."""
        key = tuple(leaves)
        known = self._by_leaves.get(key)
        if known is not None:
            return known
        if len(self._by_leaves) >= MOST_CONFIGURATIONS:
            self._by_leaves.clear()
        return self._by_leaves.setdefault(key, Configuration(key))

    def note_step(self, states: int) -> None:
        """Notes that a configuration keeps a step that names so many states.

        With guards in many regions there are more ways on than memory holds: a machine that has met too many goes on
        with fresh configurations, and the others are let go.
        """
        self._states_in_steps += states
        if self._states_in_steps > MOST_STATES_IN_STEPS:
            self._by_leaves.clear()
            self._states_in_steps = 0


def same_configuration(a: Configuration, b: Configuration) -> bool:
    """Whether two configurations have the same active states."""
    return a is b or a.leaves == b.leaves


def in_document_order(nodes: Iterable[StateNode]) -> list[StateNode]:
    """The nodes, sorted by their place in the document."""
    return sorted(nodes, key=_index_of)


def is_whole(active: AbstractSet[StateNode]) -> bool:
    """Whether states can be active together: of a composite one child, of a parallel state every region."""
    for node in active:
        if node.kind == "leaf":
            continue
        count = sum(child in active for child in node.children)
        if count != (len(node.children) if node.kind == "parallel" else 1):
            return False
    return True


def _index_of(node: StateNode) -> int:
    return node.index


def _with_ancestors(leaves: tuple[StateNode, ...]) -> tuple[StateNode, ...]:
    active: set[StateNode] = set()
    for leaf in leaves:
        node: StateNode | None = leaf
        while node is not None and node not in active:
            active.add(node)
            node = node.parent
    return tuple(in_document_order(active))


def _has_eventless(leaf: StateNode) -> bool:
    node: StateNode | None = leaf
    while node is not None:
        if any(transition.event == "" for transition in node.transitions):
            return True
        node = node.parent
    return False
