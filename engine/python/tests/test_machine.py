"""Tests of the interpreter; the conformance vectors tell how it steps."""

from __future__ import annotations

import concurrent.futures
import gc
import json
import math
import threading
import time
import unittest
import warnings
from typing import Any

from loom_engine import LoomError
from loom_engine.machine import Machine, MachineDefinitionError, compile_machine
from loom_engine.runtime import MachineRuntimeError, SendResult, SimulatedClock

from .machine_testing import TOGGLE, WORKFLOW, LogObserver, definition_of


class MachineTest(unittest.TestCase):
    def test_runs_a_flat_workflow_to_its_end(self) -> None:
        machine = Machine(WORKFLOW)
        self.assertEqual((machine.state, machine.path, machine.done), ("idle", ["Root", "idle"], False))
        self.assertEqual(machine.available_events(), ["start"])
        self.assertEqual((machine.can("start"), machine.can("complete")), (True, False))
        self.assertEqual(
            machine.send("start").to_dict(),
            {"handled": True, "changed": True, "from": "idle", "to": "running", "event": "start"},
        )
        machine.send("complete")
        self.assertEqual((machine.done, machine.visited), (True, ["idle", "running", "done"]))
        refused = machine.send("start")
        self.assertEqual((refused.handled, refused.reason), (False, "machine is done"))
        self.assertIn("final", refused.error or "")
        self.assertEqual(machine.available_events(), [])

    def test_names_the_reason_when_it_does_not_handle_an_event(self) -> None:
        machine = Machine(
            definition_of(
                [
                    {"name": "A", "transitions": [{"event": "go", "nextState": "B", "condition": "ready"}]},
                    {"name": "B"},
                ]
            )
        )
        self.assertEqual(machine.send("go").reason, "guard refused")
        self.assertEqual(machine.send("back").reason, "no transition")
        self.assertEqual(machine.send("unheard").reason, "unknown event")
        machine.stop()
        stopped = machine.send("go")
        self.assertEqual(stopped.reason, "stopped")
        self.assertNotIn("final", stopped.error or "")

    def test_raises_machine_definition_error_when_a_target_does_not_exist(self) -> None:
        broken = definition_of([{"name": "A", "transitions": [{"event": "go", "nextState": "nowhere"}]}])
        for validate in (True, False):
            with self.assertRaisesRegex(MachineDefinitionError, "V006") as caught:
                Machine(broken, validate=validate)
            self.assertEqual([finding.rule_id for finding in caught.exception.errors], ["V006"])

    def test_puts_findings_that_do_not_stop_it_into_warnings(self) -> None:
        machine = Machine(
            definition_of(
                [
                    {"name": "A", "transitions": [{"event": "go", "nextState": "B"}]},
                    {"name": "B", "kind": "final", "transitions": [{"event": "go"}]},
                ]
            )
        )
        self.assertIn(("V007", "B"), [(finding.rule_id, finding.element) for finding in machine.warnings])

    def test_runs_guards_and_actions_on_payload_context_and_functions(self) -> None:
        told: list[Any] = []
        machine = Machine(
            definition_of(
                [
                    {
                        "name": "A",
                        "transitions": [
                            {
                                "event": "go",
                                "nextState": "B",
                                "condition": "force > limit && allowed()",
                                "actions": ["count += force; tell(count, level='high')"],
                            }
                        ],
                    },
                    {"name": "B"},
                ]
            ),
            context={"limit": 2, "count": 1},
            functions={"allowed": lambda: True, "tell": lambda count, level: told.append((count, level))},
        )
        self.assertEqual(machine.send("go", {"force": 2}).reason, "guard refused")
        self.assertTrue(machine.send("go", {"force": 3}).handled)
        self.assertEqual((machine.context, told), ({"limit": 2, "count": 4}, [(4, "high")]))

    def test_decides_guards_by_their_text_when_one_is_registered(self) -> None:
        states = [
            {"name": "A", "transitions": [{"event": "go", "nextState": "B", "condition": "is it time?"}]},
            {"name": "B"},
        ]
        text = "is it time?"
        for machine in (
            Machine(definition_of(states), guards={text: lambda payload, context: True}),
            Machine(definition_of(states), context={text: 1}),
            Machine(definition_of(states), guard=lambda condition, payload, context: condition == text),
        ):
            self.assertTrue(machine.send("go").handled)
        self.assertFalse(Machine(definition_of(states)).send("go").handled)

    def test_send_waits_when_a_step_is_running(self) -> None:
        results: list[SendResult] = []
        machine: Machine
        machine = Machine(
            definition_of(
                [
                    {"name": "A", "transitions": [{"event": "go", "nextState": "B"}]},
                    {
                        "name": "B",
                        "onEntry": {"actions": [{"code": "again()"}]},
                        "transitions": [{"event": "back", "nextState": "A"}],
                    },
                ]
            ),
            functions={"again": lambda: results.append(machine.send("back"))},
        )
        result = machine.send("go")
        self.assertEqual((result.changed, result.to), (False, "A"))
        self.assertEqual([(one.handled, one.queued, one.reason) for one in results], [(False, True, "queued")])
        self.assertEqual(machine.visited, ["A", "B", "A"])

    def test_set_state_and_snapshot_refuse_while_a_step_is_running(self) -> None:
        codes: list[str] = []
        machine: Machine

        def probe() -> None:
            for refused in (lambda: machine.set_state("A"), machine.snapshot):
                with self.assertRaises(MachineRuntimeError) as caught:
                    refused()
                codes.append(caught.exception.code)

        machine = Machine(
            definition_of(
                [
                    {"name": "A", "transitions": [{"event": "go", "nextState": "B", "actions": ["probe()"]}]},
                    {"name": "B"},
                ]
            ),
            functions={"probe": probe},
        )
        self.assertIsNone(machine.send("go").error)
        self.assertEqual(codes, ["in_step", "in_step"])

    def test_reports_a_failed_action_and_still_completes_the_step(self) -> None:
        def explode() -> None:
            raise ValueError("boom")

        machine = Machine(
            definition_of(
                [
                    {
                        "name": "A",
                        "transitions": [{"event": "go", "nextState": "B", "actions": ["explode()", "n = 1"]}],
                    },
                    {"name": "B"},
                ]
            ),
            functions={"explode": explode},
        )
        result = machine.send("go")
        self.assertEqual((result.handled, result.to, machine.context["n"]), (True, "B", 1))
        self.assertEqual(result.error, 'The action "explode()" of "A" failed: boom')

    def test_raises_microstep_limit_when_the_initial_entry_does_not_come_to_rest(self) -> None:
        loop = definition_of(
            [
                {"name": "Ping", "transitions": [{"nextState": "Pong"}]},
                {"name": "Pong", "transitions": [{"nextState": "Ping"}]},
            ]
        )
        with self.assertRaisesRegex(MachineRuntimeError, '"Ping"') as caught:
            Machine(loop)
        self.assertEqual(caught.exception.code, "microstep_limit")

    def test_refuses_and_closes_coroutines(self) -> None:
        async def later(*_: Any) -> None:
            raise AssertionError("nothing waits for it")

        class Late(LogObserver):
            async def on_exit(self, context_name: str, state_name: str) -> None:  # type: ignore[override]
                raise AssertionError("nothing waits for it")

        states = [
            {
                "name": "A",
                "onEntry": {"actions": [{"code": "n = later()"}]},
                "transitions": [
                    {"event": "go", "nextState": "B", "condition": "ready"},
                    {"event": "back", "actions": [{"code": "save it"}]},
                ],
            },
            {"name": "B", "kind": "final"},
        ]
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            observer = Late()
            machine = Machine(
                definition_of(states),
                context={"ready": True},
                functions={"later": later},
                actions={"save it": later},
                observer=observer,
                on_end=later,
            )
            self.assertNotIn("n", machine.context)
            self.assertIn("returned a promise", "".join(observer.lines))
            self.assertIn('The action "save it" of "A" failed', machine.send("back").error or "")
            result = machine.send("go")
            self.assertEqual(result.to, "B")
            self.assertIn("The observer failed", result.error or "")
            refusing: tuple[dict[str, Any], ...] = ({"guards": {"ready": later}}, {"guard": later})
            for options in refusing:
                refused = Machine(definition_of(states), functions={"later": lambda: 1}, **options).send("go")
                self.assertEqual(refused.reason, "guard refused")
                self.assertIn("returned a promise", refused.error or "")
            with self.assertRaisesRegex(TypeError, "returned a promise"):
                Machine(definition_of(states), functions={"later": lambda: 1}, on_end=later).stop()
            gc.collect()

    def test_refuses_futures(self) -> None:
        future: concurrent.futures.Future[int] = concurrent.futures.Future()
        action = {"name": "A", "transitions": [{"event": "go", "actions": [{"code": "later()"}]}]}
        machine = Machine(definition_of([action]), functions={"later": lambda: future})
        self.assertIn('"later" returned a promise', machine.send("go").error or "")

    def test_refuses_a_guard_that_gives_a_promise(self) -> None:
        async def later() -> bool:
            return True

        machine = Machine(
            definition_of(
                [
                    {"name": "A", "transitions": [{"event": "go", "nextState": "B", "condition": "later()"}]},
                    {"name": "B"},
                ]
            ),
            functions={"later": later},
        )
        result = machine.send("go")
        self.assertEqual(result.reason, "guard refused")
        self.assertIn("promise", result.error or "")

    def test_on_end_is_told_of_an_end_at_construction(self) -> None:
        ended: list[Machine] = []
        machine = Machine(definition_of([{"name": "Over", "kind": "final"}]), on_end=ended.append)
        self.assertEqual((machine.done, ended), (True, [machine]))

    def test_visited_keeps_the_last_1000_states(self) -> None:
        machine = Machine(TOGGLE)
        for _ in range(600):
            machine.send("go")
            machine.send("back")
        self.assertEqual((len(machine.visited), machine.visited[-2:]), (1000, ["On", "Off"]))

    def test_program_is_shared_without_sharing_where_machines_stand(self) -> None:
        program = compile_machine(TOGGLE)
        one, two = Machine(program), Machine(program)
        one.send("go")
        self.assertEqual((one.state, two.state), ("On", "Off"))

    def test_runs_a_definition_that_is_a_thousand_levels_deep(self) -> None:
        state: dict[str, Any] = {"name": "S1000", "transitions": [{"event": "go", "nextState": "S1"}]}
        for level in range(999, 0, -1):
            state = {"name": f"S{level}", "states": [state]}
        machine = Machine(definition_of([state]))
        self.assertEqual((machine.state, len(machine.configuration)), ("S1000", 1001))
        self.assertTrue(machine.send("go").handled)

    def test_runs_a_thousand_regions_inside_one_another(self) -> None:
        state: dict[str, Any] = {"name": "End", "states": [{"name": "Leaf", "kind": "final"}]}
        for level in range(1000, 0, -1):
            state = {"name": f"P{level}", "parallel": {"states": [state]}}
        machine = Machine(definition_of([state]), validate=False)
        self.assertEqual(machine.state, "Leaf")

    def test_send_takes_time_in_proportion_to_the_regions_that_a_step_leads_on(self) -> None:
        regions = [
            {
                "name": f"R{index}",
                "states": [
                    {"name": f"A{index}", "transitions": [{"event": "go", "nextState": f"B{index}"}]},
                    {"name": f"B{index}"},
                ],
            }
            for index in range(4000)
        ]
        machine = Machine(definition_of([{"name": "P", "parallel": {"states": regions}}]), validate=False)
        start = time.perf_counter()
        self.assertTrue(machine.send("go").handled)
        self.assertLess(time.perf_counter() - start, 2)  # 4000 squared takes many seconds
        self.assertTrue(machine.is_active("B3999"))

    def test_sends_from_many_threads_one_step_at_a_time(self) -> None:
        machine = Machine(
            definition_of([{"name": "A", "transitions": [{"event": "go", "actions": ["n = n + 1"]}]}]),
            context={"n": 0},
        )
        threads = [
            threading.Thread(target=lambda: [machine.send("go") for _ in range(200)]) for _ in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(machine.context["n"], 800)


class TimerTest(unittest.TestCase):
    ARMED = definition_of(
        [
            {"name": "Idle", "transitions": [{"event": "go", "nextState": "Armed"}]},
            {
                "name": "Armed",
                "onEntry": {"actions": [{"timerStart": {"timer": "Timeout", "duration": "wait * 2"}}]},
                "onExit": {"actions": [{"timerStop": "Timeout"}]},
                "transitions": [{"event": "timeout_evt", "nextState": "Over"}],
            },
            {"name": "Over", "kind": "final"},
        ]
    )

    def test_expiry_sends_the_event_of_the_timer(self) -> None:
        clock = SimulatedClock()
        machine = Machine(self.ARMED, clock=clock, context={"wait": 25})
        machine.send("go")
        clock.advance(49)
        self.assertEqual(machine.state, "Armed")
        clock.advance(1)
        self.assertEqual((machine.state, machine.done), ("Over", True))

    def test_simulated_clock_advances_by_numbers_of_0_or_more_only(self) -> None:
        for ms in (-1, math.nan, math.inf, True, "5"):
            clock = SimulatedClock(500)
            rung: list[float] = []
            clock.schedule(lambda: rung.append(clock.now()), 0)
            with self.assertRaisesRegex(LoomError, f"by {ms}: time only moves on") as caught:
                clock.advance(ms)  # type: ignore[arg-type]
            self.assertEqual((caught.exception.code, clock.now(), rung), ("bad_time", 500, []))

    def test_uses_the_platforms_clock_unless_another_is_given(self) -> None:
        ended = threading.Event()
        machine = Machine(self.ARMED, context={"wait": 0.5}, on_end=lambda _: ended.set())
        machine.send("go")
        self.assertTrue(ended.wait(5))
        self.assertEqual(machine.state, "Over")

    def test_a_bad_duration_is_an_action_failure(self) -> None:
        machine = Machine(self.ARMED, clock=SimulatedClock(), context={"wait": -1})
        self.assertIn("no number of milliseconds", machine.send("go").error or "")


class SnapshotTest(unittest.TestCase):
    def test_leaves_functions_and_host_objects_out_and_restore_keeps_those_in_place(self) -> None:
        host = LogObserver()
        context = {"host": host, "count": 3.0, "inner": {"list": [1, {"a": 2}]}, "late": 1}
        snapshot = json.loads(json.dumps(Machine(TOGGLE, context=context).snapshot()))
        self.assertEqual(snapshot["context"], {"count": 3, "inner": {"list": [1, {"a": 2}]}, "late": 1})
        other = Machine(TOGGLE, snapshot=snapshot, context={"host": host, "extra": True})
        self.assertEqual(other.context, context)

    def test_restores_state_history_timers_queue_and_visited(self) -> None:
        clock = SimulatedClock()
        machine = Machine(TimerTest.ARMED, clock=clock, context={"wait": 25})
        machine.send("go")
        clock.advance(20)
        snapshot = json.loads(json.dumps(machine.snapshot()))
        self.assertEqual(snapshot["timers"], [{"name": "Timeout", "duration": 50, "left": 30}])
        later = SimulatedClock(1000)
        other = Machine(TimerTest.ARMED, clock=later, snapshot=snapshot)
        self.assertEqual((other.state, other.visited), ("Armed", ["Idle", "Armed"]))
        later.advance(30)
        self.assertTrue(other.done)

    def test_restore_raises_bad_snapshot_and_changes_nothing_when_it_is_of_another_machine(self) -> None:
        machine = Machine(TOGGLE)
        whole = machine.snapshot()
        broken = [{**whole, "timers": [{}]}, {**whole, "history": [None]}, {**whole, "queue": [{"event": 1}]}]
        for foreign in (Machine(WORKFLOW).snapshot(), {}, None, *broken):
            with self.assertRaises(MachineRuntimeError) as caught:
                machine.restore(foreign)  # type: ignore[arg-type]
            self.assertEqual((caught.exception.code, machine.state), ("bad_snapshot", "Off"))

    def test_restore_raises_bad_snapshot_when_the_states_cannot_be_active_together(self) -> None:
        machine = Machine(TOGGLE)
        whole = machine.snapshot()
        with self.assertRaisesRegex(MachineRuntimeError, "cannot be active together"):
            machine.restore({**whole, "configuration": ["Root", "Off", "On"]})
        self.assertEqual(machine.state, "Off")

    def test_restore_raises_bad_snapshot_when_a_state_is_to_remember_what_it_cannot(self) -> None:
        inside = [{"name": "A1"}, {"name": "A2"}, {"name": "H", "kind": "history"}]
        machine = Machine(definition_of([{"name": "A", "states": inside}, {"name": "B"}]))
        whole = machine.snapshot()
        for state, active in (("A", ["A1"]), ("H", ["B"]), ("H", []), ("H", ["A1", "A2"]), ("H", ["H"])):
            with self.assertRaisesRegex(MachineRuntimeError, "remember what it cannot"):
                machine.restore({**whole, "history": [{"state": state, "active": active}]})
        machine.restore({**whole, "history": [{"state": "H", "active": ["A2"]}]})
        machine.set_state("H")
        self.assertEqual(machine.state, "A2")

    def test_restore_raises_bad_snapshot_for_times_that_are_none_and_without_done(self) -> None:
        machine = Machine(TOGGLE)
        whole = machine.snapshot()
        timer = {"name": "Timeout", "duration": 5, "left": 5}
        odd: list[dict[str, object]] = [{"left": -1}, {"duration": float("nan")}, {"left": 10**400}, {"repeat": 0}, {"repeat": -1}]
        parts: list[dict[str, object]] = [{"timers": [{**timer, **times}]} for times in odd]
        parts.append({"done": None})
        for part in parts:
            with self.assertRaisesRegex(MachineRuntimeError, "no snapshot of version 1"):
                machine.restore({**whole, **part})

    def test_stop_in_an_action_lets_the_step_end_and_leaves_neither_timers_nor_raised_events(self) -> None:
        clock = SimulatedClock()
        start = {"timerStart": {"timer": "Timeout", "duration": 10, "repeat": 10}}
        actions = [{"code": "halt()"}, start, {"raise": "back"}]
        machine = Machine(
            definition_of(
                [
                    {"name": "A", "transitions": [{"event": "go", "nextState": "B", "actions": actions}]},
                    {"name": "B", "transitions": [{"event": "back", "nextState": "A"}]},
                ]
            ),
            clock=clock,
            functions={"halt": lambda: machine.stop()},
        )
        machine.send("go")
        self.assertEqual((machine.state, machine.done, clock.pending), ("B", True, 0))
        machine.set_state("B")
        machine.send("unheard")
        self.assertEqual(machine.state, "B")

    def test_snapshot_raises_snapshot_too_large_when_the_context_doubles_itself(self) -> None:
        machine = Machine(TOGGLE)
        doubled: list[Any] = []
        for _ in range(40):
            doubled = [doubled, doubled]
        machine.context["doubled"] = doubled
        with self.assertRaises(MachineRuntimeError) as caught:
            machine.snapshot()
        self.assertEqual(caught.exception.code, "snapshot_too_large")

    def test_snapshot_copies_data_that_is_deeper_than_the_call_stack_and_leaves_circles_out(self) -> None:
        machine = Machine(TOGGLE)
        deep: list[Any] = []
        for _ in range(5000):
            deep = [deep]
        circle: dict[str, Any] = {"n": 1}
        circle["self"] = circle
        machine.context.update(deep=deep, circle=circle)
        snapshot = machine.snapshot()
        self.assertEqual(snapshot["context"]["circle"], {"n": 1})
        machine.restore(snapshot)

    def test_serialize_and_deserialize_carry_the_state(self) -> None:
        machine = Machine(WORKFLOW)
        machine.send("start")
        other = Machine(WORKFLOW)
        other.deserialize(machine.serialize())
        self.assertEqual(other.state, "running")
        with self.assertRaisesRegex(MachineRuntimeError, "Unknown state"):
            other.set_state("nowhere")


class TagsTest(unittest.TestCase):
    def test_tells_the_tags_and_the_meta_data_of_active_states(self) -> None:
        states = [
            {"name": "A", "tags": ["busy", "all"], "meta": {"width": 3}, "transitions": [{"event": "go", "nextState": "B"}]},
            {"name": "B"},
        ]
        machine = Machine(
            {
                "settings": {"namespace": "n", "asynchronous": False},
                "events": [{"name": "E", "events": [{"id": "go"}]}],
                "state": {"name": "R", "tags": ["all"], "states": states},
            }
        )
        self.assertEqual((machine.tags, machine.has_tag("busy")), (["all", "busy"], True))
        self.assertEqual(machine.meta, {"A": {"width": 3}})
        machine.send("go")
        self.assertEqual((machine.tags, machine.has_tag("busy"), machine.meta), (["all"], False, {}))


if __name__ == "__main__":
    unittest.main()
