/**
 * The functions and objects that every machine of a vector can call, for implementations in this process.
 *
 * @module
 */
import type { IObserver, SimulatedClock } from "@loom/engine";
import type { Task } from "@loom/engine/runtime";
import type { HostFunctionName } from "./format.ts";

/** What a re-entrant `send` answers. */
export interface ReentrantOutcome {
  readonly handled: boolean;
  readonly reason?: string;
}

/**
 * The lines that a log keeps at the beginning and drops after them at a time: a machine that loops writes millions, and
 * each is compared.
 */
const LINES = 1000;

/** The lines after which a machine is stopped: one that sets itself off again and again never comes to rest. */
const MOST_LINES = 20_000;

/** The log of one machine. */
export class ConformanceLog {
  #lines: string[] = [];
  #dropped = 0;
  #left = MOST_LINES;
  #isCounting = false;
  readonly #reactions: Map<string, readonly string[]>;
  readonly #send: (event: string) => ReentrantOutcome;
  readonly #failures: ReadonlySet<string>;
  readonly #stops: ReadonlySet<string>;

  readonly #stop: () => void;

  /**
   * Makes a log that sends what `reactions` tells through `send`, each once, and throws at the lines of `failures`. After
   * {@linkcode ConformanceLog.count} it calls `stop` at the lines of `stops`, and when there are too many lines.
   */
  constructor(
    reactions: Readonly<Record<string, readonly string[]>>,
    send: (event: string) => ReentrantOutcome,
    failures: readonly string[] = [],
    stop: () => void = () => {},
    stops: readonly string[] = [],
  ) {
    this.#stop = stop;
    this.#stops = new Set(stops);
    this.#reactions = new Map(Object.entries(reactions));
    this.#send = send;
    this.#failures = new Set(failures);
  }

  /**
   * Counts lines from now on: once the call that starts the machine has returned. An asynchronous machine may still be starting then, and
   * one that sets itself off again and again never comes to rest.
   */
  count(): void {
    this.#isCounting = true;
  }

  /** Writes a line, and reacts to it. */
  write(line: string): void {
    if (this.#lines.push(line) > 3 * LINES) this.#dropped += this.#lines.splice(LINES, LINES).length;
    if (this.#isCounting && --this.#left === 0) {
      this.#left = MOST_LINES;
      this.#stop();
    }
    if (this.#isCounting && this.#stops.has(line)) this.#stop();
    const events = this.#reactions.get(line);
    this.#reactions.delete(line);
    for (const event of events ?? []) this.sendAgain(event);
    if (this.#failures.has(line)) throw new Error(`no ink for "${line}"`);
  }

  /** Sends an event re-entrantly and writes down the answer. */
  sendAgain(event: string): void {
    const { handled, reason } = this.#send(event);
    this.write(`sent ${event}: ${handled ? "handled" : reason}`);
  }

  /** Writes a call with its arguments as JSON. */
  call(name: string, args: readonly unknown[]): void {
    this.write(`call ${name}(${args.map((one) => JSON.stringify(one ?? null)).join(",")})`);
  }

  /** The lines since the last call; of very many, the first and the last, with the number of those between. */
  take(): string[] {
    const lines = this.#lines.splice(0);
    if (this.#dropped > 0) lines.splice(LINES, 0, `${this.#dropped} lines more`);
    this.#dropped = 0;
    return lines;
  }
}

/** A function that a definition may call. */
export type ConformanceFunction = (...args: readonly unknown[]) => unknown;

/** The host functions, writing to `log`. */
export function hostFunctions(log: ConformanceLog): Record<HostFunctionName, ConformanceFunction> {
  const told =
    (name: HostFunctionName, answer: (args: readonly unknown[]) => unknown): ConformanceFunction =>
    (...args) => {
      log.call(name, args);
      return answer(args);
    };
  return {
    log: told("log", () => null),
    yes: told("yes", () => true),
    no: told("no", () => false),
    add: told("add", ([a, b]) => numberOf(a) + numberOf(b)),
    fail: told("fail", () => {
      throw new Error("fail was called");
    }),
    later: told("later", () => Promise.reject(new Error("later came"))),
    soon: told("soon", ([value]) => Promise.resolve(value)),
    send_again: (event) => log.sendAgain(String(event)),
  };
}

/** The tasks that states invoke: one that answers, one that fails, and one that goes on until it is cancelled. */
export function hostTasks(log: ConformanceLog): Record<string, Task> {
  return {
    echo: (input) => {
      log.call("task echo", [input]);
      return input;
    },
    fail: () => {
      throw new Error("the task fails");
    },
    never: (input, { signal, send }) => {
      log.call("task never", [input]);
      signal.addEventListener("abort", () => log.call("task never cancelled", []));
      send("hello", { from: "never" });
      return new Promise(() => {});
    },
  };
}

const numberOf = (value: unknown): number => typeof value === "number" ? value : 0;

/** A machine whose events are processed when the call returns, or later. */
interface Waiting {
  idle(): Promise<void>;
}

/** Moves the clock on from expiry to expiry, so that each event is processed at its time. */
export async function advanceInSteps(machine: Waiting, clock: SimulatedClock, ms: number): Promise<void> {
  let left = ms;
  for (let next = clock.untilNext; next !== undefined && next <= left; next = clock.untilNext) {
    clock.advance(next);
    left -= next;
    await machine.idle();
  }
  clock.advance(left);
}

/** The guards that host functions decide. */
export function guardsOf(
  names: Readonly<Record<string, HostFunctionName>>,
  functions: Readonly<Record<HostFunctionName, ConformanceFunction>>,
): Record<string, () => boolean> {
  return Object.fromEntries(
    Object.entries(names).map(([text, name]) => [text, () => Boolean(functions[name]())]),
  );
}

/** The members of a context, without host objects. */
export function withoutHosts(context: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(context).filter(([, value]) => !(value instanceof ConformanceHost)),
  );
}

/** The host object `host`, which machines get that declare it in `settings.objects`. */
export class ConformanceHost {
  readonly #log: ConformanceLog;

  /** Makes a host object that writes to `log`, with further methods that say yes. */
  constructor(log: ConformanceLog, methods: readonly string[] = []) {
    this.#log = log;
    for (const name of methods) {
      const value = (...args: unknown[]) => {
        log.call(`host.${name}`, args);
        return true;
      };
      Object.defineProperty(this, name, { value });
    }
  }

  /** Writes the call and gives its argument back. */
  ping(value: unknown): unknown {
    this.#log.call("host.ping", [value]);
    return value;
  }

  /** Writes the call and gives a promise. */
  later(): Promise<never> {
    this.#log.call("host.later", []);
    return Promise.reject(new Error("later came"));
  }

  /** Writes the call and says yes. */
  can_retry(): boolean {
    this.#log.call("host.can_retry", []);
    return true;
  }
}

/** An observer that writes one line a callback, in the words of the vectors. */
export function observerOf(log: ConformanceLog): IObserver {
  const because = (error: string | undefined) => error === undefined ? "" : `: ${error}`;
  return {
    onEntry: (_, state) => log.write(`entry ${state}`),
    onExit: (_, state) => log.write(`exit ${state}`),
    onTransitionBegin: (_, prev, next, name) => log.write(`begin ${prev} -> ${next} [${name}]`),
    onTransitionEnd: (_, prev, next, name) => log.write(`end ${prev} -> ${next} [${name}]`),
    onTimerStart: (_, timer, ms) => log.write(`timer start ${timer} ${ms}`),
    onTimerStop: (_, timer) => log.write(`timer stop ${timer}`),
    onUnhandled: (_, event, reason) => log.write(`unhandled ${event}: ${reason}`),
    onGuardRefused: (_, state, guard, error) => log.write(`refused ${state} [${guard}]${because(error)}`),
    onInternalTransition: (_, state, name) => log.write(`internal ${state} [${name}]`),
    onTimerExpired: (_, timer) => log.write(`timer expired ${timer}`),
    onActionFailed: (_, state, _action, error) => log.write(`action failed ${state}: ${error}`),
    onDone: () => log.write("done"),
    onStateSet: (_, prev, next) => log.write(`set ${prev} -> ${next}`),
    onLog: (_, text) => log.write(`log ${text}`),
    onError: (_, message) => log.write(`error: ${message}`),
  };
}
