import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { sealed, type Standing, standingOf } from "./seal.ts";

/** A text that is more than blanks. */
const TEXT = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => text.trim() !== "");
const PATH = fc.constantFrom("a.svg", "a.mmd", "a.md", "a.ts", "a.py");

function standing(existing: string, content = "something else"): Standing {
  const bytes = new TextEncoder().encode(existing);
  return standingOf({ existing: bytes, content, noted: undefined, isOurs: () => false });
}

Deno.test("standingOf() knows a sealed text again, whatever its line ends", () => {
  fc.assert(fc.property(TEXT, PATH, (text, path) => {
    const file = sealed(text, path);
    assertEquals([standing(file), standing(file, text)], ["ours", "current"]);
    assertEquals(
      standing(file.replaceAll("\r", "").replaceAll("\n", "\r\n"), text.replaceAll("\r", "")),
      "current",
    );
  }));
});

Deno.test("standingOf() finds every edit of a sealed text", () => {
  fc.assert(fc.property(TEXT, PATH, fc.nat(), TEXT, (text, path, where, more) => {
    const file = sealed(text, path);
    const at = where % file.length;
    assert(["edited", "foreign"].includes(standing(file.slice(0, at) + more + file.slice(at))));
  }));
});

Deno.test("standingOf() takes a text without a seal for foreign", () => {
  fc.assert(fc.property(TEXT, (text) => assertEquals(standing(text), "foreign")));
  assertEquals(standing(" \n"), "absent");
  assertEquals(standing(sealed("\uFEFFmine", "a.md")), "ours");
});
