import { assert, assertEquals } from "@std/assert";
import { parseAction, parseGuard } from "./parse.ts";
import { printExpression, printStatements } from "./print.ts";

const CORPUS = new URL("../../../shared/corpus/", import.meta.url);
const FILES = ["machines/breakout_a", "machines/breakout_b", "wave-count/elliott_wave_count"];

for (const file of FILES) {
  const url = new URL(`${file}.smdf.json`, CORPUS);
  Deno.test({
    name: `parseGuard() and parseAction() read every text of ${file}`,
    ignore: !exists(url),
    fn: () => {
      const texts = [...collectTexts(JSON.parse(Deno.readTextFileSync(url)))];
      assert(texts.length > 0);
      for (const [key, text] of texts) {
        if (key === "condition") {
          assertEquals(parseGuard(printExpression(parseGuard(text))), parseGuard(text));
        } else assertEquals(parseAction(printStatements(parseAction(text))), parseAction(text));
      }
    },
  });
}

function* collectTexts(value: unknown): Iterable<[key: string, text: string]> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (typeof member !== "string") yield* collectTexts(member);
    else if (member !== "" && (key === "condition" || key === "code")) yield [key, member];
  }
}

function exists(url: URL): boolean {
  try {
    return Deno.statSync(url).isFile;
  } catch {
    return false;
  }
}
