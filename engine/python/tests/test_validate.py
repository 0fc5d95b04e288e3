"""What the validator gives, whatever the rules."""

from __future__ import annotations

import unittest
from typing import Any

from loom_engine.finding import Finding
from loom_engine.model import enrich
from loom_engine.validate import FATAL_RULES, RULES, validate

from .definitions import findings_of, machine, pair


class ValidateTest(unittest.TestCase):
    def test_says_that_what_is_no_definition_has_no_root(self) -> None:
        odd: list[Any] = [None, 5, "text", [], {}, {"state": 5, "events": "x", "settings": []}]
        for document in odd:
            with self.subTest(document):
                self.assertEqual(validate(enrich(document))[0].rule_id, "V001")

    def test_orders_findings_by_rule_then_by_place(self) -> None:
        definition = machine(
            {
                "transitions": [{"event": "x"}],
                "parallel": {"states": [{"name": "R1", "transitions": [{"event": "x"}]}, {"name": "R2"}]},
                "states": [{"name": "A", "transitions": [{"event": "x", "nextState": "Nowhere"}]}],
            }
        )
        found = findings_of(definition)
        ids = [finding.split()[0] for finding in found]
        self.assertEqual(ids, sorted(ids))
        self.assertEqual(
            [finding for finding in found if finding.startswith("V005")],
            [
                "V005 Root /state/transitions/0/event",
                "V005 A /state/states/0/transitions/0/event",
                "V005 R1 /state/parallel/states/0/transitions/0/event",
            ],
        )

    def test_orders_list_items_as_numbers(self) -> None:
        states = [{"name": f"S{index}", "transitions": [{"event": "x"}]} for index in range(11)]
        found = [finding for finding in validate(enrich(machine({"states": states}))) if finding.rule_id == "V005"]
        self.assertEqual([finding.element for finding in found], [f"S{index}" for index in range(11)])

    def test_applies_only_the_rules_that_are_asked_for(self) -> None:
        definition = machine({"states": pair({"transitions": [{"event": "x", "nextState": "C"}]})})
        self.assertEqual([finding.rule_id for finding in validate(enrich(definition), FATAL_RULES)], ["V006"])

    def test_gives_each_finding_the_severity_of_its_rule(self) -> None:
        severities = {rule.id: rule.severity for rule in RULES}
        findings = validate(enrich(machine({"states": pair({"transitions": [{"event": "x"}]})})))
        self.assertEqual({finding.severity for finding in findings}, {"error", "warning"})
        for finding in findings:
            self.assertEqual(finding.severity, severities[finding.rule_id])

    def test_suggests_the_name_that_was_probably_meant(self) -> None:
        definition = machine({"states": [{"name": "Idle", "transitions": [{"event": "go", "nextState": "Idel"}]}]})
        self.assertEqual(
            validate(enrich(definition))[0].message,
            'State "Idle" leads to the undefined state "Idel": add it or name another. Did you mean "Idle"?',
        )

    def test_cuts_long_names(self) -> None:
        definition = machine({"states": pair({}, {"name": "A" * 100, "kind": "final"})})
        messages = [finding.message for finding in validate(enrich(definition)) if finding.rule_id == "V007"]
        self.assertEqual(len(messages), 1)
        self.assertIn(f'"{"A" * 79}\u2026"', messages[0])

    def test_takes_a_document_that_is_deeper_than_the_call_stack(self) -> None:
        state: dict[str, Any] = {"name": "S2000", "transitions": [{"event": "went"}]}
        for index in reversed(range(2000)):
            state = {"name": f"S{index}", "states": [state]}
        found = findings_of(machine({"states": [state]}))
        self.assertEqual([finding.split()[:2] for finding in found if finding[0] == "V"], [["V005", "S2000"]])

    def test_takes_names_that_mean_something_to_python(self) -> None:
        names = ("__class__", "__dict__", "None", "self", "__proto__")
        states = [{"name": name, "transitions": [{"event": "go", "nextState": name}]} for name in names]
        self.assertEqual([finding for finding in findings_of(machine({"states": states})) if finding[0] == "V"], [])

    def test_true_is_no_number_and_one_no_kind(self) -> None:
        definition = machine({"states": pair({"kind": True, "initial": 1})}, {"settings": {"namespace": True}})
        found = [finding.message for finding in validate(enrich(definition)) if finding.rule_id == "W111"]
        self.assertEqual(
            found,
            [
                '"namespace" of Settings must be a string, but it is true.',
                '"kind" of State must be "normal", "final", "history" or "choice", but it is true.',
                '"initial" of State must be a string, but it is the number 1.',
            ],
        )


class FindingTest(unittest.TestCase):
    def test_to_dict_has_the_members_of_typescript(self) -> None:
        finding = Finding("V006", "error", "Text.", "/state", "A")
        self.assertEqual(
            finding.to_dict(),
            {"ruleId": "V006", "severity": "error", "message": "Text.", "element": "A", "path": "/state"},
        )
        self.assertNotIn("element", Finding("V001", "error", "Text.", "").to_dict())


if __name__ == "__main__":
    unittest.main()
