import { assert, assertEquals, assertMatch } from "@std/assert";
import fc from "fast-check";
import { isPlainName, labelText, noteLines } from "./text.ts";

Deno.test("labelText() keeps usual labels as they are", () => {
  for (const label of ["fill [lidClosed]", "tap (stays)", "go [count > 3 && can_retry(a, 'b')]", "a & b"]) {
    assertEquals(labelText(label), label);
  }
});

Deno.test("labelText() writes what Mermaid would read as something else by its code", async (t) => {
  const cases: [text: string, label: string][] = [
    ["a:b;c#d", "a#58;b#59;c#35;d"],
    ['status == "open"', "status == #quot;open#quot;"],
    ["a < b", "a #lt; b"],
    ["&lt;", "#amp;lt#59;"],
    ["a\n b", "a b"],
    ["C:\\n", "C#58;#92;n"],
    ["%%{init}", "#37;%{init}"],
    ["$$x$$", "#36;$x#36;$"],
    ["[[fork]]", "#91;[fork]]"],
    ["set direction  LR", "set direction#32;LR"],
    ["*b* `c` ~~d~~", "#42;b#42; #96;c#96; #126;~d#126;~"],
    ["__init__(a_b)", "#95;#95;init#95;#95;(a_b)"],
    ["[a](b)", "[a]#40;b)"],
    ["1. first", "1#46; first"],
    ["2) second", "2#41; second"],
    ["- item", "#45; item"],
  ];
  for (const [text, label] of cases) {
    await t.step(JSON.stringify(text), () => assertEquals(labelText(text), label));
  }
});

Deno.test("labelText() leaves nothing that ends a label, and codes that give the text back", () => {
  const character = fc.constantFrom(...'ab #:;"<>&\\*`_[]()%$~-.1\n');
  fc.assert(
    fc.property(fc.string({ unit: character }), (text) => {
      const label = labelText(text);
      assertMatch(label.replaceAll(/#\w+;/g, ""), /^[^#:;"<\n]*$/);
      assertEquals(decoded(label), text.trim().replaceAll(/ *\n+\s*/g, " "));
    }),
    { seed: 1, numRuns: 500 },
  );
});

function decoded(label: string): string {
  const named: Record<string, string> = { quot: '"', lt: "<", gt: ">", amp: "&" };
  return label.replaceAll(/#(\w+);/g, (_, code) => named[code] ?? String.fromCharCode(Number(code)));
}

Deno.test("noteLines() has no empty line and none that ends the note", () => {
  assertEquals(noteLines("a\r\n\r\n  End  note\nend notes\nending"), [
    "a",
    "#69;nd  note",
    "#101;nd notes",
    "ending",
  ]);
});

Deno.test("isPlainName() takes identifiers and refuses words of the diagram language in any case", () => {
  for (const name of ["Idle", "Active_Waiting", "s1", "Root", "States"]) assert(isPlainName(name), name);
  for (const name of ["", "a b", "STATE", "Default", "classDef", "root", "toString", "_x"]) {
    assert(!isPlainName(name), name);
  }
});
