"""An observer that prints."""

from __future__ import annotations

import sys

from .observer_lines import ObserverLines


class ObserverConsole(ObserverLines):
    """An observer that prints one line a callback; what went wrong goes to the error stream."""

    _instance: ObserverConsole | None = None

    def __init__(self) -> None:
        """Makes an observer on the console."""
        super().__init__(_print_line)

    @staticmethod
    def instance() -> ObserverConsole:
        """The shared instance."""
        if ObserverConsole._instance is None:
            ObserverConsole._instance = ObserverConsole()
        return ObserverConsole._instance


def _print_line(line: str, level: str) -> None:
    print(line, file=sys.stderr if level == "warn" else sys.stdout)
