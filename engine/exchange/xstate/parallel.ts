/**
 * Where parallel states of XState are left less often than those of machines.
 *
 * @module
 */
import { type ConfigNode, isWithin } from "./nodes.ts";

/** True when transitions lead from a region to itself or to its inside. */
export function beginsRegionAgain(node: ConfigNode, targets: readonly ConfigNode[]): boolean {
  return isParallel(node.parent) && leadsInside(node, targets);
}

/** The members of a state by which can be seen that it is left and entered. */
const SEEN = ["entry", "exit", "onEntry", "onExit", "after", "invoke", "activities"];

/** True for a state of which can be seen that it is left and entered. */
export function isSeenToBegin({ config }: ConfigNode): boolean {
  return SEEN.some((member) => config[member] !== undefined);
}

/**
 * True for a transition of a parallel state to its inside that makes a difference: XState does not leave the state, a machine
 * leaves it, and what is beside it.
 */
export function isLeftByMachine(node: ConfigNode, targets: readonly ConfigNode[]): boolean {
  if (!isParallel(node) || !leadsInside(node, targets)) return false;
  if (isSeenToBegin(node)) return true;
  for (let at = node.parent; at !== undefined; at = at.parent) if (isParallel(at)) return true;
  return false;
}

/** True when a state around it, or in another region, has delays. */
export function meetsDelays(node: ConfigNode): boolean {
  for (let at = node; at.parent !== undefined; at = at.parent) {
    const { parent } = at;
    if (parent.config["after"] !== undefined) return true;
    if (isParallel(parent) && parent.children.some((child) => child !== at && hasDelays(child))) return true;
  }
  return false;
}

function hasDelays({ config, children }: ConfigNode): boolean {
  return config["after"] !== undefined || children.some(hasDelays);
}

function isParallel(node: ConfigNode | undefined): boolean {
  return node?.config["type"] === "parallel";
}

function leadsInside(node: ConfigNode, targets: readonly ConfigNode[]): boolean {
  return targets.length > 0 && targets.every((target) => isWithin(target, node));
}
