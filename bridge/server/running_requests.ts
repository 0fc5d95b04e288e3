import type { Middleware } from "./handler.ts";

/** Counts work in progress, so that a server can wait for its end when it stops. */
export class RunningRequests {
  #count = 0;
  readonly #waiting = new Set<() => void>();

  /** Requests that are being answered. */
  get count(): number {
    return this.#count;
  }

  /**
   * Counts one more.
   *
   * @returns Call it once, at the end.
   */
  begin(): () => void {
    this.#count++;
    return this.#end;
  }

  readonly #end = () => {
    if (--this.#count > 0) return;
    for (const settle of this.#waiting) settle();
    this.#waiting.clear();
  };

  /** Counts a request until its answer begins. */
  readonly middleware: Middleware<unknown> = async (_context, next) => {
    const end = this.begin();
    try {
      return await next();
    } finally {
      end();
    }
  };

  /** Settles when nothing is running. */
  none(): Promise<void> {
    if (this.#count === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.add(resolve));
  }
}

/**
 * Waits for some work, but no longer than a time. Rejects when the work does in that time.
 *
 * @returns True when the work ended in time.
 */
export async function settlesWithin(ms: number, work: Promise<unknown>): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const expired = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([work.then(() => true), expired]);
  } finally {
    clearTimeout(timer);
    // A failure after the time is nobody's any more.
    work.catch(() => {});
  }
}

/** Settles when the signal is aborted. */
export async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
