import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { inexactNumbers, isExactNumber, parseExactJson } from "./exact_numbers.ts";

Deno.test("parseExactJson() keeps the text of every number", () => {
  const text = '{"a":[12345678901234567890,1e999,-0,1.0,1E3,0.1,5],"b":"1e999"}';
  assertEquals(JSON.stringify(parseExactJson(text)), text);
  assertEquals(parseExactJson('[0.1, 5, "x"]'), [0.1, 5, "x"]);
  assertEquals(isExactNumber(parseExactJson("1e999")), true);
  assertEquals([5, {}, null].map(isExactNumber), [false, false, false]);
});

Deno.test("inexactNumbers() finds numbers whose value changes, not other spellings", () => {
  const text = '{\n "a": [1.0, 1e3, -0, 0.1, 100, 1E+2, 9007199254740991, 1.7976931348623157e308, 0e5],\n' +
    ' "b": [12345678901234567890, 1e999, 1e-400, 0.10000000000000000555]\n}';
  assertEquals(inexactNumbers(text).map(({ text, becomes }) => [text, becomes]), [
    ["12345678901234567890", "12345678901234567000"],
    ["1e999", "null"],
    ["1e-400", "0"],
    ["0.10000000000000000555", "0.1"],
  ]);
});

Deno.test("inexactNumbers() tells where they are", () => {
  assertEquals(inexactNumbers("\uFEFF[1e999]").map(({ offset }) => offset), [1]);
});

Deno.test("inexactNumbers() finds none in what JSON.stringify writes", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      assertEquals(inexactNumbers(JSON.stringify(value)), []);
    }),
    { seed: 5 },
  );
});
