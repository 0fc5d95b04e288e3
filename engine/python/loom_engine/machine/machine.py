"""The interpreter."""

from __future__ import annotations

import asyncio
from typing import Any, Callable, Mapping

from ..definition import StateMachineDefinition
from ..expression import Scope
from ..finding import Finding
from ..model import EnrichedModel
from ..runtime.clock import Clock
from ..runtime.context import Context
from ..runtime.context_base import EndHandler
from ..runtime.guard import GuardFn, RegisteredAction, RegisteredGuard
from ..runtime.observer import IObserver
from ..runtime.initial_data import with_initial
from ..runtime.results import Payload, SendResult
from ..runtime.snapshot import MachineSnapshot
from ..runtime.work import ChildFactory, Receiver, Task
from ..type_check.initial import initial_data_of
from .compile import MachineSource, compile_machine
from .program import MachineProgram


class Machine(Context):
    """Runs a definition. ``engine/SEMANTICS.md`` tells how.

    >>> from loom_engine import Machine
    >>> door = Machine({
    ...     "settings": {"namespace": "Home", "name": "Door", "asynchronous": False},
    ...     "events": [{"name": "Hand", "events": [{"id": "open"}, {"id": "close"}]}],
    ...     "state": {
    ...         "name": "Root",
    ...         "states": [
    ...             {
    ...                 "name": "Closed",
    ...                 "transitions": [{"event": "open", "nextState": "Open", "condition": "not locked"}],
    ...             },
    ...             {"name": "Open", "transitions": [{"event": "close", "nextState": "Closed"}]},
    ...         ],
    ...     },
    ... }, context={"locked": False})
    >>> result = door.send("open")
    >>> result.handled, door.state
    (True, 'Open')
    """

    def __init__(
        self,
        definition: MachineSource,
        *,
        name: str | None = None,
        observer: IObserver | None = None,
        context: Any = None,
        guard: GuardFn | None = None,
        guards: Mapping[str, RegisteredGuard] | None = None,
        actions: Mapping[str, RegisteredAction] | None = None,
        functions: Mapping[str, Callable[..., Any]] | None = None,
        validate: bool = True,
        clock: Clock | None = None,
        on_end: EndHandler | None = None,
        snapshot: MachineSnapshot | None = None,
        tasks: Mapping[str, Task] | None = None,
        machines: Mapping[str, MachineSource | ChildFactory] | None = None,
        parent: Receiver | None = None,
    ) -> None:
        """Makes a machine and enters its initial configuration.

        Args:
            definition: The definition, its model, or a program made from one by ``compile_machine``.
            name: The name given to the observer; default: ``settings.name``, else ``Machine``.
            observer: Told what happens, from the initial entry on.
            context: The data and host objects that guards and actions work on; read live. It gets the members that
                ``settings.data`` declares and it lacks.
            guard: Decides every guard by its text, instead of the expressions.
            guards: Decide the guard with their whole text.
            actions: Run instead of the code with their whole text.
            functions: Functions that guards and actions may call.
            validate: Whether to run all rules; with False only those that keep a machine from running.
            clock: The clock for timers; default: the platform's.
            on_end: Called at the end, an end at construction included.
            snapshot: Where to go on, instead of entering the initial configuration.
            tasks: The tasks that states invoke, by name.
            machines: The machines that states invoke, by the text of ``machine``: definitions, programs or functions
                that make machines.
            parent: The machine that invoked this one.

        Raises:
            MachineDefinitionError: When the definition has a finding of V001, V002 or V006.
            MachineRuntimeError: With code ``microstep_limit``, when the initial entry does not come to rest; with
                code ``bad_snapshot``, when the snapshot is of another machine.
        """
        program = compile_machine(definition, validate)
        if program.declared:
            context = with_initial(context, initial_data_of(program.declared))
        super().__init__(
            program.name if name is None else name,
            program,
            data=context,
            observer=observer,
            clock=clock,
            guards=guards,
            actions=actions,
            functions=functions,
            on_end=on_end,
            keep_visited=True,
            tasks=tasks,
            machines=None if machines is None else {path: _factory_of(one) for path, one in machines.items()},
            parent=parent,
        )
        self._program: MachineProgram = program
        self.guard_evaluator = guard
        self._is_asynchronous = program.is_asynchronous
        if snapshot is None:
            self.enter_initial_state()
        else:
            self.restore(snapshot)

    @property
    def warnings(self) -> list[Finding]:
        """The findings that did not keep it from running."""
        return self._program.warnings

    @property
    def context(self) -> Any:
        """The data and host objects that guards and actions work on."""
        return self.data

    def send_async(self, event: str, payload: Payload | None = None) -> asyncio.Future[SendResult]:
        """Sends an event now, or when the running step is over; the awaitable gives its result.

        Where ``settings.asynchronous`` is true, its actions are awaited. Raises ``RuntimeError`` outside of an event
        loop: ``send`` waits there.
        """
        return self._await_result(event, payload)

    async def idle(self) -> None:
        """Waits until no step is running, for example the initial entry, and no event waits."""
        await self._until_idle()

    @property
    def tags(self) -> list[str]:
        """The tags of the active states, in document order, without repeats."""
        lists = (state.get("tags") for state in self._active_states())
        tags = (tag for tags in lists if isinstance(tags, list) for tag in tags)
        return [*dict.fromkeys(tag for tag in tags if isinstance(tag, str))]

    @property
    def meta(self) -> dict[str, Any]:
        """What the active states have as ``meta``, by name."""
        states = (state for state in self._active_states() if state.get("meta") is not None)
        return {state["name"]: state["meta"] for state in states}

    def _active_states(self) -> list[Any]:
        states = self.model.state_map
        return [states[name] for name in self.configuration if name in states]

    @property
    def definition(self) -> StateMachineDefinition:
        """The definition it runs."""
        return self._program.model.definition

    @property
    def model(self) -> EnrichedModel:
        """The definition with its indexes."""
        return self._program.model

    def scope(self, payload: Payload | None) -> Scope:
        """What guards and actions see while an event with this payload is processed."""
        return Scope(payload, self.data, self.functions, self.is_active)


def _factory_of(source: MachineSource | ChildFactory) -> ChildFactory:
    """A function that makes the machine which a state invokes; a definition is compiled on its first use."""
    return source if callable(source) else _interpreter_of(source)


def _interpreter_of(source: MachineSource) -> ChildFactory:
    programs: list[MachineProgram] = []

    def make(*, data: Any, **options: Any) -> Context:
        if not programs:
            programs.append(compile_machine(source))
        return Machine(programs[0], context=data, **options)

    return make
