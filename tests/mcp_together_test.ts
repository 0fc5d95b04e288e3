/**
 * Agents with the program `loom-mcp`, a person at a canvas, and the hub between them, on one real file.
 *
 * @module
 */
import { DocumentError, editDocument, readDocument } from "@loom/bridge/document";
import { type BridgeSession, createBridgeSession, type SaveWrite } from "@loom/designer/session";
import {
  collectStateNames,
  findState,
  type JsonObject,
  type MachineOp,
  type StateMachineDefinition,
} from "@loom/protocol";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { DOOR, withHub } from "./hub/run_hub.ts";
import { startLoomMcp, type StdioMcp } from "./mcp_stdio/loom_mcp.ts";

/** How long others may take to hear of something, in milliseconds. */
const PATIENCE = 15_000;

/** How often a person tries to save. */
const MOST_SAVES = 10;

interface Workshop {
  readonly docId: string;
  readonly url: string;
  /** An agent with a process of its own. */
  agent(name: string, env?: Record<string, string>): Promise<StdioMcp>;
  /** A person at a canvas. */
  person(): Promise<BridgeSession>;
  stopHub(): Promise<void>;
}

async function inWorkshop(work: (workshop: Workshop) => Promise<void>): Promise<void> {
  await withHub(async ({ hub, write }) => {
    const docId = await write("door.smdf.json", DOOR);
    await using agents = new AsyncDisposableStack();
    await work({
      docId,
      url: hub.url,
      agent: async (name, env = {}) =>
        agents.use(
          await startLoomMcp({
            LOOM_PROJECT_FILE: docId,
            LOOM_BRIDGE_URL: hub.url,
            LOOM_AGENT_NAME: name,
            ...env,
          }),
        ),
      person: async () => {
        const session = createBridgeSession({ url: hub.url, role: "web", docId, name: "Ann" });
        agents.defer(() => session.close());
        await session.connect();
        return session;
      },
      stopHub: () => hub.close(),
    });
  });
}

/** Waits until a person sees something. */
async function until(
  session: BridgeSession,
  isSo: (snapshot: ReturnType<BridgeSession["getSnapshot"]>) => boolean,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const look = () => isSo(session.getSnapshot()) && resolve();
  const off = session.subscribe(look);
  const timer = setTimeout(() => reject(new Error(JSON.stringify(session.getSnapshot()))), PATIENCE);
  look();
  await promise.finally(() => {
    clearTimeout(timer);
    off();
  });
}

/** Saves as a person does: again, when the agents were faster several times over. */
async function save(session: BridgeSession, docId: string): Promise<void> {
  const write: SaveWrite = async (def, baseRevision, savedChanges) => {
    const base = baseRevision === null ? {} : { expectedRevision: baseRevision };
    const written = await editDocument(docId, () => def, { ...base, savedChanges });
    return { revision: written.after, mtime: written.mtime };
  };
  for (let tries = 1;; tries++) {
    try {
      await session.save(write);
      return;
    } catch (error) {
      const isStale = error instanceof DocumentError && error.code === "stale_revision";
      if (!isStale || tries === MOST_SAVES) throw error;
    }
  }
}

function namesIn(definition: JsonObject | null): string[] {
  return definition === null ? [] : collectStateNames((definition as StateMachineDefinition).state);
}

async function machineIn(docId: string): Promise<StateMachineDefinition> {
  return (await readDocument(docId)).definition as unknown as StateMachineDefinition;
}

const addState = (name: string): MachineOp => ({ op: "state.add", parent: null, state: { name } });

Deno.test("a person sees at once what an agent does, and who it is", async () => {
  await inWorkshop(async ({ agent, person }) => {
    const [ann, bot] = [await person(), await agent("bot")];
    const { text, data } = await bot.call("add_state", { name: "Ajar" });
    assertEquals(data.live, "sent", text);
    await until(ann, ({ def }) => namesIn(def).includes("Ajar"));
    assert(ann.getSnapshot().presence.some(({ name, role }) => name === "bot" && role === "agent"));
    assertStringIncludes((await bot.call("get_project_file")).text, "Bridge: joined http://127.0.0.1:");
    const undone = await bot.call("undo");
    assertEquals(undone.data.live, "sent");
    await until(ann, ({ def, dirty }) => !namesIn(def).includes("Ajar") && !dirty);
  });
});

Deno.test("an edit right after a switch is told too, and one of many operations", async () => {
  await inWorkshop(async ({ agent, person, docId }) => {
    const ann = await person();
    const bot = await agent("bot", { LOOM_PROJECT_FILE: docId.replace("door", "other") });
    const results = await Promise.all([
      bot.call("create_state_machine", { namespace: "n", name: "Other" }),
      bot.call("set_project_file", { path: docId }),
      bot.call("add_state", { name: "First" }),
      bot.call("apply_patch", { ops: Array.from({ length: 1500 }, (_, at) => addState(`S${at}`)) }),
    ]);
    assertEquals(results.map(({ data }) => data.live ?? ""), ["sent", "", "sent", "sent"]);
    await until(ann, ({ def }) => namesIn(def).includes("First") && namesIn(def).includes("S1499"));
  });
});

Deno.test("two agents and a person who edit at once lose nothing", async () => {
  await inWorkshop(async ({ agent, person, docId }) => {
    const [ann, one, two] = await Promise.all([person(), agent("one"), agent("two")]);
    const count = 12;
    const agentWork = async (bot: StdioMcp, name: string) => {
      for (let at = 0; at < count; at++) {
        const { isError, text } = await bot.call("add_state", { name: `${name}${at}` });
        assertEquals(isError, false, text);
        const described = await bot.call("update_state", {
          name: `${name}${at}`,
          description: `By ${name}.`,
        });
        assertEquals(described.isError, false, described.text);
      }
    };
    const personWork = async () => {
      for (let at = 0; at < count; at++) {
        ann.emitPatch([addState(`Ann${at}`)]);
        await until(ann, ({ pending }) => pending === 0);
        if (at % 4 === 3) await save(ann, docId);
      }
    };
    await Promise.all([agentWork(one, "One"), agentWork(two, "Two"), personWork()]);
    await until(ann, ({ def }) => {
      const names = namesIn(def);
      return names.includes(`One${count - 1}`) && names.includes(`Two${count - 1}`);
    });
    await save(ann, docId);
    const file = await machineIn(docId);
    const names = namesIn(file);
    for (const who of ["One", "Two", "Ann"]) {
      for (let at = 0; at < count; at++) {
        assert(names.includes(`${who}${at}`), `${who}${at} is lost: ${names}`);
        if (who !== "Ann") assertEquals(findState(file.state, `${who}${at}`)?.description, `By ${who}.`);
      }
    }
    await until(ann, ({ dirty }) => !dirty);
    assertEquals(ann.getSnapshot().def, file);
  });
});

Deno.test("two agents undo their own changes only, while they both work", async () => {
  await inWorkshop(async ({ agent, docId }) => {
    const [one, two] = await Promise.all([agent("one"), agent("two")]);
    for (let at = 0; at < 4; at++) {
      await Promise.all([
        one.call("add_state", { name: `One${at}` }),
        two.call("add_state", { name: `Two${at}` }),
      ]);
    }
    for (let at = 0; at < 4; at++) {
      const { isError, text } = await one.call("undo");
      assertEquals(isError, false, text);
    }
    assertEquals(namesIn(await machineIn(docId)).filter((name) => /^(?:One|Two)/.test(name)), [
      "Two0",
      "Two1",
      "Two2",
      "Two3",
    ]);
  });
});

Deno.test("without the hub the file has the change, and the answer says why nobody was told", async () => {
  await inWorkshop(async ({ agent, docId, stopHub }) => {
    const bot = await agent("bot");
    assertEquals((await bot.call("add_state", { name: "A" })).data.live, "sent");
    await stopHub();
    const { isError, data, text } = await bot.call("add_state", { name: "B" });
    assertEquals(isError, false, text);
    assertStringIncludes(String(data.live), "failed: ");
    assertEquals(namesIn(await machineIn(docId)).includes("B"), true);
  });
});
