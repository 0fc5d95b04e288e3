import { nextTurn } from "../../pause.ts";
import { StoreUnavailableError } from "../../narrative_error.ts";
import { isBusy, whenFree } from "./patience.ts";
import type { Statements } from "./statements.ts";

/** A queued change. */
interface Waiting {
  readonly work: () => unknown;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** Deadline on the clock of `performance.now()`. */
  readonly until: number;
}

/** Largest number of changes in a transaction: other processes wait while it holds the lock. */
const MOST_TOGETHER = 256;

/**
 * Queue of changes. Concurrent changes share a transaction, so that they wait for the disk once. Each resolves only after the
 * commit. One that throws does not affect the others. A change may run more than once before it commits, so it must change only the
 * database.
 */
export class WriteQueue {
  readonly #statements: Statements;
  readonly #timeoutMs: number;
  #waiting: Waiting[] = [];
  #running: Promise<void> | undefined;

  /** Makes the queue of a database with the time limit of each change. */
  constructor(statements: Statements, timeoutMs: number) {
    this.#statements = statements;
    this.#timeoutMs = timeoutMs;
  }

  /** Runs a change in a transaction. */
  run<Result>(work: () => Result): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      const until = performance.now() + this.#timeoutMs;
      this.#waiting.push({ work, resolve: resolve as (result: unknown) => void, reject, until });
      this.#running ??= this.#runAll();
    });
  }

  /** Waits until the queue is empty. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async #runAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#gather();
      await this.#runSome(this.#waiting.splice(0, MOST_TOGETHER));
    }
    this.#running = undefined;
  }

  /** Lets those come that are under way, as long as each turn of the event loop brings one: a commit costs more than several changes. */
  async #gather(): Promise<void> {
    let known: number;
    do {
      known = this.#waiting.length;
      await nextTurn();
    } while (this.#waiting.length > known && this.#waiting.length < MOST_TOGETHER);
  }

  /** All in one transaction; when one throws, nothing stays of any, and each gets one of its own. */
  async #runSome(together: readonly Waiting[]): Promise<void> {
    try {
      const results = await whenFree(
        () => this.#statements.transaction(() => together.map(({ work }) => work())),
        Math.min(...together.map(({ until }) => until)) - performance.now(),
      );
      for (const [at, { resolve }] of together.entries()) resolve(results[at]);
    } catch (error) {
      if (error instanceof StoreUnavailableError) return await this.#giveUp(together, error);
      const [only, ...others] = together;
      if (others.length === 0) return only?.reject(error);
      for (const one of together) await this.#runSome([one]);
    }
  }

  /** While others have the database, those go on waiting whose time is not up. */
  async #giveUp(together: readonly Waiting[], error: StoreUnavailableError): Promise<void> {
    const now = isBusy(error.cause) ? performance.now() : Infinity;
    for (const { reject } of together.filter(({ until }) => until <= now)) reject(error);
    const left = together.filter(({ until }) => until > now);
    if (left.length > 0) await this.#runSome(left);
  }
}
