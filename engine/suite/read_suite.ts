import {
  checkShape,
  done,
  isObject,
  LoomError,
  refused,
  type Result,
  type ShapeIssue,
  toPointer,
} from "@loom/protocol";
import { advanceStep, millisecondsIn, parseStep, stepOfJson } from "../simulation/step_text.ts";
import type { SimulationStep } from "../simulation/simulation.ts";
import { SUITE_SHAPE } from "./shape.ts";
import type { TestStep, TestSuite } from "./types.ts";

/** A suite whose steps are read. */
export interface ReadSuite {
  /** The suite as written. */
  readonly suite: TestSuite;
  /** The steps by test. */
  readonly steps: readonly (readonly ReadStep[])[];
}

/** A step that is read. */
export interface ReadStep {
  /** The input; absent for a step that only sets data or checks. */
  readonly input?: SimulationStep;
  /** The step; empty for a word. */
  readonly step: TestStep;
}

const OPEN_MEMBERS = ["data", "stubs", "guards", "payload"];

/**
 * Reads the value of a test file.
 *
 * @returns The suite, or the first thing that is wrong with it, with its JSON pointer.
 *
 * @example
 * ```ts
 * import { readSuite } from "@loom/engine";
 * import { assert, assertEquals } from "@std/assert";
 * const read = readSuite({ machine: "door.smdf.json", tests: [{ name: "opens", steps: ["open", { expect: { sate: "Open" } }] }] });
 * assert(!read.ok);
 * assertEquals(read.refusal.message, 'At /tests/0/steps/1/expect/sate: Expectation has no field "sate". Did you mean "state"?');
 * ```
 */
export function readSuite(value: unknown): Result<ReadSuite> {
  const wrong = wrongIn("TestSuite", value, "");
  if (wrong !== undefined) return wrong;
  const suite = value as TestSuite;
  const steps: ReadStep[][] = [];
  for (const [index, test] of suite.tests.entries()) {
    const own: ReadStep[] = [];
    for (const [at, step] of test.steps.entries()) {
      const read = readStep(step, toPointer(["tests", index, "steps", at]));
      if (!read.ok) return read;
      own.push(read.value);
    }
    steps.push(own);
  }
  return done({ suite, steps });
}

function readStep(step: unknown, pointer: string): Result<ReadStep> {
  try {
    if (typeof step === "string") {
      const input = parseStep(step);
      return input === undefined
        ? wrongAt(pointer, "The step is empty: write an event or a time such as +5s.")
        : done({ input, step: {} });
    }
    const wrong = wrongIn("TestStep", step, pointer);
    return wrong ?? done(stepOf(step as TestStep));
  } catch (error) {
    if (error instanceof LoomError) return wrongAt(pointer, error.message);
    throw error;
  }
}

function stepOf(step: TestStep): ReadStep {
  const { event, payload, advance } = step;
  if (event === undefined && advance === undefined) return { step };
  if (event === undefined) {
    return {
      input: advanceStep(
        typeof advance === "string" ? millisecondsIn(advance.replace(/^\+/, "")) : advance ?? 0,
      ),
      step,
    };
  }
  if (advance !== undefined) throw new LoomError("bad_step", 'A step has "event" or "advance", not both.');
  return { input: stepOfJson({ event, payload }), step };
}

/** The first difference from the shape. A field that nothing reads would be a check that never fails. */
function wrongIn(shape: string, value: unknown, pointer: string) {
  const [issue] = checkShape(SUITE_SHAPE, shape, value);
  if (issue !== undefined) return wrongAt(pointer + issue.path, messageOf(issue));
  return openMemberIn(value, pointer);
}

function messageOf({ kind, message, suggestion }: ShapeIssue): string {
  return kind === "unknown_field" && suggestion === undefined
    ? message.replace("It is kept but means nothing.", "Remove it or correct its name.")
    : message;
}

/** The first member at any depth of the suite that has to be an object and is none. */
function openMemberIn(value: unknown, pointer: string): Result<never> | undefined {
  if (!isObject(value)) return undefined;
  for (const name of OPEN_MEMBERS) {
    const member = value[name];
    if (member === undefined || member === null) continue;
    if (!isObject(member)) return wrongAt(`${pointer}/${name}`, `"${name}" must be an object.`);
    const answer = name === "guards"
      ? Object.entries(member).find(([, one]) => typeof one !== "boolean")
      : undefined;
    if (answer !== undefined) {
      return wrongAt(
        `${pointer}${toPointer([name, answer[0]])}`,
        "The answer of a guard must be true or false.",
      );
    }
  }
  const inner = [
    ...(Array.isArray(value.tests) ? value.tests.map((test, at) => [test, `/tests/${at}`] as const) : []),
    ["expect" in value ? value.expect : undefined, "/expect"] as const,
  ];
  for (const [part, at] of inner) {
    const wrong = openMemberIn(part, pointer + at);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}

function wrongAt(path: string, message: string): Result<never> {
  return refused({ code: "bad_test_file", message: path === "" ? message : `At ${path}: ${message}`, path });
}
