import type { CallExpression, Expression, KeywordArgument, ObjectEntry } from "./ast.ts";
import { ExpressionError } from "./errors.ts";
import { isForbidden, isReserved, VALUE_WORDS } from "./names.ts";
import { INFIX, type Infix, LEVEL } from "./operators.ts";
import type { TokenReader } from "./token_reader.ts";

/** Reads one expression whose operators bind at least as tightly as `level` (precedence climbing). */
export function parseExpression(reader: TokenReader, level: number = LEVEL.or): Expression {
  let left = parsePrefix(reader, level);
  while (true) {
    if (level <= LEVEL.comparison && startsMembership(reader)) {
      left = parseMembership(reader, left);
      refuseChain(reader);
      continue;
    }
    const infix = INFIX.get(reader.continuation);
    if (infix === undefined || infix.level < level) return left;
    left = parseInfix(reader, infix, left);
    if (infix.kind === "comparison") refuseChain(reader);
  }
}

function parseInfix(reader: TokenReader, infix: Infix, left: Expression): Expression {
  switch (infix.kind) {
    case "logical":
      return parseLogical(reader, infix, left);
    case "comparison": {
      const isNot = reader.take().text === "is" && reader.takeIf("not");
      const right = parseExpression(reader, infix.level + 1);
      return { kind: "comparison", operator: isNot ? "!=" : infix.operator, left, right };
    }
    case "binary": {
      reader.take();
      const right = infix.operator === "**"
        ? reader.nested(() => parseExpression(reader, LEVEL.sign))
        : parseExpression(reader, infix.level + 1);
      return { kind: "binary", operator: infix.operator, left, right };
    }
  }
}

function parseLogical(
  reader: TokenReader,
  { operator, level }: Extract<Infix, { kind: "logical" }>,
  first: Expression,
): Expression {
  const operands = [first];
  while (INFIX.get(reader.continuation)?.operator === operator) {
    reader.take();
    operands.push(parseExpression(reader, level + 1));
  }
  return { kind: "logical", operator, operands };
}

function startsMembership(reader: TokenReader): boolean {
  return reader.continuation === "in" || (reader.continuation === "not" && reader.secondText === "in");
}

function parseMembership(reader: TokenReader, item: Expression): Expression {
  const isNot = reader.takeIf("not");
  reader.take();
  const membership: Expression = { kind: "membership", item, collection: parseExpression(reader, LEVEL.sum) };
  return isNot ? { kind: "not", operand: membership } : membership;
}

/** `a < b < c` means three different things in Python, in JavaScript and to a reader: it does not parse. */
function refuseChain(reader: TokenReader): void {
  if (!startsMembership(reader) && INFIX.get(reader.continuation)?.kind !== "comparison") return;
  throw reader.unexpected("Unexpected second comparison", 'comparisons do not chain, join two with "and"');
}

function parsePrefix(reader: TokenReader, level: number): Expression {
  const operator = reader.nextText;
  switch (operator) {
    case "not":
      if (level > LEVEL.not) throw reader.unexpected("Unexpected", "put brackets around the negation");
      reader.take();
      return { kind: "not", operand: reader.nested(() => parseExpression(reader, LEVEL.not)) };
    case "!":
      reader.take();
      return { kind: "not", operand: reader.nested(() => parseExpression(reader, LEVEL.sign)) };
    case "-":
    case "+":
      reader.take();
      return { kind: "unary", operator, operand: reader.nested(() => parseExpression(reader, LEVEL.sign)) };
    default:
      return parsePostfix(reader);
  }
}

function parsePostfix(reader: TokenReader): Expression {
  let object = parseAtom(reader);
  for (let steps = 1;; steps++) {
    const symbol = reader.continuation;
    if (symbol !== "." && symbol !== "?." && symbol !== "[" && symbol !== "(") return object;
    reader.checkDepth(steps);
    if (symbol === "(") object = parseCall(reader, object);
    else object = parseStep(reader, object);
  }
}

function parseStep(reader: TokenReader, object: Expression): Expression {
  const isDotted = reader.takeIf(".");
  const isOptional = !isDotted && reader.takeIf("?.");
  if (!isDotted && (!isOptional || reader.nextText === "[")) {
    return { kind: "index", object, index: reader.inBrackets("]", () => parseExpression(reader)) };
  }
  if (reader.next.type !== "word") throw reader.unexpected("Expected a member's name but found");
  return { kind: "member", object, name: reader.take().text };
}

function parseCall(reader: TokenReader, callee: Expression): CallExpression {
  const args: Expression[] = [];
  const kwargs: KeywordArgument[] = [];
  reader.inBrackets(")", () =>
    readRow(reader, ")", () => {
      const keyword = readKeyword(reader, kwargs);
      if (keyword !== undefined) kwargs.push({ name: keyword, value: parseExpression(reader) });
      else if (kwargs.length === 0) args.push(parseExpression(reader));
      else throw reader.unexpected("Unexpected positional argument", "put it before the keyword arguments");
    }));
  return { kind: "call", callee, args, kwargs };
}

function readKeyword(reader: TokenReader, earlier: readonly KeywordArgument[]): string | undefined {
  if (reader.next.type !== "word" || reader.secondText !== "=") return undefined;
  const { offset } = reader.next;
  const name = readName(reader);
  refuseForbidden(name, offset);
  if (earlier.some((keyword) => keyword.name === name)) {
    throw new ExpressionError(`Unexpected second keyword argument "${name}"`, offset, "give it once");
  }
  reader.take();
  return name;
}

function parseAtom(reader: TokenReader): Expression {
  const token = reader.next;
  if (token.type === "value") {
    reader.take();
    return { kind: "literal", value: token.value };
  }
  if (token.type === "word") return parseWord(reader);
  switch (reader.nextText) {
    case "(":
      return reader.inBrackets(")", () => parseBracketed(reader));
    case "[":
      return { kind: "list", items: reader.inBrackets("]", () => readItems(reader, "]")) };
    case "{":
      return { kind: "object", entries: reader.inBrackets("}", () => readEntries(reader)) };
    default:
      throw reader.unexpected("Expected a value but found");
  }
}

function parseWord(reader: TokenReader): Expression {
  const value = VALUE_WORDS.get(reader.nextText);
  if (value === undefined) return { kind: "name", name: readName(reader) };
  reader.take();
  return { kind: "literal", value };
}

/** An expression in brackets, or Python's tuple: a list. */
function parseBracketed(reader: TokenReader): Expression {
  if (reader.nextText === ")") return { kind: "list", items: [] };
  const first = parseExpression(reader);
  if (!reader.takeIf(",")) return first;
  return { kind: "list", items: [first, ...readItems(reader, ")")] };
}

function readItems(reader: TokenReader, close: string): readonly Expression[] {
  const items: Expression[] = [];
  readRow(reader, close, () => items.push(parseExpression(reader)));
  return items;
}

function readEntries(reader: TokenReader): readonly ObjectEntry[] {
  const entries: ObjectEntry[] = [];
  readRow(reader, "}", () => entries.push(readEntry(reader)));
  return entries;
}

function readEntry(reader: TokenReader): ObjectEntry {
  const token = reader.next;
  const isText = token.type === "value" && typeof token.value === "string";
  if (token.type !== "word" && !isText) {
    throw reader.unexpected("Expected a key but found", "keys are names or strings");
  }
  const key = isText ? String(token.value) : token.text;
  refuseForbidden(key, token.offset);
  if (reader.secondText !== ":" && token.type === "word") {
    return { key, value: { kind: "name", name: readName(reader) } };
  }
  reader.take();
  reader.expect(":");
  return { key, value: parseExpression(reader) };
}

/** Reads what stands between commas up to a closing bracket, which stays; a last comma may stand alone. */
function readRow(reader: TokenReader, close: string, readOne: () => void): void {
  while (reader.nextText !== close) {
    readOne();
    if (reader.nextText === close) return;
    if (!reader.takeIf(",")) throw reader.unexpected(`Expected "," or "${close}" but found`);
  }
}

function readName(reader: TokenReader): string {
  if (isReserved(reader.nextText)) throw reader.unexpected("Expected a value but found");
  return reader.take().text;
}

function refuseForbidden(key: string, offset: number): void {
  if (!isForbidden(key)) return;
  throw new ExpressionError(`Unexpected reserved name "${key}"`, offset, "use another name");
}
