import type { Parameter } from "../types.ts";
import { plainText } from "./text.ts";

/** The trigger of an arrow: an event with its parameters, or milliseconds that pass in the state. */
export type Trigger =
  | { readonly kind: "event"; readonly id: string; readonly parameters: readonly Parameter[] }
  | { readonly kind: "after"; readonly duration: number };

/** `after 5s`, `after 500 ms`, `after(2 min)`. */
const AFTER = /^after(?:\s+|\s*(?=\())(\(?)\s*(\d{1,12}(?:\.\d{1,6})?)\s*([a-z]+)\s*(\)?)$/i;
/** `onSubmit(form)`, `onSubmit(form: Form, count)`. */
const CALL = /^([\p{L}_][\p{L}\p{N}_.-]*)\(([^()]*)\)$/u;
const PARAMETER = /^([\p{L}_][\p{L}\p{N}_]*)(?:\s*:\s*([\p{L}_][\p{L}\p{N}_.]*))?$/u;

/** Units of time in milliseconds, the largest first, and their names, the first of which is written. */
const UNITS: readonly (readonly [number, readonly string[]])[] = [
  [86_400_000, ["d", "day", "days"]],
  [3_600_000, ["h", "hr", "hrs", "hour", "hours"]],
  [60_000, ["min", "m", "mins", "minute", "minutes"]],
  [1000, ["s", "sec", "secs", "second", "seconds"]],
  [1, ["ms", "msec", "millis", "millisecond", "milliseconds"]],
];

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

/** A duration in the largest unit that has a whole number of it. */
export function durationText(duration: number): string {
  const [unit, names] = UNITS.find(([unit]) => duration >= unit && duration % unit === 0) ?? [1, ["ms"]];
  return `${duration / unit}${names[0] ?? ""}`;
}

/** Escapes the text of an event's id that would read as another trigger. */
export function escapeTrigger(text: string): string {
  if (durationOf(text) !== undefined) return `#${text.charCodeAt(0)};${text.slice(1)}`;
  return callOf(text) === undefined ? text : text.replace("(", "#40;");
}

function durationOf(text: string): number | undefined {
  const [, open, amount, word = "", close] = AFTER.exec(text.trim()) ?? [];
  if (amount === undefined || (open === "") !== (close === "")) return undefined;
  const unit = UNITS.find(([, names]) => names.includes(word.toLowerCase()))?.[0];
  return unit === undefined ? undefined : Math.round(Number(amount) * unit);
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
