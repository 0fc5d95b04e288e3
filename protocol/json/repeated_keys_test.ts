import { assertEquals } from "@std/assert";
import { repeatedKeyFindings, repeatedKeys } from "./repeated_keys.ts";

Deno.test("repeatedKeys() finds nothing where equal keys are in different objects", () => {
  assertEquals(repeatedKeys('{"a": {"b": 1}, "c": [{"b": 1}, {"b": 2}]}'), []);
});

Deno.test("repeatedKeys() tells pointer, number and the first and last place", () => {
  const text = '\uFEFF{\n  "list": [0, {\n    "a/b": 1,\n    "a/b": 2, "\\u0061/b": 3\n  }]\n}';
  assertEquals(repeatedKeys(text), [{
    key: "a/b",
    pointer: "/list/1/a~1b",
    count: 3,
    first: { line: 3, column: 5 },
    last: { line: 4, column: 15 },
  }]);
});

Deno.test("repeatedKeys() finds a key inside a value that does not count itself", () => {
  const found = repeatedKeys('{"a": {"x": 1, "x": 2}, "a": 3}');
  assertEquals(found.map(({ pointer, last }) => [pointer, last.column]), [["/a/x", 16], ["/a", 25]]);
});

Deno.test("repeatedKeys() takes a text that is no JSON", () => {
  assertEquals(repeatedKeys("stateDiagram-v2\n  A --> B"), []);
});

Deno.test("repeatedKeyFindings() points into the definition and says which value counts", () => {
  const [finding] = repeatedKeyFindings('{"stateMachine": {"events": 1,\n"events": []}}', "stateMachine");
  assertEquals(finding, {
    ruleId: "W116",
    severity: "warning",
    message:
      'The key "events" is in one object 2 times, first at line 1, column 19: only the last value, at line 2, ' +
      "column 1, counts. Remove the others.",
    path: "/events",
    line: 2,
    column: 1,
  });
});

Deno.test("repeatedKeyFindings() gives the top for a key outside the definition", () => {
  const paths = repeatedKeyFindings('{"x": 1, "x": 2, "stateMachine": {}}', "stateMachine").map(({ path }) =>
    path
  );
  assertEquals(paths, [""]);
});
