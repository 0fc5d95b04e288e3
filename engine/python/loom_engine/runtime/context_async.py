"""A context with a queue."""

from __future__ import annotations

import asyncio
import inspect
import threading
import time
from collections import deque
from concurrent.futures import Future
from typing import Any, Callable

from .context import Context
from .errors import MachineRuntimeError
from .results import Payload, SendResult
from .tables import ChartTables
from .timers import Turn

MAX_EVENTS = 1024
"""How many queued functions run before other threads get a turn."""


class _Job:
    __slots__ = ("run", "future", "is_event")

    def __init__(self, run: Callable[[], Any], is_event: bool) -> None:
        self.run = run
        self.future: Future[Any] = Future()
        self.is_event = is_event
        """Whether it is an event that somebody posted, which is answered even when the queue is dropped."""


class ContextAsync(Context):
    """A context with a queue: events are processed one after the other on a thread of their own. Timers post too.

    Promises of actions are awaited.

    The thread runs while there is something to do, and does not keep the program running.
    """

    _is_asynchronous = True

    def __init__(
        self,
        name: str = "ContextAsync",
        chart: ChartTables | None = None,
        *,
        max_events: int = MAX_EVENTS,
        **options: Any,
    ) -> None:
        """Makes a machine; ``enter_initial_state`` sets it going.

        Args:
            name: The name given to the observer.
            chart: The chart it runs.
            max_events: How many queued functions run before other threads get a turn.
            **options: As for ``Context``.
        """
        # Before the base class: a timer of a snapshot may expire at once.
        self._max_events = max_events
        self._jobs: deque[_Job] = deque()
        self._queue = threading.Condition()
        self._worker: threading.Thread | None = None
        self._failure: BaseException | None = None
        super().__init__(name, chart, **options)

    def post(self, event: str, payload: Payload | None = None) -> Future[SendResult]:
        """Queues an event; the future gives what became of it."""
        return self._enqueue(_Job(lambda: self.send(event, payload), is_event=True))

    def send_async(self, event: str, payload: Payload | None = None) -> asyncio.Future[SendResult]:
        """Queues an event; the awaitable gives what became of it."""
        return asyncio.wrap_future(self.post(event, payload))

    def schedule_event(self, handler: Callable[..., Any], *args: Any) -> Future[Any]:
        """Queues a function; the future gives what it returns.

        An exception of it goes to the future, to the next ``idle`` and to the observer's ``on_error``; the queue goes
        on.
        """
        return self._enqueue(_Job(lambda: handler(*args), is_event=False))

    def idle(self, timeout: float | None = None) -> None:
        """Waits until the queue is empty, at most ``timeout`` seconds.

        Raises the first exception of a queued function since the last call, ``TimeoutError`` when the time is over,
        and ``MachineRuntimeError`` with code ``in_step`` when a function in the queue calls it.
        """
        with self._queue:
            if self._worker is threading.current_thread():
                raise MachineRuntimeError(
                    "in_step", "Cannot call idle from a function in the queue: wait for it elsewhere."
                )
            if not self._queue.wait_for(lambda: self._worker is None, timeout):
                raise TimeoutError(f'"{self.name}" still had events to process after {timeout} s.')
            failure, self._failure = self._failure, None
        if failure is not None:
            raise failure

    def stop(self) -> None:
        """Ends the machine as ``Context.stop`` does; what is queued is dropped.

        Events that wait are answered with ``stopped``, the futures of functions are cancelled.
        """
        super().stop()
        with self._queue:
            dropped = [*self._jobs]
            self._jobs.clear()
        for job in dropped:
            self._run_job(job)

    def _turn(self) -> Turn:
        """Queues the expiry of a timer, which can be stopped until its turn."""
        return lambda expire: self._enqueue(_Job(expire, is_event=False))

    def deliver(self, event: str, payload: Payload | None = None) -> None:
        """Queues an event of work, behind those that wait for the running step."""
        with self._lock:
            if self._is_busy:
                self._take_later(event, payload, None)
                return
        self._enqueue(_Job(lambda: self._send_unasked(event, payload), is_event=False))

    def _enqueue(self, job: _Job) -> Future[Any]:
        with self._queue:
            self._jobs.append(job)
            if self._worker is None:
                self._worker = threading.Thread(target=self._work_off, name=f"{self.name} queue", daemon=True)
                self._worker.start()
        return job.future

    def _work_off(self) -> None:
        ran = 0
        while True:
            with self._queue:
                if not self._jobs:
                    self._worker = None
                    self._queue.notify_all()
                    return
                job = self._jobs.popleft()
            self._run_job(job)
            ran += 1
            if ran % self._max_events == 0:
                time.sleep(0)

    def _run_job(self, job: _Job) -> None:
        if self._is_stopped and not job.is_event:
            job.future.cancel()
            return
        if not job.future.set_running_or_notify_cancel():
            return
        try:
            value = job.run()
            job.future.set_result(asyncio.run(value) if inspect.iscoroutine(value) else value)
        except Exception as error:
            with self._queue:
                self._failure = self._failure or error
            self._tell("on_error", str(error))
            job.future.set_exception(error)
