/**
 * Runs conformance vectors against any implementation of the machine.
 *
 * @module
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { StateMachineDefinition } from "@loom/protocol";
import type { HostFunctionName, Members, SendView, Step, Vector, VectorFile, View } from "./format.ts";

/** A value, or the promise of one: an implementation may live in another process. */
export type Awaitable<T> = T | Promise<T>;

/** How a machine is to be started; plain data, so that it can go to another process. */
export interface StartOptions {
  /** The members of the context, without host objects. */
  readonly context: Members;
  /** Guard texts that a host function decides. */
  readonly guards: Readonly<Record<string, HostFunctionName>>;
  /** The machines that states invoke. */
  readonly machines?: Readonly<Record<string, StateMachineDefinition>>;
  /** What the observer sends when it first hears of something, by log line. */
  readonly reactions: Readonly<Record<string, readonly string[]>>;
  /** The log lines at which the observer, or the end handler, throws when it has written them. */
  readonly failures?: readonly string[];
  /** The log lines, after the start, at which the observer stops the machine. */
  readonly stops?: readonly string[];
  /** The methods that each declared host object has beside its own; they write the call and say yes. */
  readonly methods?: readonly string[];
  /** Where to go on, instead of entering the initial configuration. */
  readonly snapshot?: unknown;
}

/** The result of `send`, as plain data. */
export interface SendOutcome {
  readonly handled: boolean;
  readonly changed: boolean;
  readonly from: string;
  readonly to: string;
  readonly event: string;
  readonly reason?: string;
  readonly error?: string;
}

/** Everything that can be seen of a machine between steps. */
export interface MachineView {
  readonly state: string;
  readonly configuration: readonly string[];
  readonly done: boolean;
  readonly context: Members;
  readonly visited: readonly string[];
  /** The output of a machine that has ended; null before and without one. */
  readonly output: unknown;
  /** The tags of the active states. */
  readonly tags: readonly string[];
  /** The meta data of the active states, by name. */
  readonly meta: Members;
}

/** A running machine of some implementation, with its own simulated clock. */
export interface ConformanceMachine {
  send(event: string, payload?: Members): Awaitable<SendOutcome>;
  /** Sends events without waiting for the result of the one before; default: with `send`. */
  sendAll?(events: readonly string[]): Awaitable<readonly SendOutcome[]>;
  /** Waits until no step is running, where actions are awaited. */
  idle?(): Awaitable<void>;
  /** Moves the clock on by `ms` milliseconds. */
  advance(ms: number): Awaitable<void>;
  setState(name: string): Awaitable<void>;
  /** Sets members of the context from outside. */
  setContext(members: Members): Awaitable<void>;
  stop(): Awaitable<void>;
  serialize(): Awaitable<{ state: string | null }>;
  deserialize(data: { state?: string | null }): Awaitable<void>;
  snapshot(): Awaitable<unknown>;
  can(event: string, payload?: Members): Awaitable<boolean>;
  availableEvents(): Awaitable<readonly string[]>;
  view(): Awaitable<MachineView>;
  /** The lines since the last call. */
  takeLog(): Awaitable<readonly string[]>;
  /** Lets go of what it holds. */
  close?(): Awaitable<void>;
}

/** An implementation of the machine. */
export interface ConformanceTarget {
  /** Its name in test names. */
  readonly name: string;
  /** False when no observer listens: only the lines that the host writes are compared. */
  readonly isObserved?: false;
  /** False when a sentence on what cannot be evaluated does not quote the part of the text that fails. */
  readonly quotesParts?: false;
  /** Why it cannot run a vector, in a few words; absent when it runs all. */
  skip?(vector: Vector): string | undefined;
  /** Gets ready; called once, before anything is started. */
  open?(): Awaitable<void>;
  /** Lets go of what `open` got. */
  close?(): Awaitable<void>;
  /** Makes a machine; throws an error with a `code` when the definition cannot run. */
  start(definition: StateMachineDefinition, options: StartOptions): Awaitable<ConformanceMachine>;
}

/** Reads the vector files beside this module, in the order of their names. */
export function readVectors(): VectorFile[] {
  const folder = new URL(".", import.meta.url);
  return [...Deno.readDirSync(folder)]
    .filter(({ name }) => name.endsWith(".json"))
    .map(({ name }) => JSON.parse(Deno.readTextFileSync(new URL(name, folder))) as VectorFile)
    .sort((a, b) => a.topic < b.topic ? -1 : 1);
}

/**
 * Runs one vector.
 *
 * @throws {AssertionError} Naming the step at which the implementation differs.
 */
export async function runVector(target: ConformanceTarget, vector: Vector): Promise<void> {
  const run = new VectorRun(target, vector);
  try {
    for (const [index, step] of vector.steps.entries()) {
      await run.step(step, `step ${index} ${JSON.stringify(step).slice(0, 60)}`);
    }
  } finally {
    await run.close();
  }
}

class VectorRun {
  readonly #target: ConformanceTarget;
  readonly #vector: Vector;
  #machine: ConformanceMachine | undefined;

  constructor(target: ConformanceTarget, vector: Vector) {
    this.#target = target;
    this.#vector = vector;
  }

  async step(step: Step, where: string): Promise<void> {
    if ("startError" in step) return await this.#startError(step.startError, where);
    if ("expectAtStart" in step) {
      this.#machine = await this.#start();
      await this.#machine.idle?.();
      return await this.#compare(step.expectAtStart, where);
    }
    const machine = this.#machine;
    assert(machine, "The first step of a vector is expectAtStart or startError.");
    await machine.takeLog();
    await this.#act(machine, step, where);
  }

  async close(): Promise<void> {
    await this.#machine?.close?.();
  }

  #heard(lines: readonly string[]): readonly string[] {
    return this.#target.isObserved === false ? lines.filter(isHostLine) : lines;
  }

  #start(snapshot?: unknown): Awaitable<ConformanceMachine> {
    const {
      definition,
      context = {},
      guards = {},
      reactions = {},
      failures = [],
      stops = [],
      machines = {},
    } = this.#vector;
    return this.#target.start(structuredClone(definition), {
      context: structuredClone(context),
      guards,
      reactions,
      failures,
      stops,
      machines: structuredClone(machines),
      ...(snapshot === undefined ? {} : { snapshot }),
    });
  }

  async #act(
    machine: ConformanceMachine,
    step: Exclude<Step, { startError: unknown } | { expectAtStart: unknown }>,
    where: string,
  ): Promise<void> {
    if ("send" in step) {
      compareOutcome(await machine.send(step.send, step.payload), step.send, step.expect, where);
      await machine.idle?.();
    } else if ("sendAll" in step) await sendAll(machine, step, where);
    else if ("advance" in step) await machine.advance(step.advance);
    else if ("setContext" in step) await machine.setContext(step.setContext);
    else if ("stop" in step) await machine.stop();
    else if ("snapshotRestore" in step) await this.#snapshotRestore(machine);
    else if ("throws" in step) await this.#refused(machine, step, where);
    else if ("setState" in step) await machine.setState(step.setState);
    else if ("deserialize" in step) await machine.deserialize(step.deserialize);
    else await compareAnswer(machine, step, where);
    if ("expect" in step) await this.#compare(step.expect, where);
  }

  async #startError(expected: { code?: string; contains?: string }, where: string): Promise<void> {
    const error = await caught(async () => await this.#start());
    if (expected.code !== undefined) assertEquals((error as { code?: unknown }).code, expected.code, where);
    assertStringIncludes(error.message, expected.contains ?? "", where);
  }

  async #refused(
    machine: ConformanceMachine,
    step: Extract<Step, { throws: string }>,
    where: string,
  ): Promise<void> {
    const error = await caught(async () => {
      await ("setState" in step ? machine.setState(step.setState) : machine.deserialize(step.deserialize));
    });
    assertStringIncludes(error.message, step.throws, where);
    assertEquals(await machine.takeLog(), [], where);
  }

  async #snapshotRestore(machine: ConformanceMachine): Promise<void> {
    const snapshot = JSON.parse(JSON.stringify(await machine.snapshot()));
    await machine.close?.();
    this.#machine = await this.#start(snapshot);
  }

  async #compare(expected: View, where: string): Promise<void> {
    const machine = this.#machine;
    assert(machine);
    const log = await machine.takeLog();
    const lines = expected.log && this.#heard(expected.log);
    if (lines) assertEquals(masked(log, lines), lines, `${where}: log`);
    for (const line of this.#heard(expected.logIncludes ?? [])) {
      assert(log.some((one) => matches(one, line)), `${where}: no line "${line}" in the log`);
    }
    const actual = await machine.view();
    for (
      const key of ["state", "configuration", "done", "context", "visited", "output", "tags", "meta"] as const
    ) {
      if (expected[key] !== undefined) assertEquals(plain(actual[key]), expected[key], `${where}: ${key}`);
    }
  }
}

/** Whether the host itself writes the line, observed or not. */
const isHostLine = (line: string): boolean => /^(call |sent |end handler$)/.test(line);

async function sendAll(
  machine: ConformanceMachine,
  { sendAll: events, outcomes }: Extract<Step, { sendAll: unknown }>,
  where: string,
): Promise<void> {
  const all = await (machine.sendAll?.(events) ?? Promise.all(events.map((event) => machine.send(event))));
  await machine.idle?.();
  for (const [index, outcome] of all.entries()) {
    compareOutcome(outcome, events[index] ?? "", outcomes[index] ?? {}, `${where}: result ${index}`);
  }
}

function compareOutcome(actual: SendOutcome, event: string, expected: SendView, where: string): void {
  assertEquals(actual.event, event, `${where}: event`);
  for (const key of ["handled", "changed", "from", "to"] as const) {
    if (expected[key] !== undefined) assertEquals(actual[key], expected[key], `${where}: ${key}`);
  }
  assertEquals(actual.reason, expected.reason, `${where}: reason`);
  if (expected.error === undefined) return assertEquals(actual.error, undefined, `${where}: error`);
  assert(actual.error, `${where}: no error is told`);
  assertStringIncludes(actual.error, expected.error, where);
}

async function compareAnswer(machine: ConformanceMachine, step: Step, where: string): Promise<void> {
  if ("can" in step) {
    for (const [event, answer] of Object.entries(step.can)) {
      assertEquals(await machine.can(event, step.payload), answer, `${where}: can ${event}`);
    }
    if (step.log) assertEquals(await machine.takeLog(), step.log, `${where}: log`);
  } else if ("availableEvents" in step) {
    assertEquals(await machine.availableEvents(), step.availableEvents, where);
  } else if ("serialize" in step) assertEquals(await machine.serialize(), { state: step.serialize }, where);
  else if ("visited" in step) assertEquals((await machine.view()).visited, step.visited, where);
  else if ("visitedLength" in step) {
    assertEquals((await machine.view()).visited.length, step.visitedLength, where);
  } else if ("state" in step) assertEquals((await machine.view()).state, step.state, where);
  else throw new Error(`${where}: unknown kind of step`);
}

async function caught(act: () => Promise<unknown>): Promise<Error> {
  try {
    await act();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("Expected an error, but nothing was thrown.");
}

const matches = (line: string, pattern: string): boolean =>
  pattern.endsWith("*") ? line.startsWith(pattern.slice(0, -1)) : line === pattern;

/** The log with every line that fits its pattern replaced by the pattern, so that a difference reads well. */
function masked(log: readonly string[], patterns: readonly string[]): string[] {
  return log.map((line, index) => {
    const pattern = patterns[index];
    return pattern !== undefined && matches(line, pattern) ? pattern : line;
  });
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
