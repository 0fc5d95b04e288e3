"""Texts and layout of generated code."""

from __future__ import annotations

import ast
import unittest

from loom_engine.codegen.escape import comment_line, comment_lines, python_string
from loom_engine.codegen.layout import Item, Layout, Piece, brackets, lay_out, row, sequence


def laid_out(piece: Piece, width: int) -> str:
    return lay_out(piece, Layout(width, "    "), "", 0, 0)


class EscapeTest(unittest.TestCase):
    def test_string_means_the_text(self) -> None:
        for text in ("", "plain", 'a"b\\c', "\n\r\t\0", "\u2028\u202e", "\ud800", "\U0001f600\U000e0001", '"""', "{}"):
            self.assertEqual(ast.literal_eval(python_string(text)), text)

    def test_string_shows_what_can_be_seen_and_escapes_the_rest(self) -> None:
        self.assertEqual(python_string("é\U0001f600"), '"é\U0001f600"')
        self.assertEqual(python_string("\u202e\U000e0001"), '"\\u202e\\U000e0001"')

    def test_comment_is_wrapped_and_trimmed(self) -> None:
        self.assertEqual(comment_lines("\n one  two three\r\n\nfour\n", 9), ["one two", "three", "", "four"])

    def test_comment_shows_nothing_that_hides(self) -> None:
        self.assertEqual(comment_line("a\u202eb\x00c\ud800"), "a b c\ufffd")


class LayoutTest(unittest.TestCase):
    def test_stays_on_a_line_that_fits(self) -> None:
        self.assertEqual(laid_out(brackets("f(", ["a", "b"], ")"), 7), "f(a, b)")

    def test_breaks_what_does_not_fit_from_the_outside_in(self) -> None:
        piece = brackets("f(", [brackets("[", ["aa", "bb"], "]"), "c"], ")")
        self.assertEqual(laid_out(piece, 13), "f(\n    [aa, bb],\n    c,\n)")

    def test_counts_what_follows(self) -> None:
        piece = sequence(brackets("f(", ["a"], ")"), brackets("(", ["b"], ")"))
        self.assertEqual(laid_out(piece, 6), "f(a)(\n    b,\n)")

    def test_breaks_a_list_with_a_comment(self) -> None:
        self.assertEqual(laid_out(brackets("[", [Item(["# why"], "a")], "]"), 80), "[\n    # why\n    a,\n]")

    def test_breaks_a_row_before_its_operators(self) -> None:
        self.assertEqual(laid_out(brackets("(", [row("and", ["aaaa", "bbbb"])], ")", has_last_comma=False), 9),
                         "(\n    aaaa\n        and bbbb\n)")


if __name__ == "__main__":
    unittest.main()
