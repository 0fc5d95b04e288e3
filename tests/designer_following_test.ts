import { EV } from "@loom/protocol";
import { assertEquals, assertExists, assertStringIncludes } from "@std/assert";
import { Peer, TestHub } from "../cli/testing/hub.ts";
import { DOOR, TempFolder } from "../cli/testing/loom.ts";
import { until } from "../cli/testing/patience.ts";
import { type FollowedMachine, followMachine } from "../designer/live/follow_machine.ts";

const NOW = "2026-01-03T13:20:00.000Z";

/** A page that follows a document; it is told to stop at the end of the scope. */
class Page implements Disposable {
  #told: FollowedMachine | undefined;
  readonly #waiting = new Set<() => void>();
  readonly #stop: () => void;

  constructor(url: string, docId: string) {
    this.#stop = followMachine({ url, docId, now: () => NOW }, (machine) => {
      this.#told = machine;
      for (const look of this.#waiting) look();
    });
  }

  /** What is told as soon as it is so. */
  async until(isSo: (machine: FollowedMachine) => boolean): Promise<FollowedMachine> {
    let found: FollowedMachine | undefined;
    const look = () => {
      if (this.#told !== undefined && isSo(this.#told)) found ??= this.#told;
      return found !== undefined;
    };
    await until(this.#waiting, look, () => `in ${JSON.stringify(this.#told)}`);
    assertExists(found);
    return found;
  }

  [Symbol.dispose](): void {
    this.#stop();
  }
}

Deno.test("followMachine() shows the document with what others do in it, and what runs", async () => {
  await using folder = await TempFolder.make();
  const doc = await Deno.realPath(await folder.write("door.smdf.json", DOOR));
  await using hub = await TestHub.start();
  using page = new Page(hub.url, doc);
  const first = await page.until(({ isLive, definition }) => isLive && definition !== undefined);
  assertEquals([first.active, first.moves, first.wish, first.trouble], [[], [], undefined, undefined]);
  await using peer = await Peer.join(hub, doc, { role: "runtime", name: "door" });
  const send = async (...ops: object[]) => await peer.send(EV.PATCH_IN, { docId: doc, ops });
  await send({ op: "runtime.enter", state: "Root" });
  await send({ op: "runtime.enter", state: "Closed", eventId: "shut" });
  const running = await page.until(({ active }) => active.includes("Closed"));
  assertEquals([running.active, running.moves], [["Root", "Closed"], [
    { id: 2, state: "Closed", event: "shut", time: NOW },
    { id: 1, state: "Root", event: "", time: NOW },
  ]]);
  await send({ op: "runtime.exit", state: "Closed" });
  assertEquals((await page.until(({ active }) => !active.includes("Closed"))).moves.length, 2);
  await peer.send(EV.VIEW_IN, { docId: doc, focus: "state:Open", note: "Look here", origin: "ann" });
  assertEquals((await page.until(({ wish }) => wish !== undefined)).wish, {
    focus: "state:Open",
    member: "",
    note: "Look here",
    by: "ann",
  });
});

Deno.test("followMachine() says why a hub refuses, and that it is not heard where none is", async () => {
  await using folder = await TempFolder.make();
  const doc = await folder.write("door.smdf.json", DOOR);
  await using hub = await TestHub.start({ token: "s3cret" });
  using page = new Page(hub.url, doc);
  const { isLive, trouble = "" } = await page.until(({ trouble }) => trouble !== undefined);
  assertEquals([isLive, trouble.includes("s3cret")], [false, false]);
  assertStringIncludes(trouble, "token");
});

Deno.test("followMachine() hears a hub again that was away", async () => {
  await using folder = await TempFolder.make();
  const doc = await folder.write("door.smdf.json", DOOR);
  const hub = await TestHub.start();
  const { port } = hub;
  using page = new Page(hub.url, doc);
  await page.until(({ isLive }) => isLive);
  await hub[Symbol.asyncDispose]();
  const away = await page.until(({ isLive }) => !isLive);
  assertEquals([away.trouble, away.definition === undefined], [undefined, false]);
  await using _again = await TestHub.start({ port });
  await page.until(({ isLive }) => isLive);
});
