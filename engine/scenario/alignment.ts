import type { Outcome, Position, ReplayMachine } from "./replay_machine.ts";
import type { Heard } from "./walk.ts";

/**
 * One move of an alignment: the machine takes a message (`take`), takes it but is in another state than the message says
 * (`correct`), does not take it (`skip`), or takes an event that the scenario lacks (`insert`).
 */
export type Move =
  | { readonly kind: "take"; readonly ref: string }
  | { readonly kind: "correct"; readonly ref: string; readonly state: string }
  | { readonly kind: "skip"; readonly ref: string }
  | { readonly kind: "insert"; readonly event: string; readonly before: string };

/** The cheapest way to bring a path and a machine level. */
export interface Alignment {
  /** The number of moves but `take`. */
  readonly cost: number;
  /** The moves, in order. */
  readonly moves: readonly Move[];
}

/** Limit of the positions that are looked at; above it there is no alignment. */
const MOST_NODES = 2_000;

/** The costs of moves: 1 each; among alignments of equal cost the one with the better moves wins. */
const COST = { correct: 1000, insert: 1001, skip: 1002 } as const;

/** A message and a position on the way to an alignment. */
interface Node {
  readonly index: number;
  readonly position: Position;
  readonly cost: number;
  readonly before?: Node;
  readonly move?: Move;
}

/**
 * Finds the cheapest alignment of what a machine hears with what it can do: the conformance checking of process mining
 * (A. Adriansyah, 2014), with cost 1 for a message that the machine skips, an event that the scenario lacks, and a wrong
 * state.
 *
 * @returns `undefined` when the search takes too long.
 */
export function align(machine: ReplayMachine, heard: readonly Heard[]): Alignment | undefined {
  const frontier = new Map<number, Node[]>();
  const done = new Set<string>();
  const push = (node: Node) => {
    const nodes = frontier.get(node.cost);
    if (nodes === undefined) frontier.set(node.cost, [node]);
    else nodes.push(node);
  };
  for (const position of machine.starts()) push({ index: 0, position, cost: 0 });
  for (let count = 0; frontier.size > 0;) {
    const cost = Math.min(...frontier.keys());
    const nodes = frontier.get(cost) ?? [];
    // The last one first: at equal cost a way that is nearly through comes before those that begin.
    const node = nodes.pop();
    if (node === undefined) {
      frontier.delete(cost);
      continue;
    }
    const key = `${node.index} ${node.position.key}`;
    if (done.has(key)) continue;
    if (node.index === heard.length) return { cost: Math.floor(cost / 1000), moves: movesTo(node) };
    if (++count > MOST_NODES) return undefined;
    done.add(key);
    // Pushed in reverse order of preference.
    for (const next of [...inserts(machine, node, heard), ...steps(machine, node, heard)]) push(next);
  }
  return undefined;
}

function movesTo(last: Node): Move[] {
  const moves: Move[] = [];
  for (let node: Node | undefined = last; node; node = node.before) if (node.move) moves.push(node.move);
  return moves.reverse();
}

/** The machine takes the next message, or skips it. */
function steps(machine: ReplayMachine, node: Node, heard: readonly Heard[]): Node[] {
  const message = heard[node.index];
  if (message === undefined) return [];
  const { ref, event, claim, mayIgnore } = message;
  const index = node.index + 1;
  const skip: Node = {
    index,
    position: node.position,
    cost: node.cost + (mayIgnore ? 0 : COST.skip),
    before: node,
    ...(mayIgnore ? {} : { move: { kind: "skip", ref } }),
  };
  const reached = event === undefined
    ? [node.position]
    : handled(machine.outcomes(node.position, event)).map(({ to }) => to);
  const taken = reached.map((position): Node => {
    if (claim === undefined || position.active.has(claim)) {
      return { index, position, cost: node.cost, before: node, move: { kind: "take", ref } };
    }
    const move = { kind: "correct", ref, state: position.state } as const;
    return { index, position, cost: node.cost + COST.correct, before: node, move };
  });
  return [skip, ...taken.reverse()];
}

/** The machine takes an event that the scenario lacks. */
function inserts(machine: ReplayMachine, node: Node, heard: readonly Heard[]): Node[] {
  const before = heard[node.index]?.ref;
  if (before === undefined) return [];
  return machine.enabledEvents(node.position).flatMap((event) =>
    handled(machine.outcomes(node.position, event)).map(({ to }): Node => ({
      index: node.index,
      position: to,
      cost: node.cost + COST.insert,
      before: node,
      move: { kind: "insert", event, before },
    }))
  );
}

function handled(outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.filter(({ isHandled }) => isHandled);
}
