import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { sealed, type Standing, standingOf } from "./seal.ts";

/** A text that is more than blanks. */
const TEXT = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => text.trim() !== "");
const PATH = fc.constantFrom("a.svg", "a.mmd", "a.md", "a.ts", "a.py");

function standing(existing: string, content = "something else"): Promise<Standing> {
  const bytes = new TextEncoder().encode(existing);
  return standingOf({ existing: bytes, content, noted: undefined, isOurs: () => false });
}

Deno.test("standingOf() knows a sealed text again, whatever its line ends", async () => {
  await fc.assert(
    fc.asyncProperty(TEXT, PATH, async (text, path) => {
      const file = await sealed(text, path);
      assertEquals([await standing(file), await standing(file, text)], ["ours", "current"]);
      assertEquals(
        await standing(file.replaceAll("\r", "").replaceAll("\n", "\r\n"), text.replaceAll("\r", "")),
        "current",
      );
    }),
    { seed: 5 },
  );
});

Deno.test("standingOf() finds every edit of a sealed text", async () => {
  await fc.assert(
    fc.asyncProperty(TEXT, PATH, fc.nat(), TEXT, async (text, path, where, more) => {
      const file = await sealed(text, path);
      const at = where % file.length;
      assert(["edited", "foreign"].includes(await standing(file.slice(0, at) + more + file.slice(at))));
    }),
    { seed: 5 },
  );
});

Deno.test("standingOf() takes a text without a seal for foreign", async () => {
  await fc.assert(fc.asyncProperty(TEXT, async (text) => assertEquals(await standing(text), "foreign")), {
    seed: 5,
  });
  assertEquals(await standing(" \n"), "absent");
  assertEquals(await standing(await sealed("\uFEFFmine", "a.md")), "ours");
});
