"""Tolerant reading of a definition's members.

Files written by hand hold ``null``, numbers where text belongs, or a list where an object belongs. Everything that
runs, checks or prints a definition reads it through here, so that all agree on what such a member means.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from .json_write import json_text
from .numbers import is_number
from .space import is_blank

JsonObject = dict[str, Any]
"""An object as it stands in the document."""

StateKindName = Literal["normal", "final", "history"]
"""The kinds of state."""


def is_object(value: object) -> bool:
    """Whether a value is a JSON object."""
    return isinstance(value, dict)


def _objects_of(value: object) -> list[JsonObject]:
    """The objects of a member that should be a list; anything else in it is passed over."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def children_of(state: JsonObject) -> list[JsonObject]:
    """The members of ``states``, in order."""
    return _objects_of(state.get("states"))


def regions_of(state: JsonObject) -> list[JsonObject]:
    """The regions of a state, in order; none when it is not parallel."""
    parallel = state.get("parallel")
    return _objects_of(parallel.get("states")) if isinstance(parallel, dict) else []


def transitions_of(state: JsonObject) -> list[JsonObject]:
    """The transitions of a state, in order."""
    return _objects_of(state.get("transitions"))


def kind_of(state: JsonObject) -> StateKindName:
    """The kind of a state; a kind that is not known counts as ``normal``."""
    kind = state.get("kind")
    if kind == "final":
        return "final"
    return "history" if kind == "history" else "normal"


def event_of(transition: JsonObject) -> str | None:
    """The event of a transition; None for an event-less one."""
    return text_of(transition.get("event"))


def events_of(transition: JsonObject) -> list[str]:
    """All events that a transition waits for; none for an event-less or a delayed one."""
    event, events = event_of(transition), transition.get("events")
    further = map(text_of, events) if isinstance(events, list) else ()
    return [*dict.fromkeys(one for one in (event, *further) if one is not None)]


def delay_of(transition: JsonObject) -> str | float | None:
    """The delay of a transition, where it waits for no event."""
    after = transition.get("after")
    if after is None or events_of(transition):
        return None
    return after if is_number(after) or (isinstance(after, str) and not is_blank(after)) else None


def target_of(transition: JsonObject) -> str | None:
    """The target of a transition; None for an internal one."""
    target, targets = text_of(transition.get("nextState")), transition.get("nextStates")
    return text_of(targets[0]) if target is None and isinstance(targets, list) and targets else target


def further_targets_of(transition: JsonObject) -> list[str]:
    """The targets of a transition behind its first one."""
    targets = transition.get("nextStates")
    if not isinstance(targets, list):
        return []
    first = target_of(transition)
    return [name for name in map(text_of, targets) if name is not None and name != first]


def condition_of(transition: JsonObject) -> str | None:
    """The guard of a transition as text; None when nothing but space stands there."""
    text = text_of(transition.get("condition"))
    return None if text is None or is_blank(text) else text


def join_target_of(state: JsonObject) -> str | None:
    """Where a state goes when all its regions are complete."""
    parallel = state.get("parallel")
    return text_of(parallel.get("nextState")) if isinstance(parallel, dict) else None


def initial_of(state: JsonObject) -> str | None:
    """The descendant that the state names as its initial one."""
    return text_of(state.get("initial"))


class Invocation(NamedTuple):
    """Work that a state invokes."""

    id: str
    source: dict[str, str]
    """A ``task`` or a ``machine``."""
    input: str | None
    """The text of its input."""


def invocations_of(state: JsonObject) -> list[Invocation]:
    """The work of a state, in order; what names neither a task nor a machine is passed over."""
    found: list[Invocation] = []
    for work in _objects_of(state.get("invoke")):
        task, machine = text_of(work.get("task")), text_of(work.get("machine"))
        name = machine if machine is not None else task
        if name is None:
            continue
        source = {"task": name} if machine is None else {"machine": name}
        id = text_of(work.get("id"))
        found.append(Invocation((task or name) if id is None else id, source, text_of(work.get("input"))))
    return found


def output_of(state: JsonObject) -> str | None:
    """The output of a state; None when nothing but space stands there."""
    text = text_of(state.get("output"))
    return None if text is None or is_blank(text) else text


def text_of(member: object) -> str | None:
    """A member that should be text.

    Absent, ``null`` and ``""`` are None; a value of another type is its JSON text: ``condition: false`` is the guard
    ``false``, ``nextState: 5`` names the state ``5``.
    """
    if member is None or member == "":
        return None
    return member if isinstance(member, str) else json_text(member)
