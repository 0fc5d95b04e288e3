"""A definition with Python's names for its members.

Every class is a ``dict`` that holds an object of the document as it stands there, so that nothing is lost and code that
reads plain JSON reads it too; the properties read the known members tolerantly. ``state.next_state`` and
``state["nextState"]`` are two ways to the same member.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

from .actions import actions_of
from .definition_events import EventDef, EventSourceDef, ParameterDef, TimerDef
from .definition_part import DefinitionPart
from .json_write import json_text
from .members import kind_of

__all__ = [
    "ActionBlockDef",
    "ActionDef",
    "ContextConfig",
    "DataFieldDef",
    "EventDef",
    "EventSourceDef",
    "ObjectRef",
    "ParallelDef",
    "ParameterDef",
    "SettingsModel",
    "StateDef",
    "StateKindType",
    "StateMachineDefinition",
    "TimerDef",
    "TransitionDef",
]


class StateKindType(str, Enum):
    """The kinds of state."""

    NORMAL = "normal"
    FINAL = "final"
    HISTORY = "history"


class ObjectRef(DefinitionPart):
    """A host object that guards and actions may call."""

    __slots__ = ()

    @property
    def instance(self) -> str:
        """The name it has in guards and actions."""
        return self._text("instance") or ""

    @property
    def cls(self) -> str:
        """Its type in generated code."""
        return self._text("class") or ""

    @property
    def namespace(self) -> str | None:
        """Carried along for design tools."""
        return self._text("namespace")


class DataFieldDef(DefinitionPart):
    """One declared value: a member of the context."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """Its key."""
        return self._text("name") or ""

    @property
    def type(self) -> str:
        """Its type; ``any`` is not checked."""
        return self._text("type") or "any"

    @property
    def description(self) -> str | None:
        """Its meaning."""
        return self._text("description")


class ContextConfig(DefinitionPart):
    """How generated code names its context."""

    __slots__ = ()

    @property
    def cls(self) -> str | None:
        """The class name; default ``<name>Context``."""
        return self._text("class")

    @property
    def instance(self) -> str | None:
        """Carried along for design tools."""
        return self._text("instance")

    @property
    def base_class(self) -> str | None:
        """Carried along for design tools."""
        return self._text("baseClass")


class SettingsModel(DefinitionPart):
    """What is true of the machine as a whole."""

    __slots__ = ()

    @property
    def namespace(self) -> str:
        """A dotted name; only comments show it."""
        return self._text("namespace") or ""

    @property
    def name(self) -> str | None:
        """The machine's name; generated classes carry it."""
        return self._text("name")

    @property
    def description(self) -> str | None:
        """What the machine is for."""
        return self._text("description")

    @property
    def asynchronous(self) -> bool:
        """Whether actions may give promises, which are awaited, and generated code queues events."""
        return self.get("asynchronous") is True

    @property
    def objects(self) -> list[ObjectRef]:
        """The host objects that guards and actions call."""
        return self._list("objects", ObjectRef)

    @property
    def data(self) -> list[DataFieldDef] | None:
        """The members of the context, with types and initial values; None when any member is allowed."""
        return self._list("data", DataFieldDef) if isinstance(self.get("data"), list) else None

    @property
    def context(self) -> ContextConfig | None:
        """How generated code names its context."""
        return self._object("context", ContextConfig)

    @property
    def using(self) -> list[str]:
        """Carried along for design tools."""
        return self._texts("using")

    @property
    def imports(self) -> list[str]:
        """Carried along for design tools."""
        return self._texts("imports")


class ActionDef(DefinitionPart):
    """One thing to do."""

    __slots__ = ()

    @property
    def code(self) -> str | None:
        """Statements of the action language."""
        return self._text("code")

    @property
    def timer_start(self) -> dict[str, Any] | None:
        """Starts a timer: ``timer``, ``duration`` and perhaps ``repeat``."""
        return self._members("timerStart")

    @property
    def timer_stop(self) -> str | None:
        """Stops the timer of this name."""
        return self._text("timerStop")

    @property
    def raise_event(self) -> str | None:
        """Puts this event on the internal queue."""
        return self._text("raise")


class ActionBlockDef(DefinitionPart):
    """What to do on entering or leaving a state."""

    __slots__ = ()

    @property
    def actions(self) -> list[ActionDef]:
        """The actions, in order."""
        return _actions(self.get("actions"))


class TransitionDef(DefinitionPart):
    """A way from a state to another, or a reaction inside it."""

    __slots__ = ()

    @property
    def event(self) -> str | None:
        """The event or timer id; without one the transition is event-less."""
        return self._text("event")

    @property
    def next_state(self) -> str | None:
        """The target; without one the transition is internal."""
        return self._text("nextState")

    @property
    def condition(self) -> str | None:
        """The guard, an expression."""
        return self._text("condition")

    @property
    def description(self) -> str | None:
        """Why it is there."""
        return self._text("description")

    @property
    def actions(self) -> list[ActionDef]:
        """What to do between leaving and entering."""
        return _actions(self.get("actions"))


class StateDef(DefinitionPart):
    """A state, its children and its transitions."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """Unique over the whole tree: the state's key."""
        return self._text("name") or ""

    @property
    def description(self) -> str | None:
        """What it means to be in it."""
        return self._text("description")

    @property
    def notes(self) -> str | None:
        """Remarks; engine and generators pass over them."""
        return self._text("notes")

    @property
    def prompt(self) -> str | None:
        """What an agent is asked to resolve while the machine is in it; engine and generators pass over it."""
        return self._text("prompt")

    @property
    def initial(self) -> str | None:
        """The child or deeper descendant to enter by default."""
        return self._text("initial")

    @property
    def history(self) -> str | None:
        """For a history state: ``shallow`` or ``deep``."""
        return self._text("history")

    @property
    def transitions(self) -> list[TransitionDef]:
        """The ways out, in order of preference."""
        return self._list("transitions", TransitionDef)

    @property
    def states(self) -> list[StateDef]:
        """The children."""
        return self._list("states", StateDef)

    @property
    def parallel(self) -> ParallelDef | None:
        """The regions, which are active at the same time."""
        return self._object("parallel", ParallelDef)

    @property
    def kind(self) -> StateKindType:
        """The kind; one that is not known counts as normal."""
        return StateKindType(kind_of(self))

    @property
    def on_entry(self) -> list[ActionDef]:
        """What to do on entering, in order."""
        return _actions(self.get("onEntry"))

    @property
    def on_exit(self) -> list[ActionDef]:
        """What to do on leaving, in order."""
        return _actions(self.get("onExit"))

    @property
    def is_leaf(self) -> bool:
        """Whether it has neither children nor regions."""
        return not self.states and not self.is_parallel

    @property
    def is_composite(self) -> bool:
        """Whether it has children."""
        return bool(self.states)

    @property
    def is_final(self) -> bool:
        """Whether being in it completes its parent."""
        return self.kind is StateKindType.FINAL

    @property
    def is_history(self) -> bool:
        """Whether it stands for where its parent was left."""
        return self.kind is StateKindType.HISTORY

    @property
    def is_parallel(self) -> bool:
        """Whether it has regions."""
        return self.parallel is not None and bool(self.parallel.states)


class ParallelDef(DefinitionPart):
    """The regions of a state, all active while it is."""

    __slots__ = ()

    @property
    def next_state(self) -> str | None:
        """Where to go when every region is complete."""
        return self._text("nextState")

    @property
    def states(self) -> list[StateDef]:
        """The regions."""
        return self._list("states", StateDef)


class StateMachineDefinition(DefinitionPart):
    """A hierarchical state machine: the content of a ``.smdf.json`` file, unwrapped."""

    __slots__ = ()

    @property
    def settings(self) -> SettingsModel:
        """What is true of the machine as a whole."""
        return self._object("settings", SettingsModel) or SettingsModel()

    @property
    def event_sources(self) -> list[EventSourceDef]:
        """The events and timers, by source."""
        return self._list("events", EventSourceDef)

    @property
    def root_state(self) -> StateDef | None:
        """The root state."""
        return self._object("state", StateDef)

    def to_json(self, indent: int = 2) -> str:
        """The definition as JSON text, with everything that was read."""
        return json_text(self, indent)


def _actions(block: object) -> list[ActionDef]:
    return [action if isinstance(action, ActionDef) else ActionDef(action) for action in actions_of(block)]


SettingsModel._lists = {"objects": ObjectRef}
SettingsModel._objects = {"context": ContextConfig}
ActionBlockDef._lists = {"actions": ActionDef}
TransitionDef._lists = {"actions": ActionDef}
StateDef._lists = {"onEntry": ActionDef, "onExit": ActionDef, "transitions": TransitionDef, "states": StateDef}
StateDef._objects = {"onEntry": ActionBlockDef, "onExit": ActionBlockDef, "parallel": ParallelDef}
ParallelDef._lists = {"states": StateDef}
StateMachineDefinition._lists = {"events": EventSourceDef}
StateMachineDefinition._objects = {"settings": SettingsModel, "state": StateDef}
