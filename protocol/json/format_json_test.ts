import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { formatJson } from "./format_json.ts";

Deno.test("formatJson() lays any JSON out as JSON.stringify does, however it was written", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 1, 4, "\t"), (value, space) => {
      const laidOut = JSON.stringify(value, null, 2) + "\n";
      assertEquals(formatJson(JSON.stringify(value, null, space)), laidOut);
      assertEquals(formatJson(laidOut), laidOut);
    }),
    { seed: 5 },
  );
});

Deno.test("formatJson() keeps the text of numbers and strings, the line ends and a byte order mark", () => {
  assertEquals(
    formatJson('\uFEFF{"n":12345678901234567890,\r\n"s":"\\u00e9\\" , [","e":[1e999,-0.0]}\r\n'),
    '\uFEFF{\r\n  "n": 12345678901234567890,\r\n  "s": "\\u00e9\\" , [",\r\n  "e": [\r\n    1e999,\r\n    -0.0\r\n  ]\r\n}\r\n',
  );
});
