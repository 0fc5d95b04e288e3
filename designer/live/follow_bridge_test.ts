import { memoryStore, mountNarrative, readNarrativeSettings } from "@loom/bridge/narrative";
import { assertEquals } from "@std/assert";
import { type EventStream, followBridge, type HeardStory, POLL_MS } from "./follow_bridge.ts";

/** A real bridge over a store in memory; a page's surroundings whose stream and clock the test holds. */
class Surroundings {
  readonly bridge = mountNarrative({
    store: memoryStore(),
    settings: readNarrativeSettings({}, { token: "s3cret" }),
  });
  readonly heard: HeardStory[] = [];
  isAway = false;
  /** True when the server knows the page. */
  isKnown = true;
  #listeners = new Map<string, (event: { readonly data?: unknown }) => void>();
  #timers = new Map<number, { readonly work: () => void; readonly ms: number }>();
  #count = 0;
  #answers: Promise<unknown>[] = [];

  readonly environment = {
    fetch: (url: string): Promise<Response> => {
      const answer = this.isAway
        ? Promise.reject(new TypeError("refused"))
        : this.bridge.answer(new Request(`http://127.0.0.1${url}`), this.isKnown);
      this.#answers.push(answer.catch(() => {}));
      return answer;
    },
    openStream: (): EventStream => ({
      addEventListener: (type, listener) => this.#listeners.set(type, listener),
      close: () => this.#listeners.clear(),
    }),
    setTimer: (work: () => void, ms: number) => {
      this.#timers.set(++this.#count, { work, ms });
      return this.#count;
    },
    clearTimer: (timer: unknown) => void this.#timers.delete(timer as number),
  };

  get last(): HeardStory | undefined {
    return this.heard.at(-1);
  }

  get waits(): number[] {
    return [...this.#timers.values()].map(({ ms }) => ms);
  }

  /** The number of delays. */
  get timers(): number {
    return this.#count;
  }

  emit(type: string, data?: unknown): void {
    this.#listeners.get(type)?.({ data: typeof data === "string" ? data : JSON.stringify(data) });
  }

  /** Lets the time of what waits be up. */
  tick(): void {
    const due = [...this.#timers.values()];
    this.#timers.clear();
    for (const { work } of due) work();
  }

  /** Waits until nothing is asked for any more. */
  async settled(): Promise<void> {
    for (let answers = -1; answers !== this.#answers.length;) {
      answers = this.#answers.length;
      await Promise.all(this.#answers);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  /** Makes a beat of an event at the bridge. */
  async addBeat(event_id: string): Promise<unknown> {
    const post = async (path: string, body: object) => {
      const init = { method: "POST", body: JSON.stringify(body) };
      const address = `http://127.0.0.1/api/narrative-bridge/${path}`;
      return await (await this.bridge.answer(new Request(address, init), true)).json();
    };
    const analysis = await post("analyze", { event_type: "issues", action: "opened", event_id, payload: {} });
    return await post("create-beat", { event_id, analysis });
  }

  async position(): Promise<unknown> {
    const response = await this.environment.fetch("/api/narrative-bridge/get-position");
    return await response.json();
  }
}

function following(): Surroundings & { stop: () => void } {
  const surroundings = new Surroundings();
  const stop = followBridge(
    { base: "/api/narrative-bridge", story: "" },
    surroundings.environment,
    (story) => surroundings.heard.push(story),
  );
  return Object.assign(surroundings, { stop });
}

Deno.test("followBridge() reads the story, then follows the stream", async () => {
  const page = following();
  assertEquals(page.heard, []);
  await page.settled();
  assertEquals([page.last?.hearing, page.last?.isKnown, page.last?.count], ["opening", true, 0]);
  const beat = await page.addBeat("one");
  page.emit("position", await page.position());
  await page.settled();
  assertEquals([page.last?.hearing, page.last?.count], ["stream", 1]);
  // The stream tells the beat that was read already: it is not told twice.
  page.emit("beat", { story: "main", beat });
  assertEquals([page.last?.count, page.last?.configuration.at(-1)], [1, "Act1Incited"]);
  page.stop();
});

Deno.test("followBridge() asks now and then while there is no stream, and hears it again", async () => {
  const page = following();
  await page.settled();
  page.emit("position", await page.position());
  assertEquals([page.last?.hearing, page.waits], ["stream", []]);
  page.emit("error");
  const waiting = page.timers;
  // A browser that tries again by itself fails again and again.
  page.emit("error");
  assertEquals([page.last?.hearing, page.waits, page.timers], ["poll", [POLL_MS], waiting]);
  await page.addBeat("one");
  page.tick();
  await page.settled();
  assertEquals([page.last?.hearing, page.last?.count, page.waits], ["poll", 1, [POLL_MS]]);
  page.isAway = true;
  page.tick();
  await page.settled();
  assertEquals([page.last?.hearing, page.last?.count], ["away", 1]);
  page.isAway = false;
  page.emit("position", await page.position());
  assertEquals([page.last?.hearing, page.waits], ["stream", []]);
  page.stop();
});

Deno.test("followBridge() asks now and then while a stream neither begins nor fails", async () => {
  const page = following();
  await page.settled();
  assertEquals([page.last?.hearing, page.waits], ["opening", [POLL_MS]]);
  await page.addBeat("one");
  page.tick();
  await page.settled();
  assertEquals([page.last?.hearing, page.last?.count, page.waits], ["poll", 1, [POLL_MS]]);
  page.stop();
});

Deno.test("followBridge() asks now and then when the first stream fails", async () => {
  const page = following();
  page.emit("error");
  assertEquals([page.last?.hearing, page.last?.isKnown], ["opening", false]);
  await page.settled();
  assertEquals([page.last?.hearing, page.last?.isKnown], ["poll", true]);
  page.stop();
  const late = following();
  await late.settled();
  late.emit("error");
  assertEquals([late.last?.hearing, late.last?.isKnown], ["poll", true]);
  late.stop();
});

Deno.test("followBridge() asks at once when the stream breaks off", async () => {
  const page = following();
  await page.settled();
  page.emit("position", await page.position());
  page.isAway = true;
  page.emit("error");
  await page.settled();
  assertEquals([page.last?.hearing, page.waits], ["away", [POLL_MS]]);
  page.stop();
});

Deno.test("followBridge() knows a story that only the stream tells", async () => {
  const page = following();
  page.isAway = true;
  await page.settled();
  page.isAway = false;
  page.emit("position", await page.position());
  assertEquals([page.last?.hearing, page.last?.isKnown, page.waits], ["stream", true, []]);
  page.stop();
});

Deno.test("followBridge() says that nothing answers when nothing does", async () => {
  const page = following();
  await page.settled();
  page.isAway = true;
  page.emit("error");
  page.tick();
  await page.settled();
  assertEquals(page.last?.hearing, "away");
  page.stop();
});

Deno.test("followBridge() says that the bridge asks for another token, until it does not", async () => {
  const page = following();
  await page.settled();
  page.emit("position", await page.position());
  page.isKnown = false;
  page.emit("error");
  await page.settled();
  assertEquals([page.last?.hearing, page.last?.isKnown, page.waits], ["locked", true, [POLL_MS]]);
  page.emit("error");
  assertEquals(page.last?.hearing, "locked");
  page.isKnown = true;
  page.tick();
  await page.settled();
  assertEquals(page.last?.hearing, "poll");
  page.stop();
});

Deno.test("followBridge() begins again behind an episode, and passes over what it cannot read", async () => {
  const page = following();
  await page.settled();
  for (const data of ["{", "null", '{"beat":{}}', { beat_count: "1", recent_beats: [] }]) {
    page.emit("beat", data);
    page.emit("position", data);
  }
  await page.addBeat("one");
  page.emit("episode", { episode_id: "s01e01" });
  await page.settled();
  assertEquals(page.last?.count, 1);
  page.stop();
});

Deno.test("followBridge() says nothing any more when it is ended", async () => {
  const page = following();
  page.stop();
  await page.settled();
  page.emit("error");
  assertEquals([page.heard.length, page.waits], [0, []]);
});
