"""What kind of state a ``State`` is."""

from __future__ import annotations

from enum import IntEnum


class StateKind(IntEnum):
    """The kinds of state."""

    LEAF = 0
    """A state without children."""
    COMPOSITE = 1
    """A state with children."""
    ROOT = 2
    """The state that all others stand in."""
    FINAL = 3
    """A leaf that completes its parent."""
    PARALLEL = 4
    """A state with regions, which are all active while it is."""
    HISTORY = 5
    """A mark that remembers what was active."""
