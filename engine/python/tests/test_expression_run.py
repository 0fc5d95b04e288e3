"""What guards and actions do."""

from __future__ import annotations

import math
import unittest
from types import MappingProxyType, SimpleNamespace
from typing import Any

from loom_engine.expression import (
    EvaluationError,
    Scope,
    compile_expression,
    compile_statements,
    is_equal,
    is_truthy,
    parse_action,
    parse_guard,
)


def scope_of(context: Any, payload: dict[str, Any] | None = None, **functions: Any) -> Scope:
    """A scope in which only the state ``On`` is active."""
    return Scope(payload, context, functions, lambda name: name == "On")


def value_of(text: str, context: Any = None, payload: dict[str, Any] | None = None, **functions: Any) -> Any:
    """The value of a guard."""
    scope = scope_of({} if context is None else context, payload, **functions)
    return compile_expression(parse_guard(text))(scope)


def run(text: str, context: Any, payload: dict[str, Any] | None = None, **functions: Any) -> Any:
    """The context after an action."""
    compile_statements(parse_action(text))(scope_of(context, payload, **functions))
    return context


class Door:
    """A host object."""

    kind = "wooden"

    def __init__(self) -> None:
        self.open = False

    def push(self, force: float, *, hard: bool = False) -> list[Any]:
        return [force, hard]

    @property
    def weight(self) -> int:
        return 7

    @property
    def broken(self) -> int:
        raise ValueError("broken")


class Slotted:
    """A host object whose members are slots."""

    __slots__ = ("full", "empty")

    def __init__(self) -> None:
        self.full = 1


class ValueTest(unittest.TestCase):
    def assert_fails(self, message: str, text: str, context: Any = None, **functions: Any) -> None:
        with self.assertRaises(EvaluationError) as caught:
            value_of(text, context, **functions)
        self.assertEqual(str(caught.exception), message)

    def test_names_are_found_in_payload_context_and_functions(self) -> None:
        found = value_of("[a, b, f(1), none]", {"a": 1, "b": 2}, {"a": 3}, f=lambda value: value)
        self.assertEqual(found, [3, 2, 1, None])

    def test_booleans_are_no_numbers(self) -> None:
        self.assertIs(value_of("True == 1"), False)
        message = 'Cannot evaluate `true + 1`: "+" needs two numbers, two strings or two lists, not a boolean and a number.'
        self.assert_fails(message, "true + 1")

    def test_whole_results_are_int(self) -> None:
        types = [type(value_of(text)) for text in ("6 / 2", "0.5 + 0.5", "-0", "1 / 2")]
        self.assertEqual(types, [int, int, int, float])

    def test_whole_numbers_are_floats_beyond_2_to_the_53(self) -> None:
        self.assertIs(value_of("big == other", {"big": 2**53, "other": 2**53 + 1}), True)
        self.assertEqual(value_of("big + 1", {"big": 2**53}), 2**53)
        self.assertEqual(value_of("10 ** 21"), 1e21)

    def test_a_result_that_is_not_finite_fails(self) -> None:
        self.assert_fails("Cannot evaluate `1e+308 * 10`: 1e+308 * 10 has no finite result.", "1e308 * 10")
        self.assert_fails("Cannot evaluate `(-8) ** 0.5`: -8 ** 0.5 has no finite result.", "(-8) ** 0.5")
        self.assert_fails("Cannot evaluate `1 % 0`: division by zero.", "1 % 0")

    def test_remainder_has_the_sign_of_the_divisor(self) -> None:
        self.assertEqual([value_of(text) for text in ("-7 % 3", "7 % -3", "7.5 % -2")], [2, -2, -0.5])

    def test_strings_are_measured_and_ordered_by_utf16_units(self) -> None:
        self.assertEqual(value_of("'\U0001f600'.length"), 2)
        self.assertIs(value_of("'\U0001f600' < '\uffff'"), True)
        self.assertEqual(value_of("'\\ud83d' + '\\ude00'"), "\U0001f600")

    def test_and_gives_one_of_its_operands(self) -> None:
        self.assertEqual(value_of("[] or {} or 'x' and 0"), 0)

    def test_in_state_asks_for_one_state(self) -> None:
        self.assertIs(value_of("in_state('On') and not in_state('Off')"), True)

    def test_lists_answer_for_items_and_length_only(self) -> None:
        found = value_of("[l[0], l[1.0], l[-1], l[true], l.length, l.append]", {"l": (5, 6)})
        self.assertEqual(found, [5, 6, None, None, 2, None])

    def test_host_objects_show_their_members(self) -> None:
        found = value_of("[d.open, d.kind, d.weight, d.none, d.push(1, hard=True)]", {"d": Door()})
        self.assertEqual(found, [False, "wooden", 7, None, [1, True]])
        self.assertEqual(value_of("[s.full, s.empty]", {"s": Slotted()}), [1, None])
        self.assertEqual(value_of("n.x", {"n": SimpleNamespace(x=1)}), 1)

    def test_the_language_is_out_of_reach(self) -> None:
        context = {"d": Door(), "f": Door.push, "m": math, "c": Door, "s": "", "l": []}
        texts = "d.__class__ d['__dict__'] f.__globals__ m.floor c.push s.format l.__len__ d.push.__self__".split()
        self.assertEqual([value_of(text, context) for text in texts], [None] * len(texts))

    def test_functions_that_run_text_cannot_be_called(self) -> None:
        message = 'Cannot evaluate `f("1")`: a function that runs text as code is out of reach.'
        for function in (eval, exec, compile, __import__):
            with self.subTest(function):
                self.assert_fails(message, "f('1')", f=function)

    def test_exceptions_of_hosts_come_through(self) -> None:
        with self.assertRaisesRegex(ValueError, "^broken$"):
            value_of("d.broken", {"d": Door()})

    def test_calling_what_is_no_function_fails(self) -> None:
        self.assert_fails(
            'Cannot evaluate `go()`: no function is called "go": register a function "go", or put it into the context.',
            "go()",
        )
        self.assert_fails('Cannot evaluate `a()`: "a" is a number, not a function.', "a()", {"a": 1})

    def test_membership_looks_into_lists_strings_and_keys(self) -> None:
        context = {"l": [1, [2]], "o": {"k": None}}
        found = value_of("[[2] in l, 1.0 in l, 'k' in o, 'b' in 'abc', true in l]", context)
        self.assertEqual(found, [True, True, True, True, False])
        message = 'Cannot evaluate `1 in s`: "in" needs a list, a string or an object to look into, not a host object.'
        self.assert_fails(message, "1 in s", {"s": {1}})

    def test_trees_of_200_levels_run(self) -> None:
        self.assertEqual(value_of("-(" * 100 + "1" + ")" * 100), 1)
        self.assertEqual(value_of("f(" * 199 + "1" + ")" * 199, f=lambda value: value), 1)

    def test_is_truthy_knows_what_is_empty(self) -> None:
        empty: tuple[object, ...] = (None, False, 0, 0.0, math.nan, "", [], (), {})
        full: tuple[object, ...] = (True, 1, "0", [0], {"a": 0}, set(), Door())
        self.assertEqual([is_truthy(value) for value in empty], [False] * len(empty))
        self.assertEqual([is_truthy(value) for value in full], [True] * len(full))

    def test_is_equal_compares_content_and_identity(self) -> None:
        door = Door()
        self.assertTrue(is_equal({"a": [1]}, {"a": (1.0,)}))
        self.assertTrue(is_equal(door, door) and is_equal(door.push, door.push))
        for a, b in ((door, Door()), (1, "1"), (math.nan, math.nan), (None, 0), (True, 1)):
            self.assertFalse(is_equal(a, b))

    def test_is_equal_refuses_values_that_hold_themselves(self) -> None:
        a: list[Any] = []
        a.append(a)
        b: list[Any] = []
        b.append(b)
        with self.assertRaisesRegex(EvaluationError, "contain themselves"):
            is_equal(a, b)


class ActionTest(unittest.TestCase):
    def assert_fails(self, message: str, text: str, context: Any, payload: dict[str, Any] | None = None) -> None:
        with self.assertRaises(EvaluationError) as caught:
            run(text, context, payload)
        self.assertEqual(str(caught.exception), message)

    def test_assignments_set_members_of_the_context(self) -> None:
        seen: list[Any] = []
        context = run(
            "count += step; log(count, level='info'); o.a = [1]; o.a[0] = 2",
            {"count": 1, "o": {}},
            {"step": 2},
            log=lambda *args, **kwargs: seen.append((args, kwargs)),
        )
        self.assertEqual(context, {"count": 3, "o": {"a": [2]}})
        self.assertEqual(seen, [((3,), {"level": "info"})])

    def test_a_plain_name_is_the_contexts_even_where_the_payload_has_it(self) -> None:
        self.assertEqual(run("a += 1", {"a": 1}, {"a": 10}), {"a": 2})

    def test_the_payload_cannot_be_assigned(self) -> None:
        inner = {"x": 1}
        message = "Cannot evaluate `p.x = 2`: \"p\" belongs to the event's payload, which cannot be assigned."
        self.assert_fails(message, "p.x = 2", {}, {"p": inner})
        message = "Cannot evaluate `mine.x = 2`: the event's payload cannot be assigned."
        self.assert_fails(message, "mine.x = 2", {"mine": inner}, {"p": [inner]})

    def test_a_context_can_be_a_host_object(self) -> None:
        door = run("open = True; extra = 1", Door())
        self.assertEqual([door.open, door.extra], [True, 1])

    def test_what_cannot_be_set_is_named(self) -> None:
        context = {"d": Door(), "t": (1,), "s": Slotted(), "m": math, "f": len, "v": MappingProxyType({"a": 1})}
        for text, reason in (
            ("d.weight = 1", '"weight" is read-only'),
            ("s.other = 1", '"other" is read-only'),
            ("v.a = 1", '"a" is read-only'),
            ("t[0] = 2", "the list is read-only"),
            ("t[1] = 2", "a list of 1 items only has its items to assign"),
            ("m.pi = 3", '"pi" cannot be assigned'),
            ("f.x = 1", "a function has no members to assign"),
            ("none.x = 1", "null has no members to assign"),
        ):
            with self.subTest(text):
                self.assert_fails(f"Cannot evaluate `{text}`: {reason}.", text, context)

    def test_statements_before_the_one_that_failed_stay_done(self) -> None:
        context: dict[str, Any] = {}
        with self.assertRaises(EvaluationError):
            run("a = 1\nb = 1 / 0\nc = 1", context)
        self.assertEqual(context, {"a": 1})


if __name__ == "__main__":
    unittest.main()
