"""What cannot be read as a machine definition."""

from __future__ import annotations

from .error import LoomError
from .position import TextPosition


class SmdfError(LoomError):
    """A value that cannot be read as a machine definition at all; ``code`` is ``smdf_shape``.

    Attributes:
        path: JSON pointer to the offending value, from the top of the definition.
        line: The line in the text, from 1, where the text is known.
        column: The column in the text, from 1, where the text is known.
    """

    def __init__(self, problem: str, path: str, position: TextPosition | None = None) -> None:
        """Makes an error from what is wrong (without its full stop), the pointer and the place in the text."""
        place = f", line {position.line}, column {position.column}" if position else ""
        super().__init__("smdf_shape", f"{problem} ({path or 'the top'}{place}).")
        self.path = path
        self.line = position.line if position else None
        self.column = position.column if position else None
