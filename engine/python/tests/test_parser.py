"""Definitions from JSON and XML, their models and their text."""

from __future__ import annotations

import tempfile
import unittest
from pathlib import Path
from typing import Any

from loom_engine.definition import StateDef, StateKindType, StateMachineDefinition
from loom_engine.error import LoomError
from loom_engine.model import enrich
from loom_engine.parser import StateMachineParser, to_definition
from loom_engine.smdf_error import SmdfError
from loom_engine.transitions import TransitionEdge, list_transitions
from loom_engine.xml_tree import XmlSyntaxError
from loom_engine.xml_write import write_xml

DOOR: dict[str, Any] = {
    "settings": {
        "namespace": "Home",
        "name": "Door",
        "asynchronous": False,
        "objects": [{"instance": "bell", "class": "Bell"}],
    },
    "events": [
        {
            "name": "Hand",
            "feeder": "HandFeeder",
            "events": [{"id": "push", "parameters": [{"name": "force", "type": "int"}]}],
            "timers": [{"id": "late", "name": "Timeout"}],
        }
    ],
    "state": {
        "name": "Door",
        "states": [
            {
                "name": "Open",
                "onEntry": {"actions": [{"timerStart": {"timer": "Timeout", "duration": "500"}}, "bell.ring()"]},
                "transitions": [{"event": "push", "nextState": "Closed", "condition": "force > 2"}, {"event": "late"}],
            },
            {"name": "Closed", "kind": "final", "x-note": [1]},
        ],
        "parallel": {"nextState": "Closed", "states": [{"name": "Lock"}]},
    },
}


def parse_json(text: str) -> StateMachineDefinition:
    """Reads JSON text."""
    return StateMachineParser().parse_json(text)


def parse_xml(text: str) -> StateMachineDefinition:
    """Reads XML text."""
    return StateMachineParser().parse_xml(text)


class DefinitionTest(unittest.TestCase):
    def test_members_have_names_of_python(self) -> None:
        definition = to_definition(DOOR)
        root = definition.root_state
        assert root is not None and root.parallel is not None
        opened, closed = root.states
        self.assertEqual(definition.settings.objects[0].cls, "Bell")
        self.assertEqual(definition.event_sources[0].events[0].parameters[0].type, "int")
        self.assertEqual(opened.transitions[0].next_state, "Closed")
        self.assertEqual([action.code for action in opened.on_entry], [None, "bell.ring()"])
        self.assertEqual(opened.on_entry[0].timer_start, {"timer": "Timeout", "duration": "500"})
        self.assertEqual((root.parallel.next_state, root.is_parallel, root.is_composite), ("Closed", True, True))
        self.assertEqual((closed.kind, closed.is_final, closed.is_leaf), (StateKindType.FINAL, True, True))

    def test_parts_are_the_objects_of_the_document(self) -> None:
        definition = to_definition(DOOR)
        self.assertEqual(definition, DOOR)
        self.assertIs(definition.root_state, definition["state"])
        self.assertNotIsInstance(DOOR["state"], StateDef)

    def test_members_of_the_wrong_type_count_as_absent(self) -> None:
        state = StateDef({"name": 5, "kind": "odd", "states": 7, "transitions": [1, {"event": 2}], "parallel": []})
        self.assertEqual((state.name, state.kind, state.states, state.parallel), ("", StateKindType.NORMAL, [], None))
        self.assertEqual([transition.event for transition in state.transitions], [None])

    def test_to_json_keeps_everything(self) -> None:
        text = to_definition(DOOR).to_json()
        self.assertEqual(parse_json(text), DOOR)
        self.assertIn('\n  "settings": {', text)


class ModelTest(unittest.TestCase):
    def test_enrich_indexes_states(self) -> None:
        model = enrich(DOOR)
        self.assertEqual([state.name for state in model.all_states], ["Door", "Open", "Closed", "Lock"])
        self.assertEqual([state.name for state in model.leaf_states], ["Open", "Closed", "Lock"])
        self.assertEqual([state.name for state in model.composite_states], ["Door"])
        self.assertEqual(model.parent_map, {"Door": None, "Open": "Door", "Closed": "Door", "Lock": "Door"})
        self.assertIs(model.state_map["Open"], model.all_states[1])

    def test_enrich_counts_timers_as_events(self) -> None:
        model = enrich(DOOR)
        self.assertEqual(list(model.event_map), ["push", "late"])
        self.assertEqual([(one.name, one.type) for one in model.event_map["late"].parameters], [("source", "object")])
        self.assertEqual(list(model.timer_map), ["Timeout"])
        self.assertEqual([event.id for event in model.feeders_map["HandFeeder"]], ["push", "late"])

    def test_enrich_takes_any_value(self) -> None:
        values: tuple[dict[str, Any], ...] = (
            {},
            {"state": 5, "events": {}},
            {"state": None, "events": [None, {"events": 1}]},
        )
        for value in values:
            with self.subTest(value):
                model = enrich(value)
                self.assertEqual((model.all_states, model.event_map), ([], {}))

    def test_enrich_goes_deeper_than_the_stack(self) -> None:
        root: dict[str, Any] = {"name": "S"}
        state = root
        for index in range(3000):
            state["states"] = [{"name": f"S{index}"}]
            state = state["states"][0]
        self.assertEqual(len(enrich({"state": root}).all_states), 3001)

    def test_list_transitions_gives_edges_in_document_order(self) -> None:
        self.assertEqual(
            list_transitions(DOOR),
            [
                TransitionEdge("Open", "push", "Closed", False, "force > 2"),
                TransitionEdge("Open", "late", "Open", True),
            ],
        )


class JsonTest(unittest.TestCase):
    def test_parse_json_unwraps_the_definition(self) -> None:
        root = parse_json('{"stateMachine": {"state": {"name": "Door"}}}').root_state
        assert root is not None
        self.assertEqual(root.name, "Door")

    def test_parse_json_says_what_cannot_be_read_and_where(self) -> None:
        with self.assertRaises(SmdfError) as caught:
            parse_json('{\n  "stateMachine": { "state": { "name": "Door", "states": 5 } }\n}')
        error = caught.exception
        self.assertEqual(str(error), '"states" must be a list, but it is a number (/state/states, line 2, column 58).')
        self.assertEqual((error.code, error.path, error.line), ("smdf_shape", "/state/states", 2))

    def test_parse_json_refuses_documents_of_other_kinds(self) -> None:
        with self.assertRaisesRegex(SmdfError, "another kind, entity-relationship diagram: open it as one"):
            parse_json('{"entities": []}')

    def test_parse_file_names_a_nameless_definition_after_its_file(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "order.smdf.json")
            path.write_text('{"settings": {}, "state": {"name": "Root"}}', encoding="utf-8")
            self.assertEqual(StateMachineParser().parse_file(path).definition.settings.name, "order")

    def test_parse_text_goes_by_the_name_and_then_by_the_text(self) -> None:
        parser = StateMachineParser()
        xml = ' <machine><state name="Door"/></machine>'
        self.assertEqual(parser.parse_text(xml, "door.FSM"), parser.parse_text(xml, "door.txt"))
        self.assertEqual(parser.parse_text('{"state": {"name": "Door"}}'), parser.parse_text(xml))


class XmlTest(unittest.TestCase):
    def assert_refused(self, text: str, message: str) -> None:
        with self.assertRaises((XmlSyntaxError, SmdfError)) as caught:
            parse_xml(text)
        self.assertEqual(str(caught.exception), message)

    def test_parse_xml_keeps_the_order_of_actions(self) -> None:
        definition = parse_xml(
            '<x:stateMachine xmlns:x="urn:any"><x:state name="A"><x:onEntry><x:action> a </x:action>'
            '<x:timerStop timer="T"/><x:action>b<!-- --></x:action><x:other/></x:onEntry></x:state></x:stateMachine>'
        )
        actions = [{"code": "a"}, {"timerStop": "T"}, {"code": "b"}]
        self.assertEqual(definition, {"state": {"name": "A", "onEntry": {"actions": actions}}})

    def test_parse_xml_reads_guards_flags_and_what_is_carried(self) -> None:
        definition = parse_xml(
            '<stateMachine xmlns:loom="urn:loom:smdf"><settings asynchronous=" True "/><events/>'
            '<state name="A"><transition event="e"><condition>a &lt; 1</condition></transition>'
            '<loom:extra>{"name": "B", "n": 1}</loom:extra></state></stateMachine>'
        )
        state = {"name": "B", "transitions": [{"event": "e", "condition": "a < 1"}], "n": 1}
        self.assertEqual(definition, {"settings": {"asynchronous": True}, "events": [], "state": state})

    def test_parse_xml_refuses_a_doctype(self) -> None:
        bomb = '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]><stateMachine>&c;</stateMachine>'
        message = "The XML has a DOCTYPE, which is refused: remove the declaration that ends at line 1, column 13."
        self.assert_refused(bomb, message)

    def test_parse_xml_says_where_the_text_breaks_off(self) -> None:
        self.assert_refused("<a>\n</b>", "The XML breaks off (mismatched tag) at line 2, column 3.")
        self.assert_refused("", "The XML breaks off (no element found) at line 1, column 1.")

    def test_parse_xml_bounds_depth(self) -> None:
        message = "The XML nests more than 1000 levels deep: make it flatter, at line 1, column 3001."
        self.assert_refused("<a>" * 1001, message)

    def test_parse_xml_refuses_a_root_that_holds_no_machine(self) -> None:
        message = (
            'The element "a" holds no state machine: put "settings", "events" and "state" in it '
            "(the top, line 1, column 1)."
        )
        self.assert_refused("<a/>", message)

    def test_write_xml_gives_what_reads_as_the_same(self) -> None:
        odd = {**DOOR, "more": {"a": "\ufffe\x01"}, "state": {"name": "\r\n<&\"'>", "states": [{"name": "\ud800"}]}}
        for definition in (DOOR, odd):
            self.assertEqual(parse_xml(write_xml(definition)), definition)

    def test_write_xml_refuses_what_nests_too_deep_to_be_read(self) -> None:
        state: dict[str, Any] = {"name": "Leaf"}
        for level in range(20_000):
            state = {"name": f"S{level}", "states": [state]}
        with self.assertRaisesRegex(LoomError, "more than 1000 levels deep") as caught:
            write_xml({"settings": {"namespace": "N"}, "events": [], "state": state})
        self.assertEqual(caught.exception.code, "too_deep")

    def test_write_xml_and_parse_xml_go_a_thousand_levels_deep(self) -> None:
        text = "<stateMachine>" + '<state name="x">' * 999 + "</state>" * 999 + "</stateMachine>"
        definition = parse_xml(text)
        self.assertEqual(parse_xml(write_xml(definition)).to_json(), definition.to_json())


if __name__ == "__main__":
    unittest.main()
