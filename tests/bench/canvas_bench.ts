/**
 * Frames of the canvas of machines in a browser: moving, zooming and dragging on boards of 1,000 and 5,000 states, near and far,
 * and the time to the first picture. The browser draws as fast as it can, so that a frame takes as long as its work.
 *
 * @module
 */
import { chromium, type Page } from "playwright-core";
import { BROWSER_PROGRAM } from "../browser/browser.ts";
import { serveCanvasPage } from "../browser/canvas_page.ts";
import type { CanvasPage } from "../browser/canvas_entry.tsx";
import { boardOf } from "./board_of_size.ts";
import type { Bench, Table, Target } from "./harness.ts";

declare const canvas: CanvasPage;

/** The smallest is there for comparison: it tells what a frame takes on this machine whatever the board. */
const SIZES = [10, 1_000, 5_000] as const;
const ZOOMS = { near: 0.8, far: 0.25 } as const;
const FRAMES = 150;

/** The most that a frame may take at the 95th percentile, in milliseconds, by the number of states. */
const FRAME_TARGETS: Readonly<Record<number, number>> = { 1_000: 16.7, 5_000: 33 };
const FIRST_PICTURE = 400;

type Work = "pan" | "zoom" | "drag";

export const benches: readonly Bench[] = [{ name: "Canvas of machines, milliseconds a frame", run: measure }];

async function measure(): Promise<Table> {
  await using served = await serveCanvasPage();
  const browser = await chromium.launch({
    ...(BROWSER_PROGRAM === undefined ? {} : { executablePath: BROWSER_PROGRAM }),
    args: ["--no-sandbox", "--disable-frame-rate-limit", "--disable-gpu-vsync"],
  });
  const rows: (string | number)[][] = [];
  const targets: Target[] = [];
  try {
    for (const size of SIZES) {
      const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
      await page.goto(served.address);
      await page.waitForFunction(() => "canvas" in globalThis);
      const first = await firstPicture(page, size);
      rows.push([size, "", "first picture", Math.round(first), ""]);
      if (size === 5_000) {
        targets.push({
          text: `first picture of 5,000 under ${FIRST_PICTURE} ms`,
          met: first < FIRST_PICTURE,
        });
      }
      for (const [zoom, scale] of Object.entries(ZOOMS)) {
        for (const work of ["pan", "zoom", "drag"] as const) {
          const frames = await framesOf(page, work, scale);
          const [p50, p95] = [percentile(frames, 0.5), percentile(frames, 0.95)];
          rows.push([size, zoom, work, p50.toFixed(1), p95.toFixed(1)]);
          const most = FRAME_TARGETS[size];
          if (most === undefined) continue;
          targets.push({
            text: `${size} states, ${zoom}, ${work}: p95 ${p95.toFixed(1)} ms of ${most}`,
            met: p95 <= most,
          });
        }
      }
      await page.close();
    }
  } finally {
    await browser.close();
  }
  return { columns: ["states", "zoom", "work", "p50", "p95"], rows, targets };
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
