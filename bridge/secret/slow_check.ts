import { createHash } from "node:crypto";

/** So many wrong guesses may come in one go. */
const GUESSES = 20;

/** After so many milliseconds one more may. */
const GUESS_MS = 2_000;

/** So many wrong guesses are remembered, the newest. */
const REMEMBERED = 1_000;

/** What looking at a guess came to; it is not looked at before `waitMs` milliseconds have passed when there were too many. */
export type Look =
  | { readonly kind: "right" }
  | { readonly kind: "wrong" }
  | { readonly kind: "later"; readonly waitMs: number };

const RIGHT: Look = { kind: "right" };
const WRONG: Look = { kind: "wrong" };

/**
 * Makes a check of secrets slow for those who guess: 20 wrong ones may come in one go, then one every 2 seconds. Further ones are
 * not looked at, whether they are right or not: else the time that a wrong one takes would tell. A guess that was wrong before
 * tells nobody anything, and costs nothing: a program that keeps on showing an old secret locks nobody out.
 *
 * @param isRight tells whether a text is the secret
 * @param now the time in milliseconds
 *
 * @example
 * ```ts
 * import { secretCheck, slowCheck } from "@loom/bridge/secret";
 * import { assertEquals } from "@std/assert";
 *
 * const look = slowCheck(secretCheck("s3cret"), () => 0);
 * for (let guess = 0; guess < 20; guess++) assertEquals(look(`${guess}`), { kind: "wrong" });
 * assertEquals(look("s3cret"), { kind: "later", waitMs: 2_000 });
 * ```
 */
export function slowCheck(isRight: (given: string) => boolean, now: () => number): (given: string) => Look {
  const wrong = new Set<string>();
  /** How long it takes until as many guesses as at the beginning may come, in milliseconds. */
  let missingMs = 0;
  let lookedAt = now();
  return (given) => {
    const digest = createHash("sha256").update(given).digest("base64");
    if (wrong.has(digest)) return WRONG;
    const time = now();
    missingMs = Math.max(0, missingMs - Math.max(0, time - lookedAt));
    lookedAt = time;
    const waitMs = Math.ceil(missingMs - (GUESSES - 1) * GUESS_MS);
    if (waitMs > 0) return { kind: "later", waitMs };
    if (isRight(given)) return RIGHT;
    missingMs += GUESS_MS;
    remember(wrong, digest);
    return WRONG;
  };
}

/** Adds a text; the oldest one is forgotten where there are too many. */
function remember(texts: Set<string>, text: string): void {
  texts.add(text);
  const [oldest] = texts;
  if (texts.size > REMEMBERED && oldest !== undefined) texts.delete(oldest);
}
