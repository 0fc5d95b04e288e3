"""Which states a target brings with it.

The states above it, the default descendants below it, and the other regions of every parallel state on the way.
After the published algorithm of SCXML (W3C, 2015, appendix D: computeEntrySet), with history resolved first, and
with a list of what waits instead of recursion, since a document may be deeper than the call stack.
"""

from __future__ import annotations

from typing import Mapping, Sequence

from .tables import StateNode

HistoryRecords = Mapping[StateNode, Sequence[StateNode]]
"""What each history state remembers."""


class EntrySet:
    """The states that a step enters."""

    __slots__ = ("nodes", "used_history", "_records", "_reaching", "_waiting")

    def __init__(self, records: HistoryRecords) -> None:
        """Makes an empty set that resolves history by ``records``."""
        self.nodes: set[StateNode] = set()
        """The states, in no order."""
        self.used_history = False
        """Whether a record decided, so that the same step may lead elsewhere another time."""
        self._records = records
        self._reaching: set[StateNode] = set()
        """The states and all that stand above them: what has a state within itself."""
        self._waiting: list[StateNode] = []

    def resolve(self, target: StateNode) -> Sequence[StateNode]:
        """What a target stands for: itself, or what a history state remembers."""
        if target.kind != "history":
            return (target,)
        self.used_history = True
        seen: set[StateNode] = set()
        history = target
        while True:
            record = self._records.get(history)
            if record is not None:
                return record
            seen.add(history)
            preset = _preset_of(history)
            if preset is not None and preset.kind != "history":
                return (preset,)
            if preset is None or preset in seen:
                return _default_of(history)
            history = preset

    def enter(self, targets: Sequence[StateNode], domain: StateNode | None) -> None:
        """Enters resolved targets, with all states between them and ``domain`` (None: above the root)."""
        self._enter_path(targets, domain)
        while self._waiting:
            node = self._waiting.pop()
            if node.kind == "parallel":
                self._enter_regions(node)
            elif node.initial is not None:
                self._enter_path(self.resolve(node.initial), node)

    def _enter_path(self, targets: Sequence[StateNode], domain: StateNode | None) -> None:
        # All targets are in the set before any region is, so that none enters a region by default as well.
        for target in targets:
            self._add(target)
        self._waiting.extend(targets)
        for target in targets:
            above = target.parent
            while above is not None and above is not domain:
                self._add(above)
                if above.kind == "parallel":
                    self._enter_regions(above)
                above = above.parent

    def _enter_regions(self, parallel: StateNode) -> None:
        for region in parallel.children:
            if region not in self._reaching:
                self._add(region)
                self._waiting.append(region)

    def _add(self, node: StateNode) -> None:
        self.nodes.add(node)
        at: StateNode | None = node
        while at is not None and at not in self._reaching:
            self._reaching.add(at)
            at = at.parent


def _preset_of(history: StateNode) -> StateNode | None:
    if history.initial is not None:
        return history.initial
    parent = history.parent
    return parent.initial if parent is not None and parent.kind == "composite" else None


def _default_of(history: StateNode) -> Sequence[StateNode]:
    parent = history.parent
    if parent is None:
        return ()
    if not parent.children:
        return (parent,)
    return parent.children if parent.kind == "parallel" else parent.children[:1]
