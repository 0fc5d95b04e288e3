"""Which of the transitions that were selected can be taken together."""

from __future__ import annotations

from typing import Iterator, Sequence

from .entry import HistoryRecords
from .step import domain_of
from .tables import Edge, StateNode, is_below


def without_conflicts(selection: Sequence[Edge], history: HistoryRecords) -> Sequence[Edge]:
    """The transitions of a selection that can be taken together.

    Of two that would leave a same state, the one from the deeper source stays, else the earlier one.
    """
    if len(selection) < 2:
        return selection
    kept = _KeptTransitions()
    for edge in selection:
        if edge.target is None:
            kept.add(edge)
        else:
            kept.add_move(edge, domain_of(edge, history))
    return kept.edges()


class _KeptTransitions:
    """The transitions kept so far.

    Two conflict when the domain of one is that of the other or stands above it: what does is found from the states,
    so that many regions take as long as they are many. The dicts without values are sets that keep an order.
    """

    __slots__ = ("_kept", "_domains", "_at", "_within")

    def __init__(self) -> None:
        self._kept: dict[Edge, None] = {}
        self._domains: dict[Edge, StateNode | None] = {}
        self._at: dict[StateNode | None, dict[Edge, None]] = {}
        """By state, what has it as its domain; None is above the root."""
        self._within: dict[StateNode | None, dict[Edge, None]] = {}
        """By state, what has its domain there or further below."""

    def edges(self) -> Sequence[Edge]:
        return [*self._kept]

    def add(self, edge: Edge) -> None:
        self._kept[edge] = None

    def add_move(self, edge: Edge, domain: StateNode | None) -> None:
        rivals: list[Edge] = []
        for rival in self._rivals_of(domain):
            if not is_below(edge.source, rival.source):
                return
            rivals.append(rival)
        for rival in rivals:
            self._remove(rival)
        self._kept[edge] = None
        self._domains[edge] = domain
        self._at.setdefault(domain, {})[edge] = None
        for state in _with_above(domain):
            self._within.setdefault(state, {})[edge] = None

    def _rivals_of(self, domain: StateNode | None) -> Iterator[Edge]:
        yield from self._within.get(domain, ())
        if domain is not None:
            for above in _with_above(domain.parent):
                yield from self._at.get(above, ())

    def _remove(self, edge: Edge) -> None:
        domain = self._domains[edge]
        del self._kept[edge]
        del self._at[domain][edge]
        for state in _with_above(domain):
            del self._within[state][edge]


def _with_above(state: StateNode | None) -> Iterator[StateNode | None]:
    """A state and what stands above it, None at the end."""
    while state is not None:
        yield state
        state = state.parent
    yield None
