"""Each rule on the smallest document with exactly one finding, and on its clean twin."""

from __future__ import annotations

import unittest

from loom_engine.validate import FATAL_RULES, RULES

from .definitions import Members, findings_of, machine, pair


def go(next_state: str, **more: object) -> Members:
    return {"event": "go", "nextState": next_state, **more}


def sources(**more: object) -> Members:
    return {"events": [{"name": "S", **more}]}


def actions(*written: object) -> Members:
    return {"actions": list(written)}


def cycle(*names: str) -> list[Members]:
    return [{"name": name, "transitions": [go(names[(index + 1) % len(names)])]} for index, name in enumerate(names)]


def region(name: str, *inner: str) -> Members:
    return {"name": name, "states": cycle(*inner)}


def parallel(*regions: Members) -> Members:
    return machine({"parallel": {"states": list(regions)}})


GO = {"id": "go"}
FINAL = {"name": "F", "kind": "final"}
TIMED = sources(events=[GO], timers=[{"id": "late", "name": "Late"}])
ON_LATE: Members = {"onEntry": actions({"timerStart": {"timer": "Late", "duration": 5}})}
LOOP = ({"transitions": [go("B"), {"nextState": "B"}]}, {"transitions": [go("A"), {"nextState": "A"}]})
AFTER_LATE = {"transitions": [go("A"), {"event": "late", "nextState": "A"}]}
CLEAN = machine({"states": pair()})
REGIONS = parallel(region("R1", "A"), region("R2", "B"))


def with_transitions(*transitions: Members) -> Members:
    return machine({"states": pair({"transitions": list(transitions)})})


def with_c(state: Members) -> Members:
    return machine({"states": [*pair({"transitions": [go("B", condition="x"), go(state["name"])]}), state]})


def counting(a: Members, **more: object) -> Members:
    data = [{"name": "count", "type": "integer", "maximum": 10, **more}]
    settings = {"namespace": "N", "asynchronous": False, "data": data}
    events = [{"name": "S", "events": [{"id": "go", "parameters": [{"name": "max", "type": "int"}]}]}]
    return machine({"states": pair(a)}, {"settings": settings, "events": events})


def forked(further: str) -> Members:
    fork = {"name": "A", "transitions": [go("B", nextStates=[further])]}
    regions = {"states": [region("R1", "B", "C"), region("R2", "D")]}
    return machine({"states": [fork, {"name": "P", "parallel": regions}]})


PAID = {"transitions": [go("B"), {"event": "done.invoke.pay", "nextState": "B"}]}
LATE_HERE = {**ON_LATE, "transitions": [go("B"), {"event": "late", "nextState": "B"}]}
ONE_MORE = {"onEntry": actions({"code": "count += 1"})}


# Rule, its one finding in the first document, and a document without findings.
FIXTURES: dict[str, tuple[str, Members, Members]] = {
    "V001": ("- ", {key: value for key, value in CLEAN.items() if key != "state"}, CLEAN),
    "V002": ("B /state/states/2/name", machine({"states": [*pair(), pair()[1]]}), CLEAN),
    "V003": ("go /events/0/events/1/id", machine({"states": pair()}, sources(events=[GO, GO])), CLEAN),
    "V004": (
        "go /events/0/timers/0/id",
        machine({"states": pair(ON_LATE)}, sources(events=[GO], timers=[{"id": "go", "name": "Late"}])),
        machine({"states": pair(ON_LATE, AFTER_LATE)}, TIMED),
    ),
    "V005": (
        "A /state/states/0/transitions/1/event",
        with_transitions(go("B"), {"event": "went", "nextState": "B"}),
        CLEAN,
    ),
    "V006": (
        "A /state/states/0/transitions/1/nextState",
        with_transitions(go("B", condition="x"), go("C")),
        with_transitions(go("B", condition="x"), go("A")),
    ),
    "V007": (
        "B /state/states/1/transitions",
        machine({"states": pair({}, {"kind": "final"})}),
        machine({"states": pair({}, {"kind": "final", "transitions": []})}),
    ),
    "V008": (
        "B /state/states/1/states",
        machine({"states": [pair()[0], {"name": "B", "kind": "final", "states": cycle("C")}]}),
        machine({"states": [pair()[0], {"name": "B", "states": cycle("C")}]}),
    ),
    "V009": (
        "Root /state/states/0",
        machine({"states": [FINAL], "transitions": [go("F")]}),
        machine({"states": [{"name": "A", "transitions": [go("F")]}, FINAL]}),
    ),
    "V010": ("Root /state/parallel/states", parallel(region("R1", "A")), REGIONS),
    "V011": (
        "A /state/parallel/states/0/states/0/transitions/0/nextState",
        parallel({"name": "R1", "states": [{"name": "A", "transitions": [go("B")]}]}, region("R2", "B")),
        REGIONS,
    ),
    "V012": ("B /state/states/1/states", machine({"states": pair({}, {"states": []})}), CLEAN),
    "V013": (
        "- /events",
        machine({"states": [{"name": "A", "transitions": [{"nextState": "F"}]}, FINAL]}, {"events": []}),
        CLEAN,
    ),
    "V014": (
        "A /state/states/0/onExit/actions/0/timerStop",
        machine({"states": pair({"onExit": actions({"timerStop": "Late"})})}),
        machine({"states": pair({**ON_LATE, "onExit": actions({"timerStop": "Late"})}, AFTER_LATE)}, TIMED),
    ),
    "W101": ("C /state/states/2", machine({"states": [*pair(), {"name": "C", "transitions": [go("A")]}]}), CLEAN),
    "W102": (
        "A /state/states/0/transitions/1",
        with_transitions(go("B"), go("A", condition="x")),
        with_transitions(go("A", condition="x"), go("B")),
    ),
    "W103": (
        "A /state/states/0/transitions/1",
        with_transitions(go("B"), go("A")),
        with_transitions(go("B", condition="x"), go("A")),
    ),
    "W104": (
        "B /state/states/1",
        machine({"states": [pair()[0], {"name": "B"}]}),
        machine({"states": [pair()[0], {"name": "B", "kind": "final"}]}),
    ),
    "W105": ("stop /events/0/events/1", machine({"states": pair()}, sources(events=[GO, {"id": "stop"}])), CLEAN),
    "W106": (
        "A /state/states/0/transitions/0/condition",
        with_transitions(go("B", condition="a +")),
        with_transitions(go("B", condition="a + 1")),
    ),
    "W107": ("_B /state/states/2/name", with_c(*cycle("_B")), with_c(*cycle("C"))),
    "W108": ("A /state/states/0/transition", machine({"states": pair({"transition": []})}), CLEAN),
    "W109": (
        "Root /state/states",
        machine({"states": cycle("C"), "parallel": {"states": [region("R1", "A"), region("R2", "B")]}}),
        REGIONS,
    ),
    "W110": (
        "F /state/states/0/states/1",
        machine({"states": [{"name": "C", "states": [{"name": "A", "transitions": [go("F")]}, FINAL]}]}),
        machine(
            {
                "states": [
                    {
                        "name": "C",
                        "transitions": [{"event": "done.state.C", "nextState": "C"}],
                        "states": [{"name": "A", "transitions": [go("F")]}, FINAL],
                    }
                ]
            }
        ),
    ),
    "W111": (
        "A /state/states/0/transitions/0/action",
        with_transitions(go("B", action={"code": "f()"})),
        with_transitions(go("B", actions=[{"code": "f()"}])),
    ),
    "W112": (
        "Root /state/initial",
        machine({"initial": "Root", "states": pair()}),
        machine({"initial": "B", "states": pair()}),
    ),
    "W113": ("A /state/states/0/history", machine({"states": pair({"history": "deep"})}), CLEAN),
    "W114": (
        "A /state/states/0/onEntry/actions/0/timerStart/duration",
        machine(
            {"states": pair({"onEntry": actions({"timerStart": {"timer": "Late", "duration": "-5"}})}, AFTER_LATE)},
            TIMED,
        ),
        machine({"states": pair(ON_LATE, AFTER_LATE)}, TIMED),
    ),
    "W115": (
        "A /state/states/0/transitions/1",
        machine({"states": pair(*LOOP)}),
        machine({"states": pair(LOOP[0], {"transitions": [go("A"), {"nextState": "A", "condition": "again"}]})}),
    ),
    "W117": (
        "A /state/states/0/transitions/1/event",
        machine({"states": pair(PAID)}),
        machine({"states": pair({**PAID, "invoke": [{"id": "pay", "task": "charge"}]})}),
    ),
    "W118": (
        "A /state/states/0/invoke/0",
        machine({"states": pair({"invoke": [{"id": "pay"}]})}),
        machine({"states": pair({"invoke": [{"id": "pay", "machine": "pay.smdf.json"}]})}),
    ),
    "W119": (
        "B /state/states/1/transitions",
        machine({"states": pair({}, {"kind": "choice", "transitions": [{"condition": "x", "nextState": "A"}]})}),
        machine({"states": pair({}, {"kind": "choice", "transitions": [{"nextState": "A"}]})}),
    ),
    "W120": (
        "A /state/states/0/transitions/0/after",
        with_transitions(go("B", after=5)),
        with_transitions(go("B"), {"after": 5, "nextState": "B"}),
    ),
    "W121": (
        "A /state/states/0/transitions/0/condition",
        counting({"transitions": [go("B", condition="count < limit")]}),
        counting({"transitions": [go("B", condition="count < max")]}),
    ),
    "W122": (
        "A /state/states/0/transitions/0/condition",
        counting({"transitions": [go("B", condition="count < 'a'")]}),
        counting({"transitions": [go("B", condition="count < 1")]}),
    ),
    "W123": (
        "A /state/states/0/onEntry/actions/0/code",
        counting({"onEntry": actions({"code": "count = 11"})}),
        counting({"onEntry": actions({"code": "count = 10"})}),
    ),
    "W124": ("count /settings/data/0/initial", counting(ONE_MORE, initial="1"), counting(ONE_MORE, initial=1)),
    "W125": ("count /settings/data/0", counting({}), counting(ONE_MORE)),
    "W126": (
        "A /state/states/0/onEntry/actions/0",
        machine({"states": pair(LATE_HERE)}, TIMED),
        machine({"states": pair({**LATE_HERE, "onExit": actions({"timerStop": "Late"})})}, TIMED),
    ),
    "W127": ("A /state/states/0/transitions/0/nextStates/0", forked("C"), forked("D")),
}


class RulesTest(unittest.TestCase):
    def test_each_rule_is_the_only_finding_in_its_smallest_document(self) -> None:
        for rule in RULES:
            finding, dirty, _ = FIXTURES[rule.id]
            with self.subTest(rule.id):
                self.assertEqual(findings_of(dirty), [f"{rule.id} {finding}"])

    def test_each_rule_is_silent_on_the_clean_twin(self) -> None:
        for rule in RULES:
            with self.subTest(rule.id):
                self.assertEqual(findings_of(FIXTURES[rule.id][2]), [])

    def test_w114_finds_a_repeat_that_is_not_above_0(self) -> None:
        for repeat, works in ((5, True), ("n", True), ("", True), (0, False), ("0", False), (" ", False)):
            start = actions({"timerStart": {"timer": "Late", "duration": "5", "repeat": repeat}})
            finding = "W114 A /state/states/0/onEntry/actions/0/timerStart/repeat"
            with self.subTest(repeat=repeat):
                found = findings_of(machine({"states": pair({"onEntry": start}, AFTER_LATE)}, TIMED))
                self.assertEqual(found, [] if works else [finding])

    def test_w101_and_w104_follow_a_completion_that_an_action_sends(self) -> None:
        late = {"timer": "done.state.C", "duration": "5"}
        for action, found in (
            ({"raise": "done.state.C"}, []),
            ({"timerStart": late}, []),
            ({"raise": "done.state.A"}, ["B", "C1"]),
        ):
            composite = {
                "name": "C",
                "transitions": [{"event": "done.state.C", "nextState": "B"}],
                "states": [{"name": "C1"}],
            }
            states = [
                {"name": "A", "transitions": [{"event": "go", "nextState": "C"}], "onEntry": actions(action)},
                {"name": "B", "transitions": [{"event": "go", "nextState": "A"}]},
                composite,
            ]
            with self.subTest(action=action):
                names = [one.split(" ") for one in findings_of(machine({"states": states}))]
                self.assertEqual([name for rule, name, _ in names if rule in ("W101", "W104")], found)

    def test_rules_are_numbered_in_order_v_before_w_each_once(self) -> None:
        ids = [rule.id for rule in RULES]
        self.assertEqual(ids, sorted(set(ids)))

    def test_fatal_rules_are_rules(self) -> None:
        self.assertLessEqual(FATAL_RULES, {rule.id for rule in RULES})


if __name__ == "__main__":
    unittest.main()
