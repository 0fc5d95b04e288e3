"""Looks only at what keeps a definition from being read; all else is the validator's matter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

Members = dict[str, Any]
Slot = Literal["/state", "/states", "/parallel/states"]


@dataclass(frozen=True)
class StructureFault:
    """Why a value cannot be read as a definition, and where.

    Attributes:
        problem: A sentence without its full stop.
        path: JSON pointer from the top of the definition.
    """

    problem: str
    path: str


@dataclass(frozen=True)
class _Waiting:
    """A state that still has to be looked at; the pointer to it is only written when there is a fault."""

    state: Any
    above: _Waiting | None
    slot: Slot
    index: int

    def path(self) -> str:
        steps: list[str] = []
        at = self
        while at.above is not None:
            steps.append(f"{at.slot}/{at.index}")
            at = at.above
        return at.slot + "".join(reversed(steps))


def structure_fault(definition: Any) -> StructureFault | None:
    """Finds what cannot be read.

    States, transitions, sources, events, timers and actions must be lists of objects, and states must have names.
    ``null`` counts as absent.
    """
    if not isinstance(definition, dict):
        return StructureFault(f"A machine definition must be an object, but this is {_word_for(definition)}", "")
    root = definition.get("state")
    return _sources_fault(definition) or (None if root is None else _tree_fault(root))


def _sources_fault(definition: Members) -> StructureFault | None:
    def fault_in(source: Members) -> StructureFault | None:
        return _each_object(source, "events", _no_fault) or _each_object(source, "timers", _no_fault)

    return _each_object(definition, "events", fault_in)


def _tree_fault(root: Any) -> StructureFault | None:
    waiting = [_Waiting(root, None, "/state", 0)]
    while waiting:
        place = waiting.pop()
        state = place.state
        fault = _state_fault(state) if isinstance(state, dict) else _no_object(state)
        if fault:
            return StructureFault(fault.problem, place.path() + fault.path)
        parallel = state.get("parallel")
        if isinstance(parallel, dict):
            _wait(waiting, parallel.get("states"), place, "/parallel/states")
        _wait(waiting, state.get("states"), place, "/states")
    return None


def _wait(waiting: list[_Waiting], states: Any, above: _Waiting, slot: Slot) -> None:
    if isinstance(states, list):
        waiting.extend(_Waiting(states[index], above, slot, index) for index in reversed(range(len(states))))


def _state_fault(state: Members) -> StructureFault | None:
    """What is wrong with a state itself; the path begins at the state."""
    name = state.get("name")
    if name is None:
        return StructureFault('A state must have a name: add "name"', "")
    if not isinstance(name, str):
        return StructureFault(f"The name of a state must be a string, but it is {_word_for(name)}", "/name")
    return (
        _block_fault(state, "onEntry")
        or _block_fault(state, "onExit")
        or _each_object(state, "transitions", lambda transition: _list_fault(transition, "actions"))
        or _list_fault(state, "states")
        or _parallel_fault(state.get("parallel"))
    )


def _parallel_fault(parallel: Any) -> StructureFault | None:
    if parallel is None:
        return None
    if isinstance(parallel, dict):
        return _below("/parallel", _list_fault(parallel, "states"))
    problem = f'"parallel" must be an object with the regions in "states", but it is {_word_for(parallel)}'
    return StructureFault(problem, "/parallel")


def _block_fault(state: Members, member: str) -> StructureFault | None:
    block = state.get(member)
    return _below(f"/{member}", _list_fault(block, "actions")) if isinstance(block, dict) else None


def _each_object(
    owner: Members,
    key: str,
    fault_in: Callable[[Members], StructureFault | None],
) -> StructureFault | None:
    """Checks that a member is a list of objects, and each of them."""
    items = owner.get(key)
    if not isinstance(items, list):
        return _list_fault(owner, key)
    for index, item in enumerate(items):
        fault = fault_in(item) if isinstance(item, dict) else _no_object(item)
        if fault:
            return _below(f"/{key}/{index}", fault)
    return None


def _list_fault(owner: Members, key: str) -> StructureFault | None:
    value = owner.get(key)
    if value is None or isinstance(value, list):
        return None
    return StructureFault(f'"{key}" must be a list, but it is {_word_for(value)}', f"/{key}")


def _below(path: str, fault: StructureFault | None) -> StructureFault | None:
    return fault and StructureFault(fault.problem, path + fault.path)


def _no_fault(_: Members) -> None:
    return None


def _no_object(value: Any) -> StructureFault:
    return StructureFault(f"An object must stand here, but this is {_word_for(value)}", "")


def _word_for(value: Any) -> str:
    if isinstance(value, list):
        return "a list"
    if value is None:
        return "nothing"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, bool):
        return "a boolean"
    return "a string" if isinstance(value, str) else "a number"
