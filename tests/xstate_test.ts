/**
 * Configurations of XState, run by XState's own actor and by `Machine` side by side: the same events and the same time lead
 * through the same states.
 *
 * @module
 */
import {
  type IObserver,
  Machine,
  ObserverNull,
  readXStateConfig,
  SimulatedClock,
  writeXState,
  writeXStateJson,
} from "@loom/engine";
import type { StateMachineDefinition } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  type AnyStateMachine,
  createActor,
  createMachine,
  fromPromise,
  SimulatedClock as XStateClock,
} from "xstate";
import { readXStateSource } from "../engine/exchange/xstate/source/read_source.ts";
import { ModuleFolder } from "./codegen/modules.ts";
import { arbitraryTypedMachine } from "./codegen/typed_machines.ts";
import { arbitraryConfig, EVENTS as ARBITRARY_EVENTS } from "./xstate/arbitrary_configs.ts";
import { type Config, CONFIGS } from "./xstate/configs.ts";
import { MACHINES } from "./xstate/machines.ts";
import { NATIVES } from "./xstate/natives.ts";

const EVENTS = ["GO", "NEXT", "RESET", "STAY", "BOTH", "mouse.up", "mouse.down.left", "other"];
/** What each event carries. */
const PAYLOAD = { by: 2, id: "x" };

type Step = string | number;

/** What can be seen of a running machine. */
interface Look {
  readonly states: ReadonlySet<string>;
  readonly tags: ReadonlySet<string>;
  readonly isDone: boolean;
  readonly context: unknown;
}

/** The looks of XState's actor, one at the start and one after each step. */
async function theirLooks(machine: AnyStateMachine, steps: readonly Step[]): Promise<Look[]> {
  const clock = new XStateClock();
  const actor = createActor(machine, { clock, logger: () => {} }).start();
  const looks: Look[] = [];
  const look = () => {
    const { _nodes, tags, status, context } = actor.getSnapshot();
    const nodes = _nodes as { key: string; parent?: unknown }[];
    const names = nodes.map(({ key, parent }) => parent === undefined ? "m" : key);
    looks.push({ states: new Set(names), tags: new Set(tags), isDone: status === "done", context });
  };
  look();
  for (const step of steps) {
    // XState's clock jumps and starts timers where it lands: by small steps it is exact.
    if (typeof step === "number") { for (let passed = 0; passed < step; passed += 10) clock.increment(10); }
    else actor.send({ type: step, ...PAYLOAD });
    await settled();
    look();
  }
  actor.stop();
  return looks;
}

const RESTLESS = "without coming to rest";

/** Keeps what went wrong outside of the answers to events. */
class Problems extends ObserverNull implements IObserver {
  readonly all: string[] = [];

  onError(_context: string, message: string): void {
    this.all.push(message);
  }
}

/** The looks of `Machine`. */
async function ourLooks(
  definition: StateMachineDefinition,
  steps: readonly Step[],
  functions: Readonly<Record<string, () => unknown>>,
  tasks: Readonly<Record<string, (input: unknown) => unknown>> = {},
): Promise<Look[]> {
  const clock = new SimulatedClock();
  const machine = new Machine(definition, { clock, functions, tasks });
  const problems = new Problems();
  machine.setObserver(problems);
  const looks: Look[] = [];
  const look = () =>
    looks.push({
      states: new Set(machine.configuration),
      tags: new Set(machine.tags),
      isDone: machine.done,
      context: structuredClone(machine.context),
    });
  look();
  for (const step of steps) {
    if (typeof step === "number") clock.advance(step);
    else problems.all.push(machine.send(step, PAYLOAD).error ?? "");
    await settled();
    const restless = problems.all.find((one) => one.includes(RESTLESS));
    if (restless !== undefined) throw new Error(restless);
    look();
  }
  machine.stop();
  return looks;
}

/** Work of tasks is done, however many microtasks it takes. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await Promise.resolve();
}

const STEP = fc.oneof(fc.constantFrom(...EVENTS), fc.constantFrom(10, 50, 100, 130));
const STEPS = fc.array(STEP, { maxLength: 25 });

/** Compares the looks of some machines on random steps. */
async function compare(
  runs: number,
  looks: readonly ((steps: readonly Step[]) => Promise<Look[]>)[],
): Promise<void> {
  const check = fc.asyncProperty(STEPS, async (steps) => {
    const [first, ...others] = await Promise.all(looks.map((run) => run(steps)));
    for (const other of others) assertEquals(other, first);
  });
  await fc.assert(check, { numRuns: runs, seed: 5 });
}

/** Writes a machine as TypeScript and runs that module. */
async function exported(definition: StateMachineDefinition): Promise<AnyStateMachine> {
  const { text, leftOut } = writeXState(definition);
  assertEquals(leftOut, []);
  await using folder = await ModuleFolder.make();
  const url = await folder.add(
    text.replace('from "xstate"', `from ${JSON.stringify(import.meta.resolve("xstate"))}`),
  );
  const module: Record<string, AnyStateMachine> = await import(url);
  const machine = Object.entries(module).find(([name]) => /[Mm]achine$/.test(name))?.[1];
  assert(machine !== undefined, text);
  return machine;
}

/** Machines of configurations, with and without the answers of their guards. */
const STUBS = [true, false].flatMap((first) => [true, false].map((second) => ({ first, second })));

for (const [name, config] of Object.entries(CONFIGS)) {
  Deno.test(`XState and Machine go through the same states: ${name}`, async () => {
    const whole = { id: "m", ...config };
    const { definition, remarks } = readXStateConfig(JSON.stringify(whole));
    assertEquals(remarks, []);
    const again = await exported(definition);
    const json = writeXStateJson(definition);
    for (const { first, second } of STUBS) {
      const guards = { first: () => first, second: () => second };
      const actions = { noted: () => {}, counted: () => {} };
      const provide = (machine: AnyStateMachine) => machine.provide({ guards, actions } as never);
      await compare(15, [
        (steps) => theirLooks(provide(createMachine(structuredClone(whole) as never)), steps),
        (steps) => ourLooks(definition, steps, { ...guards, ...actions }),
        (steps) => theirLooks(provide(again), steps),
        (steps) => theirLooks(provide(createMachine(JSON.parse(json.text))), steps),
      ]);
    }
  });
}

/** Active states that are not one leaf of each compound state and all of each parallel one. */
function isBroken(machine: AnyStateMachine, { states }: Look): boolean {
  const nodes = [machine.root];
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    const children = Object.values(node.states) as (typeof node)[];
    const active = children.filter(({ key }) => states.has(key));
    const isActive = states.has(node.key);
    const wanted = !isActive
      ? 0
      : node.type === "compound"
      ? 1
      : children.filter(({ type }) => type !== "history").length;
    if (active.length !== wanted) return true;
    nodes.push(...children);
  }
  return false;
}

/** Passes over a machine that does not come to rest: XState would not either. */
function restless(error: Error): undefined {
  if (!error.message.includes(RESTLESS)) throw error;
}

/** The most answers that a guard gives in one run: neither side comes to rest when it always passes. */
const MOST_ANSWERS = 500;

Deno.test("XState and Machine go through the same states: arbitrary configurations", async () => {
  let compared = 0;
  const steps = fc.array(fc.constantFrom<Step>(...ARBITRARY_EVENTS, 10, 40, 130), { maxLength: 15 });
  const check = fc.asyncProperty(
    arbitraryConfig,
    steps,
    fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
    async (config, steps, [first, second, loops]) => {
      const { definition, remarks } = readXStateConfig(JSON.stringify(config));
      if (remarks.length > 0) return;
      let answers = 0;
      const guards = {
        first: () => first,
        second: () => second,
        loops: () => {
          if (++answers > MOST_ANSWERS) throw new Error("It runs without end.");
          return loops;
        },
      };
      const actions = { noted: () => {} };
      const ours = await ourLooks(definition, steps, { ...guards, ...actions }).catch(restless);
      if (ours === undefined || answers > MOST_ANSWERS) return;
      const provided = (machine: AnyStateMachine) => machine.provide({ guards, actions } as never);
      const theirs = createMachine(structuredClone(config) as never);
      const looks = await theirLooks(provided(theirs), steps);
      if (answers > MOST_ANSWERS || looks.some((look) => isBroken(theirs, look))) return;
      assertEquals(ours, looks);
      const { text, leftOut } = writeXStateJson(definition);
      if (leftOut.length > 0) return;
      assertEquals(await theirLooks(provided(createMachine(JSON.parse(text))), steps), looks);
      compared += 1;
    },
  );
  await fc.assert(check, { numRuns: 400, seed: 5 });
  assert(compared > 200, `${compared} configurations were compared`);
});

/** The task of `work that hands over its input`. */
const TASKS = {
  add: async (input: unknown) => await Promise.resolve(sum(input as { a: number; b: number })),
};
const sum = ({ a, b }: { a: number; b: number }): number => a + b;

for (const [name, make] of Object.entries(MACHINES)) {
  Deno.test(`XState and Machine go through the same states and data: ${name}`, async () => {
    const { definition, remarks } = readXStateSource(`export const made = ${make};`);
    assertEquals(remarks, []);
    const actors = { add: fromPromise(({ input }: { input: unknown }) => TASKS.add(input)) };
    const again = (await exported(definition)).provide({ actors } as never);
    await compare(50, [
      (steps) => theirLooks(make(), steps),
      (steps) => ourLooks(definition, steps, {}, TASKS),
      (steps) => theirLooks(again, steps),
    ]);
  });
}

for (const [name, definition] of Object.entries(NATIVES)) {
  Deno.test(`writeXState() gives a machine that goes through the same states: ${name}`, async () => {
    const machine = await exported(definition);
    await compare(80, [(steps) => ourLooks(definition, steps, {}), (steps) => theirLooks(machine, steps)]);
  });
}

Deno.test("writeXState() gives code that type-checks strictly", async () => {
  await using folder = await ModuleFolder.make();
  for (const config of Object.values(CONFIGS)) {
    await folder.add(writeXState(readXStateConfig(JSON.stringify(config)).definition).text);
  }
  for (const make of Object.values(MACHINES)) {
    await folder.add(writeXState(readXStateSource(`export const made = ${make};`).definition).text);
  }
  for (const definition of Object.values(NATIVES)) await folder.add(writeXState(definition).text);
  // Types of TypeScript know members of every object, such as toString: names like it do not get through.
  const isInherited = /\b(?:toString|constructor|valueOf|hasOwnProperty|__proto__)\b/;
  for (const definition of fc.sample(arbitraryTypedMachine, { seed: 7, numRuns: 200 })) {
    if (!isInherited.test(JSON.stringify(definition))) await folder.add(writeXState(definition).text);
  }
  const { success, text } = await folder.check();
  assert(success, text.slice(0, 4000));
});

/** A machine that loads something, and may be told to stop. */
const LOADING: Config = {
  id: "m",
  initial: "idle",
  states: {
    idle: { on: { GO: "busy" } },
    busy: {
      invoke: { id: "load", src: "fetch", onDone: "loaded", onError: "failed" },
      on: { STOP: "idle" },
    },
    loaded: { type: "final", output: { found: true } },
    failed: { on: { GO: "busy" } },
  },
};

for (
  const [name, fails, events] of [
    ["that ends", false, ["GO"]],
    ["that fails", true, ["GO"]],
    ["that is cancelled", false, ["GO", "STOP"]],
    ["that is cancelled and begun again", false, ["GO", "STOP", "GO"]],
  ] as const
) {
  Deno.test(`XState and Machine go through the same states with work ${name}`, async () => {
    const load = async (): Promise<number> => {
      await Promise.resolve();
      if (fails) throw new Error("nothing is there");
      return 1;
    };
    const machine = createMachine(LOADING as never).provide(
      { actors: { fetch: fromPromise(load) } } as never,
    );
    const theirs = createActor(machine).start();
    theirs.subscribe({ error: () => {} });
    const { definition, remarks } = readXStateConfig(JSON.stringify(LOADING));
    const ours = new Machine(definition, { tasks: { fetch: load } });
    for (const type of events) {
      theirs.send({ type } as never);
      ours.send(type);
    }
    // Both give their results by microtasks, however many.
    await new Promise((resolve) => setTimeout(resolve));
    const { value, status } = theirs.getSnapshot() as unknown as { value: string; status: string };
    assertEquals([ours.state, ours.done, remarks], [value, status === "done", []]);
    assertEquals(ours.output, value === "loaded" ? { found: true } : undefined);
  });
}
