"""Runs a chart."""

from __future__ import annotations

from collections import deque
from contextlib import contextmanager
from typing import Any, Callable, Iterator, Mapping

from .actions import InvokeAction
from .chart import NO_CHART
from .clock import Clock
from .configuration import Configuration
from .context_base import EndHandler
from .errors import MachineRuntimeError
from .guard import GuardFn, RegisteredAction, RegisteredGuard
from .hand_written import HandWritten
from .observer import IObserver
from .results import Payload, SendResult
from .set_state import configuration_of
from .snapshot import MachineSnapshot, Standing, read_snapshot, write_snapshot
from .tables import ACTION_FAILED, COMPLETION_PREFIX, DONE_WORK, EVENTLESS, FAILED_WORK, ChartTables, StateNode
from .timers import DelayedEvent
from .visited import VisitedStates
from .wildcard import DELAY_PREFIX, is_wildcard
from .work import ChildFactory, Receiver, Task, WorkLinks


class Context(HandWritten):
    """Runs a chart: the base of every generated context, and of the interpreter.

    ``engine/SEMANTICS.md`` tells how. Without a chart it is the base of machines written by hand with
    ``TransitionHelper``. It can be used from several threads: one step runs at a time.
    """

    def __init__(
        self,
        name: str = "Context",
        chart: ChartTables | None = None,
        *,
        data: Any = None,
        observer: IObserver | None = None,
        clock: Clock | None = None,
        guards: Mapping[str, RegisteredGuard] | None = None,
        actions: Mapping[str, RegisteredAction] | None = None,
        functions: Mapping[str, Callable[..., Any]] | None = None,
        on_end: EndHandler | None = None,
        snapshot: MachineSnapshot | None = None,
        keep_visited: bool = False,
        tasks: Mapping[str, Task] | None = None,
        machines: Mapping[str, ChildFactory] | None = None,
        parent: Receiver | None = None,
    ) -> None:
        """Makes a machine; ``enter_initial_state`` sets it going.

        Args:
            name: The name given to the observer.
            chart: The chart it runs.
            data: What guards and actions read and write by name, a dict or a host object; read live.
            observer: Told what happens, from the initial entry on.
            clock: The clock for timers; default: the platform's.
            guards: Decide the guard with their whole text.
            actions: Run instead of the code with their whole text.
            functions: Functions that guards and actions may call.
            on_end: Called at the end, an end at the initial entry included.
            snapshot: Where to go on; then ``enter_initial_state`` is not called.
            keep_visited: Whether to keep the states visited.
            tasks: The tasks that states invoke, by name.
            machines: What makes the machines that states invoke, by the text of ``machine``.
            parent: The machine that invoked this one: ``send`` with ``to: "parent"`` goes to it.

        Raises:
            MachineRuntimeError: With code ``bad_snapshot``, when the snapshot is of another machine.
        """
        super().__init__(name, NO_CHART if chart is None else chart, clock)
        self.data: Any = {} if data is None else data
        self.functions: Mapping[str, Callable[..., Any]] = {} if functions is None else functions
        self.registered_guards = guards
        self.registered_actions = actions
        self.guard_evaluator: GuardFn | None = None
        self.work_links = WorkLinks(tasks or {}, machines or {}, parent)
        self._is_stopped = False
        if keep_visited:
            self._visited = VisitedStates()
        if observer is not None:
            self.set_observer(observer)
        if on_end is not None:
            self.register_end_handler(on_end)
        if snapshot is not None:
            self.restore(snapshot)

    @property
    def state(self) -> str:
        """The active leaf's name; with regions, the leaves' names in document order, joined by ``|``."""
        return self._active.state

    @property
    def configuration(self) -> list[str]:
        """The names of all active states, in document order."""
        return [node.name for node in self._active.active]

    @property
    def tags(self) -> list[str]:
        """The tags of the active states, in document order, without repeats."""
        states = (node.state for node in self._active.active)
        return [*dict.fromkeys(tag for state in states if state is not None for tag in state.tags)]

    def has_tag(self, tag: str) -> bool:
        """Whether an active state has a tag."""
        return tag in self.tags

    @property
    def meta(self) -> dict[str, Any]:
        """What the active states have as ``meta``, by name."""
        states = ((node.name, node.state) for node in self._active.active)
        return {name: state.meta for name, state in states if state is not None and state.meta is not None}

    @property
    def path(self) -> list[str]:
        """The names from the root to the leaf; with regions, those of all active states."""
        return self.configuration

    @property
    def done(self) -> bool:
        """Whether it has reached its end or was stopped."""
        return self._is_done

    @property
    def output(self) -> Any:
        """The output of the final state that it ended in; None before and without one."""
        return None if self._output is None else self._output["output"]

    @property
    def visited(self) -> list[str]:
        """The states it was in, oldest first, the present one last; at most the last 1000, none when they are not
        kept."""
        return [] if self._visited is None else self._visited.list()

    def send(self, event: str, payload: Payload | None = None) -> SendResult:
        """Sends an event and runs to completion.

        Where actions are awaited on the event loop that is running, the result is ``queued``. Never raises for what the chart holds. A call from another thread waits until the step that is running has
        ended; one from inside the step is queued.
        """
        if self._is_asynchronous:
            return self._await_send(event, payload)
        with self._lock:
            before = self._active
            if self._is_done or self._is_busy:
                return self._take_later(event, payload, None)
            self._is_busy = True
            try:
                refused = self._macro_step(event, payload)
                if refused is None:
                    return self._handled(event, before)
                return self._unhandled(event, before, refused)
            finally:
                self._is_busy = False

    def fire(self, number: int, payload: Payload | None = None) -> bool:
        """Sends an event by its place in the chart's events; returns whether it was handled."""
        return self.send(self._tables.events[number], payload).handled

    def can(self, event: str, payload: Payload | None = None) -> bool:
        """Whether ``send`` would handle the event now; guards are evaluated, nothing changes."""
        with self._lock:
            if self._is_done or not self._knows(self._tables.event_named(event)):
                return False
            return self._selects(event, payload)

    def available_events(self) -> list[str]:
        """The events with a transition from the active states, leaf first, without repeats, without completions.

        Guards are not evaluated. Empty after the end.
        """
        with self._lock:
            if self._is_done:
                return []
            events: dict[str, None] = {}
            for leaf in self._active.leaves:
                node: StateNode | None = leaf
                while node is not None:
                    for edge in node.transitions:
                        if edge.event != EVENTLESS and not _is_unsent(edge.event):
                            events[edge.event] = None
                    node = node.parent
            return [*events]

    def set_state(self, name: str) -> None:
        """Goes to a state without exits, entries or actions; timers stop.

        Args:
            name: A state (a composite leads to its initial leaf), or several leaves joined by ``|``.

        Raises:
            MachineRuntimeError: With code ``unknown_state``, or ``in_step`` while a step is running.
        """
        with self._between_steps("set_state"):
            configuration, ends = configuration_of(self._tables, name, self._history)
            before = self._active
            self.stop_all_timers()
            if self.work_set is not None:
                self.work_set.stop_all()
            self._active = configuration
            self._output = None
            self._is_done = ends
            self._is_stopped = False
            if self._visited is not None and self._visited.last != configuration.state:
                self._visited.add(configuration.state)
            self._tell("on_state_set", before.state, configuration.state)

    def stop(self) -> None:
        """Ends it where it stands, without exits: timers stop, end handlers run. Nothing happens when it is done."""
        with self._lock:
            if self._is_done:
                return
            self._is_stopped = True
            self._finish()

    def enter_initial_state(self) -> None:
        """Enters the initial configuration, without leaving the present one.

        Raises:
            MachineRuntimeError: With code ``microstep_limit``, when the initial entry does not come to rest; with
                code ``no_chart``, when there is nothing to enter.
        """
        with self._between_steps("enter_initial_state"):
            if not self._tables.nodes:
                raise MachineRuntimeError(
                    "no_chart", f'"{self.name}" has no chart: override enter_initial_state.'
                )
            self._is_stopped = False
            if self._visited is not None:
                self._visited.reset([])
            if not self._is_asynchronous:
                return self._start()
            going = self._begin(self._enter_steps())
        self._go_on(going)

    def snapshot(self) -> MachineSnapshot:
        """Everything needed to go on later, as plain JSON data: functions and host objects in the data stay out.

        Raises:
            MachineRuntimeError: With code ``in_step``, while a step is running; with code ``snapshot_too_large``,
                when the data holds more than a million values.
        """
        with self._between_steps("snapshot"):
            return write_snapshot(
                Standing(
                    active=self._active,
                    history=self._history,
                    waiting=[(event, payload) for event, payload, _ in self._waiting],
                    timers=self.running_timers(),
                    data=self.data,
                    visited=self.visited,
                    is_done=self._is_done,
                    is_stopped=self._is_stopped,
                    work=[] if self.work_set is None else self.work_set.running(),
                    output=self._output if self._is_done else None,
                )
            )

    def restore(self, snapshot: MachineSnapshot) -> None:
        """Goes on from a snapshot: no action runs, no observer is told, timers run on with the time they had left.

        Raises:
            MachineRuntimeError: With code ``bad_snapshot``, when it does not fit this machine; then nothing changes.
        """
        with self._between_steps("restore"):
            restored = read_snapshot(snapshot, self._tables, self.data)
            self._active = restored.active
            self._history = restored.history
            self._waiting = deque((event, payload, None) for event, payload in restored.waiting)
            self._is_done = snapshot.get("done") is True
            self._is_stopped = snapshot.get("stopped") is True
            if self._visited is not None:
                self._visited.reset(snapshot["visited"])
            self._output = {"output": snapshot["output"]} if "output" in snapshot else None
            self._timers.drop()
            if self.work_set is not None:
                self.work_set.stop_all()
            delayed = snapshot.get("delayed") or {}
            self._timers.resume(
                [
                    {**timer, "sends": delayed[timer["name"]]} if timer["name"] in delayed else timer
                    for timer in snapshot["timers"]
                ],
                self._resumed,
                self._turn(),
            )
            self._resume_work(snapshot.get("work") or [])
            if not self._is_asynchronous:
                return self._resume()
            going = self._begin(self._resume_steps())
        self._go_on(going)

    def _resume(self) -> None:
        """Begins work again and handles the events that wait."""
        self._is_busy = True
        try:
            self._run_pending()
            self._drain()
        finally:
            self._is_busy = False

    def _resumed(self, timer: Mapping[str, Any]) -> None:
        """Called when a timer of a snapshot has expired."""
        name, sends = timer["name"], timer.get("sends")
        self._expire(name, self._tables.timer_event(name) if sends is None else sends["event"], sends)

    def _resume_work(self, work: list[dict[str, Any]]) -> None:
        """Begins again, at the end of a step, the work that was running."""
        for running in work:
            for node in self._active.active:
                for action in node.entry:
                    if isinstance(action, InvokeAction) and action.id == running["id"]:
                        action.resume(self, running)

    def _expire(self, timer: str, event: str, sends: DelayedEvent | None = None) -> None:
        self._tell("on_timer_expired", timer)
        payload = None if sends is None else sends.get("payload")
        to = None if sends is None else sends.get("to")
        if to is None:
            self._send_unasked(event, payload)
        else:
            self.send_to(to, event, payload)

    def deliver(self, event: str, payload: Payload | None = None) -> None:
        """Takes an event of work or of another machine, whose result nobody gets."""
        self._send_unasked(event, payload)

    def _send_unasked(self, event: str, payload: Payload | None) -> None:
        if self._is_asynchronous:
            self._await_send(event, payload, is_asked=False)
            return
        result = self.send(event, payload)
        if result.handled and result.error is not None:
            self._tell_error(result.error)

    def send_to(self, to: str, event: str, payload: Payload | None = None) -> None:
        """Sends an event to work of its states, or to the machine that invoked it."""
        if to == "parent":
            receiver = self.work_links.parent
        else:
            receiver = None if self.work_set is None else self.work_set.receiver(to)
        if receiver is None:
            self._tell_error(f'No machine "{to}" is running here to get the event "{event}".')
        else:
            receiver.deliver(event, payload)

    def _handled(self, event: str, before: Configuration) -> SendResult:
        self._drain()
        return self._result_of(event, before, None, self._problem)

    def _unhandled(self, event: str, before: Configuration, reason: str) -> SendResult:
        problem = self._problem_of(reason)
        self._drain()
        return self._result_of(event, before, reason, problem)

    @contextmanager
    def _between_steps(self, what: str) -> Iterator[None]:
        with self._lock:
            if self._is_busy:
                raise MachineRuntimeError(
                    "in_step", f"Cannot call {what} while a step is running: wait until send returns."
                )
            yield


_UNSENT = (COMPLETION_PREFIX, DONE_WORK, FAILED_WORK, DELAY_PREFIX, ACTION_FAILED)


def _is_unsent(event: str) -> bool:
    """Whether an event comes from inside a machine, or is a wildcard and thereby none."""
    return event.startswith(_UNSENT) or is_wildcard(event)
