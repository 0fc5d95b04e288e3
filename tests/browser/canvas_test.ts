/**
 * The canvas of machines in a real browser, mounted alone as another application would.
 */
import { assert, assertEquals } from "@std/assert";
import type { LayoutBox } from "@loom/protocol";
import { type CanvasBench, canvasTest, machine } from "./canvas_bench.ts";
import type { CanvasPage } from "./canvas_entry.tsx";

declare const canvas: CanvasPage;

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

async function edit(bench: CanvasBench): Promise<void> {
  await bench.edit(DOOR, PLACES);
  await bench.page.locator('.slc-world [data-state="Closed"]').first().waitFor();
}

canvasTest(
  "a drag moves a state under the pointer, its lines follow, and one undo takes it back",
  async (bench) => {
    const { page } = bench;
    await edit(bench);
    const from = await bench.middle("Open");
    const to = { x: from.x + 90, y: from.y + 120 };
    const lines = () =>
      page.locator(".slc-pane path[d]").evaluateAll((all) => all.map((one) => one.getAttribute("d")));
    const still = await lines();
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + 40, from.y + 60, { steps: 3 });
    // Lines follow while the state is dragged.
    await page.locator(".slc-pane--moving").waitFor();
    assert((await lines()).join() !== still.join());
    await page.mouse.move(to.x, to.y, { steps: 3 });
    await page.mouse.up();
    const after = await bench.middle("Open");
    assert(
      Math.hypot(after.x - to.x, after.y - to.y) < 8,
      `${JSON.stringify(after)} is not ${JSON.stringify(to)}`,
    );
    const moved = await bench.places();
    assert(moved.Open && moved.Open.y > 200);
    await page.keyboard.press("Control+z");
    const back = await bench.middle("Open");
    assert(Math.hypot(back.x - from.x, back.y - from.y) < 2);
    await page.keyboard.press("Control+Shift+Z");
    assertEquals((await bench.places()).Open, moved.Open);
    // So it is at any zoom.
    for (let step = 0; step < 2; step++) await page.keyboard.press("-");
    const small = await bench.middle("Open");
    const there = { x: small.x - 40, y: small.y + 30 };
    await bench.drag(small, there);
    const now = await bench.middle("Open");
    assert(Math.hypot(now.x - there.x, now.y - there.y) < 8, JSON.stringify([now, there]));
    // An arrangement is a step, too.
    const { Open: hand } = await bench.places();
    await page.locator(".slc-pane").focus();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menuitem", { name: "Arrange" }).click();
    await page.waitForFunction(() => Object.keys(canvas.places()).length === 0);
    await page.keyboard.press("Control+z");
    assertEquals((await bench.places()).Open, hand);
  },
);

canvasTest(
  "a container moves with what is inside, and grows for what is moved beyond its border",
  async (bench) => {
    await edit(bench);
    const busy = await bench.middle("Busy");
    await bench.drag(await bench.at(180, 275), await bench.at(230, 295));
    const after = await bench.middle("Busy");
    assert(after.x > busy.x && after.y > busy.y);
    const before = (await bench.places()).Works;
    await bench.drag(await bench.middle("Idle"), {
      x: (await bench.middle("Idle")).x + 260,
      y: (await bench.middle("Idle")).y,
    });
    const grown = (await bench.places()).Works;
    assert(before && grown && grown.width > before.width);
  },
);

canvasTest(
  "a marquee takes several states in hand, which move as one step and are removed together",
  async (bench) => {
    const { page } = bench;
    await edit(bench);
    await bench.drag(await bench.at(60, 60), await bench.at(600, 200));
    assertEquals(await page.locator(".slc-outline--selected").count(), 2);
    await page.locator(".slc-outline--frame").waitFor({ state: "attached" });
    await page.keyboard.down("Alt");
    await page.locator(".slc-veil").waitFor({ state: "attached" });
    await page.keyboard.up("Alt");
    await page.locator(".slc-veil").waitFor({ state: "detached" });
    const before = await bench.places();
    await bench.drag(await bench.middle("Open"), {
      x: (await bench.middle("Open")).x,
      y: (await bench.middle("Open")).y - 60,
    });
    const after = await bench.places();
    assertEquals(before.Closed!.y - after.Closed!.y, before.Open!.y - after.Open!.y);
    await page.keyboard.press("Control+z");
    assertEquals((await bench.places()).Closed, before.Closed);
    await page.keyboard.press("Delete");
    assertEquals(await bench.stateNames(), ["Root", "Works", "Idle", "Busy"]);
    await page.keyboard.press("Control+z");
    assertEquals((await bench.stateNames()).length, 6);
  },
);

canvasTest(
  "a drag from a handle draws a transition, to itself too, and makes a state where there is none",
  async (bench) => {
    const { page } = bench;
    await edit(bench);
    const handle = async (x: number, y: number) => {
      const place = await bench.at(x, y);
      await page.mouse.move(place.x, place.y - 8);
      await page.locator(".slc-handle").first().waitFor({ state: "attached" });
      return place;
    };
    await bench.drag(await handle(480, 160), await bench.at(200, 350));
    const dialog = page.getByRole("dialog", { name: "Transition from Open" });
    const [panel, pane] = [await dialog.boundingBox(), await page.locator(".slc-pane").boundingBox()];
    assert(
      panel && pane && panel.x >= pane.x && panel.y >= pane.y &&
        panel.y + panel.height <= pane.y + pane.height,
    );
    await dialog.getByRole("option", { name: "run" }).click();
    await dialog.waitFor({ state: "detached" });
    assertEquals((await bench.definition()).state.states?.[1]?.transitions?.at(-1), {
      event: "run",
      nextState: "Idle",
    });
    // Escape takes back a line that is being drawn.
    const count = (await bench.definition()).state.states?.[1]?.transitions?.length;
    const begun = await handle(480, 160);
    await page.mouse.move(begun.x, begun.y);
    await page.mouse.down();
    await page.mouse.move(begun.x - 100, begun.y + 60, { steps: 3 });
    await page.keyboard.press("Escape");
    await page.mouse.up();
    assertEquals(await dialog.count(), 0);
    assertEquals((await bench.definition()).state.states?.[1]?.transitions?.length, count);
    await bench.drag(await handle(480, 160), await bench.at(480, 130));
    await page.getByRole("combobox", { name: "Event" }).fill("knock");
    await page.getByRole("combobox", { name: "Guard" }).fill("loud");
    await page.keyboard.press("Enter");
    const open = (await bench.definition()).state.states?.[1];
    assertEquals(open?.transitions?.at(-1), { event: "knock", nextState: "Open", condition: "loud" });
    assert((await bench.definition()).events?.some(({ events }) => events?.some(({ id }) => id === "knock")));
    await bench.drag(await handle(480, 160), await bench.at(600, 330));
    await page.getByRole("textbox", { name: /^Name of/ }).fill("Ajar");
    await page.keyboard.press("Enter");
    const [below, ajar] = [await dialog.boundingBox(), await bench.middle("Ajar")];
    assert(below && Math.abs(below.x + below.width / 2 - ajar.x) < 2 && below.y > ajar.y, "it is below Ajar");
    await dialog.getByRole("option", { name: "open", exact: true }).click();
    assertEquals((await bench.definition()).state.states?.at(-1), { name: "Ajar" });
    assertEquals((await bench.definition()).state.states?.[1]?.transitions?.at(-1)?.nextState, "Ajar");
  },
);

canvasTest("a double click adds a state at the pressed place and level, named in place", async (bench) => {
  const { page } = bench;
  await edit(bench);
  const place = await bench.at(700, 500);
  await page.mouse.dblclick(place.x, place.y);
  await page.getByRole("textbox", { name: /^Name of/ }).fill("Locked");
  await page.keyboard.press("Enter");
  await page.locator('.slc-world [data-state="Locked"]').first().waitFor();
  const there = await bench.middle("Locked");
  assert(Math.hypot(there.x - place.x, there.y - place.y) < 12);
  const inside = await bench.at(350, 530);
  await page.mouse.dblclick(inside.x, inside.y);
  await page.getByRole("textbox", { name: /^Name of/ }).fill("Paused");
  await page.keyboard.press("Enter");
  const works = (await bench.definition()).state.states?.find(({ name }) => name === "Works");
  assertEquals(works?.states?.map(({ name }) => name), ["Idle", "Busy", "Paused"]);
});

canvasTest(
  "a state keeps its place and its transitions when it is renamed, and a taken name is refused in a sentence",
  async (bench) => {
    const { page } = bench;
    await edit(bench);
    const before = await bench.middle("Open");
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
    assertEquals(await bench.middle("Ajar"), before);
    assertEquals((await bench.definition()).state.states?.[0]?.transitions?.[0]?.nextState, "Ajar");
    await page.locator('[role=treeitem][aria-selected="true"]').filter({ hasText: "Ajar" }).waitFor({
      state: "attached",
    });
    await page.keyboard.press("Control+z");
    assertEquals((await bench.definition()).state.states?.[1]?.name, "Open");
    // A state that is removed takes along the transitions to it; one undo brings all back.
    await page.getByRole("treeitem", { name: "Open", exact: true }).focus();
    await page.keyboard.press("Delete");
    const { state } = await bench.definition();
    assertEquals([await bench.stateNames(), state.states?.[0]?.transitions ?? []], [
      ["Root", "Closed", "Works", "Idle", "Busy"],
      [],
    ]);
    await page.waitForFunction(() => document.activeElement?.textContent === "Closed");
    await page.keyboard.press("Control+z");
    assertEquals((await bench.definition()).state.states?.[0]?.transitions?.[0]?.nextState, "Open");
  },
);

canvasTest(
  "a state that is dropped on another goes inside, by keys too, and one undo takes it back",
  async (bench) => {
    const { page } = bench;
    await edit(bench);
    const inside = async (name: string) =>
      (await bench.definition()).state.states?.find((state) => state.name === name)?.states?.map((one) =>
        one.name
      );
    const before = await bench.middle("Open");
    const drop = await bench.at(350, 530);
    await page.mouse.move(before.x, before.y);
    await page.mouse.down();
    await page.mouse.move(drop.x, drop.y, { steps: 5 });
    await page.locator(".slc-outline--target").waitFor({ state: "attached" });
    await page.mouse.up();
    assertEquals(await inside("Works"), ["Idle", "Busy", "Open"]);
    const box = async (name: string) => {
      const found = await page.locator(`.slc-world [data-state="${name}"] .slc-node-box`).first()
        .boundingBox();
      assert(found, name);
      return found;
    };
    const [works, open] = [await box("Works"), await box("Open")];
    assert(open.x > works.x && open.y > works.y && open.x + open.width < works.x + works.width);
    await page.keyboard.press("Control+z");
    assertEquals(await inside("Works"), ["Idle", "Busy"]);
    const back = await bench.middle("Open");
    assert(Math.hypot(back.x - before.x, back.y - before.y) < 4, JSON.stringify([before, back]));
    const item = (name: string) => page.getByRole("treeitem", { name, exact: true });
    await item("Closed").focus();
    await page.keyboard.press("m");
    await item("Open").focus();
    await page.keyboard.press("Enter");
    assertEquals(await inside("Open"), ["Closed"]);
    await item("Closed").focus();
    await page.keyboard.press("Shift+M");
    assertEquals((await bench.definition()).state.states?.map(({ name }) => name), [
      "Open",
      "Works",
      "Closed",
    ]);
  },
);

for (const [reducedMotion, does] of [["no-preference", "glides"], ["reduce", "goes at once"]] as const) {
  canvasTest(`what undo moves ${does} to its place with the motion "${reducedMotion}"`, async (bench) => {
    const { page } = bench;
    await edit(bench);
    const at = await bench.middle("Open");
    await bench.drag(at, { x: at.x, y: at.y + 90 });
    await page.evaluate(() => {
      const { animate } = Element.prototype;
      Element.prototype.animate = function (frames, options) {
        const state = this.querySelector("[data-state]")?.getAttribute("data-state");
        if (state) document.body.dataset.glided = `${document.body.dataset.glided ?? ""}${state} `;
        return animate.call(this, frames, options);
      };
    });
    await page.keyboard.press("Control+z");
    assertEquals(await bench.middle("Open").then(({ x }) => Math.round(x)), Math.round(at.x));
    const glided = await page.locator("body").getAttribute("data-glided");
    assertEquals(glided, reducedMotion === "reduce" ? null : "Open ");
  }, { reducedMotion });
}
