import { isObject } from "@loom/protocol/json";
import { isTime } from "../chart/action.ts";
import { type Configuration, isWhole } from "../chart/configuration.ts";
import { isBelow, type StateNode } from "../chart/node.ts";
import { MachineRuntimeError } from "../problem.ts";
import type { WaitingEvent } from "../send_result.ts";
import { wholeWith } from "../step/entry.ts";
import { DONE, type Instance, MOST_VISITED, STOPPED } from "../step/instance.ts";
import type { RunningTimer } from "../timers/timers.ts";
import type { MachineSnapshot } from "../work_set.ts";
import { dataOf, restoreData } from "./data_copy.ts";

/** Writes a snapshot. */
export function writeSnapshot(instance: Instance, timers: RunningTimer[]): MachineSnapshot {
  const { active, history, external, visited, flags, host, work } = instance;
  return {
    version: 1,
    state: active.state,
    configuration: names(active.active),
    history: Array.from(
      history ?? [],
      ([node, remembered]) => ({ state: node.name, active: names(remembered) }),
    ),
    timers,
    queue: copyOf(external ?? []),
    context: dataOf(host.data) as Record<string, unknown>,
    visited: visited?.slice(-MOST_VISITED) ?? [],
    done: (flags & DONE) !== 0,
    ...((flags & STOPPED) !== 0 ? { stopped: true } : {}),
    ...work?.snapshot(),
  };
}

/** The position of a machine from a snapshot. */
export interface Restored {
  readonly active: Configuration;
  readonly history: Map<StateNode, readonly StateNode[]>;
  readonly waiting: WaitingEvent[];
}

/**
 * Reads a snapshot and puts its data into the context.
 *
 * @throws {MachineRuntimeError} With code `bad_snapshot`; then nothing has changed.
 */
export function readSnapshot(
  snapshot: MachineSnapshot,
  { tables, host }: Instance,
): Restored {
  const node = (name: string): StateNode => {
    const found = tables.nodeByName.get(name);
    if (found) return found;
    throw bad(
      `The snapshot names the state "${name}", which "${tables.name}" does not have: take it with the same definition.`,
    );
  };
  if (!isSnapshot(snapshot)) throw bad("This is no snapshot of version 1: give what snapshot() returned.");
  const active = tables.configurations.of(new Set(snapshot.configuration.map(node)));
  if (active.leaves.length === 0) {
    throw bad("The snapshot has no active leaf: give what snapshot() returned.");
  }
  if (!isWhole(new Set(active.active))) {
    throw bad(
      `The states "${active.state}" of the snapshot cannot be active together in "${tables.name}": ` +
        "take it with the same definition.",
    );
  }
  const history = snapshot.history.map(({ state, active }) => [node(state), active.map(node)] as const);
  for (const [state, remembered] of history) {
    if (canRemember(state, remembered)) continue;
    throw bad(
      `The snapshot lets "${state.name}" of "${tables.name}" remember what it cannot: ` +
        "take it with the same definition.",
    );
  }
  const waiting = copyOf(snapshot.queue);
  restoreData(host.data as Record<string, unknown>, snapshot.context);
  return { active, history: new Map(history), waiting };
}

function copyOf(waiting: readonly WaitingEvent[]): WaitingEvent[] {
  return waiting.map(({ event, payload }) => {
    const copy = dataOf(payload);
    return isObject(copy) ? { event, payload: copy } : { event };
  });
}

function bad(message: string): MachineRuntimeError {
  return new MachineRuntimeError("bad_snapshot", message);
}

/** True when a state is a history state and the states are descendants of its parent that can be active together. */
function canRemember({ kind, parent }: StateNode, remembered: readonly StateNode[]): boolean {
  if (kind !== "history" || parent === null || remembered.length === 0) return false;
  if (!remembered.every((node) => node.kind !== "history" && isBelow(node, parent))) return false;
  return wholeWith(remembered, null) !== null;
}

function isSnapshot(value: unknown): value is MachineSnapshot {
  return isObject(value) && value.version === 1 && isObject(value.context) &&
    typeof value.done === "boolean" &&
    isListOf(value.configuration, isText) && isListOf(value.visited, isText) &&
    isListOf(value.history, (one) => isObject(one) && isText(one.state) && isListOf(one.active, isText)) &&
    isListOf(value.queue, (one) => isObject(one) && isText(one.event) && isPayload(one.payload)) &&
    isListOf(value.timers, isRunningTimer);
}

function isRunningTimer(value: unknown): boolean {
  return isObject(value) && isText(value.name) && isTime(value.duration) && isTime(value.left) &&
    (value.repeat === undefined || (isTime(value.repeat) && value.repeat !== 0));
}

function isListOf(value: unknown, isOne: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isOne);
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isPayload(value: unknown): boolean {
  return value === undefined || value === null || isObject(value);
}

function names(nodes: readonly StateNode[]): string[] {
  return nodes.map((node) => node.name);
}
