import type { CallExpression, Expression, Statement } from "../../expression/ast.ts";
import {
  ExpressionError,
  mapExpression,
  parseAction,
  parseGuard,
  printExpression,
  printStatements,
} from "../../expression/mod.ts";
import { isGlobal, isReservedWord, normalExpression, normalScript } from "./javascript.ts";
import { addressOf, isScxmlType, SCXML_PROCESSOR, type ScxmlPlace } from "./place.ts";

/** A text of the ECMAScript data model in the language of machines. */
export interface ReadExpression {
  /** The text; one that does not parse, when it cannot be read. */
  readonly text: string;
  /** The reason why it cannot be read, or does not mean the same; `undefined` when it does. */
  readonly problem: string | undefined;
  /** The tree of an expression that can be read. */
  readonly tree?: Expression;
}

/** Reads an expression. */
export function readExpression(text: string, place: ScxmlPlace): ReadExpression {
  return read(text, () => {
    const problems: string[] = [];
    const tree = translate(parseGuard(normalExpression(text)), place, problems);
    const [problem] = problems;
    return problem === undefined ? { text: printExpression(tree), tree, problem } : refused(text, problem);
  });
}

/** Reads statements, such as those of a `script`. */
export function readStatements(text: string, place: ScxmlPlace): ReadExpression {
  const plain = normalScript(text);
  return read(plain, () => {
    const problems: string[] = [];
    const tree = parseAction(plain).map((one): Statement =>
      one.kind === "expression"
        ? { ...one, expression: translate(one.expression, place, problems) }
        : { ...one, value: translate(one.value, place, problems) }
    );
    return { text: printStatements(tree), problem: problems[0] };
  });
}

function read(text: string, parse: () => ReadExpression): ReadExpression {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { text, problem: error.message.replace(/\.$/, "") };
  }
}

/** A text that parses here and not there: the semicolon inside brackets keeps it from running. */
function refused(text: string, problem: string): ReadExpression {
  return { text: `(${text.trim()};)`, problem };
}

function translate(expression: Expression, place: ScxmlPlace, problems: string[]): Expression {
  return mapExpression(expression, (part) => {
    switch (part.kind) {
      case "name":
        return systemName(part.name, place, problems);
      case "call":
        return askedInside(part, place) ?? operation(part, (inner) => translate(inner, place, problems));
      case "comparison":
        return position(part, (inner) => translate(inner, place, problems));
      case "member":
        return systemMember(part.object, part.name, place);
      case "index": {
        const { index } = part;
        const isKey = index.kind === "literal" && typeof index.value === "string" && isName(index.value);
        return isKey ? systemMember(part.object, String(index.value), place) : undefined;
      }
      default:
        return undefined;
    }
  });
}

function systemName(name: string, place: ScxmlPlace, problems: string[]): Expression | undefined {
  if (name === "In") return { kind: "name", name: "in_state" };
  if (name === "_name") return literal(place.machine);
  if (name === "_sessionid") return literal(place.session);
  if (name === "_ioprocessors") {
    const value: Expression = {
      kind: "object",
      entries: [{ key: "location", value: literal(addressOf(place.session)) }],
    };
    return { kind: "object", entries: [{ key: "scxml", value }, { key: SCXML_PROCESSOR, value }] };
  }
  if (isGlobal(name) && !place.facts.variables.has(name)) place.askHost(name);
  if (name === "_x") problems.push("there is no _x here");
  if (isReservedWord(name)) problems.push(`"${name}" is no expression`);
  return undefined;
}

/** `In` of a state that is entered later, or was left before. */
function askedInside(
  { callee, args: [state] }: CallExpression,
  { inactive }: ScxmlPlace,
): Expression | undefined {
  const isInactive = isNamed(callee, "In") && state?.kind === "literal" && inactive.has(String(state.value));
  return isInactive ? { kind: "literal", value: false } : undefined;
}

/** `Math.pow(a, b)`, `[].concat(a, b)` of lists, and `a.includes(b)` of a list or a text. */
function operation(
  call: CallExpression,
  inner: (part: Expression) => Expression,
): Expression | undefined {
  const { callee, args: [left, right] } = call;
  if (callee.kind !== "member" || left === undefined) return undefined;
  if (isConcat(call) && right !== undefined) return call.args.map((one) => listOf(one, inner)).reduce(joined);
  if (callee.name === "concat" && call.args.every(({ kind }) => kind === "list")) {
    return [callee.object, ...call.args].map(inner).reduce(joined);
  }
  if (callee.name === "pow" && isNamed(callee.object, "Math") && right !== undefined) {
    return { kind: "binary", operator: "**", left: inner(left), right: inner(right) };
  }
  if (callee.name !== "includes" || right !== undefined) return undefined;
  // Written, a value of any kind is put into a list first.
  const { object } = callee;
  const isList = object.kind === "call" && isConcat(object) && object.args.length === 1;
  const collection = isList ? object.args[0] ?? object : object;
  return { kind: "membership", item: inner(left), collection: inner(collection) };
}

function isConcat({ callee }: CallExpression): boolean {
  return printExpression(callee) === "[].concat";
}

/** The list that is joined to another one: a plain value is its last item. */
function listOf(part: Expression, inner: (part: Expression) => Expression): Expression {
  const value = inner(part);
  return value.kind === "literal" || value.kind === "object" ? { kind: "list", items: [value] } : value;
}

function joined(left: Expression, right: Expression): Expression {
  return { kind: "binary", operator: "+", left, right };
}

/** `a.indexOf(b) >= 0` and the like, which ask whether something is there. */
function position(
  { operator, left, right }: Expression & { readonly kind: "comparison" },
  inner: (part: Expression) => Expression,
): Expression | undefined {
  const [item] = left.kind === "call" ? left.args : [];
  if (
    left.kind !== "call" || left.callee.kind !== "member" || left.callee.name !== "indexOf" ||
    item === undefined
  ) {
    return undefined;
  }
  const asked = `${operator} ${printExpression(right)}`;
  const isIn = [">= 0", "> -1", "!= -1"].includes(asked);
  if (!isIn && !["< 0", "== -1"].includes(asked)) return undefined;
  const membership: Expression = {
    kind: "membership",
    item: inner(item),
    collection: inner(left.callee.object),
  };
  return isIn ? membership : { kind: "not", operand: membership };
}

/** Members of `_event` and of its data, and addresses of processors. */
function systemMember(object: Expression, name: string, place: ScxmlPlace): Expression | undefined {
  if (isNamed(object, "_event")) {
    const known = name === "data" ? dataOf(place) : memberOfEvent(name, place);
    // Any event can lead to an action of a state.
    const isSent = place.events?.every((event) => place.facts.sent.has(event)) ?? false;
    if (known === undefined && !isSent && /^(?:name|data)$/.test(name)) place.askHost(`_event.${name}`);
    return known;
  }
  if (object.kind === "member" && object.name === "data" && isNamed(object.object, "_event")) {
    const whole = payloadName(place);
    if (whole !== undefined) return { kind: "member", object: { kind: "name", name: whole }, name };
    for (const event of place.events ?? []) place.use(event, [name]);
    return { kind: "name", name };
  }
  if (name !== "location" || !isScxmlProcessor(object)) return undefined;
  return literal(addressOf(place.session));
}

/** `_ioprocessors.scxml`, by either of its names. */
function isScxmlProcessor(object: Expression): boolean {
  if (object.kind !== "member" && object.kind !== "index") return false;
  const key = object.kind === "member"
    ? object.name
    : object.index.kind === "literal"
    ? object.index.value
    : "";
  return isNamed(object.object, "_ioprocessors") && isScxmlType(String(key));
}

/** The name that has the data of events of the platform; `undefined` for other events. */
function payloadName({ events }: ScxmlPlace): "output" | "error" | undefined {
  if (events === undefined || events.length === 0) return undefined;
  if (events.every((event) => /^done\b/.test(event))) return "output";
  return events.every((event) => /^error\.(?:\*|action|invoke|communication)/.test(event))
    ? "error"
    : undefined;
}

/** `_event.data` as a whole: events that a document sends bring it along. */
function dataOf(place: ScxmlPlace): Expression | undefined {
  const name = payloadName(place);
  return name === undefined ? undefined : { kind: "name", name };
}

/** A member of `_event` that the transition alone says. */
function memberOfEvent(name: string, { events = [], facts }: ScxmlPlace): Expression | undefined {
  const [event = "*", ...others] = events;
  const isOne = others.length === 0 && !event.endsWith("*");
  if (name === "name" && isOne) return literal(event.replace(/^error\.action$/, "error.execution"));
  const isError = events.length > 0 && events.every((one) => one.startsWith("error."));
  if (name === "type" && isError) return literal("platform");
  if (name !== "invokeid") return undefined;
  const id = /^(?:done|error)\.invoke\.(.+)$/.exec(event)?.[1];
  if (isOne && id !== undefined) return literal(id);
  const [only, ...more] = facts.invokes;
  return id === "*" && only !== undefined && more.length === 0 ? literal(only) : undefined;
}

function literal(value: string): Expression {
  return { kind: "literal", value };
}

function isNamed(expression: Expression, name: string): boolean {
  return expression.kind === "name" && expression.name === name;
}

/** True for a name that can stand behind a dot. */
export function isName(text: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(text);
}
