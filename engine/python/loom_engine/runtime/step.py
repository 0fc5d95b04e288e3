"""One micro step, worked out."""

from __future__ import annotations

from typing import Iterable, Sequence

from .configuration import Configuration, in_document_order
from .entry import EntrySet, HistoryRecords
from .tables import ChartTables, Edge, StateNode, is_below


class Step:
    """One micro step, worked out: what to leave, do and enter, in which order."""

    __slots__ = (
        "exits",
        "records",
        "transitions",
        "entries",
        "next",
        "ends",
        "is_quiet",
        "used_history",
    )

    def __init__(
        self,
        chart: ChartTables,
        entry_set: EntrySet,
        *,
        start: Iterable[StateNode] = (),
        exits: Sequence[StateNode] = (),
        records: Sequence[tuple[StateNode, Sequence[StateNode]]] = (),
        transitions: Sequence[Edge] = (),
    ) -> None:
        """Works out the step from the active states ``start``."""
        self.exits = exits
        """The states to leave, in reverse document order."""
        self.records = records
        """What the history states of the states to leave will remember."""
        self.transitions = transitions
        """The transitions in selection order."""
        active = set(start)
        active.difference_update(exits)
        self.ends = False
        """Whether the machine ends with it."""
        self.entries: list[tuple[StateNode, Sequence[str]]] = []
        """The states to enter, in document order, each with the completion events it brings about."""
        for node in in_document_order(entry_set.nodes):
            active.add(node)
            self.entries.append((node, self._completions_of(node, active) if node.is_final else ()))
        leaves = in_document_order(node for node in active if node.kind == "leaf")
        self.next: Configuration = chart.configurations.of(leaves)
        """The configuration afterwards."""
        self.is_quiet = self._finds_nothing_to_do()
        """Whether only an observer could tell how it happens: no actions, hooks, records, completions or end."""
        self.used_history = entry_set.used_history
        """Whether it came out as it did because of what history states remember."""

    def _completions_of(self, final: StateNode, active: set[StateNode]) -> Sequence[str]:
        """The events raised when ``final`` is entered and ``active`` is all that is active by then."""
        events: list[str] = []
        completed = final.parent
        if completed is None:
            self.ends = True
        while completed is not None:
            if completed.parent is None and not completed.has_join:
                self.ends = True
            if completed.completion is not None:
                events.append(completed.completion)
            parallel = completed.parent if completed.is_region else None
            completed = parallel if parallel is not None and _are_complete(parallel.children, active) else None
        return events

    def _finds_nothing_to_do(self) -> bool:
        return (
            not self.ends
            and not self.records
            and not any(node.exit or node.has_hooks for node in self.exits)
            and not any(edge.actions for edge in self.transitions)
            and not any(
                node.entry or node.has_hooks or completions for node, completions in self.entries
            )
        )


def initial_step(chart: ChartTables) -> Step:
    """The step that enters the initial configuration."""
    entry_set = EntrySet({})
    entry_set.enter((chart.root,), None)
    return Step(chart, entry_set)


def step_of(
    chart: ChartTables, start: Configuration, transitions: Sequence[Edge], history: HistoryRecords
) -> Step:
    """The step that takes transitions which do not conflict, from a configuration."""
    moves = [(targets_of(edge), domain_of(edge, history)) for edge in transitions if edge.target is not None]
    exits = _left_by(start, {domain for _, domain in moves})[::-1]
    records = [record for node in exits for record in _records_of(node, start.active)]
    # A history state whose parent is left now stands for what is active now.
    entry_set = EntrySet({**history, **dict(records)} if records else history)
    for targets, domain in moves:
        entry_set.enter([one for target in targets for one in entry_set.resolve(target)], domain)
    return Step(
        chart, entry_set, start=start.active, exits=exits, records=records, transitions=transitions
    )


def domain_of(edge: Edge, history: HistoryRecords) -> StateNode | None:
    """The state inside which a transition happens; None when even the root is left."""
    entry_set = EntrySet(history)
    targets = [one for target in targets_of(edge) for one in entry_set.resolve(target)]
    domain: StateNode | None = edge.source.parent if edge.is_external else edge.source
    while domain is not None:
        if domain.kind == "composite":
            first, last = domain.index, domain.last
            if all(first < target.index <= last for target in targets):
                return domain
        domain = domain.parent
    return None


def targets_of(edge: Edge) -> Sequence[StateNode]:
    """The declared targets of a transition."""
    return () if edge.target is None else (edge.target, *edge.more)


def _left_by(start: Configuration, domains: set[StateNode | None]) -> list[StateNode]:
    """The active states below any of the domains, in document order."""
    left: dict[StateNode, None] = {}
    for node in start.active:
        # In document order, so that what stands above a state has been looked at.
        if None in domains or (node.parent is not None and (node.parent in domains or node.parent in left)):
            left[node] = None
    return [*left]


def _records_of(
    node: StateNode, active: Sequence[StateNode]
) -> list[tuple[StateNode, Sequence[StateNode]]]:
    if node.kind == "leaf" or not node.histories:
        return []
    below = _active_below(node, active)
    return [
        (
            history,
            [other for other in below if (other.kind == "leaf" if history.deep else other.parent is node)],
        )
        for history in node.histories
    ]


def _active_below(node: StateNode, active: Sequence[StateNode]) -> Sequence[StateNode]:
    """Those of some states in document order that are below one of them."""
    start, end = 0, len(active)
    while start < end:
        middle = (start + end) // 2
        if active[middle].index <= node.index:
            start = middle + 1
        else:
            end = middle
    while end < len(active) and is_below(active[end], node):
        end += 1
    return active[start:end]


def _are_complete(regions: Sequence[StateNode], active: set[StateNode]) -> bool:
    waiting = [*regions]
    # The last is looked at first: states are entered in document order, so that it is the likeliest to be still open.
    while waiting:
        region = waiting.pop()
        if region.kind == "parallel":
            waiting.extend(region.children)
        elif not any(child.is_final and child in active for child in region.children):
            return False
    return True
