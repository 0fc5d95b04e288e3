/**
 * The live page in a real browser, at a real hub with a real narrative bridge.
 */
import { createBridgeClient } from "@loom/hub/client";
import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { runLoom } from "../../cli/run_loom.ts";
import { DOOR, TempFolder } from "../../cli/testing/loom.ts";
import { memoryIo } from "../../cli/testing/memory_io.ts";
import { HAS_BROWSER, openBrowser } from "./browser.ts";

/** A hub, pages and a narrative bridge over one folder. */
interface Served extends AsyncDisposable {
  readonly hub: string;
  readonly web: string;
  /** The address of a document's page. */
  pageOf(path: string, query?: string): string;
  /** Makes a beat of an issue that is opened, or of what else is said. */
  addBeat(id: string, event?: object): Promise<void>;
}

async function serve(doc: string, env: Readonly<Record<string, string>> = {}): Promise<Served> {
  const io = memoryIo({ env: { LOOM_NARRATIVE_STORE: "memory:", ...env } });
  const running = runLoom(["serve", doc, "--port", "0", "--web-port", "0", "--narrative"], io);
  await io.said("out", "\n", 2);
  const [hub = "", web = ""] = io.out().trim().split("\n");
  const post = async (path: string, body: object): Promise<object> => {
    const address = `${web}/api/narrative-bridge/${path}`;
    return await (await fetch(address, { method: "POST", body: JSON.stringify(body) })).json();
  };
  return {
    hub,
    web,
    pageOf: (path, query = "") => `${web}/?doc=${encodeURIComponent(path)}${query}`,
    async addBeat(event_id, event = {}) {
      const issue = { number: 7, title: `Event ${event_id}` };
      const read = { event_type: "issues", action: "opened", event_id, payload: { issue }, ...event };
      await post("create-beat", {
        event_id,
        analysis: await post("analyze", read),
        raw_payload: read.payload,
      });
    },
    async [Symbol.asyncDispose]() {
      io.interrupt();
      await running;
    },
  };
}

/** The folder of the story's documents, and the machine in it. */
async function storyIn(folder: TempFolder): Promise<string> {
  const io = memoryIo();
  assertEquals(await runLoom(["narrative", "open", "--out", folder.path], io), 0);
  return io.out().trim();
}

/** The states that are lit in the picture. */
async function litOn(page: Page): Promise<string[]> {
  const lit = page.locator(".board .slc-node--active[data-state]");
  return await lit.evaluateAll((nodes: Element[]) =>
    nodes.map((node) => node.getAttribute("data-state") ?? "")
  );
}

/** How wide the page is, what must be scrolled to included. */
async function widthOf(page: Page): Promise<number> {
  return await page.evaluate(() => document.documentElement.scrollWidth);
}

function browserTest(name: string, fn: () => Promise<void>): void {
  // The browser's driver keeps what it opened until the process ends.
  Deno.test({ name, ignore: !HAS_BROWSER, fn, sanitizeOps: false, sanitizeResources: false });
}

browserTest("the live page tells a story while it happens", async () => {
  await using folder = await TempFolder.make();
  const story = await storyIn(folder);
  await using served = await serve(story);
  await served.addBeat("e1");
  await using browser = await openBrowser();
  const page = await browser.page({ colorScheme: "dark" });
  await page.goto(served.pageOf(story, "&live=1"));
  await page.locator('[data-hearing="stream"]').waitFor();
  assertEquals(await page.locator(".feed li").count(), 1);
  assertEquals(await litOn(page), ["Act1", "Act1Incited"]);
  // A screen reader is told what comes, not what was there or what a filter brings back.
  const told = page.locator(".panel [aria-live]");
  assertEquals(await told.textContent(), "");
  for (let at = 2; at <= 6; at++) await served.addBeat(`e${at}`, { action: "labeled" });
  await page.locator(".feed li").nth(5).waitFor();
  await page.getByRole("heading", { name: "Act 2: confrontation" }).waitFor();
  assertEquals((await litOn(page)).includes("Act2"), true);
  const acts = page.getByRole("progressbar", { name: "Beats of the open episode" });
  assertEquals(await acts.getAttribute("aria-valuetext"), "6 beats, 10 more to act 3");
  assertEquals(await page.locator(".gauge").getAttribute("aria-label"), "Engineer 0, Ceremony 0, Story 6");
  const first = await page.locator(".feed li").last().innerText();
  for (const part of ["inciting_incident", "of act 1", "Event e1", "feature_request", "co_creation"]) {
    assert(first.includes(part), `${part} is not in ${first}`);
  }
  await page.getByRole("combobox", { name: "Function" }).selectOption("inciting_incident");
  assertEquals(await page.locator(".feed li").count(), 1);
  await page.getByRole("combobox", { name: "Lead" }).selectOption("engineer");
  await page.getByText("No beat is like that.").waitFor();
  await page.getByRole("combobox", { name: "Lead" }).selectOption("");
  await page.getByRole("combobox", { name: "Function" }).selectOption("");
  assertEquals(await page.locator(".feed li").count(), 6);
  assertEquals((await told.textContent())?.includes("Event e6"), true);
  assertEquals(await page.getByRole("log").count(), 0);
  assertEquals(browser.complaints, []);
});

browserTest("the live page of any machine follows its hub: edits, and what is active", async () => {
  await using folder = await TempFolder.make();
  const door = await Deno.realPath(await folder.write("door.smdf.json", DOOR));
  await using served = await serve(door);
  await using browser = await openBrowser();
  const page = await browser.page({ colorScheme: "light" });
  await page.goto(served.pageOf(door, "&live=1"));
  await page.locator('[data-hearing="stream"]').waitFor();
  const client = createBridgeClient({ url: served.hub, role: "runtime", docId: door });
  try {
    await client.join();
    await client.commit([{ op: "runtime.enter", state: "Open", eventId: "open" }]);
    await page.locator('.board .slc-node--active[data-state="Open"]').waitFor();
    await page.locator(".feed li").getByText("open", { exact: true }).waitFor();
    assertEquals(await litOn(page), ["Open"]);
    await client.commit([{ op: "state.rename", name: "Closed", to: "Shut" }]);
    await page.locator('.board [data-state="Shut"]').waitFor();
  } finally {
    await client.close();
  }
  assertEquals(browser.complaints, []);
});

browserTest("the live page says what its hub refuses", async () => {
  await using folder = await TempFolder.make();
  await using other = await TempFolder.make();
  const door = await folder.write("door.smdf.json", DOOR);
  const elsewhere = await other.write("gate.smdf.json", DOOR);
  await using served = await serve(door, { LOOM_BRIDGE_ROOT: folder.path, LOOM_DOC_ROOTS: other.path });
  await using browser = await openBrowser();
  const page = await browser.page();
  await page.goto(served.pageOf(elsewhere, "&live=1"));
  await page.getByRole("status").getByText(`Not live. The hub at ${served.hub} refuses: `).waitFor();
  assertEquals(browser.complaints, []);
});

browserTest("the live page of another story lights that one, whatever the hub tells", async () => {
  await using folder = await TempFolder.make();
  const story = await Deno.realPath(await storyIn(folder));
  await using served = await serve(story);
  const client = createBridgeClient({ url: served.hub, role: "runtime", docId: story });
  try {
    await client.join();
    await client.commit([{ op: "runtime.enter", state: "Act3", eventId: "climax" }]);
    await using browser = await openBrowser();
    const page = await browser.page();
    await page.goto(served.pageOf(story, "&live=1&story=other"));
    await page.locator('[data-hearing="stream"]').waitFor();
    await page.locator('.board .slc-node--active[data-state="Act1Opening"]').waitFor();
    assertEquals(await litOn(page), ["Act1", "Act1Opening"]);
    assertEquals(browser.complaints, []);
  } finally {
    await client.close();
  }
});

browserTest("the live page fits a phone, and all of it is reached by keyboard", async () => {
  await using folder = await TempFolder.make();
  const story = await storyIn(folder);
  await using served = await serve(story);
  await served.addBeat("e1");
  await using browser = await openBrowser();
  const page = await browser.page({ viewport: { width: 320, height: 640 } });
  await page.goto(served.pageOf(story, "&live=1"));
  await page.locator(".feed li").waitFor();
  assertEquals(await widthOf(page), 320);
  const reached: string[] = [];
  for (let at = 0; at < 5; at++) {
    await page.keyboard.press("Tab");
    reached.push(
      await page.evaluate(() =>
        document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.tagName ?? ""
      ),
    );
  }
  assertEquals(reached, ["A", "A", "Machine", "SELECT", "SELECT"]);
  assertEquals(browser.complaints, []);
});

browserTest("long names fit a phone, and what is chosen by finger is large enough", async () => {
  await using folder = await TempFolder.make();
  await using other = await TempFolder.make();
  const long = "x".repeat(80);
  const machine = { ...DOOR, settings: { ...DOOR.settings, name: long } };
  const door = await other.write(`${long}.smdf.json`, machine);
  const story = await storyIn(folder);
  await using served = await serve(story, { LOOM_BRIDGE_ROOT: folder.path, LOOM_DOC_ROOTS: other.path });
  await served.addBeat(long);
  await using browser = await openBrowser();
  const page = await browser.page({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
  await page.goto(served.pageOf(door, "&live=1"));
  // The hub's refusal names the path.
  await page.getByRole("status").getByText("refuses").waitFor();
  assertEquals(await widthOf(page), 320);
  await page.goto(served.pageOf(story, "&live=1"));
  await page.locator(".feed li").waitFor();
  assertEquals(await widthOf(page), 320);
  const lead = await page.getByRole("combobox", { name: "Lead" }).boundingBox();
  assert((lead?.height ?? 0) >= 44, `The choice is ${lead?.height} high.`);
  assertEquals(browser.complaints, []);
});

browserTest("what has a colour is seen with the reader's own colours too", async () => {
  await using folder = await TempFolder.make();
  const story = await storyIn(folder);
  await using served = await serve(story);
  await served.addBeat("e1");
  await using browser = await openBrowser();
  const page = await browser.page({ forcedColors: "active" });
  await page.goto(served.pageOf(story, "&live=1"));
  await page.locator(".gauge-part.story_engine").waitFor();
  const groundOf = async (selector: string) =>
    await page.locator(selector).evaluate((element: Element) => getComputedStyle(element).backgroundColor);
  const plain = await groundOf("body");
  for (const part of [".gauge-part", ".acts-done"]) {
    assert(await groundOf(part) !== plain, `${part} is not to be seen.`);
  }
});

browserTest("a page does not tell of a story that it could not read", async () => {
  await using folder = await TempFolder.make();
  const story = await storyIn(folder);
  await using served = await serve(story);
  await using browser = await openBrowser();
  const page = await browser.page();
  await page.route("**/api/narrative-bridge/**", (route) => route.abort());
  await page.goto(served.pageOf(story, "&live=1"));
  await page.locator('[data-hearing="away"]').waitFor();
  assertEquals(await page.getByRole("progressbar").count(), 0);
  assertEquals(await page.getByRole("combobox").count(), 0);
});

browserTest("a page of a server with a token asks for it once", async () => {
  await using folder = await TempFolder.make();
  const story = await storyIn(folder);
  await using served = await serve(story, { LOOM_BRIDGE_TOKEN: "s3cret" });
  await using browser = await openBrowser();
  const page = await browser.page();
  await page.goto(served.pageOf(story, "&live=1"));
  await page.getByLabel("Token").fill("wrong");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("This is not the token.").waitFor();
  await page.getByLabel("Token").fill("s3cret");
  await page.keyboard.press("Enter");
  await page.locator('[data-hearing="stream"]').waitFor();
  assertEquals(new URL(page.url()).searchParams.get("live"), "1");
  assertEquals((await page.content()).includes("s3cret"), false);
  await page.goto(served.pageOf(await folder.write("door.smdf.json", DOOR), "&live=1"));
  await page.getByRole("status").getByText("Live: the hub tells what is active.").waitFor();
});

browserTest("a page points at what its address says, and at what someone asks for", async () => {
  await using folder = await TempFolder.make();
  const door = await Deno.realPath(await folder.write("door.smdf.json", DOOR));
  await using served = await serve(door);
  await using browser = await openBrowser();
  const page = await browser.page();
  await page.goto(served.pageOf(door, "&live=1&focus=state:Closed"));
  await page.locator('[data-hearing="stream"]').waitFor();
  await page.locator('.in-hand[data-state="Closed"]').waitFor();
  const io = memoryIo();
  const args = ["open", door, "--focus", "state:Open", "--note", "Look here.", "--name", "Ann"];
  assertEquals(await runLoom([...args, "--bridge", served.hub], io), 0);
  assertEquals(io.out(), "1 canvas or watch shows state:Open.\n");
  await page.getByText("Ann: Look here.").waitFor();
  await page.locator('.in-hand[data-state="Open"]').waitFor();
  assertEquals(await page.locator(".in-hand").count(), 1);
  // What is pointed at in a member is there, not here.
  const there = ["open", door, "--member", "other.smdf.json", "--focus", "state:Closed"];
  await runLoom([...there, "--bridge", served.hub], memoryIo());
  const link = page.getByRole("link", { name: "Open other.smdf.json" });
  const address = new URL(await link.getAttribute("href") ?? "", served.web);
  assertEquals(address.searchParams.get("doc"), door.replace("door.", "other."));
  assertEquals(address.searchParams.get("focus"), "state:Closed");
  await page.locator(".in-hand").waitFor({ state: "detached" });
  assertEquals(browser.complaints, []);
});
