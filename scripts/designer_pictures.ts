/**
 * Takes the pictures of the designer that the README shows, in light and dark: `deno run -A --lock=tests/deno.lock scripts/designer_pictures.ts`, after
 * changes that they should show.
 *
 * @module
 */
import { TempFolder } from "../cli/testing/loom.ts";
import { openBrowser } from "../tests/browser/browser.ts";
import { open, serve } from "../tests/browser/workspace.ts";
import { buildPageAssets } from "./build.ts";
import { ROOT } from "./repository.ts";

const EXAMPLE = "checkout.smdf.json";

const PICTURES = [
  { file: "docs/pictures/designer.png", colorScheme: "light" },
  { file: "docs/pictures/designer_dark.png", colorScheme: "dark" },
] as const;

async function takePictures(): Promise<void> {
  await buildPageAssets();
  await using folder = await TempFolder.make();
  await Deno.copyFile(new URL(`examples/${EXAMPLE}`, ROOT), folder.at(EXAMPLE));
  await using served = await serve(folder);
  await using browser = await openBrowser();
  for (const { file, colorScheme } of PICTURES) {
    const page = await browser.page({ viewport: { width: 1440, height: 900 }, colorScheme });
    await open(page, served.pageOf(EXAMPLE));
    await page.locator(".slc-pane[data-framed][data-settled]").waitFor();
    await page.locator('[data-status="saved"]').waitFor();
    await page.screenshot({ path: new URL(file, ROOT).pathname });
    await page.close();
    console.log(file);
  }
}

await takePictures();
// The driver of the browser keeps the program alive.
Deno.exit(0);
