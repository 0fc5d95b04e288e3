import {
  type State,
  type StateMachineDefinition,
  type StateVisit,
  triggerText,
  walkStates,
} from "@loom/protocol";

/** Which part of a machine to list. */
export interface StateTreeOptions {
  /** The first state. Default: the root. */
  readonly from?: State;
  /** Number of levels below that. Default: all. */
  readonly depth?: number;
  /** After how many states to end. Default: never. */
  readonly most?: number;
  /** Number of transitions of a state are listed. Default: all. */
  readonly mostTransitions?: number;
  /** After how many lines to end. Default: never. */
  readonly mostLines?: number;
}

/** States and their transitions as indented lines. */
export interface StateTree {
  readonly tree: string;
  /** The states in it. */
  readonly shown: number;
  /** The states that there are from its beginning. */
  readonly count: number;
  /** The states in it that have more transitions than it lists, as far as they have names. */
  readonly cutStates: readonly string[];
}

/**
 * Lists states and their transitions, two spaces a level: a state with what is special about it, then its transitions, then
 * the states inside.
 */
export function stateTree(definition: StateMachineDefinition, options: StateTreeOptions = {}): StateTree {
  const { from = definition.state, depth = Infinity, most = Infinity } = options;
  const { mostTransitions = Infinity, mostLines = Infinity } = options;
  const lines: string[] = [];
  const cutStates: string[] = [];
  let shown = 0;
  let count = 0;
  for (const visit of walkStates(from)) {
    count++;
    if (visit.depth > depth || shown >= most || lines.length >= mostLines) continue;
    shown++;
    const room = Math.min(mostTransitions, mostLines - lines.length - 1);
    if (addState(lines, visit, room) > 0) cutStates.push(textOf(visit.state.name));
  }
  return { tree: lines.join("\n"), shown, count, cutStates };
}

/** Adds the lines of a state; gives how many of its transitions are left out. */
function addState(lines: string[], visit: StateVisit, mostTransitions: number): number {
  const indent = "  ".repeat(visit.depth);
  lines.push(indent + (textOf(visit.state.name) || "(no name)") + marks(visit));
  const all = listOf(visit.state.transitions);
  for (const transition of all.slice(0, mostTransitions)) {
    lines.push(`${indent}  ${transitionText(transition)}`);
  }
  const left = Math.max(0, all.length - mostTransitions);
  if (left > 0) lines.push(`${indent}  … ${left} more transition${left === 1 ? "" : "s"}`);
  return left;
}

/** Remarks about a state. */
function marks({ state, slot }: StateVisit): string {
  const kind = textOf(state.kind);
  const words = [
    slot === "region" ? "region" : "",
    kind === "normal" ? "" : kind === "history" && state.history === "deep" ? "deep history" : kind,
  ].filter((word) => word !== "");
  const initial = textOf(state.initial);
  const next = textOf(recordOf(state.parallel).nextState);
  return (words.length === 0 ? "" : ` (${words.join(", ")})`) +
    (initial === "" ? "" : ` *→ ${initial}`) +
    (next === "" ? "" : ` done → ${next}`);
}

function transitionText(transition: Record<string, unknown>): string {
  const { nextState, nextStates, condition } = transition;
  const head = textOf(triggerText(transition)) || "(always)";
  const targets = [nextState, ...(Array.isArray(nextStates) ? nextStates : [])].map(textOf);
  const target = targets.filter((name) => name !== "").join(", ");
  const guard = textOf(condition).trim();
  return head + (target === "" ? " (internal)" : ` → ${target}`) + (guard === "" ? "" : ` if ${guard}`);
}

function listOf(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.map(recordOf) : [];
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? value as Record<string, unknown> : {};
}

/** A member as text on one line. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return "";
  return (typeof value === "string" ? value : JSON.stringify(value)).replace(/\s+/g, " ");
}
