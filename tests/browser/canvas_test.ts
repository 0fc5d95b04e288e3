/**
 * The canvas of machines in a real browser, mounted alone as another application would.
 */
import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import type { LayoutBox, State, StateMachineDefinition } from "@loom/protocol";
import { HAS_BROWSER, openBrowser } from "./browser.ts";
import type { CanvasPage } from "./canvas_entry.tsx";
import { serveCanvasPage } from "./canvas_page.ts";

const DOOR = machine([
  { name: "Closed", transitions: [{ event: "open", nextState: "Open" }] },
  { name: "Open", transitions: [{ event: "close", nextState: "Closed" }] },
  {
    name: "Works",
    states: [{ name: "Idle", transitions: [{ event: "run", nextState: "Busy" }] }, { name: "Busy" }],
  },
]);
const PLACES: Record<string, LayoutBox> = {
  Closed: { x: 100, y: 100, width: 160, height: 60 },
  Open: { x: 400, y: 100, width: 160, height: 60 },
  Works: { x: 100, y: 260, width: 300, height: 300 },
  Idle: { x: 140, y: 320, width: 160, height: 60 },
  Busy: { x: 140, y: 460, width: 160, height: 60 },
};

function machine(states: State[]): StateMachineDefinition {
  return {
    settings: { namespace: "Home", name: "Door", asynchronous: false },
    events: [{ name: "Hand", events: [{ id: "open" }, { id: "close" }, { id: "run" }] }],
    state: { name: "Root", states },
  };
}

/** A page with the canvas, and the ways to look at it. */
interface Bench {
  readonly page: Page;
  /** The place in the window of a place in the world. */
  at(x: number, y: number): Promise<{ x: number; y: number }>;
  /** The place in the window of the middle of a state. */
  middle(name: string): Promise<{ x: number; y: number }>;
  definition(): Promise<StateMachineDefinition>;
  places(): Promise<Record<string, LayoutBox>>;
  drag(from: { x: number; y: number }, to: { x: number; y: number }): Promise<void>;
  stateNames(): Promise<string[]>;
}

function canvasTest(name: string, fn: (bench: Bench) => Promise<void>, options: object = {}): void {
  Deno.test({
    name,
    ignore: !HAS_BROWSER,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      await using served = await serveCanvasPage();
      await using browser = await openBrowser();
      const page = await browser.page({ viewport: { width: 1000, height: 760 }, ...options });
      page.setDefaultTimeout(8000);
      await page.goto(served.address);
      await page.waitForFunction(() => "canvas" in globalThis);
      await fn(benchOf(page));
      assertEquals(browser.complaints, []);
    },
  });
}

declare const canvas: CanvasPage;

function benchOf(page: Page): Bench {
  const at = async (x: number, y: number) => {
    const frame = await page.locator(".slc-world").evaluate((world: Element) => {
      const matrix = (world as SVGGElement).getScreenCTM();
      return matrix && { x: matrix.e, y: matrix.f, scale: matrix.a };
    }) ?? { x: 0, y: 0, scale: 1 };
    return { x: x * frame.scale + frame.x, y: y * frame.scale + frame.y };
  };
  return {
    page,
    at,
    async middle(name) {
      const box = await page.locator(`.slc-world [data-state="${name}"] .slc-node-box`).first().boundingBox();
      assert(box, `no box of ${name}`);
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    },
    definition: () => page.evaluate(() => canvas.definition()),
    places: () => page.evaluate(() => canvas.places() as Record<string, LayoutBox>),
    async drag(from, to) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
      await page.mouse.move(to.x, to.y, { steps: 3 });
      await page.mouse.up();
    },
    stateNames: () =>
      page.evaluate(() => {
        const names: string[] = [];
        const visit = (state: { name: string; states?: { name: string }[] }) => {
          names.push(state.name);
          for (const inner of state.states ?? []) visit(inner);
        };
        visit(canvas.definition().state);
        return names;
      }),
  };
}

async function edit({ page }: Bench, def = DOOR, places: Record<string, LayoutBox> = PLACES): Promise<void> {
  // As a text: the type of a definition is too deep for the driver's.
  await page.evaluate((text: string) => {
    const { def, places } = JSON.parse(text);
    canvas.edit(def, places);
  }, JSON.stringify({ def, places }));
  await page.locator('.slc-world [data-state="Closed"]').first().waitFor();
  // Framed: the next frame would move what a test aims at.
  await page.waitForFunction(() =>
    document.querySelector(".slc-world")?.getAttribute("transform") !== "translate(0 0) scale(1)"
  );
}

canvasTest(
  "a drag moves a state under the pointer, its lines follow, and one undo takes it back",
  async (bench) => {
    const { page, middle, drag, places } = bench;
    await edit(bench);
    const from = await middle("Open");
    const to = { x: from.x + 90, y: from.y + 120 };
    await drag(from, to);
    const after = await middle("Open");
    assert(
      Math.hypot(after.x - to.x, after.y - to.y) < 8,
      `${JSON.stringify(after)} is not ${JSON.stringify(to)}`,
    );
    const moved = await places();
    assert(moved.Open && moved.Open.y > 200);
    await page.keyboard.press("Control+z");
    const back = await middle("Open");
    assert(Math.hypot(back.x - from.x, back.y - from.y) < 2);
    await page.keyboard.press("Control+Shift+Z");
    assertEquals((await places()).Open, moved.Open);
  },
);

canvasTest(
  "a container moves with what is inside, and grows for what is moved beyond its border",
  async (bench) => {
    const { at, middle, drag, places } = bench;
    await edit(bench);
    const busy = await middle("Busy");
    await drag(await at(180, 275), await at(230, 295));
    const after = await middle("Busy");
    assert(after.x > busy.x && after.y > busy.y);
    const before = (await places()).Works;
    await drag(await middle("Idle"), { x: (await middle("Idle")).x + 260, y: (await middle("Idle")).y });
    const grown = (await places()).Works;
    assert(before && grown && grown.width > before.width);
  },
);

canvasTest(
  "a marquee takes several states in hand, which move as one step and are removed together",
  async (bench) => {
    const { page, at, middle, drag, places, stateNames } = bench;
    await edit(bench);
    await drag(await at(60, 60), await at(600, 200));
    assertEquals(await page.locator(".slc-outline--selected").count(), 2);
    await page.locator(".slc-outline--frame").waitFor({ state: "attached" });
    const before = await places();
    await drag(await middle("Open"), { x: (await middle("Open")).x, y: (await middle("Open")).y - 60 });
    const after = await places();
    assertEquals(before.Closed!.y - after.Closed!.y, before.Open!.y - after.Open!.y);
    await page.keyboard.press("Control+z");
    assertEquals((await places()).Closed, before.Closed);
    await page.keyboard.press("Delete");
    assertEquals(await stateNames(), ["Root", "Works", "Idle", "Busy"]);
    await page.keyboard.press("Control+z");
    assertEquals((await stateNames()).length, 6);
  },
);

canvasTest(
  "a drag from a handle draws a transition, to itself too, and makes a state where there is none",
  async (bench) => {
    const { page, at, drag, definition } = bench;
    await edit(bench);
    const handle = async (x: number, y: number) => {
      const place = await at(x, y);
      await page.mouse.move(place.x, place.y - 8);
      await page.locator(".slc-handle").first().waitFor({ state: "attached" });
      return place;
    };
    await drag(await handle(480, 160), await at(200, 350));
    const dialog = page.getByRole("dialog", { name: "Transition from Open" });
    const [panel, pane] = [await dialog.boundingBox(), await page.locator(".slc-pane").boundingBox()];
    assert(
      panel && pane && panel.x >= pane.x && panel.y >= pane.y &&
        panel.y + panel.height <= pane.y + pane.height,
    );
    await dialog.getByRole("option", { name: "run" }).click();
    await dialog.waitFor({ state: "detached" });
    assertEquals((await definition()).state.states?.[1]?.transitions?.at(-1), {
      event: "run",
      nextState: "Idle",
    });
    await drag(await handle(480, 160), await at(480, 130));
    await page.getByRole("combobox", { name: "Event" }).fill("knock");
    await page.getByRole("textbox", { name: "Guard" }).fill("loud");
    await page.keyboard.press("Enter");
    const open = (await definition()).state.states?.[1];
    assertEquals(open?.transitions?.at(-1), { event: "knock", nextState: "Open", condition: "loud" });
    assert((await definition()).events?.some(({ events }) => events?.some(({ id }) => id === "knock")));
    await drag(await handle(480, 160), await at(600, 330));
    await page.getByRole("textbox", { name: /^Name of/ }).fill("Ajar");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Transition from Open" }).getByRole("option", {
      name: "open",
      exact: true,
    }).click();
    assertEquals((await definition()).state.states?.at(-1), { name: "Ajar" });
    assertEquals((await definition()).state.states?.[1]?.transitions?.at(-1)?.nextState, "Ajar");
  },
);

canvasTest("a double click adds a state at the pressed place and level, named in place", async (bench) => {
  const { page, at, middle, definition } = bench;
  await edit(bench);
  const place = await at(700, 500);
  await page.mouse.dblclick(place.x, place.y);
  await page.getByRole("textbox", { name: /^Name of/ }).fill("Locked");
  await page.keyboard.press("Enter");
  await page.locator('.slc-world [data-state="Locked"]').first().waitFor();
  const there = await middle("Locked");
  assert(Math.hypot(there.x - place.x, there.y - place.y) < 12);
  const inside = await at(350, 530);
  await page.mouse.dblclick(inside.x, inside.y);
  await page.getByRole("textbox", { name: /^Name of/ }).fill("Paused");
  await page.keyboard.press("Enter");
  const works = (await definition()).state.states?.find(({ name }) => name === "Works");
  assertEquals(works?.states?.map(({ name }) => name), ["Idle", "Busy", "Paused"]);
});

canvasTest(
  "a state keeps its place and its transitions when it is renamed, and a taken name is refused in a sentence",
  async (bench) => {
    const { page, middle, definition } = bench;
    await edit(bench);
    const before = await middle("Open");
    await page.mouse.click(before.x, before.y);
    await page.keyboard.press("F2");
    const field = page.getByRole("textbox", { name: "Name of Open" });
    await field.fill("Closed");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").filter({ hasText: "Closed" }).waitFor();
    // Keys in a field are the field's.
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await page.keyboard.type("Ajar");
    await page.keyboard.press("Enter");
    assertEquals(await middle("Ajar"), before);
    assertEquals((await definition()).state.states?.[0]?.transitions?.[0]?.nextState, "Ajar");
    await page.locator('[role=treeitem][aria-selected="true"]').filter({ hasText: "Ajar" }).waitFor({
      state: "attached",
    });
    await page.keyboard.press("Control+z");
    assertEquals((await definition()).state.states?.[1]?.name, "Open");
  },
);
