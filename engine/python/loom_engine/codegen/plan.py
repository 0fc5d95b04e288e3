"""The plan of a generated module: everything that is said in it, in no language yet.

The printer in ``python/`` only spells it out, part by part, in the order of ``CodePlan``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Union

from ..expression.ast import Expression, Statement
from .names import MachineNames
from .state_tree import KindName
from .type_map import Spelling


@dataclass(frozen=True)
class ObjectTypePlan:
    """The type of an object in ``settings.objects``."""

    source: str
    """The class in the definition."""
    name: str
    """Its name in generated code."""
    instances: Sequence[str]
    """The instances that have it."""
    methods: Sequence[str]
    """What is called on them, by first use."""
    properties: Sequence[str]
    """What is read or assigned on them, and never called, by first use."""


@dataclass(frozen=True)
class ObjectPlan:
    """An object that the context is given."""

    instance: str
    """Its name in guards and actions."""
    name: str
    """Its name in generated code."""
    type: Spelling
    """Its type."""
    has_class: bool
    """Whether the type is a class rather than a word of the format."""


@dataclass(frozen=True)
class ParameterPlan:
    """A parameter of an event."""

    key: str
    """Its key in the payload."""
    name: Spelling
    type: Spelling
    description: str | None


@dataclass(frozen=True)
class EventPlan:
    """An event."""

    id: str
    number: int
    """Its place among all events."""
    is_declared: bool
    """Whether an event source declares it; the others have no methods."""
    handler: Spelling | None
    """The list of transitions in a state class, and the method of the context; none for what is only raised."""
    method: Spelling
    """The method of the feeder."""
    payload: str
    """The type of its payload."""
    parameters: Sequence[ParameterPlan]
    description: str | None


DurationPlan = Union[float, Expression]
"""Milliseconds: a number, or what gives one."""


@dataclass(frozen=True)
class CodeActionPlan:
    """Statements."""

    text: str
    statements: Sequence[Statement]
    kind: Literal["code"] = "code"


@dataclass(frozen=True)
class StartTimerPlan:
    """Starts a timer."""

    timer: str
    event: str
    duration: DurationPlan
    repeat: DurationPlan | None
    kind: Literal["startTimer"] = "startTimer"


@dataclass(frozen=True)
class StopTimerPlan:
    """Stops a timer."""

    timer: str
    kind: Literal["stopTimer"] = "stopTimer"


@dataclass(frozen=True)
class RaisePlan:
    """Raises an event."""

    event: str
    data: Expression | None
    kind: Literal["raise"] = "raise"


@dataclass(frozen=True)
class BrokenPlan:
    """An action that does not parse."""

    text: str
    error: str
    kind: Literal["broken"] = "broken"


@dataclass(frozen=True)
class SendPlan:
    """Sends an event, now or later, to the machine itself or to another."""

    event: str
    data: Expression | None
    delay: DurationPlan | None
    id: str | None
    to: str | None
    kind: Literal["send"] = "send"


@dataclass(frozen=True)
class InvokePlan:
    """Begins the work of a state."""

    id: str
    source: Mapping[str, str]
    input: Expression | None
    kind: Literal["invoke"] = "invoke"


@dataclass(frozen=True)
class StopInvokePlan:
    """Cancels the work of a state."""

    id: str
    kind: Literal["stopInvoke"] = "stopInvoke"


@dataclass(frozen=True)
class OutputPlan:
    """Gives the output of a final state."""

    state: str
    text: str
    value: Expression
    kind: Literal["output"] = "output"


@dataclass(frozen=True)
class IfPlan:
    """Runs one list of actions or another."""

    text: str
    test: Expression
    then: Sequence[ActionPlan]
    otherwise: Sequence[ActionPlan]
    kind: Literal["if"] = "if"


@dataclass(frozen=True)
class ForEachPlan:
    """Runs actions once for each item of a list."""

    text: str
    items: Expression
    item: str
    index: str
    actions: Sequence[ActionPlan]
    kind: Literal["forEach"] = "forEach"


@dataclass(frozen=True)
class LogPlan:
    """Gives a value to the observer."""

    text: str
    value: Expression
    kind: Literal["log"] = "log"


ActionPlan = Union[
    CodeActionPlan,
    StartTimerPlan,
    StopTimerPlan,
    RaisePlan,
    SendPlan,
    InvokePlan,
    StopInvokePlan,
    OutputPlan,
    IfPlan,
    ForEachPlan,
    LogPlan,
    BrokenPlan,
]
"""An action."""


class GuardPlan(NamedTuple):
    """What a guard means, or why it means nothing."""

    guard: str | None
    """The guard's text."""
    test: Expression | None
    """What the guard means."""
    error: str | None
    """Why it never passes."""


@dataclass(frozen=True)
class TransitionPlan:
    """A transition."""

    target: str | None
    targets: Sequence[str]
    """Further targets, in other regions."""
    is_external: bool
    """Whether it leaves its state even where the target is inside it."""
    guard: str | None
    """The guard's text."""
    test: Expression | None
    """What the guard means."""
    error: str | None
    """Why it never passes."""
    actions: Sequence[ActionPlan]
    description: str | None


class HandlerPlan(NamedTuple):
    """What a state does on an event."""

    event: EventPlan
    transitions: Sequence[TransitionPlan]


@dataclass(frozen=True)
class StatePlan:
    """A state."""

    name: str
    class_name: str
    member: str
    """Its member of the enumeration."""
    index: int
    kind: KindName
    parent: int | None
    """The place of the state it stands in."""
    description: str | None
    tags: Sequence[str]
    meta: Any
    """Its meta data; None for none."""
    entry: Sequence[ActionPlan]
    exit: Sequence[ActionPlan]
    always: Sequence[TransitionPlan]
    """The transitions that need no event."""
    handlers: Sequence[HandlerPlan]
    """The others by event, in the order in which the state first uses it."""


@dataclass(frozen=True)
class FeederPlan:
    """A class that sends the events of some sources."""

    source: str
    """Its name in the definition."""
    class_name: str
    events: Sequence[EventPlan]


@dataclass(frozen=True)
class ChartPlan:
    """What the chart is told beside the states."""

    timers: Sequence[tuple[str, str]]
    """Timer and event."""
    bubbles: bool
    initial: Sequence[tuple[str, str]]
    """State and descendant."""
    deep: Sequence[str]
    joins: Sequence[tuple[str, str]]
    """State and target."""
    aliases: Sequence[tuple[str, str]]
    """Name and state."""


@dataclass(frozen=True)
class NameScope:
    """How plain names are read."""

    native: Mapping[str, str]
    """Instance to the member of the context."""

    def object_of(self, name: str) -> str | None:
        """The member of the context for an object; None for what is looked up like any other name."""
        return self.native.get(name)


class DataMemberPlan(NamedTuple):
    """A declared member."""

    key: str
    type: str


@dataclass(frozen=True)
class DataTypePlan:
    """The type of an object of the data."""

    name: str
    members: Sequence[DataMemberPlan]
    is_input: bool
    """Whether it is what a task gets, or inside it."""


class SignaturePlan(NamedTuple):
    """The signature of a function of the host, or of a method of an object."""

    name: str
    method: str
    """Parameters and result of a method: ``(self, arg1: float, /) -> bool``."""
    callable: str
    """The type of a function: ``Callable[[float], bool]``."""


@dataclass(frozen=True)
class DataPlan:
    """The declared data."""

    given: str
    """The name of the type of what a host gives."""
    types: Sequence[DataTypePlan]
    """The types of the objects inside, inner ones first, the data itself last."""
    members: AbstractSet[str]
    """The names of its members."""
    initial: Mapping[str, Any]
    """The first values."""
    functions_type: str
    """The type of the functions that guards and actions call."""
    functions: Sequence[SignaturePlan]
    """Those functions."""
    tasks_type: str
    """The type of the tasks that states invoke."""
    tasks: Sequence[tuple[str, str, str]]
    """Those tasks, with what they get and give."""
    methods: Mapping[str, SignaturePlan]
    """The methods of objects, by ``object.method``."""

    def method_of(self, instances: Sequence[str], method: str) -> SignaturePlan | None:
        """The signature of a method of one class; None where several objects of it are called."""
        keys = [f"{instance}.{method}" for instance in instances]
        found = [self.methods[key] for key in keys if key in self.methods]
        return found[0] if len(found) == 1 else None


@dataclass(frozen=True)
class CodePlan:
    """A whole generated module."""

    machine: str
    """The machine's name."""
    namespace: str | None
    """Its namespace, for the comment at the top."""
    description: str | None
    """What it is for."""
    is_async: bool
    """Whether its feeders queue events."""
    names: MachineNames
    """The names of its classes."""
    object_types: Sequence[ObjectTypePlan]
    """The types of the objects that it calls."""
    parameter_types: Sequence[tuple[str, str]]
    """Classes that only parameters have, with their names, when a module of types gives them."""
    objects: Sequence[ObjectPlan]
    """What is given to the context's constructor, in order."""
    hidden: Sequence[ObjectPlan]
    """Those of them that a payload may hide or an action replace: they go into the data, too."""
    data: Sequence[str]
    """The members of the data that guards and actions read or write, by first use."""
    declared: DataPlan | None
    """The data that the definition declares; without it any member is allowed."""
    events: Sequence[EventPlan]
    """All events that are declared, used or raised, by number."""
    states: Sequence[StatePlan]
    """The states in document order."""
    feeders: Sequence[FeederPlan]
    """The classes that send events."""
    chart: ChartPlan
    """What the chart is told beside the states."""
    scope: NameScope
    """How plain names and the members of objects are read."""
    part: Callable[[], Spelling]
    """Gives names to parts of expressions."""
