"""The names of generated code."""

from __future__ import annotations

import keyword
import unicodedata
import unittest
from typing import Any

from loom_engine.codegen.identifier import identifier_of
from loom_engine.codegen.names import GeneratedNames, names_of
from loom_engine.codegen.reserved import CONTEXT_MEMBERS, FEEDER_MEMBERS, PYTHON_WORDS, RESERVED_WORDS
from loom_engine.codegen.state_tree import state_tree_of
from loom_engine.runtime import Chart, ContextAsync, State, StateKind

from .definitions import machine


def names_in(definition: Any) -> GeneratedNames:
    return names_of(definition, state_tree_of(definition))


def with_events(*ids: str) -> Any:
    return machine({}, {"events": [{"name": "S", "events": [{"id": id} for id in ids]}]})


class IdentifierTest(unittest.TestCase):
    def test_keeps_identifiers(self) -> None:
        for text in ("door", "état", "A_9", "_x"):
            self.assertEqual(identifier_of(text), text)

    def test_replaces_what_no_identifier_has(self) -> None:
        self.assertEqual(identifier_of("price-update"), "price_update")
        self.assertEqual(identifier_of("a\U0001f600b"), "a_b")
        self.assertEqual(identifier_of("ﬁne"), "_ne")

    def test_gives_a_beginning_that_an_identifier_can_have(self) -> None:
        for text, identifier in (("", "_0"), ("9 lives", "_9_lives"), ("__x", "_x"), ("--x", "_x")):
            self.assertEqual(identifier_of(text), identifier)

    def test_gives_what_python_takes_for_one_and_leaves_as_it_is(self) -> None:
        for code in range(0xE000):
            identifier = identifier_of(f"x{chr(code)}")
            self.assertTrue(identifier.isidentifier(), identifier)
            self.assertEqual(unicodedata.normalize("NFKC", identifier), identifier)


class NamesTest(unittest.TestCase):
    def test_spells_machine_events_and_states(self) -> None:
        definition = machine({"states": [{"name": "Active_Waiting"}]}, {"settings": {"name": "Door"}})
        names = names_in(definition)
        self.assertEqual(names.machine, ("DoorStateEnum", "StateDoor", "DoorData", "DoorContext"))
        self.assertEqual(names.states[1], ("StateActiveWaiting", "ACTIVE_WAITING"))
        self.assertEqual(names.events["go"].handler.python, "on_go")
        self.assertEqual(names.changes, [])

    def test_numbers_what_shares_a_name(self) -> None:
        names = names_in(with_events("aB", "a_b", "A_b"))
        self.assertEqual([event.method.python for event in names.events.values()], ["a_b", "a_b_2", "a_b_3"])
        self.assertEqual([change.met for change in names.changes], ['the event "aB"', 'the event "aB"'])

    def test_numbers_what_the_context_has(self) -> None:
        names = names_in(with_events("end"))
        self.assertEqual(names.events["end"].handler, ("onEnd_2", "on_end_2"))
        self.assertEqual(names.changes[0].met, "a hook of states and contexts")
        self.assertEqual(names.changes[0].path, "/events/0/events/0/id")

    def test_tells_what_is_no_identifier(self) -> None:
        change = names_in(machine({"states": [{"name": "in-door"}]})).changes[0]
        self.assertEqual(change, ("state", "in-door", None, "in-door", "/state/states/0/name"))

    def test_gives_an_event_that_only_transitions_use_a_name(self) -> None:
        names = names_in(with_events("go"))
        self.assertEqual(names.use_event("Go").handler.python, "on_go_2")
        self.assertIs(names.use_event("Go"), names.use_event("Go"))

    def test_knows_the_words_of_this_python(self) -> None:
        self.assertLessEqual(set(keyword.kwlist), RESERVED_WORDS)
        self.assertLessEqual(set(keyword.kwlist) - {"False", "None", "True"}, PYTHON_WORDS)

    def test_knows_every_member_of_a_context(self) -> None:
        context = ContextAsync("C", Chart("M", [State("Root", StateKind.ROOT)], events=[], handlers={}))
        members = {name for name in [*dir(ContextAsync), *vars(context)] if not name.startswith("__")}
        self.assertEqual(sorted(members - CONTEXT_MEMBERS), [])

    def test_keeps_an_event_apart_from_what_a_feeder_holds(self) -> None:
        self.assertIn("_context", FEEDER_MEMBERS)
        self.assertEqual(names_in(with_events("_context")).events["_context"].method.python, "_context_2")


if __name__ == "__main__":
    unittest.main()
