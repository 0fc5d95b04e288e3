"""The order in which findings are told."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..pointer import from_pointer
from ..shape_table import MACHINE_SHAPE
from .rule import Remark

_DIGITS = re.compile(r"[0-9]+\Z")

Place = tuple[float, ...]


def _ranks() -> dict[str, int]:
    found: dict[str, int] = {}
    for shape in MACHINE_SHAPE:
        for field in shape.fields:
            found.setdefault(field.name, len(found))
    return found


_RANKS = _ranks()
"""The place of every known key among the others, as the format lists them; other keys come last."""


def in_document_order(remarks: Iterable[Remark]) -> list[Remark]:
    """The remarks in document order.

    Sources in order, then states with their children before their regions, whatever the order of the keys in the file.
    """
    return sorted(remarks, key=lambda remark: _place_of(remark.path))


def _place_of(path: str) -> Place:
    return tuple(map(_place_of_step, from_pointer(path)))


def _place_of_step(step: str) -> float:
    rank = _RANKS.get(step)
    if rank is not None:
        return rank
    return float(step) if _DIGITS.match(step) else len(_RANKS)
