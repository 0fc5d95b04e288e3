import { type JsonObject, KINDS } from "@loom/protocol";
import { assertEquals } from "@std/assert";
import { FileContents } from "./file_contents.ts";

const CHANGES = KINDS.named("machine")!.content!.changes; // the table has it

const door = (names: string): JsonObject => ({
  settings: { namespace: "Home", asynchronous: false },
  events: [],
  state: { name: "Root", states: [...names].map((name) => ({ name })) },
});

/** The names of the states that the last step takes away; each step is the document, its file revision, and whether it has unsaved changes. */
function vanished(...steps: readonly (readonly [names: string, fileRevision: string, unsaved?: boolean])[]) {
  const contents = new FileContents();
  const last = steps.length - 1;
  return steps.map(([names, fileRevision, unsaved = false], at) =>
    contents.take(CHANGES, { confirmed: door(names), fileRevision, unsaved }, at === last)
  ).at(-1);
}

Deno.test("unsaved changes, however many, do not hide that the file went back", () => {
  const rollback = vanished(["A", "1"], ["AB", "2"], ["ABUVWXYZ", "2", true], ["AUVWXYZ", "3", true]);
  assertEquals(rollback?.vanished.length, 1);
  assertEquals(rollback?.back?.after, door("AUVWXYZB"));
});

Deno.test("a content that the file had while something was unsaved counts as one of its contents", () => {
  const rollback = vanished(["A", "1"], ["AU", "1", true], ["AUS", "2", true], ["AUS", "3"], ["ASE", "4"]);
  assertEquals(rollback?.back?.after, door("AUSE"));
});

Deno.test("unsaved changes that a file leaves alone are nothing that vanished", () => {
  assertEquals(vanished(["A", "1"], ["AB", "2"], ["ABU", "2", true], ["ABUE", "3", true]), undefined);
});
