import {
  collectEventIds,
  collectStateNames,
  didYouMean,
  findElement,
  fromPointer,
  isObject,
  type KindName,
} from "@loom/protocol";
import type { StateMachineDefinition } from "@loom/protocol";
import { ToolError } from "../tool.ts";

/** A part of a definition. */
export interface FoundPart {
  /** Its JSON pointer. */
  readonly path: string;
  readonly value: unknown;
}

/**
 * Finds a part of a definition by a JSON pointer, or in a machine by the name of a state, an event or a timer.
 *
 * @throws {ToolError} What there is instead.
 */
export function findPart(
  definition: Readonly<Record<string, unknown>>,
  kind: KindName,
  which: string,
): FoundPart {
  if (which === "" || which.startsWith("/")) return atPointer(definition, which);
  const members = Object.keys(definition);
  const pointer = members.includes(which) ? which : members.at(-1) ?? "";
  const example = `a JSON pointer such as "/${pointer.replaceAll("~", "~0").replaceAll("/", "~1")}"`;
  if (kind !== "machine") {
    throw new ToolError(
      "unknown_name",
      `"${which}" names nothing: parts of documents of this kind are found by ${example}.`,
    );
  }
  const machine = definition as unknown as StateMachineDefinition;
  const element = isObject(definition.state) ? findElement(machine, which) : undefined;
  if (element !== undefined) return { path: element.path, value: element.value };
  const names = isObject(definition.state)
    ? [...collectStateNames(machine.state), ...collectEventIds(machine)]
    : [];
  throw new ToolError(
    "unknown_name",
    `There is no state, event or timer "${which}".${
      didYouMean(which, names)
    } Call list_states or list_events, or give ${example}.`,
  );
}

/** Follows a pointer; what the file wraps the definition in may stand in it. */
function atPointer(definition: Readonly<Record<string, unknown>>, pointer: string): FoundPart {
  const steps = fromPointer(pointer);
  const [first = ""] = steps;
  if (/^stateMachine$/i.test(first) && !Object.hasOwn(definition, first)) steps.shift();
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
