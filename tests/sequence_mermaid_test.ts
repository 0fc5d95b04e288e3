/**
 * Sequence diagrams as Mermaid itself reads them.
 *
 * @module
 */
import { renderMermaidSequence, type SequenceDefinition, type SqdFragment } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { askMermaid, decoded } from "./mermaid/ask_mermaid.ts";
import { DIAGRAM_WORDS, ODD_NAMES } from "./mermaid/hostile.ts";

interface Read {
  readonly actors: readonly string[];
  readonly messages: readonly string[];
}

/** Has Mermaid read a sequence diagram: the names of its participants, and the texts of its messages. */
async function read(text: string): Promise<Read> {
  const { sequence } = await askMermaid(text);
  assert(sequence !== undefined, text);
  return {
    actors: sequence.actors.map(decoded),
    messages: sequence.messages
      .filter(({ from, to, type }) => from !== undefined && to !== undefined && ARROWS.has(type))
      .map(({ message }) => decoded(String(message))),
  };
}

/** `->>` and `-->>`. */
const ARROWS: ReadonlySet<number> = new Set([0, 1]);

const CORPUS = new URL("../../shared/corpus/wave-count/wave_count_to_entry.sqdf.json", import.meta.url);

function scenario(name: string, label: string, fragments: SqdFragment[] = []): SequenceDefinition {
  return {
    settings: { namespace: "N", name: "S" },
    participants: [{ name }, { name: "Other", actor: "Other" }],
    messages: [{ from: name, to: "Other", label }, { from: "Other", to: name, label: "back", reply: true }],
    fragments,
  };
}

const oneLine = (text: string) => text.replaceAll(/\s+/gu, " ").trim();

for (
  const word of [
    ...DIAGRAM_WORDS,
    ...ODD_NAMES,
    "end",
    "loop x",
    "a;b#c",
    "#35;",
    "Note over p1: x",
    "par",
    "%% x",
  ]
) {
  Deno.test(`Mermaid reads ${JSON.stringify(word)} as a name, a label, a condition and a note`, async () => {
    const def = scenario(word, word, [
      { kind: "opt", label: word, after: 1, messages: [{ from: word, to: word, label: word, notes: word }] },
      { kind: "alt", label: word, after: 1, messages: [{ from: "Other", to: "Other", label: word }] },
    ]);
    const { actors, messages } = await read(renderMermaidSequence(def));
    assertEquals(actors.length, 2);
    assertEquals(actors[0], oneLine(word));
    assertEquals(messages.map((one) => one.replace(/^\S+ ?/, "")), [word, word, word, "back"].map(oneLine));
  });
}

Deno.test("Mermaid reads the scenario of the corpus whole", async () => {
  const text = await Deno.readTextFile(CORPUS).catch(() => undefined);
  if (text === undefined) return console.log("The corpus is not tried: ../shared/corpus is not here.");
  const def: SequenceDefinition = JSON.parse(text);
  const { actors, messages } = await read(renderMermaidSequence(def));
  assertEquals(actors, def.participants.map(({ name }) => name));
  assertEquals(messages.length, 16);
});

const KINDS = ["alt", "opt", "loop", "par", "break", "critical"] as const;

/** Fragments anywhere, also where there is no place for them. */
const fragments = (depth: number): fc.Arbitrary<SqdFragment[]> =>
  fc.array(
    fc.record({
      kind: fc.constantFrom(...KINDS, "neg" as "alt"),
      label: fc.constantFrom("", "it rains", "end"),
      after: fc.integer({ min: -1, max: 4 }),
      messages: fc.array(fc.constant({ from: "A", to: "end", label: "x" }), { maxLength: 2 }),
      fragments: depth === 0 ? fc.constant([]) : fragments(depth - 1),
    }),
    { maxLength: 3 },
  );

Deno.test("Mermaid reads every order and nesting of fragments", async () => {
  await fc.assert(
    fc.asyncProperty(fragments(2), fc.nat(3), async (inner, count) => {
      const messages = Array.from(
        { length: count },
        () => ({ from: "A", to: "B", label: "x", optional: true }),
      );
      const participants = [{ name: "A" }, { name: "B" }];
      await read(renderMermaidSequence({
        settings: { namespace: "N", name: "S" },
        participants,
        messages: [{ from: "A", to: "B", label: "first" }, ...messages],
        fragments: inner,
      }));
    }),
    { numRuns: 60, seed: 3 },
  );
});
