import { isObject, type ScenarioPath, scenarioPaths, type StateMachineDefinition } from "@loom/protocol";
import { align, type Alignment, type Move } from "./alignment.ts";
import {
  FAILED_RESULTS,
  type ReplayedPath,
  type ReplayReport,
  type ReplayStep,
  type Stop,
} from "./report.ts";
import { Stage } from "./stage.ts";
import { type Heard, type MachineWalk, type PathWalk, statesOf, walkPath } from "./walk.ts";

/** A replay with the walks that coverage needs. */
export interface Replay {
  /** The report. */
  readonly report: ReplayReport;
  /** The walks, one a path. */
  readonly walks: readonly PathWalk[];
}

/**
 * Walks all paths of a scenario through machines, by the rules of `Machine`. An event reaches every machine that has
 * it, or the one that the message names. Guards that need data may pass or refuse: the messages that follow decide. A
 * step that stops a path does not end the walk; the machine stays where it was.
 *
 * @param scenario The definition of a sequence document; wrong parts count as absent.
 * @param machines The machines, in the order of the system.
 *
 * @example
 * ```ts
 * import { replayScenario } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * const door = {
 *   settings: { namespace: "Home", name: "Door", asynchronous: false },
 *   events: [{ name: "Hand", events: [{ id: "open" }, { id: "close" }] }],
 *   state: {
 *     name: "Root",
 *     states: [
 *       { name: "Closed", transitions: [{ event: "open", nextState: "Open" }] },
 *       { name: "Open", transitions: [{ event: "close", nextState: "Closed" }] },
 *     ],
 *   },
 * };
 * const { paths: [main] } = replayScenario({
 *   settings: { namespace: "Home", name: "Come in" },
 *   participants: [{ name: "Guest" }, { name: "Door" }],
 *   messages: [{ from: "Guest", to: "Door", label: "enters", event: "close" }],
 * }, [door]);
 * assertEquals(main?.stops[0]?.reason, "Door is in Closed, where no transition takes it");
 * assertEquals(main?.stops[0]?.scenarioChange, "put the event open before message 1");
 * ```
 */
export function replayScenario(scenario: unknown, machines: readonly StateMachineDefinition[]): ReplayReport {
  return replayOn(new Stage(machines), scenario).report;
}

/** Walks a scenario through machines that are prepared already. */
export function replayOn(stage: Stage, scenario: unknown): Replay {
  const { paths, isCut } = scenarioPaths(scenario);
  const aligned = new Map<string, Alignment | undefined>();
  const replayed = paths.map((path) => {
    const walk = walkPath(stage, path);
    return { walk, path: reportOf(path, walk, aligned) };
  });
  const report = {
    scenario: scenarioName(scenario),
    machines: stage.machines.map(({ name }) => name),
    paths: replayed.map(({ path }) => path),
    accepted: replayed.every(({ path }) => path.accepted),
    remarks: [
      ...stage.problems,
      ...stage.machines.filter(({ machine }) => machine.isCut)
        .map(({ name }) => `Not every way of "${name}" was tried: its guards leave too many.`),
      ...(isCut
        ? [
          "Not every combination of fragments was walked: there are too many; each fragment was walked alone.",
        ]
        : []),
    ],
  };
  return { report, walks: replayed.map(({ walk }) => walk) };
}

function scenarioName(scenario: unknown): string {
  const settings: unknown = isObject(scenario) ? scenario.settings : undefined;
  return isObject(settings) && typeof settings.name === "string" ? settings.name : "";
}

function reportOf(
  { name, kind, fragment }: ScenarioPath,
  { steps, walks }: PathWalk,
  aligned: Map<string, Alignment | undefined>,
): ReplayedPath {
  const failed = steps.filter(({ result }) => FAILED_RESULTS.has(result));
  const stopped = new Map<string | undefined, ReplayStep>();
  for (const step of failed) if (!stopped.has(step.machine)) stopped.set(step.machine, step);
  const alignments = new Map(walks.map((walk) => [walk.stage.name, alignmentOf(walk, aligned)]));
  const stops = [...stopped].map(([machine, step]) => {
    const later = failed.filter((one) => one.machine === machine).length - 1;
    return stopOf(step, later, machine === undefined ? undefined : alignments.get(machine));
  });
  const heard = walks.reduce((sum, walk) => sum + walk.heard.length, 0);
  const unheard = failed.filter(({ result }) => result === "unknown-event").length;
  const cost = walks.reduce(
    (sum, { stage, heard }) => sum + (alignments.get(stage.name)?.cost ?? stopsIn(heard)),
    0,
  );
  return {
    name,
    kind,
    ...(fragment === undefined ? {} : { fragment }),
    steps,
    accepted: failed.length === 0,
    end: Object.fromEntries(walks.map(({ stage, places }) => [stage.name, statesOf(places)])),
    stops,
    fitness: heard + unheard === 0 ? 1 : Math.max(0, 1 - (cost + unheard) / (heard + unheard)),
  };
}

/** The alignment of a walk; of equal ones only the first is searched for. */
function alignmentOf(
  { stage, heard }: MachineWalk,
  aligned: Map<string, Alignment | undefined>,
): Alignment | undefined {
  if (stopsIn(heard) === 0) return { cost: 0, moves: [] };
  const key = JSON.stringify([stage.name, heard]);
  if (!aligned.has(key)) aligned.set(key, align(stage.machine, heard));
  return aligned.get(key);
}

function stopsIn(heard: readonly Heard[]): number {
  return heard.filter(({ isStop }) => isStop).length;
}

function stopOf(step: ReplayStep, later: number, alignment: Alignment | undefined): Stop {
  const { ref, machine, result } = step;
  const scenarioChange = alignment === undefined ? undefined : movesText(alignment.moves);
  const machineChange = machineChangeOf(step);
  return {
    ref,
    ...(machine === undefined ? {} : { machine }),
    result,
    reason: reasonOf(step),
    ...(scenarioChange === undefined ? {} : { scenarioChange }),
    ...(machineChange === undefined ? {} : { machineChange }),
    later,
  };
}

function reasonOf({ machine, from, to, result, note, event }: ReplayStep): string {
  if (result === "unknown-event") return `${note ?? "no machine has the event"}: ${event ?? ""}`;
  if (machine === undefined) return note ?? result;
  if (result === "state-mismatch") {
    return `${machine} is in ${listText(to)}, but ${note ?? "the message says another"}`;
  }
  return `${machine} is in ${listText(from)}, where ${note ?? "it cannot go on"}`;
}

function machineChangeOf({ event, from, to, result, note }: ReplayStep): string | undefined {
  if (result === "refused") return `add a transition on ${event} to ${listText(from)}`;
  if (result !== "state-mismatch" || event === undefined) return undefined;
  const claimed = note?.replace("the message says ", "");
  return claimed === undefined
    ? undefined
    : `let ${event} lead from ${listText(from)} to ${claimed} instead of ${listText(to)}`;
}

/** The moves that change the scenario, as one phrase. */
function movesText(moves: readonly Move[]): string | undefined {
  const texts = moves.flatMap((move): string[] => {
    switch (move.kind) {
      case "take":
        return [];
      case "skip":
        return [`leave out message ${move.ref}`];
      case "correct":
        return [`let message ${move.ref} say ${move.state}`];
      case "insert":
        return [`put the event ${move.event} before message ${move.before}`];
    }
  });
  if (texts.length === 0) return undefined;
  return texts.length <= MOST_MOVES
    ? texts.join(", then ")
    : `${texts.slice(0, MOST_MOVES).join(", then ")}, and ${texts.length - MOST_MOVES} more`;
}

/** Limit of the moves that a phrase names. */
const MOST_MOVES = 3;

/** `Closed`, or `one of Closed, Open`. */
function listText(states: readonly string[]): string {
  return states.length === 1 ? states[0] ?? "" : `one of ${states.join(", ")}`;
}
