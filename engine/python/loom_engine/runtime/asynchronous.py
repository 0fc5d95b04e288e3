"""The steps of machines that wait for their actions.

They are those of ``stepping`` as generators, which yield each promise that an action gives. Where none does, everything
is over when the call returns. Otherwise they go on on the event loop that is running; without one, the call returns when
they are over.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
from functools import partial
from typing import Any, Callable, Generator, Sequence, TypeVar

from ..expression.call_record import CallRecord, Suspension
from ..expression.promise import is_promise
from .actions import Action, BrokenAction, CodeAction
from .clock import Clock
from .configuration import Configuration, same_configuration
from .errors import MachineRuntimeError
from .plan import Choice
from .problem import loop_problem
from .refusal import refusal, sentence
from .results import Payload, SendResult
from .run_action import call_registered, is_registered, perform
from .step import Step, initial_step
from .stepping import LOOP_STATES, MICROSTEP_LIMIT, Answer, Stepping
from .tables import ACTION_FAILED, ChartTables, StateNode

T = TypeVar("T")

Steps = Generator[Any, Any, T]
"""Steps that yield what has to be awaited and go on with its value."""


class Asynchronous(Stepping):
    """The steps of a machine that waits for its actions."""

    _is_asynchronous = False
    """Whether the machine waits for its actions."""

    def __init__(self, name: str, tables: ChartTables, clock: Clock | None) -> None:
        """Makes a machine that stands nowhere yet."""
        super().__init__(name, tables, clock)
        self._waits = 0
        """How many promises were awaited."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._when_idle: list[Callable[[], None]] = []

    def _await_send(self, event: str, payload: Payload | None, *, is_asked: bool = True) -> SendResult:
        """Sends an event; the result is ``queued`` when an action is awaited on the event loop that is running.

        Nobody gets the result of an event that is not asked for: then its problem is told, before the events that wait
        when a promise was awaited.
        """
        results: list[SendResult] = []
        late: list[bool] = []

        def answer(result: SendResult) -> None:
            is_told = late or (not is_asked and waits != self._waits)
            if not is_told:
                results.append(result)
            elif result.handled and result.error is not None:
                self._tell_error(result.error)

        with self._lock:
            source = self._active.state
            if self._is_done or self._is_busy:
                return self._take_later(event, payload, None)
            waits = self._waits
            going = self._begin(self._process_event(event, payload, answer))
        self._go_on(going)
        late.append(True)
        if not is_asked and results and results[0].handled and results[0].error is not None:
            self._tell_error(results[0].error)
        return results[0] if results else refusal(event, source, "queued", queued=True)

    def _await_result(self, event: str, payload: Payload | None) -> asyncio.Future[SendResult]:
        """Sends an event; the future gives its result when its macro step is over."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[SendResult] = loop.create_future()

        def settle(result: SendResult) -> None:
            if not future.done():
                future.set_result(result)

        def answer(result: SendResult) -> None:
            _notify(loop, partial(settle, result))

        with self._lock:
            if self._is_done or not self._is_asynchronous:
                settle(self._take_later(event, payload, None) if self._is_done else self.send(event, payload))
                return future
            if self._is_busy:
                self._take_later(event, payload, answer)
                return future
            going = self._begin(self._process_event(event, payload, answer))
        self._go_on(going)
        return future

    async def _until_idle(self) -> None:
        """Waits until no step is running."""
        loop = asyncio.get_running_loop()
        idle = asyncio.Event()
        with self._lock:
            if not self._is_busy:
                return
            self._when_idle.append(partial(_notify, loop, idle.set))
        await idle.wait()

    def _take_later(self, event: str, payload: Payload | None, answer: Answer | None) -> SendResult:
        """Refuses an event after the end, and queues one that is sent while a step is running."""
        if self._is_done:
            reason = "stopped" if self._is_stopped else "machine is done"
            self._tell("on_unhandled", event, reason)
            return refusal(event, self._active.state, reason)
        self._waiting.append((event, payload, answer))
        return refusal(event, self._active.state, "queued", queued=True)

    def _begin(self, steps: Steps[None]) -> tuple[Steps[None], Any] | None:
        """Runs steps up to the first promise; None when they are over."""
        self._is_busy = True
        promise = self._advance(steps.__next__)
        return None if promise is None else (steps, promise)

    def _go_on(self, going: tuple[Steps[None], Any] | None) -> None:
        if going is None:
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            asyncio.run(self._await_all(*going))
            return
        task = loop.create_task(self._await_alone(*going))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _await_alone(self, steps: Steps[None], promise: Any) -> None:
        """Goes on where nobody is left to catch an error."""
        try:
            await self._await_all(steps, promise)
        except Exception as error:
            self._tell("on_error", str(error))

    async def _await_all(self, steps: Steps[None], promise: Any) -> None:
        while promise is not None:
            step: Callable[[], Any]
            try:
                step = partial(steps.send, await _awaitable(promise))
            except asyncio.CancelledError:
                step = partial(steps.throw, RuntimeError("the work was cancelled"))
            except Exception as error:
                step = partial(steps.throw, error)
            with self._lock:
                promise = self._advance(step)

    def _advance(self, step: Callable[[], Any]) -> Any:
        """Runs steps up to the next promise, which it gives; None when they are over."""
        is_over = True
        try:
            promise = step()
            is_over = False
            self._waits += 1
            return promise
        except StopIteration:
            return None
        finally:
            if is_over:
                self._is_busy = False
                waiting, self._when_idle = self._when_idle, []
                for call in waiting:
                    call()

    def _enter_steps(self) -> Steps[None]:
        """As ``_start``."""
        self._is_done = False
        self._problem = self._step_failure = None
        self._payload = self._output = None
        waits = self._waits
        yield from self._take_steps(initial_step(self._tables))
        is_at_rest = yield from self._settle_steps(0)
        self._tell_failure()
        if not is_at_rest:
            problem = self._problem or ""
            if waits == self._waits:
                raise MachineRuntimeError("microstep_limit", problem)
            self._tell("on_error", problem)  # Its caller may be gone.
        self._run_pending()
        if not is_at_rest:
            self._drop_later(0)
        yield from self._drain_steps()

    def _resume_steps(self) -> Steps[None]:
        self._run_pending()
        yield from self._drain_steps()

    def _process_event(self, event: str, payload: Payload | None, answer: Answer) -> Steps[None]:
        """The macro step of an event and of those that wait; without a promise, the result comes after all of them."""
        before = self._active
        waits = self._waits
        refused = yield from self._macro_steps(event, payload)
        problem = self._problem_of(refused)
        if waits == self._waits:
            yield from self._drain_steps()
        answer(self._result_of(event, before, refused, problem))
        yield from self._drain_steps()

    def _drain_steps(self) -> Steps[None]:
        """As ``_drain``: too many events that others send without a promise are taken for a loop."""
        problem, failure = self._problem, self._step_failure
        loop: list[str] = []
        waiting = len(self._waiting)
        while self._waiting:
            event, payload, answer = self._waiting.popleft()
            waiting -= 1
            if waiting < 0:
                loop.append(self._active.state)
                if len(loop) > MICROSTEP_LIMIT:
                    self._drop_later(0)
                    self._tell("on_error", loop_problem(MICROSTEP_LIMIT, loop[-LOOP_STATES:]))
                    break
            before, waits = self._active, self._waits
            refused = yield from self._macro_steps(event, payload)
            if answer is not None:
                answer(self._result_of(event, before, refused, self._problem_of(refused)))
            elif refused is None and self._problem is not None:
                self._tell_error(self._problem)
            if waits != self._waits:
                loop = []
        self._problem, self._step_failure = problem, failure

    def _problem_of(self, refused: str | None) -> str | None:
        """What went wrong. What the observer raised is no reason why an event was not handled."""
        return None if refused is not None and self._problem == self._step_failure else self._problem

    def _result_of(
        self, event: str, before: Configuration, refused: str | None, problem: str | None
    ) -> SendResult:
        after = self._active
        changed = not same_configuration(after, before)
        if refused is None:
            return SendResult(True, changed, before.state, after.state, event, False, None, problem)
        error = sentence(event, before.state, refused, problem)
        return SendResult(False, changed, before.state, after.state, event, False, refused, error)

    def _macro_steps(self, event: str, payload: Payload | None) -> Steps[str | None]:
        """As ``_macro_step``."""
        self._problem = self._step_failure = None
        self._payload = payload
        waiting = len(self._waiting)
        choice = self._choice_of(event)
        refused = self._leave(event) if choice is None else None
        if choice is not None:
            yield from self._choice_steps(choice)
        is_at_rest = yield from self._settle_steps(1 if refused is None else 0)
        self._tell_failure()
        self._run_pending()
        if not is_at_rest:
            self._drop_later(waiting)
        return refused

    def _settle_steps(self, taken: int) -> Steps[bool]:
        """As ``_settle``."""
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
            yield from self._choice_steps(choice)
            steps += 1
        return True

    def _choice_steps(self, choice: Choice) -> Steps[None]:
        yield from self._take_steps(choice.step if choice.step is not None else self._work_out(choice))

    def _take_steps(self, step: Step) -> Steps[None]:
        """As ``_take``."""
        start = self._active
        self._history.update(step.records)
        for node in step.exits:
            self._tell("on_exit", node.name)
            yield from self._run_steps(node.exit, node)
            yield from self._hook_steps(node, "on_exit")
        for edge in step.transitions:
            self.transition_name = edge.name
            if edge.target is not None:
                self._tell("on_transition_begin", start.state, step.next.state, edge.name)
            yield from self._run_steps(edge.actions, edge.source)
            self.transition_name = ""
            if edge.target is None:
                self._tell("on_internal_transition", edge.source.name, edge.name)
        self._active = step.next
        for node, completions in step.entries:
            self._tell("on_entry", node.name)
            yield from self._run_steps(node.entry, node)
            yield from self._hook_steps(node, "on_entry")
            if node.is_final:
                self._complete(node, completions)
        self._end_transitions(step, start)
        self._note_visited(step.next, start)

    def _hook_steps(self, node: StateNode, hook: str) -> Steps[None]:
        if node.state is None or not node.has_hooks:
            return
        try:
            yield from _settled(getattr(node.state, hook)(self))
        except Exception as error:
            self._fail(node, hook, error)

    def _run_steps(self, actions: Sequence[Action], node: StateNode) -> Steps[None]:
        for action in actions:
            try:
                yield from self._action_steps(action, self._payload)
            except Exception as error:
                self._fail(node, action.text, error)

    def _action_steps(self, action: Action, payload: Payload | None) -> Steps[None]:
        """Runs one action, and waits for the promises that it gives."""
        if isinstance(action, (CodeAction, BrokenAction)) and is_registered(action.text, self):
            yield from _settled(call_registered(action.text, self, payload))
        elif isinstance(action, CodeAction):
            yield from self._code_steps(action, payload)
        else:
            failure = yield from _evaluated(lambda: perform(action, self, payload, self))
            if failure is not None:
                raise RuntimeError(failure)

    def _code_steps(self, action: CodeAction, payload: Payload | None) -> Steps[None]:
        blocks = action.blocks
        if blocks is None:
            for run in action.steps or (action.run,):
                yield from _evaluated(partial(run, self, payload))
            return
        for actions, inner in (yield from _evaluated(partial(blocks, self, payload))):
            for one in actions:
                yield from self._action_steps(one, inner)

    def _fail(self, node: StateNode, action: str, error: Exception) -> None:
        """Reports a failure, and raises the event of failed actions where the machine knows it."""
        self._tell_failed(node.name, action, str(error))
        if not self._is_done and self._knows(self._tables.event_named(ACTION_FAILED)):
            self.raise_event(
                ACTION_FAILED, {"error": {"name": type(error).__name__, "message": str(error)}}
            )


def _settled(value: Any) -> Steps[Any]:
    """The value, or what its promise gives."""
    return (yield value) if is_promise(value) else value


def _evaluated(evaluate: Callable[[], T]) -> Steps[T]:
    """Evaluates a statement; when a call in it gives a promise, again with the promise's value.

    Its calls are not made again, and what it changes, it changes at its end.
    """
    calls = CallRecord()
    while True:
        try:
            value = calls.evaluate(evaluate)
        except Suspension as suspension:
            promise = suspension.promise
        else:
            yield from _settled(value)
            return value
        calls.add((yield promise))


async def _awaitable(promise: Any) -> Any:
    if isinstance(promise, concurrent.futures.Future):
        return await asyncio.wrap_future(promise)
    return await promise


def _notify(loop: asyncio.AbstractEventLoop, run: Callable[[], None]) -> None:
    """Calls a function on an event loop, from whatever thread; a closed loop has nobody left who waits."""
    if not loop.is_closed():
        loop.call_soon_threadsafe(run)
