"""The bounds of the expression language."""

MAX_TEXT_LENGTH = 10_000
"""The longest text that parses, in UTF-16 units."""

MAX_NESTING = 200
"""The deepest nesting that parses: brackets, prefix operators, ``**`` and each step of a member chain count one."""

MAX_JOINED_LENGTH = 100_000
"""The longest string or list that ``+`` makes, so that a text which doubles one again and again stays harmless."""

MAX_COMPARED_VALUES = 100_000
"""How many pairs of values one ``==`` or ``in`` looks at, so that circular and doubling lists end."""
