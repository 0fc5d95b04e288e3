import { type AnyOp, WIRE_LIMITS } from "@loom/protocol";
import { assertEquals, assertRejects } from "@std/assert";
import { announceWritten } from "./announce_written.ts";
import { BridgeError, type BridgeErrorCode } from "./bridge_error.ts";
import type { BridgeClient, Committed, WrittenFile } from "./client_options.ts";

const OPS: readonly AnyOp[] = [{ op: "state.remove", name: "Open" }];
const WRITTEN: WrittenFile = { before: "r1", after: "r2", mtime: 5 };
const BY_READING: WrittenFile = { after: "r2", mtime: 5 };
const COMMITTED: Committed = { seq: 1, epoch: "e1", opId: "a" };

/** A client whose hub refuses operations, and what was announced through it. */
function recorder(refusal?: BridgeErrorCode) {
  const announced: [readonly AnyOp[], WrittenFile][] = [];
  const client: Pick<BridgeClient, "announce"> = {
    announce(ops, written) {
      announced.push([ops, written]);
      if (refusal !== undefined && ops.length > 0) return Promise.reject(new BridgeError(refusal, "No."));
      return Promise.resolve(COMMITTED);
    },
  };
  return { client, announced };
}

Deno.test("announceWritten() tells the operations", async () => {
  const { client, announced } = recorder();
  assertEquals(await announceWritten(client, { ops: OPS, ...WRITTEN }), COMMITTED);
  assertEquals(announced, [[OPS, WRITTEN]]);
});

Deno.test("announceWritten() has the hub read the file when there are no operations, or too many", async () => {
  for (const ops of [[], Array.from({ length: WIRE_LIMITS.ops + 1 }, () => OPS).flat()]) {
    const { client, announced } = recorder();
    await announceWritten(client, { ops, ...WRITTEN });
    assertEquals(announced, [[[], BY_READING]]);
  }
});

for (const code of ["too_large", "bad_request", "apply_failed", "stale_base", "no_base"] as const) {
  Deno.test(`announceWritten() has the hub read the file when the operations are refused: ${code}`, async () => {
    const { client, announced } = recorder(code);
    assertEquals(await announceWritten(client, { ops: OPS, ...WRITTEN }), COMMITTED);
    assertEquals(announced, [[OPS, WRITTEN], [[], BY_READING]]);
  });
}

for (const code of ["unauthorized", "forbidden_path", "timeout", "disconnected"] as const) {
  Deno.test(`announceWritten() tries nothing else when it is refused: ${code}`, async () => {
    const { client, announced } = recorder(code);
    const error = await assertRejects(() => announceWritten(client, { ops: OPS, ...WRITTEN }), BridgeError);
    assertEquals([error.code, announced.length], [code, 1]);
  });
}
