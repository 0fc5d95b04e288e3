import {
  isObject,
  MACHINE_KIND,
  type MachineOp,
  type State,
  type StateMachineDefinition,
  type StateVisit,
  walkStates,
} from "@loom/protocol";
import { z } from "zod";
import { defineTool, ToolError } from "../tool.ts";
import { DRY_RUN, EDIT_OUTPUT, editAnswer } from "./edit_answer.ts";
import { checkNewState, stateNamed } from "./names.ts";
import { refuseInside } from "./states.ts";

/** Gives a state its regions. */
export const SET_PARALLEL = defineTool({
  name: "set_parallel",
  title: "Set parallel regions",
  description: "Sets the regions of a state: children become regions, new names are made.",
  toolset: "machine",
  kind: MACHINE_KIND.kind,
  effect: "set",
  input: {
    state: z.string(),
    regions: z.array(z.string()).optional(),
    nextState: z.string().describe("when all are complete").optional(),
    ...DRY_RUN,
  },
  output: EDIT_OUTPUT,
  run(values, call) {
    const { state: name, regions, nextState } = values;
    if (regions === undefined && nextState === undefined) {
      throw new ToolError("nothing_given", "There is nothing to set: give regions or nextState.");
    }
    return editAnswer(
      call,
      values,
      (machine) => parallelOps(machine, stateNamed(machine, name), regions, nextState),
      () => parallelText(name, regions, nextState),
    );
  },
});

function parallelText(
  name: string,
  regions: readonly string[] | undefined,
  nextState: string | undefined,
): string {
  const set = regions === undefined
    ? ""
    : regions.length === 0
    ? ` has no regions any more; they are its children now.`
    : ` has the regions ${regions.map((one) => `"${one}"`).join(", ")}.`;
  const next = nextState === undefined
    ? ""
    : nextState === ""
    ? " Their end leads nowhere by itself."
    : ` When all are complete, "${nextState}" follows.`;
  return `"${name}"${set === "" ? ":" : set}${next}`;
}

/** The regions in their order; what is a region no more becomes a child, so that nothing is lost. */
function parallelOps(
  machine: StateMachineDefinition,
  { state, path }: StateVisit,
  regions: readonly string[] | undefined,
  nextState: string | undefined,
): MachineOp[] {
  refuseInside(state);
  const has = isObject(state.parallel);
  const ops: MachineOp[] = [];
  if (regions !== undefined) {
    refuseRepeats(regions);
    if (!has && regions.length > 0) {
      ops.push({ op: "parallel.set", state: state.name, parallel: { states: [] } });
    }
    ops.push(...regions.map((region, index) => regionOp(machine, state, path, region, index)));
    const present = has && Array.isArray(state.parallel?.states) ? state.parallel.states : [];
    for (const { name } of present) {
      if (!regions.includes(name)) ops.push({ op: "state.move", name, parent: state.name });
    }
    if (regions.length === 0) {
      // Without regions nothing can be complete.
      if (nextState) throw noRegions(state);
      return has ? [...ops, { op: "parallel.set", state: state.name, parallel: null }] : [];
    }
  } else if (!has) {
    throw noRegions(state);
  }
  if (nextState !== undefined) ops.push(nextOp(machine, state.name, nextState));
  return ops;
}

function noRegions({ name }: State): ToolError {
  return new ToolError(
    "no_regions",
    `"${name}" has no regions that could be complete: give regions too, or leave nextState out.`,
  );
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
  throw new ToolError(
    "not_inside",
    `"${region}" is not a child of "${parent.name}": call move_state first, or give a name that is free.`,
  );
}

function nextOp(machine: StateMachineDefinition, state: string, nextState: string): MachineOp {
  if (nextState === "") return { op: "parallel.update", state, patch: {}, unset: ["nextState"] };
  stateNamed(machine, nextState);
  return { op: "parallel.update", state, patch: { nextState } };
}

function refuseRepeats(regions: readonly string[]): void {
  const repeated = regions.find((region, index) => regions.indexOf(region) !== index);
  if (repeated === undefined) return;
  throw new ToolError("duplicate", `The region "${repeated}" is named twice: name each once.`);
}

/** The tools about regions. */
export const PARALLEL_TOOLS = [SET_PARALLEL] as const;
