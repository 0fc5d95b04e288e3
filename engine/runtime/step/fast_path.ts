/**
 * The fast path: an event whose only effect is the next configuration is one look-up in a table of the present one, and
 * the evaluation of its guards. It applies while no flag is set: no observer, no kept states, no registered guards, no
 * running step. The first event of each kind in each configuration takes the slow path, which fills the tables.
 *
 * @module
 */
import type { Configuration, GuardedPath } from "../chart/configuration.ts";
import type { Edge, Guard } from "../chart/node.ts";
import type { ChartTables } from "../chart/tables.ts";
import type { Payload } from "../send_result.ts";
import { drain, tryEvent } from "./event_loop.ts";
import { verdictOf } from "./guard.ts";
import { BUSY, DONE, type Instance } from "./instance.ts";
import { planOf } from "./select.ts";
import { computeStep } from "./step.ts";

/**
 * Sends an event by its number, without a result object.
 *
 * @returns Whether it was handled.
 */
export function fire(instance: Instance, event: number, payload: Payload | undefined): boolean {
  if (instance.flags === 0) {
    const { active } = instance;
    const next = active.quick[event];
    if (next !== undefined) {
      instance.active = next;
      return true;
    }
    const path = active.guarded[event];
    if (path !== undefined && path !== null) return followGuards(instance, path, payload);
  }
  return fireSlowly(instance, event, payload);
}

function followGuards(
  instance: Instance,
  { guards, nexts }: GuardedPath,
  payload: Payload | undefined,
): boolean {
  instance.flags = BUSY;
  try {
    let place = 0;
    while (place < guards.length && !allows(instance, guards[place]!, payload)) place++; // within bounds
    const next = nexts[place];
    if (next !== undefined) instance.active = next;
    if (instance.external !== null) drain(instance); // Sent by a guard.
    return next !== undefined;
  } finally {
    instance.flags &= ~BUSY;
  }
}

function allows(instance: Instance, guard: Guard | null, payload: Payload | undefined): boolean {
  if (guard === null) return true;
  try {
    return verdictOf(guard, instance.host, payload) === true;
  } catch {
    return false; // A guard that cannot be evaluated does not pass; without an observer, the reason is lost.
  }
}

function fireSlowly(instance: Instance, event: number, payload: Payload | undefined): boolean {
  const { active, tables, flags } = instance;
  const isHandled = tryEvent(instance, event, payload);
  if ((flags & (DONE | BUSY)) === 0 && active.guarded[event] === undefined) {
    learn(tables, active, event);
  }
  return isHandled;
}

/** Fills the tables of a configuration for an event. */
function learn(tables: ChartTables, from: Configuration, event: number): void {
  const { candidates, isFixed, choices } = planOf(from, event);
  from.guarded[event] = isFixed ? null : guardedPath(tables, from, candidates);
  if (!isFixed) return;
  // Each list has its only candidate at 0, or is empty.
  const { step } = candidates.reduce((choice, list) => choice.then(0, list), choices);
  if (step?.isQuiet && step.next.isSettled) from.quick[event] = step.next;
}

/** The path of guarded candidates; null with regions, actions, history, completions or a guard that does not parse. */
function guardedPath(
  tables: ChartTables,
  from: Configuration,
  [candidates = [], ...others]: readonly (readonly Edge[])[],
): GuardedPath | null {
  if (others.length > 0 || !from.isSettled) return null;
  const guards: (Guard | null)[] = [];
  const nexts: Configuration[] = [];
  for (const edge of candidates) {
    if (edge.target?.kind === "history" || edge.more !== null || edge.guard?.test === null) return null;
    const step = computeStep(tables, from, [edge], null);
    if (step.usedHistory || !step.isQuiet || !step.next.isSettled) return null;
    guards.push(edge.guard);
    nexts.push(step.next);
  }
  return { guards, nexts };
}
