/**
 * `useLoomBridge` in pages of React and of Preact, in a real browser, at a real hub.
 */
import { documentSource } from "@loom/bridge/document";
import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { TempFolder } from "../../cli/testing/loom.ts";
import { ROOT, TEST_LOCK } from "../../scripts/repository.ts";
import { readImports } from "../dependency_rule/imports.ts";
import { waysTo } from "../dependency_rule/rule.ts";
import { DOOR, startAgain } from "../hub/run_hub.ts";
import { HAS_BROWSER, openBrowser } from "./browser.ts";

/** Bundles a page; React as its development build, since only that mounts twice in `StrictMode`. */
async function bundled(entry: string, folder: TempFolder): Promise<string> {
  const path = folder.at("page.js");
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["bundle", TEST_LOCK, "--quiet", "--platform", "browser", "--output", path, entry],
    cwd: ROOT,
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return await Deno.readTextFile(path);
}

const PAGE = `<!doctype html><meta charset="utf-8"><title>Door</title><link rel="icon" href="data:,">
<div id="root"></div><script type="module" src="/page.js"></script>`;

/** A hub with a document, and a server of pages. */
async function setUp(entry: string) {
  const folder = await TempFolder.make();
  const docId = folder.at("door.smdf.json");
  await Deno.writeTextFile(docId, JSON.stringify(DOOR));
  const script = await bundled(entry, folder);
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request) =>
      new URL(request.url).pathname === "/page.js"
        ? new Response(script, { headers: { "content-type": "text/javascript" } })
        : new Response(PAGE, { headers: { "content-type": "text/html" } }),
  );
  const start = (port: number) => startAgain({ port, documents: documentSource() });
  let hub = await start(0);
  const web = `http://127.0.0.1:${server.addr.port}`;
  return {
    address: (name: string) => `${web}/?${new URLSearchParams({ hub: hub.url, doc: docId, name })}`,
    stopHub: () => hub.close(),
    async startHub() {
      hub = await start(Number(new URL(hub.url).port));
    },
    async [Symbol.asyncDispose]() {
      await hub.close();
      await server.shutdown();
      await folder[Symbol.asyncDispose]();
    },
  };
}

const shows = (page: Page, id: string, text: string) =>
  page.waitForFunction(
    ([id, text]: readonly string[]) => document.querySelector(`#${id}`)?.textContent === text,
    [id, text],
  );
const press = (page: Page, name: string) => page.getByRole("button", { name }).click();
const is = (page: Page, status: string, sync: string) =>
  page.locator(`main[data-status="${status}"][data-sync="${sync}"]`).waitFor();

for (
  const [library, entry] of [
    ["React", "tests/browser/react_page.ts"],
    ["Preact", "tests/browser/preact_page.tsx"],
  ] as const
) {
  Deno.test({
    name: `useLoomBridge() of ${library} lets two pages edit together, leave, and come back after the hub`,
    ignore: !HAS_BROWSER,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      await using studio = await setUp(entry);
      await using browser = await openBrowser();
      const [ann, bob] = [await browser.page(), await browser.page()];
      await ann.goto(studio.address("Ann"));
      await bob.goto(studio.address("Bob"));
      for (const page of [ann, bob]) {
        await is(page, "connected", "synced");
        // `StrictMode` of React mounts twice: each page is there once.
        await shows(page, "people", "Ann,Bob");
        await shows(page, "states", "Open,Closed");
        await shows(page, "fit", "1");
      }
      await press(ann, "Add");
      await shows(bob, "states", "Open,Closed,Ann1");
      await press(bob, "Add");
      await shows(ann, "states", "Open,Closed,Ann1,Bob1");
      await press(ann, "Undo");
      await shows(bob, "states", "Open,Closed,Bob1");
      await press(ann, "Enter");
      await shows(bob, "active", "Open");
      // A component that goes leaves, and the same component joins again.
      await press(ann, "Toggle");
      await shows(bob, "people", "Bob");
      await press(ann, "Toggle");
      await shows(bob, "people", "Ann,Bob");
      await press(bob, "Leave");
      await is(bob, "disconnected", "offline");
      await press(bob, "Add");
      await shows(bob, "states", "Open,Closed,Bob1,Bob2");
      await press(bob, "Return");
      await is(bob, "connected", "synced");
      await shows(ann, "states", "Open,Closed,Bob1,Bob2");
      assertEquals(browser.complaints.filter((one) => !one.includes("React DevTools")), []);
      await studio.stopHub();
      for (const page of [ann, bob]) await page.locator('main:not([data-status="connected"])').waitFor();
      await press(ann, "Add");
      await studio.startHub();
      for (const page of [ann, bob]) {
        await is(page, "connected", "synced");
        // Unsaved changes come back in the order in which their makers do.
        await page.waitForFunction(() =>
          document.querySelector("#states")?.textContent?.split(",").toSorted().join() ===
            "Ann2,Bob1,Bob2,Closed,Open"
        );
      }
    },
  });
}

Deno.test("useLoomBridge() of React reaches no Preact, and the session's core neither", async () => {
  const imports = await readImports(ROOT, ["protocol", "engine", "hub", "designer"]);
  const ways = waysTo(
    imports,
    ["designer/react/mod.ts", "designer/session/core.ts"],
    ({ specifier }) => specifier.startsWith("preact"),
  );
  assertEquals(ways, []);
});
