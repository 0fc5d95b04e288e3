import { assertEquals } from "@std/assert";
import type { FollowedMachine } from "./follow_machine.ts";
import { CALL_AGAIN_MS, followServer, SILENCE_MS } from "./follow_server.ts";

/** A server whose connections, answers and clock the test holds. */
class Surroundings {
  readonly heard: FollowedMachine[] = [];
  readonly called: string[] = [];
  /** What the server answers to a request that opens no connection. */
  answer = () => Response.json({ error: "…", code: "no_websocket" }, { status: 400 });
  closed = 0;
  readonly stop: () => void;
  #listeners = new Map<string, (event: { readonly data?: unknown }) => void>();
  #timer: { readonly work: () => void; readonly ms: number } | undefined;

  constructor() {
    this.stop = followServer("/api/live", {
      openSocket: (address) => {
        this.called.push(address);
        const listeners = this.#listeners = new Map<string, (event: { readonly data?: unknown }) => void>();
        return {
          addEventListener: (type, listener) => void listeners.set(type, listener),
          close: () => this.closed++,
        };
      },
      fetch: () => {
        try {
          return Promise.resolve(this.answer());
        } catch (error) {
          return Promise.reject(error);
        }
      },
      setTimer: (work, ms) => this.#timer = { work, ms },
      clearTimer: (timer) => {
        if (timer === this.#timer) this.#timer = undefined;
      },
    }, (machine) => this.heard.push(machine));
  }

  get last(): FollowedMachine | undefined {
    return this.heard.at(-1);
  }

  /** What is waited for, in milliseconds. */
  get wait(): number | undefined {
    return this.#timer?.ms;
  }

  say(message: object): void {
    this.#listeners.get("message")?.({ data: JSON.stringify(message) });
  }

  /** The connection breaks off; settles when the page knows why. */
  async breakOff(): Promise<void> {
    this.#listeners.get("close")?.({});
    await new Promise((resolve) => setTimeout(resolve));
  }

  tick(): void {
    const timer = this.#timer;
    this.#timer = undefined;
    timer?.work();
  }
}

const move = (id: number, state: string) => ({ id, state, event: "", time: "2026-01-01T00:00:00.000Z" });

Deno.test("followServer() hears the machine, and keeps its moves over connections", async () => {
  const page = new Surroundings();
  page.say({ isLive: true, active: ["Open"], moves: [move(2, "Open"), move(1, "Closed")] });
  assertEquals([page.last?.isLive, page.last?.active, page.last?.trouble], [true, ["Open"], undefined]);
  await page.breakOff();
  assertEquals([page.last?.isLive, page.last?.trouble, page.wait], [false, undefined, CALL_AGAIN_MS]);
  page.tick();
  assertEquals(page.called, ["/api/live", "/api/live"]);
  page.say({ isLive: true, moves: [] });
  page.say({ moves: [move(1, "Locked")] });
  assertEquals(page.last?.moves.map(({ id, state }) => `${id} ${state}`), ["3 Locked", "2 Open", "1 Closed"]);
  page.stop();
  assertEquals([page.wait, page.closed], [undefined, 2]);
});

Deno.test("followServer() says why the server does not let the page in, and calls again", async () => {
  const page = new Surroundings();
  const troubleAfter = async (answer: () => Response) => {
    page.answer = answer;
    await page.breakOff();
    assertEquals(page.wait, CALL_AGAIN_MS);
    page.tick();
    return page.last?.trouble;
  };
  assertEquals(
    await troubleAfter(() => Response.json({ error: "No.", code: "unauthorized" }, { status: 401 })),
    "The server asks for its token: load this page again to enter it.",
  );
  assertEquals(
    await troubleAfter(() => Response.json({ error: "It lies outside." }, { status: 403 })),
    "It lies outside.",
  );
  assertEquals(
    await troubleAfter(() => {
      throw new TypeError("away");
    }),
    undefined,
  );
  assertEquals(await troubleAfter(() => new Response("a proxy", { status: 502 })), undefined);
  page.stop();
});

Deno.test("followServer() gives up a connection on which nothing comes", async () => {
  const page = new Surroundings();
  page.say({ isLive: true });
  page.say({});
  assertEquals(page.wait, SILENCE_MS);
  page.tick();
  await new Promise((resolve) => setTimeout(resolve));
  assertEquals([page.last?.isLive, page.closed, page.wait], [false, 1, CALL_AGAIN_MS]);
  page.stop();
});

Deno.test("followServer() that is ended hears nothing more, and calls nobody", async () => {
  const page = new Surroundings();
  page.stop();
  page.say({ isLive: true });
  await page.breakOff();
  assertEquals([page.heard, page.wait, page.called.length], [[], undefined, 1]);
});
