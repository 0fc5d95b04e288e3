import { assertEquals, assertRejects } from "@std/assert";
import { McpError } from "../sdk.ts";
import type { Session, SessionChange } from "../session/session.ts";
import { Client, InMemoryTransport } from "../testing/sdk.ts";
import { createMcpServer } from "./create_mcp_server.ts";
import type { ServedTool, ServerParts } from "./parts.ts";

const INFO = { name: "test", title: "Test", version: "1" };

function tool(name: string, call: ServedTool["call"]): ServedTool {
  return { description: { name, inputSchema: { type: "object" } }, call };
}

/** A session of which only the changes matter. */
function quietSession() {
  const listeners = new Set<(change: SessionChange) => void>();
  let watchers = 0;
  const session: Partial<Session> = {
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    watch() {
      watchers++;
      return () => void watchers--;
    },
    watching: Promise.resolve(),
  };
  return {
    session: session as Session,
    change: (change: SessionChange) => listeners.forEach((listener) => listener(change)),
    watchers: () => watchers,
    listeners: () => listeners.size,
  };
}

async function serving(
  parts: Partial<ServerParts>,
  test: (client: Client, quiet: ReturnType<typeof quietSession>) => Promise<void>,
): Promise<void> {
  const quiet = quietSession();
  const server = createMcpServer({ info: INFO, tools: [], ...parts }, quiet.session);
  const client = new Client({ name: "test", version: "1" });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), client.connect(near)]);
  try {
    await test(client, quiet);
  } finally {
    await client.close();
    await server.close();
  }
}

Deno.test("a server offers what its tables hold, and nothing else", async () => {
  await serving({}, (client) => {
    assertEquals(client.getServerCapabilities(), { tools: {}, logging: {} });
    return Promise.resolve();
  });
});

Deno.test("an unknown tool is no call, and the nearest is named", async () => {
  await serving({ tools: [tool("add_state", () => ({ content: [] }))] }, async (client) => {
    const error = await assertRejects(() => client.callTool({ name: "add_stat" }), McpError);
    assertEquals([error.code, error.message.includes('Did you mean "add_state"?')], [-32602, true]);
    await assertRejects(() => client.listTools({ cursor: "2" }), McpError, "no such page");
  });
});

Deno.test("a call is taken back, and told how far it is", async () => {
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const slow = tool("slow", async (_values, { signal, progress }) => {
    progress(1, 2, "half");
    begun.resolve();
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    ended.resolve();
    return { content: [] };
  });
  await serving({ tools: [slow] }, async (client) => {
    const stop = new AbortController();
    const heard = Promise.withResolvers<unknown>();
    const call = client.callTool({ name: "slow" }, undefined, {
      signal: stop.signal,
      onprogress: (progress) => heard.resolve(progress),
    });
    const refused = assertRejects(() => call);
    await begun.promise;
    assertEquals(await heard.promise, { progress: 1, total: 2, message: "half" });
    stop.abort();
    await ended.promise;
    await refused;
  });
});

const TEXT = { title: "T", description: "D", mimeType: "text/plain" };

Deno.test("resources are listed, read, and told to have changed to those who subscribed", async () => {
  const resources = [
    { ...TEXT, uri: "x://a", name: "a", read: () => ({ content: "A" }) },
    {
      ...TEXT,
      uri: "x://b",
      name: "b",
      isListed: () => false,
      read: () => ({ content: new Uint8Array([1, 2]) }),
    },
    { ...TEXT, uri: "x://c", name: "c", changesWith: () => false, read: () => ({ content: "C" }) },
  ];
  const templates = [
    {
      ...TEXT,
      uriTemplate: "x://n/{name}",
      name: "n",
      read: ({ name = "" }) => ({ content: name, mimeType: "a/b" }),
    },
  ];
  await serving({ resources, templates }, async (client, quiet) => {
    assertEquals((await client.listResources()).resources.map(({ uri }) => uri), ["x://a", "x://c"]);
    assertEquals((await client.listResourceTemplates()).resourceTemplates[0]?.uriTemplate, "x://n/{name}");
    assertEquals((await client.readResource({ uri: "x://n/o%20p" })).contents, [
      { uri: "x://n/o%20p", mimeType: "a/b", text: "o p" },
    ]);
    assertEquals((await client.readResource({ uri: "x://b" })).contents, [
      { uri: "x://b", mimeType: "text/plain", blob: "AQI=" },
    ]);
    const missing = await assertRejects(
      () => client.readResource({ uri: "x://none" }),
      McpError,
      "x://n/{name}",
    );
    assertEquals(missing.code, -32002);
    await assertRejects(() => client.subscribeResource({ uri: "x://none" }), McpError);

    const updates: string[] = [];
    client.fallbackNotificationHandler = ({ method, params }) => {
      updates.push(`${method.replace("notifications/resources/", "")} ${String(params?.uri ?? "")}`);
      return Promise.resolve();
    };
    await client.subscribeResource({ uri: "x://a" });
    await client.subscribeResource({ uri: "x://c" });
    await client.subscribeResource({ uri: "x://n/o" });
    assertEquals(quiet.watchers(), 1);
    quiet.change({ type: "content" });
    quiet.change({ type: "switched", kind: "machine", previousKind: "machine" });
    await client.unsubscribeResource({ uri: "x://n/o" });
    quiet.change({ type: "switched", kind: "erd", previousKind: "machine" });
    await client.unsubscribeResource({ uri: "x://a" });
    await client.unsubscribeResource({ uri: "x://c" });
    assertEquals(quiet.watchers(), 0);
    assertEquals(updates, [
      "updated x://a",
      "updated x://n/o",
      "updated x://a",
      "updated x://n/o",
      "updated x://a",
      "list_changed ",
    ]);
  });
});

Deno.test("a server that is closed watches and listens no more", async () => {
  const resources = [{ ...TEXT, uri: "x://a", name: "a", read: () => ({ content: "A" }) }];
  let after = quietSession();
  await serving({ resources }, async (client, quiet) => {
    after = quiet;
    await client.subscribeResource({ uri: "x://a" });
    assertEquals([quiet.watchers(), quiet.listeners()], [1, 1]);
  });
  assertEquals([after.watchers(), after.listeners()], [0, 0]);
});

Deno.test("prompts are written, and their arguments completed", async () => {
  const prompts = [{
    name: "greet",
    title: "Greet",
    description: "Greets.",
    arguments: [
      {
        name: "who",
        description: "Whom.",
        required: true,
        complete: (begun: string) => [`${begun}da`, `${begun}na`],
      },
      { name: "how", description: "How." },
    ],
    write: ({ who = "" }) => [{ role: "user" as const, content: `Hello ${who}` }],
  }];
  const templates = [{
    ...TEXT,
    uriTemplate: "x://n/{name}",
    name: "n",
    read: () => ({ content: "" }),
    complete: { name: () => Array.from({ length: 150 }, (_, at) => `n${at}`) },
  }];
  await serving({ prompts, templates }, async (client) => {
    const [listed] = (await client.listPrompts()).prompts;
    assertEquals(listed?.arguments, [
      { name: "who", description: "Whom.", required: true },
      { name: "how", description: "How." },
    ]);
    const { messages } = await client.getPrompt({ name: "greet", arguments: { who: "Ada" } });
    assertEquals(messages, [{ role: "user", content: { type: "text", text: "Hello Ada" } }]);
    await assertRejects(() => client.getPrompt({ name: "greet" }), McpError, 'needs "who"');
    await assertRejects(() => client.getPrompt({ name: "gret" }), McpError, 'Did you mean "greet"?');
    const complete = async (ref: Parameters<Client["complete"]>[0]["ref"], name: string, value: string) =>
      (await client.complete({ ref, argument: { name, value } })).completion;
    assertEquals((await complete({ type: "ref/prompt", name: "greet" }, "who", "a")).values, ["ada", "ana"]);
    assertEquals((await complete({ type: "ref/prompt", name: "greet" }, "how", "a")).values, []);
    const many = await complete({ type: "ref/resource", uri: "x://n/{name}" }, "name", "");
    assertEquals([many.values.length, many.total, many.hasMore], [100, 150, true]);
    await assertRejects(() => complete({ type: "ref/resource", uri: "x://m/{name}" }, "name", ""), McpError);
  });
});
