import type { MachineOp, PatchEnvelope } from "@loom/protocol";
import { assertEquals } from "@std/assert";
import { deadAddress, Peer, TestHub } from "../testing/hub.ts";
import { DOOR, loom, TempFolder } from "../testing/loom.ts";

/** A hub with a client that looks at a document. */
async function scene(options: { readonly token?: string } = {}) {
  const folder = await TempFolder.make();
  const doc = await Deno.realPath(await folder.write("door.smdf.json", DOOR));
  const hub = await TestHub.start(options);
  const peer = await Peer.join(hub, doc, options);
  return {
    doc,
    hub,
    peer,
    async [Symbol.asyncDispose]() {
      await peer[Symbol.asyncDispose]();
      await hub[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

function movesIn(patches: readonly PatchEnvelope[]): string[] {
  return patches.flatMap(({ ops }) => ops as MachineOp[]).flatMap((op) => {
    if (op.op === "runtime.exit") return [`- ${op.state}`];
    return op.op === "runtime.enter" ? [`+ ${op.state}${op.eventId ? ` by ${op.eventId}` : ""}`] : [];
  });
}

const MOVES = ["+ Root", "+ Closed", "- Closed", "+ Open by open", "- Open", "+ Closed by close"];

Deno.test("loom run shows each step to those who watch the document at the named hub", async () => {
  await using s = await scene();
  const ran = await loom(["--bridge", s.hub.url, "run", s.doc, "--events", "open,close"]);
  assertEquals([ran.code, ran.err], [0, ""]);
  await s.peer.until(({ patches }) => movesIn(patches).length >= MOVES.length);
  assertEquals(movesIn(s.peer.patches), MOVES);
  assertEquals(s.peer.arrivals.map(({ role, name }) => [role, name]), [["runtime", "loom run"]]);
});

Deno.test("loom run shows its steps at a hub that it finds, goes on from what is shown there, and leaves nothing active when it is quit", async () => {
  await using s = await scene();
  const env = { LOOM_BRIDGE_PORT: String(s.hub.port) };
  await loom(["run", s.doc, "--events", "open"], { env });
  const isTerminal = true;
  const prompt = await loom(["run", s.doc, "--name", "Ann"], {
    env,
    isTerminal,
    stdin: "open\n:undo\n:quit\n",
  });
  assertEquals(prompt.code, 0);
  await s.peer.until(({ patches }) => movesIn(patches).length >= 12);
  assertEquals(movesIn(s.peer.patches), [
    ...["+ Root", "+ Closed", "- Closed", "+ Open by open"],
    ...["- Open", "+ Closed", "- Closed", "+ Open by open", "- Open", "+ Closed"],
    ...["- Root", "- Closed"],
  ]);
});

Deno.test("loom run says that a named hub cannot be used, and runs; one that nobody named is no matter", async () => {
  await using s = await scene({ token: "right" });
  const run = ["run", s.doc, "--events", "open"];
  const dead = deadAddress();
  const silent = await loom(["--bridge", dead, ...run]);
  assertEquals([silent.code, silent.err], [0, `live: not shown. Nothing answers at ${dead}.\n`]);
  const refused = await loom(["--bridge", s.hub.url, "--token", "wrong", ...run]);
  assertEquals([refused.code, refused.err.startsWith("live: not shown. The hub at")], [0, true]);
  for (const port of [s.hub.port, new URL(dead).port]) {
    const found = await loom(run, { env: { LOOM_BRIDGE_PORT: String(port) } });
    assertEquals([found.code, found.err], [0, ""]);
  }
});
