"""The examples of the README run."""

from __future__ import annotations

import re
import unittest
from pathlib import Path

README = Path(__file__).resolve().parent.parent / "README.md"


class ReadmeTest(unittest.TestCase):
    def test_the_examples_in_python_run(self) -> None:
        examples = re.findall(r"^```python\n(.*?)^```$", README.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
        self.assertTrue(examples)
        for example in examples:
            exec(compile(example, str(README), "exec"), {})


if __name__ == "__main__":
    unittest.main()
