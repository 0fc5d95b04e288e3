import {
  type AnyOp,
  type Changes,
  equalJson,
  isObject,
  type JsonObject,
  type Overwrite,
  type Overwritten,
  toPointer,
  WIRE_LIMITS,
} from "@loom/protocol";

/**
 * The values that operations overwrite, by their places in the document.
 *
 * @param before The document that the operations are applied to.
 * @param overwritten The members, as the rebase reports them.
 * @param makers The maker of each step that the operations were rebased over.
 */
export function overwritesOf(
  changes: Changes,
  before: JsonObject,
  ops: readonly AnyOp[],
  overwritten: readonly Overwritten[],
  makers: readonly string[],
): Overwrite[] {
  if (overwritten.length === 0) return [];
  const overwrites: Overwrite[] = [];
  let now = before;
  for (const [index, op] of ops.entries()) {
    const applied = changes.apply(now, [op]);
    if (!applied.ok) break;
    for (const { member, was, step } of overwritten.filter((one) => one.index === index)) {
      const path = changedMember(now, applied.value, member);
      const by = makers[step] ?? makers.at(-1) ?? "hub";
      if (path !== undefined) {
        overwrites.push({ path: toPointer(path), ...(was === undefined ? {} : { was }), by });
      }
    }
    now = applied.value;
  }
  return overwrites.slice(0, WIRE_LIMITS.overwrites);
}

/** The place of a member of that name that differs between two documents; the first from the top. */
function changedMember(
  before: unknown,
  after: unknown,
  member: string,
  steps: readonly (string | number)[] = [],
): readonly (string | number)[] | undefined {
  if (before === after) return undefined;
  if (Array.isArray(before) && Array.isArray(after)) {
    for (const [at, item] of after.entries()) {
      const found = changedMember(before[at], item, member, [...steps, at]);
      if (found) return found;
    }
  }
  if (!isObject(before) || !isObject(after)) return undefined;
  if (!equalJson(before[member], after[member])) return [...steps, member];
  for (const [key, value] of Object.entries(after)) {
    const found = changedMember(before[key], value, member, [...steps, key]);
    if (found) return found;
  }
  return undefined;
}
