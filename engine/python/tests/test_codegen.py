"""Generated Python: what it does, and what it is not made from."""

from __future__ import annotations

import json
import tempfile
import types
import unittest
from pathlib import Path
from typing import Any

from loom_engine.codegen import (
    CodeGenerationError,
    ModuleNameError,
    PythonCodeGenerator,
    generate_python,
    python_type,
    to_class_name,
    to_snake_case,
)
from loom_engine.model import enrich
from loom_engine.runtime import SimulatedClock

from .definitions import machine, pair


def run(code: str) -> Any:
    """The module that the code makes."""
    module = types.ModuleType("generated")
    exec(compile(code, "generated.py", "exec", dont_inherit=True), module.__dict__)
    return module


def lamp(*states: dict[str, Any], **settings: Any) -> Any:
    """The machine Lamp with the event ``press`` and the timer ``Timeout``."""
    return {
        "settings": {"namespace": "Home", "name": "Lamp", "asynchronous": False, **settings},
        "events": [
            {
                "name": "Hand",
                "feeder": "HandFeeder",
                "events": [{"id": "press", "parameters": [{"name": "force", "type": "int"}]}],
                "timers": [{"id": "late", "name": "Timeout"}],
            }
        ],
        "state": {"name": "Root", "states": list(states)},
    }


OFF = {"name": "Off", "transitions": [{"event": "press", "nextState": "On", "condition": "force > 2"}]}
ON = {
    "name": "On",
    "onEntry": {"actions": [{"code": "bulb.light(force)"}, {"timerStart": {"timer": "Timeout", "duration": "50"}}]},
    "transitions": [{"event": "late", "nextState": "Off"}],
}
BULB = [{"instance": "bulb", "class": "Bulb"}]


class Bulb:
    def __init__(self) -> None:
        self.lit: list[Any] = []

    def light(self, force: Any) -> None:
        self.lit.append(force)


class GeneratedCodeTest(unittest.TestCase):
    def test_runs_as_the_definition_says(self) -> None:
        bulb, clock = Bulb(), SimulatedClock()
        module = run(generate_python(enrich(lamp(OFF, ON, objects=BULB))))
        context = module.LampContext(bulb, clock=clock)
        context.enter_initial_state()
        self.assertFalse(context.on_press(2))
        self.assertTrue(module.HandFeeder(context).press(3))
        self.assertEqual((context.state, bulb.lit), ("On", [3]))
        clock.advance(50)
        self.assertEqual(context.state, "Off")

    def test_changes_the_data_of_a_context(self) -> None:
        count = {"event": "press", "actions": [{"code": "total += force; seen['last'] = force"}]}
        module = run(generate_python(enrich(lamp({"name": "Off", "transitions": [count]}))))
        context = module.LampContext(data={"total": 1, "seen": {}})
        context.enter_initial_state()
        context.on_press(4)
        self.assertEqual(context.data, {"total": 5, "seen": {"last": 4}})

    def test_posts_events_when_the_machine_is_asynchronous(self) -> None:
        module = run(generate_python(enrich(lamp(OFF, ON, objects=BULB, asynchronous=True))))
        context = module.LampContext(Bulb(), clock=SimulatedClock())
        context.enter_initial_state()
        self.addCleanup(context.stop)
        self.assertTrue(module.HandFeeder(context).press(3).result(10).changed)

    def test_runs_guards_that_are_long_and_nested_deep(self) -> None:
        guard = f"{'f(' * 60}force{')' * 60} == {' + '.join(['force'] * 1000)}"
        state = {"name": "Off", "transitions": [{"event": "press", "nextState": "On", "condition": guard}]}
        module = run(generate_python(enrich(lamp(state, {"name": "On"}))))
        context = module.LampContext(functions={"f": lambda force: 1000 * force if force == 1 else force})
        context.enter_initial_state()
        self.assertTrue(context.on_press(1))

    def test_names_the_modules_that_it_is_told_of(self) -> None:
        code = generate_python(enrich(lamp(OFF, ON, objects=BULB)), runtime="my.runtime", types="my.types")
        self.assertIn("from my.runtime import (", code)
        self.assertIn("from my.types import Bulb\n", code)
        self.assertNotIn("class Bulb", code)

    def test_refuses_what_names_no_module(self) -> None:
        model = enrich(lamp(OFF, ON, objects=BULB))
        for module in ("os\nimport evil #", "my runtime", "", "my.", "1st", "my/runtime", "my.import"):
            with self.assertRaises(ModuleNameError) as caught:
                generate_python(model, runtime=module)
            self.assertIn("runtime is ", str(caught.exception))
            with self.assertRaises(ModuleNameError):
                generate_python(model, types=module)
        self.assertIn("from ..lib import (", generate_python(model, runtime="..lib"))

    def test_takes_another_name(self) -> None:
        code = generate_python(enrich(machine({"states": pair()})), name="Torch")
        self.assertIn("class TorchContext(Context):", code)

    def test_generator_object_gives_the_same(self) -> None:
        model = enrich(lamp(OFF, {"name": "On"}))
        self.assertEqual(PythonCodeGenerator(model).generate(), generate_python(model))

    def test_takes_definitions_that_are_nested_deep(self) -> None:
        depth = 1000
        root: dict[str, Any] = {"name": "S0"}
        at = root
        for level in range(1, depth):
            at["states"] = [{"name": f"S{level}"}]
            at = at["states"][0]
        self.assertEqual(generate_python(enrich(machine({"states": [root]}))).count("STATES.append("), depth + 1)


class RefusalTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.invalid = machine({"states": pair({"transitions": [{"event": "went"}]})})

    def write(self, definition: Any) -> Path:
        path = self.folder / "door.smdf.json"
        path.write_text(json.dumps(definition), encoding="utf-8")
        return path

    def test_lists_the_errors_of_a_definition(self) -> None:
        with self.assertRaises(ValueError) as caught:
            generate_python(self.write(self.invalid), self.folder / "door.py")
        self.assertIsInstance(caught.exception, CodeGenerationError)
        self.assertRegex(str(caught.exception), r'(?m)^  \[V005\] State "A" waits for the undefined event "went"')
        self.assertFalse((self.folder / "door.py").exists())

    def test_generates_what_it_can_when_told_to(self) -> None:
        code = generate_python(enrich(self.invalid), force=True)
        self.assertTrue(hasattr(run(code), "StateMachineContext"))

    def test_keeps_what_does_not_parse_as_broken(self) -> None:
        broken = {"name": "A", "onEntry": {"actions": [{"code": "a ="}]}, "transitions": []}
        code = generate_python(enrich(machine({"states": [broken]})))
        self.assertIn('broken(\n            "a =",', code)

    def test_reads_and_writes_files(self) -> None:
        target = self.folder / "made" / "door.py"
        code = generate_python(str(self.write(machine({"states": pair()}))), target)
        self.assertEqual(target.read_bytes().decode("utf-8"), code)
        self.assertIn("class doorContext(Context):", code)


class SpellingTest(unittest.TestCase):
    def test_spells_single_names_and_types(self) -> None:
        self.assertEqual(to_snake_case("HTTPRequest2Go"), "http_request2_go")
        self.assertEqual(to_class_name("Active_Waiting-for it"), "ActiveWaitingforit")
        self.assertEqual([python_type(word) for word in ("double", "object", "Bulb")], ["float", "Any", "Bulb"])


if __name__ == "__main__":
    unittest.main()
