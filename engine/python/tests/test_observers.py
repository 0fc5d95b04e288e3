"""Tests of observers, clocks and timers."""

from __future__ import annotations

import logging
import threading
import unittest

from loom_engine.machine import Machine
from loom_engine.error import LoomError
from loom_engine.runtime import (
    ObserverConsole,
    ObserverLines,
    ObserverLogger,
    ObserverNull,
    ObserverTrace,
    SimulatedClock,
    SystemClock,
    TimerSet,
)

from .machine_testing import TOGGLE


class ObserverTest(unittest.TestCase):
    def test_trace_numbers_its_records_and_starts_anew_after_clear(self) -> None:
        trace = ObserverTrace(lambda: "T")
        trace.on_exit("M", "A")
        trace.on_transition_begin("M", "A", "B", "go")
        trace.on_timer_start("M", "Wait", 25)
        self.assertEqual(
            [event.event_type for event in trace.events], ["exit", "transition_begin", "timer_start"]
        )
        first = trace.events[0]
        self.assertEqual((first.sequence, first.timestamp, first.state_name, first.duration), (1, "T", "A", None))
        copy = trace.snapshot()
        trace.clear()
        trace.on_done("M")
        self.assertEqual((len(copy), trace.events[0].sequence), (3, 1))

    def test_logger_gives_transitions_to_info_entries_to_debug_failures_to_warning(self) -> None:
        observer = ObserverLogger("loom_engine.test")
        with self.assertLogs("loom_engine.test", logging.DEBUG) as logs:
            observer.on_entry("M", "100%")
            observer.on_transition_end("M", "A", "B", "go")
            observer.on_action_failed("M", "A", "f()", "no such function")
        self.assertEqual(
            [(record.levelname, record.getMessage()) for record in logs.records],
            [
                ("DEBUG", "M: enter 100%"),
                ("INFO", "M: end A -> B [go]"),
                ("WARNING", "M: action failed in A: f() (no such function)"),
            ],
        )

    def test_lines_print_numbers_as_json_does(self) -> None:
        lines: list[str] = []
        ObserverLines(lambda line, level: lines.append(line)).on_timer_start("M", "T", 50.0)
        self.assertEqual(lines, ["M: start timer T (50 ms)"])

    def test_console_and_null_have_one_shared_instance(self) -> None:
        self.assertIs(ObserverConsole.instance(), ObserverConsole.instance())
        self.assertIs(ObserverNull.instance(), ObserverNull.instance())

    def test_an_observer_may_leave_the_optional_callbacks_out(self) -> None:
        class Six:
            def __init__(self) -> None:
                self.entered: list[str] = []

            def on_entry(self, context_name: str, state_name: str) -> None:
                self.entered.append(state_name)

            def on_exit(self, *names: str) -> None: ...

            def on_transition_begin(self, *names: str) -> None: ...

            def on_transition_end(self, *names: str) -> None: ...

        observer = Six()
        machine = Machine(TOGGLE, observer=observer)  # type: ignore[arg-type]
        machine.send("nowhere")
        machine.stop()
        self.assertEqual(observer.entered, ["Root", "Off"])


class _Told:
    def __init__(self) -> None:
        self.lines: list[str] = []

    def started(self, name: str, duration: float) -> None:
        self.lines.append(f"start {name} {duration}")

    def stopped(self, name: str) -> None:
        self.lines.append(f"stop {name}")


class TimerSetTest(unittest.TestCase):
    def setUp(self) -> None:
        self.clock = SimulatedClock()
        self.told = _Told()
        self.timers = TimerSet(self.clock, self.told)
        self.rung: list[float] = []

    def ring(self) -> None:
        self.rung.append(self.clock.now())

    def test_stops_a_running_timer_before_it_starts_it_again(self) -> None:
        self.timers.start("T", 10, self.ring)
        self.clock.advance(5)
        self.timers.start("T", 10, self.ring)
        self.clock.advance(10)
        self.timers.stop("T")
        self.assertEqual((self.rung, self.told.lines), ([15], ["start T 10", "stop T", "start T 10"]))

    def test_keeps_the_beat_of_a_repeating_timer_until_it_is_stopped(self) -> None:
        self.timers.start("T", 10, self.ring, 4)
        self.clock.advance(19)
        self.timers.stop("T")
        self.clock.advance(100)
        self.assertEqual(self.rung, [10, 14, 18])

    def test_resumes_timers_with_the_time_they_had_left(self) -> None:
        self.timers.start("T", 10, self.ring, 7)
        self.clock.advance(4)
        saved = self.timers.running()
        self.assertEqual(saved, [{"name": "T", "duration": 10, "left": 6, "repeat": 7}])
        later = SimulatedClock(500)
        other = TimerSet(later, self.told)
        rung: list[tuple[str, float]] = []
        other.resume(saved, lambda timer: rung.append((timer["name"], later.now())))
        later.advance(14)
        self.assertEqual(rung, [("T", 506), ("T", 513)])


class ClockTest(unittest.TestCase):
    def test_simulated_clock_calls_what_falls_due_in_order_of_time(self) -> None:
        clock = SimulatedClock()
        rung: list[str] = []
        clock.schedule(lambda: rung.append(f"late at {clock.now()}"), 30)

        def early() -> None:
            rung.append(f"early at {clock.now()}")
            clock.schedule(lambda: rung.append(f"noted at {clock.now()}"), 5)

        clock.schedule(early, 10)
        clock.schedule(lambda: rung.append("never"), 20)()
        clock.advance(40)
        self.assertEqual(rung, ["early at 10", "noted at 15", "late at 30"])
        self.assertEqual((clock.now(), clock.pending, clock.until_next), (40, 0, None))

    def test_simulated_clock_raises_when_time_stands_still(self) -> None:
        clock = SimulatedClock()

        def again() -> None:
            clock.schedule(again, 0)

        again()
        with self.assertRaises(LoomError) as caught:
            clock.advance(1)
        self.assertEqual(caught.exception.code, "time_stands_still")

    def test_system_clock_calls_back_unless_it_is_cancelled(self) -> None:
        clock = SystemClock()
        rung: list[str] = []
        over = threading.Event()
        clock.schedule(lambda: rung.append("never"), 100)()
        clock.schedule(over.set, 150)
        self.assertTrue(over.wait(10))
        self.assertEqual(rung, [])


if __name__ == "__main__":
    unittest.main()
