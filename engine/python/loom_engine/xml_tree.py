"""Reads XML as a tree of elements."""

from __future__ import annotations

import re
from typing import NoReturn
from xml.parsers import expat

from .error import LoomError
from .position import TextPosition, without_byte_order_mark
from .utf16 import utf16_length

_DEFAULT_MAX_LENGTH = 32 * 1024 * 1024
_DEFAULT_MAX_DEPTH = 1000
_SEPARATOR = "\n"
"""Stands between namespace and name; a namespace cannot have a new line in it."""

_VERSION = re.compile(r"1\.[0-9]+")


class XmlSyntaxError(LoomError):
    """An XML text that cannot be read, with the place where reading ended.

    Codes: ``xml_syntax``, ``xml_doctype``, ``too_deep``, ``too_large``.

    Attributes:
        line: The line, from 1.
        column: The column, from 1.
    """

    def __init__(self, code: str, message: str, position: TextPosition) -> None:
        """Makes an error from its code, its sentence and its place."""
        super().__init__(code, message)
        self.line = position.line
        self.column = position.column


class XmlElement:
    """An element with what the format may read of it.

    Attributes:
        name: The name without its prefix.
        namespace: The namespace; ``""`` for none.
        attributes: The attributes without a namespace.
        children: The elements inside.
        text: All text directly inside, CDATA included.
        position: Where the element begins.
    """

    def __init__(self, name: str, namespace: str, attributes: dict[str, str], position: TextPosition) -> None:
        """An element without content."""
        self.name = name
        self.namespace = namespace
        self.attributes = attributes
        self.children: list[XmlElement] = []
        self.text = ""
        self.position = position


def parse_xml_tree(
    text: str,
    max_length: int = _DEFAULT_MAX_LENGTH,
    max_depth: int = _DEFAULT_MAX_DEPTH,
) -> XmlElement:
    """Reads XML as a tree of elements.

    There is no document type: a DOCTYPE is refused, so that there are no entities but the five of XML itself, and
    nothing to expand or to fetch.

    Raises:
        XmlSyntaxError: At the first place that cannot be read, or passes a bound.
    """
    length = utf16_length(text)
    if length > max_length:
        message = f"The XML text is {length} characters long and at most {max_length} are read: split the document."
        raise XmlSyntaxError("too_large", message, TextPosition(1, 1))
    return _TreeReader(max_depth).read(without_byte_order_mark(text))


class _TreeReader:
    """Reads one text."""

    def __init__(self, max_depth: int) -> None:
        self._max_depth = max_depth
        self._open: list[XmlElement] = []
        self._root: XmlElement | None = None
        self._parser = parser = expat.ParserCreate("utf-8", _SEPARATOR)
        parser.buffer_text = True
        parser.XmlDeclHandler = self._check_version
        parser.StartDoctypeDeclHandler = self._refuse_doctype
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._add_text

    def read(self, text: str) -> XmlElement:
        try:
            # The declaration of an encoding does not count: the text is decoded already.
            self._parser.Parse(text.encode("utf-8", "surrogatepass"), True)
        except expat.ExpatError as error:
            position = TextPosition(error.lineno, error.offset + 1)
            _fail("xml_syntax", f"The XML breaks off ({expat.ErrorString(error.code)})", position)
        if self._root is None:
            _fail("xml_syntax", "The XML has no element", self._position())
        return self._root

    def _check_version(self, version: str, *_: object) -> None:
        if not _VERSION.fullmatch(version):
            _fail("xml_syntax", "The XML breaks off (the version is not 1.0)", self._position())

    def _refuse_doctype(self, *_: object) -> None:
        problem = "The XML has a DOCTYPE, which is refused: remove the declaration that ends"
        _fail("xml_doctype", problem, self._position())

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        position = self._position()
        if len(self._open) >= self._max_depth:
            problem = f"The XML nests more than {self._max_depth} levels deep: make it flatter,"
            _fail("too_deep", problem, position)
        namespace, _, local = name.rpartition(_SEPARATOR)
        own = {key: value for key, value in attributes.items() if _SEPARATOR not in key}
        element = XmlElement(local, namespace, own, position)
        if self._open:
            self._open[-1].children.append(element)
        else:
            self._root = element
        self._open.append(element)

    def _end(self, _: str) -> None:
        self._open.pop()

    def _add_text(self, part: str) -> None:
        self._open[-1].text += part

    def _position(self) -> TextPosition:
        return TextPosition(self._parser.CurrentLineNumber, self._parser.CurrentColumnNumber + 1)


def _fail(code: str, problem: str, position: TextPosition) -> NoReturn:
    message = f"{problem} at line {position.line}, column {position.column}."
    raise XmlSyntaxError(code, message, position)
