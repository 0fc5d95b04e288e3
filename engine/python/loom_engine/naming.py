"""How generated code spells the names of a definition."""

import re

_CAPITALS_THEN_WORD = re.compile(r"([A-Z]+)([A-Z][a-z])")
_SMALL_THEN_CAPITAL = re.compile(r"([a-z0-9])([A-Z])")
_UNDERSCORE_THEN_SMALL = re.compile(r"_([a-z])")
_SEPARATORS = str.maketrans("", "", "-_ ")


def snake_case(name: str) -> str:
    """``HTTPRequest2Go`` becomes ``http_request2_go``; other characters than letters stay."""
    name = _CAPITALS_THEN_WORD.sub(r"\1_\2", name)
    return _SMALL_THEN_CAPITAL.sub(r"\1_\2", name).lower()


def camel_case(snake: str) -> str:
    """``http_request2_go`` becomes ``httpRequest2Go``; an underscore before anything but a lower-case letter stays."""
    return _UNDERSCORE_THEN_SMALL.sub(lambda match: match[1].upper(), snake)


def pascal_case(snake: str) -> str:
    """``http_request2_go`` becomes ``HttpRequest2Go``."""
    camel = camel_case(snake)
    first = camel[:1]
    # Characters beyond the basic plane are two units in TypeScript, of which neither has an upper case.
    return camel if first > "\uffff" else first.upper() + camel[1:]


def class_part(name: str) -> str:
    """A state's part of a class name: without ``_``, ``-`` and spaces, case kept."""
    return name.translate(_SEPARATORS)
