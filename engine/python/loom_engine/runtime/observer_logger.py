"""An observer that writes to a logger."""

from __future__ import annotations

import logging

from .observer_lines import ObserverLines

_LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warn": logging.WARNING}


class ObserverLogger(ObserverLines):
    """An observer that writes to a logger: transitions and events as ``info``, entries, exits and timers as
    ``debug``, failures as ``warning``."""

    def __init__(self, logger: str | logging.Logger = "statemachine") -> None:
        """Makes an observer on a logger, given itself or by its name."""
        self.logger = logging.getLogger(logger) if isinstance(logger, str) else logger
        """Where the lines go."""
        super().__init__(self._log)

    def _log(self, line: str, level: str) -> None:
        # The line is an argument, so that a % in a state's name is no format.
        self.logger.log(_LEVELS[level], "%s", line)
