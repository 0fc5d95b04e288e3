/**
 * The TypeScript that is generated from a definition as a target of the conformance vectors.
 *
 * @module
 */
import { enrich, Machine, SimulatedClock } from "@loom/engine";
import { generateTypeScript } from "@loom/engine/codegen";
import { type ChildFactory, Context, ContextAsync, type ContextOptions } from "@loom/engine/runtime";
import type { StateMachineDefinition } from "@loom/protocol";
import type { Members } from "./format.ts";
import { refusesToGenerate } from "./generation.ts";
import {
  advanceInSteps,
  ConformanceHost,
  ConformanceLog,
  guardsOf,
  hostFunctions,
  hostTasks,
  observerOf,
  withoutHosts,
} from "./host.ts";
import type { ConformanceMachine, ConformanceTarget, StartOptions } from "./runner.ts";

/** The generated context of a definition. */
type ContextClass = new (...args: unknown[]) => Context<Record<string, unknown>>;

/** The TypeScript code that is generated from a definition. */
export const GENERATED_TYPESCRIPT: ConformanceTarget = generatedTarget();

/** The text of the module that the target runs. */
export function typeScriptOf(definition: StateMachineDefinition): string {
  return generateTypeScript(enrich(definition), {
    runtime: import.meta.resolve("@loom/engine/runtime"),
    force: true,
  });
}

function generatedTarget(): ConformanceTarget {
  let modules: ModuleFolder | undefined;
  return {
    name: "Generated TypeScript",
    quotesParts: false,
    skip: refusesToGenerate,
    open: async () => {
      modules = new ModuleFolder(await Deno.makeTempDir({ prefix: "loom-generated-" }));
    },
    close: async () => {
      await modules?.remove();
      modules = undefined;
    },
    start: async (definition, options) => {
      if (!modules) throw new Error("The target is not open.");
      return startMachine(await modules.contextClass(typeScriptOf(definition)), definition, options);
    },
  };
}

/** A folder for generated modules; each text is written and imported once. */
class ModuleFolder {
  readonly #path: string;
  readonly #classes = new Map<string, Promise<ContextClass>>();

  constructor(path: string) {
    this.#path = path;
  }

  contextClass(text: string): Promise<ContextClass> {
    let promise = this.#classes.get(text);
    if (!promise) this.#classes.set(text, promise = this.#import(text, this.#classes.size));
    return promise;
  }

  remove(): Promise<void> {
    return Deno.remove(this.#path, { recursive: true });
  }

  async #import(text: string, number: number): Promise<ContextClass> {
    const path = `${this.#path}/module_${number}.ts`;
    await Deno.writeTextFile(path, text);
    const module: Record<string, unknown> = await import(`file://${path}`);
    const found = Object.values(module).find(isContextClass);
    if (!found) throw new Error("The generated module exports no class that extends Context.");
    return found;
  }
}

function isContextClass(value: unknown): value is ContextClass {
  return typeof value === "function" && value.prototype instanceof Context;
}

async function startMachine(
  contextClass: ContextClass,
  definition: StateMachineDefinition,
  { context: data, guards, reactions, failures, stops, methods, machines = {}, snapshot }: StartOptions,
): Promise<ConformanceMachine> {
  // As with the interpreter, whose constructor does it all, nothing can be sent before the initial entry is over.
  let context: Context<Record<string, unknown>> | undefined = undefined;
  let made: Context<Record<string, unknown>> | undefined = undefined;
  const log = new ConformanceLog(
    reactions,
    (event) => context?.send(event) ?? { handled: false, reason: "not constructed" },
    failures,
    () => made?.stop(),
    stops,
  );
  const functions = hostFunctions(log);
  const clock = new SimulatedClock();
  const options: ContextOptions<Members> = {
    data,
    observer: observerOf(log),
    clock,
    functions,
    tasks: hostTasks(log),
    // Child machines are interpreted: generated ones run in the tests of their parents.
    machines: Object.fromEntries(
      Object.entries(machines).map(([path, child]): [string, ChildFactory] => [
        path,
        ({ data = {}, ...others }) => new Machine(child, { ...others, context: data }),
      ]),
    ),
    guards: guardsOf(guards, functions),
    keepVisited: true,
    ...(snapshot === undefined ? {} : { snapshot: snapshot as NonNullable<ContextOptions["snapshot"]> }),
  };
  const hosts = (definition.settings?.objects ?? []).map(() => new ConformanceHost(log, methods));
  made = new contextClass(...hosts, options);
  if (snapshot === undefined) made.enterInitialState();
  log.count();
  if (made instanceof ContextAsync) await made.idle();
  context = made;
  context.registerEndHandler(() => log.write("end handler"));
  return conformanceMachine(context, clock, log);
}

function conformanceMachine(
  context: Context<Record<string, unknown>>,
  clock: SimulatedClock,
  log: ConformanceLog,
): ConformanceMachine {
  return {
    send: (event, payload) =>
      context instanceof ContextAsync ? context.sendAsync(event, payload) : context.send(event, payload),
    idle: () => context instanceof ContextAsync ? context.idle() : undefined,
    advance: (ms) => context instanceof ContextAsync ? advanceInSteps(context, clock, ms) : clock.advance(ms),
    setState: (name) => context.setState(name),
    setContext: (members) => void Object.assign(context.data, members),
    stop: () => context.stop(),
    serialize: () => context.serialize(),
    deserialize: (data) => context.deserialize(data),
    snapshot: () => context.snapshot(),
    can: (event, payload) => context.can(event, payload),
    availableEvents: () => context.availableEvents(),
    view: () => ({
      state: context.state,
      configuration: context.configuration,
      done: context.done,
      context: withoutHosts(context.data),
      visited: context.visited,
      output: context.workSet?.output ?? null,
      tags: context.tags,
      meta: context.meta,
    }),
    takeLog: () => log.take(),
  };
}
