"""How generated Python is laid out."""

from __future__ import annotations

from collections.abc import Sequence

from ..escape import comment_lines
from ..layout import Layout, Piece, lay_out

LAYOUT = Layout(width=79, unit="    ")
"""How generated Python is laid out."""

# The widest line of a docstring or a comment.
_TEXT_WIDTH = 72


def line_of(piece: Piece, indent: str, end: str = "") -> str:
    """A piece as a statement, at an indent."""
    return indent + lay_out(piece, LAYOUT, indent, len(indent), len(end)) + end


def doc_of(text: str, indent: str, args: Sequence[tuple[str, str]] = ()) -> list[str]:
    """A docstring; none for empty texts. Behind the text stand the arguments with their meanings."""
    lines = _doc_lines(text, _TEXT_WIDTH - len(indent))
    if not lines:
        return []
    if args:
        lines += ["", "Args:"]
        for name, meaning in args:
            argument = _doc_lines(f"{name}: {meaning}", _TEXT_WIDTH - len(indent) - 8)
            lines.append(f"    {argument[0]}")
            lines += [line and f"        {line}" for line in argument[1:]]
    if len(lines) == 1:
        return [f'{indent}"""{lines[0]}"""']
    return [f'{indent}"""{lines[0]}', *(line and indent + line for line in lines[1:]), f'{indent}"""']


def remark_of(text: str | None) -> list[str]:
    """The lines of a comment."""
    return ["#" if line == "" else f"# {line}" for line in comment_lines(text or "", _TEXT_WIDTH - 8)]


def _doc_lines(text: str, width: int) -> list[str]:
    """A text can neither end its docstring nor escape anything in it."""
    return [line.replace("\\", "\\\\").replace('"', '\\"') for line in comment_lines(text, width)]
