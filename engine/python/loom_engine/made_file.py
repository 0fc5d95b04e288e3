"""Files of generated code: which may be replaced, and the checksum by which they are known.

The same rule and the same last line as ``loom generate`` has, so that each replaces the files of the other.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

MADE_BY = '"""Made by the loom from the definition of '
_SEAL = re.compile(r"# Made by the loom\. Checksum: ([0-9a-f]{16})\n?\Z")
_ANY_SEAL = re.compile(r"Made by the loom\. Checksum: [0-9a-f]{16}")


def sealed(code: str) -> str:
    """The code with a last line that tells later whether it was edited."""
    return f"{code}# Made by the loom. Checksum: {_checksum(code)}\n"


def refusal(path: Path, code: str) -> str | None:
    """Why a file must not be replaced by code, or ``None``: only what the loom made and nobody edited since may be.

    Raises:
        OSError: When the file cannot be read.
    """
    if not path.is_file():
        return None
    text = path.read_bytes().decode("utf-8", errors="replace").replace("\r\n", "\n")
    seal = _SEAL.search(text)
    body = text[: seal.start()] if seal else text
    if body == code or text.strip() == "":
        return None
    if seal and seal.group(1) == _checksum(body):
        return None
    if seal or _ANY_SEAL.search(text):
        return "was edited after the loom made it, and the edits would be lost"
    return None if text.startswith(MADE_BY) else "was not made by the loom, and would be lost"


def _checksum(code: str) -> str:
    return hashlib.sha256(code.encode("utf-8", errors="surrogatepass")).hexdigest()[:16]
