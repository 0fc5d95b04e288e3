/**
 * Pictures as one HTML file, in a real browser.
 */
import { DRAWING_DEFAULTS, DRAWING_FORMATS } from "@loom/bridge/drawing";
import { MACHINE_KIND } from "@loom/protocol";
import { assert, assertEquals } from "@std/assert";
import { HAS_BROWSER, openBrowser } from "./browser.ts";

const COUNT = 60;

/** A ring of many states. */
const RING = {
  settings: { namespace: "n", name: "Ring", asynchronous: false },
  events: [{ name: "E", events: [{ id: "next" }] }],
  state: {
    name: "Ring",
    states: Array.from({ length: COUNT }, (_, at) => ({
      name: `State${at}`,
      transitions: [{ event: "next", nextState: `State${(at + 1) % COUNT}` }],
    })),
  },
};

Deno.test({
  name:
    "a picture's page finds elements one after the other, large enough to read, in the colours of its picture",
  ignore: !HAS_BROWSER,
  async fn() {
    const { content } = await DRAWING_FORMATS.html.draw(MACHINE_KIND, RING, {
      ...DRAWING_DEFAULTS,
      theme: "dark",
    });
    await using browser = await openBrowser();
    const page = await browser.page({ viewport: { width: 390, height: 700 }, colorScheme: "light" });
    await page.setContent(String(content));
    assertEquals(
      await page.evaluate(() => getComputedStyle(document.body).backgroundColor),
      "rgb(11, 15, 25)",
    );
    const found = page.locator("#loom-found");
    await page.getByLabel("Search").fill("state7");
    assertEquals(await found.textContent(), "1 of 3: State7");
    const box = await page.locator("#State7").boundingBox();
    assert(box && box.width > 100 && box.x > 0 && box.x + box.width < 390, JSON.stringify(box));
    await page.keyboard.press("Enter");
    assertEquals(await found.textContent(), "2 of 3: State6 → State7: next");
    await page.keyboard.press("Shift+Enter");
    assertEquals(await found.textContent(), "1 of 3: State7");
    assertEquals(browser.complaints, []);
  },
});
