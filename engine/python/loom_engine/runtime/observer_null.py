"""An observer that ignores everything."""

from __future__ import annotations

from .observer import IObserver


class ObserverNull(IObserver):
    """An observer that ignores everything; also a base class for observers that want only some callbacks."""

    _instance: ObserverNull | None = None

    @staticmethod
    def instance() -> ObserverNull:
        """The shared instance, which a machine recognises and does not call at all."""
        if ObserverNull._instance is None:
            ObserverNull._instance = ObserverNull()
        return ObserverNull._instance
