/**
 * The ground of the canvases in a real browser: zoom, colours, menus, levels and fingers.
 */
import { CANVAS_THEME_VARS } from "@loom/designer/canvas";
import { assert, assertEquals } from "@std/assert";
import { canvasTest, machine } from "./canvas_bench.ts";
import type { CanvasPage } from "./canvas_entry.tsx";

declare const canvas: CanvasPage;

const PLACES = {
  Closed: { x: 100, y: 100, width: 160, height: 60 },
  Open: { x: 400, y: 100, width: 160, height: 60 },
};
const DOOR = machine([
  { name: "Closed", transitions: [{ event: "open", nextState: "Open" }] },
  { name: "Open" },
]);

canvasTest(
  "zoom stops at 20 % and at 250 %, where its buttons do nothing, and the percentage leads back to 100 %",
  async (bench) => {
    const { page } = bench;
    await bench.mount(DOOR, PLACES);
    for (const [name, percent] of [["Zoom in", "250 %"], ["Zoom out", "20 %"]] as const) {
      const button = page.getByRole("button", { name, exact: true });
      for (let step = 0; step < 16 && await button.isEnabled(); step++) await button.click();
      assertEquals(await page.locator(".slc-hud-btn--scale").innerText(), percent);
      assert(await button.isDisabled());
    }
    await page.locator(".slc-hud-btn--scale").click();
    assertEquals(await page.locator(".slc-hud-btn--scale").innerText(), "100 %");
  },
);

canvasTest("a colour that is set on an element around the canvas is the one it has", async (bench) => {
  const { page } = bench;
  await bench.mount(DOOR, PLACES);
  await page.locator("main").evaluate((main: HTMLElement) =>
    main.style.setProperty("--slc-surface", "rgb(1, 2, 3)")
  );
  const color = await page.locator(".slc-pane").evaluate((pane: Element) =>
    getComputedStyle(pane).backgroundColor
  );
  assertEquals(color, "rgb(1, 2, 3)");
  // Each of the colours is set so, and by the theme of a canvas.
  const names = Object.entries(CANVAS_THEME_VARS);
  assert(names.length >= 23);
  const own = () =>
    page.locator(".slc-pane").evaluate(
      (pane: Element, text: string) =>
        JSON.parse(text).map((name: string) =>
          getComputedStyle(pane).getPropertyValue(name.replace("--slc-", "--slc-own-"))
        ),
      JSON.stringify(names.map(([, name]) => name)),
    );
  const expected = names.map((_, at) => `rgb(9, 9, ${at})`);
  await page.locator("main").evaluate((main: HTMLElement, text: string) => {
    for (const [name, color] of JSON.parse(text)) main.style.setProperty(name, color);
  }, JSON.stringify(names.map(([, name], at) => [name, expected[at]])));
  assertEquals(await own(), expected);
  await page.locator("main").evaluate((main: HTMLElement) => main.removeAttribute("style"));
  assert((await own()).join() !== expected.join());
  await bench.mount(DOOR, PLACES, {
    theme: Object.fromEntries(names.map(([key], at) => [key, expected[at]])),
  });
  assertEquals(await own(), expected);
});

for (const colorScheme of ["light", "dark"]) {
  canvasTest(
    `where the system forces its ${colorScheme} colours, the canvas has no others`,
    async (bench) => {
      const { page } = bench;
      await bench.mount(DOOR, PLACES);
      const others = await page.locator(".slc-pane").evaluate((pane: HTMLElement) => {
        const probe = document.createElement("span");
        pane.append(probe);
        const resolved = (color: string) => {
          probe.style.color = color;
          return getComputedStyle(probe).color;
        };
        const system = ["Canvas", "CanvasText", "Highlight", "LinkText", "GrayText"].map(resolved);
        const style = Array.from(document.querySelectorAll("style"), ({ textContent }) => textContent).join(
          "",
        );
        const names = Array.from(new Set(style.match(/--slc-own-[a-z0-9-]+(?=:)/g) ?? []));
        return {
          count: names.length,
          others: names.filter((name) => !system.includes(resolved(`var(${name})`))),
        };
      });
      assert(others.count > 20);
      assertEquals(others.others, []);
    },
    { forcedColors: "active", colorScheme },
  );
}

canvasTest("the menu of the board stays inside of it near every corner", async (bench) => {
  const { page } = bench;
  await bench.edit(DOOR, PLACES);
  const pane = await page.locator(".slc-pane").boundingBox();
  assert(pane);
  const corners = [[4, 4], [pane.width - 4, 4], [pane.width - 4, pane.height - 4]] as const;
  for (const [x, y] of corners) {
    await page.mouse.click(pane.x + x, pane.y + y, { button: "right" });
    const menu = await page.getByRole("menu").boundingBox();
    assert(menu && menu.x >= pane.x && menu.y >= pane.y);
    assert(menu.x + menu.width <= pane.x + pane.width && menu.y + menu.height <= pane.y + pane.height);
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
  }
});

canvasTest(
  "a state with others inside is entered, left by the way shown, and closed and opened",
  async (bench) => {
    const { page } = bench;
    await bench.edit(machine([
      { name: "Closed", states: [{ name: "Locked" }, { name: "Free" }] },
      { name: "Open" },
    ]));
    await page.getByRole("treeitem", { name: "Closed", exact: true }).press("Control+Enter");
    const way = page.getByRole("navigation", { name: "Level" });
    await way.getByRole("button", { name: "Closed" }).waitFor();
    await page.locator('.slc-world [data-state="Open"]').first().waitFor({ state: "detached" });
    // A new state goes into the level that is shown.
    await page.locator(".slc-pane").focus();
    await page.keyboard.press("Escape");
    await page.keyboard.press("a");
    await page.getByRole("textbox", { name: /^Name of/ }).fill("Stuck");
    await page.keyboard.press("Enter");
    assertEquals((await bench.definition()).state.states?.[0]?.states?.map(({ name }) => name), [
      "Locked",
      "Free",
      "Stuck",
    ]);
    await way.getByRole("button", { name: "Root" }).click();
    await page.locator('.slc-world [data-state="Open"]').first().waitFor({ state: "attached" });
    const item = page.getByRole("treeitem", { name: "Closed", exact: true });
    await item.press(".");
    await page.locator('.slc-world [data-state="Locked"]').first().waitFor({ state: "detached" });
    await item.press(".");
    await page.locator('.slc-world [data-state="Locked"]').first().waitFor({ state: "attached" });
  },
);

canvasTest(
  "a finger need not hit a line exactly, a mouse does, and a long guard is read whole",
  async (bench) => {
    const { page } = bench;
    const guard = "amount > 100 and customer_is_known and not is_blocked and is_open";
    const model = machine([
      { name: "Closed", transitions: [{ event: "open", nextState: "Open", condition: guard }] },
      { name: "Open" },
    ]);
    await bench.mount(model, {
      Closed: { x: 100, y: 100, width: 160, height: 60 },
      Open: { x: 100, y: 500, width: 160, height: 60 },
    });
    const line = await page.locator(".slc-world [data-transition] path").first().boundingBox();
    assert(line);
    const beside = { x: line.x - 12, y: line.y + 40 };
    await page.mouse.click(beside.x, beside.y);
    assertEquals(await page.locator(".slc-outline--selected").count(), 0);
    await bench.fingers([beside, beside]);
    await page.locator(".slc-line--selected").first().waitFor({ state: "attached" });
    const whole = await page.locator(".slc-pane").evaluate((pane: Element) => pane.innerHTML);
    assert(whole.includes(guard.replace(">", "&gt;")), "the guard is there in whole");
  },
  { hasTouch: true },
);

canvasTest("states are copied as a text and pasted under names of their own", async (bench) => {
  const { page } = bench;
  await bench.edit(DOOR, PLACES);
  const at = await bench.middle("Closed");
  await page.mouse.click(at.x, at.y);
  await page.keyboard.press("Control+d");
  await page.getByRole("treeitem", { name: "Closed1" }).waitFor({ state: "attached" });
  const copy = (await bench.definition()).state.states?.at(-1);
  assertEquals(copy, { name: "Closed1", transitions: [{ event: "open", nextState: "Open" }] });
});

canvasTest(
  "two canvases on one page share no ids, and keys go to the one that has the focus",
  async (bench) => {
    const { page } = bench;
    await bench.mount(DOOR, PLACES);
    await page.evaluate(() => {
      const other = document.createElement("section");
      other.style.height = "300px";
      document.body.append(other);
    });
    await page.evaluate((text: string) => {
      const { def, positions } = JSON.parse(text);
      canvas.mountIn("section", def, positions);
    }, JSON.stringify({ def: DOOR, positions: PLACES }));
    await page.locator("section .slc-pane[data-framed]").waitFor();
    const ids = await page.evaluate(() => Array.from(document.querySelectorAll("[id]"), ({ id }) => id));
    assertEquals(new Set(ids).size, ids.length);
    await page.locator("section .slc-pane").focus();
    await page.keyboard.press("Control+a");
    assertEquals(await page.locator("section .slc-outline--selected").count(), 2);
    assertEquals(await page.locator("main .slc-outline--selected").count(), 0);
  },
);
