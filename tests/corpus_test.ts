/**
 * Real machine documents that others wrote: where the folder `../shared/corpus` stands beside the checkout, everything
 * the loom does is tried on each; the examples go through the same, so that the test always has something to do.
 *
 * @module
 */
import { editDocument, editJsonText, readDocument } from "@loom/bridge/document";
import {
  enrich,
  listTransitions,
  Machine,
  parseJson,
  parseXml,
  SimulatedClock,
  validate,
  writeXml,
} from "@loom/engine";
import {
  applyPatchOps,
  collectStateNames,
  invertOps,
  type JsonObject,
  type MachineOp,
  renderAscii,
  renderMermaid,
  type StateMachineDefinition,
} from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";

const ROOT = new URL("../", import.meta.url);
const FOLDERS = ["examples/", "../shared/corpus/machines/", "../shared/corpus/wave-count/"];

/** What may be found in a document that works: remarks about its content, never a failure to understand it. */
const EXPLAINABLE = /^W1(05|10|11)$/;

interface Sample {
  readonly name: string;
  readonly text: string;
  readonly definition: StateMachineDefinition;
}

function* samples(): Generator<Sample> {
  for (const folder of FOLDERS.map((name) => new URL(name, ROOT))) {
    for (const { name } of entriesOf(folder)) {
      if (!name.endsWith(".smdf.json")) continue;
      const url = new URL(name, folder);
      const text = Deno.readTextFileSync(url);
      yield { name, text, definition: parseJson(text) };
    }
  }
}

function entriesOf(folder: URL): Deno.DirEntry[] {
  try {
    return [...Deno.readDirSync(folder)];
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

/** Edits of every sort that fit a document, each to be undone. */
function editsOf({ definition }: Sample): { readonly about: string; readonly ops: MachineOp[] }[] {
  const [root = "", first = "", second = ""] = collectStateNames(definition.state);
  const last = collectStateNames(definition.state).at(-1) ?? "";
  const edge = enrich(definition).allStates.find((state) => (state.transitions ?? []).length > 0);
  const event = [...enrich(definition).eventMap.keys()][0] ?? "";
  const edits: { about: string; ops: MachineOp[] }[] = [
    { about: "add a state", ops: [{ op: "state.add", parent: root, state: { name: "Quite New" } }] },
    {
      about: "add a state first",
      ops: [{ op: "state.add", parent: null, index: 0, state: { name: "Quite New" } }],
    },
    { about: "rename a state", ops: [{ op: "state.rename", name: first, to: "Quite New" }] },
    {
      about: "describe a state",
      ops: [{ op: "state.update", name: second, patch: { description: 'A "new" one' } }],
    },
    { about: "remove a state", ops: [{ op: "state.remove", name: last }] },
    { about: "move a state", ops: [{ op: "state.move", name: last, parent: null, index: 0 }] },
    { about: "rename an event", ops: [{ op: "event.rename", id: event, to: "Quite_new" }] },
    { about: "add an event", ops: [{ op: "event.add", sourceIndex: 0, event: { id: "Quite_new" } }] },
    { about: "change the settings", ops: [{ op: "settings.update", patch: { description: "Changed" } }] },
  ];
  if (edge) {
    edits.push(
      { about: "remove a transition", ops: [{ op: "transition.remove", state: edge.name, index: 0 }] },
      {
        about: "guard a transition",
        ops: [{ op: "transition.update", state: edge.name, index: 0, patch: { condition: "ok" } }],
      },
    );
  }
  return edits;
}

for (const sample of samples()) {
  Deno.test(`${sample.name} loads, and what is found in it can be explained`, () => {
    const findings = validate(enrich(sample.definition));
    assertEquals(findings.filter(({ ruleId }) => !EXPLAINABLE.test(ruleId)), []);
    for (const { path, message } of findings) assert(path !== "" && message.endsWith("."), message);
  });

  Deno.test(`${sample.name} draws every state and transition`, () => {
    const ascii = renderAscii(sample.definition);
    const mermaid = renderMermaid(sample.definition);
    for (const name of collectStateNames(sample.definition.state)) assert(ascii.includes(name), name);
    for (const { event } of listTransitions(sample.definition)) {
      assert(ascii.includes(`[${event}]`), event);
      assert(mermaid.includes(event), event);
    }
  });

  Deno.test(`${sample.name} runs along every unguarded transition`, () => {
    for (const edge of listTransitions(sample.definition)) {
      if (edge.condition !== undefined || edge.internal) continue;
      const machine = new Machine(sample.definition, { clock: new SimulatedClock() });
      machine.setState(edge.from);
      if (machine.done) continue;
      assert(machine.can(edge.event), `${edge.event} in ${edge.from}`);
      assertEquals(machine.send(edge.event).handled, true);
    }
  });

  Deno.test(`${sample.name} keeps its meaning through XML`, () => {
    assertEquals(parseXml(writeXml(sample.definition)), sample.definition);
  });

  for (const { about, ops } of editsOf(sample)) {
    Deno.test(`${sample.name} has the same bytes again when one has undone: ${about}`, () => {
      const edited = applyPatchOps(sample.definition, ops);
      const whole: JsonObject = JSON.parse(sample.text);
      const wrapped = (definition: StateMachineDefinition): JsonObject => {
        const value = JSON.parse(JSON.stringify(definition));
        return "stateMachine" in whole ? { ...whole, stateMachine: value } : value;
      };
      const undo = invertOps(ops, sample.definition);
      const text = editJsonText(sample.text, whole, wrapped(edited));
      assert(text !== sample.text);
      assertEquals(parseJson(text), edited);
      // No memory is handed on: the undo may happen in another process.
      const back = editJsonText(text, JSON.parse(text), wrapped(applyPatchOps(edited, undo)));
      assertEquals(back, sample.text);
    });
  }

  Deno.test(`${sample.name} is edited and undone on disk without a changed byte`, async () => {
    const folder = await Deno.makeTempDir();
    try {
      const path = `${folder}/${sample.name}`;
      await Deno.writeTextFile(path, sample.text);
      const before = await readDocument(path);
      for (const { ops } of editsOf(sample)) {
        await editDocument<StateMachineDefinition>(path, (definition) => applyPatchOps(definition, ops));
        const undo = invertOps(ops, sample.definition);
        const result = await editDocument<StateMachineDefinition>(
          path,
          (definition) => applyPatchOps(definition, undo),
        );
        assertEquals(result.after, before.revision);
      }
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}
