/**
 * A workspace in a real browser, over real files, for tests.
 *
 * @module
 */
import { assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { runLoom } from "../../cli/run_loom.ts";
import type { TempFolder } from "../../cli/testing/loom.ts";
import { memoryIo } from "../../cli/testing/memory_io.ts";
import { HAS_BROWSER } from "./browser.ts";

export const DOCUMENTS = {
  "door.smdf.json": {
    settings: { namespace: "Home", name: "Door", asynchronous: false },
    events: [{ name: "Hand", events: [{ id: "open" }] }],
    state: {
      name: "Root",
      states: [{ name: "Closed", transitions: [{ event: "open", nextState: "Open" }] }, { name: "Open" }],
    },
  },
  "shop.erdf.json": {
    settings: { namespace: "Shop", name: "Shop" },
    entities: [{ name: "Order", attributes: [{ name: "id", type: "int", key: "pk" }] }],
    relationships: [],
  },
  "come_in.sqdf.json": {
    settings: { namespace: "Home", name: "Come in" },
    participants: [{ name: "Guest" }, { name: "Door" }],
    messages: [{ from: "Guest", to: "Door", label: "opens", event: "open" }],
  },
  "home.sysdf.json": { settings: { namespace: "Home", name: "Home" }, members: [], actors: [] },
};

/** Pages that are served. */
export interface Served extends AsyncDisposable {
  readonly hub: string;
  readonly web: string;
  readonly pageOf: (name: string) => string;
}

/**
 * Serves pages over a folder with a document of each kind.
 *
 * @param again The ports of an earlier server, which is started again over the documents as they are.
 */
export async function serve(
  folder: TempFolder,
  again?: { readonly hub: string; readonly web: string },
  env: Readonly<Record<string, string>> = {},
): Promise<Served> {
  for (const [name, content] of again === undefined ? Object.entries(DOCUMENTS) : []) {
    await Deno.writeTextFile(folder.at(name), JSON.stringify(content, null, 2) + "\n");
  }
  const io = memoryIo({ env });
  const running = runLoom(
    [
      "serve",
      folder.at("door.smdf.json"),
      "--port",
      again?.hub ?? "0",
      "--web-port",
      again?.web ?? "0",
      "--web",
    ],
    io,
  );
  await io.said("out", "\n", 2);
  const [hub = "", web = ""] = io.out().trim().split("\n");
  return {
    hub,
    web,
    pageOf: (name: string) => `${web}/?edit=1&doc=${encodeURIComponent(folder.at(name))}`,
    async [Symbol.asyncDispose]() {
      io.interrupt();
      await running;
    },
  };
}

/** A test in a browser, where there is one. */
export function browserTest(name: string, fn: () => Promise<void>): void {
  // The browser's driver keeps what it opened until the process ends.
  Deno.test({ name, ignore: !HAS_BROWSER, fn, sanitizeOps: false, sanitizeResources: false });
}

/** Opens a page and waits until it can be used. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator("[data-ready]").waitFor();
}

/** The words of a field's label: `nextState` is `next State`, whatever the case. */
export function words(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter}`);
}

/** Finds a command by its name, fills in its form and sends it. */
export async function run(
  page: Page,
  command: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search and commands" }).fill(command);
  await page.keyboard.press("Enter");
  const form = page.locator("form.command");
  for (const [name, value] of Object.entries(values)) {
    const field = form.getByLabel(new RegExp(`^${words(name)}( \\*)?$`, "i"));
    if (await field.evaluate((one: Element) => one.tagName) === "SELECT") await field.selectOption(value);
    else await field.fill(value);
  }
  await form.locator("button[type=submit]").click();
}

/** Waits until all edits of a page are in the file. */
export async function saved(page: Page): Promise<void> {
  await page.locator('[data-status="saved"]').waitFor();
}

/** Waits until a file holds a text. */
export async function holds(page: Page, read: () => Promise<string>, text: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if ((await read().catch(() => "")).includes(text)) return;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  assertStringIncludes(await read(), text);
}

/** Pastes a text into the board. */
export async function pasteInto(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((copied: string) => navigator.clipboard.writeText(copied), text);
  await page.locator(".slc-pane").focus();
  await page.keyboard.press("Control+v");
}
