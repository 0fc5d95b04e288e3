/** What goes wrong under a page that edits: nothing that was typed is lost, the page says what is going on, and goes on by itself. */
import { documentSource } from "@loom/bridge/document";
import { serveDesigner } from "@loom/designer/server";
import { assertEquals, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { loom, TempFolder } from "../../cli/testing/loom.ts";
import { HAS_BROWSER, openBrowser } from "./browser.ts";
import { browserTest, DOCUMENTS, open, run, saved, serve } from "./workspace.ts";
import { startAgain } from "../hub/run_hub.ts";

const DOOR = "door.smdf.json";

async function describe(page: Page, text: string): Promise<void> {
  const field = page.getByLabel("Description", { exact: true });
  await field.fill(text);
  await field.press("Control+Enter");
}

/** Stops the server of a page, edits a state there, removes the state from the file, and starts the server again. */
async function removedMeanwhile(folder: TempFolder, page: Page) {
  const first = await serve(folder);
  await open(page, `${first.pageOf(DOOR)}&focus=state:Open`);
  await saved(page);
  await first[Symbol.asyncDispose]();
  await page.locator('[data-status="offline"]').waitFor();
  await describe(page, "Wide open.");
  await page.locator(".save-state").filter({ hasText: "1 change kept" }).waitFor();
  const { state, ...rest } = DOCUMENTS[DOOR];
  const without = { ...rest, state: { ...state, states: [{ name: "Closed" }] } };
  await Deno.writeTextFile(folder.at(DOOR), JSON.stringify(without, null, 2) + "\n");
  const [hub = "", web = ""] = [first.hub, first.web].map((url) => new URL(url).port);
  return await serve(folder, { hub, web });
}

browserTest(
  "what others removed while it was changed here is compared, and kept as the person wants it",
  async () => {
    await using folder = await TempFolder.make();
    await using browser = await openBrowser();
    const page = await browser.page();
    await using _served = await removedMeanwhile(folder, page);
    const choice = page.getByRole("alert").filter({ hasText: "Keep mine" });
    await choice.getByText(/^The state "Open" was removed meanwhile/).waitFor();
    await page.locator('[data-status="changed"]').waitFor();
    await choice.getByRole("button", { name: "See the difference" }).click();
    const lines = choice.getByRole("list", { name: "What keeping yours would change" }).getByRole("listitem");
    await lines.filter({ hasText: "Open" }).first().waitFor();
    await choice.getByRole("button", { name: "Keep mine" }).click();
    await choice.waitFor({ state: "detached" });
    await saved(page);
    const text = await Deno.readTextFile(folder.at(DOOR));
    assertStringIncludes(text, "Wide open.");
  },
);

browserTest("what others removed while it was changed here goes when the person takes theirs", async () => {
  await using folder = await TempFolder.make();
  await using browser = await openBrowser();
  const page = await browser.page();
  await using _served = await removedMeanwhile(folder, page);
  await page.getByRole("button", { name: "Take theirs" }).click();
  await page.locator('.outline [data-key="state:Open"]').waitFor({ state: "detached" });
  await saved(page);
  assertEquals((await Deno.readTextFile(folder.at(DOOR))).includes("Wide open."), false);
});

browserTest(
  "a hub that is killed alone, and then the server alone, lose nothing that was typed",
  async () => {
    await using folder = await TempFolder.make();
    const doc = await Deno.realPath(await folder.write(DOOR, DOCUMENTS[DOOR]));
    const hubAt = (port: number) => startAgain({ documents: documentSource(), port });
    let hub = await hubAt(0);
    const webAt = (port: number) => serveDesigner({ doc, roots: [folder.path], port, hubUrl: hub.url });
    let web = await webAt(0);
    await using browser = await openBrowser();
    const page = await browser.page();
    try {
      await open(page, web.url);
      await saved(page);
      await hub.close();
      await page.locator('[data-status="offline"]').waitFor();
      await run(page, "add state", { name: "WithoutHub" });
      hub = await hubAt(hub.port);
      await saved(page);
      assertStringIncludes(await Deno.readTextFile(doc), "WithoutHub");
      await web.close();
      await run(page, "add state", { name: "WithoutServer" });
      await page.locator('[data-status="unsaved"]').waitFor();
      await page.locator(".save-state button").first().click();
      await page.getByText("The server of the page cannot be reached").waitFor();
      web = await webAt(web.port);
      await saved(page);
      assertStringIncludes(await Deno.readTextFile(doc), "WithoutServer");
    } finally {
      await Promise.all([hub.close(), web.close()]);
    }
  },
);

browserTest(
  "a tab that was left for an hour, offline, saves what was typed in it when its server is back",
  async () => {
    await using folder = await TempFolder.make();
    const first = await serve(folder);
    await using browser = await openBrowser();
    const page = await browser.page();
    await page.clock.install();
    await open(page, first.pageOf(DOOR));
    await saved(page);
    await first[Symbol.asyncDispose]();
    await page.locator('[data-status="offline"]').waitFor();
    await run(page, "add state", { name: "Typed" });
    await page.clock.fastForward("01:00:00");
    const [hub = "", web = ""] = [first.hub, first.web].map((url) => new URL(url).port);
    await using _second = await serve(folder, { hub, web });
    // Browsers slow down the timers of a tab in the background: the next try is at most some seconds away.
    await page.clock.fastForward("00:30");
    await saved(page);
    assertStringIncludes(await Deno.readTextFile(folder.at(DOOR)), "Typed");
  },
);

/** A file system of its own with little room; `undefined` where this process may not mount one. */
async function smallDisk(): Promise<string | undefined> {
  const at = await Deno.makeTempDir();
  const { success } = await new Deno.Command("mount", {
    args: ["-t", "tmpfs", "-o", "size=256k", "tmpfs", at],
    stderr: "null",
  }).output().catch(() => ({ success: false }));
  if (success) return at;
  await Deno.remove(at);
  return undefined;
}

const disk = HAS_BROWSER ? await smallDisk() : undefined;
if (disk === undefined) console.log("A full disk is not tested: only root may mount a small one.");

Deno.test({
  name:
    "a disk that is full keeps file and edits, in a page and at a shell, and takes them when there is room",
  ignore: disk === undefined,
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    const folder = disk ?? "";
    const doc = `${folder}/${DOOR}`;
    try {
      await Deno.writeTextFile(doc, JSON.stringify(DOCUMENTS[DOOR], null, 2));
      await using web = await serveDesigner({ doc, roots: [folder], port: 0 }).then((server) => ({
        url: server.url,
        [Symbol.asyncDispose]: () => server.close(),
      }));
      await using browser = await openBrowser();
      const page = await browser.page();
      await open(page, `${web.url}/?focus=state:Open`);
      await fill(`${folder}/filler`);
      const before = await Deno.readTextFile(doc);
      const text = "Full. ".repeat(2_000);
      await describe(page, text);
      await page.locator('[data-status="unsaved"]').waitFor();
      await page.locator(".save-state button").first().click();
      await page.getByText(/^The disk is full and .* is as it was: make room and try again\.$/).waitFor();
      const { code, err } = await loom(["--doc", doc, "add-state", "Ajar"]);
      assertEquals([code, err.includes("The disk is full")], [4, true], err);
      assertEquals(await Deno.readTextFile(doc), before);
      assertEquals(await page.getByLabel("Description", { exact: true }).inputValue(), text);
      await Deno.remove(`${folder}/filler`);
      await saved(page);
      const ajar = await loom(["--doc", doc, "add-state", "Ajar"]);
      assertEquals(ajar.code, 0, ajar.err);
      const after = await Deno.readTextFile(doc);
      assertStringIncludes(after, text.trim());
      assertStringIncludes(after, '"Ajar"');
    } finally {
      await new Deno.Command("umount", { args: [folder] }).output();
      await Deno.remove(folder);
    }
  },
});

/** Writes until no room is left. */
async function fill(path: string): Promise<void> {
  using file = await Deno.open(path, { write: true, create: true });
  const bytes = new Uint8Array(4096);
  try {
    while (true) await file.write(bytes);
  } catch {
    // The disk is full.
  }
}

browserTest(
  "a page whose server has another script loads again, once nothing is being typed or could be undone",
  async () => {
    await using folder = await TempFolder.make();
    await using served = await serve(folder);
    await using browser = await openBrowser();
    const page = await browser.page();
    let script = "one";
    await page.route("**/api/watch*", (route) =>
      route.fulfill({
        contentType: "text/event-stream",
        body: `retry: 100\nevent: hello\ndata: ${JSON.stringify({ path: "", mtime: 0, script })}\n\n`,
      }));
    await open(page, served.pageOf("door.smdf.json"));
    await page.evaluate(() => Object.assign(globalThis, { isOld: true }));
    const isOld = () => page.evaluate(() => "isOld" in globalThis);
    const field = page.locator(".outline input").first();
    await field.fill("Cl");
    const again = page.waitForResponse("**/api/watch*");
    script = "two";
    await again;
    await page.waitForTimeout(1_500);
    assertEquals([await isOld(), await field.inputValue()], [true, "Cl"]);
    await field.blur();
    await page.waitForFunction(() => !("isOld" in globalThis));
    await page.locator("[data-ready]").waitFor();
    // A reload would end the undo history: the person decides when.
    await page.evaluate(() => Object.assign(globalThis, { isOld: true }));
    await run(page, "add state", { name: "Ajar" });
    await saved(page);
    script = "three";
    const update = page.getByRole("button", { name: "Update page" });
    await update.waitFor();
    await page.waitForTimeout(1_500);
    assertEquals(await isOld(), true);
    await page.keyboard.press("Control+z");
    await page.locator('.outline [data-key="state:Ajar"]').waitFor({ state: "detached" });
    await update.click();
    await page.waitForFunction(() => !("isOld" in globalThis));
    await page.locator("[data-ready]").waitFor();
    // A run would end, too; the page loads again when it is left.
    await page.getByRole("tab", { name: "Run" }).click();
    await page.getByRole("region", { name: "Run" }).getByRole("button", { name: "open", exact: true })
      .click();
    await page.evaluate(() => Object.assign(globalThis, { isOld: true }));
    script = "four";
    await update.waitFor();
    await page.waitForTimeout(1_500);
    assertEquals(await isOld(), true);
    await page.getByRole("tab", { name: "Design" }).click();
    await page.waitForFunction(() => !("isOld" in globalThis));
  },
);

browserTest("a document that could not be read is shown once it was mended", async () => {
  await using folder = await TempFolder.make();
  await using served = await serve(folder);
  await using browser = await openBrowser();
  const page = await browser.page();
  const whole = await Deno.readTextFile(folder.at("door.smdf.json"));
  const broken = whole.slice(0, 40);
  await Deno.writeTextFile(folder.at("door.smdf.json"), broken);
  await page.goto(served.pageOf("door.smdf.json"));
  await page.getByRole("heading", { name: "This cannot be shown" }).waitFor();
  assertEquals(await Deno.readTextFile(folder.at("door.smdf.json")), broken);
  await Deno.writeTextFile(folder.at("door.smdf.json"), whole);
  await page.getByRole("link", { name: "Try again" }).click();
  await page.locator("[data-ready]").waitFor();
});
