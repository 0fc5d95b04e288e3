/**
 * Frames of the canvases in a browser with 60 pictures a second: moving, zooming and dragging on large boards, near and far, and
 * the time to the first picture. A frame that is late takes two ticks of the screen or more.
 *
 * @module
 */
import { chromium, type Page } from "playwright-core";
import { MEASURED_BROWSER } from "../browser/browser.ts";
import { serveCanvasPage } from "../browser/canvas_page.ts";
import type { CanvasKind, CanvasPage } from "../browser/canvas_entry.tsx";
import { boardOf, mapOf, modelOf, scenarioOf } from "./board_of_size.ts";
import type { Bench, Table, Target } from "./harness.ts";

declare const canvas: CanvasPage;

/** The time between two pictures of a screen, in milliseconds, and what the clock of a browser may round. */
const TICK = 1000 / 60;
const ROUNDING = 0.5;
const ZOOMS = { near: 0.8, far: 0.25 } as const;
const FRAMES = 150;
const FIRST_PICTURE = 400;

type Work = "pan" | "zoom" | "drag";

/** A board that is measured. */
interface Measured {
  readonly name: string;
  /** The ticks that a frame may take at the 95th percentile. */
  readonly ticks: number;
  readonly works: readonly Work[];
  readonly mount: (page: Page) => Promise<number>;
  /** The most that the first picture may take, in milliseconds. */
  readonly first?: number;
}

const MOVES: readonly Work[] = ["pan", "zoom", "drag"];

const BOARDS: readonly Measured[] = [
  { name: "10 states", ticks: 1, works: MOVES, mount: (page) => firstPicture(page, 10) },
  { name: "1,000 states", ticks: 1, works: MOVES, mount: (page) => firstPicture(page, 1_000) },
  {
    name: "5,000 states",
    ticks: 2,
    works: MOVES,
    mount: (page) => firstPicture(page, 5_000),
    first: FIRST_PICTURE,
  },
  { name: "200 entities", ticks: 1, works: MOVES, mount: (page) => firstOf(page, "erd", modelOf(200)) },
  {
    name: "1,000 messages",
    ticks: 1,
    works: ["pan", "zoom"],
    mount: (page) => firstOf(page, "sequence", scenarioOf(1_000)),
  },
  { name: "100 members", ticks: 1, works: MOVES, mount: (page) => firstOf(page, "system", mapOf(100)) },
];

export const benches: readonly Bench[] = [{ name: "Canvases, milliseconds between frames", run: measure }];

async function measure(): Promise<Table> {
  await using served = await serveCanvasPage();
  const browser = await chromium.launch({
    ...(MEASURED_BROWSER === undefined ? {} : { executablePath: MEASURED_BROWSER }),
    args: ["--no-sandbox"],
  });
  const rows: (string | number)[][] = [];
  const targets: Target[] = [];
  try {
    for (const { name, ticks, works, mount, first: most } of BOARDS) {
      const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
      await page.goto(served.address);
      await page.waitForFunction(() => "canvas" in globalThis);
      const first = await mount(page);
      rows.push([name, "", "first picture", Math.round(first), "", ""]);
      if (most !== undefined) {
        targets.push({
          text: `${name}: first picture in ${Math.round(first)} ms of ${most}`,
          met: first < most,
        });
      }
      for (const [zoom, scale] of Object.entries(ZOOMS)) {
        for (const work of works) {
          const frames = await framesOf(page, work, scale);
          const [p50, p95] = [percentile(frames, 0.5), percentile(frames, 0.95)];
          const late = frames.filter((time) => time > TICK + ROUNDING).length / frames.length;
          rows.push([name, zoom, work, p50.toFixed(1), p95.toFixed(1), `${Math.round(100 * late)} %`]);
          targets.push({
            text: `${name}, ${zoom}, ${work}: p95 ${p95.toFixed(1)} ms of ${(ticks * TICK).toFixed(1)}`,
            met: p95 <= ticks * TICK + ROUNDING,
          });
        }
      }
      await page.close();
    }
  } finally {
    await browser.close();
  }
  return { columns: ["board", "zoom", "work", "p50", "p95", "late"], rows, targets };
}

/** The time from the call that mounts the canvas to the second frame after it, when the first one is on the screen. */
async function firstPicture(page: Page, size: number): Promise<number> {
  const board = boardOf(size);
  // Once to warm up what every page runs, as a page that has shown another document.
  await page.evaluate((text: string) => {
    const { definition, positions } = JSON.parse(text);
    canvas.mount(definition, positions);
  }, JSON.stringify(boardOf(60)));
  await page.waitForTimeout(500);
  return await page.evaluate(async (text: string) => {
    const { definition, positions } = JSON.parse(text);
    const begin = performance.now();
    canvas.mount(definition, positions);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
    return performance.now() - begin;
  }, JSON.stringify(board));
}

/** As {@linkcode firstPicture}, for a document of another kind. */
async function firstOf(page: Page, kind: CanvasKind, props: object): Promise<number> {
  return await page.evaluate(async ({ kind, text }) => {
    const props = JSON.parse(text);
    const begin = performance.now();
    canvas.mountKind(kind, { ...props, fitKey: "page" }, ["onMove"]);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
    return performance.now() - begin;
  }, { kind, text: JSON.stringify(props) });
}

/** The times between frames while something is done in each of them. */
async function framesOf(page: Page, work: Work, scale: number): Promise<number[]> {
  await page.waitForTimeout(400);
  return await page.evaluate(async ({ work, scale, count }) => {
    const pane = document.querySelector<HTMLElement>(".slc-pane");
    if (!pane) throw new Error("There is no canvas.");
    canvas.show({ x: -2000 * scale, y: -1200 * scale, scale });
    const frame = () => new Promise<number>((done) => requestAnimationFrame(done));
    for (let wait = 0; wait < 20; wait++) await frame();
    const wheel = (init: WheelEventInit) =>
      pane.dispatchEvent(
        new WheelEvent("wheel", { bubbles: true, cancelable: true, clientX: 720, clientY: 450, ...init }),
      );
    const pointer = (type: string, x: number, y: number) =>
      pane.dispatchEvent(
        new PointerEvent(type, {
          bubbles: true,
          clientX: x,
          clientY: y,
          pointerId: 1,
          buttons: 1,
          pointerType: "mouse",
        }),
      );
    const target = canvas.stateNear({ x: 720, y: 450 });
    if (work === "drag") pointer("pointerdown", target.x, target.y);
    const times: number[] = [];
    let last = await frame();
    for (let at = 0; at < count; at++) {
      if (work === "pan") wheel({ deltaX: at % 100 < 50 ? 14 : -14, deltaY: 6 });
      else if (work === "zoom") wheel({ deltaY: at % 60 < 30 ? -8 : 8, ctrlKey: true });
      else {pointer(
          "pointermove",
          target.x + (at % 100 < 50 ? at % 50 : 50 - at % 50) * 3,
          target.y + at % 40,
        );}
      const now = await frame();
      times.push(now - last);
      last = now;
    }
    if (work === "drag") {
      pointer("pointermove", target.x, target.y);
      dispatchEvent(new PointerEvent("pointercancel", { pointerId: 1 }));
    }
    return times.slice(5);
  }, { work, scale, count: FRAMES });
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
