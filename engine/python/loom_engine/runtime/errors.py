"""What a running machine refuses."""

from __future__ import annotations

from ..error import LoomError


class MachineRuntimeError(LoomError):
    """Something that a running machine cannot do.

    Codes: ``unknown_state``, ``no_root``, ``microstep_limit``, ``in_step``, ``bad_snapshot``,
    ``snapshot_too_large``, ``no_chart``.
    """
