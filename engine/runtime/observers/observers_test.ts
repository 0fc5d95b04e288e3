import { assertEquals } from "@std/assert";
import { ObserverLogger } from "./lines.ts";
import { ObserverTrace } from "./trace.ts";

Deno.test("ObserverTrace numbers its records and starts again after clear()", () => {
  const trace = new ObserverTrace(() => "T");
  trace.onExit("M", "A");
  trace.onTransitionBegin("M", "A", "B", "go");
  trace.onEntry("M", "B");
  trace.onTransitionEnd("M", "A", "B", "go");
  trace.onTimerStart("M", "Wait", 25);
  trace.onTimerStop("M", "Wait");
  assertEquals(
    trace.events.map(({ type }) => type),
    ["exit", "transition_begin", "entry", "transition_end", "timer_start", "timer_stop"],
  );
  assertEquals(trace.events[0], {
    sequence: 1,
    timestamp: "T",
    type: "exit",
    contextName: "M",
    stateName: "A",
  });
  assertEquals([trace.events[1]?.transitionName, trace.events[4]?.duration], ["go", 25]);
  const copy = trace.snapshot();
  trace.clear();
  trace.onDone("M");
  assertEquals([copy.length, trace.events[0]?.sequence], [6, 1]);
});

Deno.test("ObserverLogger gives transitions to info, entries to debug, failures to warn", () => {
  const lines: string[] = [];
  const logger = new ObserverLogger({
    debug: (line) => lines.push(`debug ${line}`),
    info: (line) => lines.push(`info ${line}`),
    warn: (line) => lines.push(`warn ${line}`),
  });
  logger.onEntry("M", "A");
  logger.onTransitionEnd("M", "A", "B", "go");
  logger.onActionFailed("M", "A", "f()", "no such function");
  assertEquals(lines, [
    "debug M: enter A",
    "info M: end A -> B [go]",
    "warn M: action failed in A: f() (no such function)",
  ]);
});
