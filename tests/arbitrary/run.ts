/**
 * Arbitrary runs: a machine in odd words, what its host gives it, and what is done to it.
 *
 * @module
 */
import type { DataField, JsonValue, ObjectRef, StateMachineDefinition } from "@loom/protocol";
import fc from "fast-check";
import { CHILDREN, withLanguage } from "./language.ts";
import { type Deed, machinesOf } from "./machine.ts";
import { arbitraryVocabulary, type Vocabulary } from "./vocabulary.ts";

/** A JSON object. */
type Members = Record<string, unknown>;

/** One thing done to a running machine, or asked of it. */
export type RunDeed =
  | Deed
  | { readonly setState: string }
  | { readonly setContext: Members }
  | { readonly snapshotRestore: true }
  | { readonly stop: true }
  | { readonly can: string; readonly payload: Members };

/** A machine and what happens to it. */
export interface Run {
  /** The machine. */
  readonly definition: StateMachineDefinition;
  /** What the context holds before construction. */
  readonly context: Members;
  /** Events that the observer sends when it first hears of something, by log line. */
  readonly reactions: Record<string, string[]>;
  /** The log lines at which the observer, or the end handler, throws. */
  readonly failures?: readonly string[];
  /** The log lines, after the start, at which the observer stops the machine. */
  readonly stops?: readonly string[];
  /** The methods that host objects have beside their own. */
  readonly methods?: readonly string[];
  /** The machines that states invoke, by path. */
  readonly machines?: Readonly<Record<string, StateMachineDefinition>>;
  /** What is done, in order. */
  readonly deeds: readonly RunDeed[];
}

const value = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -3, max: 5 }) },
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.constantFrom(null, true, false, 1e21, 1e-7, 0.1, 2 ** 53, -0.5),
  fc.constantFrom("", "a", "ab", "😀", "\ud800", "é", "1"),
  fc.constantFrom([], [1, "a", [null]], {}, { k: 1, total: 2 }, [{ a: 1 }]).map((one) =>
    structuredClone(one)
  ),
);

const context: fc.Arbitrary<Members> = fc.record({
  count: fc.oneof(fc.integer({ min: 0, max: 4 }), value),
  flag: fc.boolean(),
  text: fc.constantFrom("", "a", "a😀"),
  order: fc.record({ total: value, items: fc.array(value, { maxLength: 3 }) }),
  items: fc.array(value, { maxLength: 3 }),
  a: value,
  $x: value,
  toString: value,
}, { requiredKeys: ["count", "flag"] });

const payload: fc.Arbitrary<Members> = fc.record(
  {
    x: value,
    a: value,
    count: value,
    items: fc.array(value, { maxLength: 2 }),
    class: value,
    "two words": value,
    host: value,
  },
  { requiredKeys: [] },
);

/** Host objects that a machine declares. */
const objects: fc.Arbitrary<ObjectRef[]> = fc.boolean().map((isGiven) =>
  isGiven ? [{ instance: "host", class: "Host" }] : []
);

const DATA_TYPES = ["text", "number", "integer", "boolean", "enum", "list", "object", "any"] as const;

/** Declared data: odd names and values of any type among them. */
const data: fc.Arbitrary<DataField[]> = fc.array(
  fc.record({
    name: fc.constantFrom("count", "x", "items", "two words", "toString", "host", "__proto__"),
    type: fc.constantFrom(...DATA_TYPES),
    initial: value.map((one) => structuredClone(one) as JsonValue),
    optional: fc.boolean(),
    values: fc.constant(["a", "b"]),
    fields: fc.constant([{ name: "x", type: "integer" as const }, { name: "b", type: "text" as const }]),
  }, { requiredKeys: ["name", "type"] }),
  { maxLength: 4 },
);

interface Numbered {
  readonly deed: "send" | "can" | "advance" | "setState" | "setContext" | "snapshotRestore" | "stop";
  readonly number: number;
  readonly payload: Members;
}

const deed: fc.Arbitrary<Numbered> = fc.record({
  deed: fc.oneof(
    { weight: 40, arbitrary: fc.constant("send" as const) },
    { weight: 8, arbitrary: fc.constant("advance" as const) },
    {
      weight: 6,
      arbitrary: fc.constantFrom("can" as const, "setState" as const, "setContext" as const),
    },
    { weight: 3, arbitrary: fc.constant("snapshotRestore" as const) },
    { weight: 1, arbitrary: fc.constant("stop" as const) },
  ),
  number: fc.nat(40),
  payload,
});

/** Runs of every kind. */
export const arbitraryRun: fc.Arbitrary<Run> = fc.record({
  machine: machinesOf(arbitraryVocabulary),
  language: fc.option(fc.array(fc.nat(9999), { minLength: 24, maxLength: 24 }), { nil: undefined, freq: 3 }),
  name: fc.constantFrom("Lamp", "class", "1 odd name", "Machine", "Context", "__proto__"),
  asynchronous: fc.boolean(),
  objects,
  data: fc.option(data, { nil: undefined, freq: 2 }),
  context,
  reacting: fc.option(fc.nat(8), { nil: undefined, freq: 4 }),
  failing: fc.option(fc.nat(8), { nil: undefined, freq: 4 }),
  stopping: fc.option(fc.nat(8), { nil: undefined, freq: 3 }),
  deeds: fc.array(deed, { minLength: 1, maxLength: 25, size: "max" }),
}).map((
  {
    machine: { definition, vocabulary },
    language,
    name,
    asynchronous,
    objects,
    data,
    context,
    reacting,
    failing,
    stopping,
    deeds,
  },
) => ({
  definition: spoken(
    {
      ...definition,
      settings: { ...definition.settings, name, asynchronous, objects, ...(data ? { data } : {}) },
    },
    language,
    vocabulary,
  ),
  context,
  reactions: reacting === undefined
    ? {}
    : { [`entry ${vocabulary.stateName(reacting)}`]: [vocabulary.events[reacting % 3] ?? "a"] },
  failures: failing === undefined ? [] : [`exit ${vocabulary.stateName(failing)}`, "done"],
  ...(stopping === undefined
    ? {}
    : { stops: [`entry ${vocabulary.stateName(stopping)}`, `timer stop ${vocabulary.timer}`] }),
  ...(language === undefined ? {} : { machines: CHILDREN }),
  deeds: deeds.map((one) => deedOf(one, vocabulary)),
}));

function spoken(
  definition: StateMachineDefinition,
  language: readonly number[] | undefined,
  vocabulary: Vocabulary,
): StateMachineDefinition {
  return language === undefined ? definition : withLanguage(definition, language, vocabulary);
}

/** The members of a context without objects of the settings: generated code holds those beside the data. */
function withoutObjects({ host: _, ...members }: Members): Members {
  return members;
}

function deedOf({ deed, number, payload }: Numbered, { events, stateName }: Vocabulary): RunDeed {
  const event = number < 38 ? events[number % events.length] ?? "" : number === 38 ? "nowhere" : "";
  switch (deed) {
    case "send":
      return { send: event, payload };
    case "can":
      return { can: event, payload };
    case "advance":
      return { advance: number % 3 === 0 ? number + 0.5 : number };
    case "setState":
      return { setState: stateName(number % 12) };
    case "setContext":
      return { setContext: withoutObjects(payload) };
    case "snapshotRestore":
      return { snapshotRestore: true };
    case "stop":
      return number % 4 === 0 ? { stop: true } : { send: event, payload };
  }
}
