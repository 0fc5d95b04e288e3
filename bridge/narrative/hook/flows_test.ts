import { assertEquals } from "@std/assert";
import { type FlowRun, runFlows, runProgram } from "./flows.ts";
import { TestClock } from "./testing.ts";

function flows(options: Partial<FlowRun>): FlowRun {
  return {
    names: ["a", "b"],
    folder: "/flows",
    input: "{}",
    run: () => Promise.resolve(0),
    stop: new AbortController().signal,
    remark: () => {},
    ...options,
  };
}

/** Flows that end when they are stopped; each gives its signal when it begins. */
function endless() {
  const began: PromiseWithResolvers<AbortSignal>[] = [];
  const beginning = (nth: number) => began[nth] ??= Promise.withResolvers<AbortSignal>();
  let count = 0;
  const run: FlowRun["run"] = (_path, _input, signal) => {
    beginning(count++).resolve(signal);
    return new Promise((resolve) => {
      signal.addEventListener("abort", () => resolve(137), { once: true });
    });
  };
  return { run, begin: (nth: number) => beginning(nth).promise };
}

Deno.test("runFlows() stops a flow after 5 seconds, and starts no more after 12", async () => {
  const clock = new TestClock();
  const { run, begin } = endless();
  const outcomes = runFlows(flows({ names: ["a", "b", "c", "d"], run, clock }));
  for (const [nth, ms] of [[0, 5_000], [1, 5_000], [2, 2_000]] as const) {
    const signal = await begin(nth);
    clock.advance(ms - 1);
    assertEquals([nth, signal.aborted], [nth, false]);
    clock.advance(1);
    assertEquals([nth, signal.aborted], [nth, true]);
  }
  assertEquals(await outcomes, [
    { name: "a", ran: true, ok: false },
    { name: "b", ran: true, ok: false },
    { name: "c", ran: true, ok: false },
    { name: "d", ran: false, ok: null },
  ]);
});

Deno.test({
  name: "runProgram() ends a program with what it has started, however much of its input is unread",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    const folder = await Deno.makeTempDir();
    try {
      // What the shell starts reads the same pipe, and would hold it open for a minute.
      const text = `#!/bin/sh\n: > "${folder}/began"\nsleep 60\n`;
      await Deno.writeTextFile(`${folder}/slow`, text, { mode: 0o755 });
      const stop = new AbortController();
      const changes = Deno.watchFs(folder);
      // More than a pipe holds.
      const ended = runProgram(`${folder}/slow`, "x".repeat(300_000), stop.signal);
      for await (const { paths } of changes) if (paths.some((path) => path.endsWith("/began"))) break;
      stop.abort();
      assertEquals(await ended, 137);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test("runFlows() tells one that cannot be run, and goes on", async () => {
  const run: FlowRun["run"] = (path) =>
    path.endsWith("a") ? Promise.reject(new Error("no")) : Promise.resolve(0);
  const outcomes = await runFlows(flows({ run }));
  assertEquals(outcomes, [{ name: "a", ran: false, ok: false }, { name: "b", ran: true, ok: true }]);
});

Deno.test("runFlows() takes no name for a path", async () => {
  const paths: string[] = [];
  const run: FlowRun["run"] = (path) => {
    paths.push(path);
    return Promise.resolve(0);
  };
  await runFlows(flows({ run, names: ["../a", "A", "a/b", "", ".", "a".repeat(65), "good_1"] }));
  assertEquals(paths, ["/flows/good_1"]);
});
