"""Where a state's name leads without a transition."""

from __future__ import annotations

from .configuration import Configuration, in_document_order, is_whole
from .entry import EntrySet, HistoryRecords
from .errors import MachineRuntimeError
from .tables import ChartTables, StateNode


def configuration_of(
    chart: ChartTables, name: str, history: HistoryRecords
) -> tuple[Configuration, bool]:
    """The configuration that a name leads to, and whether it is an end of the machine.

    Raises ``MachineRuntimeError`` with code ``unknown_state``.
    """
    entry_set = EntrySet(history)
    targets = [target for node in _nodes_of(chart, name) for target in entry_set.resolve(node)]
    entry_set.enter(targets, None)
    if not is_whole(entry_set.nodes):
        raise MachineRuntimeError(
            "unknown_state",
            f'Unknown state "{name}": these states cannot be active together, name leaves of different regions.',
        )
    leaves = in_document_order(node for node in entry_set.nodes if node.kind == "leaf")
    return chart.configurations.of(leaves), any(map(_ends_machine, leaves))


def _nodes_of(chart: ChartTables, name: str) -> list[StateNode]:
    whole = chart.node_by_name.get(name)
    if whole is not None:
        return [whole]
    nodes = [chart.node_by_name.get(part) for part in name.split("|")]
    if None in nodes:
        raise MachineRuntimeError(
            "unknown_state",
            f'Unknown state "{name}": the machine "{chart.name}" has no state of that name.',
        )
    return [node for node in nodes if node is not None]


def _ends_machine(leaf: StateNode) -> bool:
    return leaf.is_final and (leaf.parent is None or leaf.parent.parent is None)
