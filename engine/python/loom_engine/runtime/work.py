"""Work that belongs to states: tasks of the host and child machines.

It begins at the end of the macro step that enters its state, and is cancelled when the state is left.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
from typing import TYPE_CHECKING, Any, Awaitable, Callable, Mapping, NamedTuple, Protocol, TypeVar, Union

from ..expression.errors import EvaluationError
from ..expression.promise import is_promise, promise_refusal
from .actions import CodeAction, InvokeAction
from .data_copy import ABSENT, data_of
from .errors import MachineRuntimeError
from .results import Payload
from .tables import DONE_WORK, FAILED_WORK

if TYPE_CHECKING:
    from .context import Context

MOST_NESTED = 50
"""The deepest that machines may invoke each other."""

Value = Callable[[Any, Any], Any]
"""A value from the context and the payload."""


class Receiver(Protocol):
    """A machine that gets events of another."""

    work_links: WorkLinks
    """Its tasks, machines and parent."""

    def deliver(self, event: str, payload: Payload | None = None) -> None:
        """Takes an event whose result nobody gets."""
        ...


class TaskTools:
    """What a task gets beside its input."""

    def __init__(self, send: Callable[[str, Payload | None], None]) -> None:
        """Makes the tools of a task."""
        self._send = send
        self.is_cancelled = False
        """Whether its state was left, or the machine ended or was stopped."""

    def send(self, event: str, payload: Payload | None = None) -> None:
        """Sends an event to the machine."""
        self._send(event, payload)


_Output = TypeVar("_Output")

TaskResult = Union[_Output, Awaitable[_Output], concurrent.futures.Future[_Output]]
"""A result of a task: at once, of a coroutine, or of another thread."""

Task = Callable[[Any, TaskTools], Any]
"""A task: what it returns, or what its coroutine returns, is the output of ``done.invoke.<id>``."""

ChildFactory = Callable[..., "Context"]
"""Makes a child machine, started or not, from the keyword arguments that it passes on."""


class WorkLinks(NamedTuple):
    """The tasks, machines and parent of a machine."""

    tasks: Mapping[str, Task]
    """The tasks that states invoke, by name."""
    machines: Mapping[str, ChildFactory]
    """What makes the machines that states invoke, by the text of ``machine``."""
    parent: Receiver | None
    """The machine that invoked this one."""


class _Running:
    """One piece of work that has begun or waits for the end of the step."""

    __slots__ = ("input", "child", "cancel")

    def __init__(self, input: Any) -> None:
        self.input = input
        self.child: Context | None = None
        self.cancel: Callable[[], None] = _nothing


class Work:
    """The work of a machine's active states, by id."""

    def __init__(self, context: Context) -> None:
        """Makes an empty set for a machine."""
        self._context = context
        self._running: dict[str, _Running] = {}

    def receiver(self, id: str) -> Receiver | None:
        """The machine that runs under an id."""
        running = self._running.get(id)
        return None if running is None else running.child

    def running(self) -> list[dict[str, Any]]:
        """The work that runs, as plain data."""
        return [_as_data(id, running) for id, running in self._running.items()]

    def begin(
        self, id: str, source: Mapping[str, str], input: Any, snapshot: dict[str, Any] | None = None
    ) -> None:
        """Begins work at the end of the step; work of the same name is cancelled first."""
        if self._context.done:
            return  # Stopped in the step that still runs.
        self.stop(id)
        running = self._running[id] = _Running(input)

        def start() -> None:
            if self._running.get(id) is not running:
                return
            try:
                if "task" in source:
                    self._start_task(id, source["task"], running)
                else:
                    self._start_child(id, source["machine"], running, snapshot)
            except Exception as error:
                self.fail(id, running, error)

        self._context.defer(start)

    def stop(self, id: str) -> None:
        """Cancels work, if it runs."""
        running = self._running.pop(id, None)
        if running is not None:
            running.cancel()

    def stop_all(self) -> None:
        """Cancels all work."""
        for id in [*self._running]:
            self.stop(id)

    def fail(self, id: str, running: _Running | None, error: BaseException) -> None:
        """Ends work with an error."""
        self._end(id, running, FAILED_WORK, {"error": {"name": type(error).__name__, "message": str(error)}})

    def _end(self, id: str, running: _Running | None, prefix: str, payload: Payload) -> None:
        if running is not None and self._running.get(id) is not running:
            return  # Cancelled.
        self._running.pop(id, None)
        self._context.deliver(prefix + id, payload)

    def _start_task(self, id: str, name: str, running: _Running) -> None:
        task = self._context.work_links.tasks.get(name)
        if task is None:
            raise MachineRuntimeError(
                "unknown_task", f'No task has the name "{name}": give it to the machine in "tasks".'
            )

        def send(event: str, payload: Payload | None) -> None:
            if self._running.get(id) is running:
                self._context.deliver(event, payload)

        tools = TaskTools(send)

        def cancel() -> None:
            tools.is_cancelled = True

        running.cancel = cancel
        result = task(running.input, tools)
        if not is_promise(result):
            self._end(id, running, DONE_WORK, {"output": result})
            return
        future = _scheduled(result, name)

        def cancel_future() -> None:
            cancel()
            future.cancel()

        running.cancel = cancel_future
        future.add_done_callback(lambda done: self._settle(id, running, done))

    def _settle(self, id: str, running: _Running, done: Any) -> None:
        if done.cancelled():
            self.fail(id, running, asyncio.CancelledError("the task was cancelled"))
            return
        error = done.exception()
        if error is not None:
            self.fail(id, running, error)
        else:
            self._end(id, running, DONE_WORK, {"output": done.result()})

    def _start_child(self, id: str, path: str, running: _Running, snapshot: dict[str, Any] | None) -> None:
        context = self._context
        make = context.work_links.machines.get(path)
        if make is None:
            raise MachineRuntimeError(
                "unknown_machine", f'No machine has the name "{path}": give it to the machine in "machines".'
            )
        if _depth_of(context) >= MOST_NESTED:
            raise MachineRuntimeError(
                "too_deep", f'Machines invoke each other more than {MOST_NESTED} deep: "{path}" is not started.'
            )
        options: dict[str, Any] = {} if snapshot is None else {"snapshot": snapshot}
        child = make(
            name=f"{context.name}.{id}",
            data=_first_data(running.input, path),
            clock=context.clock,
            observer=context.observer,
            functions=context.functions,
            machines=context.work_links.machines,
            tasks=context.work_links.tasks,
            parent=context,
            on_end=lambda ended: self._end(id, running, DONE_WORK, {"output": ended.output}),
            **options,
        )
        if snapshot is None and not child.configuration:
            child.enter_initial_state()
        if self._running.get(id) is not running:
            child.stop()  # Ended or cancelled while it started.
            return
        running.child = child
        running.cancel = child.stop


def invoke(id: str, source: Mapping[str, str], input: Value | None = None) -> InvokeAction:
    """An action that begins work: a ``task`` of the host, or a child ``machine``."""

    def start(context: Any, payload: Any) -> str | None:
        work = _work_of(context)
        try:
            value = None if input is None else input(context, payload)
            if is_promise(value):
                raise EvaluationError(promise_refusal(value, "its input"), f"invoke {id}")
        except Exception as error:
            reason = error
            context.defer(lambda: work.fail(id, None, reason))
            return str(error)
        work.begin(id, source, value)
        return None

    def resume(context: Any, running: dict[str, Any]) -> None:
        _work_of(context).begin(id, source, running.get("input"), running.get("snapshot"))

    return InvokeAction(id, start, resume)


def stop_invoke(id: str) -> CodeAction:
    """An action that cancels work."""

    def run(context: Any, payload: Any) -> None:
        if context.work_set is not None:
            context.work_set.stop(id)

    return CodeAction(f"stop {id}", run)


def _work_of(context: Any) -> Work:
    if context.work_set is None:
        context.work_set = Work(context)
    work: Work = context.work_set
    return work


def _as_data(id: str, running: _Running) -> dict[str, Any]:
    if running.child is not None:
        return {"id": id, "snapshot": running.child.snapshot()}
    input = ABSENT if running.input is None else data_of(running.input)
    return {"id": id} if input is ABSENT else {"id": id, "input": input}


def _scheduled(result: Any, name: str) -> asyncio.Future[Any] | concurrent.futures.Future[Any]:
    """A coroutine on the event loop that is running; a future of a thread is what it is."""
    if isinstance(result, concurrent.futures.Future):
        return result
    try:
        future: asyncio.Future[Any] = asyncio.ensure_future(result, loop=asyncio.get_running_loop())
        return future
    except RuntimeError:
        promise_refusal(result, name)  # Closes it.
        raise MachineRuntimeError(
            "no_loop", f'The task "{name}" is a coroutine: run the machine inside of an event loop.'
        ) from None


def _first_data(input: Any, path: str) -> dict[str, Any]:
    if input is None:
        return {}
    if isinstance(input, dict):
        return {**input}
    raise MachineRuntimeError("bad_input", f'The input of "{path}" is no object: give its first context.')


def _depth_of(context: Context) -> int:
    depth, above = 0, context.work_links.parent
    while above is not None:
        depth, above = depth + 1, above.work_links.parent
    return depth


def _nothing() -> None:
    pass
