/**
 * The time from an edit in one page to the same edit in another one: two browsers at one hub, on this machine. The edit is an undo or a
 * redo, by its button; it has arrived when the other page has drawn its board with it.
 *
 * @module
 */
import type { Page } from "playwright-core";
import { TempFolder } from "../../cli/testing/loom.ts";
import { MEASURED_BROWSER, openBrowser } from "../browser/browser.ts";
import { open, run, saved, serve } from "../browser/workspace.ts";
import { boardOf } from "./board_of_size.ts";
import type { Bench, Table, Target } from "./harness.ts";

const SIZES = [3, 40, 300] as const;
/** Documents of up to this size must be quick; a larger one is laid out again around the edit. */
const GATED = 40;
const EDITS = 60;
/** The most that an edit may take at the 95th percentile, in milliseconds. */
const MOST = 50;
const BOARD = ".slc-pane";
const ADDED = '[data-key="state:Added"]';

export const benches: readonly Bench[] = [{
  name: "Edit to the page of another, milliseconds",
  run: measure,
}];

async function measure(): Promise<Table> {
  const rows: (string | number)[][] = [];
  const targets: Target[] = [];
  for (const size of SIZES) {
    const times = await editsOf(size);
    const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? NaN;
    rows.push([`${size} states`, at(0.5).toFixed(1), at(0.95).toFixed(1)]);
    if (size > GATED) continue;
    targets.push({ text: `${size} states: p95 ${at(0.95).toFixed(1)} ms of ${MOST}`, met: at(0.95) < MOST });
  }
  return { columns: ["document", "p50", "p95"], rows, targets };
}

/** The times of edits, sorted. */
async function editsOf(size: number): Promise<number[]> {
  await using folder = await TempFolder.make();
  await using served = await serve(folder);
  const { definition } = boardOf(size);
  await Deno.writeTextFile(folder.at("board.smdf.json"), JSON.stringify(definition));
  await using ann = await openBrowser(MEASURED_BROWSER);
  await using bob = await openBrowser(MEASURED_BROWSER);
  const near = await ann.page({ viewport: { width: 1440, height: 900 } });
  const far = await bob.page({ viewport: { width: 1440, height: 900 } });
  for (const page of [near, far]) await open(page, served.pageOf("board.smdf.json"));
  await run(near, "add state", { name: "Added" });
  await far.locator(ADDED).first().waitFor({ state: "attached" });
  await saved(near);
  const board = far.locator(BOARD).first();
  const most = Number(/\d+(?= states?$)/.exec(await board.getAttribute("aria-label") ?? "")?.[0]);
  const times: number[] = [];
  for (let edit = 0; edit < EDITS; edit++) {
    const isThere = edit % 2 === 1;
    const arrived = arrival(far, isThere ? most : most - 1);
    const begin = await near.evaluate((name: string) => {
      const button = document.querySelector<HTMLButtonElement>(`button[title^="${name}"]`);
      const now = performance.timeOrigin + performance.now();
      button?.click();
      return now;
    }, isThere ? "Redo" : "Undo");
    times.push(await arrived - begin);
    await saved(near);
  }
  return times.sort((a, b) => a - b);
}

/** The time at which the board of a page has drawn a number of states, which its name says in the same turn. */
function arrival(page: Page, states: number): Promise<number> {
  return page.evaluate((selector: string) =>
    new Promise<number>((done) => {
      const look = () => {
        if (document.querySelector(selector) === null) return false;
        requestAnimationFrame(() => setTimeout(() => done(performance.timeOrigin + performance.now())));
        return true;
      };
      const observer = new MutationObserver(() => look() && observer.disconnect());
      observer.observe(document.body, { childList: true, subtree: true, attributes: true });
      if (look()) observer.disconnect();
    }), `${BOARD}[aria-label$=": ${states} states"]`);
}
