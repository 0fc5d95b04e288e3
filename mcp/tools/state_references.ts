import {
  type DeclaredTransition,
  isObject,
  type MachineOp,
  oneLine,
  type StateMachineDefinition,
  type StateVisit,
  transitionsIn,
  transitionsInto,
  triggerIds,
  walkStates,
} from "@loom/protocol";

/** How many references an answer names. */
const MOST_TOLD = 8;

/** What outside of a state names it, or a state below it. */
export interface StateReferences {
  /** The transitions that lead into it. */
  readonly into: readonly DeclaredTransition[];
  /** The transitions that wait for its completion, and lead elsewhere. */
  readonly waiting: readonly DeclaredTransition[];
  /** The states that begin with it. */
  readonly beginning: readonly string[];
  /** The states that go on with it when their regions are complete. */
  readonly joining: readonly string[];
}

/** Finds what outside of a state names it, or a state below it. */
export function referencesTo(machine: StateMachineDefinition, visit: StateVisit): StateReferences {
  const { state: target, path } = visit;
  const gone = new Set(Array.from(walkStates(target), ({ state }) => state.name));
  const outside = Array.from(walkStates(machine.state)).filter(({ path: at }) =>
    at !== path && !at.startsWith(`${path}/`)
  );
  const names = new Set(outside.map(({ state }) => state.name));
  const declared = triggerIds(machine);
  const waitsFor = (event: unknown) => {
    if (typeof event !== "string" || declared.includes(event)) return false;
    const completed = /^done\.state\.(.+)$/.exec(event)?.[1];
    return completed !== undefined && gone.has(completed);
  };
  const into = transitionsInto(machine, visit);
  const leading = new Set(into.map(({ transition }) => transition));
  return {
    into,
    waiting: transitionsIn(machine).filter(({ state, transition }) =>
      names.has(state) && !leading.has(transition) && waitsFor(transition.event)
    ),
    beginning: outside.filter(({ state }) => state.initial !== undefined && gone.has(state.initial))
      .map(({ state }) => state.name),
    joining: outside.filter(({ state: { parallel } }) =>
      isObject(parallel) && typeof parallel.nextState === "string" && gone.has(parallel.nextState)
    ).map(({ state }) => state.name),
  };
}

/** The names of the states that they stand in. */
export function ownersOf({ into, waiting, beginning, joining }: StateReferences): string[] {
  return [...into.map(({ state }) => state), ...waiting.map(({ state }) => state), ...beginning, ...joining];
}

/** Takes all of them away, the last transition of each state first, so that the indices of the others hold. */
export function withoutReferences({ into, waiting, beginning, joining }: StateReferences): MachineOp[] {
  const transitions = [...into, ...waiting].sort((a, b) => b.index - a.index);
  return [
    ...transitions.map(({ state, index }): MachineOp => ({ op: "transition.remove", state, index })),
    ...beginning.map((name): MachineOp => ({ op: "state.update", name, patch: {}, unset: ["initial"] })),
    ...joining.map((state): MachineOp => ({
      op: "parallel.update",
      state,
      patch: {},
      unset: ["nextState"],
    })),
  ];
}

/** What an answer says of them. */
export function referencesText(references: StateReferences, areGone: boolean): string {
  const { into, waiting, beginning, joining } = references;
  if (areGone) {
    return sentence(into, "into it went too") +
      sentence(waiting, "on its completion went too");
  }
  const others = [
    ...waiting.map(arrow),
    ...beginning.map((name) => `${oneLine(name)} (initial)`),
    ...joining.map((name) => `${oneLine(name)} (parallel nextState)`),
  ];
  const calls = [
    ...(into.length + waiting.length > 0 ? ["update_transition", "remove_transition"] : []),
    ...(beginning.length > 0 ? ["set_initial"] : []),
    ...(joining.length > 0 ? ["set_parallel"] : []),
  ];
  if (calls.length === 0) return "";
  const leads = `now lead${into.length === 1 ? "s" : ""} nowhere: ${some(into.map(arrow))}`;
  return sentence(into, leads) +
    (others.length === 0 ? "" : ` Still named by ${some(others)}.`) +
    ` Call ${calls.join(" or ")}; cascade: true would have removed them.`;
}

function sentence(transitions: readonly DeclaredTransition[], what: string): string {
  if (transitions.length === 0) return "";
  return ` ${transitions.length === 1 ? "1 transition" : `${transitions.length} transitions`} ${what}.`;
}

function some(texts: readonly string[]): string {
  return texts.slice(0, MOST_TOLD).join(", ") + (texts.length > MOST_TOLD ? ", …" : "");
}

function arrow({ state, transition: { event, nextState } }: DeclaredTransition): string {
  const target = nextState ? `--> ${oneLine(nextState)}` : " (internal)";
  return `${oneLine(state)} --[${oneLine(event ?? "")}]${target}`;
}
