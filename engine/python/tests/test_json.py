"""JSON texts and values: bounds, places, digits."""

from __future__ import annotations

import unittest
from typing import Any

from loom_engine.json_locate import locate
from loom_engine.json_text import JsonSyntaxError, parse_json_text
from loom_engine.json_write import json_text
from loom_engine.numbers import number_text
from loom_engine.pointer import from_pointer, to_pointer


class ReadTest(unittest.TestCase):
    def assert_refused(self, text: str, code: str, message: str, **bounds: int) -> None:
        with self.assertRaises(JsonSyntaxError) as caught:
            parse_json_text(text, **bounds)
        self.assertEqual((caught.exception.code, str(caught.exception)), (code, message))

    def test_parse_json_text_passes_over_a_byte_order_mark(self) -> None:
        self.assertEqual(parse_json_text('\ufeff{"a": 1}'), {"a": 1})

    def test_parse_json_text_says_where_the_text_breaks_off(self) -> None:
        self.assert_refused(
            '{"a": 1,\n}',
            "json_syntax",
            'The JSON breaks off at line 2, column 1: expected a key in double quotes but found "}"; '
            "remove the comma before it.",
        )

    def test_parse_json_text_refuses_words_that_only_python_knows(self) -> None:
        self.assert_refused(
            "[NaN]",
            "json_syntax",
            'The JSON breaks off at line 1, column 2: expected a value or "]" but found "NaN"; '
            "JSON knows true, false, null and finite numbers.",
        )

    def test_parse_json_text_refuses_the_forbidden_key_however_it_is_written(self) -> None:
        for key in ("__proto__", "\\u005f_proto__"):
            message = 'The JSON has a member called "__proto__" at line 1, column 2: give it another name.'
            self.assert_refused(f'{{"{key}" : 1}}', "forbidden_key", message)
        self.assertEqual(parse_json_text('["__proto__"]'), ["__proto__"])

    def test_parse_json_text_bounds_depth_and_length(self) -> None:
        message = "The JSON nests more than 1000 levels deep at line 1, column 1001: make it flatter."
        self.assert_refused("[" * 1001, "too_deep", message)
        message = "The JSON text is 4 characters long and at most 3 are read: split the document."
        self.assert_refused('"\U0001f600"', "too_large", message, max_length=3)

    def test_parse_json_text_reads_a_thousand_levels(self) -> None:
        text = '{"a":[' * 500 + "1" + "]}" * 500
        self.assertEqual(json_text(parse_json_text(text)), text)

    def test_parse_json_text_reads_numbers_of_any_length(self) -> None:
        self.assertEqual(parse_json_text("[" + "9" * 5000 + "]"), [float("inf")])

    def test_parse_json_text_puts_index_keys_first_as_javascript_does(self) -> None:
        self.assertEqual(list(parse_json_text('{"b": 1, "10": 2, "9": 3, "b": 4, "01": 5}')), ["9", "10", "b", "01"])


class WriteTest(unittest.TestCase):
    def test_json_text_writes_what_typescript_writes(self) -> None:
        value = {"a": [1.0, 1e21, True, None], "b": {}, "c": [], "d": "\ud800\u00e9"}
        self.assertEqual(json_text(value), '{"a":[1,1e+21,true,null],"b":{},"c":[],"d":"\\ud800\u00e9"}')
        self.assertEqual(json_text({"a": [1]}, 2), '{\n  "a": [\n    1\n  ]\n}')

    def test_json_text_refuses_a_value_that_holds_itself(self) -> None:
        value: list[Any] = []
        value.append([value])
        with self.assertRaisesRegex(TypeError, "contains itself"):
            json_text(value)

    def test_json_text_writes_a_shared_value_twice(self) -> None:
        shared = [1]
        self.assertEqual(json_text([shared, shared]), "[[1],[1]]")

    def test_number_text_gives_the_digits_of_javascript(self) -> None:
        numbers = (0.1 + 0.2, -0.0, 1e21, 123456789012345680000.0, 1e-6, 1e-7, 1.5e-9, 5e-324, 2**60 + 1, 100)
        digits = (
            "0.30000000000000004 0 1e+21 123456789012345680000 0.000001 1e-7 1.5e-9 5e-324 1152921504606847000 100"
        )
        self.assertEqual(" ".join(map(number_text, numbers)), digits)


class PlaceTest(unittest.TestCase):
    def test_locate_finds_a_value(self) -> None:
        self.assertEqual(locate('{\n  "state": { "name": "Root" }\n}', "/state/name"), (2, 22))
        self.assertEqual(locate('["\U0001f600", 1]', "/1"), (1, 8))
        self.assertIsNone(locate("{}", "/state"))

    def test_locate_takes_the_last_of_repeated_keys(self) -> None:
        self.assertEqual(locate('{"a": {"b": 1}, "a": {"b": 2}}', "/a/b"), (1, 28))
        self.assertIsNone(locate('{"a": {"b": 1}, "a": {}}', "/a/b"))

    def test_pointers_escape_their_steps(self) -> None:
        self.assertEqual(to_pointer(["states", 0, "a/b~"]), "/states/0/a~1b~0")
        self.assertEqual(from_pointer("/a~1b~0/0"), ["a/b~", "0"])
        self.assertEqual((to_pointer([]), from_pointer("")), ("", []))


if __name__ == "__main__":
    unittest.main()
