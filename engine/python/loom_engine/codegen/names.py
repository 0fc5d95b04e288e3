"""The names of generated code.

One rule, for both languages and for rule W107 of the validator: a name is spelled as ``naming.py`` says,
``identifier_of`` makes it an identifier, and where a reserved word or an earlier name has that already, it gets ``_2``,
``_3``, ... in all its forms. Names are given out in this order: machine, context class, objects, events, timers,
parameters, states, feeders, each in document order.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ..naming import camel_case, class_part, pascal_case, snake_case
from ..validate.rule import quoted
from .identifier import identifier_of
from .name_space import Claim, Claims, Form, NameSpace
from .reserved import (
    CONTEXT_MEMBERS,
    DATA_MODULE_NAMES,
    FEEDER_MEMBERS,
    HOOK_NAMES,
    MODULE_NAMES,
    PYTHON_WORDS,
    RESERVED_WORDS,
)
from .state_tree import StateTree, TreeState, path_of
from .type_map import Spelling, built_in_type


class ChangedName(NamedTuple):
    """A name that generated code had to change."""

    sort: str
    """What sort of thing has it, such as ``event``."""
    name: str
    """The name in the definition."""
    met: str | None
    """What has the name already, in words; None when it is no identifier."""
    element: str
    """The element that the change is about."""
    path: str
    """JSON pointer to the name."""


class MachineNames(NamedTuple):
    """The names of the machine as a whole."""

    enumeration: str
    base: str
    data: str
    context: str


class EventNames(NamedTuple):
    """The names of an event."""

    handler: Spelling
    """The list of transitions in a state class, and the method of the context."""
    method: Spelling
    """The method of the feeder."""
    payload: str
    """The type of the payload."""
    parameters: Mapping[str, Spelling]
    """The parameters, by their names."""


class StateNames(NamedTuple):
    """The names of a state."""

    class_name: str
    member: str
    """The member of the enumeration."""


_RESERVED = "a word that TypeScript or Python keeps for itself"


class _EnumerationWords:
    """The names that Python's enumerations keep for themselves."""

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and len(name) > 1 and name.startswith("_") and name.endswith("_")


class GeneratedNames:
    """All names of a generated module.

    Attributes:
        machine: The names of the machine as a whole.
        instances: The members of the context for ``settings.objects``, by their places.
        classes: The types of objects, by the class in the definition.
        parameter_classes: The types that only parameters have, by the class in the definition.
        events: By event id.
        states: By place in document order.
        feeders: The classes of the feeders, by feeder.
        has_data: Whether the definition declares data.
        changes: What had to be changed, in the order of the rule.
    """

    def __init__(self, definition: object, tree: StateTree) -> None:
        """Gives every thing of a definition its names."""
        self.instances: dict[int, str] = {}
        self.classes: dict[str, str] = {}
        self.parameter_classes: dict[str, str] = {}
        self.events: dict[str, EventNames] = {}
        self.states: list[StateNames] = []
        self.feeders: dict[str, str] = {}
        self.changes: list[ChangedName] = []
        self._claims = Claims()
        self._context = NameSpace(
            (CONTEXT_MEMBERS, "a member of the generated context"),
            (RESERVED_WORDS, _RESERVED),
        )
        self._handlers = NameSpace((HOOK_NAMES, "a hook of states and contexts"))
        self._feeds = NameSpace((FEEDER_MEMBERS, "a member of the generated feeder"), (PYTHON_WORDS, _RESERVED))
        self._members = NameSpace((_EnumerationWords(), "what Python's enumerations keep for themselves"))
        self._parts = 0
        members = definition if isinstance(definition, dict) else {}
        self._name_all(members, tree)

    def use_event(self, id: str) -> EventNames:
        """The names of an event, also of one that only transitions use."""
        known = self.events.get(id)
        if known:
            return known
        names, _ = self._event_names(id, {})
        self.events[id] = names
        return names

    def data_type(self, name: str) -> str:
        """A name of the module for a type of the declared data: the given one, with a suffix where it is taken."""
        suffix, _ = self._claims.claim(lambda suffix: [(self._module, name + suffix)], "a type of the data")
        return name + suffix

    def part(self) -> Spelling:
        """A free name of the module, for a part of an expression."""
        while True:
            self._parts += 1
            spelling = Spelling(f"part{self._parts}", f"_part_{self._parts}")
            if all(self._module.owner_of(name) is None for name in spelling):
                return spelling

    def _name_all(self, definition: Mapping[str, Any], tree: StateTree) -> None:
        written = definition.get("settings")
        settings = written if isinstance(written, dict) else {}
        sources = list(_entries_of(definition.get("events")))
        self.has_data = isinstance(settings.get("data"), list)
        module_names = DATA_MODULE_NAMES if self.has_data else MODULE_NAMES
        self._module = NameSpace(
            (RESERVED_WORDS, _RESERVED),
            (module_names, "a name that generated code has already"),
        )
        # An object may be what feeds events, too: its class is then the feeder, of which no type is made.
        self._feeder_names = {source["feeder"] for _, source in sources if isinstance(source.get("feeder"), str)}
        self.machine = self._name_machine(settings)
        self._name_objects(settings.get("objects"))
        for index, source in sources:
            for place, event in _entries_of(source.get("events")):
                self._name_event(event, f"/events/{index}/events/{place}")
        for index, source in sources:
            for place, timer in _entries_of(source.get("timers")):
                self._name_event({"id": timer.get("id")}, f"/events/{index}/timers/{place}")
        self._name_states(tree)
        for index, source in sources:
            self._name_feeder(source.get("feeder"), f"/events/{index}/feeder")

    def _name_machine(self, settings: Mapping[str, Any]) -> MachineNames:
        name = _text(settings.get("name"))
        context = settings.get("context")
        context_class = _text(context.get("class")) if isinstance(context, dict) else None
        id = identifier_of("StateMachine" if name is None else name)

        def forms(suffix: str) -> list[Form]:
            names = [f"{id}StateEnum{suffix}", f"State{id}{suffix}", f"{id}Data{suffix}"]
            if context_class is None:
                names.append(f"{id}Context{suffix}")
            return [(self._module, name) for name in names]

        suffix, met = self._claims.claim(forms, "a class of the machine itself")
        if name is not None:
            self._note("machine name", name, id, met, "/settings/name")
        if context_class is None:
            named = f"{id}Context{suffix}"
        else:
            path = "/settings/context/class"
            named = self._name_class("context class", context_class, path, "the context class")
        return MachineNames(
            enumeration=f"{id}StateEnum{suffix}",
            base=f"State{id}{suffix}",
            data=f"{id}Data{suffix}",
            context=named,
        )

    def _name_objects(self, entries: object) -> None:
        for index, entry in _entries_of(entries):
            instance = entry.get("instance")
            if not isinstance(instance, str):
                continue
            id = identifier_of(instance)
            suffix, met = self._claim(self._claims, self._context, [id], f"the object {quoted(instance)}")
            self.instances[index] = id + suffix
            self._note("object", instance, id, met, f"/settings/objects/{index}/instance")
            type = entry.get("class")
            if not isinstance(type, str) or self._has_no_class(type) or type in self.classes:
                continue
            owner = f"the class of the object {quoted(instance)}"
            self.classes[type] = self._name_class("class", type, f"/settings/objects/{index}/class", owner)

    def _name_event(self, event: Mapping[str, Any], path: str) -> None:
        id = event.get("id")
        if not isinstance(id, str):
            return
        parameters = self._name_parameters(id, event.get("parameters"), path)
        if id in self.events:
            return
        names, met = self._event_names(id, parameters)
        self.events[id] = names
        self._note("event", id, identifier_of(id), met, f"{path}/id")

    def _event_names(self, id: str, parameters: Mapping[str, Spelling]) -> tuple[EventNames, str | None]:
        snake = snake_case(id)
        handler = Spelling(identifier_of(f"on{pascal_case(snake)}"), identifier_of(f"on_{snake}"))
        method = Spelling(identifier_of(camel_case(snake)), identifier_of(snake))
        payload = identifier_of(f"{pascal_case(snake)}Payload")

        def forms(suffix: str) -> list[Form]:
            names: list[Form] = []
            for name in _spellings(handler, suffix):
                names += [(self._handlers, name), (self._context, name)]
            names += [(self._feeds, name) for name in _spellings(method, suffix)]
            return [*names, (self._module, payload + suffix)]

        suffix, met = self._claims.claim(forms, f"the event {quoted(id)}")
        return EventNames(_suffixed(handler, suffix), _suffixed(method, suffix), payload + suffix, parameters), met

    def _name_parameters(self, event: str, written: object, path: str) -> Mapping[str, Spelling]:
        names: dict[str, Spelling] = {}
        claims = Claims()
        space = NameSpace((RESERVED_WORDS, _RESERVED), (("self", "context"), _RESERVED))
        for index, parameter in _entries_of(written):
            name = parameter.get("name")
            if not isinstance(name, str):
                continue
            self._name_parameter_type(parameter.get("type"), f"{path}/parameters/{index}/type")
            snake = snake_case(name)
            plain = Spelling(identifier_of(camel_case(snake)), identifier_of(snake))
            owner = f"the parameter {quoted(name)}"
            met: str | None = owner
            if name not in names:
                suffix, met = self._claim(claims, space, _spellings(plain, ""), owner)
                names[name] = _suffixed(plain, suffix)
            self._note("parameter", name, identifier_of(name), met, f"{path}/parameters/{index}/name", event)
        return names

    def _name_parameter_type(self, type: object, path: str) -> None:
        """Texts that are no identifier, such as ``Map<string, int>``, mean something in one language at most."""
        if not isinstance(type, str) or identifier_of(type) != type or self._has_no_class(type):
            return
        if type not in self.classes and type not in self.parameter_classes:
            self.parameter_classes[type] = self._name_class("class", type, path, f"the class {quoted(type)}")

    def _name_states(self, tree: StateTree) -> None:
        told: set[str] = set()
        for state in tree.states:
            name = state.name
            class_name = self._class_of(state)
            member = identifier_of(snake_case(name).upper())
            suffix, met = self._claim_state(class_name, member, f"the state {quoted(name)}")
            self.states.append(StateNames(class_name + suffix, member + suffix))
            id = identifier_of(name)
            if name not in told and (id != name or met is not None):
                self._note("state", name, id, met, f"{path_of(state)}/name")
            told.add(name)

    def _class_of(self, state: TreeState) -> str:
        """A root called like the machine is usual; its class is told apart from the base class of all states."""
        class_name = identifier_of(f"State{class_part(state.name)}")
        return f"{class_name}Root" if state.parent is None and class_name == self.machine.base else class_name

    def _has_no_class(self, type: str) -> bool:
        return built_in_type(type, self.has_data) is not None or type in self._feeder_names

    def _claim_state(self, class_name: str, member: str, owner: str) -> Claim:
        def forms(suffix: str) -> list[Form]:
            return [(self._module, class_name + suffix), (self._members, member + suffix)]

        return self._claims.claim(forms, owner)

    def _name_feeder(self, feeder: object, path: str) -> None:
        if isinstance(feeder, str) and feeder != "" and feeder not in self.feeders:
            self.feeders[feeder] = self._name_class("feeder", feeder, path, f"the feeder {quoted(feeder)}")

    def _name_class(self, sort: str, name: str, path: str, owner: str) -> str:
        id = identifier_of(name)
        suffix, met = self._claim(self._claims, self._module, [id], owner)
        self._note(sort, name, id, met, path)
        return id + suffix

    def _claim(self, claims: Claims, space: NameSpace, plain: list[str], owner: str) -> Claim:
        return claims.claim(lambda suffix: [(space, name + suffix) for name in plain], owner)

    def _note(self, sort: str, name: str, id: str, met: str | None, path: str, element: str | None = None) -> None:
        if id == name and met is None:
            return
        self.changes.append(
            ChangedName(sort, name, met if id == name else None, name if element is None else element, path)
        )


def names_of(definition: object, tree: StateTree) -> GeneratedNames:
    """Gives every thing of a definition its names."""
    return GeneratedNames(definition, tree)


def _entries_of(entries: object) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """The entries of a list that are objects, with their places."""
    if isinstance(entries, list):
        yield from ((index, entry) for index, entry in enumerate(entries) if isinstance(entry, dict))


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value != "" else None


def _spellings(spelling: Spelling, suffix: str) -> list[str]:
    return [name + suffix for name in dict.fromkeys(spelling)]


def _suffixed(spelling: Spelling, suffix: str) -> Spelling:
    return Spelling(spelling.typescript + suffix, spelling.python + suffix)
