import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { type JsonVisitor, walkJson } from "./scan.ts";

Deno.test("walkJson() finds no fault exactly when JSON.parse reads the text", () => {
  const alphabet = fc.constantFrom(
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    '"a"',
    '"',
    "\\",
    "1",
    "-",
    ".5",
    "e3",
    "0",
    "true",
    "nul",
    " ",
  );
  fc.assert(
    fc.property(fc.array(alphabet, { maxLength: 8 }), (parts) => {
      const text = parts.join("");
      assertEquals(walkJson(text) === undefined, isJson(text), text);
    }),
    { seed: 1, numRuns: 3000 },
  );
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

Deno.test("walkJson() tells keys, values and brackets in their order", () => {
  const text = '{"a": [1, {}], "b": "x"}';
  const heard: string[] = [];
  const visitor: JsonVisitor = {
    key: (start, end) => heard.push(`key ${text.slice(start, end)}`),
    value: (start) => heard.push(`value ${text[start]}`),
    open: (bracket) => heard.push(`open ${bracket}`),
    close: () => heard.push("close"),
  };
  assertEquals(walkJson(text, visitor), undefined);
  assertEquals(heard, [
    "value {",
    "open {",
    'key "a"',
    "value [",
    "open [",
    "value 1",
    "value {",
    "open {",
    "close",
    "close",
    'key "b"',
    'value "',
    "close",
  ]);
});
