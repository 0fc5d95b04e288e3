import { counted, type State, textOrEmpty, walkStates } from "@loom/protocol";
import { childrenOf, kindOf, regionsOf, transitionsOf } from "../members.ts";
import type { ReplayedPath, Stop } from "../scenario/report.ts";
import type { Breach, MemberReplay } from "./rule.ts";
import { claimedState } from "./scenario_rules.ts";
import type { SystemSurvey } from "./survey.ts";

/** L008, second part: a path of a scenario stops in a machine. A stop that several paths share is one finding. */
export function* checkReplays(
  { machines, scenarios, incomplete }: SystemSurvey,
  replays: readonly MemberReplay[],
): Iterable<Breach> {
  for (const { member, report } of replays) {
    const messages = scenarios.find((one) => one.member.path === member)?.messages ?? [];
    const unknown = new Set(
      messages.filter((one) => !incomplete.has("machine") && claimedState(machines, one) !== undefined)
        .map(({ ref }) => ref),
    );
    const stops = new Map<string, { readonly path: ReplayedPath; readonly stop: Stop; others: number }>();
    for (const path of report.paths) {
      for (const stop of path.stops) {
        if (stop.result === "unknown-event") continue;
        // A state that does not exist is reported already.
        if (stop.result === "state-mismatch" && unknown.has(stop.ref)) continue;
        const key = JSON.stringify([stop.ref, stop.machine, stop.reason]);
        const known = stops.get(key);
        if (known === undefined) stops.set(key, { path, stop, others: 0 });
        else known.others++;
      }
    }
    for (const { path, stop, others } of stops.values()) {
      yield {
        message: stopText(path, stop, others),
        element: `message:${stop.ref}`,
        member,
        path: messages.find(({ ref }) => ref === stop.ref)?.path ?? "",
      };
    }
  }
}

function stopText(path: ReplayedPath, stop: Stop, others: number): string {
  const { ref, reason, later, scenarioChange, machineChange } = stop;
  const changes = [
    ...(scenarioChange === undefined ? [] : [`in the scenario, ${scenarioChange}`]),
    ...(machineChange === undefined ? [] : [`in the machine, ${machineChange}`]),
    ...(path.kind === "without-optional" ? ["make the message that is needed not optional"] : []),
  ];
  return `${path.name}: message ${ref} stops it: ${reason}` +
    (later === 0
      ? ""
      : `; ${counted(later, "later message")} of the machine ${later === 1 ? "stops" : "stop"} too`) +
    (others === 0 ? "" : ` (so ${others === 1 ? "does" : "do"} ${counted(others, "other path")})`) +
    (changes.length === 0 ? "." : `. To go on: ${changes.join("; or ")}.`);
}

/** L009: a leaf that nothing leaves. */
export function* checkWays({ machines }: SystemSurvey): Iterable<Breach> {
  for (const { member, definition } of machines) {
    // The states that have a transition, or are in one that has; parents come before their children.
    const left = new Set<State | null>();
    for (const { state, parent, slot, path } of walkStates(definition.state)) {
      if (transitionsOf(state).length > 0 || left.has(parent)) {
        left.add(state);
        continue;
      }
      const isLeaf = childrenOf(state).length === 0 && regionsOf(state).length === 0;
      if (slot === "root" || !isLeaf || kindOf(state) !== "normal") continue;
      const name = textOrEmpty(state.name);
      yield {
        message: `Nothing leads out of "${name}", and it is not final: add a transition, or make it final.`,
        element: `state:${name}`,
        member: member.path,
        path,
      };
    }
  }
}
