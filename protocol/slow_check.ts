/** So many wrong guesses may come in one go. */
const GUESSES = 20;

/** After so many milliseconds one more may. */
const GUESS_MS = 2_000;

/** So many wrong guesses are remembered, and so many callers who made some, the newest. */
const REMEMBERED = 1_000;

/** What looking at a guess came to; it is not looked at before `waitMs` milliseconds have passed when there were too many. */
export type Look =
  | { readonly kind: "right" }
  | { readonly kind: "wrong" }
  | { readonly kind: "later"; readonly waitMs: number };

const RIGHT: Look = { kind: "right" };
const WRONG: Look = { kind: "wrong" };

/** Looks at a guess of a caller, who is known by an address. */
export type SlowCheck = (given: string, from: string) => Look;

/**
 * Makes a check of secrets slow for those who guess: 20 wrong ones may come from one address in one go, then one every 2 seconds.
 * Further ones are not looked at, whether they are right or not: else the time that a wrong one takes would tell. A guess that was
 * wrong before tells nobody anything, and costs nothing: a program that keeps on showing an old secret locks nobody out.
 *
 * @param isRight tells whether a text is the secret
 * @param now the time in milliseconds
 * @param digest makes of a guess what is remembered of it: a wrong one may be close to the right one
 *
 * @example
 * ```ts
 * import { slowCheck } from "@loom/protocol";
 * import { assertEquals } from "@std/assert";
 *
 * const isRight = (given: string) => given === "s3cret";
 * const digest = (given: string) => given;
 * const look = slowCheck(isRight, () => 0, digest);
 * for (let guess = 0; guess < 20; guess++) assertEquals(look(`${guess}`, "10.0.0.7"), { kind: "wrong" });
 * assertEquals(look("s3cret", "10.0.0.7"), { kind: "later", waitMs: 2_000 });
 * assertEquals(look("s3cret", "10.0.0.8"), { kind: "right" });
 * ```
 */
export function slowCheck(
  isRight: (given: string) => boolean,
  now: () => number,
  digest: (given: string) => string,
): SlowCheck {
  const wrong = new Map<string, true>();
  const guessing = new Map<string, Guessing>();
  return (given, from) => {
    const name = digest(given);
    if (wrong.has(name)) return WRONG;
    const at = now();
    const missingMs = missingAt(at, guessing.get(from));
    const waitMs = Math.ceil(missingMs - (GUESSES - 1) * GUESS_MS);
    if (waitMs > 0) {
      // A clock that was set back goes on from here.
      remember(guessing, from, { missingMs, at });
      return { kind: "later", waitMs };
    }
    if (isRight(given)) return RIGHT;
    remember(guessing, from, { missingMs: missingMs + GUESS_MS, at });
    remember(wrong, name, true);
    return WRONG;
  };
}

/** How it stands with the guesses of a caller. */
interface Guessing {
  /** How long it took at a time until as many guesses as at the beginning may come, in milliseconds. */
  readonly missingMs: number;
  /** That time, in milliseconds. */
  readonly at: number;
}

/** How long it takes at another time. */
function missingAt(time: number, guessing: Guessing | undefined): number {
  if (guessing === undefined) return 0;
  return Math.max(0, guessing.missingMs - Math.max(0, time - guessing.at));
}

/** Puts a value at the end; the one at the beginning is forgotten where there are too many. */
function remember<Value>(values: Map<string, Value>, name: string, value: Value): void {
  values.delete(name);
  values.set(name, value);
  const [oldest] = values.keys();
  if (values.size > REMEMBERED && oldest !== undefined) values.delete(oldest);
}
