import type { Chart } from "./chart/chart.ts";
import { Context, type ContextOptions } from "./context.ts";
import { MachineRuntimeError, reasonOf } from "./problem.ts";
import type { Payload, SendResult } from "./send_result.ts";
import { asynchronous } from "./step/asynchronous.ts";
import type { Turn } from "./timers/timers.ts";

/** Number of queued functions that run before others get a turn. */
const MAX_EVENTS = 1024;

interface Job {
  readonly run: () => unknown;
  /** True when it still runs after `stop()`: an event is answered even then. */
  readonly isEvent: boolean;
  readonly settle: (outcome: { readonly value: unknown } | { readonly error: unknown }) => void;
}

/**
 * A context with a queue: events are processed one after the other, each in full, after the call that posted them has
 * returned. Timers post too. Promises of actions are awaited.
 *
 * @typeParam Data What guards and actions read and write by name.
 */
export class ContextAsync<Data extends object = Record<string, unknown>> extends Context<Data> {
  readonly #maxEvents: number;
  readonly #jobs: Job[] = [];
  #running: Promise<void> | null = null;
  #failure: { readonly error: unknown } | null = null;

  /**
   * Makes a machine; `enterInitialState` starts it.
   *
   * @param maxEvents How many queued functions run before others get a turn.
   */
  constructor(
    name = "ContextAsync",
    chart: Chart | null = null,
    options: ContextOptions<Data> = {},
    maxEvents: number = MAX_EVENTS,
  ) {
    super(name, chart, options, asynchronous);
    this.#maxEvents = maxEvents;
  }

  /** Queues an event; the promise gives what became of it. */
  post(event: string, payload?: Payload): Promise<SendResult> {
    return this.#enqueue(true, () => this.sendAsync(event, payload));
  }

  /** Sends an event now, or when the running step is over; the promise gives what became of it. */
  sendAsync(event: string, payload?: Payload): Promise<SendResult> {
    return this.stepper?.sendAsync(event, payload) ?? Promise.resolve(this.send(event, payload));
  }

  /**
   * Queues a function. An exception of it rejects the promise and the next {@linkcode ContextAsync.idle}, and goes to the
   * observer's `onError`; the queue goes on.
   */
  scheduleEvent<Args extends unknown[]>(
    handler: (...args: Args) => unknown,
    ...args: Args
  ): Promise<unknown> {
    const done = this.#enqueue(false, () => handler(...args));
    // Callers may ignore this promise: the failure is reported in two other places.
    done.catch(() => {});
    return done;
  }

  /**
   * Waits until the queue is empty and no step is running.
   *
   * @throws The first exception of a queued function since the last call.
   */
  async idle(): Promise<void> {
    do {
      await this.#running;
      await this.stepper?.idle();
    } while (this.#running !== null);
    const failure = this.#failure;
    this.#failure = null;
    if (failure) throw failure.error;
  }

  /**
   * Ends the machine as {@linkcode Context.stop} does. Queued events are answered with `stopped`; queued functions do not
   * run, and their promises are rejected.
   */
  override stop(): void {
    super.stop();
    this.stepper?.dropWaiting();
    for (const job of this.#jobs.splice(0)) {
      if (job.isEvent) this.#runJob(job);
      else job.settle({ error: stoppedBefore(this.name) });
    }
  }

  /** Queues the expiry of a timer, which can be stopped until its turn; it waits for a step that awaits its actions. */
  protected override get timerTurn(): Turn {
    const { stepper } = this;
    const turn = (expire: () => void) => stepper === null ? expire() : stepper.expire(expire);
    return (expire) => void this.scheduleEvent(turn, expire);
  }

  #enqueue<T>(isEvent: boolean, run: () => T | Promise<T>): Promise<T> {
    const promise = new Promise<T>((resolve, reject) => {
      const settle: Job["settle"] = (outcome) =>
        "error" in outcome ? reject(outcome.error) : resolve(outcome.value as T);
      this.#jobs.push({ run, isEvent, settle });
    });
    this.#running ??= this.#work();
    return promise;
  }

  async #work(): Promise<void> {
    let ran = 0;
    await Promise.resolve();
    for (let job = this.#jobs.shift(); job; job = this.#jobs.shift()) {
      await this.#runJob(job);
      if (++ran % this.#maxEvents === 0) await new Promise((resolve) => setTimeout(resolve));
    }
    this.#running = null;
  }

  async #runJob({ run, settle }: Job): Promise<void> {
    try {
      settle({ value: await run() });
    } catch (error) {
      this.#failure ??= { error };
      this.notifyObserver("onError", reasonOf(error));
      settle({ error });
    }
  }
}

function stoppedBefore(name: string): MachineRuntimeError {
  return new MachineRuntimeError("stopped", `"${name}" was stopped before this ran.`);
}
