"""One micro step, worked out."""

from __future__ import annotations

from typing import Iterable, Sequence

from .configuration import Configuration, in_document_order
from .entry import EntrySet, HistoryRecords
from .tables import ChartTables, Edge, StateNode, is_below, is_within


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
    moves = [
        (edge.target, _domain_of(edge.source, EntrySet(history).resolve(edge.target)))
        for edge in transitions
        if edge.target is not None
    ]
    domains = [domain for _, domain in moves]
    exits = [
        node
        for node in reversed(start.active)
        if any(domain is None or is_below(node, domain) for domain in domains)
    ]
    records = [record for node in exits for record in _records_of(node, start.active)]
    # A history state whose parent is left now stands for what is active now.
    entry_set = EntrySet({**history, **dict(records)} if records else history)
    for target, domain in moves:
        entry_set.enter(entry_set.resolve(target), domain)
    return Step(
        chart, entry_set, start=start.active, exits=exits, records=records, transitions=transitions
    )


def without_conflicts(selection: Sequence[Edge], history: HistoryRecords) -> Sequence[Edge]:
    """The transitions of a selection that can be taken together.

    Of two that would leave a same state, the one from the deeper source stays, else the earlier one.
    """
    if len(selection) < 2:
        return selection
    kept: list[tuple[Edge, StateNode | None]] = []
    for edge in selection:
        domain = None
        if edge.target is not None:
            domain = _domain_of(edge.source, EntrySet(history).resolve(edge.target))
        one = (edge, domain)
        rivals = [other for other in kept if _conflict(one, other)]
        if any(not is_below(edge.source, rival.source) for rival, _ in rivals):
            continue
        kept = [other for other in kept if other not in rivals]
        kept.append(one)
    return [edge for edge, _ in kept]


def _conflict(a: tuple[Edge, StateNode | None], b: tuple[Edge, StateNode | None]) -> bool:
    if a[0].target is None or b[0].target is None:
        return False
    if a[1] is None or b[1] is None:
        return True
    return is_within(a[1], b[1]) or is_within(b[1], a[1])


def _domain_of(source: StateNode, targets: Sequence[StateNode]) -> StateNode | None:
    """The state inside which a transition happens; None when even the root is left."""
    domain: StateNode | None = source
    while domain is not None:
        if domain.kind == "composite":
            first, last = domain.index, domain.last
            if all(first < target.index <= last for target in targets):
                return domain
        domain = domain.parent
    return None


def _records_of(
    node: StateNode, active: Sequence[StateNode]
) -> list[tuple[StateNode, Sequence[StateNode]]]:
    if node.kind == "leaf":
        return []
    return [
        (
            history,
            [
                other
                for other in active
                if (other.kind == "leaf" and is_below(other, node) if history.deep else other.parent is node)
            ],
        )
        for history in node.histories
    ]


def _are_complete(regions: Sequence[StateNode], active: set[StateNode]) -> bool:
    waiting = [*regions]
    while waiting:
        region = waiting.pop()
        if region.kind == "parallel":
            waiting.extend(region.children)
        elif not any(child.is_final and child in active for child in region.children):
            return False
    return True
