"""Text that breaks where it does not fit.

A tree of pieces, each with its text on one line, laid out from the outside in. A list that fits stays on its line;
otherwise each of its items gets one.
"""

from __future__ import annotations

from collections.abc import Sequence as Items
from dataclasses import dataclass
from typing import NamedTuple, Union


@dataclass(frozen=True)
class Sequence:
    """Pieces one after the other."""

    flat: str | None
    pieces: Items[Piece]


@dataclass(frozen=True)
class Item:
    """An item, with the lines of a comment above it."""

    comment: Items[str]
    piece: Piece


@dataclass(frozen=True)
class Brackets:
    """Items between brackets, with commas between them."""

    flat: str | None
    open: str
    items: Items[Item]
    close: str
    has_last_comma: bool
    """Whether a comma stands behind the last item of a broken list."""


@dataclass(frozen=True)
class Row:
    """Operands with an operator between them."""

    flat: str | None
    operator: str
    operands: Items[Piece]


Piece = Union[str, Sequence, Brackets, Row]
"""A piece of code."""


class Layout(NamedTuple):
    """How wide lines are and how deep a level is."""

    width: int
    """The most characters of a line."""
    unit: str
    """The spaces of one level."""


def sequence(*pieces: Piece) -> Sequence:
    """Pieces one after the other."""
    return Sequence(_joined(pieces, ""), pieces)


def brackets(
    open: str,
    items: Items[Piece | Item],
    close: str,
    has_last_comma: bool = True,
    is_tuple: bool = False,
) -> Piece:
    """Items between brackets.

    Args:
        open: The opening bracket, with what stands right before it.
        items: The items.
        close: The closing bracket.
        has_last_comma: Whether a comma stands behind the last item of a broken list.
        is_tuple: Whether a comma stands behind an item that is the only one on the line.
    """
    if not items:
        return open + close
    entries = [item if isinstance(item, Item) else Item((), item) for item in items]
    is_plain = all(not entry.comment for entry in entries)
    inside = _joined([entry.piece for entry in entries], ", ") if is_plain else None
    comma = "," if is_tuple and len(entries) == 1 else ""
    flat = None if inside is None else open + inside + comma + close
    return Brackets(flat, open, entries, close, has_last_comma)


def row(operator: str, operands: Items[Piece]) -> Piece:
    """Operands with an operator between them."""
    return Row(_joined(operands, f" {operator} "), operator, operands)


def lay_out(piece: Piece, layout: Layout, indent: str, column: int, tail: int) -> str:
    """Lays a piece out.

    Args:
        piece: The piece.
        layout: The width and the depth of a level.
        indent: The spaces at the beginning of its lines.
        column: Where its first line begins.
        tail: How many characters follow it on its last line.

    Returns:
        Its text, with line ends but without one at the end.
    """
    if isinstance(piece, str):
        return piece
    if piece.flat is not None and column + len(piece.flat) + tail <= layout.width:
        return piece.flat
    deeper = indent + layout.unit
    if isinstance(piece, Sequence):
        return _lay_out_sequence(piece, layout, indent, column, tail)
    if isinstance(piece, Brackets):
        return _lay_out_brackets(piece, layout, indent, deeper)
    return _lay_out_row(piece, layout, deeper, column, tail)


def _lay_out_sequence(piece: Sequence, layout: Layout, indent: str, column: int, tail: int) -> str:
    text = ""
    last = len(piece.pieces) - 1
    for index, one in enumerate(piece.pieces):
        part = lay_out(one, layout, indent, column, tail if index == last else 0)
        line_end = part.rfind("\n")
        column = column + len(part) if line_end == -1 else len(part) - line_end - 1
        text += part
    return text


def _lay_out_brackets(piece: Brackets, layout: Layout, indent: str, deeper: str) -> str:
    lines = [piece.open]
    last = len(piece.items) - 1
    for index, item in enumerate(piece.items):
        comma = "," if piece.has_last_comma or index < last else ""
        lines += [deeper + line for line in item.comment]
        lines.append(deeper + lay_out(item.piece, layout, deeper, len(deeper), len(comma)) + comma)
    return "\n".join([*lines, indent + piece.close])


def _lay_out_row(piece: Row, layout: Layout, deeper: str, column: int, tail: int) -> str:
    lines: list[str] = []
    last = len(piece.operands) - 1
    for index, operand in enumerate(piece.operands):
        lead = f"{piece.operator} " if index else ""
        start = len(deeper) + len(lead) if index else column
        lines.append(lead + lay_out(operand, layout, deeper, start, tail if index == last else 0))
    return f"\n{deeper}".join(lines)


def _joined(pieces: Items[Piece], separator: str) -> str | None:
    texts: list[str] = []
    for piece in pieces:
        text = piece if isinstance(piece, str) else piece.flat
        if text is None:
            return None
        texts.append(text)
    return separator.join(texts)
