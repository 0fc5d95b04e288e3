import type { Clock } from "./clock.ts";

/** A running timer as plain data; times are in milliseconds. */
export interface RunningTimer {
  /** The timer's name. */
  name: string;
  /** The duration it was started with. */
  duration: number;
  /** The time left until it expires. */
  left: number;
  /** The time between further expiries, for a repeating timer. */
  repeat?: number;
}

/** Callbacks of a {@linkcode TimerSet}. */
export interface TimerListener {
  /** A timer was started. */
  started(name: string, duration: number): void;
  /** A running timer was stopped. */
  stopped(name: string): void;
}

/** Runs an expiry, now or later. */
export type Turn = (expire: () => void) => void;

interface Entry {
  readonly duration: number;
  readonly repeat: number | undefined;
  due: number;
  cancel: () => void;
}

/** Named timers over a clock: one running timer a name, forgotten once it has expired. */
export class TimerSet {
  readonly #clock: Clock;
  readonly #listener: TimerListener;
  readonly #running = new Map<string, Entry>();

  /** Makes an empty set on a clock. */
  constructor(clock: Clock, listener: TimerListener) {
    this.#clock = clock;
    this.#listener = listener;
  }

  /**
   * Starts a timer, after stopping a running one of the same name.
   *
   * @param turn Runs the expiry when it is its turn; until then the timer runs. Default: at once.
   */
  start(name: string, duration: number, expired: () => void, repeat?: number, turn?: Turn): void {
    this.stop(name);
    this.#run(name, duration, duration, expired, repeat, turn);
    this.#listener.started(name, duration);
  }

  /** Stops a timer if it runs. */
  stop(name: string): void {
    const entry = this.#running.get(name);
    if (!entry) return;
    entry.cancel();
    this.#running.delete(name);
    this.#listener.stopped(name);
  }

  /** Stops every running timer, in the order they were started. */
  stopAll(): void {
    for (const name of [...this.#running.keys()]) this.stop(name);
  }

  /** Number of running timers. */
  get size(): number {
    return this.#running.size;
  }

  /** The running timers, in the order they were started; each expiry starts a repeating one again. */
  running(): RunningTimer[] {
    const now = this.#clock.now();
    return Array.from(this.#running, ([name, entry]) => ({
      name,
      duration: entry.duration,
      left: Math.max(0, entry.due - now),
      ...(entry.repeat === undefined ? {} : { repeat: entry.repeat }),
    }));
  }

  /** Sets timers going again with the time they had left, without telling the listener. */
  resume(timers: readonly RunningTimer[], expired: (name: string) => void, turn?: Turn): void {
    for (const { name, duration, left, repeat } of timers) {
      this.#run(name, duration, left, () => expired(name), repeat, turn);
    }
  }

  /** Drops every timer without telling the listener. */
  drop(): void {
    for (const entry of this.#running.values()) entry.cancel();
    this.#running.clear();
  }

  #run(
    name: string,
    duration: number,
    left: number,
    expired: () => void,
    repeat: number | undefined,
    turn: Turn | undefined,
  ): void {
    const entry: Entry = { duration, repeat, due: this.#clock.now() + left, cancel: () => {} };
    const wait = (): void => {
      this.#running.set(name, entry);
      entry.cancel = this.#clock.schedule(ring, Math.max(0, entry.due - this.#clock.now()));
    };
    const ring = turn === undefined ? () => expire() : () => turn(expire);
    const expire = (): void => {
      if (this.#running.get(name) !== entry) return; // Stopped while it waited for its turn.
      // Set again, it stands behind what was started before: a clock calls it in that order, and so does a restored one.
      this.#running.delete(name);
      if (repeat !== undefined) {
        entry.due += repeat;
        wait();
      }
      expired();
    };
    wait();
  }
}
