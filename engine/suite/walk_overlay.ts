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
import { wordStep } from "../simulation/step_text.ts";
import type { SuiteCoverage } from "./coverage.ts";
import { Probe, type ProbedTransition } from "./probe.ts";

/** Limit of expiries in one step. */
const MOST_EXPIRIES = 1000;

/**
 * The transitions that a machine takes for some steps, as an overlay of its picture. Functions of the host are stand-ins.
 *
 * @param steps Events such as `open`, and times such as `+5s`.
 * @throws {LoomError} When a step cannot be read, or the machine cannot run.
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
  return { walk: takenIn(definition, steps.map(wordStep)).map(marked) };
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
 * @throws {LoomError} When the machine cannot run.
 */
export function heatOverlay(
  definition: StateMachineDefinition,
  steps: readonly SimulationStep[],
): PictureOverlay {
  const taken = Map.groupBy(takenIn(definition, steps), ({ id }) => id);
  return {
    heat: [...taken.values()].flatMap((all) => all[0] ? [{ ...marked(all[0]), count: all.length }] : []),
  };
}

/** The transitions that a machine takes for some steps, in order. */
function takenIn(
  definition: StateMachineDefinition,
  inputs: readonly SimulationStep[],
): readonly ProbedTransition[] {
  const probe = new Probe(definition);
  const session = new Simulation(probe.program, { mostExpiries: MOST_EXPIRIES });
  try {
    for (const input of inputs) session.perform(input);
    return probe.take().taken;
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
