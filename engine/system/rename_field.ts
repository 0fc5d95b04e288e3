import { isObject, type JsonObject, type JsonValue } from "@loom/protocol";

/** The members of a machine that hold guards and code. */
const TEXTS: ReadonlySet<string> = new Set(["condition", "code"]);
/** The members that hold code as a text, or blocks and lists of it. */
const CODE: ReadonlySet<string> = new Set(["actions", "onEntry", "onExit"]);

/**
 * Renames a field of objects in all guards and code of a machine, in place. Calls of methods and texts in quotes stay.
 *
 * @param instances The names of the objects.
 */
export function renameField(
  machine: JsonObject,
  instances: readonly string[],
  from: string,
  to: string,
): void {
  const names = instances.map(escaped).join("|");
  const pattern = new RegExp(
    `("(?:\\\\.|[^"\\\\])*"|'(?:\\\\.|[^'\\\\])*')|(?<![\\w$.])(${names})(\\s*\\??\\.\\s*)${
      escaped(from)
    }(?![\\w$])(?!\\s*\\()`,
    "g",
  );
  const rewritten = (text: string) =>
    text.replace(
      pattern,
      (whole, quoted?: string, instance?: string, dot?: string) =>
        quoted === undefined ? `${instance}${dot}${to}` : whole,
    );
  const { state } = machine;
  if (isObject(state)) rewrite(state as JsonObject, rewritten);
}

function rewrite(owner: JsonObject, rewritten: (text: string) => string): void {
  // Documents are nested by data, not by the stack.
  const waiting: { readonly value: JsonObject; readonly isCode: boolean }[] = [{
    value: owner,
    isCode: false,
  }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, isCode } = next;
    for (const [key, member] of Object.entries(value)) {
      const holdsCode = isCode || CODE.has(key);
      if (typeof member === "string") {
        if (TEXTS.has(key) || CODE.has(key)) value[key] = rewritten(member);
      } else if (Array.isArray(member)) value[key] = member.map((item) => itemOf(item, holdsCode));
      else if (isObject(member)) waiting.push({ value: member as JsonObject, isCode: holdsCode });
    }
  }

  function itemOf(item: JsonValue, isCode: boolean): JsonValue {
    if (typeof item === "string") return isCode ? rewritten(item) : item;
    if (isObject(item)) waiting.push({ value: item as JsonObject, isCode });
    return item;
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
