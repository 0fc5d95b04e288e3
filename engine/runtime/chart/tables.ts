import type { ConfigurationTable } from "./configuration.ts";
import type { StateNode } from "./node.ts";

/**
 * A chart ready to run: flat tables that all its machines share. Nothing in them changes while a machine runs, apart
 * from caches.
 */
export interface ChartTables {
  /** The machine's name. */
  readonly name: string;
  /** All states in document order. */
  readonly nodes: readonly StateNode[];
  readonly root: StateNode;
  /** State name to state; the name of a state that never runs leads to the nearest state above it that does. */
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

/** Prefix of the events that tell the completion of a state. */
export const COMPLETION_PREFIX = "done.state.";
