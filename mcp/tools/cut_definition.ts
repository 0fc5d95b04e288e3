import { toPointer } from "@loom/protocol";

/** A part of a document with what lies deep in it given by name only. */
export interface CutPart {
  readonly value: unknown;
  /** Number of states stand by name only. */
  readonly cut: number;
  /** True when all that lists hold stands by name only. Default: `false`. */
  readonly isOutline?: boolean;
  /** JSON pointers of the texts that are given by their beginnings. Default: none. */
  readonly texts?: readonly string[];
  /** True when only the names of members are given. Default: `false`. */
  readonly isSketch?: boolean;
}

/** A longer text is given by its beginning, of so many characters, where a part does not fit otherwise. */
const LONG_TEXT = 1_000;
const TEXT_BEGINNING = 200;
/** Number of members and length of their names in a sketch. */
const MOST_MEMBERS = 100;
const MOST_NAME = 100;

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
 * The part with as much in it as `limit` characters of JSON hold: all, or long texts by their beginnings, or the deepest cut of
 * states, or the names in lists, or the names of members.
 */
export function cutToFit(part: unknown, limit: number): CutPart {
  if (jsonText(part).length <= limit) return { value: part, cut: 0 };
  const { value: short, texts } = beginTexts(part);
  let best: CutPart | undefined = jsonText(short).length <= limit ? { value: short, cut: 0 } : undefined;
  for (let depth = 0; best?.cut !== 0; depth++) {
    const next = cutStates(short, depth);
    if (jsonText(next.value).length > limit) break;
    best = next;
  }
  const cut = best ?? namesOnly(short);
  if (jsonText(cut.value).length > limit) return { value: sketch(short), cut: 0, isSketch: true };
  return texts.length === 0 ? cut : { ...cut, texts };
}

/** Long texts by their beginnings, and where they are. */
function beginTexts(part: unknown): { readonly value: unknown; readonly texts: readonly string[] } {
  const texts: string[] = [];
  const copy = (value: unknown, path: string): unknown => {
    if (typeof value === "string") {
      if (value.length <= LONG_TEXT) return value;
      texts.push(path);
      return beginning(value, TEXT_BEGINNING);
    }
    if (Array.isArray(value)) return value.map((item, index) => copy(item, `${path}/${index}`));
    if (typeof value !== "object" || value === null) return value;
    const members = Object.entries(value);
    return Object.fromEntries(members.map(([key, member]) => [key, copy(member, path + toPointer([key]))]));
  };
  return { value: copy(part, ""), texts };
}

/** The beginning of a text, and how much more there is. */
export function beginning(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length)}… ${text.length - length} more characters`;
}

/** The names of members, or of the items of a list. */
function sketch(part: unknown): unknown {
  if (Array.isArray(part)) return listOf(part.map(nameOf)).map(brief);
  if (typeof part !== "object" || part === null) return brief(part);
  const names = Object.keys(part);
  const shown = names.slice(0, MOST_MEMBERS).map((name) => [beginning(name, MOST_NAME), "…"]);
  const more = names.length - shown.length;
  return Object.fromEntries([...shown, ...(more > 0 ? [["…", `${more} more members`]] : [])]);
}

function brief(value: unknown): unknown {
  if (typeof value === "object" && value !== null) return "…";
  return typeof value === "string" ? beginning(value, MOST_NAME) : value;
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
