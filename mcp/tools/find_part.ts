import {
  type AnyKind,
  didYouMean,
  fromPointer,
  type JsonObject,
  type KindName,
  MACHINE_KIND,
} from "@loom/protocol";
import { ToolError } from "../tool.ts";

/** A part of a definition. */
export interface FoundPart {
  /** Its JSON pointer. */
  readonly path: string;
  readonly value: unknown;
}

/** Tools that list names, by kind, as the start of a sentence. */
const LISTS: Readonly<Record<KindName, string>> = {
  [MACHINE_KIND.kind]: "Call list_states or list_events, or give",
};

/**
 * Finds a part of a definition by a JSON pointer, or by the name of an element.
 *
 * @throws {ToolError} The names and members that exist.
 */
export function findPart(definition: JsonObject, row: AnyKind, which: string): FoundPart {
  if (which === "" || which.startsWith("/")) return atPointer(definition, row, which);
  const members = Object.keys(definition);
  const pointer = members.includes(which) ? which : members.at(-1) ?? "";
  const example = `a JSON pointer such as "/${pointer.replaceAll("~", "~0").replaceAll("/", "~1")}"`;
  if (row.content === undefined) {
    throw new ToolError(
      "unknown_name",
      `"${which}" names nothing: parts of documents of this kind are found by ${example}.`,
    );
  }
  const elements = row.content.elements(definition);
  const element = elements.find(({ name }) => name === which) ??
    elements.find(({ aliases }) => aliases?.includes(which));
  if (element !== undefined) return atPointer(definition, row, element.path);
  const types = [...new Set(elements.map(({ type }) => type))];
  const noun = [types.slice(0, -1).join(", "), ...types.slice(-1)].filter(Boolean).join(" or ") || "element";
  throw new ToolError(
    "unknown_name",
    `There is no ${noun} "${which}".${didYouMean(which, elements.map(({ name }) => name))} ${
      LISTS[row.kind] ?? "Give"
    } ${example}.`,
  );
}

/** Follows a pointer, which may begin with the key that wraps the definition in the file. */
function atPointer(definition: JsonObject, { wrapperKeys }: AnyKind, pointer: string): FoundPart {
  const steps = fromPointer(pointer);
  const [first = ""] = steps;
  if (wrapperKeys.includes(first) && !Object.hasOwn(definition, first)) steps.shift();
  let value: unknown = definition;
  let path = "";
  for (const step of steps) {
    if (!hasMember(value, step)) throw nothingAt(path, step, value);
    value = (value as Record<string, unknown>)[step];
    path += `/${step.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  }
  return { path, value };
}

function hasMember(value: unknown, step: string): boolean {
  if (Array.isArray(value)) return /^(?:0|[1-9]\d*)$/.test(step) && Number(step) < value.length;
  return typeof value === "object" && value !== null && Object.hasOwn(value, step);
}

function nothingAt(path: string, step: string, value: unknown): ToolError {
  const place = path === "" ? "the definition" : `"${path}"`;
  if (Array.isArray(value)) {
    const items = value.length === 0 ? "which is empty" : `which has the items 0 to ${value.length - 1}`;
    return new ToolError(
      "no_such_part",
      `There is no "${step}" in ${place}, ${items}: call again with one of them.`,
    );
  }
  if (typeof value !== "object" || value === null) {
    return new ToolError(
      "no_such_part",
      `There is no "${step}" in ${place}, which is no object: end the path there.`,
    );
  }
  const keys = Object.keys(value);
  const some = keys.length === 0 ? "nothing" : keys.slice(0, 12).join(", ");
  return new ToolError(
    "no_such_part",
    `There is no "${step}" in ${place}.${
      didYouMean(step, keys)
    } It has ${some}: call again with one of them.`,
  );
}
