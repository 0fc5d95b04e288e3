"""The events and timers of a definition, with Python's names for their members."""

from __future__ import annotations

from .definition_part import DefinitionPart


class ParameterDef(DefinitionPart):
    """One member of an event's payload."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """Its key in the payload."""
        return self._text("name") or ""

    @property
    def type(self) -> str:
        """``string``, ``int``, ``float``, ``double``, ``bool``, ``boolean``, ``object``, or a class name."""
        return self._text("type") or ""

    @property
    def description(self) -> str | None:
        """What it is."""
        return self._text("description")


class EventDef(DefinitionPart):
    """Something that may happen."""

    __slots__ = ()

    @property
    def id(self) -> str:
        """The word transitions use; unique over all sources."""
        return self._text("id") or ""

    @property
    def name(self) -> str | None:
        """A display name."""
        return self._text("name")

    @property
    def description(self) -> str | None:
        """When it happens."""
        return self._text("description")

    @property
    def parameters(self) -> list[ParameterDef]:
        """What its payload holds."""
        return self._list("parameters", ParameterDef)

    @property
    def pre_action(self) -> str | None:
        """Carried along for design tools."""
        return self._text("preAction")

    @property
    def post_action(self) -> str | None:
        """Carried along for design tools."""
        return self._text("postAction")


class TimerDef(DefinitionPart):
    """A named timer; the action that starts it says how long it runs."""

    __slots__ = ()

    @property
    def id(self) -> str:
        """The event it raises when it expires."""
        return self._text("id") or ""

    @property
    def name(self) -> str:
        """The name that actions use."""
        return self._text("name") or ""

    @property
    def description(self) -> str | None:
        """What it waits for."""
        return self._text("description")


class EventSourceDef(DefinitionPart):
    """A group of events and timers that come from one place."""

    __slots__ = ()

    @property
    def name(self) -> str:
        """The label of the group."""
        return self._text("name") or ""

    @property
    def file(self) -> str | None:
        """Carried along for design tools."""
        return self._text("file")

    @property
    def feeder(self) -> str | None:
        """The class generated to send this group's events."""
        return self._text("feeder")

    @property
    def description(self) -> str | None:
        """What the source is."""
        return self._text("description")

    @property
    def events(self) -> list[EventDef]:
        """The events."""
        return self._list("events", EventDef)

    @property
    def timers(self) -> list[TimerDef]:
        """The timers."""
        return self._list("timers", TimerDef)


EventDef._lists = {"parameters": ParameterDef}
EventSourceDef._lists = {"events": EventDef, "timers": TimerDef}
