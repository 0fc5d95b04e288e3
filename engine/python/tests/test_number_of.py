"""Numbers that stand in text."""

from __future__ import annotations

import math
import unittest

from loom_engine.number_of import number_of


class NumberOfTest(unittest.TestCase):
    def test_number_of_reads_what_ecmascript_reads(self) -> None:
        for text, number in {
            "": 0,
            " \u00a0\n": 0,
            "12": 12,
            " +1.5e3 ": 1500,
            ".5": 0.5,
            "5.": 5,
            "0x10": 16,
            "0b11": 3,
            "0o17": 15,
            "-Infinity": -math.inf,
            "1e999": math.inf,
        }.items():
            with self.subTest(text):
                self.assertEqual(number_of(text), number)

    def test_number_of_is_nan_for_what_only_python_reads(self) -> None:
        for text in ("1_000", "inf", "nan", "infinity", "-0x10", "\u0661", "1 2", "e5", "."):
            with self.subTest(text):
                self.assertTrue(math.isnan(number_of(text)))


if __name__ == "__main__":
    unittest.main()
