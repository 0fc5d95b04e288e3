import { durationText, parseDuration } from "../../duration.ts";
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
