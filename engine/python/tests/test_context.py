"""Tests of contexts whose chart is written in code, as generated contexts are."""

from __future__ import annotations

import unittest
from typing import Any

from loom_engine.runtime import (
    Chart,
    Context,
    EvaluationError,
    MachineRuntimeError,
    SimulatedClock,
    State,
    StateKind,
    TransitionHelper,
    add,
    assign,
    broken,
    call_held,
    code,
    gt,
    held,
    own,
    raise_event,
    read,
    start_timer,
    stop_timer,
    transition,
    truthy,
)

from .machine_testing import LogObserver


class StateLamp(State):
    """A state of the lamp."""


class StateOff(StateLamp):
    on_press = [
        transition(
            target="On",
            guard="force > 2 and power",
            test=lambda c, p: gt(read(p, c, "force"), 2) and truthy(read(p, c, "power")),
        ),
    ]


class StateOn(StateLamp):
    entry = [
        code("count += 1", lambda c, p: assign(c, "count", add(own(c, "count"), 1))),
        start_timer("Timeout", lambda c, p: read(p, c, "wait"), "late"),
    ]
    exit = [stop_timer("Timeout")]
    on_press = [transition(actions=[code("bulb.light()", lambda c, p: c.bulb.append("light"))])]
    on_late = [transition(target="Off")]
    on_blow = [transition(target="Broken", actions=[broken("1 +", "it is no statement"), raise_event("gone")])]


class StateBroken(StateLamp):
    always = [transition(target="Ash", guard="burnt(", error="it does not parse"), transition(target="Ash")]


class StateAsh(StateLamp):
    on_gone = [transition(target="Over")]

    def on_entry(self, context: LampContext) -> None:
        context.bulb.append("hook")


def _lamp_chart() -> Chart:
    root = StateLamp("Lamp", StateKind.ROOT)
    return Chart(
        "Lamp",
        [
            root,
            StateOff("Off", StateKind.LEAF, root),
            StateOn("On", StateKind.LEAF, root),
            StateBroken("Broken", StateKind.LEAF, root),
            StateAsh("Ash", StateKind.LEAF, root),
            StateLamp("Over", StateKind.FINAL, root),
        ],
        events=["press", "blow", "late", "gone"],
        handlers={"on_press": "press", "on_blow": "blow", "on_late": "late", "on_gone": "gone"},
        timers={"Timeout": "late"},
    )


CHART = _lamp_chart()


class LampContext(Context):
    """What the generator writes for a small machine."""

    def __init__(self, bulb: list[str], **options: Any) -> None:
        super().__init__("LampContext", CHART, **options)
        self.bulb = bulb

    def on_press(self, force: int) -> bool:
        return self.fire(0, {"force": force})


def _lamp(**options: Any) -> LampContext:
    lamp = LampContext([], data={"count": 0, "power": True, "wait": 50}, clock=SimulatedClock(), **options)
    lamp.enter_initial_state()
    return lamp


class ContextTest(unittest.TestCase):
    def test_runs_the_lists_of_state_classes(self) -> None:
        lamp = _lamp()
        self.assertEqual((lamp.on_press(2), lamp.state), (False, "Off"))
        self.assertEqual((lamp.on_press(3), lamp.state), (True, "On"))
        self.assertEqual((lamp.data["count"], lamp.running_timers()[0]["left"]), (1, 50))
        self.assertEqual((lamp.on_press(1), lamp.bulb), (True, ["light"]))
        self.assertEqual(lamp.available_events(), ["press", "late", "blow"])

    def test_a_timer_sends_its_event(self) -> None:
        clock = SimulatedClock()
        lamp = LampContext([], data={"count": 0, "power": True, "wait": 50}, clock=clock)
        lamp.enter_initial_state()
        lamp.on_press(3)
        clock.advance(50)
        self.assertEqual(lamp.state, "Off")

    def test_event_less_transitions_raised_events_hooks_and_broken_texts(self) -> None:
        observer = LogObserver()
        lamp = _lamp(observer=observer)
        lamp.on_press(3)
        result = lamp.send("blow")
        self.assertEqual((result.to, lamp.done, lamp.bulb), ("Over", True, ["hook"]))
        self.assertEqual(result.error, 'The action "1 +" of "On" failed: it is no statement')
        self.assertEqual(
            [line for line in observer.lines if line.startswith("begin")],
            [
                "begin Off -> On [press[force > 2 and power]]",
                "begin On -> Broken [blow]",
                "begin Broken -> Ash []",
                "begin Ash -> Over [gone]",
            ],
        )

    def test_a_failing_hook_is_told_like_a_failed_action(self) -> None:
        class Failing(State):
            def on_exit(self, context: Any) -> None:
                raise ValueError("stuck")

        root = State("R", StateKind.ROOT)
        first = Failing("A", StateKind.LEAF, root)
        first.on_go = [transition(target="B")]  # type: ignore[attr-defined]
        chart = Chart("R", [root, first, State("B", parent=root)], events=["go"], handlers={"on_go": "go"})
        context = Context("R", chart)
        context.enter_initial_state()
        result = context.send("go")
        self.assertEqual((result.to, result.error), ("B", 'The action "on_exit" of "A" failed: stuck'))

    def test_a_step_whose_observer_raises_is_finished_and_told(self) -> None:
        class Failing(LogObserver):
            def on_exit(self, context_name: str, state_name: str) -> None:
                raise ValueError("no ink")

        observer = Failing()
        lamp = _lamp(observer=observer)
        result = lamp.send("press", {"force": 3})
        sentence = 'The observer failed when it was told of "exit": no ink'
        self.assertEqual((result.handled, result.to, result.error), (True, "On", sentence))
        self.assertEqual(observer.lines[-1], f"error: {sentence}")

    def test_stop_calls_every_end_handler_and_tells_the_end_before_it_raises(self) -> None:
        observer = LogObserver()
        lamp, ended = _lamp(observer=observer), []

        def fail(_: Any) -> None:
            raise ValueError("no end")

        lamp.register_end_handler(fail)
        lamp.register_end_handler(lambda _: ended.append("ended"))
        with self.assertRaisesRegex(ValueError, "no end"):
            lamp.stop()
        self.assertEqual((ended, lamp.done, observer.lines[-1]), (["ended"], True, "done"))

    def test_regions_initial_deep_history_joins_and_aliases(self) -> None:
        class Top(State):
            on_leave = [transition(target="Away")]

        class Away(State):
            on_back = [transition(target="H")]

        class Step(State):
            on_next = [transition(target="A2")]

        root = State("R", StateKind.ROOT)
        both = Top("P", StateKind.PARALLEL, root)
        a = State("A", StateKind.COMPOSITE, both)
        states = [
            root,
            both,
            a,
            State("A0", parent=a),
            Step("A1", parent=a),
            State("A2", StateKind.FINAL, a),
            State("B", parent=both),
            State("H", StateKind.HISTORY, both),
            Away("Away", parent=root),
        ]
        chart = Chart(
            "R",
            states,
            events=["leave", "back", "next"],
            handlers={"on_leave": "leave", "on_back": "back", "on_next": "next"},
            initial={"A": "A1"},
            deep=["H"],
            joins={"P": "Away"},
            aliases={"Ignored": "P"},
        )
        context = Context("R", chart)
        context.enter_initial_state()
        self.assertEqual((context.state, context.is_active("Ignored")), ("A1|B", True))
        context.send("next")
        context.send("leave")
        self.assertEqual(context.send("back").to, "A2|B")

    def test_chart_raises_unknown_state_when_a_target_does_not_exist(self) -> None:
        root = State("R", StateKind.ROOT)
        root.on_go = [transition(target="nowhere")]  # type: ignore[attr-defined]
        with self.assertRaisesRegex(MachineRuntimeError, "nowhere"):
            Chart("R", [root], events=["go"], handlers={"on_go": "go"})

    def test_enter_initial_state_raises_no_chart_without_one(self) -> None:
        with self.assertRaises(MachineRuntimeError) as caught:
            Context("Manual").enter_initial_state()
        self.assertEqual(caught.exception.code, "no_chart")

    def test_call_held_takes_the_payload_first_and_else_the_method_that_python_finds(self) -> None:
        text = "host.pop()"
        self.assertEqual(call_held(None, "host", [1], "pop", [], text), 1)
        self.assertEqual(call_held({"other": 2}, "host", {"a": 1}, "pop", ["a"], text), 1)
        self.assertEqual(call_held({"host": {"pop": lambda: 5}}, "host", [1], "pop", [], text), 5)
        with self.assertRaisesRegex(EvaluationError, "Cannot evaluate `host.pop\\(\\)`"):
            call_held({"host": [1]}, "host", [1], "pop", [], text)
        self.assertEqual((held({"host": None}, "host", 1), held({}, "host", 1)), (None, 1))

    def test_children_share_the_observer(self) -> None:
        parent, child = Context("P"), Context("C")
        parent.add_child(child)
        observer = LogObserver()
        parent.set_observer(observer)
        self.assertIs(child.observer, observer)


class TransitionHelperTest(unittest.TestCase):
    def test_leaves_and_enters_below_the_common_ancestor(self) -> None:
        root = State("R", StateKind.ROOT)
        a = State("A", StateKind.COMPOSITE, root)
        a1 = State("A1", StateKind.LEAF, a)
        over = State("Over", StateKind.FINAL, root)
        ended: list[str] = []
        context = Context("Manual")
        observer = LogObserver()
        context.set_observer(observer)
        context.register_end_handler(lambda one: ended.append(one.name))
        context.state_current = a1
        TransitionHelper.process_transition_begin(context, a1, over, "go")
        self.assertEqual(context.transition_name, "go")
        context.state_current = over
        TransitionHelper.process_transition_end(context, a1, over)
        self.assertEqual(
            observer.lines,
            ["exit A1", "exit A", "begin A1 -> Over [go]", "entry Over", "end A1 -> Over [go]"],
        )
        self.assertEqual((ended, context.transition_name), (["Manual"], ""))
        self.assertIs(TransitionHelper.find_common_ancestor(a1, over), root)

    def test_save_state_and_leave_current_state(self) -> None:
        root = State("R", StateKind.ROOT)
        context = Context("Manual")
        observer = LogObserver()
        context.set_observer(observer)
        context.state_current = State("A", parent=root)
        context.save_state()
        context.leave_current_state()
        self.assertEqual(observer.lines, ["exit A", "exit R"])
        self.assertEqual(context.serialize(), {"state": "A", "history": "A"})


if __name__ == "__main__":
    unittest.main()
