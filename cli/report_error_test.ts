import { applyPatchOps, LoomError, type MachineOp, parseMachineOps } from "@loom/protocol";
import { assertEquals, assertThrows } from "@std/assert";
import { paintFor } from "./paint.ts";
import { reportError } from "./report_error.ts";
import { memoryIo } from "./testing/memory_io.ts";
import { DOOR } from "./testing/loom.ts";

function reported(error: unknown, json = false): string {
  const io = memoryIo();
  reportError(error, { io, json, remarkPaint: paintFor("never", io.stderr, {}) });
  return io.err();
}

function refusal(...ops: MachineOp[]): unknown {
  return assertThrows(() => applyPatchOps(DOOR, ops));
}

Deno.test("reportError() tells the sentence of an error", () => {
  assertEquals(reported(new LoomError("some_code", "It is so.")), "error: It is so.\n");
});

Deno.test("reportError() tells a refused operation without the function that refused it", () => {
  const text = reported(refusal({ op: "event.remove", id: "nope" }));
  assertEquals(text.startsWith("error: There is no event"), true, text);
});

Deno.test("reportError() writes the name of an operation as it is", () => {
  const text = reported(assertThrows(() => parseMachineOps([{ op: "state.add" }])));
  assertEquals(text.startsWith("error: state.add needs "), true, text);
});

Deno.test("reportError() names the operation of several that was refused", () => {
  const text = reported(refusal({ op: "event.remove", id: "open" }, { op: "event.remove", id: "open" }));
  assertEquals(text.startsWith("error: ops[1] event.remove: "), true, text);
});

Deno.test("reportError() tells programs the code, the exit code and what else is known", () => {
  const { error } = JSON.parse(reported(refusal({ op: "event.remove", id: "nope" }), true));
  assertEquals([error.code, error.op, error.index, error.target, error.exit], [
    "not_found",
    "event.remove",
    0,
    "nope",
    3,
  ]);
});

Deno.test("reportError() says of what nobody expected that it is unexpected", () => {
  assertEquals(
    reported(new TypeError("x is not a function")),
    "error: Something unexpected went wrong: x is not a function\n",
  );
  assertEquals(JSON.parse(reported("text", true)).error.code, "unexpected");
});
