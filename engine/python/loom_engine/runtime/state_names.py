"""The names of configurations."""

from __future__ import annotations

from typing import Iterable

from .tables import ChartTables, StateNode

_BAR = "|"
"""What stands between the names of leaves in the name of a configuration."""

_MOST_READINGS = 1000
"""The most ways to read a name that are looked at."""


def readings_of(chart: ChartTables, name: str) -> list[list[StateNode]]:
    """The ways to read the name of a configuration.

    They are the state of that name, and the states whose names are joined by ``|``. There is one at most, unless names
    of states hold a ``|`` themselves.
    """
    parts = name.split(_BAR)
    count = len(parts)
    longest = 1 if count == 1 else min(count, _most_parts(chart.node_by_name))

    def node_at(start: int, end: int) -> StateNode | None:
        return chart.node_by_name.get(_BAR.join(parts[start:end]))

    # For each place, whether what stands from there to the end can be read as names.
    can_end = [False] * count + [True]
    for start in range(count - 1, -1, -1):
        ends = range(start + 1, min(start + longest, count) + 1)
        can_end[start] = any(can_end[end] and node_at(start, end) is not None for end in ends)
    readings: list[list[StateNode]] = []
    waiting: list[tuple[int, _Read | None]] = [(0, None)]
    while waiting and len(readings) < _MOST_READINGS:
        start, last = waiting.pop()
        if start == count:
            readings.append(_nodes_of(last))
            continue
        # The longest name is pushed last, so that the state of the whole name is the first reading.
        for end in range(start + 1, min(start + longest, count) + 1):
            node = node_at(start, end) if can_end[end] else None
            if node is not None:
                waiting.append((end, _Read(node, last)))
    return readings


class _Read:
    """A state whose name has been read, and what has been read before it."""

    __slots__ = ("node", "before")

    def __init__(self, node: StateNode, before: _Read | None) -> None:
        self.node = node
        self.before = before


def _nodes_of(last: _Read | None) -> list[StateNode]:
    nodes: list[StateNode] = []
    while last is not None:
        nodes.append(last.node)
        last = last.before
    return nodes[::-1]


def _most_parts(names: Iterable[str]) -> int:
    """The most parts that a ``|`` divides a name into."""
    return max((name.count(_BAR) + 1 for name in names), default=1)
