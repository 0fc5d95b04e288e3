import { isObject, parseJsonText } from "@loom/protocol";
import { UsageError } from "../usage_error.ts";

/** One thing to do to a running machine. */
export type Step =
  | { readonly kind: "event"; readonly event: string; readonly payload?: Readonly<Record<string, unknown>> }
  | { readonly kind: "advance"; readonly milliseconds: number };

/**
 * Reads the steps of `--events`: event ids separated by commas; `id={...}` sends a payload, `+500` lets 500
 * milliseconds pass.
 *
 * @throws {UsageError} For a payload that is no JSON object.
 *
 * @example
 * ```ts ignore
 * parseSteps('open,+500,pay={"sum":5}'); // an event, time, an event with a payload
 * ```
 */
export function parseSteps(text: string): Step[] {
  const steps: Step[] = [];
  let at = 0;
  while (at < text.length) {
    const comma = endOf(text, at, ",");
    const equals = endOf(text, at, "={");
    if (equals >= comma) {
      addStep(steps, text.slice(at, comma));
      at = comma + 1;
      continue;
    }
    const end = endOfObject(text, equals + 1);
    steps.push(eventStep(text.slice(at, equals).trim(), text.slice(equals + 1, end)));
    const rest = text.slice(end, endOf(text, end, ",")).trim();
    if (rest !== "") throw new UsageError(`A comma is missing in --events before "${rest}".`);
    at = endOf(text, end, ",") + 1;
  }
  return steps;
}

/**
 * Reads a step from a line: an event's id with an optional JSON payload behind it, `+500`, or JSON with `event` and
 * `payload`, or with `advance`.
 *
 * @returns `undefined` for an empty line, or one that begins with `#`.
 * @throws {UsageError} When the line is none of these.
 */
export function parseLine(line: string): Step | undefined {
  const text = line.trim();
  if (text === "" || text.startsWith("#")) return undefined;
  if (text.startsWith("{")) return stepOfJson(jsonObject(text, "The line"));
  const brace = text.indexOf("{");
  if (brace < 0) return wordStep(text);
  return eventStep(text.slice(0, brace).trim(), text.slice(brace));
}

function stepOfJson(value: Record<string, unknown>): Step {
  const { event, payload, advance } = value;
  if (typeof advance === "number" && event === undefined) return advanceStep(advance);
  if (typeof event !== "string" || event === "") {
    throw new UsageError('A line of JSON needs "event" (a text) or "advance" (milliseconds).');
  }
  if (payload === undefined || payload === null) return { kind: "event", event };
  if (!isObject(payload)) throw new UsageError('"payload" must be a JSON object.');
  return { kind: "event", event, payload };
}

function addStep(steps: Step[], word: string): void {
  const text = word.trim();
  if (text !== "") steps.push(wordStep(text));
}

function wordStep(text: string): Step {
  const milliseconds = /^\+(\d+(?:\.\d+)?)(?:\s*ms)?$/.exec(text)?.[1];
  return milliseconds === undefined ? { kind: "event", event: text } : advanceStep(Number(milliseconds));
}

function eventStep(event: string, json: string): Step {
  if (event === "") throw new UsageError(`The payload ${json} has no event in front of it.`);
  return { kind: "event", event, payload: jsonObject(json, `The payload of "${event}"`) };
}

/** A step that lets time pass. */
export function advanceStep(milliseconds: number): Step {
  if (Number.isFinite(milliseconds) && milliseconds >= 0) return { kind: "advance", milliseconds };
  throw new UsageError(`Time passes by a number of milliseconds of 0 or more, and not by ${milliseconds}.`);
}

/**
 * Reads a JSON object.
 *
 * @param subject What it is, for the sentence.
 * @throws {UsageError} When it is none.
 */
export function jsonObject(text: string, subject: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = parseJsonText(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`${subject} is no JSON: ${why.charAt(0).toLowerCase()}${why.slice(1)}`);
  }
  if (isObject(value)) return value;
  throw new UsageError(`${subject} must be a JSON object.`);
}

/** Where a mark stands from `at` on, or the end of the text. */
function endOf(text: string, at: number, mark: string): number {
  const found = text.indexOf(mark, at);
  return found < 0 ? text.length : found;
}

/** The offset behind the brace that closes the one at `start`; braces in strings do not count. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  let isString = false;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (isString && character === "\\") at++;
    else if (character === '"') isString = !isString;
    else if (!isString && character === "{") depth++;
    else if (!isString && character === "}" && --depth === 0) return at + 1;
  }
  return text.length;
}
