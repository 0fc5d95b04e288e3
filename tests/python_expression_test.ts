import {
  compileExpression,
  compileStatements,
  type Expression,
  parseAction,
  parseGuard,
  printExpression,
  printStatements,
  type Scope,
} from "@loom/engine";
import { isObject, LoomError } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { arbitraryExpression, arbitraryStatement } from "../engine/expression/_arbitrary.ts";
import { askPython, HAS_PYTHON } from "./python.ts";

const SEED = 20;

/** Reads a text from each line and prints its tree and its spelling, or its error; or what it does in a scope. */
const PROGRAM = `
import json, sys, unicodedata
from loom_engine.error import LoomError
from loom_engine.expression import *
from loom_engine.json_write import json_text

def given(*args, **kwargs):
    return [*args, kwargs] if kwargs else [*args]

def answer(text, is_action, scope):
    tree = parse_action(text) if is_action else parse_guard(text)
    if scope is None:
        return {"tree": tree, "printed": print_statements(tree) if is_action else print_expression(tree)}
    payload, context = scope
    place = Scope(payload, context, {"given": given}, lambda name: name == "a")
    value = compile_statements(tree)(place) if is_action else compile_expression(tree)(place)
    return {"value": value, "context": context}

for line in sys.stdin:
    text, is_action, scope = json.loads(line)
    unknown = "".join(character for character in text if unicodedata.category(character) == "Cn")
    try:
        found = answer(text, is_action, scope)
    except LoomError as error:
        context = {} if scope is None else {"context": scope[1]}
        found = {"error": str(error), "offset": getattr(error, "offset", None), **context}
    try:
        print(json_text([unknown, found]))
    except TypeError:
        print(json_text([unknown, "circular"]))
`;

interface Question {
  readonly text: string;
  readonly isAction: boolean;
  /** The payload and the context; without them the text is only parsed and printed. */
  readonly scope?: readonly [Record<string, unknown>, Record<string, unknown>];
}

async function assertSame(questions: readonly Question[]): Promise<unknown[]> {
  const lines = questions.map(({ text, isAction, scope }) => [text, isAction, scope ?? null]);
  const answers = await askPython(PROGRAM, lines) as [string, unknown][];
  return questions.map((question, index) => {
    const [unknown, found] = answers[index] ?? ["", undefined];
    const expected = written(answerTo(question));
    // A character that Python's Unicode does not know yet may be a letter here.
    if (!/\p{Assigned}/u.test(unknown)) assertEquals(found, expected, JSON.stringify(question));
    return expected;
  });
}

/** The answer as JSON carries it; an action can put a value into itself. */
function written(answer: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(answer));
  } catch {
    return "circular";
  }
}

function answerTo(question: Question): unknown {
  const scope = question.scope && structuredClone(question.scope);
  const context = scope && { context: scope[1] };
  try {
    return { ...outcome(question, scope), ...context };
  } catch (error) {
    assert(error instanceof LoomError, `${error}`);
    const offset = "offset" in error ? error.offset : null;
    return { error: error.message, offset, ...context };
  }
}

function outcome({ text, isAction }: Question, scope: Question["scope"]): Record<string, unknown> {
  if (isAction) {
    const tree = parseAction(text);
    if (!scope) return { tree, printed: printStatements(tree) };
    compileStatements(tree)(scopeOf(scope));
    return { value: null };
  }
  const tree = parseGuard(text);
  if (!scope) return { tree, printed: printExpression(tree) };
  return { value: compileExpression(tree)(scopeOf(scope)) };
}

function scopeOf([payload, context]: NonNullable<Question["scope"]>): Scope {
  const functions = { given: (...args: unknown[]) => args };
  return { payload, context, functions, inState: (name) => name === "a" };
}

const expressionText = arbitraryExpression.map(printExpression);
const statementsText = fc.array(arbitraryStatement, { maxLength: 3 }).map(printStatements);
const question = fc.oneof(
  fc.record({ text: expressionText, isAction: fc.constant(false) }),
  fc.record({ text: statementsText, isAction: fc.constant(true) }),
);

/** Texts of which most do not parse: tokens side by side, and texts with a part cut out or doubled. */
const broken = fc.oneof(
  fc.array(
    fc.oneof(
      fc.constantFrom(
        ..."a b in not is and or if ( ) [ ] { } , ; : . ?. ? ! - + * ** / % == === != < >= = += && || \n ++ --"
          .split(" "),
      ),
      fc.constantFrom(
        "1",
        "01",
        "0x",
        "1e999",
        "2a",
        "'s'",
        '"',
        "'\\q'",
        "'\\u{1f600}'",
        "\ud83d\ude00",
        "\u2028",
      ),
      fc.string({ unit: "binary", maxLength: 2 }),
    ),
    { maxLength: 10 },
  ).map((tokens) => tokens.join(" ")),
  fc.tuple(fc.oneof(expressionText, statementsText), fc.nat(), fc.nat(6), fc.boolean()).map(
    ([text, place, length, doubles]) => {
      const at = place % (text.length + 1);
      const part = text.slice(at, at + length);
      return text.slice(0, at) + (doubles ? part + part : "") + text.slice(at + length);
    },
  ),
);

const scalar = fc.oneof(
  fc.constantFrom(null, true, false, 0, 1, -1, 2, 7, 0.1, 2.5, 1e21, 2 ** 53, -(2 ** 53) - 2, 1e-7, 5e-324),
  fc.constantFrom("", "a", "b", "ab", "é", "\ud83d\ude00", "\ud83d", "\uffff", "1"),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
);
const value = fc.oneof(
  { weight: 3, arbitrary: scalar },
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom("a", "b", "1", "length", "toString"), scalar, { maxKeys: 3 }),
);
const members = fc.dictionary(fc.constantFrom("a", "b", "count", "ready", "order", "$x"), value, {
  maxKeys: 6,
});
const scope = fc.tuple(members, members);

/** Expressions of which most have a value. */
const { tame } = fc.letrec<{ tame: Expression }>((tie) => ({
  tame: fc.oneof(
    { maxDepth: 4, depthSize: "medium" },
    fc.constantFrom("a", "b", "count", "ready", "order", "$x").map((name) => ({
      kind: "name" as const,
      name,
    })),
    scalar.map((literal) => ({
      kind: "literal" as const,
      value: typeof literal === "number" ? Math.abs(literal) : literal,
    })),
    fc.record({
      kind: fc.constant("binary" as const),
      operator: fc.constantFrom("+", "-", "*", "/", "%", "**"),
      left: tie("tame"),
      right: tie("tame"),
    }),
    fc.record({
      kind: fc.constant("comparison" as const),
      operator: fc.constantFrom("==", "!=", "<", "<=", ">", ">="),
      left: tie("tame"),
      right: tie("tame"),
    }),
    fc.record({
      kind: fc.constant("logical" as const),
      operator: fc.constantFrom("and", "or"),
      operands: fc.array(tie("tame"), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({ kind: fc.constant("not" as const), operand: tie("tame") }),
    fc.record({ kind: fc.constant("index" as const), object: tie("tame"), index: tie("tame") }),
    fc.record({ kind: fc.constant("list" as const), items: fc.array(tie("tame"), { maxLength: 3 }) }),
    fc.record({ kind: fc.constant("membership" as const), item: tie("tame"), collection: tie("tame") }),
    fc.record({
      kind: fc.constant("unary" as const),
      operator: fc.constantFrom("-", "+"),
      operand: tie("tame"),
    }),
    fc.record({
      kind: fc.constant("call" as const),
      callee: fc.constant({ kind: "name" as const, name: "given" }),
      args: fc.array(tie("tame"), { maxLength: 2 }),
      kwargs: fc.uniqueArray(fc.record({ name: fc.constantFrom("a", "b"), value: tie("tame") }), {
        maxLength: 1,
      }),
    }),
  ),
}));

function samples<T>(arbitrary: fc.Arbitrary<T>, count: number): T[] {
  return fc.sample(arbitrary, { numRuns: count, seed: SEED });
}

function test(name: string, fn: () => Promise<void>): void {
  Deno.test({ name: `python: ${name}`, ignore: !HAS_PYTHON, fn });
}

test("expressions parse to the same tree and print the same", async () => {
  const answers = await assertSame(samples(question, 1500));
  assert(answers.every((answer) => isObject(answer) && "printed" in answer));
});

test("texts that do not parse get the same error at the same place", async () => {
  const questions = samples(broken, 1500).flatMap((text) => [
    { text, isAction: false },
    { text, isAction: true },
  ]);
  const answers = await assertSame(questions);
  assert(answers.filter((answer) => isObject(answer) && "error" in answer).length > 1500);
});

test("expressions give the same value or the same error sentence", async () => {
  const wild = samples(fc.record({ question, scope }), 500);
  const tamed = samples(fc.record({ expression: tame, scope }), 2500);
  const answers = await assertSame([
    ...wild.map(({ question, scope }) => ({ ...question, scope })),
    ...tamed.map(({ expression, scope }) => ({ text: printExpression(expression), isAction: false, scope })),
  ]);
  assert(answers.filter((answer) => isObject(answer) && "value" in answer).length > 1000);
});

test("actions leave the same context behind", async () => {
  const target = fc.constantFrom("a", "b", "count", "a.b", "order[0]", "order['b']", "a[b]", "$x.length");
  const operator = fc.constantFrom("=", "+=", "-=", "*=", "/=", "%=", "**=");
  const statement = fc.tuple(target, operator, tame).map(([to, how, expression]) =>
    `${to} ${how} ${printExpression(expression)}`
  );
  const action = fc.record({
    text: fc.array(statement, { maxLength: 4 }).map((all) => all.join("\n")),
    scope,
  });
  const answers = await assertSame(samples(action, 1000).map((one) => ({ ...one, isAction: true })));
  assert(answers.some((answer) => isObject(answer) && "value" in answer));
});

test("texts at the limits are judged the same", async () => {
  const deep = (levels: number) => "(".repeat(levels) + "1" + ")".repeat(levels);
  const texts = [
    deep(200),
    deep(201),
    "not ".repeat(200) + "a",
    "-".repeat(201) + "a",
    "2 ** ".repeat(200) + "1",
    "a" + ".b".repeat(200),
    "a" + ".b".repeat(201),
    "a".repeat(10_000),
    "a".repeat(10_001),
    "'" + "\ud83d\ude00".repeat(4_999) + "'",
    "'" + "\ud83d\ude00".repeat(5_000) + "'",
    Array(3_000).fill("1").join("+"),
    Array(1_500).fill("a").join(" or "),
    "[".repeat(199) + "1" + "]".repeat(199),
  ];
  await assertSame(texts.flatMap((text) => [
    { text, isAction: false },
    { text, isAction: true },
    { text, isAction: false, scope: [{}, {}] as const },
  ]));
});
