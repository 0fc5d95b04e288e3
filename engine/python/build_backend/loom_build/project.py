"""What ``pyproject.toml`` says about the project."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Project:
    """The project, and the names that installers derive from it."""

    folder: Path
    """Where its ``pyproject.toml`` is."""
    fields: dict[str, Any]
    """The table ``[project]``."""
    scripts: dict[str, str]
    """The table ``[project.scripts]``."""

    @property
    def file_name(self) -> str:
        """How archives of the project begin their names."""
        return f"{self.fields['name'].replace('-', '_')}-{self.fields['version']}"

    @property
    def info_folder(self) -> str:
        """The folder with the metadata in a wheel."""
        return f"{self.file_name}.dist-info"

    def read(self, path: str) -> str:
        """The text of a file of the project."""
        return (self.folder / path).read_text(encoding="utf-8")

    def source_files(self, folder: str) -> Iterator[str]:
        """The files below a folder, as paths in the project, in a fixed order; without what Python compiles."""
        for path in sorted((self.folder / folder).rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path.relative_to(self.folder).as_posix()


def read_project(folder: Path) -> Project:
    """Reads the tables that the build needs."""
    tables = read_tables((folder / "pyproject.toml").read_text(encoding="utf-8"))
    return Project(folder, tables["project"], tables["project.scripts"])


def read_tables(text: str) -> dict[str, dict[str, Any]]:
    """Reads the part of TOML that the project keeps to: plain tables, each value a Python literal on one line.

    Python has a full reader only from 3.11 on.
    """
    tables: dict[str, dict[str, Any]] = {}
    table: dict[str, Any] = {}
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            table = tables.setdefault(line.strip("[]"), {})
        elif line and not line.startswith("#"):
            key, _, value = line.partition("=")
            table[key.strip()] = ast.literal_eval(value.strip())
    return tables


def metadata_text(project: Project) -> str:
    """The core metadata (version 2.4), as ``METADATA`` and ``PKG-INFO`` hold it."""
    fields = project.fields
    lines = [
        "Metadata-Version: 2.4",
        f"Name: {fields['name']}",
        f"Version: {fields['version']}",
        f"Summary: {fields['description']}",
        f"Keywords: {','.join(fields['keywords'])}",
        f"License-Expression: {fields['license']}",
        *(f"License-File: {path}" for path in fields["license-files"]),
        *(f"Classifier: {classifier}" for classifier in fields["classifiers"]),
        f"Requires-Python: {fields['requires-python']}",
        *(f"Requires-Dist: {dependency}" for dependency in fields["dependencies"]),
        "Description-Content-Type: text/markdown; charset=UTF-8",
    ]
    return "\n".join(lines) + "\n\n" + project.read(fields["readme"])
