"""Text between the quotation marks of JSON, as TypeScript writes it."""

import json
import re

from .utf16 import utf16_cut

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def json_quote(text: str) -> str:
    """The text as a JSON string: only what must be escaped is, lone surrogates included."""
    written = json.dumps(text, ensure_ascii=False)
    return written if written.isascii() else _LONE_SURROGATE.sub(lambda unit: f"\\u{ord(unit[0]):04x}", written)


def quoted(name: str) -> str:
    """A name from a document, quoted, and cut when it is long."""
    return json_quote(utf16_cut(name, 80))
