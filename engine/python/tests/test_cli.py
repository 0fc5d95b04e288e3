"""The command ``loom-codegen``, with a stand-in for the generator."""

from __future__ import annotations

import contextlib
import io
import json
import sys
import tempfile
import types
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

from loom_engine.cli import main

from .definitions import machine, pair

CLEAN = machine({"states": pair()})
WARNED = machine({"states": pair({"kind": "odd"})})
INVALID = machine({"states": pair({"transitions": [{"event": "went", "nextState": "B"}]})})
FATAL = machine({"states": pair({"transitions": [{"event": "go", "nextState": "Nowhere"}]})})


def stand_in(model: Any, **_: Any) -> str:
    return f"# {len(model.all_states)} states of {model.definition['settings'].get('name')}\n"


class CliTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        codegen = types.ModuleType("loom_engine.codegen")
        setattr(codegen, "generate_python", stand_in)
        patch = mock.patch.dict(sys.modules, {"loom_engine.codegen": codegen})
        patch.start()
        self.addCleanup(patch.stop)

    def run_command(self, definition: Any, *words: str) -> tuple[int, str, str]:
        """Runs the command on a file with the definition; gives its exit code and what it printed."""
        path = self.folder / "door.smdf.json"
        path.write_text(definition if isinstance(definition, str) else json.dumps(definition), encoding="utf-8")
        return self.run_words(str(path), *words)

    def run_words(self, *words: str) -> tuple[int, str, str]:
        out, err = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                code = main(words)
            except SystemExit as end:
                code = int(end.code or 0)
        return code, out.getvalue(), err.getvalue()

    def test_generates_into_the_folder_named_after_the_machine(self) -> None:
        target = self.folder / "made" / "front_door_fsm.py"
        code, out, err = self.run_command(CLEAN, "-o", str(target.parent), "-n", "FrontDoor")
        self.assertEqual((code, out, err), (0, f"Generated: {target}\n", ""))
        text = target.read_text(encoding="utf-8")
        self.assertRegex(text, r"\A# 3 states of FrontDoor\n# Made by the loom\. Checksum: [0-9a-f]{16}\n\Z")

    def test_takes_a_file_by_its_ending_and_makes_its_folder(self) -> None:
        target = self.folder / "new" / "z.py"
        code, out, _ = self.run_command(CLEAN, "--out", str(target))
        self.assertEqual((code, out), (0, f"Generated: {target}\n"))

    def test_replaces_what_it_made_and_nothing_else(self) -> None:
        target = self.folder / "z.py"
        generate = ("-o", str(target))
        target.write_text("mine = 1\n", encoding="utf-8")
        code, _, err = self.run_command(CLEAN, *generate)
        self.assertEqual((code, target.read_text(encoding="utf-8")), (3, "mine = 1\n"))
        self.assertIn("was not made by the loom, and would be lost: name another file, or give --overwrite.", err)
        self.assertEqual(self.run_command(CLEAN, *generate, "--overwrite")[0], 0)
        self.assertEqual(self.run_command(CLEAN, *generate, "-n", "Other")[0], 0)

        made = target.read_text(encoding="utf-8")
        for edited in (made.replace("3 states", "4 states"), made + "more = 1\n"):
            target.write_text(edited, encoding="utf-8")
            code, _, err = self.run_command(CLEAN, *generate)
            self.assertEqual((code, target.read_text(encoding="utf-8")), (3, edited))
            self.assertIn("was edited after the loom made it", err)
        target.write_bytes(made.replace("\n", "\r\n").encode())
        self.assertEqual(self.run_command(CLEAN, *generate)[0], 0)
        target.write_text('"""Made by the loom from the definition of Old."""\n', encoding="utf-8")
        self.assertEqual(self.run_command(CLEAN, *generate)[0], 0)

    def test_never_writes_over_the_document(self) -> None:
        path = self.folder / "z.py"
        path.write_text(json.dumps(CLEAN), encoding="utf-8")
        code, _, err = self.run_words(str(path), "-o", str(path), "--overwrite")
        self.assertEqual((code, path.read_text(encoding="utf-8")), (3, json.dumps(CLEAN)))
        self.assertIn("is the document itself", err)

    def test_names_the_machine_after_the_file_when_the_definition_does_not(self) -> None:
        code, out, _ = self.run_command(CLEAN, "-o", str(self.folder))
        self.assertEqual((code, out), (0, f"Generated: {self.folder / 'door_fsm.py'}\n"))

    def test_keeps_the_file_in_its_folder_whatever_the_name(self) -> None:
        code, out, _ = self.run_command(CLEAN, "-o", str(self.folder), "-n", "../../Up/x")
        self.assertEqual((code, out.splitlines()[-1]), (0, f"Generated: {self.folder / '______up_x_fsm.py'}"))

    def test_verbose_counts_states_events_and_feeders(self) -> None:
        _, out, _ = self.run_command(CLEAN, "-v", "-o", str(self.folder))
        self.assertEqual(out.splitlines()[0], "Validation passed: 3 states, 1 events")
        self.assertEqual(out.splitlines()[2:], ["  States: 3", "  Events: 1", "  Feeders: 0"])

    def test_validate_only_passes_and_writes_nothing(self) -> None:
        self.assertEqual(self.run_command(CLEAN, "--validate-only"), (0, "Validation passed.\n", ""))
        _, out, _ = self.run_command(CLEAN, "--validate-only", "-v")
        self.assertEqual(out, "3 states, 1 events\nValidation passed.\n")
        self.assertEqual([path.name for path in self.folder.iterdir()], ["door.smdf.json"])

    def test_validate_only_fails_on_errors(self) -> None:
        code, out, _ = self.run_command(INVALID, "--validate-only")
        lines = out.splitlines()
        self.assertEqual(code, 1)
        self.assertEqual(lines[0], f"Validation errors in {self.folder / 'door.smdf.json'}:")
        self.assertRegex(lines[1], r'^  \[V005\] State "A" waits for the undefined event "went": .* \(A\)$')
        self.assertEqual(lines[-1], "  1 error(s) found")

    def test_validate_only_passes_with_warnings_and_tells_them(self) -> None:
        code, out, _ = self.run_command(WARNED, "--validate-only")
        self.assertEqual(code, 0)
        self.assertIn("Validation warnings in", out)
        self.assertIn("[W111]", out)
        self.assertTrue(out.endswith("Validation passed.\n"))

    def test_generates_despite_findings_that_a_machine_runs_with(self) -> None:
        code, out, _ = self.run_command(INVALID, "-o", str(self.folder))
        self.assertEqual(code, 0)
        self.assertIn("  1 error(s) found\nGenerated: ", out)

    def test_generates_nothing_from_what_no_machine_runs_with(self) -> None:
        code, _, err = self.run_command(FATAL, "-o", str(self.folder))
        self.assertEqual(code, 1)
        self.assertRegex(err, r'^Error: Nothing is generated because of V006: State "A" leads to')
        self.assertEqual([path.name for path in self.folder.iterdir()], ["door.smdf.json"])

    def test_says_that_the_file_is_missing(self) -> None:
        path = self.folder / "nothing.smdf.json"
        self.assertEqual(self.run_words(str(path)), (1, "", f"Error: Input file not found: {path}\n"))

    def test_says_where_the_file_cannot_be_read(self) -> None:
        code, out, err = self.run_command('{ "state": }')
        self.assertEqual((code, out), (1, ""))
        self.assertTrue(err.startswith(f"Error parsing {self.folder / 'door.smdf.json'}: "), err)
        self.assertIn("line 1", err)

    def test_takes_no_language_but_python_and_says_so(self) -> None:
        code, _, err = self.run_command(CLEAN, "-l", "typescript")
        self.assertEqual(code, 2)
        self.assertIn("only python is generated here", err)

    def test_wants_an_input(self) -> None:
        code, _, err = self.run_words()
        self.assertEqual(code, 2)
        self.assertIn("usage: loom-codegen", err)

    def test_says_that_the_code_cannot_be_written(self) -> None:
        taken = self.folder / "taken"
        taken.write_text("", encoding="utf-8")
        code, _, err = self.run_command(CLEAN, "-o", str(taken))
        self.assertEqual(code, 4)
        self.assertRegex(err, "^Error writing .*taken")

    def test_shows_names_without_what_steers_a_terminal(self) -> None:
        _, out, _ = self.run_command(machine({"states": pair({"name": "\x1b[31mA"})}), "--validate-only")
        self.assertNotIn("\x1b", out)
        self.assertIn("(\ufffd[31mA)", out)


if __name__ == "__main__":
    unittest.main()
