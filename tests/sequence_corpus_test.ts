/**
 * The scenario of the corpus, which another implementation wrote: where the folder `../shared/corpus` stands beside the
 * checkout, it opens unchanged, and every edit of it is undone without a changed byte.
 *
 * @module
 */
import { editJsonText } from "@loom/bridge/document";
import {
  allMessages,
  type JsonObject,
  KINDS,
  orThrow,
  renderMermaidSequence,
  renderSequenceAscii,
  renderSequenceSvg,
  SEQUENCE_COMMANDS,
  SEQUENCE_KIND,
  type SequenceDefinition,
  validateSequence,
} from "@loom/protocol";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";

const FILE = new URL("../../shared/corpus/wave-count/wave_count_to_entry.sqdf.json", import.meta.url);

const text = await Deno.readTextFile(FILE).catch(() => undefined);
if (text === undefined) console.log("The corpus is not tried: ../shared/corpus is not here.");

const EDITS: readonly [id: string, values: object, lines: number][] = [
  ["participant.add", { name: "Broker", service: "broker" }, 8],
  ["participant.update", { name: "Market", notes: "Never closed." }, 4],
  ["participant.rename", { name: "Agent", to: "Helper" }, 8],
  ["participant.move", { name: "Market", to: 1 }, 4],
  ["message.add", { from: "Chart", to: "Agent", label: "tells", at: 3 }, 20],
  ["message.update", { ref: "9", label: "authorizes", carries: "" }, 4],
  ["message.remove", { ref: "12" }, 4],
];

if (text !== undefined) {
  const whole: JsonObject = JSON.parse(text);
  const def = whole as unknown as SequenceDefinition;

  Deno.test("the scenario of the corpus is a sequence, and sound", () => {
    assertEquals(KINDS.ofDocument(whole)?.kind, "sequence");
    assertEquals(validateSequence(def), []);
  });

  Deno.test("the scenario of the corpus is drawn whole", () => {
    const [svg, ascii, mermaid] = [
      renderSequenceSvg(def),
      renderSequenceAscii(def),
      renderMermaidSequence(def),
    ];
    for (const { ref, value } of allMessages(def)) {
      assertStringIncludes(svg, `data-message="${ref}"`);
      assertStringIncludes(ascii, `${ref} ${value?.label}`);
      assertStringIncludes(mermaid, `: ${ref} ${value?.label}`);
    }
  });

  for (const [id, values, most] of EDITS) {
    Deno.test(`${id} changes few lines of the corpus, and has the same bytes when it is undone`, () => {
      const command = SEQUENCE_COMMANDS.find((one) => one.id === id);
      const changes = SEQUENCE_KIND.content?.changes;
      assert(command && changes);
      const { ops } = orThrow(command.run(def, values as Record<string, unknown>));
      const edited = changes.apply(def, ops);
      assert(edited.ok);
      const plain = (value: SequenceDefinition): JsonObject => JSON.parse(JSON.stringify(value));
      const changed = editJsonText(text, whole, plain(edited.value));
      const before = new Set(text.split("\n"));
      const lines = changed.split("\n").filter((line) => !before.has(line));
      assert(changed !== text && lines.length <= most, lines.join("\n"));
      const back = changes.apply(edited.value, changes.invert(ops, def));
      assert(back.ok);
      assertEquals(editJsonText(changed, JSON.parse(changed), plain(back.value)), text);
    });
  }
}
