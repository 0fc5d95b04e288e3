import type { Expression, Statement } from "../../expression/ast.ts";
import {
  ExpressionError,
  mapExpression,
  parseAction,
  parseGuard,
  printExpression,
  printStatements,
} from "../../expression/mod.ts";

/** A text of the ECMAScript data model in the language of machines. */
export interface ReadExpression {
  /** The text; the one given, when it cannot be read. */
  readonly text: string;
  /** The reason why it cannot be read, or does not mean the same; `undefined` when it does. */
  readonly problem: string | undefined;
}

/** Variables of SCXML itself that machines do not have. */
const SYSTEM = new Set(["_sessionid", "_ioprocessors", "_x"]);

/** Reads an expression. */
export function readExpression(text: string, machine: string): ReadExpression {
  return read(text, () => {
    const problems: string[] = [];
    const tree = translate(parseGuard(text), { machine, problems });
    return { text: printExpression(tree), problem: problems[0] };
  });
}

/** Reads statements, such as those of a `script`. */
export function readStatements(text: string, machine: string): ReadExpression {
  const plain = text.replace(/^\s*(?:var|let|const)\s+/gm, "");
  return read(plain, () => {
    const problems: string[] = [];
    const place = { machine, problems };
    const tree = parseAction(plain).map((one): Statement =>
      one.kind === "expression"
        ? { ...one, expression: translate(one.expression, place) }
        : { ...one, value: translate(one.value, place) }
    );
    return { text: printStatements(tree), problem: problems[0] };
  });
}

function read(text: string, parse: () => ReadExpression): ReadExpression {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error;
    return { text, problem: error.message };
  }
}

/** What the translation of a text needs and finds. */
interface Place {
  /** The machine's name, which `_name` is. */
  readonly machine: string;
  readonly problems: string[];
}

function translate(expression: Expression, place: Place): Expression {
  return mapExpression(expression, (part) => {
    if (part.kind === "name") return systemName(part.name, place);
    if (part.kind === "member") return ofEvent(part.object, part.name) ?? eventPart(part, place);
    if (part.kind !== "index" || part.index.kind !== "literal") return undefined;
    return typeof part.index.value === "string" ? ofEvent(part.object, part.index.value) : undefined;
  });
}

function systemName(name: string, { machine, problems }: Place): Expression | undefined {
  if (name === "In") return { kind: "name", name: "in_state" };
  if (name === "_name") return { kind: "literal", value: machine };
  if (SYSTEM.has(name)) problems.push(`there is no ${name} here`);
  return undefined;
}

/** `_event.data.x`: the member of the payload, which guards and actions see by its own name. */
function ofEvent(object: Expression, name: string): Expression | undefined {
  const isData = object.kind === "member" && object.name === "data" && object.object.kind === "name" &&
    object.object.name === "_event";
  return isData && /^[A-Za-z_$][\w$]*$/.test(name) ? { kind: "name", name } : undefined;
}

/** `_event.name` and `_event.data` as a whole. */
function eventPart(
  expression: Expression & { readonly kind: "member" },
  place: Place,
): Expression | undefined {
  const { object, name } = expression;
  if (object.kind !== "name" || object.name !== "_event") return undefined;
  place.problems.push(`there is no _event.${name} here, only the members of its data`);
  return expression;
}
