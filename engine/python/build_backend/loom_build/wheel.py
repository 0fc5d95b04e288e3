"""Writes wheels (PEP 427): a zip file with the package, its metadata and a record of both."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from .project import Project, metadata_text

PACKAGE = "loom_engine"
_TAG = "py3-none-any"
# The earliest moment that a zip file can name: the same sources give the same bytes.
_MOMENT = (1980, 1, 1, 0, 0, 0)
_WHEEL = f"Wheel-Version: 1.0\nGenerator: loom_build\nRoot-Is-Purelib: true\nTag: {_TAG}\n"

File = tuple[str, bytes]
"""A path in an archive, and what is in it."""


def write_wheel(project: Project, folder: Path, content: Iterable[File]) -> str:
    """Writes a wheel with the content and the metadata; gives the file's name."""
    name = f"{project.file_name}-{_TAG}.whl"
    files = [*content, *metadata_files(project)]
    record_path = f"{project.info_folder}/RECORD"
    with ZipFile(folder / name, "w", ZIP_DEFLATED) as archive:
        for path, data in [*files, (record_path, _record(files, record_path))]:
            entry = ZipInfo(path, _MOMENT)
            entry.compress_type = ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return name


def package_files(project: Project) -> Iterator[File]:
    """The package."""
    for path in project.source_files(PACKAGE):
        yield path, (project.folder / path).read_bytes()


def editable_files(project: Project) -> Iterator[File]:
    """Instead of the package a line that puts the project's folder on the path."""
    yield f"{PACKAGE}.pth", f"{project.folder}\n".encode()


def metadata_files(project: Project) -> Iterator[File]:
    """The metadata but for the record."""
    folder = project.info_folder
    yield f"{folder}/METADATA", metadata_text(project).encode()
    yield f"{folder}/WHEEL", _WHEEL.encode()
    scripts = "".join(f"{name} = {target}\n" for name, target in project.scripts.items())
    yield f"{folder}/entry_points.txt", f"[console_scripts]\n{scripts}".encode()
    for path in project.fields["license-files"]:
        yield f"{folder}/licenses/{path}", project.read(path).encode()


def _record(files: Iterable[File], record_path: str) -> bytes:
    lines = [f"{path},sha256={_digest(data)},{len(data)}\n" for path, data in files]
    return "".join([*lines, f"{record_path},,\n"]).encode()


def _digest(data: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
