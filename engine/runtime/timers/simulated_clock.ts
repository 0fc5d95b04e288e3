import { LoomError } from "@loom/protocol/error";
import type { Clock } from "./clock.ts";

/** Limit of callbacks due at one instant; more are taken for a loop. */
const MOST_AT_ONE_INSTANT = 10_000;

interface Appointment {
  readonly due: number;
  readonly order: number;
  readonly callback: () => void;
}

/**
 * A clock that only {@linkcode SimulatedClock.advance} moves, so that tests and simulations never sleep.
 *
 * @example
 * ```ts
 * import { SimulatedClock } from "@loom/engine";
 * import { assertEquals } from "@std/assert";
 * const clock = new SimulatedClock();
 * let rung = 0;
 * clock.schedule(() => rung = clock.now(), 50);
 * clock.advance(100);
 * assertEquals(rung, 50);
 * ```
 */
export class SimulatedClock implements Clock {
  #now: number;
  #order = 0;
  readonly #appointments = new Set<Appointment>();

  /** Makes a clock that shows `now`, in milliseconds. */
  constructor(now = 0) {
    this.#now = now;
  }

  /** The time it shows, in milliseconds. */
  now(): number {
    return this.#now;
  }

  /** Notes a callback; returns the function that cancels it. */
  schedule(callback: () => void, delay: number): () => void {
    const appointment = { due: this.#now + Math.max(0, delay), order: this.#order++, callback };
    this.#appointments.add(appointment);
    return () => {
      this.#appointments.delete(appointment);
    };
  }

  /** Number of waiting callbacks. */
  get pending(): number {
    return this.#appointments.size;
  }

  /** The time until the next callback, in milliseconds; undefined when none waits. */
  get untilNext(): number | undefined {
    const next = this.#next(Infinity);
    return next && next.due - this.#now;
  }

  /**
   * Moves on by `ms` milliseconds and calls what falls due on the way, in order of time.
   *
   * @throws {LoomError} With code `bad_time`, when `ms` is no number of 0 or more; then nothing happens. With code
   * `time_stands_still`, when callbacks keep making new ones that are due at once.
   */
  advance(ms: number): void {
    if (!Number.isFinite(ms) || ms < 0) throw noTime(ms);
    const end = this.#now + ms;
    let atOnce = 0;
    for (let next = this.#next(end); next; next = this.#next(end)) {
      atOnce = next.due === this.#now ? atOnce + 1 : 0;
      if (atOnce > MOST_AT_ONE_INSTANT) throw standstill(this.#now);
      this.#appointments.delete(next);
      this.#now = next.due;
      next.callback();
    }
    this.#now = end;
  }

  #next(end: number): Appointment | undefined {
    let first: Appointment | undefined;
    for (const one of this.#appointments) {
      if (one.due > end) continue;
      if (!first || one.due < first.due || (one.due === first.due && one.order < first.order)) first = one;
    }
    return first;
  }
}

function noTime(ms: unknown): LoomError {
  return new LoomError(
    "bad_time",
    `Cannot advance the clock by ${
      String(ms)
    }: time only moves on, so give a number of milliseconds of 0 or more.`,
  );
}

function standstill(now: number): LoomError {
  return new LoomError(
    "time_stands_still",
    `More than ${MOST_AT_ONE_INSTANT} timers expired at ${now} ms without time moving on: ` +
      "give the timer that starts itself again a duration above 0.",
  );
}
