/**
 * The states that a step enters: the targets, the states above them, the default descendants, and the other regions of
 * every parallel state on the way (SCXML: computeEntrySet, addDescendantStatesToEnter, addAncestorStatesToEnter, with
 * history resolved first).
 *
 * @module
 */
import { isWhole } from "../chart/configuration.ts";
import type { StateNode } from "../chart/node.ts";

/** Records of the history states; null without any. */
export type HistoryRecords = ReadonlyMap<StateNode, readonly StateNode[]> | null;

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
  constructor(records: HistoryRecords = null) {
    this.#records = records;
  }

  /** The states that a target means: itself, or the record of a history state (SCXML: getEffectiveTargetStates). */
  effectiveTargets(target: StateNode): readonly StateNode[] {
    if (target.kind !== "history") return [target];
    this.usedHistory = true;
    return this.#records?.get(target) ?? this.#withoutRecord(target, new Set());
  }

  /** Adds resolved targets, their default descendants, and all states up to `domain` (null: above the root). */
  add(targets: readonly StateNode[], domain: StateNode | null): void {
    this.#addPath(targets, domain);
    for (let node = this.#waiting.pop(); node; node = this.#waiting.pop()) {
      if (node.kind === "parallel") this.#addRegions(node);
      else if (node.initial) this.#addPath(this.effectiveTargets(node.initial), node);
    }
  }

  /** Adds targets and their ancestors; all targets come before any region, so that none is entered by default too. */
  #addPath(targets: readonly StateNode[], domain: StateNode | null): void {
    for (const target of targets) this.#addWithDefault(target);
    for (const target of targets) {
      for (let above = target.parent; above && above !== domain; above = above.parent) {
        this.#addNode(above);
        if (above.kind === "parallel") this.#addRegions(above);
      }
    }
  }

  #addRegions(parallel: StateNode): void {
    for (const region of parallel.children) if (!this.#reaching.has(region)) this.#addWithDefault(region);
  }

  #addWithDefault(node: StateNode): void {
    this.#addNode(node);
    this.#waiting.push(node);
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
    if (preset && !seen.has(preset)) return this.#records?.get(preset) ?? this.#withoutRecord(preset, seen);
    if (!parent || parent.children.length === 0) return parent ? [parent] : [];
    return parent.kind === "parallel" ? parent.children : parent.children.slice(0, 1);
  }
}

/** The states that some states complete to; null when they cannot be active together. */
export function wholeWith(
  nodes: readonly StateNode[],
  records: HistoryRecords,
): ReadonlySet<StateNode> | null {
  const entrySet = new EntrySet(records);
  entrySet.add(nodes.flatMap((node) => entrySet.effectiveTargets(node)), null);
  return isWhole(entrySet.nodes) ? entrySet.nodes : null;
}
