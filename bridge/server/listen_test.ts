import { assert, assertEquals, assertMatch, assertRejects, assertStringIncludes } from "@std/assert";
import type { RequestHandler } from "./handler.ts";
import { httpUrl, listen, type Listener, type ListenOptions } from "./listen.ts";
import { untilAborted } from "./running_requests.ts";
import { takenOver } from "./take_over.ts";
import { exchange } from "./testing.ts";

const OPTIONS: ListenOptions = {
  host: "127.0.0.1",
  port: 0,
  handler: (_request, from) => Promise.resolve(new Response(`called by ${from}`)),
  failure: (why, cause) => new Error(why, { cause }),
};

const EVENTS = { headers: { "content-type": "text/event-stream" } };

async function listening(
  handler: RequestHandler,
  work: (listener: Listener) => Promise<void>,
  more: Partial<ListenOptions> = {},
): Promise<void> {
  const listener = await listen({ ...OPTIONS, ...more, handler });
  try {
    await work(listener);
  } finally {
    await listener.shutdown();
  }
}

Deno.test("listen() hands requests on with the caller's address", async () => {
  const listener = await listen(OPTIONS);
  assertEquals(await (await fetch(listener.url)).text(), "called by 127.0.0.1");
  await listener.shutdown();
});

Deno.test("listen() says why it cannot listen, and what to do", async () => {
  const { port, shutdown } = await listen(OPTIONS);
  const taken = await assertRejects(() => listen({ ...OPTIONS, port }), Error);
  assertEquals(taken.message, "another program listens there (EADDRINUSE); choose another port.");
  await shutdown();
  const foreign = await assertRejects(
    () => listen({ ...OPTIONS, host: "192.0.2.1", addressAdvice: "ask" }),
    Error,
  );
  assertStringIncludes(foreign.message, "no such address (EADDRNOTAVAIL); ask.");
});

Deno.test("listen() passes requests and answers on as they are", () =>
  listening(async (request) => {
    const headers = new Headers({ "x-sent": request.headers.get("x-sent") ?? "" });
    headers.append("set-cookie", "a=1");
    headers.append("set-cookie", "b=2");
    return new Response(`${request.method} ${await request.text()}`, { status: 201, headers });
  }, async ({ url }) => {
    const body = "x".repeat(300_000);
    const answer = await fetch(url, { method: "PUT", body, headers: { "x-sent": "1" } });
    assertEquals([answer.status, answer.headers.get("x-sent")], [201, "1"]);
    assertEquals(answer.headers.getSetCookie(), ["a=1", "b=2"]);
    assertEquals(await answer.text(), `PUT ${body}`);
    assertEquals(answer.headers.get("content-length"), `${body.length + 4}`);
  }));

Deno.test("listen() takes any target and method, and refuses a Host that is none", () =>
  listening(
    (request) => Promise.resolve(new Response(`${request.method} ${new URL(request.url).pathname}.`)),
    async ({ port }) => {
      const ask = async (target: string, host = "localhost") =>
        await exchange(port, `${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      for (
        const [target, answer] of [
          ["GET //evil.example/health", "GET //evil.example/health."],
          ["GET http://evil.example/health", "GET /http://evil.example/health."],
          ["OPTIONS *", "OPTIONS /*."],
          ["GET /%00", "GET /%00."],
          ["TRACE /", "OPTIONS /."],
        ] as const
      ) assertStringIncludes(await ask(target), answer);
      assertMatch(await ask("GET /", "a b"), /^HTTP\/1.1 400 .*does not parse/s);
      assertMatch(await exchange(port, "nonsense\r\n\r\n"), /^HTTP\/1.1 400 /);
    },
  ));

Deno.test("listen() takes the cookies of all servers of this machine", () =>
  listening(
    ({ headers }) => Promise.resolve(new Response(String(headers.get("cookie")?.length))),
    async ({ url }) => {
      const headers = { cookie: `a=${"x".repeat(60_000)}` };
      assertEquals(await (await fetch(url, { headers })).text(), "60002");
    },
  ));

Deno.test("listen() answers 500 when a handler throws", () =>
  listening(() => Promise.reject(new Error("broken")), async ({ url }) => {
    const answer = await fetch(url);
    assertEquals([answer.status, await answer.text()], [500, ""]);
  }));

Deno.test("listen() aborts the signal and the event stream of a client that goes away", async () => {
  const aborted = Promise.withResolvers<void>();
  const cancelled = Promise.withResolvers<void>();
  await listening((request) => {
    request.signal.addEventListener("abort", () => aborted.resolve());
    const events = new ReadableStream({ cancel: () => cancelled.resolve() });
    return Promise.resolve(new Response(events, EVENTS));
  }, async ({ url }) => {
    const client = new AbortController();
    // The head comes though the stream is empty.
    await fetch(url, { signal: client.signal });
    client.abort();
    await Promise.all([aborted.promise, cancelled.promise]);
  });
});

Deno.test("listen() cancels the event stream of a client that went away before it", async () => {
  const begun = Promise.withResolvers<void>();
  const cancelled = Promise.withResolvers<void>();
  await listening(async ({ signal }) => {
    begun.resolve();
    await untilAborted(signal);
    return new Response(new ReadableStream({ cancel: () => cancelled.resolve() }), EVENTS);
  }, async ({ url }) => {
    const client = new AbortController();
    const answer = fetch(url, { signal: client.signal });
    await begun.promise;
    client.abort();
    await assertRejects(() => answer);
    await cancelled.promise;
  });
});

Deno.test("listen() breaks off an answer whose stream fails", () =>
  listening(() => {
    const broken = new ReadableStream({ pull: (controller) => controller.error(new Error("broken")) });
    return Promise.resolve(new Response(broken, EVENTS));
  }, async ({ url }) => {
    await assertRejects(async () => await (await fetch(url)).text());
  }));

Deno.test("listen() ends a connection whose client does not read, and none that waits for its answer", async () => {
  const cancelled = Promise.withResolvers<void>();
  const idle = Promise.withResolvers<void>();
  const handlers: Readonly<Record<string, () => Promise<Response>>> = {
    "/flood": () => {
      const pull = (controller: ReadableStreamDefaultController) =>
        controller.enqueue(new Uint8Array(65_536));
      return Promise.resolve(
        new Response(new ReadableStream({ pull, cancel: () => cancelled.resolve() }), EVENTS),
      );
    },
    "/slow": () => idle.promise.then(() => new Response("late")),
  };
  const handler: RequestHandler = ({ url }) => handlers[new URL(url).pathname]?.() ?? Promise.reject();
  await listening(handler, async ({ url, port }) => {
    const slow = fetch(`${url}/slow`);
    using unread = await Deno.connect({ hostname: "127.0.0.1", port });
    await unread.write(new TextEncoder().encode("GET /flood HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    await cancelled.promise;
    assertEquals(await exchange(port, ""), "");
    idle.resolve();
    assertEquals(await (await slow).text(), "late");
  }, { idle: 200 });
});

Deno.test("listen() answers a small body that nobody reads, and keeps the connection", () =>
  listening(() => Promise.resolve(new Response("unread")), async ({ port }) => {
    const post = "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n";
    const answers = await exchange(port, `${post}\r\n{}${post}Connection: close\r\n\r\n{}`);
    assertEquals(answers.match(/unread/g)?.length, 2);
  }));

Deno.test("listen() goes on when a handler does not want the rest of a body", () =>
  listening(async ({ body }) => {
    await body?.cancel();
    return new Response("enough");
  }, async ({ url }) => {
    const answer = await fetch(url, { method: "POST", body: new Uint8Array(1_000_000) });
    assertEquals(await answer.text(), "enough");
  }));

Deno.test("listen() gives a handler the connection of an upgrade, or sends its refusal", () =>
  listening(({ url }) =>
    Promise.resolve(
      new URL(url).pathname === "/echo"
        ? takenOver((_incoming, socket, head) => void socket.end(`taken ${new TextDecoder().decode(head)}`))
        : new Response("nothing to take", { status: 404 }),
    ), async ({ port }) => {
    const ask = (path: string) =>
      exchange(
        port,
        `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\nUpgrade: echo\r\n\r\nover`,
      );
    assertEquals(await ask("/echo"), "taken over");
    assertMatch(await ask("/"), /^HTTP\/1.1 404 .*connection: close\r\n.*nothing to take$/s);
  }, { upgrades: true }));

Deno.test("shutdown() sends the answers in progress and ends connections that have asked for nothing", async () => {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const listener = await listen({
    ...OPTIONS,
    handler: async () => {
      begun.resolve();
      await end.promise;
      return new Response("done");
    },
  });
  const silent = ["", "GET / HTTP/1.1\r\nHost"].map((sent) => exchange(listener.port, sent));
  const answer = fetch(listener.url);
  await begun.promise;
  const stopped = listener.shutdown();
  end.resolve();
  assertEquals(await (await answer).text(), "done");
  await stopped;
  assert((await Promise.all(silent)).every((answer) => answer === ""));
});

Deno.test("httpUrl() puts IPv6 addresses in brackets", () => {
  assertEquals([httpUrl("::1", 80), httpUrl("a.example", 80)], ["http://[::1]:80", "http://a.example:80"]);
});
