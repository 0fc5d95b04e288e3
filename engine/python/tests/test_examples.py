"""Runs the examples in the documentation of the runtime and the interpreter."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import unittest

import loom_engine.machine
import loom_engine.runtime

EXAMPLES = ("runtime.chart", "runtime.simulated_clock", "runtime.transition_helper", "machine.machine")
"""Modules that have examples."""


class ExamplesTest(unittest.TestCase):
    def test_every_example_gives_what_it_says(self) -> None:
        with_examples: list[str] = []
        for package in (loom_engine.runtime, loom_engine.machine):
            for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
                failed, tried = doctest.testmod(importlib.import_module(found.name))
                self.assertEqual(failed, 0, found.name)
                if tried:
                    with_examples.append(found.name.removeprefix("loom_engine."))
        self.assertLessEqual({*EXAMPLES}, {*with_examples})


if __name__ == "__main__":
    unittest.main()
