"""Lowering: what the language can say with less.

Delays become timers, several events of a transition become several transitions, and each list of transitions on one
event is complete where wildcards stand between them. What runs and prints machines works on the lowered definition;
what checks them on the document as it is.
"""

from __future__ import annotations

from typing import Any, Callable, Sequence

from .actions import actions_of
from .members import (
    JsonObject,
    children_of,
    condition_of,
    delay_of,
    events_of,
    further_targets_of,
    regions_of,
    target_of,
    text_of,
    transitions_of,
)
from .runtime.wildcard import DELAY_PREFIX, is_wildcard, matches_event


def delay_event(state: str, place: int) -> str:
    """The event and timer of a state's delayed transition, by its place among them."""
    return f"{DELAY_PREFIX}{state}.{place}"


def lower(definition: Any) -> Any:
    """A definition without ``after``, ``events`` and targets that do not fit; the same object when it has none.

    >>> lowered = lower({"state": {"name": "Lamp", "transitions": [{"after": 500, "nextState": "Lamp"}]}})
    >>> lowered["state"]["transitions"]
    [{'nextState': 'Lamp', 'event': 'after.Lamp.0'}]
    """
    root = definition.get("state") if isinstance(definition, dict) else None
    if not isinstance(root, dict):
        return definition
    # Lists of what is left: states may be deeper than the call stack.
    states: list[JsonObject] = [root]
    for state in states:
        states.extend(children_of(state))
        states.extend(regions_of(state))
    if not any(map(_needs_lowering, states)):
        return definition
    apart = _targets_apart(root)
    lowered: dict[int, JsonObject] = {}
    for state in reversed(states):
        lowered[id(state)] = _lower_state(state, lowered, apart)
    return {**definition, "state": lowered[id(root)]}


def _needs_lowering(state: JsonObject) -> bool:
    return any(
        delay_of(transition) is not None
        or isinstance(transition.get("events"), list)
        or isinstance(transition.get("nextStates"), list)
        or any(map(is_wildcard, events_of(transition)))
        for transition in transitions_of(state)
    )


def _lower_state(
    state: JsonObject,
    lowered: dict[int, JsonObject],
    apart: Callable[[JsonObject], JsonObject],
) -> JsonObject:
    copy = {**state}
    if isinstance(state.get("states"), list):
        copy["states"] = [lowered.get(id(item), item) for item in state["states"]]
    parallel = state.get("parallel")
    if isinstance(parallel, dict) and isinstance(parallel.get("states"), list):
        copy["parallel"] = {**parallel, "states": [lowered.get(id(item), item) for item in parallel["states"]]}
    if not _needs_lowering(state):
        return copy
    name = text_of(state.get("name")) or ""
    timers: list[JsonObject] = []
    ways: list[tuple[JsonObject, Sequence[str]]] = []
    for transition in transitions_of(state):
        delay = delay_of(transition)
        if delay is None:
            ways.append((apart(transition), events_of(transition)))
            continue
        event = delay_event(name, len(timers))
        timers.append({"timer": event, "duration": delay})
        ways.append((apart(transition), [event]))
    copy["transitions"] = _spelled_out(ways)
    if timers:
        starts = [{"timerStart": timer} for timer in timers]
        stops = [{"timerStop": timer["timer"]} for timer in timers]
        copy["onEntry"] = {"actions": [*actions_of(state.get("onEntry")), *starts]}
        copy["onExit"] = {"actions": [*actions_of(state.get("onExit")), *stops]}
    return copy


def _spelled_out(ways: Sequence[tuple[JsonObject, Sequence[str]]]) -> list[JsonObject]:
    """One transition for each event.

    Of the events that a state names, the most specific one decides about an event: a transition on a wildcard
    therefore stands also among those on each event that it takes, unless one before it always takes the event.
    """
    named = dict.fromkeys(event for _, events in ways for event in events)
    settled: set[str] = set()
    transitions: list[JsonObject] = []
    for transition, events in ways:
        rest = {key: value for key, value in transition.items() if key not in ("events", "after", "event")}
        if not events:
            transitions.append(rest)
            continue
        wildcards = [*filter(is_wildcard, events)]
        taken = [
            event
            for event in named
            if event not in events
            and event not in settled
            and any(matches_event(wildcard, event) for wildcard in wildcards)
        ]
        if condition_of(transition) is None:
            settled.update(events)
        transitions.extend({**rest, "event": event} for event in (*events, *taken))
    return transitions


def _targets_apart(root: JsonObject) -> Callable[[JsonObject], JsonObject]:
    """Takes from a transition the targets that cannot be active together with one before them."""
    paths: dict[str, list[tuple[int, bool]]] = {}
    waiting: list[tuple[JsonObject, list[tuple[int, bool]]]] = [(root, [(id(root), False)])]

    def read_paths() -> None:
        while waiting:
            state, path = waiting.pop()
            paths[text_of(state.get("name")) or ""] = path
            for inner in children_of(state):
                waiting.append((inner, [*path, (id(inner), False)]))
            for inner in regions_of(state):
                waiting.append((inner, [*path, (id(inner), True)]))

    def are_apart(a: str, b: str) -> bool:
        """Whether two states stand in different regions of one parallel state, or one of them is nowhere."""
        if a not in paths or b not in paths:
            return True
        for one, other in zip(paths[a], paths[b]):
            if one[0] != other[0]:
                return one[1] and other[1]
        return False

    def apart(transition: JsonObject) -> JsonObject:
        further = further_targets_of(transition)
        if not further:
            return transition
        read_paths()
        fitting = [target_of(transition) or ""]
        for name in further:
            if all(are_apart(name, other) for other in fitting):
                fitting.append(name)
        return {**transition, "nextState": fitting[0], "nextStates": fitting[1:]}

    return apart
