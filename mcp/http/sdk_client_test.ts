import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { ServedTool } from "../server/parts.ts";
import { Client, ResourceUpdatedNotificationSchema, StreamableHTTPClientTransport } from "../testing/sdk.ts";
import { serveHttp } from "./serve_http.ts";
import { type Attended, attendTools, textTool } from "./testing/attend_tools.ts";

const TOKEN = "a-secret";

type Fetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** What a test has: a server that listens, and clients. */
interface Stage {
  readonly url: string;
  readonly all: readonly Attended[];
  /** A connected client of the SDK; `fetch` stands between it and the server. */
  readonly client: (fetch?: Fetch) => Promise<Client>;
}

async function onStage(tools: readonly ServedTool[], test: (stage: Stage) => Promise<void>): Promise<void> {
  const { attend, all } = attendTools(tools);
  const gate = { host: "127.0.0.1", port: 0, token: TOKEN, origins: ["loopback"], hosts: [] };
  const server = await serveHttp({ ...gate, attend, limits: { retry: 1 } });
  const clients: Client[] = [];
  const client = async (fetch: Fetch = globalThis.fetch) => {
    const client = new Client({ name: "test", version: "1" });
    const transport = new StreamableHTTPClientTransport(new URL(server.url), {
      requestInit: { headers: { authorization: `Bearer ${TOKEN}` } },
      fetch: (url, init) => fetch(url, init as RequestInit),
    });
    await client.connect(transport);
    clients.push(client);
    return client;
  };
  try {
    await test({ url: server.url, all, client });
  } finally {
    for (const client of clients) await client.close();
    await server.close();
  }
}

/** The address of the next resource that a client is told has changed. */
function nextUpdate(client: Client): Promise<string> {
  return new Promise((resolve) =>
    client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params: { uri } }) => resolve(uri))
  );
}

/** Cuts the first stream of events that a request of some kind gets, once a text came in it. */
function cutting(
  text: string,
  isMeant: (init: RequestInit) => boolean,
): Fetch & { cuts: number } {
  const cut = async (url: string | URL, init: RequestInit = {}) => {
    const response = await fetch(url, init);
    if (cut.cuts > 0 || !isMeant(init) || response.body === null) return response;
    cut.cuts++;
    const reader = response.body.getReader();
    let came = "";
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (!came.includes(text)) {
          const { value = new Uint8Array() } = await reader.read();
          came += new TextDecoder().decode(value);
          return controller.enqueue(value);
        }
        await reader.cancel();
        controller.error(new TypeError("the connection was lost"));
      },
      cancel: (reason) => reader.cancel(reason),
    });
    return new Response(body, response);
  };
  cut.cuts = 0;
  return cut;
}

Deno.test("two clients have sessions of their own, and hear only what they subscribed to", async () => {
  await onStage([textTool("hello", "Hello.")], async ({ all, client }) => {
    const [one, other] = [await client(), await client()];
    await one.subscribeResource({ uri: "test://document" });
    let isTold = false;
    other.setNotificationHandler(ResourceUpdatedNotificationSchema, () => void (isTold = true));
    const update = nextUpdate(one);
    for (const attended of all) attended.change({ type: "content" });
    assertEquals(await update, "test://document");
    assertEquals((await other.callTool({ name: "hello" })).content, [{ type: "text", text: "Hello." }]);
    assertEquals([all.length, isTold], [2, false]);
  });
});

Deno.test("a client that closes its session leaves the other one alone", async () => {
  await onStage([textTool("hello", "Hello.")], async ({ all, client }) => {
    const [one, other] = [await client(), await client()];
    const { transport } = one;
    if (transport instanceof StreamableHTTPClientTransport) await transport.terminateSession();
    assertEquals(all.map(({ ended }) => ended()), [1, 0]);
    assertEquals((await other.callTool({ name: "hello" })).content, [{ type: "text", text: "Hello." }]);
  });
});

Deno.test("a call whose stream breaks off is answered all the same, once", async () => {
  let finish = () => {};
  let calls = 0;
  const slow = textTool("slow", async (_, { progress }) => {
    calls++;
    progress(1, 2, "half");
    await new Promise<void>((resolve) => finish = resolve);
    progress(2, 2, "done");
    return { content: [{ type: "text", text: "Done." }] };
  });
  await onStage([slow], async ({ client }) => {
    const cut = cutting("half", ({ body }) => String(body).includes('"tools/call"'));
    const resuming: Fetch = (url, init) => {
      if (new Headers(init?.headers).has("last-event-id")) setTimeout(() => finish(), 0);
      return cut(url, init);
    };
    const caller = await client(resuming);
    const heard: number[] = [];
    const onprogress = ({ progress }: { progress: number }) => void heard.push(progress);
    const answer = await caller.callTool({ name: "slow" }, undefined, { onprogress });
    assertEquals(answer.content, [{ type: "text", text: "Done." }]);
    assertEquals([calls, cut.cuts, heard], [1, 1, [1, 2]]);
  });
});

Deno.test("a stream of notices that breaks off loses none of them", async () => {
  await onStage([], async ({ all, client }) => {
    const cut = cutting("id: ", ({ method }) => method === "GET");
    let changeIt = () => {};
    const resuming: Fetch = (url, init) => {
      if (init?.method === "GET" && cut.cuts > 0) changeIt();
      return cut(url, init);
    };
    const subscriber = await client(resuming);
    const update = nextUpdate(subscriber);
    changeIt = () => all[0]?.change({ type: "content" });
    await subscriber.subscribeResource({ uri: "test://document" });
    assertEquals(await update, "test://document");
    assertEquals(cut.cuts, 1);
  });
});

Deno.test("a call that its client takes back is told so", async () => {
  const taken = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const endless = textTool("endless", async (_, { signal }) => {
    begun.resolve();
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    taken.resolve();
    return { content: [] };
  });
  await onStage([endless, textTool("hello", "Hello.")], async ({ client }) => {
    const caller = await client();
    const abort = new AbortController();
    const call = caller.callTool({ name: "endless" }, undefined, { signal: abort.signal });
    await begun.promise;
    abort.abort("changed my mind");
    assertStringIncludes(String(await assertRejects(() => call)), "changed my mind");
    await taken.promise;
    assertEquals((await caller.callTool({ name: "hello" })).content, [{ type: "text", text: "Hello." }]);
  });
});

Deno.test("progress comes while a call is under way", async () => {
  const go = Promise.withResolvers<void>();
  const long = textTool("long", async (_, { progress }) => {
    progress(1, 3, "one");
    await go.promise;
    progress(3, 3, "three");
    return { content: [] };
  });
  await onStage([long], async ({ client }) => {
    const heard: unknown[] = [];
    await (await client()).callTool({ name: "long" }, undefined, {
      onprogress: (told) => {
        heard.push(told);
        go.resolve();
      },
    });
    assertEquals(heard, [
      { progress: 1, total: 3, message: "one" },
      { progress: 3, total: 3, message: "three" },
    ]);
  });
});

Deno.test("a client that goes away in a call without a session takes the call with it", async () => {
  const taken = Promise.withResolvers<void>();
  const endless = textTool("endless", async (_, { signal, progress }) => {
    progress(0, 1, "begun");
    await new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
    taken.resolve();
    return { content: [] };
  });
  await onStage([endless], async ({ url, all }) => {
    const params = { name: "endless", _meta: { progressToken: 1 } };
    const response = await fetch(url, {
      method: "POST",
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
      headers: {
        authorization: `Bearer ${TOKEN}`,
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
      },
    });
    const reader = response.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    await taken.promise;
    assertEquals(all[0]?.ended(), 1);
  });
});
