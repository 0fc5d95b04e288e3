import { isObject } from "../json/value.ts";
import { type AnyOp, type OpRows, rowOf, type Verb } from "./row.ts";
import { oneLine } from "../text/terminal_text.ts";
import type { Members } from "./model.ts";

/** A line for a person about an operation. */
export interface OpLine {
  /** `+` for what is new, `-` for what is gone, `~` for what differs, `>` for what is elsewhere. */
  readonly sign: "+" | "-" | "~" | ">";
  /** The part and what happened to it. */
  readonly text: string;
}

const SIGNS: Readonly<Record<Verb, OpLine["sign"]>> = {
  add: "+",
  update: "~",
  set: "~",
  remove: "-",
  move: ">",
  rename: ">",
  report: "~",
};

/** An operation as a line for a person. */
export function lineOf(rows: OpRows, op: AnyOp): OpLine {
  const row = rowOf(rows, op);
  // Someone else's loom may know operations that this one does not.
  if (!row) return { sign: "~", text: named(op.op) };
  return { sign: row.removes?.(op) ? "-" : SIGNS[row.verb], text: row.text(op) };
}

/** A name from a document, harmless on a terminal. */
export function named(name: unknown): string {
  return typeof name === "string" ? oneLine(name) : JSON.stringify(name) ?? "";
}

/** The place of an insertion. */
export function placeText(op: Members): string {
  return op.index === undefined ? "" : ` at #${op.index}`;
}

/** The members that an update sets and deletes. */
export function changedText(what: string, op: Members): string {
  const patch = isObject(op.patch) ? op.patch : {};
  const set = Object.entries(patch).map(([field, value]) => `${named(field)} = ${valueText(value)}`);
  const unset = Array.isArray(op.unset) ? op.unset : [];
  const gone = unset.filter((field) => !Object.hasOwn(patch, field)).map((field) => `no ${named(field)}`);
  return `${what}: ${[...set, ...gone].join(", ") || "the order of its fields"}`;
}

/** A value on one line, cut when it is long. */
function valueText(value: unknown): string {
  const text = oneLine(JSON.stringify(value) ?? "");
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
