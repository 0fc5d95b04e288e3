import { isObject } from "@loom/protocol";

/** Why a value cannot be read as a definition, and where. */
export interface StructureFault {
  /** A sentence without its full stop. */
  readonly problem: string;
  /** JSON pointer from the top of the definition. */
  readonly path: string;
}

type Members = Record<string, unknown>;

/** A state that still has to be looked at; the pointer to it is only written when there is a fault. */
interface Waiting {
  readonly state: unknown;
  readonly above: Waiting | undefined;
  /** The steps from the state above. */
  readonly slot: "/state" | "/states" | "/parallel/states";
  readonly index: number;
}

/**
 * Looks only at what keeps a definition from being read: states, transitions, sources, events, timers and actions
 * must be lists of objects, and states must have names. `null` counts as absent. All else is the validator's matter.
 */
export function structureFault(definition: unknown): StructureFault | undefined {
  if (!isObject(definition)) {
    return {
      problem: `A machine definition must be an object, but this is ${wordFor(definition)}`,
      path: "",
    };
  }
  return sourcesFault(definition) ?? (isAbsent(definition.state) ? undefined : treeFault(definition.state));
}

function sourcesFault(definition: Members): StructureFault | undefined {
  return eachObject(
    definition,
    "events",
    "",
    (source, path) =>
      eachObject(source, "events", path, noFault) ?? eachObject(source, "timers", path, noFault),
  );
}

function treeFault(root: unknown): StructureFault | undefined {
  const waiting: Waiting[] = [{ state: root, above: undefined, slot: "/state", index: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { state } = next;
    const fault = isObject(state) ? stateFault(state) : noObject(state);
    if (fault) return { ...fault, path: pathOf(next) + fault.path };
    const { parallel, states } = state as Members; // a fault is found in what is no object
    if (isObject(parallel)) wait(waiting, parallel.states, next, "/parallel/states");
    wait(waiting, states, next, "/states");
  }
  return undefined;
}

function wait(waiting: Waiting[], states: unknown, above: Waiting, slot: Waiting["slot"]): void {
  if (!Array.isArray(states)) return;
  for (let index = states.length - 1; index >= 0; index--) {
    waiting.push({ state: states[index], above, slot, index });
  }
}

function pathOf(waiting: Waiting): string {
  let path = "";
  for (let at: Waiting | undefined = waiting; at; at = at.above) {
    path = (at.above ? `${at.slot}/${at.index}` : at.slot) + path;
  }
  return path;
}

/** Faults of a state itself; the path begins at the state. */
function stateFault(state: Members): StructureFault | undefined {
  const { name, parallel } = state;
  if (typeof name !== "string") {
    return isAbsent(name)
      ? { problem: 'A state must have a name: add "name"', path: "" }
      : { problem: `The name of a state must be a string, but it is ${wordFor(name)}`, path: "/name" };
  }
  return blockFault(state, "onEntry") ?? blockFault(state, "onExit") ??
    eachObject(state, "transitions", "", (transition, path) => listFault(transition, "actions", path)) ??
    listFault(state, "states", "") ?? parallelFault(parallel);
}

function parallelFault(parallel: unknown): StructureFault | undefined {
  if (isAbsent(parallel)) return undefined;
  if (isObject(parallel)) return listFault(parallel, "states", "/parallel");
  const problem = `"parallel" must be an object with the regions in "states", but it is ${wordFor(parallel)}`;
  return { problem, path: "/parallel" };
}

function blockFault(state: Members, member: "onEntry" | "onExit"): StructureFault | undefined {
  const block = state[member];
  return isObject(block) ? listFault(block, "actions", `/${member}`) : undefined;
}

/** Checks that a member is a list of objects, and each of them. */
function eachObject(
  owner: Members,
  key: string,
  path: string,
  faultIn: (item: Members, path: string) => StructureFault | undefined,
): StructureFault | undefined {
  const list = owner[key];
  if (!Array.isArray(list)) return listFault(owner, key, path);
  for (let index = 0; index < list.length; index++) {
    const item: unknown = list[index];
    const fault = isObject(item) ? faultIn(item, "") : noObject(item);
    if (fault) return { ...fault, path: `${path}/${key}/${index}${fault.path}` };
  }
  return undefined;
}

function listFault(owner: Members, key: string, path: string): StructureFault | undefined {
  const list = owner[key];
  if (isAbsent(list) || Array.isArray(list)) return undefined;
  return { problem: `"${key}" must be a list, but it is ${wordFor(list)}`, path: `${path}/${key}` };
}

function noFault(): undefined {
  return undefined;
}

function noObject(value: unknown): StructureFault {
  return { problem: `An object must stand here, but this is ${wordFor(value)}`, path: "" };
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function wordFor(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (value === null || value === undefined) return "nothing";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
