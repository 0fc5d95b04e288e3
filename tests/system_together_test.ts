/**
 * Two people, the command line and an agent edit all documents of one system at once, over a real hub and on real files.
 *
 * @module
 */
import { DocumentError, editDocument, readDocument } from "@loom/bridge/document";
import { type BridgeSession, createBridgeSession, type SaveWrite } from "@loom/designer/session";
import type { AnyOp, JsonObject } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import { DOOR, loom } from "../cli/testing/loom.ts";
import { withHub } from "./hub/run_hub.ts";
import { startLoomMcp } from "./mcp_stdio/loom_mcp.ts";
import { until, untilDocument } from "./hub/watch_session.ts";

const MOST_SAVES = 20;
/** How often each of the four edits each document. */
const ROUNDS = 3;

const HOME = {
  settings: { namespace: "Home", name: "Home" },
  members: [{ path: "door.smdf.json" }, { path: "keys.erdf.json" }, { path: "come_in.sqdf.json" }],
  actors: [{ name: "Guest", kind: "person" }],
};
const KEYS = {
  settings: { namespace: "Home", name: "Keys" },
  entities: [{ name: "Key", attributes: [{ name: "id", type: "string", isPrimaryKey: true }] }],
  relationships: [],
};
const COME_IN = {
  settings: { namespace: "Home", name: "ComeIn" },
  participants: [{ name: "Guest", actor: "Guest" }, { name: "Door" }],
  messages: [{ from: "Guest", to: "Door", label: "pushes", event: "open" }],
};

/** One document of the system, and how each of the four adds something of a name to it. */
interface Part {
  readonly file: string;
  readonly content: object;
  readonly op: (name: string) => AnyOp;
  readonly words: (name: string) => readonly string[];
  readonly tool: (name: string) => readonly [string, Record<string, unknown>];
}

const PARTS: readonly Part[] = [
  {
    file: "home.sysdf.json",
    content: HOME,
    op: (name) => ({ op: "actor.add", actor: { name, kind: "person" } }),
    words: (name) => ["add-actor", name, "person"],
    tool: (name) => ["add_actor", { name, kind: "person" }],
  },
  {
    file: "door.smdf.json",
    content: DOOR,
    op: (name) => ({ op: "state.add", parent: null, state: { name } }),
    words: (name) => ["add-state", name],
    tool: (name) => ["add_state", { name }],
  },
  {
    file: "keys.erdf.json",
    content: KEYS,
    op: (name) => ({ op: "entity.add", entity: { name, attributes: [] } }),
    words: (name) => ["add-entity", name],
    tool: (name) => ["add_entity", { name }],
  },
  {
    file: "come_in.sqdf.json",
    content: COME_IN,
    op: (name) => ({ op: "participant.add", participant: { name } }),
    words: (name) => ["add-participant", name],
    tool: (name) => ["add_participant", { name }],
  },
];

/** The numbers of the rounds. */
const NUMBERS = Array.from({ length: ROUNDS }, (_, index) => index + 1);

/** Saves as a person does: again, when others were faster. */
async function save(session: BridgeSession, docId: string): Promise<void> {
  const write: SaveWrite = async (def, baseRevision, savedChanges) => {
    const base = baseRevision === null ? {} : { expectedRevision: baseRevision };
    const written = await editDocument(docId, () => def, { ...base, savedChanges });
    return { revision: written.after, mtime: written.mtime };
  };
  for (let tries = 1;; tries++) {
    try {
      return void await session.save(write);
    } catch (error) {
      const isStale = error instanceof DocumentError && error.code === "stale_revision";
      if (!isStale || tries === MOST_SAVES) throw error;
    }
  }
}

Deno.test("two people, the command line and an agent edit one system at once, and all end equal", async () => {
  await withHub(async ({ hub, write, path }) => {
    for (const { file, content } of PARTS) await write(file, content);
    await using ends = new AsyncDisposableStack();
    const agent = ends.use(
      await startLoomMcp({
        LOOM_PROJECT_FILE: path("home.sysdf.json"),
        LOOM_BRIDGE_URL: hub.url,
        LOOM_AGENT_NAME: "bot",
        LOOM_MCP_KINDS: "machine,erd,sequence,system",
      }),
    );
    const people = ["Ann", "Bob"].map((name) =>
      PARTS.map((part) => {
        const session = createBridgeSession({ url: hub.url, role: "web", docId: path(part.file), name });
        ends.defer(() => session.close());
        return { name, part, session };
      })
    ).flat();
    await Promise.all(people.map(({ session }) => session.connect()));

    const byHand = async () => {
      for (const number of NUMBERS) {
        for (const { name, part, session } of people) {
          session.emitPatch([part.op(`${name}${number}`)]);
          await untilDocument(session, (def) => JSON.stringify(def).includes(`"${name}${number}"`));
          if (name === "Ann") await save(session, path(part.file));
        }
      }
    };
    const atTheShell = async () => {
      for (const number of NUMBERS) {
        for (const part of PARTS) {
          const args = ["--doc", path(part.file), ...part.words(`Shell${number}`), "--bridge", hub.url];
          const { code, err } = await loom(args, { env: { LOOM_STATE_DIR: path("state") } });
          assertEquals(code, 0, err);
        }
        // A change of several documents at once, in the middle of all that.
        const rename = ["rename", "event", number === 1 ? "open" : `open${number - 1}`, `open${number}`];
        const { code, err } = await loom(["--doc", path("door.smdf.json"), ...rename, "--bridge", hub.url], {
          env: { LOOM_STATE_DIR: path("state") },
        });
        assertEquals(code, 0, err);
      }
    };
    const asAgent = async () => {
      for (const number of NUMBERS) {
        for (const part of PARTS) {
          await agent.call("set_project_file", { path: path(part.file) });
          const { text, isError } = await agent.call(...part.tool(`Agent${number}`));
          assertEquals(isError, false, text);
        }
      }
    };
    await Promise.all([byHand(), atTheShell(), asAgent()]);

    const wanted = ["Ann", "Bob", "Shell", "Agent"].flatMap((who) =>
      NUMBERS.map((number) => `"${who}${number}"`)
    );
    const isWhole = (def: JsonObject) => {
      const text = JSON.stringify(def);
      return wanted.every((name) => text.includes(name));
    };
    for (const part of PARTS) {
      const sessions = people.filter((one) => one.part === part).map(({ session }) => session);
      const [ann, bob] = sessions;
      assert(ann && bob);
      await Promise.all(sessions.map((session) => untilDocument(session, isWhole)));
      await save(ann, path(part.file));
      await Promise.all(
        sessions.map((session) => until(session, ({ pending, dirty }) => pending === 0 && !dirty)),
      );
      const { definition } = await readDocument(path(part.file));
      assertEquals(bob.getSnapshot().def, ann.getSnapshot().def, part.file);
      assertEquals(definition, ann.getSnapshot().def, part.file);
      await agent.call("set_project_file", { path: path(part.file) });
      const { text } = await agent.call("get_definition");
      assert(wanted.every((name) => text.includes(name)), text);
    }
    const scenario = (await readDocument(path("come_in.sqdf.json"))).definition;
    assertEquals(JSON.stringify(scenario).includes(`"event":"open${ROUNDS}"`), true);
    const { code, out } = await loom(["check", path("home.sysdf.json"), "--json"], {});
    assert(code === 0 || code === 1, out);
  });
});
