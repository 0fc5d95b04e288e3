"""Writes source archives: what the project's folder holds, and its metadata."""

from __future__ import annotations

import gzip
import io
import tarfile
from pathlib import Path

from .project import Project, metadata_text
from .wheel import PACKAGE

_FOLDERS = (PACKAGE, "build_backend", "tests")
_FILES = ("pyproject.toml", "README.md", "LICENSE")


def write_sdist(project: Project, folder: Path) -> str:
    """Writes a compressed archive of the sources; gives the file's name."""
    name = f"{project.file_name}.tar.gz"
    paths = [*_FILES, *(path for part in _FOLDERS for path in project.source_files(part))]
    # Neither the archive nor its compression carries a moment: the same sources give the same bytes.
    with gzip.GzipFile(folder / name, "wb", mtime=0) as compressed, tarfile.TarFile(
        mode="w", fileobj=compressed, format=tarfile.PAX_FORMAT
    ) as archive:
        for path in paths:
            _add(archive, f"{project.file_name}/{path}", (project.folder / path).read_bytes())
        _add(archive, f"{project.file_name}/PKG-INFO", metadata_text(project).encode())
    return name


def _add(archive: tarfile.TarFile, path: str, data: bytes) -> None:
    entry = tarfile.TarInfo(path)
    entry.size = len(data)
    entry.mode = 0o644
    archive.addfile(entry, io.BytesIO(data))
