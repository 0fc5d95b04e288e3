"""Reads expressions: precedence climbing over the tokens."""

from __future__ import annotations

from collections.abc import Callable

from .ast import Expression
from .errors import ExpressionError
from .names import VALUE_WORDS, is_forbidden, is_reserved
from .operators import INFIX, LEVEL, Infix
from .token_reader import TokenReader


def parse_expression(reader: TokenReader, level: int = LEVEL.OR) -> Expression:
    """Reads one expression whose operators bind at least as tightly as ``level``."""
    left = _parse_prefix(reader, level)
    while True:
        if level <= LEVEL.COMPARISON and _starts_membership(reader):
            left = _parse_membership(reader, left)
            _refuse_chain(reader)
            continue
        infix = INFIX.get(reader.continuation)
        if infix is None or infix.level < level:
            return left
        left = _parse_infix(reader, infix, left)
        if infix.kind == "comparison":
            _refuse_chain(reader)


def _parse_infix(reader: TokenReader, infix: Infix, left: Expression) -> Expression:
    if infix.kind == "logical":
        return _parse_logical(reader, infix, left)
    if infix.kind == "comparison":
        is_not = reader.take().text == "is" and reader.take_if("not")
        right = parse_expression(reader, infix.level + 1)
        return {"kind": "comparison", "operator": "!=" if is_not else infix.operator, "left": left, "right": right}
    reader.take()
    if infix.operator == "**":
        right = reader.nested(lambda: parse_expression(reader, LEVEL.SIGN))
    else:
        right = parse_expression(reader, infix.level + 1)
    return {"kind": "binary", "operator": infix.operator, "left": left, "right": right}


def _parse_logical(reader: TokenReader, infix: Infix, first: Expression) -> Expression:
    operands = [first]
    # Both spellings of an operator are one entry of the table.
    while INFIX.get(reader.continuation) is infix:
        reader.take()
        operands.append(parse_expression(reader, infix.level + 1))
    return {"kind": "logical", "operator": infix.operator, "operands": operands}


def _starts_membership(reader: TokenReader) -> bool:
    return reader.continuation == "in" or (reader.continuation == "not" and reader.second_text == "in")


def _parse_membership(reader: TokenReader, item: Expression) -> Expression:
    is_not = reader.take_if("not")
    reader.take()
    membership: Expression = {
        "kind": "membership",
        "item": item,
        "collection": parse_expression(reader, LEVEL.SUM),
    }
    return {"kind": "not", "operand": membership} if is_not else membership


def _refuse_chain(reader: TokenReader) -> None:
    """``a < b < c`` means three different things in Python, in JavaScript and to a reader: it does not parse."""
    infix = INFIX.get(reader.continuation)
    if _starts_membership(reader) or (infix is not None and infix.kind == "comparison"):
        raise reader.unexpected("Unexpected second comparison", 'comparisons do not chain, join two with "and"')


def _parse_prefix(reader: TokenReader, level: int) -> Expression:
    operator = reader.next_text
    if operator == "not":
        if level > LEVEL.NOT:
            raise reader.unexpected("Unexpected", "put brackets around the negation")
        reader.take()
        return {"kind": "not", "operand": reader.nested(lambda: parse_expression(reader, LEVEL.NOT))}
    if operator == "!":
        reader.take()
        return {"kind": "not", "operand": reader.nested(lambda: parse_expression(reader, LEVEL.SIGN))}
    if operator in ("-", "+"):
        reader.take()
        operand = reader.nested(lambda: parse_expression(reader, LEVEL.SIGN))
        return {"kind": "unary", "operator": operator, "operand": operand}
    return _parse_postfix(reader)


def _parse_postfix(reader: TokenReader) -> Expression:
    owner = _parse_atom(reader)
    steps = 1
    while True:
        symbol = reader.continuation
        if symbol not in (".", "?.", "[", "("):
            return owner
        reader.check_depth(steps)
        owner = _parse_call(reader, owner) if symbol == "(" else _parse_step(reader, owner)
        steps += 1


def _parse_step(reader: TokenReader, owner: Expression) -> Expression:
    is_dotted = reader.take_if(".")
    is_optional = not is_dotted and reader.take_if("?.")
    if not is_dotted and (not is_optional or reader.next_text == "["):
        return {"kind": "index", "object": owner, "index": reader.in_brackets("]", lambda: parse_expression(reader))}
    if reader.next.type != "word":
        raise reader.unexpected("Expected a member's name but found")
    return {"kind": "member", "object": owner, "name": reader.take().text}


def _parse_call(reader: TokenReader, callee: Expression) -> Expression:
    args: list[Expression] = []
    kwargs: list[Expression] = []

    def read_argument() -> None:
        keyword = _read_keyword(reader, kwargs)
        if keyword is not None:
            kwargs.append({"name": keyword, "value": parse_expression(reader)})
        elif not kwargs:
            args.append(parse_expression(reader))
        else:
            raise reader.unexpected("Unexpected positional argument", "put it before the keyword arguments")

    reader.in_brackets(")", lambda: _read_row(reader, ")", read_argument))
    return {"kind": "call", "callee": callee, "args": args, "kwargs": kwargs}


def _read_keyword(reader: TokenReader, earlier: list[Expression]) -> str | None:
    if reader.next.type != "word" or reader.second_text != "=":
        return None
    offset = reader.next.offset
    name = _read_name(reader)
    _refuse_forbidden(name, offset)
    if any(keyword["name"] == name for keyword in earlier):
        raise ExpressionError(f'Unexpected second keyword argument "{name}"', offset, "give it once")
    reader.take()
    return name


def _parse_atom(reader: TokenReader) -> Expression:
    token = reader.next
    if token.type == "value":
        reader.take()
        return {"kind": "literal", "value": token.value}
    if token.type == "word":
        return _parse_word(reader)
    symbol = reader.next_text
    if symbol == "(":
        return reader.in_brackets(")", lambda: _parse_bracketed(reader))
    if symbol == "[":
        return {"kind": "list", "items": reader.in_brackets("]", lambda: _read_items(reader, "]"))}
    if symbol == "{":
        return {"kind": "object", "entries": reader.in_brackets("}", lambda: _read_entries(reader))}
    raise reader.unexpected("Expected a value but found")


def _parse_word(reader: TokenReader) -> Expression:
    word = reader.next_text
    if word not in VALUE_WORDS:
        return {"kind": "name", "name": _read_name(reader)}
    reader.take()
    return {"kind": "literal", "value": VALUE_WORDS[word]}


def _parse_bracketed(reader: TokenReader) -> Expression:
    """An expression in brackets, or Python's tuple: a list."""
    if reader.next_text == ")":
        return {"kind": "list", "items": []}
    first = parse_expression(reader)
    if not reader.take_if(","):
        return first
    return {"kind": "list", "items": [first, *_read_items(reader, ")")]}


def _read_items(reader: TokenReader, close: str) -> list[Expression]:
    items: list[Expression] = []
    _read_row(reader, close, lambda: items.append(parse_expression(reader)))
    return items


def _read_entries(reader: TokenReader) -> list[Expression]:
    entries: list[Expression] = []
    _read_row(reader, "}", lambda: entries.append(_read_entry(reader)))
    return entries


def _read_entry(reader: TokenReader) -> Expression:
    token = reader.next
    if token.type != "word" and not (token.type == "value" and isinstance(token.value, str)):
        raise reader.unexpected("Expected a key but found", "keys are names or strings")
    key = str(token.value) if token.type == "value" else token.text
    _refuse_forbidden(key, token.offset)
    if reader.second_text != ":" and token.type == "word":
        return {"key": key, "value": {"kind": "name", "name": _read_name(reader)}}
    reader.take()
    reader.expect(":")
    return {"key": key, "value": parse_expression(reader)}


def _read_row(reader: TokenReader, close: str, read_one: Callable[[], None]) -> None:
    """Reads what stands between commas up to a closing bracket, which stays; a last comma may stand alone."""
    while reader.next_text != close:
        read_one()
        if reader.next_text == close:
            return
        if not reader.take_if(","):
            raise reader.unexpected(f'Expected "," or "{close}" but found')


def _read_name(reader: TokenReader) -> str:
    if is_reserved(reader.next_text):
        raise reader.unexpected("Expected a value but found")
    return reader.take().text


def _refuse_forbidden(key: str, offset: int) -> None:
    if is_forbidden(key):
        raise ExpressionError(f'Unexpected reserved name "{key}"', offset, "use another name")
