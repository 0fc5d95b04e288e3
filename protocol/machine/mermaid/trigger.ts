import { durationText, parseDuration } from "../../duration.ts";
import type { OutlineState } from "../outline.ts";
import type { Parameter } from "../types.ts";
import { plainText } from "./text.ts";

/** The trigger of an arrow: an event with its parameters, or milliseconds that pass in the state. */
export type Trigger =
  | { readonly kind: "event"; readonly id: string; readonly parameters: readonly Parameter[] }
  | { readonly kind: "after"; readonly duration: number };

/** `after 5s`, `after 500 ms`, `after(2 min)`. */
const AFTER = /^after(?:\s+|\s*(?=\())(\(?)\s*([^()]*?)\s*(\)?)$/i;
/** `onSubmit(form)`, `onSubmit(form: Form, count)`. */
const CALL = /^([\p{L}_][\p{L}\p{N}_.-]*)\(([^()]*)\)$/u;
const PARAMETER = /^([\p{L}_][\p{L}\p{N}_]*)(?:\s*:\s*([\p{L}_][\p{L}\p{N}_.]*))?$/u;

/** The type of a parameter of which a diagram tells the name only. */
const ANY_TYPE = "object";

/** Reads the part of an arrow's label that stands before guard and action, as spelled in the source. */
export function readTrigger(text: string): Trigger {
  const duration = durationOf(text);
  if (duration !== undefined) return { kind: "after", duration };
  return callOf(text) ?? { kind: "event", id: plainText(text), parameters: [] };
}

/** Writes a time as {@linkcode readTrigger} reads it: `after 5s`. */
export function afterText(duration: number): string {
  return `after ${durationText(duration)}`;
}

/** Escapes the text of an event's id that would read as another trigger. */
export function escapeTrigger(text: string): string {
  if (durationOf(text) !== undefined) return `#${text.charCodeAt(0)};${text.slice(1)}`;
  return callOf(text) === undefined ? text : text.replace("(", "#40;");
}

function durationOf(text: string): number | undefined {
  const [, open, duration, close] = AFTER.exec(text.trim()) ?? [];
  if (duration === undefined || (open === "") !== (close === "")) return undefined;
  const milliseconds = parseDuration(duration);
  return milliseconds === undefined ? undefined : Math.round(milliseconds);
}

function callOf(text: string): Trigger | undefined {
  const [, id, list = ""] = CALL.exec(text.trim()) ?? [];
  if (id === undefined) return undefined;
  const words = list.trim() === "" ? [] : plainText(list).split(",");
  const parameters = words.flatMap((word): Parameter[] => {
    const [, name, type = ANY_TYPE] = PARAMETER.exec(word.trim()) ?? [];
    return name === undefined ? [] : [{ name, type }];
  });
  const isWhole = parameters.length === words.length &&
    new Set(parameters.map(({ name }) => name)).size === words.length;
  return isWhole ? { kind: "event", id, parameters } : undefined;
}

/** The words that the timer of an `after 5s` adds to the name of its state. */
function afterWords(duration: number): readonly [string, string] {
  return ["After", durationText(duration)];
}

/** A name made of that of an owner, in its spelling: `OpenFinal`, `is_open_final`, `My door final`. */
export function derivedName(owner: string, words: readonly string[]): string {
  if (owner === "") return words.join("");
  const isWord = /^\w+$/.test(owner);
  if (isWord && !owner.includes("_")) return owner + words.join("");
  return [owner, ...words.map((word) => word.toLowerCase())].join(isWord ? "_" : " ");
}

/**
 * The time after which an event comes to a state, where it is the timer that an import of `after 5s` makes: started
 * on entry, stopped on exit, named after both.
 */
export function afterOf(state: OutlineState, event: string): number | undefined {
  if (!state.exit.includes(`stop ${event}`)) return undefined;
  for (const text of state.entry) {
    const duration = text.startsWith(`start ${event} `) ? text.slice(`start ${event} `.length) : "";
    if (!/^\d{1,15}$/.test(duration)) continue;
    if (derivedName(state.name, afterWords(Number(duration))) === event) return Number(duration);
  }
  return undefined;
}
