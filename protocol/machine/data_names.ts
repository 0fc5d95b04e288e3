import { isObject } from "../json/value.ts";

/** A token of a guard or an action; operators that hold `=` are whole. */
const TOKEN =
  /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[\p{ID_Start}$_][\p{ID_Continue}$]*|\d[\w.]*|\s+|\?\.|[=!<>]=+|\*\*=?|[-+*/%]=|./gsu;

/** The operators of assignments. */
const ASSIGNMENT: ReadonlySet<string> = new Set(["=", "+=", "-=", "*=", "/=", "%=", "**="]);

const CLOSING: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** Which names of a text mean declared data: all, or, where a payload may hide it, those that are assigned. */
export type DataNames = "all" | "assigned";

/**
 * Renames a plain name in a guard or an action. Members, keys, keyword arguments and texts of the same spelling stay;
 * of a short `{name}` the key stays.
 *
 * @example
 * ```ts
 * import { renameData } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * assertEquals(renameData("n = a.n + f(n=n, 'n')", "n", "count", "all"), "count = a.n + f(n=count, 'n')");
 * ```
 */
export function renameData(text: string, name: string, to: string, which: DataNames): string {
  if (!text.includes(name)) return text;
  const tokens = text.match(TOKEN) ?? [];
  const open: string[] = [];
  let before = "";
  return tokens.map((token, at) => {
    if (token.trim() === "") return token;
    const previous = before;
    before = token;
    if (token in CLOSING) open.pop();
    else if ("([{".includes(token)) open.push(token);
    if (token !== name || previous === "." || previous === "?.") return token;
    const next = tokens.slice(at + 1).find((one) => one.trim() !== "") ?? "";
    if (which === "assigned") return open.length === 0 && ASSIGNMENT.has(next) ? to : token;
    const inside = open.at(-1);
    if (inside === "(" && next === "=") return token;
    if (inside !== "{" || (previous !== "{" && previous !== ",")) return to;
    if (next === ":") return token;
    return next === "," || next === "}" ? `${name}: ${to}` : to;
  }).join("");
}

/** A member with a text, with an assigned place, with further actions, or with such members. */
type Texts = "text" | "place" | "actions" | { readonly [member: string]: Texts };

/** The texts of an action; a text alone is one. */
const ACTION: Texts = {
  code: "text",
  data: "text",
  log: "text",
  timerStart: { duration: "text", repeat: "text" },
  assign: { target: "place", value: "text" },
  if: { condition: "text", then: "actions", else: "actions" },
  forEach: { list: "text", actions: "actions" },
  send: { delay: "text", data: "text" },
};

/** The texts of a transition. */
export const TRANSITION_TEXTS: Texts = { condition: "text", after: "text", actions: "actions" };

/** The texts of a state itself. */
export const STATE_TEXTS: Texts = { onEntry: "actions", onExit: "actions", output: "text" };

/** Changes texts: `rewrite` those of expressions and statements, `place` the left sides of assignments. */
export interface TextChange {
  readonly name: string;
  readonly rewrite: (text: string) => string;
  readonly place: (text: string) => string;
}

/** A value with its texts changed; the same value where nothing changes. */
export function changeTexts(value: unknown, texts: Texts, change: TextChange): unknown {
  if (texts === "text") return typeof value === "string" ? change.rewrite(value) : value;
  if (texts === "place") return typeof value === "string" ? change.place(value) : value;
  if (texts === "actions") return changeActions(value, change);
  if (!isObject(value)) return value;
  // The item and the index of a loop hide the name.
  if ("list" in texts && (value.item === change.name || value.index === change.name)) {
    return changeMembers(value, { list: "text" }, change);
  }
  return changeMembers(value, texts, change);
}

function changeMembers(
  value: Readonly<Record<string, unknown>>,
  texts: { readonly [member: string]: Texts },
  change: TextChange,
): unknown {
  const changed = Object.entries(texts).flatMap(([member, inside]): [string, unknown][] => {
    if (!Object.hasOwn(value, member)) return [];
    const after = changeTexts(value[member], inside, change);
    return after === value[member] ? [] : [[member, after]];
  });
  return changed.length === 0 ? value : { ...value, ...Object.fromEntries(changed) };
}

/** A list of actions, or the block that holds one. */
function changeActions(value: unknown, change: TextChange): unknown {
  if (!Array.isArray(value)) {
    return isObject(value) ? changeMembers(value, { actions: "actions" }, change) : value;
  }
  const after = value.map((action: unknown) =>
    changeTexts(action, typeof action === "string" ? "text" : ACTION, change)
  );
  return after.some((action, index) => action !== value[index]) ? after : value;
}
