"""Where a machine stands, as plain data.

A snapshot holds ``version`` (1), ``state``, ``configuration``, ``history`` (each with ``state`` and ``active``),
``timers`` (each with ``name``, ``duration``, ``left`` and perhaps ``repeat``), ``queue`` (each with ``event`` and
perhaps ``payload``), ``context``, ``visited``, ``done`` and, for a machine that was stopped, ``stopped``; where there
are any, the ``work`` of the active states (each with ``id`` and ``input`` or ``snapshot``), the ``delayed`` events by
their timer, and the ``output``. Times are in
milliseconds.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Callable, Iterable, Mapping, Sequence

from ..numbers import is_number, to_float
from .configuration import Configuration, in_document_order, is_whole
from .data_copy import ABSENT, data_of, restore_data
from .entry import EntrySet
from .errors import MachineRuntimeError
from .results import Payload
from .tables import ChartTables, StateNode, is_below

MachineSnapshot = dict[str, Any]
"""Where a machine stands, as plain data."""


@dataclass(frozen=True)
class Standing:
    """Where a machine stands."""

    active: Configuration
    history: Mapping[StateNode, Sequence[StateNode]]
    waiting: Iterable[tuple[str, Payload | None]]
    timers: list[dict[str, Any]]
    data: Any
    visited: list[str]
    is_done: bool
    is_stopped: bool
    work: list[dict[str, Any]]
    output: Payload | None


@dataclass(frozen=True)
class Restored:
    """What a snapshot says of where a machine stands."""

    active: Configuration
    history: dict[StateNode, Sequence[StateNode]]
    waiting: list[tuple[str, Payload | None]]


def write_snapshot(standing: Standing) -> MachineSnapshot:
    """Writes a snapshot."""
    data = data_of(standing.data)
    snapshot: MachineSnapshot = {
        "version": 1,
        "state": standing.active.state,
        "configuration": _names(standing.active.active),
        "history": [
            {"state": node.name, "active": _names(active)} for node, active in standing.history.items()
        ],
        "timers": [{key: timer[key] for key in timer if key != "sends"} for timer in standing.timers],
        "queue": [_waiting_event(event, payload) for event, payload in standing.waiting],
        "context": {} if data is ABSENT else data,
        "visited": standing.visited,
        "done": standing.is_done,
    }
    if standing.is_stopped:
        snapshot["stopped"] = True
    if standing.work:
        snapshot["work"] = standing.work
    delayed = {timer["name"]: timer["sends"] for timer in standing.timers if "sends" in timer}
    if delayed:
        snapshot["delayed"] = data_of(delayed)
    if standing.output is not None:
        output = data_of(standing.output["output"])
        snapshot["output"] = None if output is ABSENT else output
    return snapshot


def read_snapshot(snapshot: Any, tables: ChartTables, data: Any) -> Restored:
    """Reads a snapshot and puts its data into ``data``.

    Raises ``MachineRuntimeError`` with code ``bad_snapshot``; then nothing has changed.
    """
    if not _is_snapshot(snapshot):
        raise _bad("This is no snapshot of version 1: give what snapshot() returned.")
    named = [_node(tables, name) for name in snapshot["configuration"]]
    leaves = [node for node in named if node.kind == "leaf"]
    if not leaves:
        raise _bad("The snapshot has no active leaf: give what snapshot() returned.")
    active = tables.configurations.of(in_document_order(set(leaves)))
    if not is_whole(set(active.active)):
        raise _bad(
            f'The states "{active.state}" of the snapshot cannot be active together in "{tables.name}": '
            "take it with the same definition."
        )
    history: dict[StateNode, Sequence[StateNode]] = {
        _node(tables, record["state"]): [_node(tables, name) for name in record["active"]]
        for record in snapshot["history"]
    }
    for state, remembered in history.items():
        if not _can_remember(state, remembered):
            raise _bad(
                f'The snapshot lets "{state.name}" of "{tables.name}" remember what it cannot: '
                "take it with the same definition."
            )
    waiting = [(event["event"], data_of(event.get("payload"))) for event in snapshot["queue"]]
    restore_data(data, snapshot["context"])
    return Restored(active, history, waiting)


def _can_remember(state: StateNode, remembered: Sequence[StateNode]) -> bool:
    """Whether it is a history state, and what it is to remember stands in its parent and can be active together."""
    parent = state.parent
    if state.kind != "history" or parent is None or not remembered:
        return False
    if not all(node.kind != "history" and is_below(node, parent) for node in remembered):
        return False
    entry_set = EntrySet({})
    entry_set.enter(remembered, None)
    return is_whole(entry_set.nodes)


def _waiting_event(event: str, payload: Payload | None) -> dict[str, Any]:
    return {"event": event} if payload is None else {"event": event, "payload": data_of(payload)}


def _is_snapshot(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and is_number(value.get("version"))
        and value["version"] == 1
        and isinstance(value.get("context"), dict)
        and isinstance(value.get("done"), bool)
        and _are(value.get("configuration"), _is_text)
        and _are(value.get("history"), _is_record)
        and _are(value.get("timers"), _is_timer)
        and _are(value.get("queue"), _is_waiting)
        and _are(value.get("visited"), _is_text)
        and (value.get("work") is None or _are(value["work"], _is_work))
        and (value.get("delayed") is None or _is_delayed(value["delayed"]))
    )


def _are(value: Any, is_one: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and all(map(is_one, value))


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_record(value: Any) -> bool:
    return isinstance(value, dict) and _is_text(value.get("state")) and _are(value.get("active"), _is_text)


def _is_timer(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and _is_text(value.get("name"))
        and _is_time(value.get("duration"))
        and _is_time(value.get("left"))
        and (value.get("repeat") is None or (_is_time(value["repeat"]) and value["repeat"] != 0))
    )


def _is_delayed(value: Any) -> bool:
    return isinstance(value, dict) and all(map(_is_waiting, value.values()))


def _is_work(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and _is_text(value.get("id"))
        and (value.get("snapshot") is None or _is_snapshot(value["snapshot"]))
    )


def _is_time(value: Any) -> bool:
    return is_number(value) and math.isfinite(to_float(value)) and value >= 0


def _is_waiting(value: Any) -> bool:
    payload = value.get("payload") if isinstance(value, dict) else None
    return isinstance(value, dict) and _is_text(value.get("event")) and isinstance(payload, (dict, type(None)))


def _node(tables: ChartTables, name: str) -> StateNode:
    node = tables.node_by_name.get(name)
    if node is not None:
        return node
    raise _bad(
        f'The snapshot names the state "{name}", which "{tables.name}" does not have: '
        "take it with the same definition."
    )


def _bad(message: str) -> MachineRuntimeError:
    return MachineRuntimeError("bad_snapshot", message)


def _names(nodes: Iterable[StateNode]) -> list[str]:
    return [node.name for node in nodes]
