import { counted } from "@loom/protocol";
import type { CoverageReport, CoveredTransition, MachineCoverage } from "./coverage.ts";
import type { ReplayedPath, ReplayReport, ReplayStep, Stop } from "./report.ts";

/** A report as text: one line a step that reaches a machine. */
export function formatReplay(report: ReplayReport): string {
  const { scenario, machines, accepted, paths, remarks } = report;
  const verdict = accepted ? "every path is accepted" : "some path stops";
  const lines = [
    `${scenario || "(no name)"} through ${machines.join(", ") || "no machine"}: ${verdict}`,
    ...remarks,
    ...paths.flatMap(pathLines),
  ];
  return lines.join("\n");
}

function pathLines(path: ReplayedPath): string[] {
  const { name, steps, accepted, end, stops, fitness } = path;
  const ends = Object.entries(end).map(([machine, states]) => `${machine} in ${states.join(" or ")}`).join(
    ", ",
  );
  const verdict = accepted ? "accepted" : `stops, fitness ${fitness.toFixed(2)}`;
  return [
    "",
    `${name}: ${verdict}${ends === "" ? "" : `; ends with ${ends}`}`,
    ...steps.filter(({ result }) => result !== "data").map((step) => `  ${stepText(step)}`),
    ...stops.flatMap((stop) => stopLines(stop).map((line) => `  ${line}`)),
  ];
}

/** A step as one line: `4. approve @Count: Identified → Evaluating [assumed: isReady]`. */
export function stepText({ ref, label, event, machine, from, to, result, guards, note }: ReplayStep): string {
  const what = event === undefined ? label : `${event}${machine === undefined ? "" : ` @${machine}`}`;
  const assumed = guards === undefined ? "" : ` [assumed: ${guards.join("; ")}]`;
  const moved = result === "moved" || result === "state-mismatch"
    ? `${from.join(" or ")} → ${to.join(" or ")}`
    : "";
  const stayed = result === "stayed" ? `stays in ${to.join(" or ")}` : "";
  const others = moved === "" && stayed === ""
    ? `${result}${from.length > 0 ? ` in ${from.join(" or ")}` : ""}`
    : "";
  const mismatch = result === "state-mismatch" ? `, ${result}` : "";
  return `${ref}. ${what}: ${moved}${stayed}${others}${mismatch}${assumed}${
    note === undefined ? "" : ` — ${note}`
  }`;
}

function stopLines({ ref, reason, scenarioChange, machineChange, later }: Stop): string[] {
  const more = later === 0 ? "" : `; ${later} later ${later === 1 ? "message stops" : "messages stop"} too`;
  const changes = [
    ...(scenarioChange === undefined ? [] : [`in the scenario: ${scenarioChange}`]),
    ...(machineChange === undefined ? [] : [`or in the machine: ${machineChange}`]),
  ];
  return [`stops at ${ref}: ${reason}${more}`, ...changes.map((change) => `  ${change}`)];
}

/** A coverage report as text: what no scenario touches, one line each. */
export function formatCoverage({ scenarios, paths, machines, remarks }: CoverageReport): string {
  const head = `${counted(scenarios, "scenario")}, ${counted(paths, "path")}`;
  return [head, ...remarks, ...machines.flatMap(machineLines)].join("\n");
}

function machineLines(coverage: MachineCoverage): string[] {
  const left = uncoveredIn(coverage).map(({ text }) => `  ${text}`);
  return ["", `${coverageText(coverage)}; precision ${coverage.precision.toFixed(2)}`, ...left];
}

/** The coverage of a machine by scenarios: `Door: 2 of 3 states, 2 of 3 transitions, 0 of 0 sides of guards`. */
export function coverageText({ machine, states, transitions, guards }: MachineCoverage): string {
  const seen = guards.reduce((sum, { passed, refused }) => sum + Number(passed) + Number(refused), 0);
  return `${machine}: ${share(states.touched.length, states.touched.length + states.never.length)} states, ${
    share(transitions.touched.length, transitions.touched.length + transitions.never.length)
  } transitions, ${share(seen, guards.length * 2)} sides of guards`;
}

/** A part of a machine that no scenario touches. */
export interface UncoveredPart {
  /** Its element, `<type>:<name>`, such as `transition:Closed:1`. */
  readonly element: string;
  /** The part in words, such as `state never active: Locked`. */
  readonly text: string;
}

/** The parts of a machine that no scenario touches: states, transitions and sides of guards. */
export function uncoveredIn({ states, transitions, guards }: MachineCoverage): UncoveredPart[] {
  const parts = (what: string, never: readonly CoveredTransition[]) =>
    never.map((one) => ({
      element: `transition:${one.state}:${one.index}`,
      text: `${what}: ${transitionText(one)}`,
    }));
  return [
    ...states.never.map((state) => ({ element: `state:${state}`, text: `state never active: ${state}` })),
    ...parts("transition never taken", transitions.never),
    ...parts("guard never passes", guards.filter(({ passed }) => !passed)),
    ...parts("guard never refuses", guards.filter(({ refused }) => !refused)),
  ];
}

/** A transition as a few words: `Closed -open [not locked]-> Open`. */
export function transitionText({ state, event, target, condition }: CoveredTransition): string {
  const words = [
    ...(event === undefined ? [] : [event]),
    ...(condition === undefined ? [] : [`[${condition}]`]),
  ];
  return `${state} -${words.join(" ") || "always"}-> ${target ?? "stays"}`;
}

function share(part: number, whole: number): string {
  return `${part} of ${whole}`;
}
