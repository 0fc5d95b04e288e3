"""The stepping algorithm: macro steps, micro steps, selection.

``engine/SEMANTICS.md`` says in words what this module does; both follow the published algorithm of SCXML (W3C, 2015,
appendix D).
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, Callable, Sequence

from ..expression.promise import refuse_promise_of_callback
from .actions import Action
from .clock import Clock
from .configuration import Configuration, same_configuration
from .conflicts import without_conflicts
from .errors import MachineRuntimeError
from .plan import Choice, plan_of
from .problem import action_problem, loop_problem, work_problem
from .refusal import refusal
from .results import Payload, SendResult
from .run_action import run_action
from .selecting import Selecting
from .step import Step, initial_step, step_of
from .tables import (
    ACTION_FAILED,
    COMPLETION_PREFIX,
    EVENTLESS,
    FAILED_WORK,
    ChartTables,
    Edge,
    StateNode,
    is_within,
)
from .timers import DelayedEvent
from .visited import VisitedStates

if TYPE_CHECKING:
    from .work import Work

MICROSTEP_LIMIT = 1000
"""The most micro steps in one macro step; a chain that is longer is taken for a loop."""

LOOP_STATES = 20
"""How many of the last states of a loop its error names."""


Answer = Callable[[SendResult], None]
"""Gets the result of an event."""


class Stepping(Selecting):
    """Where a machine stands, and how it gets further."""

    _is_stopped = False
    """Whether the machine was stopped, and did not reach its end by itself."""

    def __init__(self, name: str, tables: ChartTables, clock: Clock | None) -> None:
        """Makes a machine that stands nowhere yet."""
        super().__init__(name, tables, clock)
        self._is_done = False
        self._history: dict[StateNode, Sequence[StateNode]] = {}
        """What history states remember."""
        self._waiting: deque[tuple[str, Payload | None, Answer | None]] = deque()
        """The events that wait for the running step to end, with what gets their result."""
        self._visited: VisitedStates | None = None
        """The states it was in, where they are kept."""
        self._raised: deque[tuple[str, Payload | None]] = deque()
        self._pending: deque[tuple[Callable[[], None], bool]] = deque()
        """What waits for the macro step to end: the start of work, and events to other machines; true for those to the
        machine that invoked this one, which the end of the machine sends."""
        self._output: Payload | None = None
        """The output of the final state that was entered last, as the payload of a completion."""
        self.work_set: Work | None = None
        """The work of its states; None while none was begun."""

    def is_active(self, name: str) -> bool:
        """Whether the named state is active."""
        node = self._tables.node_by_name.get(name)
        return node is not None and any(is_within(leaf, node) for leaf in self._active.leaves)

    def raise_event(self, event: str, payload: Payload | None = None) -> None:
        """Puts an event on the internal queue."""
        self._raised.append((event, payload))

    def defer(self, run: Callable[[], None], is_to_parent: bool = False) -> None:
        """Runs a function when the running macro step is over."""
        self._pending.append((run, is_to_parent))

    def set_output(self, output: Any) -> None:
        """Sets the output of a final state that is being entered."""
        self._output = {"output": output}

    def start_event_timer(
        self,
        name: str,
        duration: float,
        event: str,
        repeat: float | None,
        sends: DelayedEvent | None = None,
    ) -> None:
        """Starts a timer that sends ``event`` when it expires, then every ``repeat`` milliseconds."""
        self._timers.stop(name)  # First: its observer may stop the machine.
        if self._is_done:
            return  # Stopped in the step that still runs.
        self._timers.start(name, duration, lambda: self._expire(name, event, sends), repeat, sends, self._turn())

    def has_timer(self, name: str) -> bool:
        """Whether a timer runs."""
        return self._timers.has(name)

    def _expire(self, timer: str, event: str, sends: DelayedEvent | None = None) -> None:
        """Called when a timer has expired."""
        raise NotImplementedError

    def _start(self) -> None:
        """Enters the initial configuration and settles.

        Raises ``MachineRuntimeError`` with code ``microstep_limit`` when it does not come to rest.
        """
        self._is_busy = True
        self._is_done = False
        self._problem = self._step_failure = None
        self._payload = self._output = None
        try:
            self._take(initial_step(self._tables))
            is_at_rest = self._settle(0)
            self._tell_failure()
            if not is_at_rest:
                raise MachineRuntimeError("microstep_limit", self._problem or "")
            self._run_pending()
            self._drain()
        finally:
            self._is_busy = False

    def _macro_step(self, event: str, payload: Payload | None) -> str | None:
        """Takes the transitions that an event selects and everything that is enabled afterwards.

        Gives None when the event selected any, else why not.
        """
        self._problem = self._step_failure = None
        self._payload = payload
        waiting = len(self._waiting)
        refused = self._process(event)
        is_at_rest = True
        if not self._active.is_settled or self._raised:
            is_at_rest = self._settle(1 if refused is None else 0)
        self._tell_failure()
        if self._pending:
            self._run_pending()
        if not is_at_rest:
            self._drop_later(waiting)
        return refused

    def _drop_later(self, waiting: int) -> None:
        """Drops what was sent during a step that was cut, behind the events that waited before: each may loop as well."""
        while len(self._waiting) > waiting:
            event, _, answer = self._waiting.pop()
            if answer is not None:
                answer(refusal(event, self._active.state, "queued", queued=True))

    def _run_pending(self) -> None:
        """Does what waited for the macro step to end."""
        if self._is_done:
            self._pending.clear()  # Stopped in the step: nothing begins.
        while self._pending:
            run, _ = self._pending.popleft()
            run()

    def _drain(self) -> None:
        """Handles the events that came in while a step was running, and those that they send.

        More of these than the limit are taken for a loop.
        """
        problem, failure = self._problem, self._step_failure
        loop: list[str] = []
        waiting = len(self._waiting)
        while self._waiting:
            event, payload, _ = self._waiting.popleft()
            waiting -= 1
            if waiting < 0:
                loop.append(self._active.state)
                if len(loop) > MICROSTEP_LIMIT:
                    self._waiting.clear()
                    self._tell("on_error", loop_problem(MICROSTEP_LIMIT, loop[-LOOP_STATES:]))
                    break
            refused = self._macro_step(event, payload)
            if refused is None and self._problem is not None:
                self._tell_error(self._problem)
        self._problem, self._step_failure = problem, failure

    def _finish(self) -> None:
        """Ends the machine: queues and timers go, the end handlers are called."""
        self._is_done = True
        self._raised.clear()
        waiting, self._waiting = self._waiting, deque()
        pending, self._pending = self._pending, deque()
        for run, is_to_parent in pending:
            if is_to_parent and not self._is_stopped:
                run()
        self.stop_all_timers()
        if self.work_set is not None:
            self.work_set.stop_all()
        try:
            self._tell_end()
        finally:
            for event, _, answer in waiting:
                if answer is not None:
                    answer(self.send(event))

    def send(self, event: str, payload: Payload | None = None) -> SendResult:
        """Sends an event and runs to completion."""
        raise NotImplementedError

    def _process(self, event: str) -> str | None:
        """Takes what an event selects, or tells the observer that it selects nothing."""
        choice = self._choice_of(event)
        if choice is None:
            return self._leave(event)
        self._take_choice(choice)
        return None

    def _leave(self, event: str) -> str:
        """Tells the observer that an event selects nothing; gives why not."""
        is_known = self._knows(self._tables.event_named(event))
        refused = "guard refused" if self._was_refused else "no transition"
        if not is_known:
            refused = "unknown event"
        self._tell("on_unhandled", event, refused)
        if event.startswith(FAILED_WORK):
            problem = work_problem(event, self._payload)
            self.defer(lambda: self._tell("on_error", problem))
        return refused

    def _settle(self, taken: int) -> bool:
        """Takes event-less transitions and raised events until nothing more is enabled.

        ``taken`` tells the micro steps that this macro step has taken so far; gives whether the machine came to rest.
        """
        loop: list[str] = []
        steps = taken
        while not self._is_done:
            if steps >= MICROSTEP_LIMIT - LOOP_STATES:
                loop.append(self._active.state)
            choice = self._next_choice()
            if choice is None:
                break
            if steps >= MICROSTEP_LIMIT:
                self._cut(loop)
                return False
            self._take_choice(choice)
            steps += 1
        return True

    def _next_choice(self) -> Choice | None:
        """The next event-less transitions or raised event's transitions to take; None at rest."""
        while not self._is_done:
            if not self._active.is_settled:
                eventless = self._choose(plan_of(self._active, EVENTLESS))
                if eventless.selection:
                    return eventless
            if not self._raised:
                break
            event, self._payload = self._raised.popleft()
            self._was_refused = False
            choice = self._choose(plan_of(self._active, self._tables.event_named(event)))
            if choice.selection:
                return choice
            self._leave_unhandled(event)
        return None

    def _leave_unhandled(self, event: str) -> None:
        if event == ACTION_FAILED:
            return  # Its action is reported already.
        if not event.startswith(COMPLETION_PREFIX):
            reason = "guard refused" if self._was_refused else "no transition"
            self._tell("on_unhandled", event, reason)
        elif self._tables.bubbles:
            self._bubble(event)

    def _cut(self, loop: list[str]) -> None:
        self._raised.clear()
        self._problem = loop_problem(MICROSTEP_LIMIT, loop)

    def _bubble(self, event: str) -> None:
        """An unhandled completion completes the parent in turn; a region stops it."""
        completed = self._tables.node_by_name.get(event[len(COMPLETION_PREFIX) :])
        if completed is None or completed.parent is None or completed.is_region:
            return
        parent = completed.parent
        if parent.parent is None:
            self._finish()
        elif parent.completion is not None:
            self._raised.append((parent.completion, None))

    def _take_choice(self, choice: Choice) -> None:
        self._take(choice.step if choice.step is not None else self._work_out(choice))

    def _work_out(self, choice: Choice) -> Step:
        edges = without_conflicts(choice.selection, self._history)
        step = step_of(self._tables, self._active, edges, self._history)
        meets_history = any(
            target is not None and target.kind == "history"
            for edge in choice.selection
            for target in (edge.target, *edge.more)
        )
        if not step.used_history and not meets_history:
            choice.step = step
            self._tables.configurations.note_step(
                len(step.exits) + len(step.entries) + len(step.next.leaves)
            )
        return step

    def _take(self, step: Step) -> None:
        start = self._active
        if step.is_quiet and self._listener is None:
            self._active = step.next
        else:
            self._perform(step, start)
        self._note_visited(step.next, start)

    def _note_visited(self, following: Configuration, start: Configuration) -> None:
        if self._visited is not None and not same_configuration(following, start):
            self._visited.add(following.state)

    def _perform(self, step: Step, start: Configuration) -> None:
        self._history.update(step.records)
        for node in step.exits:
            self._tell("on_exit", node.name)
            self._run(node.exit, node)
            self._call_hook(node, "on_exit")
        for edge in step.transitions:
            self._run_transition(edge, start, step.next)
        self._active = step.next
        for node, completions in step.entries:
            self._tell("on_entry", node.name)
            self._run(node.entry, node)
            self._call_hook(node, "on_entry")
            if node.is_final:
                self._complete(node, completions)
        self._end_transitions(step, start)

    def _end_transitions(self, step: Step, start: Configuration) -> None:
        """Tells the observer what was taken, and ends the machine where the step does."""
        for edge in step.transitions:
            if edge.target is not None:
                self._tell("on_transition_end", start.state, step.next.state, edge.name)
        if self._is_done:
            self._raised.clear()  # An action stopped it: what was raised after that is void.
        elif step.ends:
            self._finish()

    def _complete(self, final: StateNode, completions: Sequence[str]) -> None:
        """Raises the completions of a final state; its own parent's comes with its output."""
        parent = final.parent
        for event in completions:
            is_own = parent is not None and event == parent.completion
            self._raised.append((event, self._output if is_own else None))
        if parent is not None and parent.parent is not None:
            self._output = None  # The output of a child of the root is that of the machine.

    def _run_transition(self, edge: Edge, start: Configuration, following: Configuration) -> None:
        self.transition_name = edge.name
        if edge.target is not None:
            self._tell("on_transition_begin", start.state, following.state, edge.name)
        self._run(edge.actions, edge.source)
        self.transition_name = ""
        if edge.target is None:
            self._tell("on_internal_transition", edge.source.name, edge.name)

    def _run(self, actions: Sequence[Action], node: StateNode) -> None:
        for action in actions:
            failure = run_action(action, self, self._payload, self)
            if failure is not None:
                self._tell_failed(node.name, action.text, failure)

    def _call_hook(self, node: StateNode, hook: str) -> None:
        """Calls a hook that a class overrides; one that fails is told like a failed action."""
        if node.state is None or not node.has_hooks:
            return
        try:
            refuse_promise_of_callback(getattr(node.state, hook)(self))
        except Exception as error:
            self._tell_failed(node.name, hook, str(error))

    def _tell_failed(self, state: str, action: str, failure: str) -> None:
        if self._problem is None:
            self._problem = action_problem(action, state, failure)
        self._tell("on_action_failed", state, action, failure)
