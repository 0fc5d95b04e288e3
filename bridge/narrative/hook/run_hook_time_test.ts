/**
 * How long the hook takes, and how it ends when it is told to: with a given clock, so that nothing is waited for.
 */
import { assertEquals, assertMatch } from "@std/assert";
import type { HookOutside } from "./run_hook.ts";
import type { SpooledEvent } from "./shell_event.ts";
import { ANALYSIS, hook, TestClock } from "./testing.ts";

const URL_OF_BRIDGE = "http://127.0.0.1:1/api/narrative-bridge";
const reach = () => Promise.resolve();

/** Something that never comes; it tells when it is asked for, and with which signal. */
function never() {
  const asked = Promise.withResolvers<AbortSignal>();
  const wait = (signal: AbortSignal) => {
    asked.resolve(signal);
    return new Promise<never>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    });
  };
  return { asked: asked.promise, wait };
}

/** A bridge that answers without a network. */
function answering(answer: (operation: string, signal: AbortSignal) => Response | Promise<Response>) {
  return ((url: string, { signal }: { signal: AbortSignal }) =>
    Promise.resolve(answer(url.slice(url.lastIndexOf("/") + 1), signal))) as typeof fetch;
}

/** Keeps what is spooled. */
function spoolOf() {
  const kept: SpooledEvent[] = [];
  const spool: HookOutside["spool"] = (_folder, event) => {
    kept.push(event);
    return Promise.resolve(0);
  };
  return { kept, spool, env: { LOOM_NARRATIVE_SPOOL: "spool" } };
}

/** Standard input that holds so much, and does not end. */
function unended(text = "") {
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
  });
}

async function abortedAfter(clock: TestClock, ms: number, asked: Promise<AbortSignal>): Promise<boolean[]> {
  const signal = await asked;
  const states: boolean[] = [];
  for (const step of [ms - 1, 1]) {
    clock.advance(step);
    states.push(signal.aborted);
  }
  return states;
}

Deno.test("runHook() gives the way to the bridge 2 seconds", async () => {
  const clock = new TestClock();
  const { asked, wait } = never();
  const running = hook(URL_OF_BRIDGE, { clock, reach: (_url, signal) => wait(signal) });
  assertEquals(await abortedAfter(clock, 2_000, asked), [false, true]);
  const { result, remarks } = await running;
  assertEquals([result.mode, remarks.length], ["local", 1]);
  assertMatch(remarks.join(), /\(no connection/);
});

Deno.test("runHook() gives each call of the bridge 5 seconds, and asks no second time where none answers", async () => {
  for (const [slow, mode, beat] of [["analyze", "local", null], ["create-beat", "bridge", "unknown"]]) {
    const clock = new TestClock();
    const { asked, wait } = never();
    const calls: string[] = [];
    const fetch = answering((operation, signal) => {
      calls.push(operation);
      return operation === slow ? wait(signal) : Response.json(ANALYSIS);
    });
    const running = hook(URL_OF_BRIDGE, { clock, reach, fetch });
    assertEquals(await abortedAfter(clock, 5_000, asked), [false, true]);
    const { result, remarks } = await running;
    assertEquals([result.mode, result.beat_id, calls.at(-1)], [mode, beat, slow]);
    assertMatch(remarks.join(), /no answer in time/);
    assertEquals(calls.filter((operation) => operation === slow).length, 1);
  }
});

Deno.test("runHook() waits 300 ms before it asks for the beat once more", async () => {
  const clock = new TestClock();
  const fetch = answering((operation) =>
    operation === "analyze" ? Response.json(ANALYSIS) : new Response(null, { status: 503 })
  );
  assertEquals((await hook(URL_OF_BRIDGE, { clock, reach, fetch })).result.beat_id, "unknown");
  assertEquals(clock.pauses, [300]);
});

Deno.test("runHook() takes 25 seconds in all, and a flow gets what is left of them", async () => {
  const clock = new TestClock();
  const { asked, wait } = never();
  const slow = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      clock.advance(21_000);
      controller.enqueue(new TextEncoder().encode("{}"));
      controller.close();
    },
  });
  const running = hook(URL_OF_BRIDGE, {
    ...{ clock, reach, stdin: slow, env: { LOOM_NARRATIVE_FLOWS: "/flows" } },
    fetch: answering(() => Response.json({ ...ANALYSIS, beat_id: "beat_1" })),
    runFlow: (_path, _input, signal) => wait(signal).catch(() => 137),
  });
  assertEquals(await abortedAfter(clock, 4_000, asked), [false, true]);
  assertEquals((await running).result.flows[0], { name: "arc_tracker", ran: true, ok: false });
});

Deno.test("runHook() ends after 25 seconds when the payload does not end, and spools no half event", async () => {
  const clock = new TestClock();
  const { kept, spool, env } = spoolOf();
  const running = hook(URL_OF_BRIDGE, { clock, reach, spool, env, stdin: unended("{") });
  clock.advance(25_000);
  const { result, remarks } = await running;
  assertEquals([result.mode, kept], ["local", []]);
  assertMatch(remarks.join(), /standard input did not end in time/);
});

Deno.test("runHook() ends 2 seconds late for a spool on a disk that hangs, and 2 more for a log", async () => {
  const clock = new TestClock();
  const asked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const hanging = (nth: number) => () => {
    asked[nth]?.resolve();
    return new Promise<never>(() => {});
  };
  const running = hook(URL_OF_BRIDGE, {
    clock,
    reach: () => Promise.reject(new Error("refused")),
    spool: hanging(0),
    append: hanging(1),
    env: { LOOM_NARRATIVE_SPOOL: "spool", LOOM_NARRATIVE_LOG: "log" },
  });
  for (const [nth, times] of [[0, [25_000, 2_000]], [1, [2_000]]] as const) {
    await asked[nth]?.promise;
    for (const ms of times) clock.advance(ms);
  }
  const { result, remarks } = await running;
  assertEquals([result.mode, remarks.slice(1)], ["local", [
    "The event cannot be spooled in spool (TimeoutError).",
    "The log log cannot be written (TimeoutError).",
  ]]);
});

Deno.test("runHook() still reads what is there when it is told to end, and spools it", async () => {
  const { kept, spool, env } = spoolOf();
  const stop = AbortSignal.abort();
  const { result } = await hook(URL_OF_BRIDGE, { stop, spool, env, reach, stdin: '{"a":1}' });
  assertEquals([result.mode, kept.map(({ payload }) => payload)], ["local", [{ a: 1 }]]);
});

Deno.test("runHook() waits a second for the rest when it is told to end, and spools no half event", async () => {
  const clock = new TestClock();
  const stop = new AbortController();
  const { kept, spool, env } = spoolOf();
  let isDone = false;
  const running = hook(URL_OF_BRIDGE, {
    ...{ clock, spool, env, reach },
    stop: stop.signal,
    stdin: unended('{"a":'),
  }).finally(() => isDone = true);
  stop.abort();
  clock.advance(999);
  await Promise.resolve();
  assertEquals(isDone, false);
  clock.advance(1);
  const { result, remarks } = await running;
  assertEquals([result.mode, kept], ["local", []]);
  assertMatch(remarks.join(), /have it delivered again/);
});

Deno.test("runHook() ends at once when it is told to with a call in flight, and spools the event", async () => {
  const stop = new AbortController();
  const { asked, wait } = never();
  const { kept, spool, env } = spoolOf();
  const fetch = answering((_operation, signal) => wait(signal));
  const running = hook(URL_OF_BRIDGE, {
    stop: stop.signal,
    clock: new TestClock(),
    reach,
    fetch,
    spool,
    env,
  });
  await asked;
  stop.abort();
  assertEquals([(await running).result.mode, kept.length], ["local", 1]);
});
