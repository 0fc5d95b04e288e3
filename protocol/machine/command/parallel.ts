import { isObject } from "../../json/value.ts";
import type { MachineOp } from "../ops.ts";
import { type StateVisit, walkStates } from "../tree.ts";
import type { State, StateMachineDefinition } from "../types.ts";
import { ALLOW_UNKNOWN, STATE_NAME } from "./arguments.ts";
import { planned, refuse } from "../../plan.ts";
import { checkNewState, checkParent, checkTarget, type MachineCommand, stateNamed } from "./checks.ts";

/** Sets the regions of a state, and the state that follows their end. */
export const SET_PARALLEL_COMMAND: MachineCommand<{
  readonly state: string;
  readonly regions?: readonly string[] | undefined;
  readonly nextState?: string | undefined;
  readonly allowUnknown?: boolean | undefined;
}> = planned({
  id: "parallel.set",
  title: "Set parallel regions",
  summary: "Sets the regions of a state: children become regions, new names are made.",
  effect: "set",
  arguments: [
    { ...STATE_NAME, name: "state" },
    { name: "regions", type: "string[]", doc: "All regions in their order; `[]` for none." },
    { name: "nextState", type: "string", doc: "The state that follows their end; empty for none." },
    ALLOW_UNKNOWN,
  ],
}, (machine, { state, regions, nextState, allowUnknown }) => {
  if (regions === undefined && nextState === undefined) {
    refuse("nothing_given", "There is nothing to set", { remedy: "give regions or nextState" });
  }
  const visit = stateNamed(machine, state);
  checkParent(visit.state);
  const has = isObject(visit.state.parallel);
  const ops = regions === undefined ? [] : regionOps(machine, visit, regions);
  if (nextState !== undefined) {
    const isWithout = regions === undefined ? !has : regions.length === 0;
    if (isWithout && (nextState !== "" || regions === undefined)) refuseWithoutRegions(visit.state);
    checkTarget(machine, nextState, allowUnknown);
    if (!isWithout) ops.push(nextOp(state, nextState));
  }
  return { ops, summary: summaryOf(state, regions, nextState) };
});

/** Puts the regions into their order; one that is left out becomes a child, so that nothing is lost. */
function regionOps(
  machine: StateMachineDefinition,
  { state, path }: StateVisit,
  regions: readonly string[],
): MachineOp[] {
  const repeated = regions.find((region, index) => regions.indexOf(region) !== index);
  if (repeated !== undefined) {
    refuse("duplicate", `The region "${repeated}" is named twice`, { remedy: "name each once" });
  }
  const { name, parallel } = state;
  const has = isObject(parallel);
  const present = has && Array.isArray(parallel.states) ? parallel.states : [];
  return [
    ...(!has && regions.length > 0
      ? [{ op: "parallel.set", state: name, parallel: { states: [] } } satisfies MachineOp]
      : []),
    ...regions.map((region, index) => regionOp(machine, state, path, region, index)),
    ...present.filter((region) => !regions.includes(region.name))
      .map((region): MachineOp => ({ op: "state.move", name: region.name, parent: name })),
    ...(has && regions.length === 0
      ? [{ op: "parallel.set", state: name, parallel: null } satisfies MachineOp]
      : []),
  ];
}

function regionOp(
  machine: StateMachineDefinition,
  parent: State,
  path: string,
  region: string,
  index: number,
): MachineOp {
  const visit = walkStates(machine.state).find((one) => one.state.name === region);
  if (visit === undefined) {
    checkNewState(machine, region);
    return { op: "state.add", parent: parent.name, state: { name: region, states: [] }, index, region: true };
  }
  if (visit.parent === parent && visit.path.startsWith(`${path}/`)) {
    return { op: "state.move", name: region, parent: parent.name, index, region: true };
  }
  refuse("not_inside", `"${region}" is not a child of "${parent.name}"`, {
    remedy: ["use ", { command: "state.move" }, " first, or give a name that is free"],
  });
}

function nextOp(state: string, nextState: string): MachineOp {
  return nextState === ""
    ? { op: "parallel.update", state, patch: {}, unset: ["nextState"] }
    : { op: "parallel.update", state, patch: { nextState } };
}

function refuseWithoutRegions({ name }: State): never {
  refuse("no_regions", `"${name}" has no regions that could be complete`, {
    remedy: "give regions too, or leave nextState out",
  });
}

function summaryOf(
  state: string,
  regions: readonly string[] | undefined,
  nextState: string | undefined,
): string {
  const set = regions === undefined
    ? ":"
    : regions.length === 0
    ? ` has no regions any more; they are its children now.`
    : ` has the regions ${regions.map((one) => `"${one}"`).join(", ")}.`;
  const next = nextState === undefined
    ? ""
    : nextState === ""
    ? " Their end leads nowhere by itself."
    : ` When all are complete, "${nextState}" follows.`;
  return `"${state}"${set}${next}`;
}
