import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { didYouMean, nearest } from "./suggest.ts";

Deno.test("nearest() finds a candidate with a letter too many, too few, wrong or swapped", () => {
  for (const word of ["validatee", "validte", "validote", "vaildate"]) {
    assertEquals(nearest(word, ["render", "validate", "run"]), "validate", word);
  }
});

Deno.test("nearest() prefers a candidate that differs only in upper and lower case", () => {
  assertEquals(nearest("IDLE", ["Idles", "Idle"]), "Idle");
  assertEquals(nearest("a", ["A"]), "A");
});

Deno.test("nearest() takes the earlier of two equally near candidates", () => {
  assertEquals(nearest("cart", ["card", "care"]), "card");
});

Deno.test("nearest() finds nothing when every candidate needs more edits than the limit", () => {
  assertEquals(nearest("go", ["do"]), undefined);
  assertEquals(nearest("Idle", ["Running"]), undefined);
  assertEquals(nearest("Idle", ["Idxx"], 2), "Idxx");
});

Deno.test("nearest() does not suggest the word itself", () => {
  assertEquals(nearest("Idle", ["Idle"]), undefined);
});

Deno.test("nearest() counts the edits as the full table of distances does", () => {
  const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 9 });
  fc.assert(
    fc.property(word, word, fc.integer({ min: 0, max: 5 }), (a, b, limit) => {
      const expected = a !== b && distance(a, b) <= limit ? b : undefined;
      assertEquals(nearest(a, [b], limit), expected, `${a} ${b} ${distance(a, b)}`);
    }),
    { seed: 1, numRuns: 2000 },
  );
});

/** The definition of the restricted edit distance, read off word by word. */
function distance(a: string, b: string): number {
  if (a === "" || b === "") return a.length + b.length;
  const swapped = a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1);
  if (a.at(-1) === b.at(-1)) return distance(a.slice(0, -1), b.slice(0, -1));
  return 1 + Math.min(
    distance(a.slice(0, -1), b),
    distance(a, b.slice(0, -1)),
    distance(a.slice(0, -1), b.slice(0, -1)),
    swapped ? distance(a.slice(0, -2), b.slice(0, -2)) : Infinity,
  );
}

Deno.test("nearest() finds a word again after one edit, whatever the word", () => {
  const word = fc.stringMatching(/^[a-z]{4,12}$/);
  fc.assert(
    fc.property(word, fc.nat(), (name, at) => {
      const cut = at % name.length;
      const shorter = name.slice(0, cut) + name.slice(cut + 1);
      assertEquals(nearest(shorter, ["0000000000000000", name]), name);
    }),
    { seed: 1 },
  );
});

Deno.test("didYouMean() asks about the nearest candidate and is empty without one", () => {
  assertEquals(didYouMean("Idel", ["Idle"]), ' Did you mean "Idle"?');
  assertEquals(didYouMean("Idel", []), "");
});
