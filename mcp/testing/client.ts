import { createDocument } from "@loom/bridge/document";
import type { JsonObject, KindTable, StateMachineDefinition } from "@loom/protocol";
import { PROMPTS } from "../prompts/table.ts";
import { RESOURCE_TEMPLATES, RESOURCES } from "../resources/table.ts";
import { createMcpServer } from "../server/create_mcp_server.ts";
import type { ServerParts } from "../server/parts.ts";
import { openSession } from "../session/document_session.ts";
import type { Session } from "../session/session.ts";
import {
  Client,
  InMemoryTransport,
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from "./sdk.ts";

/** A door that is opened and closed, and that beeps when it stands open for long. */
export const DOOR: StateMachineDefinition = {
  settings: { namespace: "Home", name: "Door", asynchronous: false },
  events: [
    { name: "Hand", events: [{ id: "open" }, { id: "close" }], timers: [{ id: "late", name: "Wait" }] },
  ],
  state: {
    name: "Root",
    states: [
      { name: "Closed", transitions: [{ event: "open", nextState: "Open" }] },
      { name: "Open", transitions: [{ event: "close", nextState: "Closed" }] },
    ],
  },
};

/** How {@linkcode openTestClient} begins. */
export interface TestClientOptions {
  /** What the document is called. Default: `door.smdf.json`. */
  readonly name?: string;
  /** What is in it; `undefined`: there is none. Default: what fits its name. */
  readonly content?: object | undefined;
  /** A document that is there already, in place of one in a folder of its own. */
  readonly path?: string;
  /** The kinds of documents. Default: those of the loom. */
  readonly kinds?: KindTable;
  /** What the server offers. Default: the resources and prompts of the loom. */
  readonly parts?: Partial<ServerParts>;
}

/** The SDK's client, connected in memory with a server of the loom over a document in a folder of its own. */
export interface TestClient extends AsyncDisposable {
  readonly client: Client;
  readonly session: Session;
  /** The document. */
  readonly path: string;
  /** The address of the next resource that is told to have changed. */
  nextUpdate(): Promise<string>;
  /** All that were told. */
  updates(): readonly string[];
  /** Settles when the list of resources is told to have changed. */
  nextListChange(): Promise<void>;
  /** How often that was told. */
  listChanges(): number;
}

/** Connects a client with a server. */
export async function openTestClient(options: TestClientOptions = {}): Promise<TestClient> {
  const folder = options.path === undefined ? await Deno.realPath(await Deno.makeTempDir()) : undefined;
  const path = options.path ?? `${folder}/${options.name ?? "door.smdf.json"}`;
  const { kinds } = options;
  const content = "content" in options ? options.content : usualContent(path);
  if (folder !== undefined && content !== undefined) {
    await createDocument(path, content as JsonObject, { kinds });
  }
  const session = openSession({ path, kinds });
  const server = createMcpServer({
    info: { name: "loom-mcp", title: "The loom", version: "0.0.0" },
    tools: [],
    resources: RESOURCES,
    templates: RESOURCE_TEMPLATES,
    prompts: PROMPTS,
    ...options.parts,
  }, session);
  const client = new Client({ name: "test", version: "0.0.0" });
  const heard = listenTo(client);
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  return {
    client,
    session,
    path,
    ...heard,
    async [Symbol.asyncDispose]() {
      await client.close();
      await server.close();
      await session.close();
      if (folder !== undefined) await Deno.remove(folder, { recursive: true });
    },
  };
}

/** What fits the endings of names. */
const USUAL: Readonly<Record<string, object>> = {
  ".sysdf.json": { name: "Shop", members: [] },
  ".sqdf.json": { participants: [], messages: [] },
  ".board.json": { cards: [] },
};

function usualContent(path: string): object {
  const found = Object.entries(USUAL).find(([ending]) => path.endsWith(ending));
  return found?.[1] ?? { stateMachine: DOOR };
}

function listenTo(
  client: Client,
): Pick<TestClient, "nextUpdate" | "updates" | "nextListChange" | "listChanges"> {
  const updates: string[] = [];
  let listChanges = 0;
  let updated = Promise.withResolvers<string>();
  let changed = Promise.withResolvers<void>();
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params: { uri } }) => {
    updates.push(uri);
    updated.resolve(uri);
    updated = Promise.withResolvers();
  });
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => {
    listChanges++;
    changed.resolve();
    changed = Promise.withResolvers();
  });
  return {
    nextUpdate: () => updated.promise,
    updates: () => updates,
    nextListChange: () => changed.promise,
    listChanges: () => listChanges,
  };
}

/** What comes soon, or an error in place of a test that never ends. */
export async function atOnce<Value>(value: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("It has not come within 5 seconds.")), 5000);
  try {
    return await Promise.race([value, promise]);
  } finally {
    clearTimeout(timer);
  }
}
