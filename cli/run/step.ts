import { eventStep, type SimulationStep, wordStep } from "@loom/engine";
import { UsageError } from "../usage_error.ts";

/**
 * Reads the steps of `--events`: event ids separated by commas; `id={...}` sends a payload, `+500` lets 500
 * milliseconds pass.
 *
 * @throws {StepTextError} For a payload that is no JSON object.
 * @throws {UsageError} Where a comma is missing.
 *
 * @example
 * ```ts ignore
 * parseSteps('open,+500,pay={"sum":5}'); // an event, time, an event with a payload
 * ```
 */
export function parseSteps(text: string): SimulationStep[] {
  const steps: SimulationStep[] = [];
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

function addStep(steps: SimulationStep[], word: string): void {
  const text = word.trim();
  if (text !== "") steps.push(wordStep(text));
}

/** Offset of the next mark from `at`, or the end of the text. */
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
