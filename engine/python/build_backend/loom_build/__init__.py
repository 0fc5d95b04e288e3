"""The build backend of this project: the hooks of PEP 517 and PEP 660, with nothing to download.

An installer calls the hooks with the project's folder as the current one.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .project import Project, read_project
from .sdist import write_sdist
from .wheel import editable_files, metadata_files, package_files, write_wheel

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

Settings = dict[str, Any]


def build_wheel(
    wheel_directory: str, config_settings: Settings | None = None, metadata_directory: str | None = None
) -> str:
    """Writes a wheel with the package; gives the file's name."""
    project = _project()
    return write_wheel(project, Path(wheel_directory), package_files(project))


def build_editable(
    wheel_directory: str, config_settings: Settings | None = None, metadata_directory: str | None = None
) -> str:
    """Writes a wheel that leads to the sources; gives the file's name."""
    project = _project()
    return write_wheel(project, Path(wheel_directory), editable_files(project))


def build_sdist(sdist_directory: str, config_settings: Settings | None = None) -> str:
    """Writes an archive of the sources; gives the file's name."""
    return write_sdist(_project(), Path(sdist_directory))


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: Settings | None = None) -> str:
    """Writes what an installer wants to know before it builds; gives the folder's name."""
    project = _project()
    for path, content in metadata_files(project):
        target = Path(metadata_directory, path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    return project.info_folder


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


def _project() -> Project:
    return read_project(Path.cwd())
