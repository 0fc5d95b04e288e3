"""Where a state's name leads without a transition."""

from __future__ import annotations

from typing import Sequence

from .configuration import Configuration, in_document_order, is_whole, same_configuration
from .entry import EntrySet, HistoryRecords
from .errors import MachineRuntimeError
from .state_names import readings_of
from .tables import ChartTables, StateNode


def configuration_of(
    chart: ChartTables, name: str, history: HistoryRecords
) -> tuple[Configuration, bool]:
    """The configuration that a name leads to, and whether it is an end of the machine.

    Raises ``MachineRuntimeError`` with code ``unknown_state``.
    """
    readings = readings_of(chart, name)
    if not readings:
        raise _unknown(name, f'the machine "{chart.name}" has no state of that name.')
    configurations = (_whole_configuration(chart, nodes, history) for nodes in readings)
    found = [one for one in configurations if one is not None]
    if not found:
        raise _unknown(name, "these states cannot be active together, name leaves of different regions.")
    configuration = _only_one(found) or _only_one([one for one in found if one.state == name])
    if configuration is None:
        raise _unknown(
            name, 'it can be read in several ways, since a name holds "|": rename that state, or restore a snapshot.'
        )
    return configuration, any(map(_ends_machine, configuration.leaves))


def _whole_configuration(
    chart: ChartTables, nodes: Sequence[StateNode], history: HistoryRecords
) -> Configuration | None:
    """The configuration of some states and what they bring with them; None when they cannot be active together."""
    entry_set = EntrySet(history)
    entry_set.enter([target for node in nodes for target in entry_set.resolve(node)], None)
    if not is_whole(entry_set.nodes):
        return None
    return chart.configurations.of(in_document_order(node for node in entry_set.nodes if node.kind == "leaf"))


def _only_one(found: Sequence[Configuration]) -> Configuration | None:
    if not found or not all(same_configuration(found[0], other) for other in found[1:]):
        return None
    return found[0]


def _unknown(name: str, reason: str) -> MachineRuntimeError:
    return MachineRuntimeError("unknown_state", f'Unknown state "{name}": {reason}')


def _ends_machine(leaf: StateNode) -> bool:
    return leaf.is_final and (leaf.parent is None or leaf.parent.parent is None)
