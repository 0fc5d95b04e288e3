"""Tolerant reading, suggestions and the check of shapes."""

from __future__ import annotations

import unittest

from loom_engine.actions import (
    CodeEffect,
    NoEffect,
    RaiseEffect,
    TimerStartEffect,
    TimerStopEffect,
    actions_of,
    effect_of,
)
from loom_engine.members import children_of, condition_of, kind_of, regions_of, target_of, text_of
from loom_engine.shape_check import check_shape
from loom_engine.shape_table import MACHINE_SHAPE
from loom_engine.suggest import did_you_mean, nearest


class MembersTest(unittest.TestCase):
    def test_text_of_takes_other_types_as_their_json(self) -> None:
        found = [text_of(member) for member in (None, "", "a", False, 5, 1.0, {"a": [1]})]
        self.assertEqual(found, [None, None, "a", "false", "5", "1", '{"a":[1]}'])

    def test_condition_of_passes_over_blank_text(self) -> None:
        self.assertIsNone(condition_of({"condition": " \ufeff\n"}))
        self.assertEqual(condition_of({"condition": " a "}), " a ")

    def test_lists_hold_objects_only(self) -> None:
        state = {"name": "A", "states": [None, {"name": "B"}, "C"], "parallel": {"states": {}}}
        self.assertEqual((children_of(state), regions_of(state)), ([{"name": "B"}], []))

    def test_kind_and_target_are_read_tolerantly(self) -> None:
        kinds = [kind_of({"kind": kind}) for kind in ("final", "history", "Final", 1)]
        self.assertEqual(kinds, ["final", "history", "normal", "normal"])
        self.assertEqual((target_of({"nextState": 5}), target_of({"nextState": ""})), ("5", None))


class ActionsTest(unittest.TestCase):
    def test_actions_of_keeps_indices(self) -> None:
        self.assertEqual(actions_of({"actions": ["a()", 5, {"raise": "e"}]}), [{"code": "a()"}, {}, {"raise": "e"}])
        self.assertEqual((actions_of(["a()"]), actions_of("a()"), actions_of(None)), ([{"code": "a()"}], [], []))

    def test_effect_of_takes_the_first_member_that_counts(self) -> None:
        effects = [
            effect_of({"code": " ", "timerStart": {"timer": "T"}, "raise": "e"}),
            effect_of({"timerStart": {"timer": "T", "duration": 5, "repeat": ""}}),
            effect_of({"code": "a()", "raise": "e"}),
            effect_of({"timerStop": "T"}),
            effect_of({"raise": "e"}),
            effect_of({"timerStart": {}, "raise": "e"}),
        ]
        self.assertEqual(
            effects,
            [
                TimerStartEffect("T", ""),
                TimerStartEffect("T", 5),
                CodeEffect("a()"),
                TimerStopEffect("T"),
                RaiseEffect("e"),
                NoEffect(),
            ],
        )


class SuggestTest(unittest.TestCase):
    def test_nearest_gives_the_candidate_with_the_fewest_edits(self) -> None:
        self.assertEqual(nearest("Idel", ["Active", "Idle"]), "Idle")
        self.assertEqual(nearest("ACTIVE", ["Activ", "Active"]), "Active")
        self.assertIsNone(nearest("Idel", ["Active"]))

    def test_did_you_mean_asks_or_is_silent(self) -> None:
        self.assertEqual(did_you_mean("Idel", ["Idle"]), ' Did you mean "Idle"?')
        self.assertEqual(did_you_mean("Idel", []), "")


class ShapeTest(unittest.TestCase):
    def test_check_shape_tells_unknown_wrong_and_missing_fields(self) -> None:
        state = {"transition": [], "kind": "finale", "states": [{"name": 1.0}]}
        self.assertEqual(
            [(issue.path, issue.message) for issue in check_shape(MACHINE_SHAPE, "State", state)],
            [
                ("", 'State needs "name", a string: add it.'),
                ("/transition", 'State has no field "transition". Did you mean "transitions"?'),
                (
                    "/kind",
                    '"kind" of State must be "normal", "final", "history" or "choice", but it is the string "finale". '
                    'Did you mean "final"?',
                ),
                ("/states/0/name", '"name" of State must be a string, but it is the number 1.'),
            ],
        )

    def test_check_shape_knows_booleans_from_numbers(self) -> None:
        issues = check_shape(MACHINE_SHAPE, "TimerStart", {"timer": "T", "duration": True})
        self.assertEqual(
            [issue.message for issue in issues],
            ['"duration" of TimerStart must be a string or a number, but it is true.'],
        )


if __name__ == "__main__":
    unittest.main()
