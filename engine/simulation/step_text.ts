import { isObject, LoomError, parseDuration, parseJsonText } from "@loom/protocol";
import type { SimulationStep } from "./simulation.ts";

/** A text that is no step; its `code` is `bad_step`. */
export class StepTextError extends LoomError {
  /** Makes the error from its sentence. */
  constructor(message: string) {
    super("bad_step", message);
    this.name = "StepTextError";
  }
}

/**
 * Reads a step from a line: an event's id with an optional JSON payload behind it, `+500` or `+5s`, or JSON with `event` and
 * `payload`, or with `advance`.
 *
 * @returns `undefined` for an empty line, or one that begins with `#`.
 * @throws {StepTextError} When the line is none of these.
 *
 * @example
 * ```ts
 * import { parseStep } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * assertEquals(parseStep('pay {"sum":5}'), { kind: "event", event: "pay", payload: { sum: 5 } });
 * assertEquals(parseStep("+5s"), { kind: "advance", milliseconds: 5000 });
 * ```
 */
export function parseStep(line: string): SimulationStep | undefined {
  const text = line.trim();
  if (text === "" || text.startsWith("#")) return undefined;
  if (text.startsWith("{")) return stepOfJson(jsonObject(text, "The line"));
  const brace = text.indexOf("{");
  if (brace < 0) return wordStep(text);
  return eventStep(text.slice(0, brace).trim(), text.slice(brace));
}

/**
 * Reads the step in a line of a log.
 *
 * @throws {StepTextError} When the line is no step; the message tells its number.
 */
export function numberedStep(line: string, number: number): SimulationStep | undefined {
  try {
    return parseStep(line);
  } catch (error) {
    if (!(error instanceof StepTextError)) throw error;
    throw new StepTextError(`Line ${number} of the input: ${error.message}`);
  }
}

/**
 * Reads the steps in a log, one in each line.
 *
 * @throws {StepTextError} When a line is no step.
 */
export function logSteps(text: string): SimulationStep[] {
  return text.split(/\r\n?|\n/).flatMap((line, at) => numberedStep(line, at + 1) ?? []);
}

/**
 * Makes a step from a JSON value with `event` and `payload`, or with `advance`.
 *
 * @throws {StepTextError} When it has neither.
 */
export function stepOfJson(value: Record<string, unknown>): SimulationStep {
  const { event, payload, advance } = value;
  if (typeof advance === "number" && event === undefined) return advanceStep(advance);
  if (typeof event !== "string" || event === "") {
    throw new StepTextError('A step as JSON needs "event" (a text) or "advance" (milliseconds).');
  }
  if (payload === undefined || payload === null) return { kind: "event", event };
  if (!isObject(payload)) throw new StepTextError('"payload" must be a JSON object.');
  return { kind: "event", event, payload };
}

/**
 * Makes a step from a word: `+500`, `+500ms`, `+5s` and `+2min` let time pass, anything else is an event.
 *
 * @throws {StepTextError} When a number behind `+` has an unknown unit.
 */
export function wordStep(text: string): SimulationStep {
  if (!/^\+\d/.test(text)) return { kind: "event", event: text };
  return advanceStep(millisecondsIn(text.slice(1)));
}

/**
 * The milliseconds in a text: a number, or one with a unit such as `5s`.
 *
 * @throws {StepTextError} When it is neither.
 */
export function millisecondsIn(text: string): number {
  const milliseconds = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : parseDuration(text);
  if (milliseconds !== undefined) return milliseconds;
  throw new StepTextError(`"${text}" is no time: write 500 (milliseconds), 500ms, 5s, 2min or 1h.`);
}

/**
 * A step that sends an event with a payload.
 *
 * @param json The payload as text.
 * @throws {StepTextError} When the event is empty, or the text no JSON object.
 */
export function eventStep(event: string, json: string): SimulationStep {
  if (event === "") throw new StepTextError(`The payload ${json} has no event in front of it.`);
  return { kind: "event", event, payload: jsonObject(json, `The payload of "${event}"`) };
}

/** A step that lets time pass. */
export function advanceStep(milliseconds: number): SimulationStep {
  if (Number.isFinite(milliseconds) && milliseconds >= 0) return { kind: "advance", milliseconds };
  throw new StepTextError(
    `Time passes by a number of milliseconds of 0 or more, and not by ${milliseconds}.`,
  );
}

function jsonObject(text: string, subject: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = parseJsonText(text);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new StepTextError(`${subject} is no JSON: ${why.charAt(0).toLowerCase()}${why.slice(1)}`);
  }
  if (isObject(value)) return value;
  throw new StepTextError(`${subject} must be a JSON object.`);
}
