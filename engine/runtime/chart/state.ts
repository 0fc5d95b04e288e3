import type { ContextBase } from "../context_base.ts";
import type { Payload } from "../send_result.ts";
import type { Action } from "./action.ts";

/** The kinds of {@linkcode State}. */
export const StateKind = {
  /** A state without children. */
  LEAF: "leaf",
  /** A state with children. */
  COMPOSITE: "composite",
  /** The state that contains all others. */
  ROOT: "root",
  /** A leaf that completes its parent. */
  FINAL: "final",
  /** A state whose regions are all active while it is. */
  PARALLEL: "parallel",
  /** A pseudo-state that remembers what was active. */
  HISTORY: "history",
} as const;
/** One of the kinds of {@linkcode State}. */
export type StateKind = typeof StateKind[keyof typeof StateKind];

/**
 * One state of a machine written in code. Generated classes set the lists; classes written by hand may override
 * the hooks instead.
 *
 * @typeParam C The context that actions and hooks get.
 */
export class State<C extends ContextBase = ContextBase> {
  /** Its name, unique in the machine. */
  readonly name: string;
  /** Its kind. */
  readonly kind: StateKind;
  /** The state that contains it; null for the root. */
  readonly parent: State<C> | null;
  /** Actions on entry. */
  declare entry?: readonly Action<C>[];
  /** Actions on exit. */
  declare exit?: readonly Action<C>[];
  /** The transitions that need no event. */
  declare always?: readonly Transition<C>[];

  /** Its tags. */
  declare tags?: readonly string[];
  /** Its meta data. */
  declare meta?: unknown;

  /** Makes a state. */
  constructor(name: string, kind: StateKind = StateKind.LEAF, parent: State<C> | null = null) {
    this.name = name;
    this.kind = kind;
    this.parent = parent;
  }

  /** Called when the state has been entered, after its actions. */
  onEntry(_context: C): void {}

  /** Called when the state is left, after its actions. */
  onExit(_context: C): void {}
}

/**
 * A transition of a machine written in code.
 *
 * @typeParam C The context that its guard and actions get.
 */
export interface Transition<C extends ContextBase = ContextBase> {
  /** The name of the state it leads to; without one it is internal. */
  readonly target?: string;
  /** The names of further states that it leads to, in other regions. */
  readonly targets?: readonly string[];
  /** True when it leaves its state even where the target is inside it. */
  readonly external?: true;
  /** The guard's text, as observers get it. */
  readonly guard?: string;
  /** The compiled guard. */
  test?(context: C, payload: Payload | undefined): unknown;
  /** Why the guard's text does not parse: then it never passes. */
  readonly error?: string;
  /** Actions of the transition. */
  readonly actions?: readonly Action<C>[];
}

/** A transition, for use in the lists of a state class. */
export function transition<C extends ContextBase>(parts: Transition<C>): Transition<C> {
  return parts;
}
