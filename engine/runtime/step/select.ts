/**
 * The transitions that an event selects (SCXML: selectTransitions, selectEventlessTransitions).
 *
 * @module
 */
import { Choice, type Configuration, type Plan } from "../chart/configuration.ts";
import { type Edge, EVENTLESS, type StateNode } from "../chart/node.ts";
import { guardProblem } from "../problem.ts";
import type { Payload } from "../send_result.ts";
import { passes } from "./guard.ts";
import type { Instance } from "./instance.ts";
import { notify } from "./notify.ts";

/** Selects for each active leaf its first candidate whose guard passes; a guard is evaluated once at most. */
export function select(instance: Instance, plan: Plan): Choice {
  const verdicts = plan.sharesGuards ? new Map<Edge, boolean>() : null;
  const { candidates } = plan;
  let choice = plan.choices;
  for (let leaf = 0; leaf < candidates.length; leaf++) {
    const list = candidates[leaf]!; // `leaf` is within bounds
    choice = choice.then(firstPassing(instance, list, verdicts), list);
  }
  return choice;
}

/** True when an event would select a transition now; the observer is not notified. */
export function selectsAny(instance: Instance, event: number, payload: Payload | undefined): boolean {
  return planOf(instance.active, event).candidates.some((list) =>
    list.some(({ guard }) => guard === null || passes(guard, instance.host, payload) === true)
  );
}

/** The plan of an event in a configuration, made on first use. */
export function planOf(configuration: Configuration, event: number): Plan {
  if (event === EVENTLESS) return configuration.eventless ??= makePlan(configuration.leaves, event);
  return configuration.plans[event] ??= makePlan(configuration.leaves, event);
}

function makePlan(leaves: readonly StateNode[], event: number): Plan {
  const candidates = leaves.map((leaf) => candidatesOf(leaf, event));
  const guarded = candidates.flat().filter((edge) => edge.guard);
  return {
    candidates,
    isEmpty: candidates.every((list) => list.length === 0),
    isFixed: guarded.length === 0,
    sharesGuards: new Set(guarded).size < guarded.length,
    choices: new Choice(),
  };
}

/** The transitions of a leaf and its ancestors on an event, up to the first without a guard. */
function candidatesOf(leaf: StateNode, event: number): Edge[] {
  const candidates: Edge[] = [];
  for (let node: StateNode | null = leaf; node; node = node.parent) {
    const named = node.wildcards?.get(event) ?? event;
    for (const edge of node.transitions) {
      if (edge.event !== named) continue;
      candidates.push(edge);
      if (!edge.guard) return candidates;
    }
  }
  return candidates;
}

/** The index of the first transition whose guard passes; one past the last when none does. */
function firstPassing(
  instance: Instance,
  candidates: readonly Edge[],
  verdicts: Map<Edge, boolean> | null,
): number {
  for (let place = 0; place < candidates.length; place++) {
    const edge = candidates[place]!; // `place` is within bounds
    if (edge.guard === null) return place;
    let verdict = verdicts?.get(edge);
    if (verdict === undefined) {
      verdict = isEnabled(instance, edge);
      verdicts?.set(edge, verdict);
    }
    if (verdict) return place;
  }
  return candidates.length;
}

function isEnabled(instance: Instance, { guard, source }: Edge): boolean {
  if (guard === null) return true;
  const verdict = passes(guard, instance.host, instance.payload);
  if (verdict === true) return true;
  instance.wasRefused = true;
  notifyRefused(instance, source, guard.text, verdict);
  return false;
}

function notifyRefused(
  instance: Instance,
  node: StateNode,
  condition: string,
  verdict: false | string,
): void {
  if (verdict === false) return notify(instance, "onGuardRefused", node.name, condition);
  instance.problem ??= guardProblem(condition, node.name, verdict);
  notify(instance, "onGuardRefused", node.name, condition, verdict);
}
