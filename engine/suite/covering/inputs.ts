/**
 * Values to try: payloads for events, from the types of their parameters and the literals that guards compare.
 *
 * @module
 */
import { isObject, objectsIn, type StateMachineDefinition, walkStates } from "@loom/protocol";
import { parseGuard } from "../../expression/parse.ts";
import type { InvokedMachines } from "../../machine/runnable.ts";
import { eventsOf, invocationsOf, transitionsOf } from "../../members.ts";
import type { Probe } from "../probe.ts";

/** Payloads by event; an event without any is sent without. */
export type Payloads = ReadonlyMap<string, readonly Readonly<Record<string, unknown>>[]>;

/** The most payloads that are tried of one event. */
const MOST_PAYLOADS = 8;

/** Values by the word in a parameter's type, the usual one first. */
const VALUES: readonly (readonly [word: RegExp, values: readonly unknown[]])[] = [
  [/bool/i, [true, false]],
  [/list|array|\[\]/i, [[], [1]]],
  [/int|long|short|num|float|double|decimal|real/i, [1, 2, 0]],
  [/^(?:any|str|text|char|enum)/i, ["a", "b"]],
];

/** The payloads to try of each event that declares parameters. */
export function payloadsOf(definition: StateMachineDefinition, { transitions }: Probe): Payloads {
  const literals = literalsByName(transitions.flatMap(({ condition }) => condition ?? []));
  const payloads = new Map<string, Record<string, unknown>[]>();
  for (const source of objectsIn<{ events?: unknown }>(definition.events)) {
    for (const { id, parameters } of objectsIn<{ id?: unknown; parameters?: unknown }>(source.events)) {
      const named = objectsIn<{ name?: unknown; type?: unknown }>(parameters)
        .flatMap(({ name, type }) =>
          typeof name === "string" && name !== "" ? [{ name, type: String(type) }] : []
        );
      if (typeof id !== "string" || named.length === 0) continue;
      const values = named.map(({ name, type }) => [name, valuesOf(type, literals.get(name) ?? [])] as const);
      payloads.set(id, variations(values));
    }
  }
  return payloads;
}

/**
 * The ends to try of each task, and of each machine that is not at hand: an output with the members that transitions ask
 * for, and an error.
 */
export function endsOfWork(
  { state: root }: StateMachineDefinition,
  { transitions }: Probe,
  machines: InvokedMachines,
): Payloads {
  const literals = literalsByName(transitions.flatMap(({ condition }) => condition ?? []));
  const payloads = new Map<string, Record<string, unknown>[]>();
  const waiting = new Map<string, string>();
  for (const { state } of walkStates(root)) {
    for (const transition of transitionsOf(state)) {
      for (const event of eventsOf(transition)) {
        waiting.set(event, (waiting.get(event) ?? "") + JSON.stringify(transition));
      }
    }
  }
  for (const { state } of walkStates(root)) {
    for (const { id, source } of invocationsOf(state)) {
      if ("machine" in source && Object.hasOwn(machines, source.machine)) continue;
      const texts = waiting.get(`done.invoke.${id}`);
      const members = [
        ...new Set(texts?.matchAll(/\boutput\.([\p{L}_$][\p{L}\p{N}_$]*)/gu).map(([, name = ""]) => name)),
      ];
      const values = (
        name: string,
      ) => [
        ...new Set([
          1,
          ...valuesOf("", literals.get(name) ?? []),
          ...valuesOf("int", literals.get(name) ?? []),
        ]),
      ];
      if (texts !== undefined) {
        const outputs = members.length === 0
          ? values("output")
          : variations(members.map((name) => [name, values(name)] as const));
        payloads.set(`done.invoke.${id}`, outputs.map((output) => ({ output })));
      }
      if (waiting.has(`error.invoke.${id}`)) {
        payloads.set(`error.invoke.${id}`, [{ error: { name: "Error", message: "failed" } }]);
      }
    }
  }
  return payloads;
}

/** The first values together, then each other value in place of its first. */
function variations(values: readonly (readonly [name: string, values: readonly unknown[]])[]) {
  const first = Object.fromEntries(values.map(([name, [value]]) => [name, value]));
  const others = values.flatMap(([name, [, ...rest]]) => rest.map((value) => ({ ...first, [name]: value })));
  return [first, ...others].slice(0, MOST_PAYLOADS);
}

function valuesOf(type: string, literals: readonly unknown[]): unknown[] {
  const usual = VALUES.find(([word]) => word.test(type))?.[1] ?? [{}];
  const [sample] = usual;
  const near = literals.filter((value) => typeof value === typeof sample).flatMap((value) =>
    typeof value === "number" ? [value, value + 1, value - 1] : [value]
  );
  return [...new Set([...usual, ...near])];
}

/** The literals of each guard by the names that it mentions. */
function literalsByName(conditions: readonly string[]): Map<string, unknown[]> {
  const found = new Map<string, unknown[]>();
  for (const condition of new Set(conditions)) {
    const { names, literals } = partsOf(condition);
    for (const name of names) found.set(name, [...found.get(name) ?? [], ...literals]);
  }
  return found;
}

/** True for a guard that something from outside the active states decides, so that its answer may be given. */
export function isOpen(condition: string): boolean {
  const { names, isWrong } = partsOf(condition);
  return isWrong || [...names].some((name) => name !== "in_state");
}

function partsOf(condition: string) {
  const names = new Set<string>();
  const literals: unknown[] = [];
  let waiting: unknown[];
  try {
    waiting = [parseGuard(condition)];
  } catch {
    return { names, literals, isWrong: true };
  }
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (Array.isArray(node)) { for (const part of node) waiting.push(part); }
    if (!isObject(node)) continue;
    if (node.kind === "literal") literals.push(node.value);
    if ((node.kind === "name" || node.kind === "member") && typeof node.name === "string") {
      names.add(node.name);
    }
    for (const part of Object.values(node)) waiting.push(part);
  }
  return { names, literals, isWrong: false };
}
