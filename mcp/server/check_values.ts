import { didYouMean, isObject } from "@loom/protocol";
import * as z from "zod";
import { withoutAliases } from "../aliases.ts";
import { type Fields, ToolError, type Values } from "../tool.ts";

/** Deepest nesting of a value: that of a document. */
const MAX_DEPTH = 1_000;

/** The fault of a value and its remedy. */
const FAULTS: Readonly<Record<JsonFault, string>> = {
  too_deep: `nests more than ${MAX_DEPTH} levels deep: make it flatter`,
  forbidden_key: 'has a member called "__proto__": give it another name',
};

/**
 * Takes what a client sent as the values of fields.
 *
 * @throws {ToolError} Names what is unknown, missing, of the wrong kind or nested too deep, and what is there instead.
 */
export function checkValues<Shape extends Fields>(
  tool: string,
  fields: Shape,
  given: Record<string, unknown>,
): Values<Shape> {
  const names = Object.keys(fields);
  const values = understood(fields, given);
  const stranger = Object.keys(values).find((name) => !Object.hasOwn(fields, name));
  if (stranger !== undefined) {
    const known = names.length === 0 ? "none" : names.join(", ");
    throw new ToolError(
      "unknown_parameter",
      `${tool} takes no "${stranger}".${didYouMean(stranger, names)} Its parameters: ${known}.`,
    );
  }
  for (const name of names) {
    const fault = jsonFault(values[name], MAX_DEPTH);
    if (fault === undefined) continue;
    throw new ToolError(fault, `"${name}" ${FAULTS[fault]}, and call ${tool} again.`);
  }
  const parsed = z.object(fields).safeParse(values);
  if (parsed.success) return parsed.data as Values<Shape>;
  const issues = parsed.error.issues.slice(0, 3).map((issue) => issueText(issue, values, tool));
  throw new ToolError("bad_parameter", `${issues.join(" ")} Call ${tool} again with that mended.`);
}

/** The values under the names that they mean; one item in place of a list, and JSON as text, are taken for what they are meant. */
function understood(fields: Fields, given: Record<string, unknown>): Record<string, unknown> {
  const values = withoutAliases(given, Object.keys(fields));
  for (const [name, field] of Object.entries(fields)) {
    const value = values[name];
    if (value === undefined || value === null) continue;
    const type = field instanceof z.ZodOptional ? field.unwrap() : field;
    if (type instanceof z.ZodArray) values[name] = listOf(value);
    if (type instanceof z.ZodRecord && typeof value === "string") {
      values[name] = parsedAs(value, isObject) ?? value;
    }
  }
  return values;
}

function listOf(value: unknown): unknown {
  if (Array.isArray(value) || typeof value === "number" || typeof value === "boolean") return value;
  if (value === "") return [];
  return (typeof value === "string" ? parsedAs(value, Array.isArray) : undefined) ?? [value];
}

/** The JSON value that a text has; `undefined` where it has none, or none of that form. */
function parsedAs<Value>(text: string, isForm: (value: unknown) => value is Value): Value | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isForm(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function issueText(issue: z.core.$ZodIssue, values: Record<string, unknown>, tool: string): string {
  const [first] = issue.path;
  if (issue.path.length === 1 && !Object.hasOwn(values, String(first))) {
    return `${tool} needs "${String(first)}".`;
  }
  const where = issue.path.map(String).join(".");
  const given = valueAt(values, issue.path);
  if (given === null) return `"${where}" is null: give a value, or leave it out where it may be.`;
  if (issue.code === "invalid_value") {
    const words = issue.values.map(String);
    const hint = typeof given === "string" ? didYouMean(given, words) : "";
    return `"${where}" must be one of ${words.join(", ")}.${hint}`;
  }
  return `"${where}" is wrong: ${issue.message.replace(/^Invalid input: /, "")}.`;
}

/** The part of a value at an issue of a schema. */
export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, step) =>
      typeof at === "object" && at !== null ? (at as Record<PropertyKey, unknown>)[step] : undefined,
    value,
  );
}

/** The fault of a JSON value. */
export type JsonFault = "too_deep" | "forbidden_key";

/**
 * Looks for what no program is to meet in a value that a client sent: lists and objects that nest more than so many levels, a
 * member called `__proto__`. It goes level by level, so that no depth is too much for it.
 */
export function jsonFault(value: unknown, maxDepth: number): JsonFault | undefined {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    const nested = level.filter((one) => typeof one === "object" && one !== null) as object[];
    if (nested.length > 0 && depth >= maxDepth) return "too_deep";
    if (nested.some((one) => Object.hasOwn(one, "__proto__"))) return "forbidden_key";
    level = nested.flatMap((one) => Object.values(one));
  }
  return undefined;
}
