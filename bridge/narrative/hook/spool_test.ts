import { assertEquals, assertRejects } from "@std/assert";
import { drainSpool } from "./drain.ts";
import { MOST_SPOOLED, readSpooled, spooledFiles, spoolEvent } from "./spool.ts";
import type { SpooledEvent } from "./shell_event.ts";

function event(id: string): SpooledEvent {
  return {
    event_type: "push",
    event_id: id,
    repository: "octo/door",
    action: "",
    timestamp: "2026-01-03T13:20:00.000Z",
    sender: "ann",
    payload: { commits: [] },
  };
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("spoolEvent() keeps an event for its owner alone, and gives it back", () =>
  inFolder(async (folder) => {
    assertEquals(await spoolEvent(`${folder}/deep/spool`, event("e1"), new Date(5)), 0);
    const [path = ""] = await spooledFiles(`${folder}/deep/spool`);
    assertEquals(await readSpooled(path), event("e1"));
    if (Deno.build.os !== "windows") assertEquals((await Deno.stat(path)).mode! & 0o777, 0o600); // Not on Windows.
  }));

Deno.test("spoolEvent() lets the oldest make room", () =>
  inFolder(async (folder) => {
    for (let ms = 0; ms < MOST_SPOOLED; ms++) {
      await Deno.writeTextFile(`${folder}/${String(ms).padStart(13, "0")}-ab.json`, "{}");
    }
    assertEquals(await spoolEvent(folder, event("new"), new Date(10_000)), 1);
    const paths = await spooledFiles(folder);
    assertEquals([paths.length, paths[0]?.endsWith("/0000000000001-ab.json")], [500, true]);
  }));

Deno.test("spooledFiles() finds nothing where there is no folder", async () => {
  assertEquals(await spooledFiles("/nowhere/at/all"), []);
});

const caller = (answer: (path: string, body: Record<string, unknown>) => Response) => ({
  url: "http://bridge",
  token: undefined,
  fetch: (url: string | URL | Request, init?: RequestInit) =>
    Promise.resolve(answer(new URL(String(url)).pathname, JSON.parse(String(init?.body)))),
  stop: new AbortController().signal,
});

Deno.test("drainSpool() sends the oldest first, with the time of the event, and empties the folder", () =>
  inFolder(async (folder) => {
    await spoolEvent(folder, event("second"), new Date(2));
    await spoolEvent(folder, event("first"), new Date(1));
    const beats: unknown[] = [];
    const outcome = await drainSpool(
      folder,
      caller((path, body) => {
        if (path === "/create-beat") beats.push([body.event_id, body.timestamp]);
        return Response.json({ beat_id: "beat_1" });
      }),
    );
    assertEquals(outcome, { sent: 2, refused: 0, left: 0 });
    assertEquals(beats, [["first", "2026-01-03T13:20:00.000Z"], ["second", "2026-01-03T13:20:00.000Z"]]);
    assertEquals(await spooledFiles(folder), []);
  }));

Deno.test("drainSpool() sets aside what is refused, and stops where no answer comes", () =>
  inFolder(async (folder) => {
    for (const [index, id] of ["bad", "good", "late"].entries()) {
      await spoolEvent(folder, event(id), new Date(index + 1));
    }
    await Deno.writeTextFile(`${folder}/0000000000000-00.json`, "{");
    const seen: unknown[] = [];
    const outcome = await drainSpool(
      folder,
      caller((_path, { event_id }) => {
        if (event_id === "bad") return new Response(null, { status: 400 });
        return event_id === "late"
          ? new Response(null, { status: 503 })
          : Response.json({ beat_id: "beat_1" });
      }),
      { onEvent: ({ event_id, outcome }) => seen.push([event_id, outcome]) },
    );
    assertEquals(outcome, { sent: 1, refused: 2, left: 1, reason: "status 503" });
    assertEquals(seen, [["", "refused"], ["bad", "refused"], ["good", "sent"], ["late", "kept"]]);
    assertEquals((await spooledFiles(folder)).length, 1);
  }));

Deno.test("drainSpool() keeps what an answer names no beat for", () =>
  inFolder(async (folder) => {
    await spoolEvent(folder, event("e1"), new Date(1));
    const outcome = await drainSpool(folder, caller(() => Response.json({ ok: true })));
    assertEquals(outcome, { sent: 0, refused: 0, left: 1, reason: "the answer names no beat" });
    assertEquals((await spooledFiles(folder)).length, 1);
  }));

Deno.test("drainSpool() passes over what another program has taken away meanwhile", () =>
  inFolder(async (folder) => {
    for (const [index, id] of ["first", "second", "third"].entries()) {
      await spoolEvent(folder, event(id), new Date(index + 1));
    }
    const [first = "", second = ""] = await spooledFiles(folder);
    const outcome = await drainSpool(folder, caller(() => Response.json({ beat_id: "beat_1" })), {
      onEvent: ({ event_id }) => {
        if (event_id === "first") [first, second].forEach((path) => Deno.removeSync(path));
      },
    });
    assertEquals(outcome, { sent: 2, refused: 0, left: 0 });
  }));

Deno.test("spoolEvent() leaves nothing behind where it fails", () =>
  inFolder(async (folder) => {
    const name = "0000000000005-";
    await spoolEvent(folder, event("e1"), new Date(5));
    const [path = ""] = await spooledFiles(folder);
    await Deno.remove(path);
    // A folder in the place of the file cannot be replaced by one.
    await Deno.mkdir(`${path}/full`, { recursive: true });
    await assertRejects(() => spoolEvent(folder, event("e1"), new Date(5)));
    const names = (await Array.fromAsync(Deno.readDir(folder))).map((entry) => entry.name);
    assertEquals(names.map((one) => one.slice(0, name.length)), [name]);
  }));
