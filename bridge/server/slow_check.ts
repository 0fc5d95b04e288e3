/** Delay of the answer to a wrong guess, in milliseconds. */
const DELAY_MS = 1_000;

/** Wrong guesses that wait for their answers at a time; the next ones are turned away at once. */
const MAX_DELAYED = 16;

/** Outcome of a check: `later` for a wrong guess while too many others wait. */
export type CheckResult =
  | { readonly kind: "right" }
  | {
    readonly kind: "wrong";
    /** Settles when the answer may be sent; absent where nothing was guessed. */
    readonly late?: Promise<void>;
  }
  | { readonly kind: "later"; readonly waitMs: number };

/**
 * Slows down guesses at a secret. The right one passes at once, whatever others do. A wrong one is answered after 1 second, at most 16 at
 * a time over all callers: addresses do not count, since everybody behind a proxy has the same.
 *
 * @example
 * ```ts
 * import { secretCheck, SlowCheck } from "@loom/bridge/server";
 * import { assertEquals } from "@std/assert";
 *
 * const slow = new SlowCheck(secretCheck("s3cret"), () => Promise.resolve());
 * assertEquals(slow.check("s3cret"), { kind: "right" });
 * assertEquals(slow.check("guess").kind, "wrong");
 * ```
 */
export class SlowCheck {
  /** Compares a text with the secret, in constant time. */
  readonly isRight: (given: string) => boolean;
  readonly #pause: (ms: number) => Promise<void>;
  #delayed = 0;

  /**
   * Makes the check.
   *
   * @param isRight Compares a text with the secret, in constant time.
   * @param pause Waits for milliseconds. Default: a timer.
   */
  constructor(isRight: (given: string) => boolean, pause: (ms: number) => Promise<void> = timer) {
    this.isRight = isRight;
    this.#pause = pause;
  }

  /** Compares a guess with the secret. */
  check(given: string): CheckResult {
    if (this.isRight(given)) return { kind: "right" };
    if (this.#delayed >= MAX_DELAYED) return { kind: "later", waitMs: DELAY_MS };
    this.#delayed++;
    const late = this.#pause(DELAY_MS).finally(() => this.#delayed--);
    return { kind: "wrong", late };
  }
}

function timer(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
