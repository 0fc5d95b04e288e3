/**
 * The pages of a server with a token, in a real browser at a real hub.
 */
import { createBridgeClient } from "@loom/hub/client";
import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { HAS_BROWSER, openBrowser } from "../../tests/browser/browser.ts";
import { runLoom } from "../run_loom.ts";
import { DOOR, TempFolder } from "../testing/loom.ts";
import { memoryIo } from "../testing/memory_io.ts";

const TOKEN = "s3cret";

/** A hub and pages that ask for {@linkcode TOKEN}. */
interface Served extends AsyncDisposable {
  readonly hub: string;
  readonly web: string;
  close(): Promise<number>;
}

async function serve(doc: string, { port = "0", web = "0" } = {}): Promise<Served> {
  const io = memoryIo({ env: { LOOM_BRIDGE_TOKEN: TOKEN } });
  const running = runLoom(["serve", doc, "--port", port, "--web-port", web], io);
  await io.said("out", "\n", 2);
  const [hub = "", address = ""] = io.out().trim().split("\n");
  const close = () => {
    io.interrupt();
    return running;
  };
  return { hub, web: address, close, [Symbol.asyncDispose]: async () => void await close() };
}

/** Logs in on the page that asks for the token. */
async function logIn(page: Page): Promise<void> {
  await page.getByLabel("Token").fill(TOKEN);
  await page.getByRole("button", { name: "Go on" }).click();
}

function browserTest(name: string, fn: () => Promise<void>): void {
  // The browser's driver keeps what it opened until the process ends.
  Deno.test({ name, ignore: !HAS_BROWSER, fn, sanitizeOps: false, sanitizeResources: false });
}

browserTest(
  "loom serve --web with a token shows who has logged in what happens, and keeps the token to itself",
  async () => {
    await using folder = await TempFolder.make();
    const door = await Deno.realPath(await folder.write("door.smdf.json", DOOR));
    await using served = await serve(door);
    await using browser = await openBrowser();
    const page = await browser.page();
    const sent: string[] = [];
    page.on("request", (request) => sent.push(request.url(), JSON.stringify(request.headers())));
    page.on("websocket", (socket) => {
      sent.push(socket.url());
      socket.on("framesent", ({ payload }) => sent.push(String(payload)));
      socket.on("framereceived", ({ payload }) => sent.push(String(payload)));
    });
    await page.goto(`${served.web}/?live=1`);
    await logIn(page);
    await page.locator('[data-hearing="stream"]').waitFor();
    const client = createBridgeClient({ url: served.hub, role: "runtime", docId: door, token: TOKEN });
    try {
      await client.join();
      assertEquals(client.presence.map(({ role }) => role), ["web", "runtime"]);
      await client.commit([{ op: "runtime.enter", state: "Open", eventId: "open" }]);
      await page.locator('.board .slc-node--active[data-state="Open"]').waitFor();
      await page.locator(".feed li").getByText("open", { exact: true }).waitFor();
      await client.commit([{ op: "state.rename", name: "Closed", to: "Shut" }]);
      await page.locator('.board [data-state="Shut"]').waitFor();
      await client.showView({ focus: "state:Shut", note: "Look here.", origin: "Ann" });
      await page.getByRole("status").getByText("Ann: Look here.").waitFor();
    } finally {
      await client.close();
    }
    // The token went with the form of the login, and nowhere else.
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])
    );
    for (const text of [await page.content(), kept, ...sent]) assert(!text.includes(TOKEN), text);
    assertEquals(sent.filter((text) => text.includes("socket.io") || text.startsWith(served.hub)), []);
    assertEquals(browser.complaints.filter((text) => !text.includes("401")), []);
  },
);

browserTest(
  "the page of a server with a token goes on after a new start, and says when it must be shown again",
  async () => {
    await using folder = await TempFolder.make();
    const door = await Deno.realPath(await folder.write("door.smdf.json", DOOR));
    const first = await serve(door);
    await using browser = await openBrowser();
    const page = await browser.page();
    await page.goto(`${first.web}/?live=1`);
    await logIn(page);
    await page.locator('[data-hearing="stream"]').waitFor();
    const began = performance.now();
    assertEquals(await first.close(), 0);
    assert(performance.now() - began < 4_000, "It waited for the page.");
    await page.locator('[data-hearing="opening"]').waitFor();
    const [port, web] = [first.hub, first.web].map((url) => new URL(url).port);
    await using second = await serve(door, { port, web });
    await page.locator('[data-hearing="stream"]').waitFor();
    await second.close();
    await page.context().clearCookies();
    await using _third = await serve(door, { port, web });
    await page.getByRole("status").getByText("Not live. The server asks for its token").waitFor();
  },
);

browserTest("pages of other servers of the machine do not hear what happens", async () => {
  await using folder = await TempFolder.make();
  const door = await Deno.realPath(await folder.write("door.smdf.json", DOOR));
  await using served = await serve(door);
  await using other = await serve(door);
  await using browser = await openBrowser();
  const page = await browser.page();
  await page.goto(served.web);
  await logIn(page);
  await page.locator(".board").waitFor();
  await page.goto(`${other.web}/health`);
  const address = `${served.web.replace("http", "ws")}/api/hub`;
  const outcome = await page.evaluate((address) =>
    new Promise<string>((resolve) => {
      const socket = new WebSocket(address);
      socket.onopen = () => resolve("open");
      socket.onerror = () => resolve("refused");
    }), address);
  assertEquals(outcome, "refused");
});
