"""The base of all errors that a person can act on."""

from __future__ import annotations


class LoomError(Exception):
    """An error in one sentence: what is wrong, where, and what to do.

    Programs read ``code``, which stays the same when the words change.
    """

    code: str
    """A stable word for programs, in ``snake_case``."""

    def __init__(self, code: str, message: str) -> None:
        """Makes an error from its stable code and its sentence."""
        super().__init__(message)
        self.code = code
