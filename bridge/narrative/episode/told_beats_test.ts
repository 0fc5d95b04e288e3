import { assertEquals } from "@std/assert";
import { draftBeat } from "../beat/beat.ts";
import { analyzeEvent } from "../event/analyze_event.ts";
import { readEvent } from "../event/read_event.ts";
import { memoryStore } from "../store/sqlite_store.ts";
import { openBeats } from "./close_episode.ts";
import { toldBeats } from "./told_beats.ts";

const AT = "2026-01-03T13:20:00.000Z";

/** What an episode shows of pushes of these messages. */
async function contentsOf(pushes: readonly (readonly unknown[])[]): Promise<string[]> {
  const store = memoryStore();
  for (const [index, messages] of pushes.entries()) {
    const payload = { commits: messages.map((message, at) => ({ id: `${index}-${at}`, message })) };
    const event = readEvent(
      JSON.parse(JSON.stringify({ event_type: "push", event_id: `e${index}`, payload })),
      {
        now: AT,
        eventId: "",
      },
    );
    const record = analyzeEvent(event, { story: "main", now: AT });
    await store.putAnalysis(record);
    await store.createBeat("main", draftBeat({ ...event, ...record, raw_payload: event.payload }));
  }
  return (await toldBeats(store, "main", await openBeats(store, "main"))).map(({ content }) => content);
}

Deno.test("toldBeats() shows the subjects of commits", async () => {
  const contents = await contentsOf([
    ["Oil the hinge\n\nIt creaked."],
    ["\nOne\r\nmore", "Two\u001b[1m", "Three", "Four", "Five"],
    [],
    [7, ""],
  ]);
  assertEquals(contents, [
    "Oil the hinge",
    "One; Two [1m; Three and 2 more",
    "Push with 0 commit(s)",
    "Push with 2 commit(s)",
  ]);
});

Deno.test("toldBeats() leaves beats whose analysis is not kept", async () => {
  const store = memoryStore();
  const event = readEvent({ event_type: "push", event_id: "e1", payload: { commits: [] } }, {
    now: AT,
    eventId: "",
  });
  const record = analyzeEvent(event, { story: "main", now: AT });
  await store.createBeat("main", draftBeat({ ...event, ...record, raw_payload: event.payload }));
  const [told] = await toldBeats(store, "main", await openBeats(store, "main"));
  assertEquals(told?.content, "Push with 0 commit(s)");
});
