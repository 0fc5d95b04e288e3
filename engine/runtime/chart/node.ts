/**
 * The states and transitions of a chart, as all machines of a kind share them.
 *
 * @module
 */
import { isName } from "../../expression/names.ts";
import type { ContextBase } from "../context_base.ts";
import type { Payload } from "../send_result.ts";
import type { Action } from "./action.ts";
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
  /** True for a history state that remembers leaves instead of children. */
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
  /** The wildcards of its transitions by the numbers of the events that they take; null without wildcards. */
  wildcards: ReadonlyMap<number, number> | null;
  /** The event that its completion raises; null when nothing handles it. */
  completion: number | null;
  /** True when its completion leads somewhere by itself (`parallel.nextState`). */
  readonly hasJoin: boolean;
  /** Its object, where states are objects. */
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
  /** Further targets, in other regions; null for none. */
  readonly more: readonly StateNode[] | null;
  /** True when it leaves its source even where the target is inside it. */
  readonly isExternal: boolean;
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
export type Test = (context: ContextBase, payload: Payload | undefined) => unknown;

/** The event number of event-less transitions. */
export const EVENTLESS = -1;

/** A guard from its text and its test, or from the error of a text that does not parse. */
export function guardOf(text: string, test: Test | null, error = ""): Guard {
  return { text, isPlainName: isName(text.trim()), test, error };
}

/** True when `node` is below `ancestor`, at any depth. */
export function isBelow(node: StateNode, ancestor: StateNode): boolean {
  return node.index > ancestor.index && node.index <= ancestor.last;
}

/** True when `node` is `ancestor` or below it. */
export function isWithin(node: StateNode, ancestor: StateNode): boolean {
  return node === ancestor || isBelow(node, ancestor);
}

/** The nodes, sorted by their place in the document. */
export function inDocumentOrder(nodes: Iterable<StateNode>): StateNode[] {
  return Array.from(nodes).sort((a, b) => a.index - b.index);
}
