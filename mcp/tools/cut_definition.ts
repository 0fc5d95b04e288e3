/** A part of a document with what lies deep in it given by name only. */
export interface CutPart {
  readonly value: unknown;
  /** Number of states stand by name only. */
  readonly cut: number;
  /** True when all that lists hold stands by name only. Default: `false`. */
  readonly isOutline?: boolean;
}

/** Number of names a list keeps where even names would be too many. */
const MOST_NAMES = 200;

/**
 * Gives the states that lie deeper than `depth` levels below by their names.
 *
 * @param part A definition, a state, or any other part of a document.
 */
export function cutStates(part: unknown, depth: number): CutPart {
  let cut = 0;
  const copy = (value: unknown, left: number): unknown => {
    if (Array.isArray(value)) return value.map((item) => copy(item, left));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]) => {
        if (key !== "states" || !Array.isArray(member)) return [key, copy(member, left)];
        if (left > 0) return [key, copy(member, left - 1)];
        cut += member.length;
        return [key, member.map(nameOf)];
      }),
    );
  };
  return { value: copy(part, depth), cut };
}

/** Number of levels of states a part has below its own. */
export function statesDepth(part: unknown): number {
  if (typeof part !== "object" || part === null) return 0;
  let deepest = 0;
  for (const [key, member] of Object.entries(part)) {
    const isLevel = key === "states" && Array.isArray(member) && member.length > 0;
    deepest = Math.max(deepest, statesDepth(member) + (isLevel ? 1 : 0));
  }
  return deepest;
}

/**
 * The deepest cut whose JSON keeps within `limit` characters; where none does, the states at the top and the events by
 * name, as far as they go.
 *
 * @returns The part itself when it is small enough.
 */
export function cutToFit(part: unknown, limit: number): CutPart {
  if (jsonText(part).length <= limit) return { value: part, cut: 0 };
  let best: CutPart | undefined;
  for (let depth = 0;; depth++) {
    const next = cutStates(part, depth);
    if (jsonText(next.value).length > limit) break;
    best = next;
    if (next.cut === 0) break;
  }
  return best ?? namesOnly(part);
}

/** Everything in lists by its name. */
function namesOnly(part: unknown): CutPart {
  let cut = 0;
  const shorten = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) {
      if (value.length > 0 && value.every((item) => hasList(item))) {
        return listOf(value.map((item) => shorten(item, "")));
      }
      if (key === "states") cut += value.length;
      return listOf(value.map(nameOf));
    }
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shorten(member, name)]));
  };
  const value = shorten(part, "");
  return { value, cut, isOutline: true };
}

function hasList(source: unknown): boolean {
  return typeof source === "object" && source !== null && ("events" in source || "timers" in source);
}

function listOf(items: readonly unknown[]): unknown[] {
  if (items.length <= MOST_NAMES) return [...items];
  return [...items.slice(0, MOST_NAMES), `… ${items.length - MOST_NAMES} more`];
}

function nameOf(item: unknown): unknown {
  if (typeof item !== "object" || item === null) return item;
  const { name, id, event } = item as Record<string, unknown>;
  return name ?? id ?? event ?? "…";
}

/** JSON as it is shown to agents. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
