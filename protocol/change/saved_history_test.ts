import { assertEquals } from "@std/assert";
import { KINDS } from "../kinds.ts";
import { orThrow } from "../refusal.ts";
import { listEdits, NO_EDITS, recordEdit } from "./edit_history.ts";
import { readHistory, saveHistory } from "./saved_history.ts";

const CHANGES = KINDS.named("machine")!.content!.changes;

/** A history of edits that each set a long note. */
function historyOf(count: number) {
  let document: Parameters<typeof recordEdit>[3] = { settings: {}, events: [], state: { name: "Root" } };
  let history = NO_EDITS;
  for (let index = 0; index < count; index++) {
    const ops = [{
      op: "state.update",
      name: "Root",
      patch: { description: `${index} ${"x".repeat(1000)}` },
    }];
    const after = orThrow(CHANGES.apply(document, ops));
    const note = { time: index, sentence: `edit ${index}`, before: `${index}`, after: `${index + 1}` };
    history = recordEdit(CHANGES, history, ops, document, after, note);
    document = after;
  }
  return history;
}

Deno.test("readHistory() reads what saveHistory() wrote, notes included", () => {
  const history = historyOf(3);
  const read = readHistory(CHANGES, JSON.parse(JSON.stringify(saveHistory(CHANGES, history))));
  assertEquals(read && listEdits(CHANGES, read), listEdits(CHANGES, history));
});

Deno.test("saveHistory() keeps the newest hundred edits", () => {
  const saved = saveHistory(CHANGES, historyOf(130));
  assertEquals(saved.undos.entries.length, 100);
  assertEquals(saved.undos.entries.at(-1)?.note?.sentence, "edit 129");
});

Deno.test("saveHistory() drops the oldest edits of a history that is too long, never the last", () => {
  const history = historyOf(60);
  const saved = saveHistory(CHANGES, history, 40_000);
  assertEquals(JSON.stringify(saved).length <= 40_000, true);
  assertEquals(saved.undos.entries.at(-1)?.note?.sentence, "edit 59");
  assertEquals(readHistory(CHANGES, saved)?.now, history.undos.at(-1)?.fork.now);
  assertEquals(saveHistory(CHANGES, history, 10).undos.entries.length, 1);
});
