/**
 * A definition compiled for running: flat tables that several machines share. Nothing in a program changes
 * while a machine runs, apart from caches that only save work.
 *
 * @module
 */
import type { Finding } from "@loom/protocol";
import type { ActionEffect } from "../actions.ts";
import type { EnrichedModel } from "../model.ts";
import type { ConfigurationTable } from "./configuration.ts";
import type { Scope } from "../expression/mod.ts";

/** What an entry of the state tree is at run time. */
export type NodeKind = "leaf" | "composite" | "parallel" | "history";

/** One state. */
export interface StateNode {
  /** Its place in document order, from 0, the root. */
  readonly index: number;
  readonly name: string;
  readonly kind: NodeKind;
  readonly parent: StateNode | null;
  /** Whether entering it completes its parent. */
  readonly isFinal: boolean;
  /** Whether it is a region of its parent. */
  readonly isRegion: boolean;
  /** For a history state: whether it remembers leaves instead of children. */
  readonly deep: boolean;
  /** The index of its last descendant, its own without any. */
  last: number;
  /** The children that can be active, or the regions. */
  readonly children: StateNode[];
  /** The history states among its children. */
  readonly histories: StateNode[];
  /** Where its default entry leads; for a history state, where it leads without a record. */
  initial: StateNode | null;
  /** The actions on entering. */
  readonly entry: readonly CompiledAction[];
  /** The actions on leaving. */
  readonly exit: readonly CompiledAction[];
  /** The transitions, in document order; `parallel.nextState` is the last. */
  readonly transitions: CompiledTransition[];
  /** The event that its completion raises; null when nothing listens to it. */
  completion: string | null;
  /** Whether its completion leads somewhere by itself (`parallel.nextState`). */
  readonly hasJoin: boolean;
}

/** One transition. */
export interface CompiledTransition {
  readonly source: StateNode;
  /** Its event; {@linkcode EVENTLESS} for none. */
  readonly event: string;
  /** The declared target; null for an internal transition. */
  readonly target: StateNode | null;
  readonly guard: CompiledGuard | null;
  readonly actions: readonly CompiledAction[];
  /** What the observer is told: the event, with the guard in brackets. */
  readonly name: string;
}

/** A guard, compiled. */
export interface CompiledGuard {
  /** The text as written. */
  readonly text: string;
  /** Whether the text is a plain name, so that only the expression looks it up in the context. */
  readonly isPlainName: boolean;
  /** Decides; null when the text does not parse. */
  readonly test: ((scope: Scope) => boolean) | null;
  /** Why the text does not parse. */
  readonly error: string;
}

/** An action, compiled. */
export interface CompiledAction {
  /** What it does, as data. */
  readonly effect: ActionEffect;
  /** The text to show for it. */
  readonly text: string;
  /** For `code`: runs it; null when it does not parse. */
  readonly run: ((scope: Scope) => void) | null;
  /** For `timerStart`: the milliseconds, or how to find them. */
  readonly duration: DurationSource | null;
  /** For a repeating `timerStart`: the milliseconds, or how to find them. */
  readonly repeat: DurationSource | null;
  /** For `timerStart`: the event the timer raises. For `raise`: the event. */
  readonly event: string;
  /** Why the text does not parse. */
  readonly error: string;
}

/** A number of milliseconds, or an expression that gives one. */
export type DurationSource = number | ((scope: Scope) => unknown);

/** The event of event-less transitions. */
export const EVENTLESS = "";

/** A definition compiled for running, as its users see it. */
export interface MachineProgram {
  /** The model it was compiled from. */
  readonly model: EnrichedModel;
  /** The findings that do not keep it from running. */
  readonly warnings: readonly Finding[];
  /** The machine's name. */
  readonly name: string;
}

/** A whole definition, compiled. */
export interface Program extends MachineProgram {
  /** All states in document order. */
  readonly nodes: readonly StateNode[];
  readonly root: StateNode;
  /** State name to state. States below an ignored `states` list stand for the parallel state above them. */
  readonly nodeByName: ReadonlyMap<string, StateNode>;
  /** The ids of all events that are declared, used or raised. */
  readonly events: ReadonlySet<string>;
  /** Whether an unhandled completion completes the parent. */
  readonly bubbles: boolean;
  /** The event that a timer raises. */
  timerEvent(timer: string): string;
  /** The configurations met so far. */
  readonly configurations: ConfigurationTable;
}

/** Whether `node` is below `ancestor`, at any depth. */
export function isBelow(node: StateNode, ancestor: StateNode): boolean {
  return node.index > ancestor.index && node.index <= ancestor.last;
}

/** Whether `node` is `ancestor` or below it. */
export function isWithin(node: StateNode, ancestor: StateNode): boolean {
  return node.index >= ancestor.index && node.index <= ancestor.last;
}
