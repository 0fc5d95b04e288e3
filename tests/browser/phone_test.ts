/**
 * The geometry of a phone: its safe areas, and the keyboard that takes height from the window.
 */
import { assert, assertEquals } from "@std/assert";
import type { CDPSession, Locator, Page } from "playwright-core";
import { TempFolder } from "../../cli/testing/loom.ts";
import { openBrowser } from "./browser.ts";
import { browserTest, open, serve } from "./workspace.ts";

const PHONE = { width: 390, height: 844 };

interface Insets {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Gives the screen a notch and rounded corners, as a phone reports them. */
async function setSafeArea(phone: CDPSession, insets: Insets): Promise<void> {
  await phone.send("Emulation.setSafeAreaInsetsOverride", { insets });
}

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  assert(box, `${part} is not drawn`);
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

/** Checks that all controls are within the safe area. */
async function assertSafe(page: Page, { top, right, bottom, left }: Insets): Promise<void> {
  const { width, height } = page.viewportSize() ?? PHONE;
  for (const control of await page.locator(".workspace :is(button,input,select,textarea):visible").all()) {
    const text = await control.evaluate((one: Element) => one.outerHTML.slice(0, 90));
    if (text.includes('class="skip"')) continue;
    // An element that is scrolled out of a panel is not seen there.
    const isScrolled = await control.evaluate((one: Element) =>
      one.closest(".sheet-body,.side-body,.slc-mirror,.visually-hidden") !== null
    );
    if (isScrolled) continue;
    const box = await boxOf(control);
    const isSafe = box.x >= left && box.y >= top && box.right <= width - right &&
      box.bottom <= height - bottom;
    assert(isSafe, `${text} is at ${JSON.stringify(box)}.`);
  }
}

browserTest("bar, dock and sheet of a phone stay clear of its safe areas, upright and lying", async () => {
  await using folder = await TempFolder.make();
  await using served = await serve(folder);
  await using browser = await openBrowser();
  const page = await browser.page({ viewport: PHONE, hasTouch: true, isMobile: true });
  const phone = await page.context().newCDPSession(page);
  await open(page, served.pageOf("door.smdf.json"));
  const upright = { top: 47, right: 0, bottom: 34, left: 0 };
  await setSafeArea(phone, upright);
  await page.waitForFunction(() => document.querySelector(".bar")!.clientHeight > 90);
  await assertSafe(page, upright);
  await page.getByRole("button", { name: "Properties" }).tap();
  const sheet = page.locator(".sheet");
  await sheet.waitFor();
  await page.getByRole("button", { name: "Height of properties" }).press("Enter");
  await page.locator('.sheet[data-stop="full"]').waitFor();
  await assertSafe(page, upright);
  const [bar, dock, body] = [
    await boxOf(page.locator(".bar")),
    await boxOf(page.locator(".phone-bar")),
    await boxOf(sheet),
  ];
  assert(body.y >= bar.bottom && body.bottom <= dock.y + 1, JSON.stringify({ bar, body, dock }));
  assertEquals(dock.bottom, PHONE.height);
  // The dock's colour goes on below its buttons, and the page is no wider than the phone.
  assertEquals(await page.evaluate(() => document.documentElement.scrollWidth), PHONE.width);
  await page.getByRole("button", { name: "Close properties" }).tap();
  const lying = { top: 0, right: 47, bottom: 21, left: 47 };
  await page.setViewportSize({ width: PHONE.height, height: PHONE.width });
  await setSafeArea(phone, lying);
  await page.locator('.workspace[data-layout="tablet"]').waitFor();
  await page.waitForFunction(() => document.querySelector(".bar")!.getBoundingClientRect().left === 47);
  await assertSafe(page, lying);
  assertEquals(browser.complaints, []);
});

browserTest("the field that a phone's keyboard is for stays in sight, and so do the notes", async () => {
  await using folder = await TempFolder.make();
  await using served = await serve(folder);
  await using browser = await openBrowser();
  const page = await browser.page({ viewport: PHONE, hasTouch: true, isMobile: true });
  await open(page, `${served.pageOf("door.smdf.json")}&focus=state:Closed`);
  await page.getByRole("button", { name: "Properties" }).tap();
  const body = page.locator(".sheet-body");
  for (const label of ["Notes", "Name"]) {
    const field = body.getByLabel(label, { exact: true });
    await field.tap();
    // With `interactive-widget=resizes-content` the keyboard makes the window itself lower.
    await page.setViewportSize({ width: PHONE.width, height: 500 });
    await page.waitForFunction(() => {
      const box = document.activeElement?.getBoundingClientRect();
      const around = document.querySelector(".sheet-body")?.getBoundingClientRect();
      return box && around && innerHeight === 500 && box.top >= around.top - 1 &&
        box.bottom <= around.bottom + 1;
    });
    assertEquals(await field.evaluate((one: Element) => one === document.activeElement), true);
    assert((await boxOf(page.locator(".sheet"))).bottom <= (await boxOf(page.locator(".phone-bar"))).y + 1);
    await page.setViewportSize(PHONE);
  }
  assertEquals(browser.complaints, []);
});

browserTest("a finger moves the locked board of a machine, and the state once it is unlocked", async () => {
  await using folder = await TempFolder.make();
  await using served = await serve(folder);
  await using browser = await openBrowser();
  const page = await browser.page({ viewport: PHONE, hasTouch: true, isMobile: true });
  const phone = await page.context().newCDPSession(page);
  await open(page, served.pageOf("door.smdf.json"));
  const nameOf = (state: string) => page.locator(`.slc-world [data-state="${state}"] .slc-node-name`).first();
  /** Drags "Closed" and gives how far it and the other state have moved. */
  const drag = async () => {
    const [from, other] = [await boxOf(nameOf("Closed")), await boxOf(nameOf("Open"))];
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", by: number) =>
      phone.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [{ x: from.x + 8 + by, y: from.y + 8 + by }],
      });
    await touch("touchStart", 0);
    for (const by of [15, 30, 45, 60]) await touch("touchMove", by);
    await touch("touchEnd", 60);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    const after = [await boxOf(nameOf("Closed")), await boxOf(nameOf("Open"))];
    return [after[0]!.x - from.x, after[1]!.x - other.x].map((by) => by > 30);
  };
  const lock = page.getByRole("button", { name: "Lock the board", exact: true });
  await lock.tap();
  assertEquals(await drag(), [true, true]);
  // A long press shows what can be read; the rows that edit are off.
  const at = await boxOf(nameOf("Closed"));
  await phone.send("Input.dispatchTouchEvent", {
    type: "touchStart",
    touchPoints: [{ x: at.x + 8, y: at.y + 8 }],
  });
  const rename = page.getByRole("menuitem", { name: "Rename" });
  await rename.waitFor();
  await phone.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  assertEquals(await rename.isDisabled(), true);
  await page.getByRole("menuitem", { name: "Unlock the board" }).tap();
  assertEquals(await lock.getAttribute("aria-pressed"), "false");
  assertEquals(await drag(), [true, false]);
  assertEquals(browser.complaints, []);
});

browserTest(
  "a new diagram begins unlocked on a phone, too, and an empty one says that it is locked",
  async () => {
    await using folder = await TempFolder.make();
    await using served = await serve(folder);
    await using browser = await openBrowser();
    const page = await browser.page({ viewport: PHONE, hasTouch: true, isMobile: true });
    await open(page, served.pageOf("plan.erdf.json"));
    await page.getByRole("button", { name: "Start blank" }).tap();
    const lock = page.getByRole("button", { name: "Lock the board", exact: true });
    await page.getByText("Double-click to add an entity.").waitFor();
    assertEquals(await lock.getAttribute("aria-pressed"), "false");
    await lock.tap();
    await page.getByText("Nothing here yet, and the board is locked.").waitFor();
    assertEquals(await lock.getAttribute("aria-pressed"), "true");
    assertEquals(browser.complaints, []);
  },
);
