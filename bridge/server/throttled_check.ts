import { createHash } from "node:crypto";
import { secretCheck } from "./secret.ts";

/** Wrong guesses that one caller may make at once. */
const BURST = 20;

/** Time until one more guess is allowed, in milliseconds. */
const GUESS_MS = 2_000;

/** Wrong guesses, and callers with wrong guesses, that are remembered; the oldest is forgotten first. */
const REMEMBERED = 1_000;

/** Outcome of a check: `later` when the caller guessed too often, and the guess was not compared. */
export type CheckResult =
  | { readonly kind: "right" }
  | { readonly kind: "wrong" }
  | { readonly kind: "later"; readonly waitMs: number };

const RIGHT: CheckResult = { kind: "right" };
const WRONG: CheckResult = { kind: "wrong" };

/** Compares a guess of a caller, who is known by a network address, with a secret. */
export type ThrottledCheck = (given: string, from: string) => CheckResult;

/**
 * Limits the rate of wrong guesses: 20 at once from one address, then one every 2 seconds. Guesses beyond that are not compared at all,
 * right ones included: the time of the answer would give them away. A guess that was wrong before reveals nothing and costs nothing: a
 * program that repeats an outdated secret locks nobody out.
 *
 * @param isRight Compares a text with the secret, in constant time.
 * @param now The time, in milliseconds.
 *
 * @example
 * ```ts
 * import { throttledCheck } from "@loom/bridge/server";
 * import { assertEquals } from "@std/assert";
 *
 * const check = throttledCheck((given) => given === "s3cret", () => 0);
 * for (let guess = 0; guess < 20; guess++) assertEquals(check(`${guess}`, "10.0.0.7"), { kind: "wrong" });
 * assertEquals(check("s3cret", "10.0.0.7"), { kind: "later", waitMs: 2_000 });
 * assertEquals(check("s3cret", "10.0.0.8"), { kind: "right" });
 * ```
 */
export function throttledCheck(isRight: (given: string) => boolean, now: () => number): ThrottledCheck {
  const wrong = new Map<string, true>();
  const guessing = new Map<string, Guesses>();
  return (given, from) => {
    // Only a digest is remembered: a wrong guess may be close to the secret.
    const name = createHash("sha256").update(given).digest("base64");
    if (wrong.has(name)) return WRONG;
    const at = now();
    const missingMs = missingAt(at, guessing.get(from));
    const waitMs = Math.ceil(missingMs - (BURST - 1) * GUESS_MS);
    if (waitMs > 0) {
      // Stored with the present time, so that a clock that is set back does not extend the wait.
      remember(guessing, from, { missingMs, at });
      return { kind: "later", waitMs };
    }
    if (isRight(given)) return RIGHT;
    remember(guessing, from, { missingMs: missingMs + GUESS_MS, at });
    remember(wrong, name, true);
    return WRONG;
  };
}

/** {@linkcode throttledCheck} against one secret, compared in constant time. */
export function throttledSecretCheck(secret: string, now: () => number): ThrottledCheck {
  return throttledCheck(secretCheck(secret), now);
}

/** Guesses of one caller. */
interface Guesses {
  /** Time until the whole burst is available again, counted from `at`, in milliseconds. */
  readonly missingMs: number;
  /** Time of the last guess, in milliseconds. */
  readonly at: number;
}

function missingAt(time: number, guesses: Guesses | undefined): number {
  if (guesses === undefined) return 0;
  return Math.max(0, guesses.missingMs - Math.max(0, time - guesses.at));
}

/** Adds a value as the newest; drops the oldest when there are too many. */
function remember<Value>(values: Map<string, Value>, name: string, value: Value): void {
  values.delete(name);
  values.set(name, value);
  const [oldest] = values.keys();
  if (values.size > REMEMBERED && oldest !== undefined) values.delete(oldest);
}
