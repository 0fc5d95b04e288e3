/**
 * Which states a target brings with it: the states above it, the default descendants below it, and the other
 * regions of every parallel state on the way. After the published algorithm of SCXML (W3C, 2015, appendix D:
 * computeEntrySet), with history resolved first.
 *
 * @module
 */
import type { StateNode } from "./tables.ts";

/** Records of the history states. */
export type HistoryRecords = ReadonlyMap<StateNode, readonly StateNode[]>;

/** The states that a step enters. */
export class EntrySet {
  /** The states, in no order. */
  readonly nodes: Set<StateNode> = new Set();
  /** True when a record decided, so that the same step may lead elsewhere another time. */
  usedHistory = false;
  readonly #records: HistoryRecords;
  /** The states and all that stand above them: what has a state within itself. */
  readonly #reaching: Set<StateNode> = new Set();
  /** The states whose default descendants are still to enter: a list, since states may be deeper than the call stack. */
  readonly #waiting: StateNode[] = [];

  /** Makes an empty set that resolves history by `records`. */
  constructor(records: HistoryRecords) {
    this.#records = records;
  }

  /** The states that a target means: itself, or the record of a history state. */
  resolve(target: StateNode): readonly StateNode[] {
    if (target.kind !== "history") return [target];
    this.usedHistory = true;
    return this.#records.get(target) ?? this.#withoutRecord(target, new Set());
  }

  /** Enters resolved targets, with all states between them and `domain` (null: above the root). */
  enter(targets: readonly StateNode[], domain: StateNode | null): void {
    this.#enterPath(targets, domain);
    for (let node = this.#waiting.pop(); node; node = this.#waiting.pop()) {
      if (node.kind === "parallel") this.#enterRegions(node);
      else if (node.initial) this.#enterPath(this.resolve(node.initial), node);
    }
  }

  #enterPath(targets: readonly StateNode[], domain: StateNode | null): void {
    // All targets are in the set before any region is, so that none enters a region by default as well.
    for (const target of targets) {
      this.#add(target);
      this.#waiting.push(target);
    }
    for (const target of targets) this.#enterAbove(target, domain);
  }

  #enterAbove(node: StateNode, domain: StateNode | null): void {
    for (let above = node.parent; above && above !== domain; above = above.parent) {
      this.#add(above);
      if (above.kind === "parallel") this.#enterRegions(above);
    }
  }

  #enterRegions(parallel: StateNode): void {
    for (const region of parallel.children) {
      if (this.#reaching.has(region)) continue;
      this.#add(region);
      this.#waiting.push(region);
    }
  }

  #add(node: StateNode): void {
    this.nodes.add(node);
    let at: StateNode | null = node;
    for (; at && !this.#reaching.has(at); at = at.parent) this.#reaching.add(at);
  }

  #withoutRecord(history: StateNode, seen: Set<StateNode>): readonly StateNode[] {
    seen.add(history);
    const { parent } = history;
    const preset = history.initial ?? (parent?.kind === "composite" ? parent.initial : null);
    if (preset && preset.kind !== "history") return [preset];
    if (preset && !seen.has(preset)) return this.#records.get(preset) ?? this.#withoutRecord(preset, seen);
    if (!parent || parent.children.length === 0) return parent ? [parent] : [];
    return parent.kind === "parallel" ? parent.children : parent.children.slice(0, 1);
  }
}
