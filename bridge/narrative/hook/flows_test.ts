import { assertEquals } from "@std/assert";
import { type FlowRun, runFlows } from "./flows.ts";

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

/** A flow that ends when it is stopped. */
const endless: FlowRun["run"] = (_path, _input, signal) =>
  new Promise((resolve) => {
    // A timer of its own keeps the program alive, as a child process does.
    const alive = setInterval(() => {}, 1_000);
    signal.addEventListener("abort", () => {
      clearInterval(alive);
      resolve(137);
    }, { once: true });
  });

Deno.test("runFlows() stops a flow that takes too long, and runs the next", async () => {
  const run: FlowRun["run"] = (path, input, signal) =>
    path.endsWith("a") ? endless(path, input, signal) : Promise.resolve(0);
  const outcomes = await runFlows(flows({ run, limits: { each: 20, all: 10_000 } }));
  assertEquals(outcomes, [{ name: "a", ran: true, ok: false }, { name: "b", ran: true, ok: true }]);
});

Deno.test("runFlows() starts no more when all have had their time", async () => {
  const outcomes = await runFlows(flows({ run: endless, limits: { each: 10_000, all: 20 } }));
  assertEquals(outcomes, [{ name: "a", ran: true, ok: false }, { name: "b", ran: false, ok: null }]);
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
