/**
 * What arbitrary machines are worded in: their names, guards and actions.
 *
 * @module
 */
import type { Action, Parameter } from "@loom/protocol";
import { type Expression, printExpression, printStatements, type Statement } from "@loom/engine/expression";
import fc from "fast-check";
import { arbitraryExpression, arbitraryStatement } from "../../engine/expression/_arbitrary.ts";

/** The words of one machine. */
export interface Vocabulary {
  /** The name of the state with a number in document order; the root has 0. */
  stateName(number: number): string;
  /** Three events, then that of the timer. */
  readonly events: readonly string[];
  /** Who sends the events. */
  readonly feeder?: string | undefined;
  /** What the events bring along. */
  readonly parameters: readonly Parameter[];
  /** The timer's name. */
  readonly timer: string;
  /** Guards to choose from. */
  readonly guards: readonly (string | undefined)[];
  /** Actions to choose from. */
  readonly actions: readonly Action[];
}

/** Words that are plain in every language. */
export const PLAIN: Vocabulary = {
  stateName: (number) => `S${number}`,
  events: ["a", "b", "c", "tick"],
  parameters: [],
  timer: "T",
  guards: [
    undefined,
    undefined,
    "flag",
    "count < 3 and flag",
    "count >= 2 || !flag",
    'in_state("S2")',
    "x > 1",
    "not in_state('S1') && x in [1, 2]",
    "count % 2 == 0",
  ],
  actions: [
    { code: "count = count + 1" },
    { code: "flag = not flag" },
    { code: "count = 0; flag = true" },
    { timerStart: { timer: "T", duration: "20" } },
    { timerStart: { timer: "T", duration: "count * 10 + 5", repeat: 15 } },
    { timerStop: "T" },
    { raise: "c" },
    { code: "missing.thing()" },
  ],
};

/** Names that mean something in a language, are no identifiers, or become the same identifier. */
const ODD_NAMES = [
  ...["Current", "Previous", "Next", "History", "Kind", "State", "Context", "Chart", "Any", "Object"],
  ...[
    "class",
    "def",
    "None",
    "self",
    "enum",
    "await",
    "lambda",
    "data",
    "name",
    "observer",
    "timers",
    "c",
    "p",
  ],
  ...["A_B", "AB", "Ab", "ab", "a-b", "a b", "a.b", "A", "1st", "2", "_", "$", "ä", "Ä", "日本", "😀", "x|y"],
  ...["__proto__", "constructor", "toString", "__class__", "__init__"],
  ...['"', "'", "\\", "*/", '"""', "`${x}`", "a\nb", "\u2028", " ", "#", "//"],
];

const ODD_EVENTS = [
  ...["a", "b", "c", "end", "entry", "exit", "send", "fire", "can", "stop", "state", "done", "restore"],
  ...["order.a", "order.b", "order", "order.a.b", "done.state.S1", "after.S1.0"],
  ...["on_go", "onGo", "go now", "go-now", "1", "class", "is", "$", "ü", '"', "*/", "a\nb"],
  ...["constructor", "__proto__", "toString", "on_entry", "timers", "transition_name"],
];

const ODD_PARAMETERS: readonly Parameter[] = [
  { name: "x", type: "int" },
  { name: "a", type: "string" },
  { name: "items", type: "list" },
  { name: "class", type: "" },
  { name: "self", type: "Widget<T>" },
  { name: "two words", type: "float" },
  { name: "constructor", type: "object" },
  { name: "payload", type: "bool" },
];

const ODD_GUARDS: readonly (string | undefined)[] = [
  ...Array.from({ length: 20 }, () => undefined),
  "yes()",
  "later()",
  "no() or yes(x)",
  "count < 3 && !flag",
  "not (count >= 2) or flag is true",
  "x in [1, 2] and x not in (3,)",
  "order.total > 10 && order.items.length === 2",
  "order['total'] + 1 <= count ** 2",
  "host.can_retry() and host.ping(x) == x",
  "text + 'b' == \"ab\"",
  "host.missing == null and host.constructor is None and host.__class__ == null",
  "host.missing.deeper or host == host",
  "'a' in text",
  "'total' in order",
  "log(x, level=count) is None",
  "add(count, 1) % 2 == 0",
  "-count < -1",
  "count / x > 1",
  "undefined_name.anything.at.all == null",
  "items == [1, {k: 'v'}]",
  "x == True or x != 1.0",
  "flag and text or order",
  "fail()",
  "((",
  " ",
  'text == "*/ \\" \\n \u2028"',
];

const ODD_ACTIONS: readonly Action[] = [
  { code: "count = count + 1" },
  { code: "count += x" },
  { code: "flag = !flag; log(flag, count=count)" },
  { code: "count = 0\nflag = True" },
  { code: "order.total *= 1.5; order['note'] = [x, text]" },
  { code: "items[0] = count + 0; items[9] = 1; count = 99" },
  { code: "text = text + 'b'" },
  { code: "host.ping({key: count, 'two words': text})" },
  { code: "x = 1" },
  { code: "seen = {x: x, flag}" },
  { code: "add(1, count)" },
  { code: "fail(); count = -1" },
  { code: "missing.thing()" },
  { code: "a = = b" },
  { code: "count = soon(count) + 1; log(soon(x), count)" },
  { code: "flag = soon(x) or later(); count = 5" },
  { if: { condition: "soon(flag)", then: [{ code: "log(soon(1))" }], else: [{ code: "later()" }] } },
];

const FEW = { maxLength: 4 };

/** Kinds of expressions whose value holds no list and no object, whatever their parts are. */
const SCALAR_KINDS: readonly Expression["kind"][] = [
  "binary",
  "comparison",
  "literal",
  "membership",
  "not",
  "unary",
];

/** Statements that build nothing which holds itself or doubles at every turn: it could not be written down. */
const tameStatement = arbitraryStatement.filter((statement) =>
  statement.kind === "expression" || SCALAR_KINDS.includes(statement.value.kind) ||
  (statement.target.kind === "name" && statement.value.kind === "name")
);

/** Words of every kind: odd names, texts in either spelling, any expression, and texts that fail. */
export const arbitraryVocabulary: fc.Arbitrary<Vocabulary> = fc.record({
  names: fc.shuffledSubarray(ODD_NAMES, { maxLength: 12 }),
  events: fc.shuffledSubarray(ODD_EVENTS, { minLength: 4, maxLength: 4 }),
  feeder: fc.constantFrom(undefined, "Hand", "class", "Context", "a hand", "StateS1"),
  parameters: fc.shuffledSubarray([...ODD_PARAMETERS], { maxLength: 3 }),
  timer: fc.constantFrom("T", "Timeout", "a timer", "__proto__", "class"),
  expressions: fc.array(spelled(arbitraryExpression.map(printed)), FEW),
  statements: fc.array(
    spelled(fc.array(tameStatement, { minLength: 1, maxLength: 3 }).map(stated)),
    FEW,
  ),
}).map(({ names, events, feeder, parameters, timer, expressions, statements }) => {
  const stateName = (number: number): string => names[number] ?? `S${number}`;
  const nearby = [1, 2].map((number) => JSON.stringify(stateName(number)));
  return {
    stateName,
    events,
    feeder,
    parameters,
    timer,
    guards: [
      ...ODD_GUARDS,
      `in_state(${nearby[0]})`,
      `not in_state(${nearby[1]}) && true`,
      ...expressions,
    ],
    actions: [
      ...ODD_ACTIONS,
      { timerStart: { timer, duration: "20" } },
      { timerStart: { timer, duration: "count * 10 + 5", repeat: 15 } },
      { timerStart: { timer, duration: "text" } },
      { timerStop: timer },
      { raise: events[2] ?? "c" },
      ...statements.map((code) => ({ code })),
      ...expressions.map((text) => ({ code: `log(${text})` })),
    ],
  };
});

function printed(expression: Expression): string {
  return printExpression(expression);
}

function stated(statements: readonly Statement[]): string {
  return printStatements(statements);
}

/** The same text in the spelling of one language or the other. */
function spelled(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(texts, fc.boolean()).map(([text, isScript]) =>
    isScript
      ? text.replaceAll(" and ", " && ").replaceAll(" or ", " || ").replaceAll(" == ", " === ")
      : text.replaceAll("true", "True").replaceAll("null", "None")
  );
}
