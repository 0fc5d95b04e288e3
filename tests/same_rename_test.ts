/**
 * A rename in all documents of a system does and refuses the same at the shell and over MCP.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { loom } from "../cli/testing/loom.ts";
import { toolsOf } from "../mcp/table.ts";
import { openToolBench } from "../mcp/testing/tool_calls.ts";

const DOCUMENTS: Readonly<Record<string, unknown>> = {
  "home.sysdf.json": {
    settings: { namespace: "Home", name: "Home" },
    members: [{ path: "door.smdf.json" }, { path: "data.erdf.json" }, { path: "story.sqdf.json" }],
    actors: [{ name: "Guest", kind: "person" }],
  },
  "door.smdf.json": {
    settings: { namespace: "Home", name: "Door", asynchronous: false },
    events: [{ name: "Hand", events: [{ id: "open" }] }],
    state: {
      name: "Root",
      states: [{ name: "Closed", transitions: [{ event: "open", nextState: "Ajar" }] }, { name: "Ajar" }],
    },
  },
  "data.erdf.json": {
    settings: { namespace: "Home", name: "Data" },
    entities: [{ name: "Visit", attributes: [{ name: "id", type: "int", key: "pk" }] }],
    relationships: [],
  },
  "story.sqdf.json": {
    settings: { namespace: "Home", name: "Story" },
    participants: [{ name: "Guest", actor: "Guest" }, { name: "Door", holds: ["Visit"] }],
    messages: [{ from: "Guest", to: "Door", label: "opens", event: "open", state: "Ajar", carries: "Visit" }],
  },
};

/** Renames, with the code of the refusal where there is one. */
const RENAMES: readonly (readonly [what: string, from: string, to: string, refused?: string])[] = [
  ["event", "open", "unlock"],
  ["state", "Ajar", "Open"],
  ["entity", "Visit", "Stay"],
  ["actor", "Guest", "Visitor"],
  ["participant", "Guest", "Visitor"],
  ["machine", "Door", "Gate"],
  ["event", "opne", "unlock", "unknown_name"],
  ["state", "Ajar", "Closed", "duplicate"],
];

async function writeAll(folder: string): Promise<void> {
  for (const [name, value] of Object.entries(DOCUMENTS)) {
    await Deno.writeTextFile(`${folder}/${name}`, JSON.stringify(value, null, 2) + "\n");
  }
}

async function textsIn(folder: string): Promise<string[]> {
  return await Promise.all(Object.keys(DOCUMENTS).map((name) => Deno.readTextFile(`${folder}/${name}`)));
}

for (const [what, from, to, refused] of RENAMES) {
  Deno.test(`rename ${what} ${from} ${to} is the same at the shell and over MCP`, async () => {
    await using bench = await openToolBench(toolsOf(undefined), {
      content: DOCUMENTS["story.sqdf.json"] as object,
      name: "story.sqdf.json",
    });
    const folder = await Deno.makeTempDir();
    try {
      await writeAll(bench.folder);
      await writeAll(folder);
      const before = await textsIn(folder);
      const { isError, code } = await bench.call("rename", { what, from, to });
      const shell = await loom(["--doc", `${folder}/home.sysdf.json`, "rename", what, from, to, "--json"]);
      assertEquals([isError, code], [refused !== undefined, refused]);
      assertEquals(shell.code === 0, refused === undefined, shell.err);
      const after = await textsIn(folder);
      assertEquals(after, await textsIn(bench.folder));
      assertEquals(after.join() === before.join(), refused !== undefined);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}
