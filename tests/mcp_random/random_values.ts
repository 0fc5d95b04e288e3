/**
 * Values for the parameters of tools: some that fit the document, some that fit the schema, some that fit nothing.
 *
 * @module
 */
import { collectStateNames, type StateMachineDefinition, walkStates } from "@loom/protocol";
import { editorOf } from "../arbitrary/edits.ts";

/** Where chance comes from: a number from 0 to below 1. */
export type Random = () => number;

/** What is known when a call is made. */
export interface Known {
  readonly random: Random;
  /** The machine in the active document, if there is one. */
  readonly machine: StateMachineDefinition | undefined;
  /** The folder that nothing may get out of. */
  readonly folder: string;
}

/** A part of JSON Schema, as the tools use it. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

const WORDS = ["A", "B", "C", "Idle", "Busy", "go", "stop", "tick"] as const;

/** Texts that programs stumble over. */
const STRANGE_TEXTS: readonly string[] = [
  "",
  " ",
  "__proto__",
  "constructor",
  "toString",
  "\u0000",
  "a\nb",
  "x".repeat(3000),
  "🦜🏔️",
  "../../outside",
  "/etc/passwd",
  "{",
  "null",
  "%s%n",
  "\ud800",
  "done.state.A",
];

const STRANGE_VALUES: readonly unknown[] = [null, true, -1, 0, 2.5, 1e308, [], {}, [[]], "", { op: 5 }, [
  null,
]];

const TEXTS_OF_MACHINES: readonly string[] = [
  '{"stateMachine":{"settings":{"namespace":"n","name":"M","asynchronous":false},"events":[],"state":{"name":"Root"}}}',
  '{"settings":{"namespace":"n","asynchronous":false},"events":[{"name":"E","events":[{"id":"go"}]}],' +
  '"state":{"name":"Root","states":[{"name":"A","transitions":[{"event":"go","nextState":"B"}]},{"name":"B"}]}}',
  "stateDiagram-v2\n  A --> B : go\n",
  '<machine><state name="Door"/></machine>',
  "{}",
  "5",
  '{"entities":[]}',
  '{"state":{"states":7}}',
  '{"state":{"name":"Root","states":[',
];

const GUARDS = ["x > 1", "not busy", "in_state('A')", "((", "x = 1"] as const;
const ACTIONS: readonly unknown[] = [
  "x = (x or 0) + 1",
  "(",
  { raise: "go" },
  { timerStart: { timer: "Wait", duration: 10 } },
  { timerStart: { timer: "Wait", duration: 0, repeat: 0 } },
  { timerStop: "Wait" },
  { odd: 1 },
];

/** What a parameter of that name may sensibly be; a row a name. */
const BY_NAME: Readonly<Record<string, (known: Known) => unknown>> = {
  name: (known) => known.random() < 0.5 ? oldState(known) : newName(known),
  new_name: newName,
  parent: oldState,
  state: oldState,
  target: oldState,
  initial: oldState,
  nextState: oldState,
  event: oldEvent,
  id: (known) => known.random() < 0.5 ? oldEvent(known) : newName(known),
  new_id: newName,
  new_event: oldEvent,
  condition: ({ random }) => one(random, GUARDS),
  actions: someActions,
  onEntry: someActions,
  onExit: someActions,
  regions: (known) => some(known.random, () => known.random() < 0.5 ? oldState(known) : newName(known)),
  active: (known) => some(known.random, () => oldState(known)),
  events: (known) => some(known.random, () => step(known)),
  ops: someOps,
  json: ({ random }) => one(random, TEXTS_OF_MACHINES),
  text: ({ random }) => one(random, TEXTS_OF_MACHINES),
  path: somePath,
  scale: ({ random }) => one(random, [0.1, 1, 2, 9, 0]),
  depth: ({ random }) => Math.floor(random() * 4),
  index: ({ random }) => Math.floor(random() * 4),
  to_index: ({ random }) => Math.floor(random() * 4),
  parameters: (known) => ({ [newName(known)]: "int" }),
  guards: ({ random }) => ({ [one(random, [...GUARDS, "*"])]: random() < 0.5 }),
  context: ({ random }) => ({ x: random() * 10 }),
  duration: ({ random }) => Math.floor(random() * 1000),
};

/** Values for all parameters of a tool. */
export function randomValues(schema: Schema, known: Known): Record<string, unknown> {
  const { random } = known;
  const values: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const isRequired = schema.required?.includes(name) ?? false;
    // Now and then something that is required is missing.
    if (random() > (isRequired ? 0.97 : 0.35)) continue;
    set(values, name, randomValue(name, property, known));
  }
  if (random() < 0.02) set(values, one(random, ["nmae", "__proto__", "verbose"]), 1);
  // No test opens a window on anyone's screen.
  delete values.open;
  return values;
}

function randomValue(name: string, schema: Schema, known: Known): unknown {
  const { random } = known;
  const chance = random();
  if (chance < 0.03) return one(random, STRANGE_VALUES);
  if (chance < 0.08) return valueOf(schema, known);
  const sensible = Object.hasOwn(BY_NAME, name) ? BY_NAME[name] : undefined;
  return sensible?.(known) ?? valueOf(schema, known);
}

/** Whatever fits the schema. */
function valueOf(schema: Schema, known: Known): unknown {
  const { random } = known;
  if (schema.enum !== undefined) return one(random, schema.enum);
  if (schema.anyOf !== undefined) return valueOf(one(random, schema.anyOf), known);
  const type = typeof schema.type === "string" ? schema.type : one(random, schema.type ?? ["string"]);
  if (type === "boolean") return random() < 0.5;
  if (type === "number" || type === "integer") return Math.floor(random() * 10);
  if (type === "array") return some(random, () => valueOf(schema.items ?? {}, known));
  if (type === "object") return { [one(random, WORDS)]: one(random, STRANGE_VALUES) };
  return random() < 0.3 ? one(random, STRANGE_TEXTS) : newName(known);
}

function oldState(known: Known): string {
  const names = known.machine === undefined ? [] : collectStateNames(known.machine.state);
  return names.length === 0 || known.random() < 0.05 ? newName(known) : one(known.random, names);
}

function oldEvent(known: Known): string {
  const ids = eventsOf(known.machine);
  return ids.length === 0 || known.random() < 0.05 ? newName(known) : one(known.random, ids);
}

function eventsOf(machine: StateMachineDefinition | undefined): string[] {
  const sources: unknown = machine?.events;
  if (!Array.isArray(sources)) return [];
  return sources.flatMap((source) => [...listOf(source?.events), ...listOf(source?.timers)])
    .map((event) => event.id).filter((id) => typeof id === "string");
}

function listOf(value: unknown): { readonly id?: unknown }[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "object" && item !== null) : [];
}

function newName({ random }: Known): string {
  if (random() < 0.04) return one(random, STRANGE_TEXTS);
  return `${one(random, WORDS)}${random() < 0.6 ? Math.floor(random() * 40) : ""}`;
}

function someActions({ random }: Known): unknown[] {
  return some(random, () => one(random, ACTIONS));
}

function step(known: Known): unknown {
  const { random } = known;
  const chance = random();
  if (chance < 0.6) return oldEvent(known);
  if (chance < 0.8) return `+${Math.floor(random() * 100)}`;
  return one<unknown>(random, [
    { event: oldEvent(known), payload: { x: 2 } },
    { advance: 5 },
    "+1e9",
    {},
    "go {",
  ]);
}

function someOps(known: Known): unknown[] {
  const { random, machine } = known;
  if (machine === undefined || random() < 0.2) return some(random, () => one(random, STRANGE_VALUES));
  const editor = editorOf(`r${Math.floor(random() * 1e6)}`, Math.floor(random() * 2 ** 31));
  const ops: unknown[] = editor.edit(machine);
  if (random() < 0.2) ops.push({ op: "state.remove", name: "no such state" });
  return ops;
}

function somePath(known: Known): string {
  const { random, folder, machine } = known;
  const names = [
    "a.smdf.json",
    "b.smdf.json",
    "c.erdf.json",
    "d.svg",
    "e.png",
    "f.py",
    "g.txt",
    "none/x.svg",
    "h.json",
  ];
  const chance = random();
  if (chance < 0.08) return one(random, STRANGE_TEXTS);
  if (chance < 0.12) return `${folder}/../${one(random, names)}`;
  if (chance < 0.2) return oldState(known);
  if (chance < 0.25 && machine !== undefined) {
    return Array.from(walkStates(machine.state)).at(-1)?.path ?? "/state";
  }
  return `${folder}/${one(random, names)}`;
}

function one<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)] as Item;
}

function some<Item>(random: Random, make: () => Item): Item[] {
  return Array.from({ length: Math.floor(random() * 4) }, make);
}

/** Sets a member under any name, `__proto__` included. */
function set(values: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(values, name, { value, enumerable: true, configurable: true, writable: true });
}
