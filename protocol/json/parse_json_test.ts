import { assert, assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import fc from "fast-check";
import { JsonSyntaxError, parseJsonText } from "./parse_json.ts";

function failureOf(text: string, options?: Parameters<typeof parseJsonText>[1]): JsonSyntaxError {
  return assertThrows(() => parseJsonText(text, options), JsonSyntaxError);
}

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

Deno.test("parseJsonText() reads what JSON.parse reads", () => {
  fc.assert(fc.property(fc.json(), (text) => assertEquals(parseJsonText(text), JSON.parse(text))), {
    seed: 1,
  });
});

Deno.test("parseJsonText() refuses what JSON.parse refuses and names a place inside the text", () => {
  const broken = fc.tuple(
    fc.json({ maxDepth: 3 }),
    fc.nat(),
    fc.constantFrom("", ",", "]", "}", '"', ":", "1", "x"),
  )
    .map(([text, at, extra]) =>
      text.slice(0, at % (text.length + 1)) + extra + text.slice(at % (text.length + 1) + 1)
    );
  fc.assert(
    fc.property(broken, (text) => {
      fc.pre(isBroken(text));
      const error = failureOf(text);
      assert(error.code === "forbidden_key" || error.code === "json_syntax", error.code);
      assert(error.line >= 1 && error.column >= 1 && error.column <= text.length + 1);
    }),
    { seed: 1, numRuns: 500 },
  );
});

function isBroken(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

Deno.test("parseJsonText() names line and column where the text breaks off", async (t) => {
  const cases: [text: string, message: string][] = [
    [
      '{\n  "a": 1\n  "b": 2\n}',
      'The JSON breaks off at line 3, column 3: expected "," or "}" but found a quote; a comma is missing.',
    ],
    ['{"a": [1, 2', 'The JSON breaks off at line 1, column 12: expected "," or "]" but the text ends.'],
    [
      '{"a": 1,}',
      'The JSON breaks off at line 1, column 9: expected a key in double quotes but found "}"; remove the comma before it.',
    ],
    [
      "[1,\r\n]",
      'The JSON breaks off at line 2, column 1: expected a value but found "]"; remove the comma before it.',
    ],
    [
      "{'a': 1}",
      `The JSON breaks off at line 1, column 2: expected a key in double quotes or "}" but found "'"; JSON strings take double quotes.`,
    ],
    [
      "{} // end",
      'The JSON breaks off at line 1, column 4: expected the end of the text but found "/"; JSON has no comments.',
    ],
    [
      "{} {}",
      'The JSON breaks off at line 1, column 4: expected the end of the text but found "{"; one text holds one value.',
    ],
    [
      "[None]",
      'The JSON breaks off at line 1, column 2: expected a value or "]" but found "None"; JSON knows true, false, null and finite numbers.',
    ],
    [
      '["a\nb"]',
      'The JSON breaks off at line 1, column 4: expected the closing quote of a string but found "\\n"; write line ends and other control characters in a string as escapes such as \\n.',
    ],
    [
      '["\\x"]',
      'The JSON breaks off at line 1, column 3: expected an escape such as \\n or \\u00e9 but found "\\\\"; write a backslash itself as \\\\.',
    ],
    ['{"a" 1}', 'The JSON breaks off at line 1, column 6: expected ":" but found "1".'],
    ['{"a": ]}', 'The JSON breaks off at line 1, column 7: expected a value but found "]".'],
    ["[01]", 'The JSON breaks off at line 1, column 3: expected "," or "]" but found "1".'],
    [
      '"abc',
      "The JSON breaks off at line 1, column 5: expected the closing quote of a string but the text ends.",
    ],
    [" \n", "The JSON text is empty: expected a value at line 1, column 1."],
  ];
  for (const [text, message] of cases) {
    await t.step(JSON.stringify(text), () => {
      const error = failureOf(text);
      assertEquals(error.message, message);
      assertEquals(error.code, "json_syntax");
    });
  }
});

Deno.test("parseJsonText() passes over a byte order mark", () => {
  assertEquals(parseJsonText("\uFEFF[1]"), [1]);
  assertEquals(failureOf("\uFEFF[1,]").column, 4);
});

Deno.test("parseJsonText() reads 1000 levels and refuses 1001", () => {
  parseJsonText(nested(1000));
  const error = failureOf(nested(1001));
  assertEquals([error.code, error.line, error.column], ["too_deep", 1, 1001]);
});

Deno.test("parseJsonText() refuses a text that only opens brackets without running out of stack", () => {
  assertEquals(failureOf("[".repeat(1_000_000)).code, "too_deep");
  assertEquals(failureOf("[".repeat(1_000_000), { maxDepth: Infinity }).code, "json_syntax");
});

Deno.test("parseJsonText() counts no brackets inside strings", () => {
  const text = JSON.stringify(["[[[", '\\"[[[', "\\"]);
  assertEquals(parseJsonText(text, { maxDepth: 1 }), JSON.parse(text));
});

Deno.test("parseJsonText() refuses a text longer than its bound", () => {
  const error = failureOf("[1, 2]", { maxLength: 5 });
  assertEquals(error.code, "too_large");
  assertEquals(
    error.message,
    "The JSON text is 6 characters long and at most 5 are read: split the document.",
  );
  assertEquals(parseJsonText("[1,2]", { maxLength: 5 }), [1, 2]);
});

Deno.test("parseJsonText() refuses a member called __proto__ in any spelling", () => {
  const escaped = `"${[..."__proto__"].map((char) => `\\u00${char.charCodeAt(0).toString(16)}`).join("")}"`;
  for (const key of ['"__proto__"', '"\\u005f_proto__"', '"__pr\\u006fto__"', escaped]) {
    const error = failureOf(`{\n ${key} : {"polluted": true}}`);
    assertEquals([error.code, error.line, error.column], ["forbidden_key", 2, 2]);
    assertStringIncludes(error.message, "__proto__");
  }
});

Deno.test("parseJsonText() refuses a member called __proto__ however far its colon is", () => {
  assertEquals(failureOf(`{"__proto__"${" ".repeat(100_000)}: 1}`).code, "forbidden_key");
});

Deno.test("parseJsonText() lets __proto__ be a value", () => {
  assertEquals(parseJsonText('["__proto__", {"name": "__proto__"}]'), ["__proto__", { name: "__proto__" }]);
});

/** Texts of three objects with the same keys in the same order, some written as escapes, and those keys. */
function* escapedKeyTexts(count: number): Generator<{ text: string; keys: string[] }> {
  let seed = 1;
  const random = (below: number): number => {
    seed = seed * 48_271 % 0x7fffffff;
    return seed % below;
  };
  const escaped = (key: string): string =>
    Array.from(key, (character) => "\\u" + character.charCodeAt(0).toString(16).padStart(4, "0")).join("");
  const spelled = (key: string): string => random(2) === 0 ? escaped(key) : JSON.stringify(key).slice(1, -1);
  for (let i = 0; i < count; i++) {
    const keys = Array.from(
      { length: 1 + random(5) },
      () => ["a", "b", "d", " ", ":", "name", "é", "\\"][random(8)],
    );
    const distinct = [...new Set(keys)].filter((key) => key !== undefined);
    const object = (): string => `{${distinct.map((key) => `"${spelled(key)}":1`).join()}}`;
    yield { text: `[${object()},${object()},${object()}]`, keys: distinct };
  }
}

Deno.test("parseJsonText() reads keys that are one escape where other objects have a backslash for a key", () => {
  for (const { text, keys } of escapedKeyTexts(5000)) {
    for (const object of parseJsonText(text) as object[]) assertEquals(Object.keys(object), keys);
  }
});
