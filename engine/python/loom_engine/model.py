"""A definition with the indexes that running, checking and printing it need."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, cast

from .definition import EventDef, StateDef, StateMachineDefinition, TimerDef
from .members import JsonObject


class EnrichedModel:
    """A definition with its indexes, each made when it is first asked for.

    The definition must not change after that. Tolerant: what is missing or of another type counts as absent, so that
    every definition can be enriched and then told what is wrong with it. Each index takes time in proportion to the
    definition, at any depth and width.
    """

    def __init__(self, definition: StateMachineDefinition) -> None:
        """Takes a definition; see ``enrich``."""
        self.definition = definition

    @property
    def event_map(self) -> dict[str, EventDef]:
        """Id to event; a timer counts as an event with its id, its name and one parameter, ``source``."""
        return self._events.event_map

    @property
    def timer_map(self) -> dict[str, TimerDef]:
        """Timer name (not id) to timer."""
        return self._events.timer_map

    @property
    def feeders_map(self) -> dict[str, list[EventDef]]:
        """Feeder name to the events of all its sources, timers included."""
        return self._events.feeders_map

    @property
    def all_states(self) -> list[StateDef]:
        """All states in document order: a state, its ``states``, then its regions."""
        return self._states.all_states

    @property
    def leaf_states(self) -> list[StateDef]:
        """States with neither children nor regions, final and history ones included."""
        return self._states.leaf_states

    @property
    def composite_states(self) -> list[StateDef]:
        """States with children."""
        return self._states.composite_states

    @cached_property
    def state_map(self) -> dict[str, StateDef]:
        """Name to state; of several with one name, the last."""
        return {state["name"]: state for state in self.all_states}

    @cached_property
    def parent_map(self) -> dict[str, str | None]:
        """State name to its parent's name; None for the root. The parent of a region is the parallel state."""
        return {state["name"]: parent for state, parent in zip(self._states.all_states, self._states.parents)}

    @cached_property
    def _events(self) -> _EventIndexes:
        return _index_events(_member(self.definition, "events"))

    @cached_property
    def _states(self) -> _StateLists:
        return _list_states(_member(self.definition, "state"))


def enrich(definition: JsonObject) -> EnrichedModel:
    """Gives the indexes of a definition.

    Args:
        definition: The definition, plain JSON or read by ``StateMachineParser``; it is not changed.
    """
    is_plain = isinstance(definition, dict) and not isinstance(definition, StateMachineDefinition)
    # What is no object at all goes to the rules as it is.
    return EnrichedModel(
        StateMachineDefinition(definition) if is_plain else cast(StateMachineDefinition, definition)
    )


@dataclass(frozen=True)
class _EventIndexes:
    event_map: dict[str, EventDef]
    timer_map: dict[str, TimerDef]
    feeders_map: dict[str, list[EventDef]]


@dataclass(frozen=True)
class _StateLists:
    all_states: list[StateDef]
    leaf_states: list[StateDef]
    composite_states: list[StateDef]
    parents: list[str | None]
    """The parents of ``all_states``, one for one."""


def _index_events(sources: object) -> _EventIndexes:
    indexes = _EventIndexes({}, {}, {})
    for source in _objects(sources):
        events = [event for event in _objects(source.get("events")) if isinstance(event.get("id"), str)]
        for timer in _objects(source.get("timers")):
            if isinstance(timer.get("name"), str):
                indexes.timer_map[timer["name"]] = timer
            if isinstance(timer.get("id"), str):
                events.append(_event_of_timer(timer))
        for event in events:
            indexes.event_map[event["id"]] = event
        feeder = source.get("feeder")
        if isinstance(feeder, str) and feeder:
            indexes.feeders_map.setdefault(feeder, []).extend(events)
    return indexes


def _event_of_timer(timer: JsonObject) -> EventDef:
    parameters = [{"name": "source", "type": "object"}]
    return EventDef({"id": timer["id"], "name": timer.get("name"), "parameters": parameters})


def _list_states(root: object) -> _StateLists:
    lists = _StateLists([], [], [], [])
    # A stack instead of recursion: a definition made by a program may be deeper than the call stack.
    waiting: list[tuple[Any, str | None]] = []

    def wait(states: list[Any], parent: str | None) -> None:
        waiting.extend((state, parent) for state in reversed(states) if _is_state(state))

    wait([root], None)
    while waiting:
        state, parent = waiting.pop()
        lists.all_states.append(state)
        lists.parents.append(parent)
        children = _list(state.get("states"))
        parallel = state.get("parallel")
        regions = _list(parallel.get("states")) if isinstance(parallel, dict) else []
        if children:
            lists.composite_states.append(state)
        elif not regions:
            lists.leaf_states.append(state)
        wait(regions, state["name"])
        wait(children, state["name"])
    return lists


def _is_state(value: object) -> bool:
    return isinstance(value, dict) and isinstance(value.get("name"), str)


def _member(value: object, key: str) -> object:
    return value.get(key) if isinstance(value, dict) else None


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _objects(value: object) -> Iterator[Any]:
    return (item for item in _list(value) if isinstance(item, dict))
