/**
 * What the tests of canvases share: a page with a canvas, and ways to look at it and to work with it.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import type { CDPSession, Page } from "playwright-core";
import type { LayoutBox, State, StateMachineDefinition } from "@loom/protocol";
import { HAS_BROWSER, openBrowser } from "./browser.ts";
import type { CanvasPage } from "./canvas_entry.tsx";
import { serveCanvasPage } from "./canvas_page.ts";

declare const canvas: CanvasPage;

/** A machine with these states and the events of a door. */
export function machine(states: State[]): StateMachineDefinition {
  return {
    settings: { namespace: "Home", name: "Door", asynchronous: false },
    events: [{ name: "Hand", events: [{ id: "open" }, { id: "close" }, { id: "run" }] }],
    state: { name: "Root", states },
  };
}

/** A place on the page. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** A page with a canvas. */
export class CanvasBench {
  readonly page: Page;
  #client: CDPSession | undefined;

  constructor(page: Page) {
    this.page = page;
  }

  /** Edits a machine. */
  async edit(def: StateMachineDefinition, places: Readonly<Record<string, LayoutBox>> = {}): Promise<void> {
    // As a text: the type of a definition is too deep for the driver's.
    await this.page.evaluate((text: string) => {
      const { def, places } = JSON.parse(text);
      canvas.edit(def, places);
    }, JSON.stringify({ def, places }));
    await this.page.locator(".slc-pane").waitFor();
    if ((def.state.states ?? []).length > 0) await this.framed();
  }

  /** Shows a machine with the least that a canvas needs, and other props. */
  async mount(
    def: StateMachineDefinition,
    positions: Readonly<Record<string, LayoutBox>> = {},
    props: object = {},
  ): Promise<void> {
    await this.page.evaluate((text: string) => {
      const { def, positions, props } = JSON.parse(text);
      canvas.mount(def, positions, props);
    }, JSON.stringify({ def, positions, props }));
    await this.framed();
  }

  /** Waits for the board to be framed: the next frame would move what a test aims at. */
  async framed(): Promise<void> {
    await this.page.locator(".slc-pane[data-framed][data-settled]").waitFor();
  }

  /** The place on the page of a place in the world. */
  async at(x: number, y: number): Promise<Place> {
    const frame = await this.page.locator(".slc-world").evaluate((world: Element) => {
      const matrix = (world as SVGGElement).getScreenCTM();
      return matrix && { x: matrix.e, y: matrix.f, scale: matrix.a };
    });
    assert(frame);
    return { x: x * frame.scale + frame.x, y: y * frame.scale + frame.y };
  }

  /** The middle of a state on the page. */
  async middle(name: string): Promise<Place> {
    const box = await this.page.locator(`.slc-world [data-state="${name}"] .slc-node-box`).first()
      .boundingBox();
    assert(box, `no box of ${name}`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  definition(): Promise<StateMachineDefinition> {
    return this.page.evaluate(() => canvas.definition());
  }

  places(): Promise<Record<string, LayoutBox>> {
    return this.page.evaluate(() => canvas.places() as Record<string, LayoutBox>);
  }

  async drag(from: Place, to: Place): Promise<void> {
    const { mouse } = this.page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
    await mouse.move(to.x, to.y, { steps: 3 });
    await mouse.up();
  }

  /** Puts fingers on the page, which move together in steps, and lifts them. Each has a place to begin and one to end. */
  async fingers(...ways: readonly (readonly [Place, Place])[]): Promise<void> {
    const steps = 5;
    const at = (share: number) =>
      ways.map(([a, b]) => ({ x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share }));
    await this.touch("touchStart", at(0));
    for (let step = 1; step <= steps; step++) await this.touch("touchMove", at(step / steps));
    await this.touch("touchEnd", []);
  }

  /** Sends one event of fingers, with their places; an end without any lifts all. A finger without an id has its index. */
  async touch(
    type: "touchStart" | "touchMove" | "touchEnd",
    points: readonly (Place & { readonly id?: number })[],
  ): Promise<void> {
    this.#client ??= await this.page.context().newCDPSession(this.page);
    await this.#client.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: points.map((point, id) => ({ id, ...point })),
    });
  }

  /** The names of all states, in the order of the document. */
  async stateNames(): Promise<string[]> {
    const names: string[] = [];
    const visit = ({ name, states = [], parallel }: State) => {
      names.push(name);
      for (const inner of [...states, ...parallel?.states ?? []]) visit(inner);
    };
    visit((await this.definition()).state);
    return names;
  }
}

/** A test over a page with a canvas that complains about nothing. */
export function canvasTest(
  name: string,
  fn: (bench: CanvasBench) => Promise<void>,
  options: object = {},
): void {
  Deno.test({
    name,
    ignore: !HAS_BROWSER,
    sanitizeOps: false,
    sanitizeResources: false,
    async fn() {
      await using served = await serveCanvasPage();
      await using browser = await openBrowser();
      const page = await browser.page({ viewport: { width: 1000, height: 760 }, ...options });
      page.setDefaultTimeout(10_000);
      await page.goto(served.address);
      await page.waitForFunction(() => "canvas" in globalThis);
      await fn(new CanvasBench(page));
      assertEquals(browser.complaints, []);
    },
  });
}
