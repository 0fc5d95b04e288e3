import { cloneJson, setMember } from "./clone.ts";

/**
 * Writes a JSON pointer (RFC 6901) from its steps.
 *
 * @example
 * ```ts
 * import { toPointer } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(toPointer(["state", "states", 0, "a/b"]), "/state/states/0/a~1b");
 * assertEquals(toPointer([]), "");
 * ```
 */
export function toPointer(steps: readonly (string | number)[]): string {
  let pointer = "";
  for (const step of steps) pointer += "/" + escapeStep(step);
  return pointer;
}

/** The steps of a JSON pointer, unescaped; array indices stay text. */
export function fromPointer(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer.slice(1).split("/").map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/**
 * The value at a JSON pointer; `undefined` where there is none.
 *
 * @example
 * ```ts
 * import { memberAt } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(memberAt({ states: [{ name: "Open" }] }, "/states/0/name"), "Open");
 * assertEquals(memberAt({}, "/states/0"), undefined);
 * ```
 */
export function memberAt(value: unknown, pointer: string): unknown {
  let now = value;
  for (const step of fromPointer(pointer)) {
    if (typeof now !== "object" || now === null || !Object.hasOwn(now, step)) return undefined;
    now = (now as Record<string, unknown>)[step];
  }
  return now;
}

/**
 * A copy of a value with another one at a JSON pointer; `undefined` takes the member away. Where the pointer leads nowhere, the value
 * itself.
 */
export function withMemberAt<Value>(value: Value, pointer: string, member: unknown): Value {
  const copy = cloneJson(value);
  const steps = fromPointer(pointer);
  const key = steps.pop();
  const holder = memberAt(copy, toPointer(steps));
  if (key === undefined || typeof holder !== "object" || holder === null) return value;
  if (member === undefined) delete (holder as Record<string, unknown>)[key];
  else setMember(holder as Record<string, unknown>, key, member);
  return copy;
}

function escapeStep(step: string | number): string {
  return typeof step === "number" ? String(step) : step.replaceAll("~", "~0").replaceAll("/", "~1");
}
