"""Text in UTF-16 units, and its quotation."""

from __future__ import annotations

import unittest

from loom_engine.json_quote import json_quote
from loom_engine.utf16 import utf16_cut, utf16_length, utf16_slice


class Utf16Test(unittest.TestCase):
    def test_utf16_length_counts_two_units_beyond_the_basic_plane(self) -> None:
        self.assertEqual([utf16_length(text) for text in ("ab", "\u00e9", "\U0001f600", "\ud800")], [2, 1, 2, 1])

    def test_utf16_slice_leaves_half_a_pair_as_a_lone_surrogate(self) -> None:
        self.assertEqual(utf16_slice("a\U0001f600b", 0, 2), "a\ud83d")
        self.assertEqual(utf16_slice("a\U0001f600b", 1, 3), "\U0001f600")

    def test_utf16_cut_marks_a_text_that_is_too_long(self) -> None:
        self.assertEqual(utf16_cut("abcd", 4), "abcd")
        self.assertEqual(utf16_cut("abcde", 4), "abc\u2026")
        self.assertEqual(utf16_cut("\U0001f600\U0001f600\U0001f600", 4), "\U0001f600\ud83d\u2026")

    def test_json_quote_escapes_what_json_must_and_lone_surrogates(self) -> None:
        self.assertEqual(json_quote('a"\\\n\x01\u00e9\u2028'), '"a\\"\\\\\\n\\u0001\u00e9\u2028"')
        self.assertEqual(json_quote("\ud83d\U0001f600"), '"\\ud83d\U0001f600"')


if __name__ == "__main__":
    unittest.main()
