"""The build backend: what an installer finds in its archives."""

from __future__ import annotations

import ast
import base64
import csv
import hashlib
import io
import json
import os
import sys
import tarfile
import tempfile
import unittest
from importlib import metadata
from pathlib import Path
from zipfile import ZipFile

PROJECT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PROJECT / "build_backend"))

import loom_build  # noqa: E402
import loom_engine  # noqa: E402
from loom_build.project import read_tables  # noqa: E402


class BuildBackendTest(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(PROJECT)

    def test_build_wheel_holds_the_package_and_its_type_marker(self) -> None:
        with ZipFile(self.folder / loom_build.build_wheel(str(self.folder))) as wheel:
            names = wheel.namelist()
        sources = [path for path in PROJECT.glob("loom_engine/**/*.py")]
        self.assertLessEqual({path.relative_to(PROJECT).as_posix() for path in sources}, set(names))
        self.assertIn("loom_engine/py.typed", names)
        self.assertFalse([name for name in names if "__pycache__" in name or name.startswith("tests")])

    def test_build_wheel_records_every_file_with_its_hash(self) -> None:
        with ZipFile(self.folder / loom_build.build_wheel(str(self.folder))) as wheel:
            record = next(name for name in wheel.namelist() if name.endswith("/RECORD"))
            rows = {path: digest for path, digest, _ in csv.reader(io.StringIO(wheel.read(record).decode()))}
            self.assertEqual(sorted(rows), sorted(wheel.namelist()))
            for name in wheel.namelist():
                digest = base64.urlsafe_b64encode(hashlib.sha256(wheel.read(name)).digest()).rstrip(b"=").decode()
                self.assertEqual(rows[name], "" if name == record else f"sha256={digest}")

    def test_build_wheel_names_version_license_and_command(self) -> None:
        name = loom_build.build_wheel(str(self.folder))
        found = next(iter(metadata.distributions(path=[str(self.folder / name)])))
        self.assertEqual((found.name, found.version), ("loom-engine", loom_engine.__version__))
        self.assertEqual(found.metadata["Requires-Python"], ">=3.10")
        self.assertEqual(found.metadata["License-Expression"], "MIT")
        commands = [(entry.name, entry.value) for entry in found.entry_points]
        self.assertEqual(commands, [("loom-codegen", "loom_engine.cli:main")])
        self.assertIsNone(found.requires)

    def test_build_wheel_gives_the_same_bytes_each_time(self) -> None:
        path = self.folder / loom_build.build_wheel(str(self.folder))
        first = path.read_bytes()
        loom_build.build_wheel(str(self.folder))
        self.assertEqual(path.read_bytes(), first)

    def test_build_editable_leads_to_the_sources(self) -> None:
        with ZipFile(self.folder / loom_build.build_editable(str(self.folder))) as wheel:
            self.assertEqual(wheel.read("loom_engine.pth").decode(), f"{PROJECT}\n")

    def test_build_sdist_holds_what_a_build_needs(self) -> None:
        with tarfile.open(self.folder / loom_build.build_sdist(str(self.folder))) as archive:
            names = set(archive.getnames())
        root = f"loom_engine-{loom_engine.__version__}"
        for path in ("PKG-INFO", "pyproject.toml", "LICENSE", "README.md", "loom_engine/cli.py"):
            self.assertIn(f"{root}/{path}", names)
        self.assertIn(f"{root}/build_backend/loom_build/wheel.py", names)

    def test_prepare_metadata_gives_the_folder_that_the_wheel_has(self) -> None:
        info = loom_build.prepare_metadata_for_build_wheel(str(self.folder))
        text = (self.folder / info / "METADATA").read_text(encoding="utf-8")
        self.assertTrue(text.startswith("Metadata-Version: 2.4\n"), text)


class ProjectTest(unittest.TestCase):
    TEXT = (PROJECT / "pyproject.toml").read_text(encoding="utf-8")

    @unittest.skipIf(sys.version_info < (3, 11), "Python reads TOML from 3.11 on")
    def test_read_tables_reads_what_a_full_reader_reads(self) -> None:
        import tomllib

        full = tomllib.loads(self.TEXT)
        scripts = full["project"].pop("scripts")
        expected = {"build-system": full["build-system"], "project": full["project"], "project.scripts": scripts}
        self.assertEqual(read_tables(self.TEXT), expected)

    def test_the_version_is_that_of_the_engine_in_typescript(self) -> None:
        config = PROJECT.parent / "deno.json"
        if not config.is_file():
            self.skipTest("the package stands alone")
        version = json.loads(config.read_text(encoding="utf-8"))["version"]
        self.assertEqual(read_tables(self.TEXT)["project"]["version"], version)

    def test_the_version_is_that_of_the_package(self) -> None:
        self.assertEqual(read_tables(self.TEXT)["project"]["version"], loom_engine.__version__)

    def test_the_package_needs_nothing_but_the_standard_library(self) -> None:
        allowed = sys.stdlib_module_names | {"loom_engine"}
        for path in PROJECT.glob("loom_engine/**/*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), feature_version=(3, 10))):
                if isinstance(node, ast.Import):
                    names = [alias.name for alias in node.names]
                elif isinstance(node, ast.ImportFrom) and node.level == 0:
                    names = [node.module or ""]
                else:
                    continue
                for name in names:
                    self.assertIn(name.partition(".")[0], allowed, path)


if __name__ == "__main__":
    unittest.main()
