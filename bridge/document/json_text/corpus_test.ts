import { assertStrictEquals } from "@std/assert";
import { editJsonText } from "./edit_json_text.ts";

// deno-lint-ignore no-explicit-any -- the edits below change parsed documents, whose shape the corpus fixes.
type Definition = any;

/** Edits that people make, each with its undo left to the value before. */
const EDITS: Record<string, (definition: Definition) => void> = {
  "adds a state": ({ state }) => void state.states.push({ name: "Added" }),
  "adds a state in the middle": ({ state }) => {
    state.states.splice(1, 0, { name: "Added", transitions: [{ event: "E", nextState: "Added" }] });
  },
  "adds children to the last state": ({ state }) => {
    state.states.at(-1).states = [{ name: "Child", description: "A child." }];
  },
  "adds an event": ({ events }) => void events[0].events.push({ id: "Added" }),
  "adds an event with parameters": ({ events }) => {
    events[0].events.push({ id: "Added", parameters: [{ name: "by", type: "string" }] });
  },
  "adds a transition": ({ state }) => {
    (state.states[0].transitions ??= []).push({ event: "E", nextState: "Added" });
  },
  "renames a state": ({ state }) => void (state.states[0].name = "Renamed"),
  "moves the first state to the end": ({ state }) => void state.states.push(state.states.shift()),
  "moves the last state to the front": ({ state }) => void state.states.unshift(state.states.pop()),
  "removes the first state": ({ state }) => void state.states.shift(),
  "removes the last event": ({ events }) => void events[0].events.pop(),
  "removes the first event": ({ events }) => void events[0].events.shift(),
  "sets the initial state": ({ state }) => void (state.initial = state.states[0].name),
  "sets notes": ({ settings }) => void (settings.remark = "Look here."),
};

const CORPUS = new URL("../../../../shared/corpus/", import.meta.url);
const FOLDERS = ["machines/", "wave-count/"];

for (const url of machinesIn(CORPUS)) {
  const text = Deno.readTextFileSync(url);
  for (const [what, edit] of Object.entries(EDITS)) {
    Deno.test(`editJsonText() ${what} of ${name(url)} and back without a trace`, () => {
      const before = JSON.parse(text);
      const after = structuredClone(before);
      edit(after);
      const result = editJsonText(text, before, after);
      assertStrictEquals(JSON.stringify(JSON.parse(result)), JSON.stringify(after));
      assertStrictEquals(editJsonText(result, after, before), text);
    });
  }
}

function machinesIn(corpus: URL): URL[] {
  try {
    return FOLDERS.flatMap((folder) => {
      const files = [...Deno.readDirSync(new URL(folder, corpus))];
      return files.filter((file) => file.name.endsWith(".smdf.json")).map((file) =>
        new URL(folder + file.name, corpus)
      );
    });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

function name(url: URL): string {
  return url.pathname.split("/").at(-1) ?? "";
}
