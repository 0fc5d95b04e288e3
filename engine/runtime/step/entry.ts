/**
 * The states that a step enters: the targets, the states above them, the default descendants, and the other regions of
 * every parallel state on the way (SCXML: computeEntrySet, addDescendantStatesToEnter, addAncestorStatesToEnter, with
 * history resolved first).
 *
 * @module
 */
import type { StateNode } from "../chart/node.ts";

/** Records of the history states. */
export type HistoryRecords = ReadonlyMap<StateNode, readonly StateNode[]>;

/** The states that a step enters. */
export class EntrySet {
  /** The states, in no order. */
  readonly nodes: Set<StateNode> = new Set();
  /** True when history decided: the same transitions may lead elsewhere another time. */
  usedHistory = false;
  readonly #records: HistoryRecords;
  /** The states and all their ancestors. */
  readonly #reaching: Set<StateNode> = new Set();
  /** States whose default descendants are still to add. A list: states may be deeper than the call stack. */
  readonly #waiting: StateNode[] = [];

  /** Makes an empty set that resolves history by `records`. */
  constructor(records: HistoryRecords) {
    this.#records = records;
  }

  /** The states that a target means: itself, or the record of a history state (SCXML: getEffectiveTargetStates). */
  effectiveTargets(target: StateNode): readonly StateNode[] {
    if (target.kind !== "history") return [target];
    this.usedHistory = true;
    return this.#records.get(target) ?? this.#withoutRecord(target, new Set());
  }

  /** Adds resolved targets, their default descendants, and all states up to `domain` (null: above the root). */
  add(targets: readonly StateNode[], domain: StateNode | null): void {
    this.#addPath(targets, domain);
    this.#addDescendantStatesToEnter();
  }

  #addDescendantStatesToEnter(): void {
    for (let node = this.#waiting.pop(); node; node = this.#waiting.pop()) {
      if (node.kind === "parallel") this.#addRegions(node);
      else if (node.initial) this.#addPath(this.effectiveTargets(node.initial), node);
    }
  }

  #addPath(targets: readonly StateNode[], domain: StateNode | null): void {
    // All targets come before any region, so that none of their regions is entered by default too.
    for (const target of targets) {
      this.#addNode(target);
      this.#waiting.push(target);
    }
    for (const target of targets) this.#addAncestorStatesToEnter(target, domain);
  }

  #addAncestorStatesToEnter(node: StateNode, domain: StateNode | null): void {
    for (let above = node.parent; above && above !== domain; above = above.parent) {
      this.#addNode(above);
      if (above.kind === "parallel") this.#addRegions(above);
    }
  }

  #addRegions(parallel: StateNode): void {
    for (const region of parallel.children) {
      if (this.#reaching.has(region)) continue;
      this.#addNode(region);
      this.#waiting.push(region);
    }
  }

  #addNode(node: StateNode): void {
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
