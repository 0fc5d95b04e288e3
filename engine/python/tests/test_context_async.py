"""Tests of contexts with a queue. They wait for events of threads, never for time."""

from __future__ import annotations

import threading
import unittest
from concurrent.futures import CancelledError
from typing import Any

from loom_engine.runtime import (
    Chart,
    ContextAsync,
    MachineRuntimeError,
    SimulatedClock,
    State,
    StateKind,
    code,
    start_timer,
    transition,
)

from .machine_testing import LogObserver

LONG = 10
"""Seconds after which a test has failed."""


def _context(delay: float = 10, **options: Any) -> ContextAsync:
    root = State("R", StateKind.ROOT)
    off, on = State("Off", parent=root), State("On", parent=root)
    off.on_go = [  # type: ignore[attr-defined]
        transition(target="On", actions=[start_timer("T", delay, "late"), code("note()", _note)])
    ]
    on.on_late = [transition(target="Off")]  # type: ignore[attr-defined]
    handlers = {"on_go": "go", "on_late": "late"}
    chart = Chart("R", [root, off, on], events=["go", "late"], handlers=handlers, timers={"T": "late"})
    context = ContextAsync("R", chart, data={"threads": []}, **options)
    context.enter_initial_state()
    return context


def _note(context: Any, payload: Any) -> None:
    context.data["threads"].append(threading.current_thread())


class ContextAsyncTest(unittest.TestCase):
    def test_post_gives_what_became_of_the_event(self) -> None:
        context = _context(delay=1e9)
        self.assertEqual(context.post("go").result(LONG).to, "On")
        self.assertIsNot(context.data["threads"][0], threading.current_thread())
        self.assertEqual(context.post("go").result(LONG).reason, "no transition")

    def test_events_are_processed_in_the_order_they_were_posted(self) -> None:
        context = _context()
        order: list[int] = []
        for number in range(2000):
            context.schedule_event(order.append, number)
        context.idle(LONG)
        self.assertEqual(order, [*range(2000)])

    def test_timers_post_into_the_queue(self) -> None:
        clock = SimulatedClock()
        context = _context(clock=clock)
        context.post("go").result(LONG)
        gate = threading.Event()
        context.schedule_event(gate.wait, LONG)
        clock.advance(10)
        self.assertEqual(context.state, "On")
        gate.set()
        context.idle(LONG)
        self.assertEqual(context.state, "Off")

    def test_idle_raises_the_first_error_of_a_handler_once(self) -> None:
        observer = LogObserver()
        context = _context(observer=observer)

        def fail(word: str) -> None:
            raise ValueError(word)

        first = context.schedule_event(fail, "first")
        context.schedule_event(fail, "second")
        with self.assertRaisesRegex(ValueError, "first"):
            context.idle(LONG)
        context.idle(LONG)
        self.assertIsInstance(first.exception(LONG), ValueError)
        self.assertIn("error: second", observer.lines)

    def test_idle_raises_timeout_error_when_the_time_is_over(self) -> None:
        context = _context()
        gate = threading.Event()
        context.schedule_event(gate.wait, LONG)
        with self.assertRaises(TimeoutError):
            context.idle(0)
        gate.set()
        context.idle(LONG)

    def test_idle_refuses_to_wait_for_itself(self) -> None:
        context = _context()
        error = context.schedule_event(context.idle).exception(LONG)
        self.assertIsInstance(error, MachineRuntimeError)

    def test_stop_answers_events_that_wait_and_cancels_functions(self) -> None:
        context = _context()
        started, gate = threading.Event(), threading.Event()

        def hold() -> None:
            started.set()
            gate.wait(LONG)

        context.schedule_event(hold)
        started.wait(LONG)
        event, function = context.post("go"), context.schedule_event(print)
        context.stop()
        gate.set()
        self.assertEqual(event.result(LONG).reason, "stopped")
        with self.assertRaises(CancelledError):
            function.result(LONG)
        context.idle(LONG)
        self.assertEqual((context.done, context.running_timers()), (True, []))

    def test_runs_coroutines_to_their_end(self) -> None:
        async def double(number: int) -> int:
            return 2 * number

        self.assertEqual(_context().schedule_event(double, 21).result(LONG), 42)


if __name__ == "__main__":
    unittest.main()
