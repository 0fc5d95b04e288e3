import { sourcePolicy } from "@loom/bridge/server";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import fc from "fast-check";
import { KINDS_WITH_MIND_MAP } from "../../tests/mind_map/mind_map_kind.ts";
import { type Bench, DOOR, openBench } from "./testing.ts";
import { NARRATIVE_PATH } from "./route.ts";
import { designerHandler } from "./designer_handler.ts";
import { ROUTES } from "./routes.ts";
import { tokenLogin } from "./token_login.ts";
import { withBoard } from "../../tests/board_kind.ts";
import { LOOM_KINDS } from "@loom/engine";

/** The body of a caller who goes away. */
function brokenBody(): ReadableStream<Uint8Array> {
  return new ReadableStream({ pull: (controller) => controller.error(new Error("gone")) });
}

async function told(response: Response): Promise<[number, unknown]> {
  return [response.status, (await response.json()).code];
}

Deno.test("the page of a document is drawn before any script runs, and holds no text as markup", async () => {
  await using bench = await openBench();
  const response = await bench.ask("/");
  const text = await response.text();
  assertEquals(response.status, 200);
  assertStringIncludes(text, '<script type="module" src="/assets/machine_page.js">');
  assertStringIncludes(text, 'data-state="Closed"');
  assertStringIncludes(text, "<h1>Door &lt;b></h1>");
  assertEquals(text.includes("Door <b>"), false);
  assertStringIncludes(text, "Without scripts this page shows the document and cannot edit it.");
  const policy = response.headers.get("content-security-policy") ?? "";
  assertStringIncludes(policy, "script-src 'self';");
  assertStringIncludes(policy, "frame-ancestors 'none'");
});

Deno.test("a server answers others while it draws the page of a large machine, which says where everything is", async () => {
  await using bench = await openBench();
  const states = Array.from({ length: 150 }, (_, at) => ({
    name: `S${at}`,
    transitions: [{ event: "open", nextState: `S${(at * 7) % 150}` }],
  }));
  await Deno.writeTextFile(
    `${bench.folder}/large.smdf.json`,
    JSON.stringify({ ...DOOR, state: { name: "Root", states } }),
  );
  const order: string[] = [];
  const page = bench.ask(`/?edit=1&doc=${bench.folder}/large.smdf.json`).then((response) => {
    order.push("page");
    return response.text();
  });
  await (await bench.ask("/?edit=1")).body?.cancel();
  order.push("door");
  const [, props = ""] = /<script id="props"[^>]*>(.*?)<\/script>/s.exec(await page) ?? [];
  assertEquals(order, ["door", "page"]);
  assertEquals(Object.keys(JSON.parse(props).arrangement.places).length, 150);
});

Deno.test("a document of a kind without a page of its own is shown as its picture", async () => {
  await using bench = await openBench({ kinds: withBoard(KINDS_WITH_MIND_MAP) });
  const map = { title: "Trip <2>", topics: [{ name: "Pack & go" }] };
  await Deno.writeTextFile(`${bench.folder}/trip.mmap.json`, JSON.stringify(map));
  const address = `/?doc=${encodeURIComponent(`${bench.folder}/trip.mmap.json`)}`;
  const response = await bench.ask(`${address}&focus=topic:Pack`);
  assertEquals(response.status, 200);
  const text = await response.text();
  assertStringIncludes(text, "<h1>Trip &lt;2></h1>");
  assertStringIncludes(text, "<svg");
  assertEquals(text.includes("Pack & go"), false);
  const refused = await bench.ask(`/?doc=${encodeURIComponent(`${bench.folder}/shop.board.json`)}`);
  assertStringIncludes(
    (await refused.json()).error,
    "name a document that ends in .smdf.json, .erdf.json, .sqdf.json, .sysdf.json or .mmap.json.",
  );
});

Deno.test("the page of a document may speak to its hub, and to nobody else", async () => {
  await using bench = await openBench({ hubUrl: "http://127.0.0.1:4599/path" });
  const policy = (await bench.ask("/")).headers.get("content-security-policy") ?? "";
  assertStringIncludes(policy, "connect-src 'self' http://127.0.0.1:4599 ws://127.0.0.1:4599;");
});

Deno.test("the page of a document may speak to a hub at an IPv6 address, which policies cannot name", async () => {
  await using bench = await openBench({ hubUrl: "http://[::1]:4599" });
  const policy = (await bench.ask("/")).headers.get("content-security-policy") ?? "";
  assertStringIncludes(policy, "connect-src 'self' http://*:4599 ws://*:4599;");
});

Deno.test("where the hub has a token, pages get the path of the relay, and not the hub", async () => {
  await using bench = await openBench({ relay: { open: () => new Response("opened") } });
  const response = await bench.ask("/");
  const text = await response.text();
  assertStringIncludes(text, '"hub":{"relay":"/api/hub"}');
  const policy = response.headers.get("content-security-policy") ?? "";
  assertStringIncludes(policy, "connect-src 'self' ws://127.0.0.1:4598 wss://127.0.0.1:4598;");
});

Deno.test("/api/hub connects known pages of the server itself, for documents that they may see", async () => {
  const opened: string[] = [];
  const relay = {
    open: (_request: Request, docId: string) => {
      opened.push(docId);
      return new Response("opened");
    },
  };
  const login = tokenLogin("s3cret");
  await using bench = await openBench({ relay, login });
  await using without = await openBench({ login });
  const own = { upgrade: "websocket", origin: "http://127.0.0.1:4598" };
  const known = { ...own, cookie: `loom_pass_4598=${login.makePass()}` };
  const ask = (headers: HeadersInit, { ask }: Bench = bench, doc = "") => ask(`/api/hub${doc}`, { headers });
  assertEquals((await ask(known)).status, 200);
  assertEquals((await ask({ upgrade: "websocket", authorization: "Bearer s3cret" })).status, 200);
  assertEquals(opened, [bench.deps.doc, bench.deps.doc]);
  const refused: readonly (readonly [Promise<Response>, number, string])[] = [
    [ask(own), 401, "unauthorized"],
    // Browsers show the cookie for pages of other ports of the host, too.
    [ask({ ...known, origin: "http://127.0.0.1:9999" }), 403, "origin_not_allowed"],
    [ask({ ...known, origin: "https://evil.example" }), 403, "origin_not_allowed"],
    [ask({ ...known, host: "evil.example", origin: "http://evil.example" }), 403, "host_not_allowed"],
    [ask(known, bench, "?doc=/etc/passwd.json"), 403, "outside_root"],
    [ask({ cookie: known.cookie }), 400, "no_websocket"],
    [ask(known, without), 404, "no_relay"],
  ];
  for (const [answer, status, code] of refused) assertEquals(await told(await answer), [status, code]);
  assertEquals(opened.length, 2);
});

Deno.test("a live page tells the story where a bridge is mounted, and of the machine else", async () => {
  const narrative = () => Promise.resolve(new Response("bridge"));
  await using bench = await openBench({ narrative });
  await using without = await openBench();
  const page = async ({ ask, folder }: Bench, name: string) =>
    await (await ask(`/?live=1&doc=${encodeURIComponent(`${folder}/${name}`)}`)).text();
  assertStringIncludes(await page(bench, "story.smdf.json"), 'aria-label="Story"');
  for (const text of [await page(bench, "door.smdf.json"), await page(without, "story.smdf.json")]) {
    assertStringIncludes(text, 'aria-label="Running machine"');
    // Nobody has said yet what is active.
    assertEquals(text.includes("Nothing is active."), false);
  }
});

Deno.test("the page with and the page without what happens lead to each other, with what is in hand", async () => {
  await using bench = await openBench();
  const linkOn = async (path: string) => /<a href="([^"]*)"/.exec(await (await bench.ask(path)).text())?.[1];
  const doc = encodeURIComponent(`${bench.folder}/door.smdf.json`);
  assertEquals(await linkOn("/?edit=0&focus=state:Open"), `/?doc=${doc}&amp;live=1&amp;focus=state%3AOpen`);
  assertEquals(await linkOn("/?live=1"), `/?doc=${doc}`);
});

Deno.test("requests are refused with a sentence", async () => {
  await using bench = await openBench({ kinds: withBoard(LOOM_KINDS) });
  const at = (path: string) => `/?doc=${encodeURIComponent(path)}`;
  const link = `${bench.folder}/out.smdf.json`;
  await Deno.symlink("/etc/hostname.json", link);
  await Deno.mkdir(`${bench.folder}/folder.json`);
  const rows: readonly (readonly [string, RequestInit, number, string])[] = [
    [at("door.smdf.json"), {}, 403, "unsafe_path"],
    [at("/etc/passwd"), {}, 403, "unsafe_path"],
    [at("/etc/passwd.json"), {}, 403, "outside_root"],
    // Whether a folder outside is there is nobody's business.
    [at("/none/none.json"), {}, 403, "outside_root"],
    [at("/etc/hostname/none.json"), {}, 403, "outside_root"],
    [at(`/${"a".repeat(300)}.json`), {}, 403, "outside_root"],
    [at(`/${"a/".repeat(5_000)}x.json`), {}, 403, "unsafe_path"],
    [at(`${bench.folder}/${"a".repeat(300)}.json`), {}, 400, "unreadable"],
    [at(`${bench.folder}/folder.json`), {}, 400, "not_a_file"],
    [at(`${bench.folder}/../x.json`), {}, 403, "outside_root"],
    [at(`${bench.folder}/a\0.json`), {}, 403, "unsafe_path"],
    [at(link), {}, 403, "outside_root"],
    [at(`${bench.folder}/none.json`), {}, 404, "not_found"],
    [at(`${bench.folder}/none/none.smdf.json`), {}, 404, "no_folder"],
    [at(`${bench.folder}/shop.board.json`), {}, 422, "wrong_kind"],
    [at(`${bench.folder}/broken.smdf.json`), {}, 422, "json_syntax"],
    ["/?live=1&story=../x", {}, 400, "bad_story"],
    ["/nope", {}, 404, "not_found"],
    ["/api/narrative-bridge/stream", {}, 404, "no_narrative"],
    ["/api/rispec", {}, 405, "method_not_allowed"],
    ["/", { method: "PUT" }, 405, "method_not_allowed"],
    ["/", { headers: { host: "evil.example" } }, 403, "host_not_allowed"],
    ["/", { headers: { origin: "https://evil.example" } }, 403, "origin_not_allowed"],
    ["/api/rispec", { method: "POST", body: "{" }, 400, "json_syntax"],
    ["/api/rispec", { method: "POST", body: "[]" }, 400, "bad_body"],
    ["/api/rispec", { method: "POST", body: '{"intent":1}' }, 400, "bad_body"],
    ["/login", { method: "POST", body: " ".repeat(70_000) }, 413, "payload_too_large"],
    ["/api/rispec", { method: "POST", body: brokenBody() }, 400, "body_broken_off"],
  ];
  for (const [path, init, status, code] of rows) {
    assertEquals([path, ...await told(await bench.ask(path, init))], [path, status, code]);
  }
});

Deno.test("a server called by what is no name answers all the same", async () => {
  await using bench = await openBench();
  // As the runtime makes it of "Host: a b".
  const request = new Proxy(new Request("http://127.0.0.1/health"), {
    get: (target, name) => name === "url" ? "http://a b/health" : Reflect.get(target, name, target),
  });
  const response = await designerHandler(bench.deps)(request, "127.0.0.1");
  assertEquals(await told(response), [400, "bad_host"]);
});

Deno.test("a browser gets what is refused as a page, and a wrong method the right ones", async () => {
  await using bench = await openBench();
  const response = await bench.ask("/?doc=/etc/passwd.json", { headers: { accept: "text/html" } });
  assertEquals(response.status, 403);
  assertStringIncludes(await response.text(), "lies outside what is served");
  assertEquals((await bench.ask("/login")).headers.get("allow"), "POST");
  const page = await bench.ask("/login", { headers: { accept: "text/html" } });
  assertEquals([page.status, page.headers.get("allow")], [405, "POST"]);
  assertStringIncludes(await page.text(), "This address takes POST.");
});

Deno.test("a page that is refused leads to the server's own document, unless that is what is refused", async () => {
  await using bench = await openBench({ doc: "/none/none.smdf.json" });
  const textOf = async (path: string) =>
    await (await bench.ask(path, { headers: { accept: "text/html" } })).text();
  const link = '<a href="/">';
  assertStringIncludes(await textOf("/?doc=/etc/passwd.json"), link);
  assertStringIncludes(await textOf("/nope"), link);
  await using shown = await openBench();
  const refused = await shown.ask("/?focus=state:Opne&depth=1", { headers: { accept: "text/html" } });
  assertStringIncludes(await refused.text(), link);
  for (const path of ["/", "/?live=1", "/?doc="]) {
    const text = await textOf(path);
    assertEquals([path, text.includes(link)], [path, false]);
    assertStringIncludes(text, "start it with another");
  }
});

Deno.test("the server's own document is shown wherever it lies, by its real path too", async () => {
  await using bench = await openBench();
  await using elsewhere = await openBench({ doc: `${bench.folder}/door.smdf.json` });
  const link = `${elsewhere.folder}/linked.smdf.json`;
  await Deno.symlink(`${bench.folder}/door.smdf.json`, link);
  const statusOf = async (path: string) => (await elsewhere.ask(`/?doc=${encodeURIComponent(path)}`)).status;
  assertEquals(await statusOf(`${bench.folder}/door.smdf.json`), 200);
  assertEquals(await statusOf(link), 200);
  assertEquals(await statusOf(`${bench.folder}/story.smdf.json`), 403);
});

Deno.test("a machine whose name is no text goes by its file", async () => {
  await using bench = await openBench();
  const nameless = `${bench.folder}/nameless.smdf.json`;
  await Deno.writeTextFile(nameless, JSON.stringify({ ...DOOR, settings: { name: { type: "b" } } }));
  const text = await (await bench.ask(`/?doc=${encodeURIComponent(nameless)}`)).text();
  assertStringIncludes(text, "<h1>nameless.smdf.json</h1>");
  assertEquals(text.includes("[object Object] ·"), false);
});

Deno.test("a defect is told a browser as a page, without its words", async () => {
  const narrative = () => Promise.reject(new Error("s3cret"));
  await using bench = await openBench({ narrative });
  const told = console.error;
  console.error = () => {};
  try {
    const response = await bench.ask(NARRATIVE_PATH, { headers: { accept: "text/html" } });
    const text = await response.text();
    assertEquals([response.status, response.headers.get("content-type")], [500, "text/html; charset=utf-8"]);
    assertEquals(text.includes("s3cret"), false);
  } finally {
    console.error = told;
  }
});

Deno.test("/api/rispec describes the named document, with its intent first", async () => {
  await using bench = await openBench();
  const body = JSON.stringify({ intent: "Keeps the cat in." });
  const { rispec, projectFile } = await (await bench.ask("/api/rispec", { method: "POST", body })).json();
  assertStringIncludes(rispec, "> Keeps the cat in.");
  assertEquals(projectFile, `${bench.folder}/door.smdf.json`);
  const other = `/api/rispec?doc=${encodeURIComponent(`${bench.folder}/story.smdf.json`)}`;
  assertStringIncludes((await (await bench.ask(other, { method: "POST" })).json()).rispec, "# RunningStory");
});

Deno.test("the script is kept as long as it is the same, and HEAD has no body", async () => {
  await using bench = await openBench();
  const first = await bench.ask("/assets/live_page.js");
  const etag = first.headers.get("etag") ?? "";
  assert((await first.text()).length > 10_000);
  const again = await bench.ask("/assets/live_page.js", { headers: { "if-none-match": etag } });
  assertEquals([again.status, await again.text()], [304, ""]);
  const head = await bench.ask("/", { method: "HEAD" });
  assertEquals([head.status, await head.text()], [200, ""]);
});

Deno.test("with a token everything but the way in asks for it", async () => {
  await using bench = await openBench({ login: tokenLogin("s3cret+ä") });
  for (const { method, path, access } of ROUTES) {
    const { status } = await bench.ask(path, { method });
    assertEquals([path, status === 401], [path, access === "token" || path === "/login"]);
  }
  const page = await bench.ask("/?live=1", { headers: { accept: "text/html" } });
  assertStringIncludes(await page.text(), 'name="back" value="/?live=1"');
  const enter = (token: string, back: string) =>
    bench.ask("/login", { method: "POST", body: new URLSearchParams({ token, back }) });
  const wrong = await enter("s3cret", "/");
  assertEquals([wrong.status, wrong.headers.has("set-cookie")], [401, false]);
  const complaint = await wrong.text();
  assertStringIncludes(
    complaint,
    '<p id="complaint" class="complaint" role="alert">This is not the token.</p>',
  );
  assertStringIncludes(complaint, 'aria-invalid="true" aria-describedby="complaint"');
  const right = await enter("s3cret+ä", "/?live=1");
  assertEquals([right.status, right.headers.get("location")], [303, "/?live=1"]);
  const set = right.headers.get("set-cookie") ?? "";
  assertStringIncludes(set, "; HttpOnly; SameSite=Strict");
  // Servers on other ports of the host are shown the cookie too: it is not the token, and not taken for it.
  assertEquals(set.includes("s3cret"), false);
  const pass = /^loom_pass_4598=([^;]+);/.exec(set)?.[1] ?? "";
  const asToken = await bench.ask("/", { headers: { authorization: `Bearer ${pass}` } });
  assertEquals([pass.length > 20, asToken.status], [true, 401]);
  const cookie = `other=1; ${set.split(";")[0]}`;
  assertEquals((await bench.ask("/", { headers: { cookie } })).status, 200);
  assertEquals(
    (await bench.ask("/", { headers: { cookie: "loom_pass_4598=s3cret" } })).status,
    401,
  );
  // Nobody is led to another place.
  const away = [
    "https://evil.example/x",
    "//evil.example",
    "javascript:alert(1)",
    "/.//evil.example",
    "/x/..//evil",
  ];
  for (const back of away) {
    const location = (await enter("s3cret+ä", back)).headers.get("location") ?? "";
    assertEquals([back, URL.parse(location, "http://127.0.0.1:4598")?.origin], [
      back,
      "http://127.0.0.1:4598",
    ]);
  }
});

Deno.test("the cookie of a page that came by TLS stays with TLS, behind a proxy too", async () => {
  await using bench = await openBench({
    login: tokenLogin("s3cret"),
    source: sourcePolicy({ host: "127.0.0.1", origins: ["loopback"], hosts: ["loom.example"] }),
  });
  const isSecure = async (host: string, origin: string | undefined) => {
    const headers = { host, ...(origin === undefined ? {} : { origin }), "x-forwarded-proto": "https" };
    const request = new Request(`http://${host}/login`, {
      method: "POST",
      headers,
      body: new URLSearchParams({ token: "s3cret" }),
    });
    const set = (await designerHandler(bench.deps)(request, "127.0.0.1")).headers.get("set-cookie") ?? "none";
    return set.endsWith("; Path=/; Secure");
  };
  assertEquals(await isSecure("loom.example", "https://loom.example"), true);
  assertEquals(await isSecure("loom.example", "http://loom.example"), false);
  // Nobody was told that a proxy is to be trusted, and other pages of this machine speak for themselves only.
  assertEquals(await isSecure("loom.example", undefined), false);
  assertEquals(await isSecure("127.0.0.1:4598", "https://localhost:4598"), false);
});

Deno.test("wrong tokens and passes wait, and right ones do not", async () => {
  const delay = Promise.withResolvers<void>();
  await using bench = await openBench({ login: tokenLogin("s3cret", () => delay.promise) });
  const enter = (token: string) =>
    bench.ask("/login", { method: "POST", body: new URLSearchParams({ token, back: "/" }) });
  const cookie = (await enter("s3cret")).headers.get("set-cookie")?.split(";")[0] ?? "";
  const statusOf = async (headers: HeadersInit) => {
    const response = await bench.ask("/", { headers });
    await response.body?.cancel();
    return response.status;
  };
  const guesses = Array.from({ length: 16 }, (_, at) => statusOf({ authorization: `Bearer guess-${at}` }));
  const passes = Array.from({ length: 16 }, (_, at) => statusOf({ cookie: `loom_pass_4598=x.${at}` }));
  const late = await enter("guess");
  assertEquals([late.status, late.headers.get("retry-after")], [429, "1"]);
  assertStringIncludes(await late.text(), "this one is wrong too: try again in 1 s.");
  assertEquals(await statusOf({ cookie: "loom_pass_4598=x" }), 429);
  assertEquals([await statusOf({ cookie }), (await enter("s3cret")).status], [200, 303]);
  delay.resolve();
  assertEquals(new Set(await Promise.all([...guesses, ...passes])), new Set([401]));
});

Deno.test("a pass holds after a new start with the same token, and with no other one", () => {
  const made = tokenLogin("s3cret").makePass();
  assertEquals(["s3cret", "other"].map((token) => tokenLogin(token).pass.isRight(made)), [true, false]);
});

Deno.test("a mounted bridge is told whether the designer knows the caller", async () => {
  const narrative = (_request: Request, isKnown: boolean) => Promise.resolve(new Response(`${isKnown}`));
  await using open = await openBench({ narrative });
  await using guarded = await openBench({ narrative, login: tokenLogin("s3cret") });
  const ask = async ({ ask }: Bench, headers = {}) => await (await ask(NARRATIVE_PATH, { headers })).text();
  // It has settings of its own for where it is called from.
  assertEquals(await ask(open, { origin: "https://forge.example" }), "true");
  assertEquals([
    await ask(open),
    await ask(guarded),
    await ask(guarded, { authorization: "Bearer s3cret" }),
  ], ["true", "false", "true"]);
});

Deno.test("whatever comes is answered, and never as a defect", async () => {
  await using bench = await openBench({ login: tokenLogin("s3cret") });
  const path = fc.oneof(
    fc.constantFrom(...ROUTES.map(({ path }) => path)),
    fc.string().map((text) => `/${encodeURIComponent(text.toWellFormed())}`),
  );
  const query = fc.dictionary(fc.constantFrom("doc", "live", "story", "x"), fc.string())
    .map((given) => `?${new URLSearchParams(given)}`);
  const body = fc.oneof(fc.json(), fc.string());
  await fc.assert(
    fc.asyncProperty(path, query, fc.constantFrom("GET", "POST"), body, async (path, query, method, body) => {
      const headers = { authorization: "Bearer s3cret" };
      const response = await bench.ask(path + query, {
        method,
        headers,
        ...(method === "POST" ? { body } : {}),
      });
      await response.body?.cancel();
      assert(response.status < 500, `${method} ${path}${query} gives ${response.status}`);
    }),
    { numRuns: 300, seed: 7 },
  );
});

Deno.test("GET / draws what its address asks for, as loom render does", async () => {
  await using bench = await openBench();
  const entities = ["A", "B", "C"].map((name) => ({ name }));
  const relationships = [["A", "B"], ["B", "C"]].map(([from, to]) => ({ from, to, cardinality: "2:N" }));
  const shop = `${bench.folder}/shop.erdf.json`;
  await Deno.writeTextFile(shop, JSON.stringify({ settings: { name: "Shop" }, entities, relationships }));
  const ask = async (query: string, doc = "") => {
    const answer = await bench.ask(`/?${query}${doc && `&doc=${encodeURIComponent(doc)}`}`);
    return { status: answer.status, text: await answer.text() };
  };
  assertStringIncludes((await ask("walk=open")).text, "slc-step-number");
  assertStringIncludes((await ask("findings=1&edit=0", shop)).text, "slc-mark-band");
  const near = (await ask("focus=entity:A&depth=1&edit=0", shop)).text;
  assertEquals([...near.matchAll(/data-entity="(.)"/g)].map(([, name]) => name), ["A", "B"]);
  const part = (await ask("focus=state:Closed&depth=0")).text;
  assertEquals([...part.matchAll(/data-state="(\w+)"/g)].map(([, name]) => name), ["Closed"]);
  const older = `${bench.folder}/older.erdf.json`;
  await Deno.writeTextFile(older, JSON.stringify({ settings: { name: "Shop" }, entities: [{ name: "A" }] }));
  const since = encodeURIComponent(older);
  assertStringIncludes((await ask(`against=${since}`, shop)).text, "slc-mark--added");
  assertEquals((await ask("against=%2Fetc%2Fpasswd", shop)).status, 403);
  const tests = `${bench.folder}/door.test.json`;
  const suiteOf = (machine: string, steps: readonly string[]) =>
    Deno.writeTextFile(tests, JSON.stringify({ machine, tests: [{ name: "opens", steps }] }));
  const covered = `coverage=${encodeURIComponent(tests)}`;
  for (const [steps, mark] of [[["open"], "covered"], [[], "missed"]] as const) {
    await suiteOf("door.smdf.json", steps);
    assertEquals((await ask(covered)).text.match(/slc-node--(\w+)" data-state="Open"/)?.[1], mark);
  }
  assertEquals((await ask("coverage=%2Fetc%2Fpasswd")).status, 403);
  await suiteOf("other.smdf.json", []);
  assertEquals((await ask(covered)).status, 400);
  await Deno.writeTextFile(tests, "{");
  assertEquals((await ask(covered)).status, 422);
  const log = `${bench.folder}/door.log`;
  await Deno.writeTextFile(log, "open\nopen\n");
  const heat = `heat=${encodeURIComponent(log)}`;
  assertStringIncludes((await ask(heat)).text, "1×");
  assertEquals((await ask("heat=%2Fetc%2Fpasswd")).status, 403);
  assertEquals((await ask(`heat=${encodeURIComponent(tests)}`)).status, 403);
  await suiteOf("door.smdf.json", ["open"]);
  for (
    const [query, doc, sentence] of [
      [`${heat}&edit=0`, shop, "only machines take events"],
      ["walk=open,open", "", "Step 2 of the walk takes no transition"],
      [`against=${since}`, "", "compare versions of one document"],
      ["walk=open&edit=0", shop, "only machines take events"],
      [`${covered}&edit=0`, shop, "open that document, or name its own tests"],
      ["collapse=A&edit=0", shop, "focus and depth"],
      ["focus=state:Opne&depth=1", "", "Did you mean"],
      ["depth=1", "", "name one with focus"],
    ] as const
  ) {
    const { status, text } = await ask(query, doc);
    assertEquals(status, 400, query);
    assertStringIncludes(text, sentence);
  }
});
