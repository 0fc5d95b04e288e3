/**
 * The behaviour that all four canvases share, each in a real browser: gestures of fingers, mouse and wheel, framing, boards that only
 * show, methods, and the least that a host must give.
 */
import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { type Point, screenToWorld, type Viewport } from "@loom/protocol";
import { type CanvasBench, canvasTest, machine, type Place } from "./canvas_bench.ts";
import type { CanvasKind, CanvasPage } from "./canvas_entry.tsx";

declare const canvas: CanvasPage;

/** A canvas with a document, and a shape of it that is dragged. */
interface Case {
  readonly kind: CanvasKind;
  /** The props that are required beside the viewport. */
  readonly props: object;
  /** The shape that is pressed. */
  readonly shape: string;
  /** The callback that hears of a drag of the shape. */
  readonly moves: string;
  /** The menu that a long press opens: the host's, or one with this name. */
  readonly menu: "host" | string;
}

const CASES: readonly Case[] = [
  {
    kind: "machine",
    props: {
      definition: machine([
        { name: "Closed", transitions: [{ event: "open", nextState: "Open" }], states: [{ name: "Locked" }] },
        { name: "Open" },
      ]),
      positions: {
        Closed: { x: 100, y: 100, width: 200, height: 120 },
        Open: { x: 420, y: 400, width: 160, height: 60 },
      },
    },
    shape: '[data-state="Open"] .slc-node-box',
    moves: "onMove",
    menu: "host",
  },
  {
    kind: "erd",
    props: {
      definition: {
        settings: { namespace: "Shop", name: "Shop" },
        entities: [
          { name: "Customer", attributes: [{ name: "id", type: "int", key: "pk" }] },
          { name: "Order", attributes: [{ name: "id", type: "int", key: "pk" }] },
        ],
        relationships: [{ from: "Customer", to: "Order", cardinality: "1:N", label: "places" }],
      },
      positions: {
        Customer: { x: 100, y: 100, width: 180, height: 60 },
        Order: { x: 420, y: 400, width: 180, height: 60 },
      },
    },
    shape: '[data-entity="Order"] .slc-node-name',
    moves: "onMove",
    menu: "host",
  },
  {
    kind: "sequence",
    props: {
      definition: {
        settings: { namespace: "Shop", name: "Buying" },
        participants: [{ name: "Customer" }, { name: "Shop" }],
        messages: ["asks", "chooses", "pays", "leaves"].map((label) => ({
          from: "Customer",
          to: "Shop",
          label,
        })),
      },
    },
    shape: '[data-message="2"] .slc-sqd-label',
    moves: "onCommand",
    menu: "host",
  },
  {
    kind: "system",
    props: {
      definition: {
        settings: { namespace: "Shop", name: "Shop" },
        members: [{ path: "order.smdf.json" }, { path: "shop.erdf.json" }],
        actors: [{ name: "Ann", kind: "person" }],
      },
      members: {},
      links: [],
    },
    shape: '[data-actor="Ann"] rect',
    moves: "onMove",
    menu: "Edits",
  },
];

/** Callbacks of hosts that edit; the first ones are edits. */
const EDITS = [
  "onMove",
  "onCommand",
  "onEnterTransition",
  "onAddState",
  "onRenameState",
  "onDelete",
  "onNest",
];
const CALLBACKS = [...EDITS, "onUndo", "onRedo", "onPaste", "onArrange", "onCollapse"];

/** A test that is run on each of the canvases, which are framed and can be edited where it says no other props. */
function eachCanvas(
  name: string,
  work: (bench: KindBench) => Promise<void>,
  { props = {}, ...page }: {
    readonly props?: object;
    readonly hasTouch?: boolean;
    readonly viewport?: object;
  } = {},
): void {
  canvasTest(name, async (bench) => {
    for (const one of CASES) {
      try {
        const shown = new KindBench(bench, one);
        await shown.mount({ fitKey: "page", ...props }, CALLBACKS);
        await bench.framed();
        await work(shown);
      } catch (cause) {
        throw new Error(`on the canvas of the kind ${one.kind}: ${cause}`, { cause });
      }
    }
  }, page);
}

/** A page with one of the canvases. */
class KindBench {
  readonly bench: CanvasBench;
  readonly one: Case;

  constructor(bench: CanvasBench, one: Case) {
    this.bench = bench;
    this.one = one;
  }

  get page() {
    return this.bench.page;
  }

  async mount(props: object, callbacks: readonly string[]): Promise<void> {
    await this.page.evaluate((text: string) => {
      const { kind, props, callbacks } = JSON.parse(text);
      canvas.mountKind(kind, props, callbacks);
    }, JSON.stringify({ kind: this.one.kind, props: { ...this.one.props, ...props }, callbacks }));
    await this.page.locator(this.one.shape).first().waitFor({ state: "attached" });
  }

  change(props: object): Promise<void> {
    return this.page.evaluate((text: string) => canvas.change(JSON.parse(text)), JSON.stringify(props));
  }

  /** Waits until all that was drawn last is on the screen. */
  async drawn(): Promise<void> {
    await this.page.evaluate(() =>
      new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    );
    await this.page.locator(".slc-pane[data-settled]").waitFor();
  }

  async viewport(): Promise<Viewport> {
    await this.drawn();
    return await this.page.evaluate(() => canvas.viewport());
  }

  calls(): Promise<readonly string[]> {
    return this.page.evaluate(() => canvas.calls());
  }

  /** The middle of the shape. */
  async shape(): Promise<Place> {
    await this.drawn();
    return await middleOf(this.bench, this.one.shape);
  }

  /** A place of the board where nothing is. */
  empty(): Place {
    return { x: 930, y: 420 };
  }

  /** The number of outlines around what is in hand. */
  inHand(): Promise<number> {
    return this.page.locator(".slc-outline--selected").count();
  }
}

async function middleOf(bench: CanvasBench, selector: string): Promise<Place> {
  const box = await bench.page.locator(selector).first().boundingBox();
  assert(box, selector);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** A place some pixels away. */
function beside({ x, y }: Place, dx: number, dy: number): Place {
  return { x: x + dx, y: y + dy };
}

function assertNear(actual: Viewport, expected: Viewport, pixels: number = 0.5): void {
  const text = JSON.stringify({ actual, expected });
  assertAlmostEquals(actual.x, expected.x, pixels, text);
  assertAlmostEquals(actual.y, expected.y, pixels, text);
  assertAlmostEquals(actual.scale, expected.scale, 0.001, text);
}

function assertSamePlace(actual: Point, expected: Point, pixels: number): void {
  const text = JSON.stringify({ actual, expected });
  assert(Math.hypot(actual.x - expected.x, actual.y - expected.y) <= pixels, text);
}

eachCanvas("a finger drags a shape, and moves the board where there is none", async (shown) => {
  const { bench, one } = shown;
  const before = await shown.viewport();
  const shape = await shown.shape();
  await bench.fingers([shape, beside(shape, 12, 90)]);
  assertEquals(await shown.calls(), [one.moves]);
  assertNear(await shown.viewport(), before);
  await bench.fingers([shown.empty(), beside(shown.empty(), -60, 40)]);
  const after = await shown.viewport();
  assertSamePlace(after, { x: before.x - 60, y: before.y + 40 }, 1);
  assertEquals(await shown.calls(), [one.moves]);
}, { hasTouch: true });

eachCanvas(
  "two fingers zoom the board around the place between them, and one that stays moves it",
  async (shown) => {
    const { bench, page } = shown;
    const middle = await shown.shape();
    const under = screenToWorld(await shown.viewport(), middle);
    const spread = (by: number) => [beside(middle, -by, 0), beside(middle, by, 0)] as const;
    await bench.touch("touchStart", spread(60));
    for (const by of [80, 100, 120]) await bench.touch("touchMove", spread(by));
    const zoomed = await shown.viewport();
    assert(zoomed.scale > 1, JSON.stringify(zoomed));
    assertSamePlace(screenToWorld(zoomed, middle), under, 1);
    const [stays, lifted] = spread(120);
    await bench.touch("touchEnd", [{ ...lifted, id: 1 }]);
    for (const by of [20, 40]) await bench.touch("touchMove", [beside(stays, by, by)]);
    await bench.touch("touchEnd", []);
    assertNear(await shown.viewport(), { x: zoomed.x + 40, y: zoomed.y + 40, scale: zoomed.scale }, 1);
    assertEquals(await shown.calls(), []);
    assertEquals(await page.evaluate(() => visualViewport?.scale), 1);
  },
  { hasTouch: true },
);

eachCanvas("a pinch that begins on the zoom bar zooms the board", async (shown) => {
  const { bench, page } = shown;
  const hud = await middleOf(bench, ".slc-hud");
  for (const others of [beside(hud, 40, 0), beside(hud, 0, -200)]) {
    await page.evaluate(() => canvas.handle()?.fit());
    const before = await shown.viewport();
    await bench.fingers([beside(hud, -20, 0), beside(hud, -40, 0)], [others, beside(others, 60, -60)]);
    const after = await shown.viewport();
    assert(after.scale > before.scale * 1.2, JSON.stringify({ before, after }));
  }
  assertEquals(await page.evaluate(() => visualViewport?.scale), 1);
  assertEquals(await shown.calls(), []);
}, { hasTouch: true });

eachCanvas("a finger that stays opens a menu inside of the board, which stays open", async (shown) => {
  const { bench, one, page } = shown;
  if (one.menu === "host") await shown.mount({ fitKey: "page" }, [...CALLBACKS, "onContextMenu"]);
  if (one.menu === "host") await bench.framed();
  const shape = await shown.shape();
  await bench.touch("touchStart", [shape]);
  if (one.menu === "host") {
    await page.waitForFunction(() => canvas.calls().includes("onContextMenu"));
    await bench.touch("touchEnd", []);
    await shown.mount({ fitKey: "page" }, CALLBACKS);
    await bench.framed();
    await bench.touch("touchStart", [shape]);
  }
  const menu = page.getByRole("menu");
  await menu.waitFor();
  await bench.touch("touchEnd", []);
  await shown.drawn();
  const [box, pane] = [await menu.boundingBox(), await page.locator(".slc-pane").boundingBox()];
  assert(box && pane && box.x >= pane.x && box.x + box.width <= pane.x + pane.width);
  assert(box.y >= pane.y && box.y + box.height <= pane.y + pane.height);
  const row = await menu.getByRole("menuitem").first().boundingBox();
  assert(row && row.height >= 44, "a row is as high as a fingertip");
  assertEquals(await shown.calls(), []);
}, { hasTouch: true });

eachCanvas("the middle button and the held space bar move the board, also over a shape", async (shown) => {
  const { page } = shown;
  const shape = await shown.shape();
  await page.mouse.click(shape.x, shape.y);
  const inHand = await shown.inHand();
  assert(inHand > 0);
  let from = await shown.shape();
  for (const button of ["middle", "left"] as const) {
    const before = await shown.viewport();
    if (button === "left") await page.keyboard.down(" ");
    await page.mouse.move(from.x, from.y);
    await page.mouse.down({ button });
    await page.mouse.move(from.x + 30, from.y - 20, { steps: 3 });
    await page.mouse.move(from.x + 50, from.y - 60, { steps: 3 });
    await page.mouse.up({ button });
    if (button === "left") await page.keyboard.up(" ");
    assertNear(await shown.viewport(), { ...before, x: before.x + 50, y: before.y - 60 }, 1);
    from = await shown.shape();
  }
  assertEquals(await shown.inHand(), inHand);
  assertEquals(await shown.calls(), []);
  // A press where nothing is lets go.
  await page.mouse.click(shown.empty().x, shown.empty().y);
  assertEquals(await shown.inHand(), 0);
});

eachCanvas(
  "the wheel moves the board, with Shift sideways, and with Ctrl zooms at the pointer",
  async (shown) => {
    const { page } = shown;
    const at = { x: 300, y: 200 };
    await page.mouse.move(at.x, at.y);
    const first = await shown.viewport();
    await page.mouse.wheel(30, 50);
    const moved = await shown.viewport();
    assertNear(moved, { ...first, x: first.x - 30, y: first.y - 50 });
    await page.keyboard.down("Shift");
    await page.mouse.wheel(0, 40);
    await page.keyboard.up("Shift");
    const aside = await shown.viewport();
    assertNear(aside, { ...moved, x: moved.x - 40 });
    await page.keyboard.down("Control");
    await page.mouse.wheel(0, -100);
    await page.keyboard.up("Control");
    const zoomed = await shown.viewport();
    assertAlmostEquals(zoomed.scale / aside.scale, Math.exp(0.25), 0.001);
    assertSamePlace(screenToWorld(zoomed, at), screenToWorld(aside, at), 0.5);
    assertEquals(await page.evaluate(() => [visualViewport?.scale, scrollX, scrollY]), [1, 0, 0]);
  },
);

eachCanvas("a space that is typed in a field, of the page or of the board, holds nothing", async (shown) => {
  const { page } = shown;
  await page.evaluate(() => {
    document.querySelector("#beside")?.remove();
    const field = document.createElement("input");
    field.id = "beside";
    document.body.append(field);
  });
  const type = async (selector: string) => {
    const field = page.locator(selector).first();
    await field.fill("a");
    const { x, y } = shown.empty();
    await page.mouse.move(x, y);
    await page.keyboard.down(" ");
    await shown.drawn();
    assertEquals(await page.locator(".slc-pane--held").count(), 0);
    await page.keyboard.up(" ");
    await page.keyboard.type("b");
    assertEquals(await field.inputValue(), "a b");
  };
  await type("#beside");
  const shape = await shown.shape();
  await page.mouse.click(shape.x, shape.y);
  await page.locator(".slc-pane").focus();
  await page.keyboard.press("F2");
  await type(".slc-pane input");
});

eachCanvas(
  "the board is framed when its key changes, and never without one",
  async (shown) => {
    const { bench, page } = shown;
    const framed = await shown.viewport();
    const away = { x: -3000, y: 40, scale: 0.7 };
    const leave = () => page.evaluate((to: Viewport) => canvas.show(to), away);
    await leave();
    await shown.change({ fitKey: "page" });
    assertNear(await shown.viewport(), away);
    await shown.change({ fitKey: "other" });
    await page.locator('.slc-pane[data-framed="other"]').waitFor();
    assertNear(await shown.viewport(), framed);
    await leave();
    await shown.mount({}, CALLBACKS);
    assertNear(await shown.viewport(), { x: 0, y: 0, scale: 1 });
    await bench.page.locator(".slc-pane").focus();
  },
);

eachCanvas(
  "a framed board stays so when its pane changes its size, and one that was moved stays there",
  async (shown) => {
    const { page } = shown;
    const resize = async (width: number) => {
      await page.setViewportSize({ width, height: 500 });
      await page.waitForFunction((to) => document.querySelector(".slc-pane")?.clientWidth === to, width);
    };
    const before = await shown.viewport();
    await resize(500);
    await page.waitForFunction((x) => canvas.viewport().x !== x, before.x);
    const framed = await shown.viewport();
    await page.getByRole("button", { name: "Fit" }).click();
    if (shown.one.kind !== "sequence") assertNear(await shown.viewport(), framed);
    await page.evaluate(() => canvas.show({ x: 7, y: 9, scale: 0.8 }));
    await resize(700);
    assertNear(await shown.viewport(), { x: 7, y: 9, scale: 0.8 });
    await page.setViewportSize({ width: 1000, height: 760 });
  },
);

for (const [hasTouch, when] of [[false, "at first"], [true, "at first"], [true, "again"]] as const) {
  const by = hasTouch ? "fingers" : "a mouse";
  eachCanvas(`the drawing is above the zoom bar for ${by} when it is framed ${when}`, async (shown) => {
    const { page } = shown;
    if (when === "again") await page.getByRole("button", { name: "Fit" }).click();
    await shown.drawn();
    const hud = await page.locator(".slc-hud").boundingBox();
    const ends = await page.locator(".slc-world *").evaluateAll((all: Element[]) =>
      all.map((one) => one.getBoundingClientRect()).filter(({ height }) => height > 0).map(({ bottom }) =>
        bottom
      )
    );
    assert(hud && Math.max(...ends) <= hud.y, JSON.stringify([hud, Math.max(...ends)]));
  }, { hasTouch, viewport: { width: 640, height: 330 } });
}

eachCanvas(
  "a board that only shows is moved, zoomed and selected on, and nothing is edited",
  async (shown) => {
    const { bench, page } = shown;
    const before = await shown.viewport();
    const shape = await shown.shape();
    await page.mouse.click(shape.x, shape.y);
    assert(await shown.inHand() > 0);
    await page.mouse.dblclick(shape.x, shape.y);
    await page.mouse.dblclick(shown.empty().x, shown.empty().y);
    await page.mouse.click(shape.x, shape.y);
    await page.locator(".slc-pane").focus();
    const keys = [
      "F2",
      "a",
      "n",
      "m",
      "c",
      "Tab",
      "e",
      "Alt+ArrowDown",
      "Delete",
      "Control+d",
      "Control+v",
      "Control+z",
    ];
    for (const key of [...keys, "Control+y"]) {
      await page.keyboard.press(key);
      await page.locator(".slc-pane").focus();
    }
    assertEquals(await page.locator(".slc-pane input").count(), 0);
    await page.evaluate((to: Viewport) => canvas.show(to), before);
    await shown.drawn();
    await bench.drag(shape, beside(shape, 30, 40));
    assertNear(await shown.viewport(), { ...before, x: before.x + 30, y: before.y + 40 }, 1);
    await page.getByRole("button", { name: "Zoom out", exact: true }).click();
    assertAlmostEquals((await shown.viewport()).scale, before.scale / 1.25, 0.001);
    assertEquals(await shown.calls(), []);
    if (shown.one.kind !== "machine") return;
    // Levels are gone into all the same.
    await shown.mount({ fitKey: "page", readOnly: true }, [...CALLBACKS, "onNavigateInto"]);
    await page.getByRole("treeitem", { name: "Closed", exact: true }).press("Control+Enter");
    assertEquals(await shown.calls(), ["onNavigateInto"]);
  },
  { props: { readOnly: true } },
);

eachCanvas(
  "the methods of a canvas frame, zoom by steps and to 100 %, and give its picture",
  async (shown) => {
    const { page } = shown;
    const call = async (method: "fit" | "zoomIn" | "zoomOut" | "resetZoom") => {
      await page.evaluate((name) => canvas.handle()?.[name](), method);
      return await shown.viewport();
    };
    const middle = await page.locator(".slc-pane").evaluate((pane: Element) => ({
      x: pane.clientWidth / 2,
      y: pane.clientHeight / 2,
    }));
    const whole = await call("fit");
    const closer = await call("zoomIn");
    assertAlmostEquals(closer.scale, whole.scale * 1.25, 0.001);
    assertSamePlace(screenToWorld(closer, middle), screenToWorld(whole, middle), 0.5);
    await call("zoomOut");
    assertAlmostEquals((await call("zoomOut")).scale, whole.scale / 1.25, 0.001);
    assertEquals((await call("resetZoom")).scale, 1);
    assertNear(await call("fit"), whole);
    const name = await page.evaluate(() => canvas.handle()?.element()?.querySelector(".slc-world")?.tagName);
    assertEquals(name, "g");
  },
);

eachCanvas("a canvas with its required props only is a board to look at", async (shown) => {
  const { bench, page } = shown;
  await shown.mount({}, []);
  const before = await shown.viewport();
  assertNear(before, { x: 0, y: 0, scale: 1 });
  const shape = await shown.shape();
  await page.mouse.click(shape.x, shape.y);
  assert(await shown.inHand() > 0);
  await bench.drag(shape, beside(shape, 30, 40));
  assertNear(await shown.viewport(), { ...before, x: 30, y: 40 }, 1);
  await page.getByRole("button", { name: "Fit" }).click();
  const whole = await shown.viewport();
  assert(whole.x > 0 && whole.y > 0 && whole.scale <= 1, JSON.stringify(whole));
  await page.keyboard.press("Delete");
  await page.locator(shown.one.shape).first().waitFor({ state: "attached" });
});
