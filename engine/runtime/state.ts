import type { Action } from "./action.ts";
import type { ContextBase } from "./context_base.ts";
import type { Transition } from "./transition.ts";

/** The kinds of {@linkcode State}. */
export enum StateKind {
  /** A state without children. */
  LEAF = "leaf",
  /** A state with children. */
  COMPOSITE = "composite",
  /** The state that all others stand in. */
  ROOT = "root",
  /** A leaf that completes its parent. */
  FINAL = "final",
  /** A state with regions, which are all active while it is. */
  PARALLEL = "parallel",
  /** A mark that remembers what was active. */
  HISTORY = "history",
}

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
  /** The state it stands in; null for the root. */
  readonly parent: State<C> | null;
  /** Actions on entry. */
  declare entry?: readonly Action<C>[];
  /** Actions on exit. */
  declare exit?: readonly Action<C>[];
  /** The transitions that need no event. */
  declare always?: readonly Transition<C>[];

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
