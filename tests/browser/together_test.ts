/**
 * People in browsers, the shell and an agent on one document, and what goes wrong between them: each sees the same in the end, and
 * nothing that was typed is lost.
 */
import { createBridgeClient } from "@loom/hub/client";
import type { State } from "@loom/protocol";
import { assert, assertEquals, assertStringIncludes, equal } from "@std/assert";
import type { Page } from "playwright-core";
import { runLoom } from "../../cli/run_loom.ts";
import { TempFolder } from "../../cli/testing/loom.ts";
import { memoryIo } from "../../cli/testing/memory_io.ts";
import { startLoomMcp } from "../mcp_stdio/loom_mcp.ts";
import { openBrowser } from "./browser.ts";
import { browserTest, DOCUMENTS, open, run, saved, serve } from "./workspace.ts";

const FILE = "door.smdf.json";
const TOKEN = "0123456789abcdef";

/** Waits until the outline of a page has these states and no others, in the order of their names. */
async function seen(page: Page, ...states: string[]): Promise<void> {
  const items = page.locator('.outline [data-key^="state:"]');
  const shown = () =>
    items.evaluateAll((all: Element[]) =>
      all.map((item) => item.getAttribute("data-key")?.slice("state:".length) ?? "").sort()
    );
  const wanted = [DOCUMENTS[FILE].state.name, ...states].sort();
  const deadline = Date.now() + 15_000;
  while (Date.now() < deadline && !equal(await shown(), wanted)) await page.waitForTimeout(100);
  assertEquals(await shown(), wanted);
}

/** The names of all states of a file below the root, in order. */
async function statesIn(path: string): Promise<string[]> {
  const inside = ({ states = [], parallel }: State): string[] =>
    [...states, ...parallel?.states ?? []].flatMap((state) => [state.name, ...inside(state)]);
  return inside(JSON.parse(await Deno.readTextFile(path)).state).sort();
}

browserTest("two browsers, the shell and an agent edit one document, and all end equal", async () => {
  await using folder = await TempFolder.make();
  await using served = await serve(folder);
  const path = await Deno.realPath(folder.at(FILE));
  await using agent = await startLoomMcp({
    LOOM_PROJECT_FILE: path,
    LOOM_BRIDGE_URL: served.hub,
    LOOM_AGENT_NAME: "planner",
  });
  await using browser = await openBrowser();
  const [ann, bob] = [await browser.page(), await browser.page()];
  for (const page of [ann, bob]) await open(page, served.pageOf(FILE));
  await ann.locator(".presence .face").first().waitFor();
  const io = memoryIo({ env: { LOOM_STATE_DIR: folder.at("state"), LOOM_BRIDGE_URL: served.hub } });
  await Promise.all([
    run(ann, "add state", { name: "ByAnn" }),
    run(bob, "add state", { name: "ByBob" }),
    agent.call("add_state", { name: "ByAgent" }),
    runLoom(["--doc", path, "add-state", "ByShell"], io),
  ]);
  const all = ["ByAgent", "ByAnn", "ByBob", "ByShell", "Closed", "Open"];
  for (const page of [ann, bob]) {
    await seen(page, ...all);
    await saved(page);
  }
  assertEquals(await statesIn(path), all);
  // Undo takes back the person's own edit, and keeps what all others did.
  await ann.getByRole("button", { name: "Undo" }).click();
  await bob.locator('.outline [data-key="state:ByAnn"]').waitFor({ state: "detached" });
  await saved(ann);
  await saved(bob);
  const rest = all.filter((name) => name !== "ByAnn");
  for (const page of [ann, bob]) await seen(page, ...rest);
  assertEquals(await statesIn(path), rest);
  assertStringIncludes((await agent.call("list_states")).text, "ByBob");
  // A step whose ground another took is dropped, which is said; the one before it is still there.
  await run(ann, "add state", { name: "Ann2" });
  await run(ann, "update state", { name: "ByBob", description: "By Ann." });
  await saved(ann);
  await bob.locator('.outline [data-key="state:Ann2"]').waitFor();
  await run(bob, "remove state", { name: "ByBob" });
  await seen(ann, ...rest.filter((name) => name !== "ByBob"), "Ann2");
  await ann.getByRole("button", { name: "Undo" }).click();
  await ann.locator(".toast").getByText("cannot be").waitFor();
  await ann.getByRole("button", { name: "Undo" }).click();
  for (const page of [ann, bob]) await seen(page, ...rest.filter((name) => name !== "ByBob"));
  // A save that came second is refused by the server, and made again.
  assertEquals(browser.complaints.filter((text) => !text.includes("409")), []);
});

browserTest(
  "with a token, people see each other, edit and undo through the server of their pages, which keeps the token",
  async () => {
    await using folder = await TempFolder.make();
    const env = { LOOM_BRIDGE_TOKEN: TOKEN };
    const first = await serve(folder, undefined, env);
    const path = await Deno.realPath(folder.at(FILE));
    await using browser = await openBrowser();
    const [ann, bob] = [await browser.page(), await browser.page()];
    const asked: string[] = [];
    for (const page of [ann, bob]) {
      page.on("request", (request) => asked.push(request.url()));
      page.on("websocket", (socket) => asked.push(socket.url()));
      await page.goto(first.pageOf(FILE));
      await page.getByLabel("Token").fill(TOKEN);
      await page.keyboard.press("Enter");
      await page.locator("[data-ready]").waitFor();
    }
    await bob.locator(".presence .face").first().waitFor();
    await ann.locator('.outline [data-key="state:Open"] button').first().click();
    await bob.locator('.face[data-hand="state:Open"]').waitFor();
    await ann.locator(".canvas-area .slc-pane").hover();
    await bob.locator(".slc-peer").waitFor();
    await run(ann, "add state", { name: "ByAnn" });
    await seen(bob, "ByAnn", "Closed", "Open");
    await run(bob, "add state", { name: "ByBob" });
    await seen(ann, "ByAnn", "ByBob", "Closed", "Open");
    await ann.getByRole("button", { name: "Undo" }).click();
    await bob.locator('.outline [data-key="state:ByAnn"]').waitFor({ state: "detached" });
    await saved(ann);
    await saved(bob);
    assertEquals(await statesIn(path), ["ByBob", "Closed", "Open"]);
    for (const text of [await ann.content(), await bob.content(), ...asked]) {
      assert(!text.includes(TOKEN), text);
    }
    assertEquals(asked.filter((url) => url.includes(new URL(first.hub).host)), []);
    await first[Symbol.asyncDispose]();
    await ann.locator('[data-status="offline"]').waitFor();
    await run(ann, "add state", { name: "Offline" });
    const [hub = "", web = ""] = [first.hub, first.web].map((url) => new URL(url).port);
    await using _second = await serve(folder, { hub, web }, env);
    const all = ["ByBob", "Closed", "Offline", "Open"];
    for (const page of [ann, bob]) await seen(page, ...all);
    await saved(ann);
    assertEquals(await statesIn(path), all);
  },
);

browserTest(
  "others are seen with what they have in hand, and what runs elsewhere glows and changes nothing",
  async () => {
    await using folder = await TempFolder.make();
    await using served = await serve(folder);
    const path = await Deno.realPath(folder.at(FILE));
    await using browser = await openBrowser();
    const page = await browser.page();
    await open(page, served.pageOf(FILE));
    const text = await Deno.readTextFile(path);
    const client = createBridgeClient({ url: served.hub, role: "agent", docId: path, name: "planner" });
    await client.join();
    client.updatePresence({ selection: ["state:Open"] });
    const face = page.getByRole("button", { name: "planner, agent" });
    await face.waitFor();
    await page.locator('.face[data-hand="state:Open"]').waitFor();
    await face.click();
    await page.locator('.outline [data-key="state:Open"] [aria-current]').waitFor();
    await client.commit([{ op: "runtime.enter", state: "Open", eventId: "open" }]);
    await page.locator('.canvas-area .slc-node--active[data-state="Open"]').first().waitFor();
    await client.commit([{ op: "runtime.exit", state: "Open" }]);
    await page.locator(".canvas-area .slc-node--active").first().waitFor({ state: "detached" });
    await client.showView({ focus: "state:Closed", note: "Look at this one.", origin: "planner" });
    await page.getByText("planner: Look at this one.").waitFor();
    await page.locator('.outline [data-key="state:Closed"] [aria-current]').waitFor();
    await client.close();
    await face.waitFor({ state: "detached" });
    assertEquals(await Deno.readTextFile(path), text);
    await saved(page);
    assertEquals(browser.complaints, []);
  },
);

browserTest("a value that someone overwrote unseen is offered, and put back", async () => {
  await using folder = await TempFolder.make();
  await using served = await serve(folder);
  const path = await Deno.realPath(folder.at(FILE));
  await using browser = await openBrowser();
  const page = await browser.page();
  await open(page, `${served.pageOf(FILE)}&focus=state:Open`);
  const description = page.getByLabel("Description", { exact: true });
  const client = createBridgeClient({ url: served.hub, role: "agent", docId: path, name: "planner" });
  await client.join();
  const { seq } = client.document;
  await description.fill("By me.");
  await description.press("Control+Enter");
  await saved(page);
  client.emitPatch(
    [{ op: "state.update", name: "Open", patch: { description: "By the agent." } }],
    undefined,
    seq,
  );
  const strip = page.getByRole("alert").filter({ hasText: "By me." });
  await strip.waitFor();
  assertEquals(
    await strip.locator("p").innerText(),
    "Description of Open is “By the agent.”, set by planner, who had not seen “By me.”, set by you.",
  );
  await strip.getByRole("button", { name: "Put mine back" }).click();
  await page.waitForFunction(() =>
    Array.from(document.querySelectorAll("textarea"), ({ value }) => value).includes("By me.")
  );
  await saved(page);
  assertStringIncludes(await Deno.readTextFile(path), "By me.");
  // The page also lists its own edits that replaced those of others while it was offline.
  await page.context().setOffline(true);
  await description.fill("By me again.");
  await description.press("Control+Enter");
  client.emitPatch([{ op: "state.update", name: "Open", patch: { description: "By the agent again." } }]);
  await page.locator('[data-status="offline"]').waitFor();
  await page.context().setOffline(false);
  const own = page.getByRole("alert").filter({ hasText: "By the agent again." });
  await own.waitFor();
  assertEquals(
    await own.locator("p").innerText(),
    "Description of Open is “By me again.”, set by you, who had not seen “By the agent again.”, set by planner.",
  );
  await own.getByRole("button", { name: "Take theirs" }).click();
  await page.waitForFunction(() =>
    Array.from(document.querySelectorAll("textarea"), ({ value }) => value).includes("By the agent again.")
  );
  await client.close();
});

browserTest(
  "a file that is replaced by another program is followed, and one that cannot be written keeps the edits",
  async () => {
    await using folder = await TempFolder.make();
    await using served = await serve(folder);
    const path = await Deno.realPath(folder.at(FILE));
    await using browser = await openBrowser();
    const page = await browser.page();
    await open(page, served.pageOf(FILE));
    const text = await Deno.readTextFile(path);
    await Deno.writeTextFile(
      `${path}.new`,
      text.replace('"name": "Open"', '"name": "Wide"').replace('"nextState": "Open"', '"nextState": "Wide"'),
    );
    await Deno.rename(`${path}.new`, path);
    await seen(page, "Closed", "Wide");
    await Deno.chmod(path, 0o444);
    await run(page, "add state", { name: "Kept" });
    await page.locator('[data-status="unsaved"]').waitFor();
    await page.locator(".save-state button").first().click();
    await page.getByText("is read-only: make it writable first.").waitFor();
    // Leaving asks, since something is not saved.
    const asked = new Promise<string>((resolve) =>
      page.once("dialog", (dialog) => {
        resolve(dialog.type());
        void dialog.dismiss();
      })
    );
    await page.close({ runBeforeUnload: true });
    assertEquals(await asked, "beforeunload");
    await Deno.chmod(path, 0o644);
    await saved(page);
    await seen(page, "Closed", "Kept", "Wide");
    assertEquals(await statesIn(path), ["Closed", "Kept", "Wide"]);
  },
);

browserTest("a hub and a server that are killed and started again lose nothing that was typed", async () => {
  await using folder = await TempFolder.make();
  const first = await serve(folder);
  const path = await Deno.realPath(folder.at(FILE));
  await using browser = await openBrowser();
  const page = await browser.page();
  await open(page, first.pageOf(FILE));
  await first[Symbol.asyncDispose]();
  await page.locator('[data-status="offline"]').waitFor();
  await run(page, "add state", { name: "Offline" });
  await page.locator(".save-state").filter({ hasText: "1 change kept" }).waitFor();
  const [hub = "", web = ""] = [first.hub, first.web].map((url) => new URL(url).port);
  await using _second = await serve(folder, { hub, web });
  await saved(page);
  assertEquals(await statesIn(path), ["Closed", "Offline", "Open"]);
  await run(page, "add state", { name: "After" });
  await saved(page);
  await seen(page, "After", "Closed", "Offline", "Open");
  assertEquals(await statesIn(path), ["After", "Closed", "Offline", "Open"]);
});
