import {
  aKind,
  type AnyKind,
  type JsonObject,
  LoomError,
  MACHINE_KIND,
  type OverlayTransition,
  type PictureOverlay,
  type StateMachineDefinition,
} from "@loom/protocol";
import { Simulation, type SimulationStep } from "../simulation/simulation.ts";
import { logSteps, StepTextError, wordStep } from "../simulation/step_text.ts";
import type { SuiteCoverage } from "./coverage.ts";
import { Probe, type ProbedTransition } from "./probe.ts";

/** Limit of expiries in one step. */
const MOST_EXPIRIES = 1000;

/**
 * The transitions that a machine takes for some steps, as an overlay of its picture. Functions of the host are stand-ins.
 *
 * @param steps Events such as `open`, and times such as `+5s`.
 * @throws {LoomError} When a step cannot be read or is refused, or the machine cannot run.
 *
 * @example
 * ```ts
 * import { walkOverlay } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * const lamp = {
 *   settings: { namespace: "n", asynchronous: false },
 *   events: [{ name: "E", events: [{ id: "press" }] }],
 *   state: {
 *     name: "Lamp",
 *     states: [
 *       { name: "Off", transitions: [{ event: "press", nextState: "On" }] },
 *       { name: "On", transitions: [{ event: "press", nextState: "Off" }] },
 *     ],
 *   },
 * };
 * const { walk } = walkOverlay(lamp, ["press", "press"]);
 * assertEquals(walk?.map(({ state }) => state), ["Off", "On"]);
 * ```
 */
export function walkOverlay(definition: StateMachineDefinition, steps: readonly string[]): PictureOverlay {
  const { taken, refused: [first] } = takenIn(definition, steps.map(wordStep));
  if (first !== undefined) {
    throw new StepTextError(`Step ${first.number} of the walk takes no transition: ${first.why}`);
  }
  return { walk: taken.map(marked) };
}

/**
 * The machine that a document is, for overlays that follow events through it.
 *
 * @throws {LoomError} `bad_style` for a document of another kind.
 */
export function overlaidMachine(row: AnyKind, definition: JsonObject): StateMachineDefinition {
  // Documents of that kind are machines.
  if (row.kind === MACHINE_KIND.kind) return definition as object as StateMachineDefinition;
  throw new LoomError(
    "bad_style",
    `This is ${
      aKind(row)
    }: only machines take events, so only their pictures show walks, heat and coverage. Findings and ` +
      "differences are marked on every picture.",
  );
}

/**
 * Counts how often the steps of a log take each transition, as an overlay of the picture. Functions of the host are stand-ins.
 *
 * @param log The steps, one in each line.
 * @throws {LoomError} When a line is no step, no step takes a transition, or the machine cannot run.
 */
export function heatOverlay(definition: StateMachineDefinition, log: string): PictureOverlay {
  const { taken, refused: [first] } = takenIn(definition, logSteps(log));
  if (taken.length === 0) {
    throw new LoomError(
      "bad_log",
      `No step of the log takes a transition. ${first?.why ?? "It has no events."}`,
    );
  }
  const counted = Map.groupBy(taken, ({ id }) => id);
  return {
    heat: [...counted.values()].flatMap((all) => all[0] ? [{ ...marked(all[0]), count: all.length }] : []),
  };
}

/** The transitions that a machine takes for some steps, in order, and the steps that it refuses. */
function takenIn(definition: StateMachineDefinition, inputs: readonly SimulationStep[]): {
  readonly taken: readonly ProbedTransition[];
  readonly refused: readonly { readonly number: number; readonly why: string }[];
} {
  const probe = new Probe(definition);
  const session = new Simulation(probe.program, { mostExpiries: MOST_EXPIRIES });
  try {
    const refused = inputs.flatMap((input, at) => {
      const { result } = session.perform(input);
      return result === undefined || result.handled ? [] : [{ number: at + 1, why: result.error ?? "" }];
    });
    return { taken: probe.take().taken, refused };
  } finally {
    session.close();
  }
}

/** The states and transitions that tests touch and those that they miss, as an overlay of a picture. */
export function coverageOverlay({ states, transitions }: SuiteCoverage): PictureOverlay {
  return {
    states: Object.fromEntries([
      ...states.touched.map((name) => [name, "covered"] as const),
      ...states.never.map((name) => [name, "missed"] as const),
    ]),
    transitions: [
      ...transitions.touched.map((one) => ({ ...marked(one), mark: "covered" as const })),
      ...transitions.never.map((one) => ({ ...marked(one), mark: "missed" as const })),
    ],
  };
}

/** A transition by what it says: a program may have several for one of the document. */
function marked(
  { state, event, target, condition }: Pick<ProbedTransition, "state" | "event" | "target" | "condition">,
): OverlayTransition {
  return {
    state,
    ...(event === undefined ? {} : { event }),
    ...(target === undefined ? {} : { target }),
    ...(condition === undefined ? {} : { condition }),
  };
}
