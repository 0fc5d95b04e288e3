import type { MachineOp } from "../../ops.ts";
import type { StateMachineDefinition } from "../../types.ts";
import { applyOp, draftOf } from "../apply.ts";
import { PatchError, Refusal } from "../error.ts";
import { readDeed } from "./deed.ts";
import { NameHistory } from "./name_history.ts";
import { findSpot } from "./spot.ts";
import type { Standing } from "./thing.ts";

/** Names that disappeared. */
export interface Vanished {
  /** Names of states. */
  readonly states: readonly string[];
  /** Ids of events. */
  readonly events: readonly string[];
  /** Ids of timers. */
  readonly timers: readonly string[];
}

/** How a move changes who is below whom. */
export interface Descent {
  /** The names of the states that it stands below afterwards, the nearest first. */
  readonly under: readonly string[];
  /** The names of the states that it stood below. */
  readonly was: readonly string[];
  /** The names of the states that move, itself included. */
  readonly moved: readonly string[];
}

/** What only the document can tell about an operation. */
export interface Spot {
  /** Where the thing that it removes or moves stood. */
  readonly from?: Standing;
  /** Where it inserts. */
  readonly to?: Standing;
  /** The names that disappear with it. */
  readonly gone?: Vanished;
  /** For what is moved to a state: whom it comes below, whom it was below, and the states that move along. */
  readonly descent?: Descent;
  /** The state whose `parallel` goes with its last region. */
  readonly emptied?: string;
}

/**
 * What {@linkcode rebaseOps} has to know about a change besides its operations: a plain JSON value to keep beside
 * them. The names are those before the change; one that a rename took away is not among them.
 */
export interface Gone extends Vanished {
  /** The name of the root state. */
  readonly root?: string;
  /** What only the document could tell, for each operation. */
  readonly spots?: readonly (Spot | null)[];
}

/**
 * Finds what disappears with a change, at the moment it is made: everything below a removed state, the events of
 * a removed source, what a whole list replaces. It also notes where the operations found and put things, which
 * {@linkcode rebaseOps} needs to count right. Operations that only set members cost nothing.
 *
 * @param before The document before the change.
 * @param after The document after it.
 * @param ops The operations that lead from one to the other.
 * @returns What to keep beside the operations.
 *
 * @example
 * ```ts
 * import { applyPatchOps, goneNames, type MachineOp } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 * const before = {
 *   settings: { namespace: "Home", asynchronous: false },
 *   events: [],
 *   state: { name: "Door", states: [{ name: "Open", states: [{ name: "Ajar" }] }] },
 * };
 * const ops: MachineOp[] = [{ op: "state.remove", name: "Open" }];
 * const gone = goneNames(before, applyPatchOps(before, ops), ops);
 * assertEquals(gone.states, ["Open", "Ajar"]);
 * ```
 */
export function goneNames(
  before: StateMachineDefinition,
  after: StateMachineDefinition,
  ops: readonly MachineOp[],
): Gone {
  const last = before === after ? -1 : ops.findLastIndex(shiftsSomething);
  if (last < 0) return { states: [], events: [], timers: [] };
  try {
    return collect(before, ops.slice(0, last + 1));
  } catch (error) {
    // Operations that do not apply lead nowhere, so that nothing is gone.
    if (error instanceof Refusal || error instanceof PatchError) {
      return { states: [], events: [], timers: [] };
    }
    throw error;
  }
}

/** Whether it changes what others count, or takes names away. */
function shiftsSomething(op: MachineOp): boolean {
  const deed = readDeed(op, undefined, undefined);
  if (!deed) return false;
  return deed.verb === "add" || deed.verb === "remove" || deed.verb === "move" || deed.wholes.length > 0;
}

function collect(before: StateMachineDefinition, ops: readonly MachineOp[]): Gone {
  const draft = draftOf(before);
  const root = draft.states.root?.state.name;
  const history = new NameHistory();
  const spots: (Spot | null)[] = [];
  for (const [index, op] of ops.entries()) {
    const deed = readDeed(op, undefined, undefined);
    const spot = deed ? findSpot(draft, deed) : undefined;
    spots.push(spot ?? null);
    if (deed) history.note(deed, spot);
    if (index < ops.length - 1) applyOp(draft, op);
  }
  return { ...history.vanished(), ...(typeof root === "string" && { root }), spots };
}

/** What is known about each operation of a change. */
export function spotsOf(
  ops: readonly MachineOp[],
  gone: Gone | undefined,
): readonly (Spot | null | undefined)[] {
  if (!gone) return [];
  if (gone.spots) return gone.spots;
  const names: Vanished = { states: gone.states, events: gone.events, timers: gone.timers };
  const first = ops.findIndex((op) => {
    const deed = readDeed(op, undefined, undefined);
    return deed !== undefined && (deed.verb === "remove" || deed.wholes.length > 0);
  });
  return ops.map((_, index) => index === Math.max(0, first) ? { gone: names } : null);
}
