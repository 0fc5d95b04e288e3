import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { displayWidth } from "../../../text/terminal_text.ts";
import { longestWord, wrapText } from "./wrap_text.ts";

Deno.test("wrapText() breaks at blanks", () => {
  assertEquals(wrapText("to be or not to be", 6), ["to be", "or not", "to be"]);
  assertEquals(wrapText("short", 20), ["short"]);
  assertEquals(wrapText("", 20), [""]);
});

Deno.test("wrapText() breaks a long word behind a joint", () => {
  assertEquals(wrapText("payment_accepted", 10), ["payment_", "accepted"]);
  assertEquals(wrapText("done.state.Working", 12), ["done.state.", "Working"]);
  assertEquals(wrapText("a_bcdefghijklmn", 8), ["a_bcdefg", "hijklmn"]);
});

Deno.test("wrapText() puts what follows a broken word behind it", () => {
  assertEquals(wrapText("abcdefghij kl m", 8), ["abcdefgh", "ij kl m"]);
});

Deno.test("wrapText() counts columns, not characters", () => {
  assertEquals(wrapText("お茶をどうぞ", 4), ["お茶", "をど", "うぞ"]);
  assertEquals(wrapText("-茶を", 3), ["-茶", "を"]);
});

Deno.test("wrapText() keeps to the columns and loses nothing", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 60 }),
      fc.integer({ min: 2, max: 30 }),
      (text, columns) => {
        const lines = wrapText(text, columns);
        for (const line of lines) assert(displayWidth(line) <= columns, JSON.stringify(lines));
        assertEquals(lines.join("").replaceAll(" ", ""), text.replaceAll(" ", ""));
      },
    ),
    { seed: 5 },
  );
});

Deno.test("longestWord() measures the widest word", () => {
  assertEquals([longestWord("to be or not"), longestWord("お茶 tea"), longestWord("")], [3, 4, 0]);
});
