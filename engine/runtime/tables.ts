/**
 * A chart made ready to run: flat tables that all machines of a kind share. Nothing in them changes while a machine
 * runs, apart from caches that only save work.
 *
 * @module
 */
import type { Action } from "./action.ts";
import type { ConfigurationTable } from "./configuration.ts";
import type { Context } from "./context.ts";
import type { Payload } from "./send_result.ts";
import type { State } from "./state.ts";

/** The kind of a state at run time. */
export type NodeKind = "leaf" | "composite" | "parallel" | "history";

/** One state. */
export interface StateNode {
  /** Its place in document order, from 0, the root. */
  readonly index: number;
  readonly name: string;
  readonly kind: NodeKind;
  readonly parent: StateNode | null;
  /** True when entering it completes its parent. */
  readonly isFinal: boolean;
  /** True when it is a region of its parent. */
  readonly isRegion: boolean;
  /** For a history state: whether it remembers leaves instead of children. */
  readonly deep: boolean;
  /** The index of its last descendant, its own without any. */
  last: number;
  /** The children that can be active, or the regions. */
  readonly children: StateNode[];
  /** The history states among its children. */
  readonly histories: StateNode[];
  /** Target of its default entry; for a history state, its target without a record. */
  initial: StateNode | null;
  /** The actions on entering. */
  readonly entry: readonly Action[];
  /** The actions on leaving. */
  readonly exit: readonly Action[];
  /** The transitions, in document order; the join of a parallel state is the last. */
  readonly transitions: Edge[];
  /** The event that its completion raises; null when nothing listens to it. */
  completion: number | null;
  /** True when its completion leads somewhere by itself (`parallel.nextState`). */
  readonly hasJoin: boolean;
  /** The object that stands for it, where states are objects. */
  readonly state: State | null;
  /** True when that object has hooks of its own. */
  readonly hasHooks: boolean;
}

/** One transition. */
export interface Edge {
  readonly source: StateNode;
  /** The number of its event; {@linkcode EVENTLESS} for none. */
  readonly event: number;
  /** The declared target; null for an internal transition. */
  readonly target: StateNode | null;
  readonly guard: Guard | null;
  readonly actions: readonly Action[];
  /** The name for observers: the event, with the guard in brackets. */
  readonly name: string;
}

/** A guard. */
export interface Guard {
  /** The text as written. */
  readonly text: string;
  /** True when the text is a plain name, so that only the expression looks it up in the context. */
  readonly isPlainName: boolean;
  /** Decides by its truth; null when the text does not parse. */
  readonly test: Test | null;
  /** Why the text does not parse. */
  readonly error: string;
}

/** A compiled guard or expression: its value from the context and the payload of the event. */
export type Test = (context: Context, payload: Payload | undefined) => unknown;

/** The event number of event-less transitions. */
export const EVENTLESS = -1;

/** A whole chart. */
export interface ChartTables {
  /** The machine's name. */
  readonly name: string;
  /** All states in document order. */
  readonly nodes: readonly StateNode[];
  readonly root: StateNode;
  /** State name to state. States that never run stand for the state above them that does. */
  readonly nodeByName: ReadonlyMap<string, StateNode>;
  /** Event number to event id: all events that are declared, used or raised. */
  readonly events: readonly string[];
  /** Event id to event number. */
  readonly eventNumbers: ReadonlyMap<string, number>;
  /** True when an unhandled completion completes the parent. */
  readonly bubbles: boolean;
  /** The event that a timer raises. */
  timerEvent(timer: string): string;
  /** The configurations met so far. */
  readonly configurations: ConfigurationTable;
}

/** True when `node` is below `ancestor`, at any depth. */
export function isBelow(node: StateNode, ancestor: StateNode): boolean {
  return node.index > ancestor.index && node.index <= ancestor.last;
}

/** True when `node` is `ancestor` or below it. */
export function isWithin(node: StateNode, ancestor: StateNode): boolean {
  return node.index >= ancestor.index && node.index <= ancestor.last;
}
