import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { renderMermaidSequence } from "../mermaid.ts";
import { validateSequence } from "../rules/rules.ts";
import { LENDING } from "../testing.ts";
import type { SequenceDefinition, SqdFragment, SqdMessage } from "../types.ts";
import { isSequenceDiagram, readSequenceMermaid } from "./read_mermaid.ts";
import { writeSequenceMermaid } from "./write_mermaid.ts";

const read = (...lines: string[]) => readSequenceMermaid(["sequenceDiagram", ...lines].join("\n"), "Read");
const said = ({ messages }: { messages: SqdMessage[] }) =>
  messages.map(({ from, to, label }) => `${from} ${to} ${label}`);

Deno.test("a Mermaid diagram of others becomes participants, messages and fragments", () => {
  const { definition, remarks } = read(
    "  autonumber",
    "  actor C as Customer",
    "  participant S as Web shop",
    "  box grey Behind",
    "    participant B",
    "  end",
    "  C->>+S: orders",
    "  Note right of S: at any time; day and night",
    "  opt in a hurry",
    "    C->>S: pays for express",
    "  end",
    "  alt the card is good",
    "    S->>B: asks",
    "    B-->>S: grants",
    "  else it is not",
    "    B-xS: refuses",
    "  end",
    "  S-->>-C: confirms",
    "  par",
    "    S-)B: books",
    "  and",
    "    S->>S: packs",
    "  end",
  );
  assertEquals(definition.participants, [
    { name: "Customer", actor: "Customer" },
    { name: "Web shop" },
    { name: "B" },
  ]);
  assertEquals(said(definition), [
    "Customer Web shop orders",
    "Web shop B asks",
    "B Web shop grants",
    "Web shop Customer confirms",
  ]);
  assertEquals(definition.messages[0]?.notes, "at any time; day and night");
  assertEquals(definition.messages.map(({ reply }) => reply ?? false), [false, false, true, true]);
  assertEquals(
    definition.fragments?.map(({ kind, label, after, until }) => [kind, label, after, until]),
    [
      ["opt", "in a hurry", 1, undefined],
      ["alt", "it is not", 1, 3],
      ["par", "", 4, undefined],
      ["par", "", 4, undefined],
    ],
  );
  assertEquals(remarks.map(({ message, line }) => [line, message]), [
    [2, "Passed over: autonumber."],
    [5, "Passed over: the frame of box."],
    [13, 'The alternative "the card is good" became the path as written, which has no condition.'],
    [17, "The arrow -x was read as ->>."],
    [21, "The arrow -) was read as ->>."],
  ]);
});

Deno.test("blocks nest, a break leaves, a critical part has options", () => {
  const { definition } = read(
    "loop each day",
    "A->>B: asks",
    "break holidays",
    "A->>A: rests",
    "end",
    "end",
    "critical connect",
    "A->>B: dials",
    "option busy",
    "A->>A: waits",
    "end",
  );
  const [loop, critical] = definition.fragments ?? [];
  assertEquals([loop?.kind, loop?.fragments?.[0]?.kind, loop?.fragments?.[0]?.after], ["loop", "break", 1]);
  assertEquals([critical?.kind, critical?.fragments?.[0]?.kind], ["critical", "alt"]);
  assertEquals(validateSequence(definition).filter(({ severity }) => severity === "error"), []);
});

Deno.test("what is no diagram, or has a line that is none, is refused with its place", () => {
  assertEquals([isSequenceDiagram("sequenceDiagram\nA->>B: x"), isSequenceDiagram("erDiagram")], [
    true,
    false,
  ]);
  assertThrows(() => readSequenceMermaid("graph TD", "x"), Error, "no sequenceDiagram");
  assertThrows(() => read("A->>B: x", "what is this"), Error, "Line 3");
  assertThrows(() => read("loop x", "A->>B: y"), Error, "Line 2");
  assertThrows(() => read("end"), Error, "closes nothing");
  assertThrows(() => read("alt x", "and y", "end"), Error, "has no par before it");
});

Deno.test("what the loom has written is read back with events, entities and states", () => {
  const { text, leftOut } = writeSequenceMermaid(LENDING);
  const { definition, remarks } = readSequenceMermaid(text, "Lending");
  const plain = (messages: readonly SqdMessage[]) => messages;
  assertEquals(plain(definition.messages), plain(LENDING.messages));
  assertEquals(definition.fragments?.map(({ kind, label, after }) => [kind, label, after]), [
    ["loop", "for each other book", 0],
    ["alt", "no copy is there", 2],
  ]);
  assertEquals(remarks, []);
  assertEquals(leftOut.map(({ part, members, count }) => [part, members.join(), count]), [
    ["participant", "service", 1],
    ["participant", "holds", 1],
    ["participant", "object", 1],
  ]);
});

const message = fc.record({
  from: fc.constantFrom("A", "B", "C"),
  to: fc.constantFrom("A", "B", "C"),
  label: fc.constantFrom("asks", "says 5 #; %%", "a · b c", "ends; here"),
}, { noNullPrototype: true });

const { fragment } = fc.letrec<{ fragment: SqdFragment }>((tie) => ({
  fragment: fc.record({
    kind: fc.constantFrom("opt", "loop", "alt", "critical", "break"),
    label: fc.constantFrom("one", "two", "three"),
    after: fc.nat(3),
    messages: fc.array(message, { minLength: 1, maxLength: 3 }),
    fragments: fc.oneof({ maxDepth: 2 }, fc.constant([]), fc.array(tie("fragment"), { maxLength: 2 })),
  }, { noNullPrototype: true }) as fc.Arbitrary<SqdFragment>,
}));

Deno.test("import, export, import gives the same scenario", () => {
  fc.assert(
    fc.property(
      fc.array(message, { minLength: 1, maxLength: 6 }),
      fc.array(fragment, { maxLength: 3 }),
      (messages, fragments) => {
        const def: SequenceDefinition = {
          settings: { namespace: "N", name: "Law" },
          participants: ["A", "B", "C"].map((name) => ({ name })),
          messages,
          fragments,
        };
        const first = readSequenceMermaid(renderMermaidSequence(def), "Law").definition;
        const second = readSequenceMermaid(renderMermaidSequence(first), "Law").definition;
        assertEquals(second, first);
      },
    ),
    { seed: 5, numRuns: 300 },
  );
});

Deno.test("any text is read or refused", () => {
  const word = fc.constantFrom(
    "A",
    "B",
    "->>",
    "-->>",
    ": ",
    "alt x",
    "else",
    "end",
    "loop",
    "note over A: x",
    "\n",
    "#59;",
    "par",
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 30 }), (words) => {
      try {
        readSequenceMermaid(`sequenceDiagram\n${words.join(" ")}`, "x");
      } catch (error) {
        assertEquals((error as { code?: string }).code, "mermaid_syntax");
      }
    }),
    { seed: 5 },
  );
});
