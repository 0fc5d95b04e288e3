"""Guards and actions as trees, and back as text."""

from __future__ import annotations

import unittest

from loom_engine.expression import ExpressionError, parse_action, parse_guard, print_expression, print_statements


class ParseTest(unittest.TestCase):
    def assert_refused(self, text: str, message: str, offset: int) -> None:
        with self.assertRaises(ExpressionError) as caught:
            parse_guard(text)
        self.assertEqual(str(caught.exception), message)
        self.assertEqual(caught.exception.offset, offset)
        self.assertEqual(caught.exception.code, "expression_syntax")

    def test_parse_guard_gives_one_tree_for_both_spellings(self) -> None:
        self.assertEqual(parse_guard("not done and label in LABELS"), parse_guard("!done && (label in LABELS)"))
        self.assertEqual(parse_guard("a is not None or b == True"), parse_guard("a !== null || b === true"))

    def test_parse_guard_gives_plain_json(self) -> None:
        right = {"kind": "name", "name": "a"}
        product = {"kind": "binary", "operator": "*", "left": {"kind": "literal", "value": 2}, "right": right}
        tree: dict[str, object] = {
            "kind": "binary",
            "operator": "+",
            "left": {"kind": "literal", "value": 0.5},
            "right": product,
        }
        self.assertEqual(parse_guard(".5 + 2 * a"), tree)

    def test_parse_guard_reads_whole_numbers_as_int(self) -> None:
        values = [parse_guard(text)["value"] for text in ("1.0", "0x1f", "1e3", "1e21")]
        self.assertEqual([type(value) for value in values], [int, int, int, float])

    def test_parse_guard_joins_a_pair_of_escaped_surrogates(self) -> None:
        self.assertEqual(parse_guard("'\\ud83d\\ude00'")["value"], "\U0001f600")

    def test_parse_guard_counts_offsets_in_utf16_units(self) -> None:
        message = 'Expected an operator or the end of the guard but found ")" at character 6.'
        self.assert_refused("'\U0001f600' )", message, 5)

    def test_parse_guard_refuses_chained_comparisons(self) -> None:
        message = (
            'Unexpected second comparison "<" at character 7: comparisons do not chain, join two with "and".'
        )
        self.assert_refused("a < b < c", message, 6)

    def test_parse_guard_refuses_an_assignment(self) -> None:
        message = 'Expected an operator or the end of the guard but found "=" at character 3: compare with "==".'
        self.assert_refused("a = 1", message, 2)

    def test_parse_guard_refuses_digits_of_other_scripts(self) -> None:
        self.assert_refused("\u0661", 'Unexpected "\u0661" at character 1.', 0)

    def test_parse_guard_reads_200_levels_and_no_more(self) -> None:
        self.assertEqual(parse_guard("(" * 200 + "1" + ")" * 200), {"kind": "literal", "value": 1})
        message = "More than 200 levels of nesting at character 202: split it, for example into registered functions."
        self.assert_refused("(" * 201 + "1" + ")" * 201, message, 201)

    def test_parse_action_separates_statements(self) -> None:
        kinds = [statement["kind"] for statement in parse_action("count += 1; log(count)\na.b = 2")]
        self.assertEqual(kinds, ["assign", "expression", "assign"])

    def test_parse_action_refuses_doors_to_the_language(self) -> None:
        for text in ("a.__class__ = 1", "f(__init__=1)", "{constructor: 1}"):
            with self.subTest(text), self.assertRaises(ExpressionError):
                parse_action(text)


class PrintTest(unittest.TestCase):
    def test_print_expression_uses_one_spelling_and_few_brackets(self) -> None:
        printed = print_expression(parse_guard("!(a && b) || x === 'y' && ((1 + 2) * 3 > -(-a))"))
        self.assertEqual(printed, 'not (a and b) or x == "y" and (1 + 2) * 3 > -(-a)')

    def test_print_expression_writes_numbers_as_javascript_does(self) -> None:
        printed = print_expression(parse_guard("[1e21, 1e-7, 0.1, 100.0, (5).x]"))
        self.assertEqual(printed, "[1e+21, 1e-7, 0.1, 100, (5).x]")

    def test_print_expression_goes_along_chains_of_any_length(self) -> None:
        text = " + ".join(["1"] * 2500)
        self.assertEqual(print_expression(parse_guard(text)), text)

    def test_print_statements_gives_what_parses_to_the_same(self) -> None:
        statements = parse_action("n+=1\nlog('n', level=n)")
        self.assertEqual(print_statements(statements), 'n += 1; log("n", level=n)')
        self.assertEqual(parse_action(print_statements(statements)), statements)


if __name__ == "__main__":
    unittest.main()
