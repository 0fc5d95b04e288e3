/**
 * Accessibility of all pages, as axe-core checks it.
 */
import { assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { runLoom } from "../../cli/run_loom.ts";
import { TempFolder } from "../../cli/testing/loom.ts";
import { memoryIo } from "../../cli/testing/memory_io.ts";
import { barriersOf } from "./barriers.ts";
import { HAS_BROWSER, openBrowser } from "./browser.ts";

const EXAMPLES = new URL("../../examples/", import.meta.url);
const DOCUMENTS = ["checkout.smdf.json", "shop.erdf.json", "buying.sqdf.json", "shop.sysdf.json"];

type ShowPart = readonly [name: string, show: (page: Page) => Promise<void>];

/** The parts of an editor that are not seen at once, at a width. */
function partsOf(width: number): readonly ShowPart[] {
  const press = (name: string): ShowPart => [
    name,
    async (page) => {
      const button = page.getByRole(width < 640 ? "button" : "tab", { name: new RegExp(`^${name}`) });
      if (await button.count() > 0) await button.first().click();
    },
  ];
  const both: readonly ShowPart[] = [
    ["palette", (page) => page.keyboard.press("Control+k")],
    ["state of the edits", (page) => page.locator(".save-state button").click()],
  ];
  const parts = width < 640
    ? [press("Outline"), press("Properties"), press("Check")]
    : [press("Run"), press("Check"), press("Code"), press("Design")];
  return [...parts, ...both];
}

Deno.test({
  name: "no page of any kind has a serious barrier, light and dark, wide and narrow",
  ignore: !HAS_BROWSER,
  // The browser's driver keeps what it opened until the process ends.
  sanitizeOps: false,
  sanitizeResources: false,
  async fn() {
    await using folder = await TempFolder.make();
    for (const name of DOCUMENTS) await Deno.copyFile(new URL(name, EXAMPLES), folder.at(name));
    const io = memoryIo();
    const [first = ""] = DOCUMENTS;
    const running = runLoom(["serve", folder.at(first), "--port", "0", "--web-port", "0", "--web"], io);
    await io.said("out", "\n", 2);
    const [, web = ""] = io.out().trim().split("\n");
    await using browser = await openBrowser();
    const looks = [
      { colorScheme: "light", viewport: { width: 1300, height: 850 } },
      { colorScheme: "dark", viewport: { width: 390, height: 800 } },
    ] as const;
    const bad = await browser.page();
    await bad.setContent('<html lang="en"><title>Bad</title><main><img src="data:,"></main></html>');
    assertEquals((await barriersOf(bad)).map((one) => one.split(":")[0]), ["image-alt"]);
    const barriers: string[] = [];
    for (const look of looks) {
      const page = await browser.page(look);
      for (const name of DOCUMENTS) {
        for (const query of ["", "&edit=0", "&live=1"]) {
          await page.goto(`${web}/?doc=${encodeURIComponent(folder.at(name))}${query}`);
          if (query === "") await page.locator("[data-ready]").waitFor();
          for (const one of await barriersOf(page)) {
            barriers.push(`${name}${query} ${look.colorScheme} ${one}`);
          }
          if (query !== "") continue;
          for (const [part, show] of partsOf(look.viewport.width)) {
            await show(page);
            for (const one of await barriersOf(page)) {
              barriers.push(`${name} ${part} ${look.colorScheme} ${one}`);
            }
            await page.keyboard.press("Escape");
          }
        }
      }
    }
    io.interrupt();
    await running;
    assertEquals(barriers, []);
  },
});
