/**
 * The canvas of machines in its page, over real files: edits are in the document, movements in the file of the arrangement, and one
 * undo knows both.
 */
import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { runLoom } from "../../cli/run_loom.ts";
import { TempFolder } from "../../cli/testing/loom.ts";
import { memoryIo } from "../../cli/testing/memory_io.ts";
import { HAS_BROWSER, openBrowser } from "./browser.ts";

const DOOR = {
  settings: { namespace: "Home", name: "Door", asynchronous: false },
  events: [{ name: "Hand", events: [{ id: "open" }] }],
  state: {
    name: "Root",
    states: [{ name: "Closed", transitions: [{ event: "open", nextState: "Open" }] }, { name: "Open" }],
  },
};

async function withPage(fn: (page: Page, folder: TempFolder) => Promise<void>): Promise<void> {
  await using folder = await TempFolder.make();
  await Deno.writeTextFile(folder.at("door.smdf.json"), JSON.stringify(DOOR, null, 2) + "\n");
  const io = memoryIo();
  const running = runLoom(
    ["serve", folder.at("door.smdf.json"), "--port", "0", "--web-port", "0", "--web"],
    io,
  );
  await io.said("out", "\n", 2);
  const [, web = ""] = io.out().trim().split("\n");
  try {
    await using browser = await openBrowser();
    const page = await browser.page({ viewport: { width: 1400, height: 900 }, reducedMotion: "reduce" });
    await page.goto(`${web}/?edit=1&doc=${encodeURIComponent(folder.at("door.smdf.json"))}`);
    await page.locator(".slc-pane[data-framed][data-settled]").waitFor();
    await fn(page, folder);
    assertEquals(browser.complaints, []);
  } finally {
    io.interrupt();
    await running;
  }
}

async function middle(page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = await page.locator(`.slc-world [data-state="${name}"] .slc-node-box`).first().boundingBox();
  assert(box);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** What a file comes to hold: it is read again after every change in its folder. */
async function heldBy<Value>(
  folder: TempFolder,
  name: string,
  test: (value: Value) => boolean,
): Promise<Value> {
  using changes = Deno.watchFs(folder.path);
  const read = async (): Promise<Value | undefined> => {
    try {
      return JSON.parse(await Deno.readTextFile(folder.at(name)));
    } catch {
      return undefined;
    }
  };
  let value = await read();
  if (value !== undefined && test(value)) return value;
  for await (const _ of changes) {
    value = await read();
    if (value !== undefined && test(value)) return value;
  }
  throw new Error(`${name} is watched no more.`);
}

interface Layout {
  readonly places: Readonly<Record<string, { readonly x: number; readonly y: number }>>;
}

const LAYOUT = "door.smdf.layout.json";

Deno.test({
  name: "movements are kept beside the document, come back after a reload, and are undone between edits",
  ignore: !HAS_BROWSER,
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    withPage(async (page, folder) => {
      const from = await middle(page, "Open");
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x + 150, from.y + 40, { steps: 5 });
      await page.mouse.up();
      const there = await middle(page, "Open");
      assert(there.x > from.x + 100);
      const isWhole = ({ places }: Layout) => places.Open !== undefined && places.Closed !== undefined;
      const { places } = await heldBy(folder, LAYOUT, isWhole);
      const moved = places.Open?.x ?? 0;
      await page.keyboard.press("a");
      await page.getByRole("textbox", { name: /^Name of/ }).fill("Ajar");
      await page.keyboard.press("Enter");
      await page.locator('.slc-world [data-state="Ajar"]').first().waitFor({ state: "attached" });
      // Rename, add, then the movement.
      for (let step = 0; step < 3; step++) await page.keyboard.press("Control+z");
      await heldBy<Layout>(
        folder,
        LAYOUT,
        (now) => now.places.Open !== undefined && now.places.Open.x < moved,
      );
      const back = await middle(page, "Open");
      assert(Math.hypot(back.x - from.x, back.y - from.y) < 2);
      await heldBy<typeof DOOR>(folder, "door.smdf.json", ({ state }) => state.states.length === 2);
      await page.keyboard.press("Control+y");
      await heldBy<Layout>(folder, LAYOUT, (now) => now.places.Open?.x === moved);
      await page.reload();
      await page.locator(".slc-pane[data-framed][data-settled]").waitFor();
      const [closed, open] = [await middle(page, "Closed"), await middle(page, "Open")];
      assert(Math.abs(open.x - closed.x) > 100, "the place has come back");
    }),
});

Deno.test({
  name: "a state that is added to a drawing without places stands where the hand is, and nothing else moves",
  ignore: !HAS_BROWSER,
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    withPage(async (page, folder) => {
      const places = async (...names: string[]) => await Promise.all(names.map((name) => middle(page, name)));
      const before = await places("Closed", "Open");
      const hand = { x: (before[0]?.x ?? 0) - 250, y: (before[0]?.y ?? 0) + 90 };
      await page.mouse.dblclick(hand.x, hand.y);
      await page.getByRole("textbox", { name: /^Name of/ }).fill("Ajar");
      await page.keyboard.press("Enter");
      await page.locator('.slc-world [data-state="Ajar"]').first().waitFor({ state: "attached" });
      const isNamed = ({ places }: Layout) => places.Ajar !== undefined && places.Open !== undefined;
      const { places: kept } = await heldBy(folder, LAYOUT, isNamed);
      assertEquals(Object.keys(kept).sort(), ["Ajar", "Closed", "Open"]);
      for (const [at, place] of (await places("Closed", "Open", "Ajar")).entries()) {
        const wanted = before[at] ?? hand;
        assert(Math.hypot(place.x - wanted.x, place.y - wanted.y) < 2, `element ${at} jumped`);
      }
    }),
});

Deno.test({
  name: "a state that is dropped on another stays where it is dropped, and one undo brings it back",
  ignore: !HAS_BROWSER,
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    withPage(async (page, folder) => {
      const [closed, open] = [await middle(page, "Closed"), await middle(page, "Open")];
      const drop = { x: open.x + 30, y: open.y };
      await page.mouse.move(closed.x, closed.y);
      await page.mouse.down();
      await page.mouse.move(drop.x, drop.y, { steps: 5 });
      await page.mouse.up();
      const isInside = ({ state }: typeof DOOR) => state.states.length === 1;
      await heldBy(folder, "door.smdf.json", isInside);
      const there = await middle(page, "Closed");
      assert(Math.hypot(there.x - drop.x, there.y - drop.y) < 2);
      await page.keyboard.press("Control+z");
      await heldBy<typeof DOOR>(folder, "door.smdf.json", ({ state }) => state.states.length === 2);
      const kept = await heldBy<Layout>(folder, LAYOUT, ({ places }) => places.Closed !== undefined);
      assert((kept.places.Closed?.y ?? 0) < (kept.places.Open?.y ?? 0));
      const back = await middle(page, "Closed");
      assert(Math.hypot(back.x - closed.x, back.y - closed.y) < 2);
    }),
});

Deno.test({
  name: "the server arranges a board; while it cannot, nothing moves and the page says why",
  ignore: !HAS_BROWSER,
  sanitizeOps: false,
  sanitizeResources: false,
  fn: () =>
    withPage(async (page, folder) => {
      const first = await middle(page, "Open");
      const arrange = async () => {
        await page.mouse.click(first.x - 300, first.y, { button: "right" });
        await page.getByRole("menuitem", { name: "Arrange" }).click();
      };
      const drag = async () => {
        const from = await middle(page, "Open");
        await page.mouse.move(from.x, from.y);
        await page.mouse.down();
        await page.mouse.move(from.x + 150, from.y + 40, { steps: 5 });
        await page.mouse.up();
        await heldBy<Layout>(folder, LAYOUT, ({ places }) => places.Open !== undefined);
      };
      await drag();
      const answered = page.waitForResponse((response) => response.url().endsWith("/api/arrangement"));
      await arrange();
      assertEquals((await answered).status(), 200);
      await page.waitForFunction(() => {
        const boxes = ["Open", "Closed"].map((name) =>
          document.querySelector(`.slc-world [data-state="${name}"] .slc-node-box`)?.getBoundingClientRect()
        );
        return boxes[0] && boxes[1] && Math.abs(boxes[0].x - boxes[1].x) < 2;
      });
      const apart = async () => {
        const [open, closed] = [await middle(page, "Open"), await middle(page, "Closed")];
        return Math.round(open.x - closed.x);
      };
      await drag();
      const [before, there] = [await apart(), await middle(page, "Open")];
      await page.route("**/api/arrangement", (route) => route.fulfill({ body: "null" }));
      await arrange();
      await page.getByText("The server does not answer, so nothing was arranged").first().waitFor();
      assertEquals([await apart() === before, before > 100], [true, true]);
      // The board is not framed again either.
      assertEquals(await middle(page, "Open"), there);
    }),
});
