"""How generated code spells names."""

from __future__ import annotations

import unittest

from loom_engine.naming import (
    camel_case,
    class_part,
    pascal_case,
    snake_case,
)


class NamingTest(unittest.TestCase):
    def test_snake_case_splits_words_and_runs_of_capitals(self) -> None:
        for name, snake in {
            "StrategyCreated": "strategy_created",
            "evTimeout": "ev_timeout",
            "ai_generate": "ai_generate",
            "FDBSignalFound": "fdb_signal_found",
            "HTTPRequest2Go": "http_request2_go",
            "step_2": "step_2",
            "Active_WaitingBreakout": "active_waiting_breakout",
            "WaitingForHITL": "waiting_for_hitl",
            "price-update": "price-update",
            "": "",
        }.items():
            with self.subTest(name):
                self.assertEqual(snake_case(name), snake)

    def test_camel_case_and_pascal_case_keep_an_underscore_before_anything_but_a_small_letter(self) -> None:
        self.assertEqual(camel_case("http_request2_go"), "httpRequest2Go")
        self.assertEqual(camel_case("step_2"), "step_2")
        self.assertEqual(pascal_case("http_request2_go"), "HttpRequest2Go")
        self.assertEqual(pascal_case(""), "")

    def test_pascal_case_leaves_characters_beyond_the_basic_plane(self) -> None:
        self.assertEqual(pascal_case("\U00010428x"), "\U00010428x")

    def test_class_part_drops_separators(self) -> None:
        self.assertEqual(class_part("step_2 b-C"), "step2bC")


if __name__ == "__main__":
    unittest.main()
